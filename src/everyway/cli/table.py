"""A question for a range of sizes, as a table or as a b-file of the OEIS."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from everyway.cli.codes import ANSWERED, BAD_INPUT, worst
from everyway.cli.options import Given
from everyway.cli.output import check_output, exit_code, remark, write_bytes
from everyway.cli.plainly import as_json
from everyway.cli.puzzles import puzzle_of, spread
from everyway.core.answer import Answer
from everyway.core.errors import EverywayError
from everyway.core.memory import forget_if_many
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question
from everyway.families.ranges import asked_in_range
from everyway.runs.choice import seconds_text
from everyway.runs.road import SIGNALS

ENDINGS = (".txt", ".csv", ".json")
OEIS_NAME = re.compile(r"b[0-9]{6}\.txt")
"""What the OEIS calls a b-file: a file of this name is one."""

TABLE_HELPS = {
    "ledger": "a folder: what is finished of each row is kept in a file there; go on from it",
    "json": "print each row as one JSON object",
    "output": "also write a file: .txt, .csv or .json; a b-file where it is called b000170.txt",
    "explain": "say of each row which engine was chosen and why",
}

Ask = Callable[[Puzzle, Question, Given, str | None], Answer]
"""What asks a question, keeping what is finished in the ledger of this name."""


@dataclass(frozen=True)
class _Row:
    """A row of a table: its n, and the answer with further cells, or why there is none."""

    n: int
    answer: Answer | None
    both: tuple[Answer, ...] = ()
    why: str = ""

    def cells(self, width: int) -> list[str]:
        """Return the cells after n, *width* of them beside the answer's own."""
        if self.answer is None:
            return [self.why]
        answer = self.answer
        agreed = [
            f"{e.kind} DISAGREES" if e.agrees is False else e.kind
            for e in answer.evidence
            if e.agrees is not None
        ]
        numbers = [_cell(number) for number in self.both] or ["?"] * width
        return [
            _cell(answer), *numbers, seconds_text(answer.seconds), answer.engine, ", ".join(agreed),
        ]  # fmt: skip

    def code(self) -> int:
        """Return the exit code: that there is no solution is an answer like any other."""
        if self.answer is None:
            return BAD_INPUT
        all_of = (self.answer, *self.both)
        return worst(*(ANSWERED if a.exact else exit_code(a) for a in all_of))

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data for JSON."""
        if self.answer is None:
            return {"n": self.n, "error": self.why}
        return {"n": self.n, **self.answer.to_dict()}


@dataclass
class _Printed:
    """Prints rows as they are answered, and keeps them for the file."""

    given: Given
    head: tuple[str, ...]
    bfile: bool
    rows: list[_Row] = field(default_factory=list)

    @property
    def width(self) -> int:
        """How many cells there are beside the answer's own."""
        return len(self.head) - 5

    def add(self, row: _Row) -> None:
        """Print *row*."""
        if not self.rows and not (self.bfile or self.given.json):
            print("\t".join(self.head))
        self.rows.append(row)
        if row.answer is not None and row.answer.disagreements:
            print("\n".join([f"n={row.n}:", *row.answer.alert()]), file=sys.stderr)
        if self.given.json:
            print(as_json(row.to_dict()), flush=True)
        elif not self.bfile:
            print("\t".join([str(row.n), *row.cells(self.width)]), flush=True)
        elif row.answer is None:
            remark(f"n={row.n} is left out: {row.why}", self.given)
        elif row.answer.value is not None and row.answer.exact:
            print(f"{row.n} {row.answer.value}", flush=True)

    def write(self) -> None:
        """Write ``--output``, as its name says."""
        if self.given.output is not None:
            write_bytes(self.given.output, self._file(Path(self.given.output)).encode(), self.given)

    def _file(self, path: Path) -> str:
        ending = path.suffix.lower()
        if ending == ".json":
            rows = [row.to_dict() for row in self.rows]
            return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"
        if ending == ".csv":
            text = io.StringIO()
            writer = csv.writer(text, lineterminator="\n")
            writer.writerow(self.head)
            writer.writerows([row.n, *row.cells(self.width)] for row in self.rows)
            return text.getvalue()
        if self.bfile or OEIS_NAME.fullmatch(path.name):
            return "".join(f"{row.n} {row.answer.value}\n" for row in self._exact())
        lines = [self.head, *([str(row.n), *row.cells(self.width)] for row in self.rows)]
        return "".join("\t".join(line) + "\n" for line in lines)

    def _exact(self) -> Iterator[Any]:
        """Yield the rows of a b-file: the exact ones before the first that is not finished."""
        for row in self.rows:
            if row.answer is not None and not row.answer.exact:
                return
            if row.answer is not None and row.answer.value is not None:
                yield row


