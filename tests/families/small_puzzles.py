"""Puzzles of every family for tests, found from its example and its known values, not listed."""

from functools import cache

from everyway import Count, EverywayError
from everyway.core.engine import Control
from everyway.families import registry
from everyway.families.line import puzzle_from_line
from everyway.runs.evidence import known_values

MOST_ROWS = 40
MOST_NODES = 1500
"""So many nodes plain search may take at most to count a small puzzle."""


def evenly(items, most):
    """Return at most *most* of *items*, from all over the list."""
    if len(items) <= most:
        return list(items)
    return [items[i * len(items) // most] for i in range(most)]


def is_small(puzzle):
    """Return whether plain search counts *puzzle* in few nodes: the same on every machine."""
    engine = registry.family(puzzle.family).first_engine()
    if not engine.offer(puzzle, Count()).can:
        return False
    control = Control(node_limit=MOST_NODES)
    return all(
        engine.search(puzzle, Count(), branch, control).complete
        for branch in engine.branches(puzzle, Count())
    )


@cache
def puzzles_of(family_name):
    """Return puzzles of the family: its example, and those of its table of known values."""
    found = [puzzle_from_line(registry.family(family_name).example)]
    rows = [row for row in known_values(family_name) if row.set == "fast"]
    for row in evenly(rows, MOST_ROWS):
        try:
            puzzle = puzzle_from_line(row.puzzle)
        except EverywayError:
            continue  # a row with the words of a report
        if puzzle not in found:
            found.append(puzzle)
    return found


@cache
def small_puzzles(family_name, most=12):
    """Return those of the family's puzzles that plain search counts at once."""
    return evenly([puzzle for puzzle in puzzles_of(family_name) if is_small(puzzle)], most)
