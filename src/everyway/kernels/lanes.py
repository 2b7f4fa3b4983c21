"""Vectors in kernels: many small whole numbers, one a lane, worked on by one instruction.

``Lanes(16, 32)`` is the shape of 32 lanes of 16 bits. A kernel is given a shape as an argument and
is compiled anew for each, down to the processor's own instructions: vectors are LLVM's, and LLVM
splits those that are wider than the machine's. In a kernel, vectors of one shape know

- ``a & b``, ``a | b``, ``a ^ b``, ``~a``, ``-a``, ``a + b``, lane by lane, without carry;
- ``a << k``, ``a >> k`` by a whole number *k*; zeros come in from either side;
- ``splat``, ``load``, ``widen``, ``spread``, ``number_at``, ``store``,
  ``nonzero``, ``keep_first``, ``pack``, ``popcounts``, ``total``.

Addresses are those of ``memory.py``. A set of lanes is a whole number: bit i stands for lane i.
``processor.width()`` says how wide a vector should be on this machine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from everyway.kernels.jit import operation


@dataclass(frozen=True)
class Lanes:
    """The shape of a vector: so many lanes (``count``) of so many ``bits`` each."""

    bits: int
    count: int

    @property
    def size(self) -> int:
        """The number of bytes of a lane."""
        return self.bits // 8

    @property
    def kernel_form(self) -> str:
        """What machine code depends on: all of it."""
        return f"{self.count}x{self.bits}"


Vector = Any
"""A vector, in the annotations of kernels."""


@operation
def splat(lanes: Lanes, value: int) -> Vector:
    """Return the vector that holds *value* in every lane, cut to a lane's bits."""
    raise NotImplementedError


@operation
def load(lanes: Lanes, address: int) -> Vector:
    """Return the vector at *address*."""
    raise NotImplementedError


@operation
def widen(wide: Lanes, narrow: Lanes, address: int) -> Vector:
    """Return the vector of *wide* filled from numbers as in *narrow*."""
    raise NotImplementedError


@operation
def spread(lanes: Lanes, few: Lanes, address: int) -> Vector:
    """Return the numbers of *few* at *address*, each in as many lanes side by side as there are.

    The lanes of *few* must be as wide as those of *lanes*, and divide their number.
    """
    raise NotImplementedError


@operation
def number_at(lanes: Lanes, address: int, index: int) -> int:
    """Return number *index* of those at *address*, each of a lane's bits."""
    raise NotImplementedError


@operation
def store(address: int, vector: Vector) -> None:
    """Write *vector* to *address*."""


@operation
def nonzero(vector: Vector) -> int:
    """Return the set of the lanes that are not 0."""
    raise NotImplementedError


@operation
def keep_first(vector: Vector, number: int) -> Vector:
    """Return *vector* with 0 in all but the first *number* lanes."""
    raise NotImplementedError


@operation
def pack(address: int, vector: Vector, lanes: int) -> None:
    """Write the lanes of the set *lanes* to *address*, in order.

    What it leaves behind them, up to a whole vector, has no meaning: there must be room for it.
    """


@operation
def popcounts(vector: Vector) -> Vector:
    """Return in each lane how many bits of that lane are set."""
    raise NotImplementedError


@operation
def total(vector: Vector) -> int:
    """Return the sum of the lanes, cut to a lane's bits."""
    raise NotImplementedError
