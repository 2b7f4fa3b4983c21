"""How answers are printed and written to files: the answer first, remarks to standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any

from everyway.cli.codes import ANSWERED, FAULT, INTERRUPTED, NO_SOLUTION
from everyway.cli.options import Given, Result, StoppedShort, in_time
from everyway.cli.plainly import as_json, readable
from everyway.core.answer import Answer, Tried
from everyway.core.errors import EverywayError
from everyway.core.family import Drawing, Family
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, First, Largest, Question, Sample, Smallest, Unique
from everyway.drawing.theme import check_theme
from everyway.families.registry import family
from everyway.runs.choice import choose, explained
from everyway.runs.keeping import END_OF_PART

DRAWING_SECONDS = 0.5
"""What is known is shown, and drawn, also when there is no time left: if it takes no longer."""

MOST_ON_A_SHEET = 100
MOST_LINES = 1000
"""So many lines of a solution are shown beside an answer that is not about solutions."""
PICTURE_WIDTH, SHEET_WIDTH = 600, 1200
WRITERS = (".svg", ".png", ".gif", ".txt", ".json", ".toml")


def exit_code(answer: Answer) -> int:
    """Return 4 if evidence disagrees, 3 for what was interrupted, 1 for no solution, else 0."""
    if answer.disagreements:
        return FAULT
    if answer.interrupted:
        # A part that was searched to its end is all that was asked for.
        return ANSWERED if ended_part(answer) else INTERRUPTED
    asked_for_none = isinstance(answer.question, Every) and answer.question.limit == 0
    return ANSWERED if answer.found or asked_for_none else NO_SOLUTION


def ended_part(answer: Answer) -> bool:
    """Return whether *answer* is all that a part of the branches can say."""
    return (answer.stopped_by or "").startswith(END_OF_PART)


def remark(text: str, given: Given) -> None:
    """Print a remark to standard error, unless ``--quiet``."""
    if not given.quiet:
        print(text, file=sys.stderr)


def explain_offers(puzzle: Puzzle, question: Question, given: Given) -> None:
    """Print what each engine offers to standard error, if ``--explain`` asks for it."""
    if given.explain:
        work = partial(choose, puzzle, question, given.engine)
        try:
            offers = in_time(given, "while engines made their offers", work).explain()
            print(offers, file=sys.stderr, flush=True)
        except StoppedShort as stopped:
            print(stopped, file=sys.stderr)


def explain_tried(tried: Sequence[Tried], given: Given) -> None:
    """Print which engines were put to work, and why, likewise."""
    if given.explain and tried:
        print(explained(tried), file=sys.stderr)


def print_alert(answer: Answer, given: Given) -> None:
    """Say before an answer, on both outputs, that evidence disagrees with it, if any does.

    Where standard output is JSON, the answer says so itself.
    """
    alert = answer.alert()
    if not alert:
        return
    if given.json:
        print("\n".join(alert), file=sys.stderr)
        return
    print("\n".join(alert), flush=True)
    print(f"everyway: {alert[0]}", file=sys.stderr)


def check_output(given: Given, wanted: int | None = 1, endings: Sequence[str] = WRITERS) -> None:
    """Raise ``EverywayError`` for an ``--output`` that could not be written, before any search.

    *wanted* is the greatest number of solutions to be drawn, None for any number; *endings* are
    those of the files that can be written.
    """
    if given.moving and not (given.output or "").lower().endswith((".svg", ".gif")):
        raise EverywayError("--moving needs --output with a file that ends in .svg or .gif")
    theme = check_theme(given.theme)
    if given.output is None:
        if given.view is not None or theme != "light":
            which = "--theme" if given.view is None else "--view"
            raise EverywayError(f"{which} says how a file is drawn, so it needs --output")
        return
    ending = Path(given.output).suffix.lower()
    check_theme(theme, still=ending in (".png", ".gif"))
    if ending not in endings:
        raise EverywayError(
            "cannot write such a file:", text=given.output, hint="one of " + " ".join(endings)
        )
    if (given.moving or ending == ".gif") and (wanted is None or wanted > 1):
        raise EverywayError("an animation shows one solution", hint="--limit 1")
    folder = Path(given.output).parent
    if not folder.is_dir():
        raise EverywayError("no such folder:", text=folder)


def check_style(known: Family, puzzle: Puzzle, given: Given) -> None:
    """Raise ``EverywayError`` for a ``--style`` or ``--view`` that *puzzle* does not have."""
    if given.style is not None and given.style not in known.styles:
        raise EverywayError("no style", text=given.style, hint="one of " + ", ".join(known.styles))
    if given.view is not None:
        known.picture(puzzle, None, given.view)


def print_drawn(
    puzzle: Puzzle,
    solutions: Sequence[Any],
    given: Given,
    before: int = 0,
    most: int | None = None,
) -> int:
    """Print *solutions* as text in the style asked for, line by line.

    There is a free line between two of them, unless both are a single line. *before* is how many
    lines the one before had, 0 if there was none and 2 for more; that of the last is returned.
    With *most*, no more lines of each: what follows may be without end.
    """
    for solution in solutions:
        lines = iter(family(puzzle.family).picture(puzzle, solution).lines(given.style))
        first = list(islice(lines, 2))
        if before and max(before, len(first)) > 1:
            print()
        for line in islice(chain(first, lines), most):
            print(line)
        if most is not None and next(lines, None) is not None:
            remark(f"the first {most} lines of a solution; show prints all of them", given)
        before = max(1, len(first))
    return before


def drawn_in_time(given: Given, work: Callable[[], Result]) -> Result:
    """Return what *work* draws; raise ``StoppedShort`` when there is no time for it."""
    return in_time(given, "while a picture was drawn", work, DRAWING_SECONDS)


def print_answer(answer: Answer, given: Given) -> int:
    """Print *answer*, and its solutions where the question is about them; return the exit code."""
    print_alert(answer, given)
    if given.json:
        print(as_json(answer.to_dict()))
    else:
        asked_for = isinstance(answer.question, First | Every | Sample)
        if not asked_for or not answer.solutions:
            print("\n".join(answer.lines()) + ("\n" if answer.solutions else ""))
        # A solution that is but an example is not worth a million lines.
        most = None if asked_for else MOST_LINES
        show = partial(print_drawn, answer.puzzle, answer.solutions, given, most=most)
        drawn_in_time(given, show)
        sys.stdout.flush()
        print_remarks(answer, given)
    solutions = list(answer.solutions)
    if isinstance(answer.question, Unique) and picture_moves(given):
        solutions = solutions[:1]  # two are no single animation, and one shows that there is any
    write_file(given, answer.puzzle, solutions, answer)
    return exit_code(answer)


def print_remarks(answer: Answer, given: Given) -> None:
    """Print what stands behind *answer*: engine, nodes, seconds, evidence."""
    stopped = ""
    if answer.interrupted:
        stopped = f"; stopped by {answer.stopped_by} at {answer.progress:.1%} of the search"
    line = f"{answer.engine}, {answer.nodes} nodes, {answer.seconds:.2f} s{stopped}"
    remark(line, given)
    for item in answer.evidence:
        remark(readable(f"{item}"), given)
    if answer.solutions and not answer.in_order and isinstance(answer.question, Smallest | Largest):
        remark(
            "another solution of that size may come before this one in the puzzle's order", given
        )


def write_file(given: Given, puzzle: Puzzle, solutions: list[Any], answer: Answer | None) -> None:
    """Write ``--output``: its ending says whether a picture, the answer or the puzzle as TOML."""
    name = given.output
    if name is None:
        return
    ending = Path(name).suffix.lower()
    what = None
    if ending == ".toml":
        data = puzzle.to_toml().encode()
    elif ending == ".json":
        data = (
            json.dumps(answer.to_dict() if answer else puzzle.to_dict(), indent=1) + "\n"
        ).encode()
    else:
        data = _picture(ending, puzzle, solutions, given)
        if answer is not None and not solutions:
            what = "the puzzle alone: the answer has no solution to draw"
    write_bytes(name, data, given, what)


def write_bytes(name: str, data: bytes, given: Given, what: str | None = None) -> None:
    """Write *data* as the file *name*, and remark that it was written, and *what* it is."""
    try:
        Path(name).write_bytes(data)
    except OSError as error:
        raise EverywayError("cannot write", text=name, hint=error.strerror) from error
    remark(f"written: {name}" + (f" ({what})" if what else ""), given)


def picture_moves(given: Given) -> bool:
    """Return whether ``--output`` is an animation."""
    return given.moving or (given.output or "").lower().endswith(".gif")


def _picture(ending: str, puzzle: Puzzle, solutions: list[Any], given: Given) -> bytes:
    draw = family(puzzle.family).picture

    def file() -> bytes:
        pictures = [draw(puzzle, s, given.view) for s in solutions or [None]]
        return picture_file(ending, pictures, given)

    return drawn_in_time(given, file)


def picture_file(ending: str, pictures: Sequence[Drawing], given: Given) -> bytes:
    """Return *pictures* as one file with this *ending*: text, one sheet, or an animation."""
    theme = check_theme(given.theme)
    if ending == ".txt":
        texts = [picture.text() for picture in pictures]
        gap = "\n\n" if any("\n" in text for text in texts) else "\n"
        return (gap.join(texts) + "\n").encode()
    if len(pictures) > MOST_ON_A_SHEET:
        raise EverywayError(
            f"{len(pictures)} solutions are too many for one sheet",
            hint=f"--limit {MOST_ON_A_SHEET} or less, or a .txt file",
        )
    if picture_moves(given):
        if len(pictures) > 1:
            raise EverywayError("an animation shows one solution", hint="--limit 1")
        return pictures[0].moving(ending, theme)
    picture = pictures[0]
    if len(pictures) > 1:
        from everyway.drawing.gallery import sheet

        picture = sheet(pictures)
    width = PICTURE_WIDTH if len(pictures) == 1 else SHEET_WIDTH
    return picture.svg(theme).encode() if ending == ".svg" else picture.png(width, theme)
