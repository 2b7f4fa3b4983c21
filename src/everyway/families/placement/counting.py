"""Reasons, by counting alone, why rows, columns and regions cannot all have their pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from everyway.core.wording import a_or_an, counted, listed
from everyway.geometry.wording import piece_in_words

if TYPE_CHECKING:
    from everyway.families.placement.puzzle import Placement


class Group(NamedTuple):
    """Sets of squares of one kind that do not meet: all rows, all columns, or all regions.

    Each holds exactly ``number`` pieces; ``whole`` says whether every square is in one of them.
    """

    noun: str
    names: tuple[str, ...]
    sets: tuple[frozenset[int], ...]
    number: int
    whole: bool


def why_none(puzzle: Placement) -> str | None:
    """Return in words why there is no solution, by counting alone, or None when that does not tell.

    Looks at every row, column and region for itself, at how many pieces all of one kind need and
    hold, and at regions that lie in too few rows or columns next to each other.
    """
    groups = list(_groups(puzzle))
    for group in groups:
        for name, squares in zip(group.names, group.sets, strict=True):
            if len(squares) < group.number:
                need = f"needs {_pieces(puzzle, group.number)}"
                return f"{name} has {counted(len(squares), 'square')}, but {need}"
    for group in groups:
        for other in groups:
            why = _too_many(puzzle, group, other) if other is not group and other.whole else None
            if why is not None:
                return why
    return _by_number(puzzle, groups) or _crowded(puzzle, groups)


def _pieces(puzzle: Placement, number: int) -> str:
    name = piece_in_words(puzzle.piece, number)
    return a_or_an(name) if number == 1 else f"{number} {name}"


def _groups(puzzle: Placement) -> Iterator[Group]:
    shape, squares = puzzle.board.shape, puzzle.board.squares
    for noun, number, axis in (("row", puzzle.per_row, 1), ("column", puzzle.per_column, 2)):
        if number is not None:
            lines = puzzle.board.lines(len(shape) - axis)
            names = tuple(
                f"the {noun} from {puzzle.name_of(line[0])} to {puzzle.name_of(line[-1])}"
                for line in lines
            )
            yield Group(noun, names, tuple(map(frozenset, lines)), number, True)
    if puzzle.per_region is not None:
        cells = puzzle.region_cells
        whole = sum(map(len, cells.values())) == squares
        names = tuple(f"region {name}" for name in cells)
        sets = tuple(map(frozenset, cells.values()))
        yield Group("region", names, sets, puzzle.per_region, whole)


def _too_many(puzzle: Placement, group: Group, other: Group) -> str | None:
    """Return that all of *group* need more pieces than *other*, which has every square, holds."""
    need, room = len(group.sets) * group.number, len(other.sets) * other.number
    if need <= room:
        return None
    many, few = counted(len(group.sets), group.noun), counted(len(other.sets), other.noun)
    each = "each need" if len(group.sets) != 1 else "needs"
    if group.number == other.number:
        return f"{many} {each} {_pieces(puzzle, group.number)}, but only {few}"
    hold = f"but {few} with {other.number} each hold {room}"
    return f"{many} {each} {_pieces(puzzle, group.number)}, {need} in all, {hold}"


def _by_number(puzzle: Placement, groups: list[Group]) -> str | None:
    """Return that the number of pieces is not what rows, columns or regions add up to."""
    least, most = puzzle.number or (0, puzzle.board.squares)
    if least > puzzle.board.squares:
        return f"{_pieces(puzzle, least)}, but only {counted(puzzle.board.squares, 'square')}"
    for group in groups:
        total = len(group.sets) * group.number
        what = counted(len(group.sets), group.noun)
        if total > most:
            return f"{what} need {total} pieces, but there are {most} at most"
        if group.whole and total < least:
            return f"{what} hold {total} pieces, but there are {least} at least"
    return None


def _crowded(puzzle: Placement, groups: list[Group]) -> str | None:
    """Return which regions lie within too few lines next to each other, if any do."""
    for regions in groups:
        for lines in groups:
            if regions.noun == "region" and lines.noun != "region":
                why = _crowded_in(puzzle, regions, lines)
                if why is not None:
                    return why
    return None


def _crowded_in(puzzle: Placement, regions: Group, lines: Group) -> str | None:
    line_of = {cell: number for number, line in enumerate(lines.sets) for cell in line}
    spans = [[line_of[cell] for cell in cells] for cells in regions.sets]
    ends = [(min(span), max(span)) for span in spans]
    for first in range(len(lines.sets)):
        for last in range(first, len(lines.sets)):
            inside = [k for k, (low, high) in enumerate(ends) if first <= low and high <= last]
            room = (last - first + 1) * lines.number
            if len(inside) * regions.number > room:
                which = "regions " if len(inside) > 1 else "region "
                which += listed([regions.names[k].removeprefix("region ") for k in inside])
                need = _pieces(puzzle, len(inside) * regions.number)
                within = counted(last - first + 1, lines.noun)
                lie = "lies" if len(inside) == 1 else "lie"
                hold = "holds" if last == first else "hold"
                return f"{which} {lie} in {within}, which {hold} {room}, not {need}"
    return None
