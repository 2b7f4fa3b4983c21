"""Arrays of 64-bit whole numbers as kernels see them: by the address of the first.

A kernel that works on twenty arrays pays for numpy's convenience at every call of a part: each
array is seven numbers, and its references are counted. An address is one number, so a tuple of
addresses is passed for next to nothing, and compiles in a fraction of the time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from everyway.kernels.jit import part

NUMBER_BYTES = 8

Numbers = npt.NDArray[np.int64]


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


at = cast(Callable[[int, int], int], intrinsic(_load))
"""``at(address, index)`` is number *index* of the array at *address*."""

put = cast(Callable[[int, int, int], None], intrinsic(_store))
"""``put(address, index, value)`` sets number *index* of the array at *address*."""

prefetch = cast(Callable[[int], None], intrinsic(_prefetch))
"""``prefetch(address)`` has the processor fetch what lies there, while the kernel goes on."""


@part
def add(address: int, index: int, value: int) -> None:
    """Add *value* to number *index* of the array at *address*."""
    put(address, index, at(address, index) + value)


@part
def row_of(address: int, row: int, width: int) -> int:
    """Return the address of a row of the table at *address*, whose rows have *width* numbers."""
    return address + row * width * NUMBER_BYTES


@part
def copy(source: int, target: int, length: int) -> None:
    """Copy the *length* numbers at *source* to *target*."""
    for i in range(length):
        put(target, i, at(source, i))


class Memory:
    """Arrays that kernels are given the addresses of: they live as long as this does.

    >>> memory = Memory()
    >>> isinstance(memory.keep(np.zeros(3, dtype=np.int64)), int)
    True
    """

    def __init__(self) -> None:
        self._arrays: list[Numbers] = []

    def keep(self, array: Numbers) -> int:
        """Keep *array* itself, not a copy, and return its address.

        Raises ``TypeError`` for what a kernel would misread.
        """
        if array.dtype != np.int64 or not array.flags.c_contiguous:
            raise TypeError("a kernel works on contiguous arrays of 64-bit whole numbers")
        self._arrays.append(array)
        return int(array.ctypes.data)

    def zeros(self, *shape: int) -> int:
        """Make an array of zeros and return its address.

        The system gives memory to zeros when they are written to: unused room costs nothing.
        """
        return self.keep(np.zeros(shape, dtype=np.int64))
