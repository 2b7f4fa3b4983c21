"""Sums, long multiplications and divisions, and square roots as they are drawn on paper.

Columns count: a letter, digit or blank is one cell, and cells below each other belong together.
A line is a number, with a sign before it or not; or a rule of dashes. Every blank (``.``, ``_``,
``?``, or ``*`` inside a number) is any digit, independent of all others. Equations may stand on
lines of their own below the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.errors import EverywayError
from everyway.families.alphametic.expression import (
    Expression,
    Product,
    Relation,
    Sum,
    Word,
    literal,
)
from everyway.families.alphametic.grammar import (
    Reading,
    Stage,
    Symbols,
    parsed,
    settled,
    settled_relations,
    written,
)
from everyway.families.alphametic.layout_rows import (
    BRACKET,
    MOST_LINES,
    ROOT,
    ROOTS,
    RULE,
    TIMES,
    Row,
    is_equation,
    rows_of_line,
)
from everyway.families.alphametic.marks import BLANK, Case, Token, case_of, tokens_of

Drawn = tuple[tuple[tuple[int, str | int], ...], ...]
"""Lines: pairs of a column and what stands there, a cell, or a sign as text."""


def is_layout(text: str) -> bool:
    r"""Return whether *text* is drawn as on paper: it has a rule, or a ``)`` or ``√``.

    >>> is_layout("  AB\n+ CD\n----\n EFG"), is_layout("AB + CD = EFG")
    (True, False)
    """
    lines = [line for line in text.splitlines() if not is_equation(line)]
    return len(lines) > 1 and any(
        RULE.fullmatch(line)
        or (BRACKET in line and not any("(" in other for other in lines))
        or any(root in line for root in ROOTS)
        for line in lines
    )


def read_layout(text: str, base: int, match_case: bool) -> Reading:
    """Return what a layout says; raise ``EverywayError`` where it cannot be read."""
    text = text.expandtabs()
    case = case_of(text, match_case)
    rows, equations = _parted(text, base, case)
    drawing = Drawing(rows)
    signs = {row.sign for row in rows}
    if ROOT in signs or BRACKET in signs:
        # Only these have lines by turns; a module of their own knows them.
        from everyway.families.alphametic.layout_steps import division, square_root

        (square_root if ROOT in signs else division)(drawing)
    elif TIMES in signs:
        drawing.multiplication()
    else:
        drawing.addition()
    return drawing.reading(tokens_of(equations, base, case))


def _parted(text: str, base: int, case: Case) -> tuple[list[Row], str]:
    """Return the rows of the drawing, and the equations below it, each on its own line still."""
    lines = text.split("\n")
    spaced = any(root in text for root in ROOTS)
    rows: list[Row] = []
    equations = [""] * len(lines)
    for number, line in enumerate(lines, 1):
        if is_equation(line):
            equations[number - 1] = line
        elif line.strip():
            if any(equations):
                raise EverywayError(
                    "a sum as on paper has no line below an equation:",
                    text=line.strip(),
                    where=f"line {number}",
                    hint="equations stand below the whole drawing",
                )
            if len(rows) >= MOST_LINES:
                raise EverywayError(f"more than {MOST_LINES} lines are too many for a layout")
            rows += rows_of_line(number, line.rstrip(), base, case, spaced)
            spaced = spaced and rows[-1].sign != ROOT
    return rows, "\n".join(equations)


def times(*factors: Expression) -> Product:
    """Return a product."""
    return Product(tuple(("*", factor) for factor in factors))


def shifted(word: Expression, places: int) -> Expression:
    """Return *word* with *places* zeros behind it, as a product."""
    if not places:
        return word
    return times(word, Word((literal(1), *(literal(0),) * places)))


class Drawing:
    """The rows of a layout, and the relations that follow from how they stand."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        self.symbols = Symbols()
        self.words = {row: self.symbols.word(row.marks) for row in rows if not row.is_rule}
        self.relations: list[Relation] = []
        self.stages: list[Stage] = []
        self.apart: list[Relation] = []

    def equal(self, left: Expression, right: Expression) -> None:
        """Add an equation."""
        self.relations.append(Relation(left, "=", right))

    def less(self, left: Expression, right: Expression) -> None:
        """Add that one value is less than another, which no stage takes care of."""
        self.relations.append(Relation(left, "<", right))
        self.apart.append(self.relations[-1])

    def stage(self, chosen: Sequence[int], *follows: tuple[Word, Expression]) -> None:
        """Add a stage of the way through the drawing."""
        self.stages.append(Stage(tuple(chosen), follows))

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
        whole = (self.words[product], times(multiplicand, multiplier))
        self.stage(multiplicand.cells)
        if len(sections) == 2:
            self.equal(times(multiplicand, multiplier), self.words[product])
            self.stage(multiplier.cells, whole)
            return
        partial = self._partial_products(above, multiplier, sections[1])
        for k, cell in enumerate(reversed(multiplier.cells)):
            if k in partial:
                self.equal(times(multiplicand, Word((cell,))), partial[k])
                self.stage((cell,), (partial[k], times(multiplicand, Word((cell,)))))
            else:
                self.zero(cell)
        terms = tuple((1, shifted(word, k)) for k, word in sorted(partial.items()))
        self.equal(Sum(terms), self.words[product])
        self.stage((), whole)

    def zero(self, cell: int) -> None:
        """Say that a digit for which there is no line is zero."""
        zero = Word((literal(0),))
        self.equal(Word((cell,)), zero)
        self.stage((), (Word((cell,)), zero))

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

    def reading(self, beside: Sequence[Token]) -> Reading:
        """Return all that was read, numbers in the order of the lines, equations *beside* last."""
        symbols = self.symbols
        relations: list[Relation] = []
        words: list[Word] = []
        if any(token.kind != "end" for token in beside):
            relations, words = parsed(beside, symbols)
        final = {row: symbols.settled_word(word) for row, word in self.words.items()}
        extra = tuple(symbols.settled_word(word) for word in words)
        left = min(min(row.start, row.sign_column if row.sign else row.start) for row in self.rows)
        drawn = _drawn(self.rows, final, left) + (_beside(beside, extra) if extra else ())
        letters = tuple(symbols.letters)
        numbers = tuple(final[row] for row in self.rows if not row.is_rule)
        return Reading(
            settled_relations([*self.relations, *relations], symbols),
            letters,
            symbols.blanks,
            drawing_text(drawn, letters),
            numbers + extra,
            numbers[-1],
            drawn,
            tuple(_settled_stage(stage, symbols) for stage in self.stages),
            settled_relations([*self.apart, *relations], symbols),
        )


