"""Langford's problem: each number twice, and as many places apart as it says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, ClassVar

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.question import check_whole
from everyway.families.cover.base import Builder, CoverPuzzle, Image, listed_form
from everyway.families.cover.model import Instance

MOST_NUMBERS = 60
NO_NUMBERS = "(no numbers)"


@dataclass(frozen=True, order=True)
class LangfordRow:
    """A row in which between the two of each number k stand k others."""

    options: Data
    numbers: Data = field(compare=False)

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the chosen options."""
        return self.options

    def to_data(self) -> list[int]:
        """Return the numbers from the left, for JSON."""
        return list(self.numbers)

    def __str__(self) -> str:
        return " ".join(map(str, self.numbers)) or NO_NUMBERS


@dataclass(frozen=True)
class Langford(CoverPuzzle):
    """The *numbers* 1 to n, each twice in a row, with k others between the two that are k.

    Rows come in the order of the places of the first 1, then of the first 2, and so on. Source:
    OEIS A014552, which counts a row and its reverse once.

    >>> print(Langford(3).first())
    3 1 2 1 3 2
    >>> Langford(7).count(up_to="symmetry")
    26
    """

    kind: ClassVar[str] = "langford"
    keys: ClassVar[tuple[str, ...]] = ("numbers",)

    numbers: int

    def __post_init__(self) -> None:
        check_whole(self.numbers, "how many numbers", 0)
        if self.numbers > MOST_NUMBERS:
            raise EverywayError(
                "too many numbers:", text=self.numbers, hint=f"at most {MOST_NUMBERS}"
            )

    def instance(self) -> Instance:
        """Return a number on two places as an option: it covers the number and both places."""
        n = self.numbers
        builder = Builder([*(("number", k) for k in range(1, n + 1)),
                           *(("place", p) for p in range(1, 2 * n + 1))])  # fmt: skip
        for k in range(1, n + 1):
            for first in range(1, 2 * n - k):
                builder.add((k, first), [("number", k), ("place", first), ("place", first + k + 1)])
        return builder.instance()

    def images(self) -> list[Image]:
        """Return the reversal of the row."""
        n = self.numbers
        return [lambda meaning: (meaning[0], 2 * n - meaning[1] - meaning[0])]

    def solution_of(self, data: Data, meanings: list[Any]) -> LangfordRow:
        """Make a row of numbers and the place of the first of each."""
        row = [0] * (2 * self.numbers)
        for k, first in meanings:
            row[first - 1] = row[first + k] = k
        return LangfordRow(data, tuple(row))

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no such row, or None when it is one."""
        row = self._read(candidate)
        if len(row) != 2 * self.numbers:
            return f"{len(row)} numbers, not {2 * self.numbers}"
        for k in range(1, self.numbers + 1):
            places = [place for place, number in enumerate(row) if number == k]
            if len(places) != 2:
                return f"{k} stands {len(places)} times"
            between = places[1] - places[0] - 1
            if between != k:
                return f"between the two that are {k} stand {between}"
        return None

    def meanings_of(self, candidate: object) -> list[Any]:
        """Return each number with the place of its first."""
        row = self._read(candidate)
        return [(k, row.index(k) + 1) for k in sorted(set(row))]

    def _read(self, candidate: object) -> Data:
        if isinstance(candidate, LangfordRow):
            return candidate.numbers
        form = listed_form(candidate)
        if isinstance(form, str):
            form = "" if form.strip() == NO_NUMBERS else form
            form = re.sub("[,\u2500-\u257f]", " ", form).split()
        words = [written(number) for number in form]
        if not all(re.fullmatch("[0-9]{1,4}", word) for word in words):
            raise EverywayError("no row of numbers:", text=candidate, hint="such as 2 3 1 2 1 3")
        return tuple(map(int, words))

    def title(self) -> str:
        """Return what the puzzle is called."""
        return f"Langford’s problem with {self.numbers} pairs"

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        if not self.numbers:
            return "There is no number: there is nothing to put in a row."
        return (
            f"Put the numbers 1 to {self.numbers}, each twice, in a row so that one number stands "
            "between the two that are 1, two numbers between the two that are 2, and so on."
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        return {"puzzle": self.kind, "numbers": self.numbers}
