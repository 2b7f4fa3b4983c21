"""Sums, long multiplications and long divisions as they are drawn on paper.

Columns count: a letter, digit or blank is one cell, and cells below each other belong together.
A line is a number, with a sign before it or not; or a rule of dashes. Every blank (``.``, ``_``,
``?``, or ``*`` inside a number) is any digit, independent of all others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from everyway.core.errors import EverywayError
from everyway.families.alphametic.expression import (
    Expression,
    Product,
    Relation,
    Sum,
    Word,
    literal,
)
from everyway.families.alphametic.grammar import Reading, Symbols, settled_relations
from everyway.families.alphametic.marks import BLANK, HINT, mark_at

RULE = re.compile(r"\s*[-─━—–=]{2,}\s*")
TIMES = "×"
SIGNS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": TIMES, "·": TIMES, "⋅": TIMES}
SIGNS_APART = {"x": TIMES, "X": TIMES, "*": TIMES}
"""Signs only when a blank follows, for they may also belong to a number."""

BRACKET = ")"
MOST_LINES = 200


@dataclass(frozen=True)
class Row:
    """One line of a layout: its sign and number, or a rule where there are no marks.

    ``start`` is the column of the first cell; ``sign_column`` that of the sign.
    """

    line: int
    sign: str
    sign_column: int
    start: int
    marks: tuple[str, ...]
    width: int = 0

    @property
    def end(self) -> int:
        """The column of the last cell."""
        return self.start + len(self.marks) - 1

    @property
    def is_rule(self) -> bool:
        """Whether the line is a rule."""
        return not self.marks

    def error(self, message: str, hint: str | None = None) -> EverywayError:
        """Return an error about this line."""
        shown = "".join(self.marks)
        return EverywayError(message, text=shown, where=f"line {self.line}", hint=hint)


def is_layout(text: str) -> bool:
    r"""Return whether *text* is drawn as on paper: it has a rule, or a divisor before a ``)``.

    >>> is_layout("  AB\n+ CD\n----\n EFG"), is_layout("AB + CD = EFG")
    (True, False)
    """
    lines = text.splitlines()
    return len(lines) > 1 and any(
        RULE.fullmatch(line) or (BRACKET in line and "(" not in text and "=" not in text)
        for line in lines
    )


def read_layout(text: str, base: int, match_case: bool) -> Reading:
    """Return what a layout says; raise ``EverywayError`` where it cannot be read."""
    rows: list[Row] = []
    for number, line in enumerate(text.expandtabs().splitlines(), 1):
        if line.strip():
            if len(rows) >= MOST_LINES:
                raise EverywayError(f"more than {MOST_LINES} lines are too many for a layout")
            rows += _rows_of_line(number, line.rstrip(), base, match_case)
    drawing = _Drawing(rows)
    signs = {row.sign for row in rows}
    if BRACKET in signs:
        drawing.division()
    elif TIMES in signs:
        drawing.multiplication()
    else:
        drawing.addition()
    return drawing.reading()


def _rows_of_line(number: int, line: str, base: int, match_case: bool) -> list[Row]:
    """Return the number or rule of a line; for ``divisor ) dividend`` both numbers."""
    if RULE.fullmatch(line):
        start = len(line) - len(line.lstrip())
        return [Row(number, "", 0, start, (), len(line.strip()))]
    found: list[Row] = []
    column = at = 0
    sign, sign_column = "", 0
    while at < len(line):
        if line[at].isspace():
            at, column = at + 1, column + 1
            continue
        is_sign, name = _sign_at(line, at)
        if is_sign and not sign and not (found and name != BRACKET):
            sign, sign_column = name, column
            at, column = at + 1, column + 1
            continue
        marks: list[str] = []
        where = f"line {number}, column {column + 1}"
        while at < len(line) and (mark := _mark(line, at, base, match_case, number)):
            marks.append(mark[0])
            at = mark[1]
        if not marks:
            raise EverywayError("no letter, digit or sign:", text=line[at], where=where, hint=HINT)
        if found and sign != BRACKET:
            raise EverywayError("two numbers on one line:", text="".join(marks), where=where)
        found.append(Row(number, sign, sign_column, column, tuple(marks)))
        column += len(marks)
        if sign != BRACKET:
            sign = ""
    if not found or (sign and sign != BRACKET) or (sign == BRACKET and len(found) != 2):
        raise EverywayError(
            "no number stands after the sign", text=line.strip(), where=f"line {number}"
        )
    return found


def _sign_at(line: str, at: int) -> tuple[bool, str]:
    apart = line[at + 1 : at + 2].isspace()
    if line[at] == BRACKET:
        return True, BRACKET
    if line[at] in SIGNS:
        return True, SIGNS[line[at]]
    return (True, SIGNS_APART[line[at]]) if apart and line[at] in SIGNS_APART else (False, "")


def _mark(line: str, at: int, base: int, match_case: bool, number: int) -> tuple[str, int] | None:
    if line[at] == "*":
        return BLANK, at + 1
    try:
        return mark_at(line, at, base, match_case)
    except EverywayError as error:
        where = f"line {number}, {error.where}"
        raise EverywayError(error.message, text=error.text, where=where) from None


def _times(*factors: Expression) -> Product:
    return Product(tuple(("*", factor) for factor in factors))


def _shifted(word: Expression, places: int) -> Expression:
    """Return *word* with *places* zeros behind it, as a product."""
    if not places:
        return word
    return _times(word, Word((literal(1), *(literal(0),) * places)))


class _Drawing:
    """The rows of a layout, and the relations that follow from how they stand."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.symbols = Symbols()
        self.words = {row: self.symbols.word(row.marks) for row in rows if not row.is_rule}
        self.relations: list[Relation] = []

    def equal(self, left: Expression, right: Expression) -> None:
        """Add an equation."""
        self.relations.append(Relation(left, "=", right))

    def sections(self) -> list[list[Row]]:
        """Return the rows between the rules."""
        found: list[list[Row]] = [[]]
        for row in self.rows:
            if row.is_rule:
                found.append([])
            else:
                found[-1].append(row)
        return [section for section in found if section]

    def addition(self) -> None:
        """Read a column of numbers, a rule, and their sum."""
        sections = self.sections()
        if len(sections) != 2 or len(sections[0]) < 2 or len(sections[1]) != 1:
            raise EverywayError(
                "no sum, product or division as on paper",
                hint="a sum has two numbers or more, a line ---, and the result",
            )
        terms = tuple((-1 if row.sign == "-" else 1, self.words[row]) for row in sections[0])
        (result,) = sections[1]
        # The longest reaches the column of the ones wherever it begins.
        ones = max(row.end for row in [*sections[0], result])
        for row in [*sections[0], result]:
            if row.end != ones:
                raise row.error(
                    f"ends in column {row.end + 1}, but the ones stand in column {ones + 1}:",
                    "the last digits of a sum stand below each other, so put blanks before it",
                )
        self.equal(Sum(terms), self.words[result])

    def multiplication(self) -> None:
        """Read a multiplicand, a multiplier, the partial products if they are given, a product."""
        sections = self.sections()
        if (
            len(sections) not in (2, 3)
            or len(sections[0]) != 2
            or len(sections[-1]) != 1
            or [row.sign for row in sections[0]] != ["", TIMES]
        ):
            raise EverywayError(
                "no long multiplication as on paper",
                hint="two numbers, ---, partial products if there are any, ---, and the product",
            )
        (above, below), (product,) = sections[0], sections[-1]
        for row in (below, product):
            if row.end != above.end:
                raise row.error("should end below the last digit of the multiplicand:")
        multiplicand, multiplier = self.words[above], self.words[below]
        if len(sections) == 2:
            self.equal(_times(multiplicand, multiplier), self.words[product])
            return
        partial = self._partial_products(above, multiplier, sections[1])
        for k, cell in enumerate(reversed(multiplier.cells)):
            if k in partial:
                self.equal(_times(multiplicand, Word((cell,))), partial[k])
            else:
                # A digit without a partial product is zero.
                self.equal(Word((cell,)), Word((literal(0),)))
        terms = tuple((1, _shifted(word, k)) for k, word in sorted(partial.items()))
        self.equal(Sum(terms), self.words[product])

    def _partial_products(
        self, above: Row, multiplier: Word, rows: Sequence[Row]
    ) -> dict[int, Word]:
        """Return the partial products by the place of their digit, counted from the right."""
        found: dict[int, Word] = {}
        for row in rows:
            k = above.end - row.end
            if not 0 <= k < len(multiplier.cells) or k in found or row.sign not in ("", "+"):
                raise row.error(
                    "a partial product that belongs to no digit of the multiplier:",
                    "each ends below its digit, the first at the right",
                )
            found[k] = self.words[row]
        return found

    def division(self) -> None:
        """Read a quotient, ``divisor ) dividend``, and products and remainders by turns."""
        rows = [row for row in self.rows if not row.is_rule]
        if len(rows) < 4 or rows[2].sign != BRACKET or any(r.sign == BRACKET for r in rows[3:]):
            raise EverywayError(
                "no long division as on paper",
                hint="the quotient, divisor ) dividend, then products and remainders by turns",
            )
        quotient, above, dividend = rows[:3]
        divisor = self.words[above]
        if quotient.end != dividend.end or quotient.start < dividend.start:
            raise quotient.error(
                "a quotient that does not stand above the dividend:",
                "their last digits are in line",
            )
        digits = dict(
            zip(range(quotient.start, quotient.end + 1), self.words[quotient].cells, strict=True)
        )
        cells = self.words[dividend].cells
        current: Expression | None = None
        at = dividend.start - 1
        for product, remainder in zip(rows[3::2], [*rows[4::2], None], strict=False):
            if current is None:
                at = product.end
                current = Word(cells[: max(0, at - dividend.start + 1)])
            if product.end != at or product.end not in digits or product.sign not in ("", "-"):
                raise product.error("a product that belongs to no digit of the quotient:")
            self.equal(_times(divisor, Word((digits.pop(at),))), self.words[product])
            current, at = self._remainder(dividend, current, product, remainder, at)
        if at != dividend.end:
            raise rows[-1].error("the last remainder should end below the dividend's last digit:")
        for cell in digits.values():
            # A digit of the quotient without a product is zero.
            self.equal(Word((cell,)), Word((literal(0),)))
        assert current is not None
        self.relations.append(Relation(current, "<", divisor))

    def _remainder(
        self, dividend: Row, current: Expression, product: Row, remainder: Row | None, at: int
    ) -> tuple[Expression, int]:
        """Subtract *product*, bring digits down, and return the new remainder and where it ends."""
        left = Sum(((1, current), (-1, self.words[product])))
        if remainder is None:
            zero = Word((literal(0),))
            self.equal(left, zero)
            return zero, at
        if not at <= remainder.end <= dividend.end or remainder.sign:
            raise remainder.error("a remainder that stands in the wrong place:")
        places = remainder.end - at
        first = at - dividend.start + 1
        down = self.words[dividend].cells[first : first + places]
        shifted = _shifted(left, places)
        whole = Sum(((1, shifted), (1, Word(down)))) if down else shifted
        self.equal(whole, self.words[remainder])
        return self.words[remainder], remainder.end

    def reading(self) -> Reading:
        """Return all that was read, numbers in the order of the lines."""
        symbols = self.symbols
        final = {row: symbols.settled_word(word) for row, word in self.words.items()}
        left = min(min(row.start, row.sign_column if row.sign else row.start) for row in self.rows)
        drawn = _drawn(self.rows, final, left)
        letters = tuple(symbols.letters)
        return Reading(
            settled_relations(self.relations, symbols),
            letters,
            symbols.blanks,
            drawing_text(drawn, letters),
            tuple(final[row] for row in self.rows if not row.is_rule),
            drawn,
        )


