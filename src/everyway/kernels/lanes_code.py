"""Vectors as numba and LLVM see them: the types, and the code of the operations in ``lanes.py``."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numba.extending
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.typing import templates
from numba.extending import models

from everyway.kernels import lanes
from everyway.kernels.lanes import Lanes
from everyway.kernels.processor import is_arm
from everyway.kernels.teaching import teach

PIECE_BITS = 128
"""Byte shuffles work within pieces of so many bits."""

# Numba says nothing of the types of these.
_extending: Any = numba.extending
_templates: Any = templates
_tools: Any = cgutils


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


def _typeof(shape: Lanes, context: Any) -> ShapeType:
    return ShapeType(shape.bits, shape.count)


def _unbox(kind: ShapeType, value: Any, context: Any) -> Any:
    return _extending.NativeValue(context.context.get_dummy_value())


_extending.register_model(ShapeType)(models.OpaqueModel)
_extending.register_model(VectorType)(_VectorModel)
_extending.typeof_impl.register(Lanes)(_typeof)
_extending.unbox(ShapeType)(_unbox)


class _ShapeAttributes(_templates.AttributeTemplate):  # type: ignore[misc]
    key = ShapeType

    def resolve_count(self, shape: ShapeType) -> Any:
        return types.int64

    def resolve_size(self, shape: ShapeType) -> Any:
        return types.int64


def _count_of(context: Any, builder: Any, shape: Any, value: Any) -> Any:
    return context.get_constant(types.int64, shape.count)


def _size_of(context: Any, builder: Any, shape: Any, value: Any) -> Any:
    return context.get_constant(types.int64, shape.bits // 8)


_templates.infer_getattr(_ShapeAttributes)
_extending.lower_getattr(ShapeType, "count")(_count_of)
_extending.lower_getattr(ShapeType, "size")(_size_of)


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


def _spread(typing_context: Any, shape: Any, few: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        value = builder.load(_at(builder, _llvm(few), arguments[2]))
        value.align = few.bits // 8
        each = shape.count // few.count
        places = [place // each for place in range(shape.count)]
        order = ir.Constant(ir.VectorType(ir.IntType(32), shape.count), places)
        return builder.shuffle_vector(value, ir.Constant(value.type, ir.Undefined), order)

    return _vector(shape)(shape, few, types.int64), code


def _number_at(typing_context: Any, shape: Any, address: Any, index: Any) -> Any:
    def code(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
        first = _at(builder, ir.IntType(shape.bits), arguments[1])
        value = builder.load(builder.gep(first, [arguments[2]]))
        return value if shape.bits == 64 else builder.zext(value, ir.IntType(64))

    return types.int64(shape, types.int64, types.int64), code


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


teach(lanes.splat, _splat_of)
teach(lanes.load, _load)
teach(lanes.widen, _widen)
teach(lanes.spread, _spread)
teach(lanes.number_at, _number_at)
teach(lanes.store, _store)
teach(lanes.nonzero, _nonzero)
teach(lanes.keep_first, _keep_first)
teach(lanes.pack, _pack)
teach(lanes.popcounts, _popcounts)
teach(lanes.total, _total)
