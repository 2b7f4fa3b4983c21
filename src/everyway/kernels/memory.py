"""Arrays of 64-bit whole numbers as kernels see them: by the address of the first.

A kernel that works on twenty arrays pays for numpy's convenience at every call of a part: each
array is seven numbers, and its references are counted. An address is one number, so a tuple of
addresses is passed for next to nothing, and compiles in a fraction of the time.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from everyway.kernels.jit import operation, part

NUMBER_BYTES = 8

Numbers = npt.NDArray[np.int64]


@operation
def at(address: int, index: int) -> int:
    """Return number *index* of the array at *address*."""
    raise NotImplementedError


@operation
def put(address: int, index: int, value: int) -> None:
    """Set number *index* of the array at *address*."""


@operation
def prefetch(address: int) -> None:
    """Have the processor fetch what lies at *address*, while the kernel goes on."""


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
