"""What the command says of arrangements besides solutions: ranks, and what changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.families.arrangement.puzzle import MOST_DIGITS, Arrangements, Permutations
from everyway.families.arrangement.sequence import RankedSequence

HEARTBEAT = 100


def rank(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report how many arrangements come before the one that *extra* words name."""
    assert isinstance(puzzle, Arrangements)
    if not extra:
        raise EverywayError(
            "rank needs an arrangement", hint="such as: rank permutations abcd 3 c a b"
        )
    number = puzzle.rank(" ".join(extra))
    return Findings([str(number)], number)


def unrank(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report the arrangement at the rank that *extra*, one word, gives."""
    assert isinstance(puzzle, Arrangements)
    if not extra and isinstance(puzzle, Permutations):
        # A number after the items is the number of places, even if it was meant as the rank.
        raise EverywayError(
            "unrank needs the number of places, and then a rank from 0",
            hint=f"for all {len(puzzle.items)} items: unrank permutations … "
            f"{len(puzzle.items)} {puzzle.length}",
        )
    if len(extra) != 1:
        raise EverywayError(
            "unrank needs one rank, from 0", hint="such as: unrank permutations abcd 3 17"
        )
    found = puzzle.unrank(_number(extra[0]))
    return Findings([str(found)], found.to_data())


def changes(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report each arrangement with what changed, from the first or from the rank in *extra*."""
    assert isinstance(puzzle, Arrangements)
    if len(extra) > 1:
        raise EverywayError("changes takes at most a rank to start at, not", text=" ".join(extra))
    part: RankedSequence = puzzle.start_at(_number(extra[0])) if extra else puzzle
    findings = Findings((), found=bool(part))

    def lines() -> Iterator[str]:
        for place, (arrangement, change) in enumerate(part.changes()):
            if place % HEARTBEAT == 0 and control.spend(HEARTBEAT):
                findings.complete = False
                return
            yield puzzle.line(arrangement) + ("" if change is None else f"\t{change}")

    findings.lines = lines()
    return findings


def _number(text: str) -> int:
    text = plain_form(text)
    if not re.fullmatch("[0-9]+", text) or len(text) > MOST_DIGITS:
        raise EverywayError("a rank cannot be", text=text, hint="give a whole number, from 0")
    return int(text)
