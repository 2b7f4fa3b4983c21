"""Vectors in kernels: many small whole numbers, one a lane, worked on by one instruction.

``Lanes(16, 32)`` is the shape of 32 lanes of 16 bits. A kernel is given a shape as an argument and
is compiled anew for each, down to the processor's own instructions: vectors are LLVM's, and LLVM
splits those that are wider than the machine's. In a kernel, vectors of one shape know

- ``a & b``, ``a | b``, ``a ^ b``, ``~a``, ``-a``, ``a + b``, lane by lane, without carry;
- ``a << k``, ``a >> k`` by a whole number *k*; zeros come in from either side;
- ``splat``, ``load``, ``widen``, ``store``, ``nonzero``, ``keep_first``, ``pack``, ``popcounts``,
``total``.

Addresses are those of ``memory.py``. A set of lanes is a whole number: bit i stands for lane i.
``processor.width()`` says how wide a vector should be on this machine.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import numba.extending
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import templates
from numba.extending import intrinsic, models

from everyway.kernels.processor import is_arm

PIECE_BITS = 128
"""Byte shuffles work within pieces of so many bits."""

# Numba says nothing of the types of these.
_extending: Any = numba.extending
_templates: Any = templates
_tools: Any = cgutils


@dataclass(frozen=True)
class Lanes:
    """The shape of a vector: so many lanes (``count``) of so many ``bits`` each."""

    bits: int
    count: int

    @property
    def size(self) -> int:
        """The number of bytes of a lane."""
        return self.bits // 8


Vector = Any
"""A vector, in the annotations of kernels."""


# --- shapes and vectors as numba sees them ---


class ShapeType(types.Type):
    """The type of a shape: the compiler knows all of it, so nothing is passed at run time."""

    def __init__(self, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(name=f"Lanes({bits}, {count})")


class VectorType(types.Type):
    """The type of a vector of some shape."""

    def __init__(self, bits: int, count: int) -> None:
        self.bits, self.count = bits, count
        super().__init__(name=f"vector({bits}, {count})")


class _VectorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: VectorType) -> None:
        super().__init__(manager, kind, _llvm(kind))  # type: ignore[no-untyped-call]


def _constant(number: int) -> Callable[[Any], int]:
    def attribute(shape: Any) -> int:
        return number

    return attribute


def _typeof(shape: Lanes, context: Any) -> ShapeType:
    return ShapeType(shape.bits, shape.count)


def _count_of(shape: Any) -> Callable[[Any], int]:
    return _constant(shape.count)


def _size_of(shape: Any) -> Callable[[Any], int]:
    return _constant(shape.bits // 8)


def _unbox(kind: ShapeType, value: Any, context: Any) -> Any:
    return _extending.NativeValue(context.context.get_dummy_value())


_extending.register_model(ShapeType)(models.OpaqueModel)
_extending.register_model(VectorType)(_VectorModel)
_extending.typeof_impl.register(Lanes)(_typeof)
_extending.unbox(ShapeType)(_unbox)
_extending.overload_attribute(ShapeType, "count")(_count_of)
_extending.overload_attribute(ShapeType, "size")(_size_of)


def _llvm(kind: Any) -> ir.VectorType:
    return ir.VectorType(ir.IntType(kind.bits), kind.count)


def _vector(kind: Any) -> VectorType:
    return VectorType(kind.bits, kind.count)


# --- operators ---


def _splat(builder: Any, kind: Any, value: Any) -> Any:
    """Return the vector whose lanes all hold the low bits of the 64-bit *value*."""
    vector, lane = _llvm(kind), ir.IntType(kind.bits)
    if kind.bits < 64:
        value = builder.trunc(value, lane)
    single = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.IntType(32)(0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(single, ir.Constant(vector, ir.Undefined), everywhere)


def _zeros(kind: Any) -> Any:
    return ir.Constant(_llvm(kind), [0] * kind.count)


def _operator(function: Any, build: Callable[..., Any], *others: Any) -> None:
    """Teach the compiler *function* of a vector and of *others*, vectors like it or numbers."""

    class Typed(_templates.AbstractTemplate):  # type: ignore[misc]
        key = function

        def generic(self, given: Any, keywords: Any) -> Any:
            first = given[0]
            if len(given) != 1 + len(others) or not isinstance(first, VectorType):
                return None
            for kind, other in zip(given[1:], others, strict=True):
                if kind != first if other is VectorType else not isinstance(kind, types.Integer):
                    return None
            rest = [first if other is VectorType else other for other in others]
            return _templates.signature(first, first, *rest)

    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        values = [
            value if isinstance(kind, VectorType) else _splat(builder, sig.args[0], value)
            for kind, value in zip(sig.args, arguments, strict=True)
        ]
        return build(builder, *values)

    _templates.infer_global(function)(Typed)
    _extending.lower_builtin(function, VectorType, *others)(code)


_operator(operator.and_, lambda builder, a, b: builder.and_(a, b), VectorType)
_operator(operator.or_, lambda builder, a, b: builder.or_(a, b), VectorType)
_operator(operator.xor, lambda builder, a, b: builder.xor(a, b), VectorType)
_operator(operator.add, lambda builder, a, b: builder.add(a, b), VectorType)
_operator(operator.lshift, lambda builder, a, k: builder.shl(a, k), types.int64)
_operator(operator.rshift, lambda builder, a, k: builder.lshr(a, k), types.int64)
_operator(operator.invert, lambda builder, a: builder.not_(a))
_operator(operator.neg, lambda builder, a: builder.neg(a))


# --- into vectors and out of them ---


def _at(builder: Any, vector: Any, address: Any) -> Any:
    return builder.inttoptr(address, vector.as_pointer())


def _load(typing_context: Any, shape: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value = builder.load(_at(builder, _llvm(shape), arguments[1]))
        value.align = shape.bits // 8
        return value

    return _vector(shape)(shape, types.int64), code


def _widen(typing_context: Any, wide: Any, narrow: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        source = ir.VectorType(ir.IntType(narrow.bits), wide.count)
        value = builder.load(_at(builder, source, arguments[2]))
        value.align = narrow.bits // 8
        return builder.zext(value, _llvm(wide))

    return _vector(wide)(wide, narrow, types.int64), code


def _store(typing_context: Any, address: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        address, value = arguments
        builder.store(value, _at(builder, value.type, address)).align = vector.bits // 8
        return context.get_dummy_value()

    return types.void(types.int64, vector), code


def _splat_of(typing_context: Any, shape: Any, value: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return _splat(builder, shape, arguments[1])

    return _vector(shape)(shape, types.int64), code


def _mask(builder: Any, flags: Any) -> Any:
    """Return a vector of single bits as a 64-bit whole number."""
    bits = ir.IntType(flags.type.count)
    return builder.zext(builder.bitcast(flags, bits), ir.IntType(64))


def _nonzero(typing_context: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        return _mask(builder, builder.icmp_unsigned("!=", arguments[0], _zeros(vector)))

    return types.int64(vector), code


def _keep_first(typing_context: Any, vector: Any, number: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value, number = arguments
        places = ir.Constant(_llvm(vector), list(range(vector.count)))
        inside = builder.icmp_unsigned("<", places, _splat(builder, vector, number))
        return builder.select(inside, value, _zeros(vector))

    return vector(vector, types.int64), code


def _popcounts(typing_context: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        whole = _llvm(vector)
        name = f"llvm.ctpop.v{vector.count}i{vector.bits}"
        kind = ir.FunctionType(whole, [whole])
        return builder.call(_tools.get_or_insert_function(builder.module, kind, name), arguments)

    return vector(vector), code


def _total(typing_context: Any, vector: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        lane = ir.IntType(vector.bits)
        name = f"llvm.vector.reduce.add.v{vector.count}i{vector.bits}"
        kind = ir.FunctionType(lane, [_llvm(vector)])
        found = builder.call(_tools.get_or_insert_function(builder.module, kind, name), arguments)
        return found if vector.bits == 64 else builder.zext(found, ir.IntType(64))

    return types.int64(vector), code


# --- packing ---


def _pack(typing_context: Any, address: Any, vector: Any, lanes: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        address, value, lanes = arguments
        if vector.bits * vector.count == 512:
            _pack_at_once(builder, vector, address, value, lanes)
        else:
            _pack_by_pieces(builder, vector, address, value, lanes)
        return context.get_dummy_value()

    return types.void(types.int64, vector, types.int64), code


def _pack_at_once(builder: Any, kind: Any, address: Any, value: Any, lanes: Any) -> None:
    vector = _llvm(kind)
    flags = ir.VectorType(ir.IntType(1), kind.count)
    name = f"llvm.experimental.vector.compress.v{kind.count}i{kind.bits}"
    compress = _tools.get_or_insert_function(
        builder.module, ir.FunctionType(vector, [vector, flags, vector]), name
    )
    chosen = builder.bitcast(builder.trunc(lanes, ir.IntType(kind.count)), flags)
    packed = builder.call(compress, [value, chosen, ir.Constant(vector, ir.Undefined)])
    builder.store(packed, _at(builder, vector, address)).align = kind.bits // 8


def _pack_by_pieces(builder: Any, kind: Any, address: Any, value: Any, lanes: Any) -> None:
    """Pack each piece by a shuffle of its bytes, looked up by the set of its lanes."""
    word, byte = ir.IntType(64), ir.IntType(8)
    each = PIECE_BITS // kind.bits
    table = _shuffles(builder.module, kind.bits)
    for start in range(0, kind.count, each):
        places = ir.Constant(ir.VectorType(ir.IntType(32), each), list(range(start, start + each)))
        part = builder.shuffle_vector(value, ir.Constant(value.type, ir.Undefined), places)
        chosen = builder.and_(builder.lshr(lanes, word(start)), word((1 << each) - 1))
        order = builder.load(builder.gep(table, [word(0), chosen], inbounds=True))
        order.align = 16
        packed = _shuffle_bytes(builder, builder.bitcast(part, order.type), order)
        builder.store(packed, _at(builder, packed.type, address)).align = kind.bits // 8
        count = builder.ctpop(chosen)
        address = builder.add(address, builder.mul(count, word(kind.bits // byte.width)))


def _shuffle_bytes(builder: Any, value: Any, order: Any) -> Any:
    name = "llvm.aarch64.neon.tbl1.v16i8" if is_arm() else "llvm.x86.ssse3.pshuf.b.128"
    kind = ir.FunctionType(value.type, [value.type, value.type])
    return builder.call(_tools.get_or_insert_function(builder.module, kind, name), [value, order])


def _shuffles(module: Any, bits: int) -> Any:
    """Return the table of shuffles that move the bytes of each set of lanes to the front."""
    name = f"everyway.shuffles.{bits}"
    if name in module.globals:
        return module.globals[name]
    size = bits // 8
    rows = []
    for chosen in range(1 << PIECE_BITS // bits):
        lanes = [i for i in range(PIECE_BITS // bits) if chosen >> i & 1]
        order = [lane * size + i for lane in lanes for i in range(size)]
        rows.append(order + [0] * (PIECE_BITS // 8 - len(order)))
    row = ir.VectorType(ir.IntType(8), PIECE_BITS // 8)
    table = ir.ArrayType(row, len(rows))
    found = _tools.add_global_variable(module, table, name)
    found.linkage, found.global_constant, found.align = "internal", True, 16
    found.initializer = ir.Constant(table, [ir.Constant(row, order) for order in rows])
    return found


splat = cast(Callable[[Lanes, int], Any], intrinsic(_splat_of))
"""``splat(shape, value)`` is the vector that holds *value* in every lane, cut to a lane's bits."""

