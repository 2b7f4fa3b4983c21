"""The lines of a sum as it is drawn on paper: rules, and rows of cells that stand in columns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from everyway.core.errors import EverywayError
from everyway.families.alphametic.marks import BLANK, HINT, Case, mark_at

RULE = re.compile(r"\s*[-─━—–=]{2,}\s*")
TIMES = "×"
SIGNS = {"+": "+", "-": "-", "−": "-", "–": "-", "×": TIMES, "·": TIMES, "⋅": TIMES}
SIGNS_APART = {"x": TIMES, "X": TIMES, "*": TIMES}
"""Signs only when a blank follows, for they may also belong to a number."""

BRACKET = ")"
MOST_LINES = 200
ROOT = "√"
ROOTS = (ROOT, "\\/")
EQUATION = re.compile(r"[=<>]")
SPACED = 2
"""The digits of a square root may stand above every second column, one above each pair."""


@dataclass(frozen=True)
class Row:
    """One line of a layout: its sign and number, or a rule where there are no marks.

    ``start`` is the column of the first cell, ``sign_column`` that of the sign, and ``gap`` how far
    each cell is from the one before.
    """

    line: int
    sign: str
    sign_column: int
    start: int
    marks: tuple[str, ...]
    width: int = 0
    gap: int = 1

    @property
    def columns(self) -> range:
        """The columns of the cells."""
        return range(self.start, self.start + self.gap * len(self.marks), self.gap)

    @property
    def end(self) -> int:
        """The column of the last cell."""
        return self.columns[-1]

    @property
    def is_rule(self) -> bool:
        """Whether the line is a rule."""
        return not self.marks

    def error(self, message: str, hint: str | None = None) -> EverywayError:
        """Return an error about this line."""
        shown = "".join(self.marks)
        return EverywayError(message, text=shown, where=f"line {self.line}", hint=hint)


def is_equation(line: str) -> bool:
    """Return whether *line*, of a layout, is an equation beside it, and no part of the drawing.

    >>> is_equation("A + B = C"), is_equation("====="), is_equation("+ AB")
    (True, False, False)
    """
    return EQUATION.search(line) is not None and not RULE.fullmatch(line)


def rows_of_line(number: int, line: str, base: int, case: Case, spaced: bool) -> list[Row]:
    """Return the number or rule of a line; for ``divisor ) dividend`` both numbers.

    In a *spaced* line digits may stand in every second column.
    """
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
        name, length = _sign_at(line, at)
        if name and not sign and not (found and name != BRACKET):
            sign, sign_column = name, column
            at, column = at + length, column + length
            continue
        marks: list[str] = []
        where = f"line {number}, column {column + 1}"
        while at < len(line) and (mark := _mark(line, at, base, case, number)):
            marks.append(mark[0])
            at = mark[1]
        if not marks:
            raise EverywayError("no letter, digit or sign:", text=line[at], where=where, hint=HINT)
        row = Row(number, sign, sign_column, column, tuple(marks))
        if spaced and found and (joined := _joined(found[-1], row)):
            found[-1] = joined
        elif found and sign != BRACKET:
            raise EverywayError("two numbers on one line:", text="".join(marks), where=where)
        else:
            found.append(row)
        column += len(marks)
        if sign != BRACKET:
            sign = ""
    if not found or (sign and sign != BRACKET) or (sign == BRACKET and len(found) != 2):
        raise EverywayError(
            "no number stands after the sign", text=line.strip(), where=f"line {number}"
        )
    return found


def _joined(before: Row, after: Row) -> Row | None:
    """Return digits in every second column as one row, or None for two numbers."""
    apart = after.start - before.end == SPACED and len(after.marks) == 1 and not before.sign
    if not apart or not (len(before.marks) == 1 or before.gap == SPACED):
        return None
    return Row(before.line, "", 0, before.start, before.marks + after.marks, gap=SPACED)


def _sign_at(line: str, at: int) -> tuple[str, int]:
    """Return the sign at a place and its length, or ``""`` and 0."""
    for root in ROOTS:
        if line.startswith(root, at):
            return ROOT, len(root)
    if line[at] == BRACKET:
        return BRACKET, 1
    if line[at] in SIGNS:
        return SIGNS[line[at]], 1
    apart = line[at + 1 : at + 2].isspace()
    return (SIGNS_APART[line[at]], 1) if apart and line[at] in SIGNS_APART else ("", 0)


def _mark(line: str, at: int, base: int, case: Case, number: int) -> tuple[str, int] | None:
    if line[at] == "*":
        return BLANK, at + 1
    try:
        return mark_at(line, at, base, case)
    except EverywayError as error:
        where = f"line {number}, {error.where}"
        raise EverywayError(error.message, text=error.text, where=where) from None
