"""``show``: all solutions as text, as they are found, in bounded memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from typing import Any, TextIO, cast

from everyway.cli.codes import ANSWERED, INTERRUPTED, NO_SOLUTION
from everyway.cli.options import Given
from everyway.cli.output import exit_code, explain_tried, print_drawn, print_remarks, remark
from everyway.cli.progress import progress_bar
from everyway.core.answer import Tried
from everyway.core.errors import EverywayError, Interrupted
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every
from everyway.families.registry import family
from everyway.runs.road import ROAD


class _Also:
    """Standard output, of which a file gets a copy."""

    def __init__(self, file: TextIO, name: str) -> None:
        self._output, self._file, self._name = sys.stdout, file, name

    def write(self, text: str) -> int:
        """Write *text* to both."""
        with _named(self._name):
            self._file.write(text)
        return self._output.write(text)

    def flush(self) -> None:
        """Have standard output shown; the file may wait."""
        self._output.flush()


@contextmanager
def _written_to(name: str | None) -> Iterator[None]:
    """Write all that is printed to the file *name*, too, if there is one."""
    if name is None:
        yield
        return
    with _named(name):
        file = open(name, "w", encoding="utf-8")  # noqa: SIM115
    try:
        with redirect_stdout(cast(TextIO, _Also(file, name))):
            yield
    finally:
        with _named(name):
            file.close()


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Say which file it is that cannot be written."""
    try:
        yield
    except OSError as error:
        raise EverywayError("cannot write", text=name, hint=error.strerror) from error


class _Shown:
    """Prints solutions one after another, and counts them."""

    def __init__(self, puzzle: Puzzle, given: Given) -> None:
        self.number = 0
        self._puzzle, self._given = puzzle, given
        self._line = family(puzzle.family).line_writer(puzzle, given.style)
        self._before = 0

    def add(self, batch: Any) -> None:
        """Print the solutions with these plain numbers."""
        if self._line is not None:
            if batch:
                sys.stdout.write("\n".join(map(self._line, batch)) + "\n")
            sys.stdout.flush()
            self.number += len(batch)
            return
        for solution in self._puzzle.solutions_of(batch):
            self._before = print_drawn(self._puzzle, [solution], self._given, self._before)
            sys.stdout.flush()
            self.number += 1


def show_all(puzzle: Puzzle, question: Every, given: Given) -> int:
    """Print all solutions in order, to the ``.txt`` file of ``--output``, too; return the code."""
    shown = _Shown(puzzle, given)
    options = given.run_options()
    del options["evidence"], options["part"]
    tried: list[Tried] = []
    with ExitStack() as stack:
        if not sys.stdout.isatty():  # a bar would stand between the boards
            options["progress"] = stack.enter_context(progress_bar(given))
        stack.enter_context(_written_to(given.output))
        try:
            for batch in ROAD.batches(puzzle, question, tried=tried, **options):
                shown.add(batch)
        except Interrupted as interrupted:
            remark(f"{shown.number} shown so far", given)
            explain_tried(tried, given)
            print_remarks(interrupted.answer, given)
            return exit_code(interrupted.answer)
        except KeyboardInterrupt:  # between two of them
            remark(f"{shown.number} shown so far; stopped by Ctrl-C", given)
            return INTERRUPTED
        if not shown.number:
            print("no solution")
    explain_tried(tried, given)
    remark(f"{shown.number} in all", given)
    if given.output is not None:
        remark(f"written: {given.output}", given)
    return ANSWERED if shown.number else NO_SOLUTION