load = cast(Callable[[Lanes, int], Any], intrinsic(_load))
"""``load(shape, address)`` is the vector at *address*."""

widen = cast(Callable[[Lanes, Lanes, int], Any], intrinsic(_widen))
"""``widen(wide, narrow, address)`` is the vector of *wide* filled from numbers as in *narrow*."""

store = cast(Callable[[int, Any], None], intrinsic(_store))
"""``store(address, vector)`` writes *vector* to *address*."""

nonzero = cast(Callable[[Any], int], intrinsic(_nonzero))
"""``nonzero(vector)`` is the set of the lanes that are not 0."""

keep_first = cast(Callable[[Any, int], Any], intrinsic(_keep_first))
"""``keep_first(vector, number)`` is *vector* with 0 in all but the first *number* lanes."""

pack = cast(Callable[[int, Any, int], None], intrinsic(_pack))
"""``pack(address, vector, lanes)`` writes the lanes of the set *lanes* to *address*, in order.

What it leaves behind them, up to a whole vector, has no meaning: there must be room for it.
"""

popcounts = cast(Callable[[Any], Any], intrinsic(_popcounts))
"""``popcounts(vector)`` holds in each lane how many bits of that lane are set."""

total = cast(Callable[[Any], int], intrinsic(_total))
"""``total(vector)`` is the sum of the lanes, cut to a lane's bits."""
