"""Long divisions and square roots: a digit of the result at a time, with what is left each time.

The lines below the first two are products and remainders by turns. Each remainder has the next
digits brought down. The way through such a drawing begins with the divisor, or the root, and with
what is left at the end: from these all lines follow, from the last one upwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from everyway.core.errors import EverywayError
from everyway.families.alphametic.expression import Expression, Sum, Word, literal
from everyway.families.alphametic.layout import Drawing, shifted, times
from everyway.families.alphametic.layout_rows import BRACKET, ROOT, Row

ZERO = Word((literal(0),))


@dataclass(frozen=True)
class Turn:
    """One digit of the result: its index, its product, from what the product is taken.

    ``whole`` is that from which the product is taken; ``down`` are the digits of the number in the
    second line that are then brought down.
    """

    index: int
    product: Word
    whole: Word
    down: Word


@dataclass(frozen=True)
class Ladder:
    """The turns of a drawing from the first, and what is left after them, None for nothing."""

    turns: tuple[Turn, ...]
    left: Word | None


def division(drawing: Drawing) -> None:
    """Read a quotient, ``divisor ) dividend``, and products and remainders by turns."""
    rows = [row for row in drawing.rows if not row.is_rule]
    if len(rows) < 4 or rows[2].sign != BRACKET or any(r.sign == BRACKET for r in rows[3:]):
        raise EverywayError(
            "no long division as on paper",
            hint="the quotient, divisor ) dividend, then products and remainders by turns",
        )
    quotient, above, dividend = rows[:3]
    divisor = drawing.words[above]
    if quotient.end != dividend.end or quotient.start < dividend.start:
        raise quotient.error(
            "a quotient that does not stand above the dividend:",
            "their last digits are in line",
        )
    cells = drawing.words[quotient].cells

    def product_of(index: int) -> Expression:
        return times(divisor, Word((cells[index],)))

    index_at = {column: index for index, column in enumerate(quotient.columns)}
    ladder = _ladder(drawing, dividend, rows[3:], index_at, "quotient", product_of)
    drawing.stage(divisor.cells)
    _zeros(drawing, cells, ladder)
    drawing.less(ZERO if ladder.left is None else ladder.left, divisor)
    drawing.stage(() if ladder.left is None else ladder.left.cells)
    below = ladder.left
    for turn in reversed(ladder.turns):
        product = (turn.product, product_of(turn.index))
        drawing.stage((cells[turn.index],), product, *_upwards(turn, below))
        below = turn.whole


def square_root(drawing: Drawing) -> None:
    """Read a root, ``√`` and a number in pairs of digits, and products and remainders by turns.

    A remainder may have the divisor of its turn before it: twice the root so far, and the digit.
    """
    rows = [row for row in drawing.rows if not row.is_rule]
    signs = [row.sign for row in rows]
    if len(rows) < 3 or signs[:2] != ["", ROOT] or ROOT in signs[2:]:
        raise EverywayError(
            "no square root as on paper",
            hint="the root, √ and the number, then products and remainders by turns",
        )
    root, number = rows[:2]
    cells = drawing.words[root].cells
    pairs = (len(number.marks) + 1) // 2
    if len(cells) != pairs or root.end != number.end:
        raise root.error(
            f"a root that does not stand above the number, one digit for each of {pairs} pairs:",
            "their last digits are in line; pairs are counted from the right",
        )

    def product_of(index: int) -> Expression:
        return times(_divisor(cells, index), Word((cells[index],)))

    index_at = {number.end - 2 * (pairs - 1 - index): index for index in range(pairs)}
    divisors, others = _divisors(rows[2:], index_at)
    ladder = _ladder(drawing, number, others, index_at, "root", product_of)
    for index, row in divisors.items():
        drawing.equal(_divisor(cells, index), drawing.words[row])
    products = {turn.index: turn.product for turn in ladder.turns}
    for index, cell in enumerate(cells):
        follows = [(products[index], product_of(index))] if index in products else []
        if index in divisors:
            follows.insert(0, (drawing.words[divisors[index]], _divisor(cells, index)))
        drawing.stage((cell,), *follows)
    _zeros(drawing, cells, ladder)
    most = Sum(((1, Word(cells)), (1, Word(cells)), (1, Word((literal(1),)))))
    drawing.less(ZERO if ladder.left is None else ladder.left, most)
    drawing.stage(() if ladder.left is None else ladder.left.cells)
    below = ladder.left
    for turn in reversed(ladder.turns):
        drawing.stage((), *_upwards(turn, below))
        below = turn.whole


def _divisor(cells: Sequence[int], index: int) -> Expression:
    """Return what a digit of a root is multiplied by: twice what stands before it, and itself."""
    if not index:
        return Word((cells[0],))
    before = Word((*cells[:index], literal(0)))
    return Sum(((1, before), (1, before), (1, Word((cells[index],)))))


def _divisors(rows: Sequence[Row], index_at: dict[int, int]) -> tuple[dict[int, Row], list[Row]]:
    """Return the divisors that are written before remainders, by the digit, and all other rows."""
    divisors: dict[int, Row] = {}
    others: list[Row] = []
    for row, after in zip(rows, [*rows[1:], None], strict=True):
        if after is None or after.sign != BRACKET:
            others.append(row)
        elif after.end not in index_at or index_at[after.end] in divisors:
            raise after.error("belongs to no digit of the root:")
        else:
            divisors[index_at[after.end]] = row
    return divisors, others


def _zeros(drawing: Drawing, cells: Sequence[int], ladder: Ladder) -> None:
    """Say that digits of the result without a product are zero."""
    have = {turn.index for turn in ladder.turns}
    for index, cell in enumerate(cells):
        if index not in have:
            drawing.zero(cell)


def _upwards(turn: Turn, below: Word | None) -> list[tuple[Word, Expression]]:
    """Return what follows from a product and the remainder below it: all that is above them."""
    if below is None:
        return [(turn.whole, turn.product)]
    places = len(turn.down.cells)
    cut = max(0, len(below.cells) - places)
    left, down = Word(below.cells[:cut]), Word(below.cells[cut:])
    follows: list[tuple[Word, Expression]] = [(turn.whole, Sum(((1, turn.product), (1, left))))]
    return [*follows, (turn.down, down)] if places else follows


def _ladder(
    drawing: Drawing,
    number: Row,
    rows: Sequence[Row],
    index_at: dict[int, int],
    result: str,
    product_of: Callable[[int], Expression],
) -> Ladder:
    """Read products and remainders by turns, and add what they say to the drawing.

    A product ends where its digit of the result stands, at a column of *index_at*.
    """
    cells = drawing.words[number].cells
    turns: list[Turn] = []
    whole: Word | None = None
    at = number.start - 1
    last = -1
    for product, remainder in zip(rows[::2], [*rows[1::2], None], strict=False):
        if whole is None:
            at = product.end
            whole = Word(cells[: max(0, at - number.start + 1)])
        index = index_at.get(at, -1)
        if product.end != at or index <= last or product.sign not in ("", "-"):
            raise product.error(f"a product that belongs to no digit of the {result}:")
        word = drawing.words[product]
        drawing.equal(product_of(index), word)
        below, end, down = _remainder(drawing, number, (whole, word), remainder, at)
        turns.append(Turn(index, word, whole, Word(down)))
        whole, at, last = below, end, index
    if at != number.end:
        raise rows[-1].error("the last remainder should end below the last digit of the number:")
    return Ladder(tuple(turns), whole)


def _remainder(
    drawing: Drawing, number: Row, taken: tuple[Word, Word], remainder: Row | None, at: int
) -> tuple[Word | None, int, tuple[int, ...]]:
    """Subtract, and bring digits down: return what is left, where it ends, the digits brought."""
    left = Sum(((1, taken[0]), (-1, taken[1])))
    if remainder is None:
        drawing.equal(left, ZERO)
        return None, at, ()
    if not at <= remainder.end <= number.end or remainder.sign not in ("", BRACKET):
        raise remainder.error("a remainder that stands in the wrong place:")
    places = remainder.end - at
    first = at - number.start + 1
    down = drawing.words[number].cells[first : first + places]
    above = shifted(left, places)
    drawing.equal(Sum(((1, above), (1, Word(down)))) if down else above, drawing.words[remainder])
    return drawing.words[remainder], remainder.end, down
