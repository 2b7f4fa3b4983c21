"""Asks one puzzle, as large as its family takes, every question under a limit of time.

Run as a program: the words of the puzzle, a limit in seconds, and names of engines or nothing for
the engine that is chosen and all others. Prints a line of JSON for each answer.
"""

from __future__ import annotations

import json
import resource
import sys
import time

from everyway import (
    Count,
    Every,
    EverywayError,
    First,
    Largest,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.cli.puzzles import puzzle_of
from everyway.families.registry import families, family

QUESTIONS = (
    Count(), First(), Unique(), Smallest(), Largest(), Sizes(), Sample(k=1),
    Every(limit=3), Every(limit=3, ordered=False), Count(up_to="symmetry"),
)  # fmt: skip
FORMS = ("{n}", "{n}x{n}", "{n}x{n}x{n}", "2x{n}")
MOST = 1 << 20


def made(words):
    """Return the puzzle of *words*, or None where they are refused."""
    try:
        return puzzle_of(words.split(), {}, "count")
    except EverywayError:
        return None


def largest_of(known, most_words):
    """Yield the words of the largest puzzles of a family, by doubling a number until refused."""
    for word in known.words[:most_words]:
        for form in FORMS:
            n, best = 2, None
            while n <= MOST:
                started = time.monotonic()
                if made(f"{word} {form.format(n=n)}") is None:
                    if best is not None or n > 64:
                        break
                else:
                    best = n
                    if time.monotonic() - started > 1:
                        break
                n *= 2
            if best is not None:
                yield f"{word} {form.format(n=best)}"


def all_largest(most_words=3):
    """Return the words of the largest puzzles of every family, and of an example of each."""
    found = {}
    for known in families():
        example = known.example.strip("'").partition(" --")[0]
        for words in [example, *largest_of(known, most_words)]:
            found.setdefault(words, known.name)
    return found


def main(words, limit, engines):
    puzzle = puzzle_of([words] if "=" in words else words.split(), {}, "count")
    names = [None, *(e.name for e in family(puzzle.family).all_engines())]
    for question in QUESTIONS:
        for name in engines or names:
            started = time.monotonic()
            said = {"question": repr(question), "engine": name}
            try:
                answer = puzzle.ask(question, engine=name, time_limit=limit, workers=1)
            except EverywayError as error:
                said["refused"] = str(error)
            else:
                said["stopped_by"] = answer.stopped_by
                said["solved"] = not answer.interrupted
            said["seconds"] = round(time.monotonic() - started, 2)
            said["memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), [n or None for n in sys.argv[3:]])