def print_table(
    name: str,
    words: Sequence[str],
    options: dict[str, Any],
    given: Given,
    make: Callable[[Given], Question],
    ask: Ask,
) -> int:
    """Print a row for each size as it is answered; return the exit code.

    A size of which nothing can be asked has a row that says why, and exit code 2. A b-file has only
    exact values: at the first row that is not it ends. The exit code is that of the worst row: 3
    where one was cut short, 4 where evidence disagrees with one.
    """
    if given.how_many and (name == "count" or given.bfile or given.json):
        raise EverywayError("--how-many goes with a table of smallest or largest, as text")
    check_output(given, endings=ENDINGS)
    words, options = spread(words, options)
    folder = _folder(given)
    more = ("all", "up to symmetry") if given.how_many else ()
    head = ("n", "value", *more, "seconds", "engine", "evidence")
    printed = _Printed(given, head, given.bfile)
    before: list[_Row] = []
    try:
        for n, puzzle in asked_in_range(words, options, name, puzzle_of):
            given = replace(given)  # the limits are those of a row
            forget_if_many()
            row = _row(n, puzzle, make(given), given, ask, folder)
            if row.answer is None and not printed.rows:
                before.append(row)  # not printed if it is so of all rows: then that is the answer
                continue
            for early in before:
                printed.add(early)
            before.clear()
            printed.add(row)
            answer = row.answer
            if answer is None:
                continue
            if given.bfile and not answer.exact:
                remark(f"n={n} is not exact ({_cell(answer)}): the b-file ends before it", given)
                break
            if answer.interrupted and answer.stopped_by in SIGNALS.values():
                break
    finally:
        if printed.rows:
            printed.write()
    if before:
        raise EverywayError(before[0].why)
    return worst(*(row.code() for row in printed.rows))


def _row(
    n: int,
    puzzle: Puzzle | EverywayError,
    question: Question,
    given: Given,
    ask: Ask,
    folder: Path | None,
) -> _Row:
    if isinstance(puzzle, EverywayError):
        return _Row(n, None, why=str(puzzle))
    try:
        answer = ask(puzzle, question, given, _ledger(folder, n, question))
        both = _how_many(n, puzzle, answer, given, ask, folder) if given.how_many else ()
    except EverywayError as error:
        return _Row(n, None, why=str(error))
    return _Row(n, answer, both)


def _folder(given: Given) -> Path | None:
    """Return the folder of ``--ledger``, made if there is none."""
    if given.ledger is None:
        return None
    folder = Path(given.ledger)
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        hint = "a table keeps a ledger for each row, in a folder"
        raise EverywayError("no folder for ledgers:", text=folder, hint=hint) from error
    return folder


def _ledger(folder: Path | None, n: int, question: Question, kind: str = "") -> str | None:
    """Return the name of the ledger of one row, or None."""
    up_to = getattr(question, "up_to", None)
    parts = [kind or question.name.lower(), *([up_to] if up_to else []), str(n)]
    return None if folder is None else str(folder / ("-".join(parts) + ".db"))


def _how_many(
    n: int, puzzle: Puzzle, answer: Answer, given: Given, ask: Ask, folder: Path | None
) -> tuple[Answer, ...]:
    """Return how many solutions of the best size there are, all and up to symmetry, if proved."""
    if not answer.optimal_proven:
        return ()
    sized = puzzle.sized(answer.value, answer.value)
    if sized is None:
        raise EverywayError("--how-many cannot be told for the family", text=puzzle.family)
    return tuple(
        ask(sized, question, given, _ledger(folder, n, question, "how-many"))
        for question in (Count(), Count(up_to="symmetry"))
    )


def _cell(answer: Answer) -> str:
    """Return the value of *answer* for a table, marked where evidence disagrees with it."""
    said = answer.lines()[0]
    return f"CONTRADICTED: {said}" if answer.disagreements else said
