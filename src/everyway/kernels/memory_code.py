"""The code of the operations on memory in ``memory.py``, as numba is told it."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types

from everyway.kernels.memory import at, prefetch, put
from everyway.kernels.teaching import teach


def _pointer(builder: Any, address: Any, index: Any) -> Any:
    first = builder.inttoptr(address, ir.IntType(64).as_pointer())
    return builder.gep(first, [index])


def _load(typing_context: Any, address: Any, index: Any) -> Any:
    """Return the type and the code of ``at``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(_pointer(builder, *arguments))

    return types.int64(types.int64, types.int64), code


def _store(typing_context: Any, address: Any, index: Any, value: Any) -> Any:
    """Return the type and the code of ``put``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, index, value = arguments
        builder.store(value, _pointer(builder, address, index))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), code


def _prefetch(typing_context: Any, address: Any) -> Any:
    """Return the type and the code of ``prefetch``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], kind)
        # To be written to, kept in all caches, as data.
        builder.call(fetch, [pointer, number(1), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(types.int64), code


teach(at, _load)
teach(put, _store)
teach(prefetch, _prefetch)
