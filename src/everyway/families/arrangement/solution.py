"""An arrangement: a tuple of items that knows at which positions they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from everyway.core.engine import Data

if TYPE_CHECKING:
    from everyway.families.arrangement.puzzle import Arrangements

_JSON = (str, int)
"""What JSON has a form for; a pair, not a union, as long lists are told apart item by item."""


class Arrangement(tuple[Any, ...]):
    """Items in their arrangement: a tuple of them, and equal to any other tuple of them.

    ``positions`` are the items' places among the puzzle's items, counted from 0; of equal items
    that of the first. Arrangements compare by these, lexicographically, whatever the items are.
    Prints as a line.
    """

    puzzle: Arrangements
    positions: Data

    def __new__(cls, puzzle: Arrangements, positions: Iterable[int]) -> Arrangement:
        """Make the arrangement of *puzzle*'s items at *positions*."""
        places = tuple(positions)
        self = super().__new__(cls, [puzzle.items[place] for place in places])
        self.__dict__.update(puzzle=puzzle, positions=places)
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an arrangement never changes; {name} cannot be set")

    def __getnewargs__(self) -> tuple[Any, ...]:
        return (self.puzzle, self.positions)

    def __lt__(self, other: tuple[Any, ...]) -> bool:
        if isinstance(other, Arrangement):
            return self.positions < other.positions
        return tuple.__lt__(self, other)

    def __le__(self, other: tuple[Any, ...]) -> bool:
        return self == other or self < other

    def __gt__(self, other: tuple[Any, ...]) -> bool:
        if isinstance(other, Arrangement):
            return self.positions > other.positions
        return tuple.__gt__(self, other)

    def __ge__(self, other: tuple[Any, ...]) -> bool:
        return self == other or self > other

    @property
    def data(self) -> Data:
        """The plain numbers that engines deal in: the positions."""
        return self.positions

    def to_data(self) -> list[Any]:
        """Return the items as a list, for JSON; those that JSON has no form for as text."""
        return [item if isinstance(item, _JSON) else str(item) for item in self]

    def __str__(self) -> str:
        return self.puzzle.line(self)

    def _repr_svg_(self) -> str:
        from everyway.families.arrangement.drawing import draw

        return draw(self.puzzle, self).svg()