def _settled_stage(stage: Stage, symbols: Symbols) -> Stage:
    """Return *stage* with blanks numbered after the letters."""
    return Stage(
        tuple(map(symbols.settle, stage.chosen)),
        tuple(
            (symbols.settled_word(word), settled(value, symbols)) for word, value in stage.follows
        ),
    )


def _beside(tokens: Sequence[Token], words: Sequence[Word]) -> Drawn:
    """Return the equations beside a drawing as lines of their own, one below the other."""
    numbers = iter(words)
    lines: list[list[tuple[int, str | int]]] = [[]]
    text = written(tokens)
    start = 0
    for token in tokens_of(text, 36, "kept"):
        column = token.position - start
        if token.kind == "end":
            lines.append([])
            start = token.position + len(", ")
        elif token.kind == "number":
            lines[-1] += list(enumerate(next(numbers).cells, column))
        else:
            lines[-1].append((column, token.text))
    return tuple(map(tuple, lines))


def _drawn(rows: Sequence[Row], words: dict[Row, Word], left: int) -> Drawn:
    """Return each line as pairs of a column and what stands there: a cell, or a sign as text."""
    lines: dict[int, list[tuple[int, str | int]]] = {}
    for row in rows:
        line = lines.setdefault(row.line, [])
        if row.is_rule:
            line += [(row.start + k - left, "-") for k in range(row.width)]
            continue
        if row.sign and (row.sign_column - left, row.sign) not in line:
            line.append((row.sign_column - left, row.sign))
        columns = (column - left for column in row.columns)
        line += list(zip(columns, words[row].cells, strict=True))
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
