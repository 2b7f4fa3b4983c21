"""Reports about komachi: every target at once, and what comes nearest to one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from everyway.core.engine import Control, Stopped
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Sizes

from .arithmetic import Ratio
from .compiled import CompiledEngine
from .intervals import STEPS_A_SECOND, IntervalEngine, by_signs, steps_estimate
from .komachi import Komachi
from .tables import FlatTables, Table

FARTHEST = 100_000
"""How far on either side of a target a way is looked for, where brackets are allowed."""

LIGHT_STEPS = STEPS_A_SECOND


def targets(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report the ways to every target: ``targets komachi``, and ``any 90..110`` to list some."""
    if not isinstance(puzzle, Komachi):
        raise EverywayError("targets is about komachi only")
    span = _span(extra)
    puzzle = replace(puzzle, target=None)
    try:
        whole, others, other_values = _all_values(puzzle, control)
    except Stopped:
        return Findings(["stopped before all values were known"], complete=False)
    first = next(k for k in range(1, len(whole) + 2) if k not in whole)
    positive = {value: n for value, n in whole.items() if value > 0}
    most = max(positive.values(), default=0)
    at_most = [value for value, n in positive.items() if n == most]
    data: dict[str, Any] = {
        "whole_ways": sum(whole.values()),
        "whole_values": len(whole),
        "other_ways": others,
        "other_values": other_values,
        "first_unreachable": first,
        "most_ways": most,
        "most_reached": at_most,
    }
    if span is not None:
        data["ways"] = [[k, whole.get(k, 0)] for k in range(span[0], span[1] + 1)]
    return Findings(_target_lines(data), data, found=bool(whole))


def _target_lines(data: dict[str, Any]) -> list[str]:
    values = "" if data["other_values"] is None else f", {data['other_values']} different values"
    reached = ", ".join(map(str, data["most_reached"])) or "none"
    return [
        f"first whole number from 1 on that cannot be made: {data['first_unreachable']}",
        f"made in most ways, of those from 1 on: {reached} ({data['most_ways']} ways)",
        f"ways to a whole number: {data['whole_ways']}, {data['whole_values']} different values",
        f"ways to any other value: {data['other_ways']}{values}",
        *(f"{target}\t{number}" for target, number in data.get("ways", ())),
    ]


def _span(extra: Sequence[str]) -> tuple[int, int] | None:
    if not extra:
        return None
    match = re.fullmatch(r"(-?[0-9]{1,9})\.\.(-?[0-9]{1,9})", " ".join(extra), re.ASCII)
    if not match or not 0 <= int(match[2]) - int(match[1]) < 10**6:
        raise EverywayError("no range of targets:", text=" ".join(extra), hint="such as 90..110")
    return int(match[1]), int(match[2])


def _all_values(puzzle: Komachi, control: Control) -> tuple[dict[int, int], int, int | None]:
    """Return the ways to each whole number, all other ways, and how many other values they have."""
    heavy = CompiledEngine()
    light = steps_estimate(puzzle, True) < LIGHT_STEPS
    if light or not heavy.offer(puzzle, Sizes()).can:
        table = _numbers_of_ways(puzzle, control)
        whole = {top: n for (top, bottom), n in sorted(table.items()) if bottom == 1}
        return whole, sum(table.values()) - sum(whole.values()), len(table) - len(whole)
    tally = heavy.search(puzzle, Sizes(), heavy.branches(puzzle, Sizes())[0], control)
    if not tally.complete:
        raise Stopped
    tables = IntervalEngine().tables(puzzle, False, control)
    assert not isinstance(tables, FlatTables)
    total = tables.total(0, tables.size, "")
    return tally.counts, total - tally.total, None


def _numbers_of_ways(puzzle: Komachi, control: Control) -> Table:
    """Return the number of ways to every value, with as many operators as are allowed."""
    tables = IntervalEngine().tables(puzzle, puzzle.signs is not None, control)
    table = tables.whole()
    if not tables.shift:
        return {value: n for value, n in table.items() if n}
    low, high = puzzle.sign_range
    found = {}
    for value, weight in table.items():
        ways = by_signs(weight, tables.shift).items()
        number = sum(n for signs, n in ways if low <= signs <= high)
        if number:
            found[value] = number
    return found


def nearest(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Report what comes nearest to the target without being it: ``nearest komachi 10958``.

    Without brackets every value counts; with brackets, where values lie as close as one likes,
    whole numbers only.
    """
    if not isinstance(puzzle, Komachi):
        raise EverywayError("nearest is about komachi only")
    if extra:
        raise EverywayError("nearest needs a puzzle and nothing else, not", text=" ".join(extra))
    if puzzle.goal is None:
        raise EverywayError("nearest needs a target, such as: komachi 10958")
    try:
        ways = _ways_to(puzzle, puzzle.goal, control)
        found = _around(puzzle, control) if puzzle.parentheses else _closest(puzzle, control)
        rows = [[str(v), _ways_to(puzzle, v, control), _a_way(puzzle, v, control)] for v in found]
    except Stopped:
        return Findings(["stopped before the nearest value was known"], complete=False)
    lines = [f"{puzzle.target} itself: {f'{ways} ways' if ways else 'no way'}"]
    lines += [f"{text} = {value} ({number} in all)" for value, number, text in rows]
    if not rows:
        lines.append(f"nothing within {FARTHEST} of it")
    data = {"ways": ways, "nearest": rows}
    return Findings(lines, data, found=bool(rows))


def _ways_to(puzzle: Komachi, value: Fraction, control: Control) -> int:
    engine, only = IntervalEngine(), replace(puzzle, target=value)
    return sum(engine.counts(only, False, control).values())


def _a_way(puzzle: Komachi, value: Fraction, control: Control) -> str:
    engine, only = IntervalEngine(), replace(puzzle, target=value)
    question = Every(limit=1)
    tally = engine.search(only, question, engine.branches(only, question)[0], control)
    if not tally.solutions:
        raise Stopped
    return only.wrap(tally.solutions[0]).text


def _closest(puzzle: Komachi, control: Control) -> list[Fraction]:
    """Return the one or two values nearest to the target, of all there are."""
    goal = puzzle.goal
    assert goal is not None
    table = _numbers_of_ways(puzzle, control)
    values = [Fraction(*value) for value in table if value != _ratio(goal)]
    least = min((abs(value - goal) for value in values), default=None)
    return sorted(value for value in values if abs(value - goal) == least)


def _ratio(value: Fraction) -> Ratio:
    return value.numerator, value.denominator


def _around(puzzle: Komachi, control: Control) -> list[Fraction]:
    """Return the one or two whole numbers nearest to the target that can be made."""
    goal = puzzle.goal
    assert goal is not None
    below = goal.numerator // goal.denominator
    above = -(-goal.numerator // goal.denominator)
    if below == above:
        below, above = below - 1, above + 1
    for _ in range(FARTHEST):
        pair = sorted({below, above}, key=lambda value: (abs(value - goal), value))
        for value in pair:
            if _ways_to(puzzle, Fraction(value), control):
                # The other one of the pair may be as near.
                same = [v for v in pair if abs(v - goal) == abs(value - goal)]
                fits = [Fraction(v) for v in same if _ways_to(puzzle, Fraction(v), control)]
                return sorted(fits)
        below, above = below - 1, above + 1
        if control.spend(1):
            raise Stopped
    return []
