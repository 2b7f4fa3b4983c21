"""What is asked about: words of zeros and ones, no two ones in a row."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_whole

MOST_LENGTH = 1000


@dataclass(frozen=True, order=True)
class Word:
    """A word of zeros and ones; words compare lexicographically."""

    bits: Data

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the bits."""
        return self.bits

    def to_data(self) -> str:
        """Return the word as text, for JSON."""
        return "".join(map(str, self.bits))

    def __str__(self) -> str:
        return self.to_data()


@dataclass(frozen=True)
class Fibbinary(Puzzle):
    """Words of zeros and ones of a given *length*, without two ones in a row.

    The size of a word is its number of ones. Words come in lexicographic order; there are
    F(length + 2), a Fibonacci number. Raises ``EverywayError`` for a length that is no whole
    number from 0 to 1000. Source: OEIS A003714, the fibbinary numbers.
    """

    family: ClassVar[str] = "fibbinary"

    length: int

    def __post_init__(self) -> None:
        check_whole(self.length, "a length", 0)
        if self.length > MOST_LENGTH:
            raise EverywayError("too long:", text=self.length, hint=f"at most {MOST_LENGTH}")

    def title(self) -> str:
        """Return what the puzzle is called."""
        return f"Words of {self.length} zeros and ones"

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        return f"Write {self.length} zeros and ones in a row so that no two ones are neighbours."

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no such word, or None when it is one."""
        bits = self.data_of(candidate)
        if len(bits) != self.length:
            return f"{len(bits)} digits, not {self.length}"
        for place in range(1, len(bits)):
            if bits[place - 1] == bits[place] == 1:
                return f"digits {place} and {place + 1} are both one"
        return None

    def data_of(self, candidate: object) -> Data:
        """Return the digits of *candidate*: a word, a text, or a list of digits."""
        if isinstance(candidate, Word):
            return candidate.bits
        if isinstance(candidate, Iterable):
            digits = [str(digit) for digit in candidate]
            if set(digits) <= {"0", "1"}:
                return tuple(map(int, digits))
        raise EverywayError("no word of zeros and ones:", text=candidate, hint="such as 01001")

    def wrap(self, data: Data) -> Word:
        """Wrap digits as a word."""
        return Word(tuple(data))

    def is_canonical(self, data: Data) -> bool:
        """Return whether *data* is the first of its orbit: the word itself and its reverse."""
        return data <= data[::-1]

    def size_of(self, data: Data) -> int:
        """Return the number of ones."""
        return sum(data)

    def size_range(self) -> tuple[int, int]:
        """Return the least and greatest number of ones."""
        return 0, (self.length + 1) // 2

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        return {"puzzle": "fibbinary", "length": self.length}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``."""
        for key in data:
            if key not in ("puzzle", "length"):
                raise EverywayError("fibbinary words have no key", text=key, hint="give length")
        if "length" not in data:
            raise EverywayError("fibbinary words need a length")
        return cls(data["length"])
