"""The same question by several engines side by side: ``compare queens 8``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from everyway.cli.codes import ANSWERED, FAULT, INTERRUPTED
from everyway.cli.options import Given, Takes
from everyway.cli.output import check_output, picture_file, write_bytes
from everyway.cli.plainly import as_json
from everyway.cli.progress import progress_bar
from everyway.cli.puzzles import puzzle_of, spread
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.families.ranges import has_range, puzzles_in_range

IN_VAIN = (
    "limit",
    "seed",
    "ledger",
    "part",
    "cluster",
    "explain",
    "evidence",
    "proof",
    "moving",
    "view",
    "style",
    "bfile",
    "how_many",
)
ENDINGS = (".svg", ".png", ".txt", ".json")
DEFAULT = "count"

WORDS = (
    "the puzzle, or one with a range for n, such as 'queens 8', 'queens 4..9', 'tour 3x3..8'; "
    "before it a question, if it is not count: 'unique regions FILE'"
)

COMPARE_TAKES = Takes(
    WORDS,
    without=IN_VAIN,
    helps={
        "engine": "the engines, by name, such as generate,plain",
        "output": "also write a file: " + " ".join(ENDINGS),
        "theme": "with --output: a 'light' or 'dark' picture, or 'auto'",
    },
)


def compare_engines(
    words: Sequence[str],
    options: Mapping[str, Any],
    given: Given,
    questions: Mapping[str, tuple[str, Callable[[Given], Question]]],
) -> int:
    """Print what each engine answers and at what cost; return the exit code.

    0: compared; 4: the engines disagree; 3: Ctrl-C, or no engine came to an end.
    """
    from everyway.runs.compared import Comparison
    from everyway.runs.comparison import TIME_LIMIT, compare
    from everyway.runs.comparison_drawing import shouts

    check_output(given, endings=ENDINGS)
    name = words[0] if words and words[0] in questions else DEFAULT
    rest = list(words[1:] if words and words[0] in questions else words)
    puzzle = _puzzles(rest, dict(options), name)
    with progress_bar(given) as progress:
        found: Any = compare(
            puzzle,
            questions[name][1](given),
            engines=None if given.engine is None else given.engine.split(","),
            time_limit=TIME_LIMIT if given.time is None else given.time,
            node_limit=given.nodes,
            workers=1 if given.workers is None else given.workers,
            progress=progress,
        )
    print(as_json(found.to_dict()) if given.json else found)
    sys.stdout.flush()
    for line in shouts(found.disagreements):
        # Doubt is never kept quiet.
        print(f"everyway: {line}", file=sys.stderr)
    _write(found, given)
    if found.disagreements:
        return FAULT
    all_of = [found] if isinstance(found, Comparison) else found.comparisons.values()
    if found.stopped:
        return INTERRUPTED
    return ANSWERED if any(comparison.finished for comparison in all_of) else INTERRUPTED


def _puzzles(
    words: list[str], options: dict[str, Any], question: str
) -> Puzzle | dict[int, Puzzle]:
    """Return the puzzle, or those of a range by their n.

    What is a puzzle as it stands is one: ``permutations 1..4 2`` means four items.
    """
    try:
        return puzzle_of(words, options, question)
    except EverywayError:
        if not has_range(spread(words, options)[0]):
            raise
    words, options = spread(words, options)
    return dict(puzzles_in_range(words, options, question, puzzle_of))


def _write(found: Any, given: Given) -> None:
    if given.output is None:
        return
    ending = Path(given.output).suffix.lower()
    if ending == ".json":
        data = (json.dumps(found.to_dict(), ensure_ascii=False) + "\n").encode()
    else:
        data = picture_file(ending, [found.picture()], given)
    write_bytes(given.output, data, given)
