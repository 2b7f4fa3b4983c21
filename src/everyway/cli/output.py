"""How answers are printed and written to files: the answer first, remarks to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from everyway.cli.codes import ANSWERED, INTERRUPTED, NO_SOLUTION
from everyway.cli.options import Given
from everyway.core.answer import Answer
from everyway.core.errors import EverywayError
from everyway.core.family import Drawing, Family
from everyway.core.puzzle import Progress, ProgressCallback, Puzzle
from everyway.core.question import Every, First, Question, Sample
from everyway.families.registry import family
from everyway.runs.choice import choose

SECONDS_BEFORE_PROGRESS = 1.0
MOST_ON_A_SHEET = 100
PICTURE_WIDTH, SHEET_WIDTH = 600, 1200
WRITERS = (".svg", ".png", ".txt", ".json", ".toml")


def exit_code(answer: Answer) -> int:
    """Return 3 for an interrupted answer, 1 when there is no solution, else 0."""
    if answer.interrupted:
        return INTERRUPTED
    asked_for_none = isinstance(answer.question, Every) and answer.question.limit == 0
    return ANSWERED if answer.found or asked_for_none else NO_SOLUTION


def remark(text: str, given: Given) -> None:
    """Print a remark to standard error, unless ``--quiet``."""
    if not given.quiet:
        print(text, file=sys.stderr)


def explain(puzzle: Puzzle, question: Question, given: Given) -> None:
    """Print the choice of the engine to standard error, if ``--explain`` asks for it."""
    if given.explain:
        print(choose(puzzle, question, given.engine).explain(), file=sys.stderr)


def check_output(given: Given) -> None:
    """Raise ``EverywayError`` for an ``--output`` that could not be written, before any search."""
    if given.output is None:
        return
    ending = Path(given.output).suffix.lower()
    if ending not in WRITERS:
        raise EverywayError(
            "cannot write such a file:", text=given.output, hint="one of " + " ".join(WRITERS)
        )
    folder = Path(given.output).parent
    if not folder.is_dir():
        raise EverywayError("no such folder:", text=folder)


def check_style(known: Family, given: Given) -> None:
    """Raise ``EverywayError`` for a ``--style`` that the family does not have."""
    if given.style is not None and given.style not in known.styles:
        raise EverywayError("no style", text=given.style, hint="one of " + ", ".join(known.styles))


def drawn(puzzle: Puzzle, solution: Any, given: Given) -> str:
    """Return *solution* as text, in the style asked for."""
    return family(puzzle.family).draw(puzzle, solution).text(given.style)


def print_answer(answer: Answer, given: Given) -> int:
    """Print *answer*, and its solutions where the question is about them; return the exit code."""
    if given.json:
        print(json.dumps(answer.to_dict(), ensure_ascii=False))
    else:
        boards = [drawn(answer.puzzle, s, given) for s in answer.solutions]
        if isinstance(answer.question, First | Every | Sample) and boards:
            print("\n\n".join(boards))
        else:
            print("\n\n".join(["\n".join(answer.lines()), *boards]))
        sys.stdout.flush()
        print_remarks(answer, given)
    if given.output is not None:
        write_file(given.output, answer.puzzle, list(answer.solutions), answer)
        remark(f"written: {given.output}", given)
    return exit_code(answer)


def print_remarks(answer: Answer, given: Given) -> None:
    """Print what stands behind *answer*: engine, nodes, seconds, evidence."""
    stopped = ""
    if answer.interrupted:
        stopped = f"; stopped by {answer.stopped_by} at {answer.progress:.1%} of the search"
    line = f"{answer.engine}, {answer.nodes} nodes, {answer.seconds:.2f} s{stopped}"
    remark(line, given)
    for item in answer.evidence:
        if item.agrees is not False:
            remark(f"{item}", given)
        else:
            # Doubt is never kept quiet.
            print(f"everyway: warning: {item}", file=sys.stderr)


def write_file(name: str, puzzle: Puzzle, solutions: list[Any], answer: Answer | None) -> None:
    """Write, as *name*'s ending says, a picture, the answer as JSON or the puzzle as TOML."""
    ending = Path(name).suffix.lower()
    if ending == ".toml":
        data = puzzle.to_toml().encode()
    elif ending == ".json":
        data = (
            json.dumps(answer.to_dict() if answer else puzzle.to_dict(), indent=1) + "\n"
        ).encode()
    else:
        data = _picture(ending, puzzle, solutions)
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise EverywayError("cannot write", text=name, hint=error.strerror) from error


def _picture(ending: str, puzzle: Puzzle, solutions: list[Any]) -> bytes:
    draw = family(puzzle.family).draw
    pictures: list[Drawing] = [draw(puzzle, s) for s in solutions] or [draw(puzzle, None)]
    if ending == ".txt":
        return ("\n\n".join(picture.text() for picture in pictures) + "\n").encode()
    if len(pictures) > MOST_ON_A_SHEET:
        raise EverywayError(
            f"{len(pictures)} solutions are too many for one sheet",
            hint=f"--limit {MOST_ON_A_SHEET} or less, or a .txt file",
        )
    picture = pictures[0]
    if len(pictures) > 1:
        from everyway.drawing.gallery import sheet

        picture = sheet(pictures)
    width = PICTURE_WIDTH if len(pictures) == 1 else SHEET_WIDTH
    return picture.svg().encode() if ending == ".svg" else picture.png(width)


@contextmanager
def progress_bar(given: Given) -> Iterator[ProgressCallback | None]:
    """Give a callback that shows a bar on the terminal once a run proves long."""
    if given.quiet or not sys.stderr.isatty():
        yield None
        return
    shown: list[Any] = []

    def show(progress: Progress) -> None:
        if progress.seconds < SECONDS_BEFORE_PROGRESS:
            return
        if not shown:
            from rich.console import Console
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bars

            columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
            text = TextColumn("{task.description}")
            bars = Bars(*columns, text, console=Console(stderr=True), transient=True)
            bars.start()
            shown.extend((bars, bars.add_task("", total=1.0)))
        bars, task = shown
        said = f"{progress.found} found, {progress.nodes} nodes"
        bars.update(task, completed=progress.fraction, description=said)

    try:
        yield show
    finally:
        if shown:
            shown[0].stop()
