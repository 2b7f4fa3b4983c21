"""Words of snakes with their numbers, as arrays: a million of them are counted in no time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from everyway.kernels.memory import Numbers

WORD_BITS = 64
REVERSED = np.array([int(f"{byte:08b}"[::-1], 2) for byte in range(256)], dtype=np.uint8)


@dataclass(frozen=True)
class Spelled:
    """Words as keys, rising, each once, and a number for each.

    A search notes the first cube of a word in the last bit of its key; ``ways`` turns keys round,
    so that they rise as the words do.
    """

    keys: Numbers
    numbers: Numbers

    @classmethod
    def made(cls, numbers: dict[int, int]) -> Spelled:
        """Return the words of a table."""
        size = len(numbers)
        keys = np.fromiter(numbers.keys(), dtype=np.int64, count=size)
        values = np.fromiter(numbers.values(), dtype=np.int64, count=size)
        order = np.argsort(keys)
        return cls(keys[order], values[order])

    def plus(self, other: Spelled, weight: int) -> Spelled:
        """Return these words with those of *other*, whose numbers count *weight* times."""
        keys = np.concatenate((self.keys, other.keys))
        return _joined(keys, np.concatenate((self.numbers, other.numbers * weight)), np.add)

    def of(self, number: int) -> Spelled:
        """Return the words with this number."""
        chosen = self.numbers == number
        return Spelled(self.keys[chosen], self.numbers[chosen])

    def table(self) -> dict[int, int]:
        """Return how many words have each number, numbers rising."""
        numbers, words = np.unique(self.numbers, return_counts=True)
        return dict(zip(numbers.tolist(), words.tolist(), strict=True))

    def ways(self, length: int, order: int, back: Spelled) -> Spelled:
        """Return folds over symmetries, of words of *length* letters, a group of *order* members.

        *back* are the folds that symmetries carry to their own reverse. A word and its reverse are
        one; where some folds were not found, numbers are rounded up and the greater one is taken.
        """
        turned = reversed_bits(self.keys, length)
        extra = np.zeros_like(self.numbers)
        if len(back.keys):
            place = np.minimum(np.searchsorted(back.keys, self.keys), len(back.keys) - 1)
            extra = np.where(back.keys[place] == self.keys, back.numbers[place], 0)
        same = turned == self.keys
        number = np.where(
            same, -(-(self.numbers + extra) // (2 * order)), -(-self.numbers // order)
        )
        return _joined(np.minimum(turned, self.keys), number, np.maximum)


def reversed_bits(keys: Numbers, length: int) -> Numbers:
    """Return *keys* with their last *length* bits, all they have, in the opposite order.

    >>> reversed_bits(np.array([0b0011], dtype=np.int64), 4).tolist()
    [12]
    """
    whole = REVERSED[keys.astype("<u8").view(np.uint8)].reshape(-1, 8)[:, ::-1]
    turned = np.ascontiguousarray(whole).view("<u8").reshape(-1)
    return (turned >> np.uint64(WORD_BITS - length)).astype(np.int64)


def _joined(keys: Numbers, numbers: Numbers, join: np.ufunc) -> Spelled:
    """Return words that may stand several times as words that stand once."""
    order = np.argsort(keys, kind="stable")
    keys, numbers = keys[order], numbers[order]
    if not len(keys):
        return Spelled(keys, numbers)
    starts = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
    return Spelled(keys[starts], join.reduceat(numbers, starts))
