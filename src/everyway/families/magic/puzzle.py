"""Magic squares: what is asked about. Any order, numbers and class, partly filled or not."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_whole

from .reading import (
    MOST_ORDER,
    Cells,
    cells_text,
    numbers_text,
    read_candidate,
    read_cells,
    read_number,
    read_numbers,
)
from .rules import (
    CLASSES,
    Line,
    broken_diagonals,
    diagonals,
    first_moved,
    inner_cells,
    inner_orders,
    lines_of,
    opposite_pairs,
    rows_and_columns,
    symmetries,
)
from .square import Square

KEYS = ("puzzle", "order", "class", "given", "numbers", "sum", "centre")


@dataclass(frozen=True, init=False, repr=False)
class MagicSquare(Puzzle):
    """Squares of different numbers in which every row and every column has the same sum.

    - ``order``: the number of rows, from 0 to 1000.
    - ``class_``: ``"magic"`` (the default: both main diagonals, too), ``"semi-magic"`` (rows and
      columns alone), ``"associative"`` (magic, and opposite cells about the centre have one sum),
      ``"pandiagonal"`` (magic, and so are the broken diagonals), ``"ultramagic"`` (associative and
      pandiagonal) or ``"bordered"`` (magic, and so is each square within, down to order 3 or 4).
    - ``given``: rows of numbers, blanks being ``.``, ``_``, ``?`` or None; as text or as lists.
    - ``numbers``: the numbers to be used, each at most once: a list, or text such as ``"1..16"``;
      by default 1 to order squared. More numbers than cells need a ``sum``.
    - ``sum``: the sum of each row. Alone, it means order squared consecutive numbers.
    - ``centre``: the number in the centre of an odd order; short for ``given``.

    Solutions are squares in lexicographic order, read row by row. ``up_to="symmetry"`` means the
    rotations and reflections of the square that leave the given cells where they are. The size of
    a solution is its sum. Up to symmetry there are 1, 0, 1, 880, 275305224 of orders 1 to 5 (OEIS
    A006052); the empty square is the one of order 0. Raises ``EverywayError`` for input that fits
    no square: a wrong number of rows, a number that is given twice or not to be used.

    >>> print(MagicSquare(3).first())
    2 7 6
    9 5 1
    4 3 8
    >>> MagicSquare(4, "associative").count(up_to="symmetry")
    48
    """

    family: ClassVar[str] = "magic"

    order: int
    class_: str
    given: Cells
    numbers: tuple[int, ...] | None
    sum: int | None

    def __init__(
        self,
        order: int,
        class_: str = "magic",
        *,
        given: object = None,
        numbers: str | Iterable[int] | None = None,
        sum: int | None = None,
        centre: int | None = None,
    ) -> None:
        check_whole(order, "an order", 0)
        if order > MOST_ORDER:
            raise EverywayError("too large an order:", text=order, hint=f"at most {MOST_ORDER}")
        if class_ not in CLASSES:
            near = difflib.get_close_matches(written(class_), CLASSES, n=1)
            hint = f'did you mean "{near[0]}"?' if near else "one of " + ", ".join(CLASSES)
            raise EverywayError("unknown class of squares", text=class_, hint=hint)
        used = _numbers(order, numbers, sum)
        normal = used == range(1, order * order + 1)
        cells = () if given is None else read_cells(given, order)
        if all(value is None for value in cells):
            cells = ()
        if centre is not None:
            cells = _with_centre(cells, order, read_number(centre, "centre"))
        _check_given(cells, order, used)
        values: dict[str, Any] = {
            "order": order,
            "class_": class_,
            "given": cells,
            "numbers": None if normal else tuple(used),
            "sum": _sum(order, used, sum),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    # --- what follows from the fields ---

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.order * self.order

    @property
    def values(self) -> Sequence[int]:
        """The numbers that may be used, rising."""
        return range(1, self.size + 1) if self.numbers is None else self.numbers

    @property
    def fixed(self) -> dict[int, int]:
        """The given numbers by cell."""
        return {cell: value for cell, value in enumerate(self.given) if value is not None}

    @cached_property
    def lines(self) -> tuple[Line, ...] | None:
        """The lines and the sums they must have; None when no square can have such sums."""
        if self.sum is None:
            return None
        lines = lines_of(self.order, self.class_, Fraction(self.sum))
        return None if any(line.total.denominator != 1 for line in lines) else lines

    @cached_property
    def group(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries of the square that leave every given cell in its place."""
        fixed = self.fixed
        return tuple(g for g in symmetries(self.order) if all(g[cell] == cell for cell in fixed))

    @cached_property
    def least_pairs(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cells that say which square of an orbit is its first.

        Numbers differ, so a square is before its image exactly if at the first cell that moves its
        number is the smaller one.
        """
        pairs = (first_moved(g) for g in self.group)
        return tuple(sorted({pair for pair in pairs if pair is not None}))

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.magic import wording

        return wording.title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.magic import wording

        return wording.statement(self)

    # --- the rules ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words the first rule that *candidate* breaks, or None for a solution."""
        cells = read_candidate(candidate, self.order)
        n = self.order
        allowed = set(self.values)
        seen: set[int] = set()
        for cell, number in enumerate(cells):
            if number is None:
                return f"{self.name_of(cell)} is blank"
            if number not in allowed:
                return f"{number} is not one of the numbers"
            if number in seen:
                return f"{number} stands there twice"
            if self.given and self.given[cell] not in (None, number):
                return f"{self.name_of(cell)} is {number}, not {self.given[cell]}"
            seen.add(number)
        whole = [number for number in cells if number is not None]
        if n == 0:
            return None
        total = sum(whole[:n]) if self.sum is None else self.sum
        lines = list(rows_and_columns(n))
        if self.class_ != "semi-magic":
            lines += diagonals(n)
        if self.class_ in ("pandiagonal", "ultramagic"):
            lines += broken_diagonals(n)
        for name, line in lines:
            found = sum(whole[cell] for cell in line)
            if found != total:
                return f"{name} has the sum {found}, not {total}"
        if self.class_ in ("associative", "ultramagic"):
            return _why_not_associative(whole, n)
        return _why_not_bordered(whole, n) if self.class_ == "bordered" else None

    def data_of(self, candidate: object) -> Data:
        """Return the numbers of *candidate*, row by row; a square with a blank is refused."""
        cells = read_candidate(candidate, self.order)
        whole = tuple(number for number in cells if number is not None)
        if len(whole) < len(cells):
            where = self.name_of(cells.index(None))
            raise EverywayError("a square that is not filled:", text=candidate, where=where)
        return whole

    def name_of(self, cell: int) -> str:
        """Return the name of *cell*, such as ``row 1, column 3``."""
        row, column = divmod(cell, self.order)
        return f"row {row + 1}, column {column + 1}"

    def wrap(self, data: Data) -> Square:
        """Wrap numbers, row by row, as a square."""
        return Square(tuple(data))

    def is_canonical(self, data: Data) -> bool:
        """Return whether no symmetry makes a square that comes before *data*."""
        return all(data <= tuple(data[cell] for cell in g) for g in self.group)

    def size_of(self, data: Data) -> int:
        """Return the sum of each row."""
        return sum(data[: self.order])

    def size_range(self) -> tuple[int, int]:
        """Return the sum of the rows twice: it is the same for all solutions."""
        return (1, 0) if self.sum is None else (self.sum, self.sum)

    def sized(self, least: int, greatest: int) -> MagicSquare | None:
        """Return the puzzle itself when its sum is within the bounds."""
        return self if self.sum is not None and least <= self.sum <= greatest else None

    def construct(self) -> Square:
        """Return one square of this order and class at once, made by a rule, not by search.

        Not the first in order. Takes time in proportion to the number of cells. Raises
        ``EverywayError`` where no rule is known here: for given cells, for numbers that are not
        equally spaced, and for some classes and orders.

        >>> MagicSquare(9).construct().rows[0]
        (47, 58, 69, 80, 1, 12, 23, 34, 45)
        """
        from .construct import construct

        return construct(self)

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data; what has its default value is left out."""
        data: dict[str, Any] = {"puzzle": "magic", "order": self.order}
        if self.class_ != "magic":
            data["class"] = self.class_
        if self.given:
            data["given"] = cells_text(self.given, self.order, "\n").split("\n")
        if self.numbers is not None:
            data["numbers"] = numbers_text(self.numbers)
            if len(self.numbers) > self.size:
                data["sum"] = self.sum
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``; ``order`` may be left out beside ``given``."""
        options = dict(data)
        options.pop("puzzle", None)
        for key in options:
            if key not in KEYS:
                known = ", ".join(KEYS[1:])
                raise EverywayError("magic squares have no key", text=key, hint=f"one of {known}")
        given = options.pop("given", None)
        order = options.pop("order", None)
        if order is None:
            if not isinstance(given, list | str):
                raise EverywayError("a magic square needs its order, or given rows")
            order = len(given) if isinstance(given, list) else len(given.strip().splitlines())
        for key in ("sum", "centre"):
            if options.get(key) is not None:
                options[key] = read_number(options[key], key)
        return cls(order, options.pop("class", "magic"), given=given, **options)

    def __repr__(self) -> str:
        data = self.to_dict()
        named = [f"{key}={data[key]!r}" for key in ("given", "numbers", "sum") if key in data]
        class_ = [] if self.class_ == "magic" else [repr(self.class_)]
        return f"MagicSquare({', '.join([str(self.order), *class_, *named])})"


def _numbers(order: int, numbers: object, total: int | None) -> Sequence[int]:
    """Return the numbers to be used, rising."""
    size = order * order
    if numbers is not None:
        used = read_numbers(numbers)
        if len(used) < size:
            raise EverywayError(f"{len(used)} numbers for {size} cells:", text=numbers)
        if len(used) > size and total is None:
            raise EverywayError(
                f"{len(used)} numbers for {size} cells need a sum", hint="say which sum rows have"
            )
        consecutive = bool(used) and used[-1] - used[0] == len(used) - 1
        return range(used[0], used[-1] + 1) if consecutive else used
    if total is None or order == 0:
        return range(1, size + 1)
    # The sum of order squared consecutive numbers, by rows, is order * (first + last) / 2.
    double, rest = divmod(2 * read_number(total, "sum"), order)
    if rest or (double - size + 1) % 2:
        least = order * (size + 1) // 2
        hint = f"{least}, and what is more or less by a multiple of {order}, would do"
        raise EverywayError("no consecutive numbers give the sum", text=total, hint=hint)
    first = (double - size + 1) // 2
    return range(first, first + size)


def _sum(order: int, used: Sequence[int], total: int | None) -> int | None:
    if order == 0:
        if total not in (None, 0):
            raise EverywayError("the empty square has no rows with the sum", text=total)
        return 0
    if total is not None:
        total = read_number(total, "sum")
    if len(used) > order * order:
        return total
    # All numbers are used, so the sum follows.
    whole, rest = divmod(sum(used), order)
    if total is not None and (rest or total != whole):
        must = "which rows cannot share" if rest else f"so each row has {whole}"
        hint = f"all numbers together have {sum(used)}, {must}"
        raise EverywayError("the sum cannot be", text=total, hint=hint)
    return None if rest else whole


def _with_centre(cells: Cells, order: int, centre: int) -> Cells:
    if order % 2 == 0:
        raise EverywayError("an even order has no centre for", text=centre)
    filled = list(cells or (None,) * (order * order))
    middle = order * order // 2
    if filled[middle] not in (None, centre):
        raise EverywayError("two numbers for the centre:", text=f"{filled[middle]}, {centre}")
    filled[middle] = centre
    return tuple(filled)


def _check_given(cells: Cells, order: int, used: Sequence[int]) -> None:
    allowed = used if isinstance(used, range) else set(used)
    seen: set[int] = set()
    for cell, value in enumerate(cells):
        if value is None:
            continue
        where = f"row {cell // order + 1}, column {cell % order + 1}"
        if value not in allowed:
            usual = used == range(1, order * order + 1)
            hint = f"1 to {order * order}, or . for a blank" if usual else None
            raise EverywayError("not one of the numbers:", text=value, where=where, hint=hint)
        if value in seen:
            raise EverywayError("a number is given twice:", text=value, where=where)
        seen.add(value)


def _why_not_associative(whole: Sequence[int], order: int) -> str | None:
    pair = whole[0] + whole[-1]
    for name, (first, second) in opposite_pairs(order):
        found = whole[first] + whole[second]
        if found != pair:
            return f"{name} have the sum {found}, the corners {pair}"
    if order % 2 and 2 * whole[order * order // 2] != pair:
        return f"the centre is not half of {pair}"
    return None


def _why_not_bordered(whole: Sequence[int], order: int) -> str | None:
    for inner in inner_orders(order):
        within = [whole[cell] for cell in inner_cells(order, inner)]
        total = sum(within[:inner])
        for name, line in (*rows_and_columns(inner), *diagonals(inner)):
            if sum(within[cell] for cell in line) != total:
                return f"the square of order {inner} within is not magic: {name}"
    return None