def _drawn(
    rows: Sequence[Row], words: dict[Row, Word], left: int
) -> tuple[tuple[tuple[int, str | int], ...], ...]:
    """Return each line as pairs of a column and what stands there: a cell, or a sign as text."""
    lines: dict[int, list[tuple[int, str | int]]] = {}
    for row in rows:
        line = lines.setdefault(row.line, [])
        if row.is_rule:
            line += [(row.start + k - left, "-") for k in range(row.width)]
            continue
        if row.sign and (row.sign_column - left, row.sign) not in line:
            line.append((row.sign_column - left, row.sign))
        line += [(row.start + k - left, cell) for k, cell in enumerate(words[row].cells)]
    return tuple(tuple(sorted(line, key=lambda pair: pair[0])) for line in lines.values())


def drawing_text(drawn: Sequence[Sequence[tuple[int, str | int]]], letters: Sequence[str]) -> str:
    """Return a drawing with its letters, digits and blanks as lines of text."""
    lines = []
    for line in drawn:
        width = max(column for column, _ in line) + 1
        marks = [" "] * width
        for column, what in line:
            marks[column] = what if isinstance(what, str) else mark_of(what, letters)
        lines.append("".join(marks))
    return "\n".join(lines)


def mark_of(cell: int, letters: Sequence[str]) -> str:
    """Return what a cell shows before it is solved."""
    if cell < 0:
        return str(-1 - cell)
    return letters[cell] if cell < len(letters) else BLANK
