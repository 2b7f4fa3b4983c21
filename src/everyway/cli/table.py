"""A question for a range of sizes, as a table or as a b-file of the OEIS."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from everyway.cli.codes import ANSWERED, worst
from everyway.cli.options import Given
from everyway.cli.output import exit_code, remark
from everyway.cli.puzzles import puzzle_of
from everyway.core.answer import Answer
from everyway.core.errors import EverywayError
from everyway.core.memory import forget_if_many
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Question
from everyway.families.ranges import puzzles_in_range
from everyway.runs.choice import seconds_text
from everyway.runs.road import SIGNALS


def print_table(
    name: str,
    words: Sequence[str],
    options: dict[str, Any],
    given: Given,
    make: Callable[[Given], Question],
    ask: Callable[[Puzzle, Question, Given], Answer],
) -> int:
    """Print a row for each size as it is answered; return the exit code.

    A b-file has only exact values: at the first row that is not it ends. The exit code is that of
    the worst row: 3 where one was cut short, 4 where evidence disagrees with one.
    """
    puzzles = puzzles_in_range(words, options, name, puzzle_of)
    # What is wrong with the words shows at the first puzzle: nothing is printed before.
    puzzles = chain([next(puzzles)], puzzles)
    if given.how_many and (name == "count" or given.bfile or given.json):
        raise EverywayError("--how-many goes with a table of smallest or largest, as text")
    if not (given.bfile or given.json):
        more = "\tall\tup to symmetry" if given.how_many else ""
        print(f"n\tvalue{more}\tseconds\tengine\tevidence")
    code = ANSWERED
    for n, puzzle in puzzles:
        given = replace(given)  # the limits are those of a row
        forget_if_many()
        answer = ask(puzzle, make(given), given)
        code = worst(code, _code(answer))
        if answer.disagreements:
            print("\n".join([f"n={n}:", *answer.alert()]), file=sys.stderr)
        if given.json:
            print(json.dumps({"n": n, **answer.to_dict()}, ensure_ascii=False), flush=True)
        elif given.bfile:
            if not answer.exact:
                remark(f"n={n} is not exact ({_cell(answer)}): the b-file ends before it", given)
                return code
            if answer.value is not None:
                print(f"{n} {answer.value}", flush=True)
        else:
            both = _how_many(puzzle, answer, given, ask) if given.how_many else []
            code = worst(code, *map(_code, both))
            print(_row(n, answer, both, given.how_many), flush=True)
        if answer.interrupted and answer.stopped_by in SIGNALS.values():
            break
    return code


def _code(answer: Answer) -> int:
    """Return the exit code for a row: that there is no solution is an answer like any other."""
    return worst(exit_code(answer) if not answer.exact else ANSWERED)


def _how_many(
    puzzle: Puzzle,
    answer: Answer,
    given: Given,
    ask: Callable[[Puzzle, Question, Given], Answer],
) -> list[Answer]:
    """Return how many solutions of the best size there are, all and up to symmetry, if proved."""
    if not answer.optimal_proven:
        return []
    sized = puzzle.sized(answer.value, answer.value)
    if sized is None:
        raise EverywayError("--how-many cannot be told for the family", text=puzzle.family)
    both = (Count(), Count(up_to="symmetry"))
    return [ask(sized, question, given) for question in both]


def _cell(answer: Answer) -> str:
    """Return the value of *answer* for a table, marked where evidence disagrees with it."""
    said = answer.lines()[0]
    return f"CONTRADICTED: {said}" if answer.disagreements else said


def _row(n: int, answer: Answer, both: Sequence[Answer], how_many: bool) -> str:
    agreed = [
        f"{e.kind} DISAGREES" if e.agrees is False else e.kind
        for e in answer.evidence
        if e.agrees is not None
    ]
    shown = seconds_text(answer.seconds)
    numbers = [_cell(number) for number in both] or ["?", "?"] * how_many
    more = "".join(f"\t{number}" for number in numbers)
    return f"{n}\t{_cell(answer)}{more}\t{shown}\t{answer.engine}\t{', '.join(agreed)}"
