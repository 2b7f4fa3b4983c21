"""Latin squares: every number once in each row and each column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from everyway.core.question import check_flag
from everyway.core.wording import counted, sentences
from everyway.families.cover.grid import GridPuzzle, check_order, read_givens


@dataclass(frozen=True)
class LatinSquare(GridPuzzle):
    """Latin squares of an *order*, with *givens*, or *reduced*: row and column 1 count upwards.

    Squares come in lexicographic order, row by row. Source: OEIS A002860; reduced: A000315.

    >>> LatinSquare(4).count(), LatinSquare(4, reduced=True).count()
    (576, 4)
    """

    kind: ClassVar[str] = "latin"
    keys: ClassVar[tuple[str, ...]] = ("order", "givens", "reduced")

    order: int
    givens: Any = None
    reduced: bool = False

    def __post_init__(self) -> None:
        check_order(self.order)
        check_flag(self.reduced, "reduced")
        object.__setattr__(self, "givens", read_givens(self.givens, self.order))

    def allows(self, cell: int, value: int) -> bool:
        """Return whether *value* may stand in *cell*, by the givens and in a reduced square."""
        row, column = divmod(cell, self.order)
        in_order = row * column > 0 or value == row + column + 1
        return super().allows(cell, value) and (in_order or not self.reduced)

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no such square, or None when it is one."""
        why = super().why_not(candidate)
        if why is None and self.reduced:
            cells = self.cells_of(candidate)
            numbers = list(range(1, self.order + 1))
            if cells[: self.order] != numbers or cells[:: max(1, self.order)] != numbers:
                return "the first row and the first column do not count upwards"
        return why

    def title(self) -> str:
        """Return what the puzzle is called."""
        name = "Reduced Latin square" if self.reduced else "Latin square"
        given = f" with {counted(len(self.fixed), 'number')} given" if self.givens else ""
        return f"{name} of order {self.order}{given}"

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        if not self.order:
            return "The square of order 0 has no cell: there is nothing to fill in."
        given = counted(len(self.fixed), "number")
        return sentences(
            f"fill a square of {self.order} by {self.order} cells with the numbers 1 to "
            f"{self.order} so that each row and each column holds every number once",
            "the first row and the first column count upwards" if self.reduced else None,
            f"{given} {'is' if len(self.fixed) == 1 else 'are'} given" if self.givens else None,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data."""
        data: dict[str, Any] = {"puzzle": self.kind, "order": self.order}
        if self.givens:
            data["givens"] = list(self.givens)
        return {**data, "reduced": True} if self.reduced else data
