"""A question for a range of sizes, as a table or as a b-file of the OEIS."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

from everyway.cli.codes import ANSWERED, INTERRUPTED
from everyway.cli.options import Given
from everyway.cli.output import remark
from everyway.cli.puzzles import puzzle_of
from everyway.core.answer import Answer
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question
from everyway.runs.choice import seconds_text

RANGE = re.compile(r"((?:[0-9]+x)*)([0-9]{1,6})\.\.([0-9]{1,6})((?:x[0-9]+)*)")
"""A range, alone or as one side of a size: what is before it, its ends, what is after it."""

WITH_N = re.compile(r"n|[0-9]+\.\.n|[0-9n]+(x[0-9n]+)+")
MOST_ROWS = 10_000


def _split_range(words: Sequence[str]) -> tuple[list[str], range]:
    """Return the words with ``n`` for the size, and the range of n.

    The range stands for the size itself (``queens 1..8``) or for one side of it (``tour 3x4..8``),
    or last, after a word with n in it (``queens nxnxn 1..4``, ``permutations 1..n 1..6``).
    """
    places = [i for i, word in enumerate(words) if RANGE.fullmatch(word)]
    if len(places) != 1:
        got = " ".join(words) or "nothing"
        raise EverywayError("one range such as 1..8 is needed, not", text=got)
    found = RANGE.fullmatch(words[places[0]])
    assert found is not None
    before, low, high, after = found[1], int(found[2]), int(found[3]), found[4]
    if low > high or high - low >= MOST_ROWS:
        raise EverywayError(
            "no range of a table:", text=words[places[0]], hint="such as 1..8 or 3x4..8"
        )
    rest = list(words)
    if not before and not after and any(_has_n(word) for word in words):
        del rest[places[0]]
    else:
        rest[places[0]] = f"{before}n{after}"
    return rest, range(low, high + 1)


def _has_n(word: str) -> bool:
    return WITH_N.fullmatch(word) is not None and "n" in word


def has_range(words: Sequence[str]) -> bool:
    """Return whether one of *words* is a range of n."""
    return any(RANGE.fullmatch(word) for word in words)


def puzzles_of_range(
    words: Sequence[str], options: dict[str, Any], question: str
) -> Iterator[tuple[int, Puzzle]]:
    """Yield each n of the range among *words*, and the puzzle that they then name."""
    template, sizes = _split_range(words)
    return _filled(template, sizes, options, question)


def _filled(
    template: Sequence[str], sizes: range, options: dict[str, Any], question: str
) -> Iterator[tuple[int, Puzzle]]:
    def put(value: Any, n: int) -> Any:
        return value.replace("n", str(n)) if isinstance(value, str) and _has_n(value) else value

    for n in sizes:
        filled = {name: put(value, n) for name, value in options.items()}
        yield n, puzzle_of([put(word, n) for word in template], filled, question)


def print_table(
    name: str,
    words: Sequence[str],
    options: dict[str, Any],
    given: Given,
    make: Callable[[Given], Question],
    ask: Callable[[Puzzle, Question, Given], Answer],
) -> int:
    """Print a row for each size as it is answered; return the exit code.

    A b-file has only exact values: at the first row that is interrupted it ends.
    """
    puzzles = puzzles_of_range(words, options, name)
    # What is wrong with the words shows at the first puzzle: nothing is printed before.
    puzzles = chain([next(puzzles)], puzzles)
    if given.how_many and (name == "count" or given.bfile or given.json):
        raise EverywayError("--how-many goes with a table of smallest or largest, as text")
    if not (given.bfile or given.json):
        more = "\tall\tup to symmetry" if given.how_many else ""
        print(f"n\tvalue{more}\tseconds\tengine\tevidence")
    for n, puzzle in puzzles:
        answer = ask(puzzle, make(given), given)
        if given.json:
            print(json.dumps({"n": n, **answer.to_dict()}, ensure_ascii=False), flush=True)
        elif given.bfile:
            if answer.interrupted:
                remark(f"n={n} is not exact ({answer}): the b-file ends before it", given)
                return INTERRUPTED
            if answer.value is not None:
                print(f"{n} {answer.value}", flush=True)
        else:
            more = _how_many(puzzle, answer, given, ask) if given.how_many else ""
            print(_row(n, answer, more), flush=True)
        if answer.interrupted and answer.stopped_by == "Ctrl-C":
            return INTERRUPTED
    return ANSWERED


def _how_many(
    puzzle: Puzzle,
    answer: Answer,
    given: Given,
    ask: Callable[[Puzzle, Question, Given], Answer],
) -> str:
    """Return two cells of a row: how many solutions of the best size, all and up to symmetry."""
    if not answer.optimal_proven:
        return "\t?\t?"
    sized = puzzle.sized(answer.value, answer.value)
    if sized is None:
        raise EverywayError("--how-many cannot be told for the family", text=puzzle.family)
    both = (Count(), Count(up_to="symmetry"))
    return "".join(f"\t{ask(sized, question, given)}" for question in both)


def _row(n: int, answer: Answer, more: str) -> str:
    agreed = [
        f"{e.kind} DISAGREES" if e.agrees is False else e.kind
        for e in answer.evidence
        if e.agrees is not None
    ]
    shown = seconds_text(answer.seconds)
    return f"{n}\t{answer}{more}\t{shown}\t{answer.engine}\t{', '.join(agreed)}"
