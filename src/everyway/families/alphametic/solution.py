"""A solution of an alphametic: a digit for each letter, and for each blank."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from everyway.families.alphametic.puzzle import Alphametic


@dataclass(frozen=True, order=True, repr=False)
class AlphameticSolution:
    """The digits of the letters in order of first appearance, and after them those of the blanks.

    Solutions compare by these digits. Prints as the equation, or the layout, with its digits.
    """

    digits: tuple[int, ...]
    puzzle: Alphametic = field(compare=False, repr=False)

    @property
    def letters(self) -> dict[str, int]:
        """The digit of each letter, in order of first appearance."""
        return dict(zip(self.puzzle.letters, self.digits, strict=False))

    @property
    def blanks(self) -> tuple[int, ...]:
        """The digits of the blanks, line by line from left to right."""
        return self.digits[len(self.puzzle.letters) :]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The values of all numbers, in the order in which they stand in the puzzle."""
        return tuple(self.puzzle.number_value(word, self.digits) for word in self.puzzle.numbers)

    def __getitem__(self, letter: str) -> int:
        return self.letters[letter]

    @property
    def data(self) -> tuple[int, ...]:
        """The plain numbers that engines deal in: the digits."""
        return self.digits

    def to_data(self) -> dict[str, Any]:
        """Return the letters with their digits, for JSON; blanks as a list under ``blanks``."""
        data: dict[str, Any] = dict(self.letters)
        if self.blanks:
            data["blanks"] = list(self.blanks)
        return data

    def __repr__(self) -> str:
        shown = " ".join(f"{letter}={digit}" for letter, digit in self.letters.items())
        blanks = " ".join(map(str, self.blanks))
        return f"<{shown}{'; blanks ' if shown and blanks else ''}{blanks}>"

    def __str__(self) -> str:
        from everyway.families.alphametic.drawing import draw

        return draw(self.puzzle, self).text()

    def _repr_svg_(self) -> str:
        from everyway.families.alphametic.drawing import draw

        return draw(self.puzzle, self).svg()
