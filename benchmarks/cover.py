"""Exact covers beside miniexact, xcover and exact-cover, in one run: `make bench BENCH=cover`.

The others are no dependencies: `pip install miniexact xcover exact-cover` first, else those that
are missing are left out. Every line is a ratio of two times of counting all solutions, measured one
after the other in this process; making the instance is not timed. All must give the same number,
or the run fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

from side_by_side import Pair, compare

from everyway import Count, ExactCover, Langford, LatinSquare, Sudoku, TilingPuzzle
from everyway.families.cover.base import CoverPuzzle

ROUNDS = 3


def queens(n: int) -> ExactCover:
    """Return n queens: rows and columns are to be covered, diagonals may be."""
    lines = [f"{kind}{i}" for kind in "rc" for i in range(n)]
    diagonals = [f"{kind}{i}" for kind in "ab" for i in range(2 * n - 1)]
    options = [
        [f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c + n - 1}"] for r in range(n) for c in range(n)
    ]
    return ExactCover(lines, options, diagonals)


def star_regions(n: int) -> ExactCover:
    """Return n rooks, one in each row, column and broken falling diagonal of a torus."""
    items = [f"{kind}{i}" for kind in "rcd" for i in range(n)]
    options = [[f"r{r}", f"c{c}", f"d{(r + c) % n}"] for r in range(n) for c in range(n)]
    return ExactCover(items, options)


PUZZLES: dict[str, Callable[[], CoverPuzzle]] = {
    "8 queens": lambda: queens(8),
    "10 queens": lambda: queens(10),
    "11 queens": lambda: queens(11),
    "12 queens": lambda: queens(12),
    "13 queens": lambda: queens(13),
    "Latin squares of order 4": lambda: LatinSquare(4),
    "Latin squares of order 5": lambda: LatinSquare(5),
    "reduced Latin squares of order 6": lambda: LatinSquare(6, reduced=True),
    "sudokus 4x4": lambda: Sudoku(order=4),
    "sudokus 4x4, boxes of 1x4": lambda: Sudoku(order=4, box="1x4"),
    "sudokus 6x6, row 1 given": lambda: Sudoku("123456" + "." * 12 + "31...." + "." * 12),
    "Langford 7": lambda: Langford(7),
    "Langford 8": lambda: Langford(8),
    "Langford 11": lambda: Langford(11),
    "rooks in regions 9": lambda: star_regions(9),
    "rooks in regions 11": lambda: star_regions(11),
    "dominoes 4x4": lambda: TilingPuzzle("4x4"),
    "dominoes 6x6": lambda: TilingPuzzle("6x6"),
    "trominoes 6x6": lambda: TilingPuzzle("6x6", "trominoes", once=False),
    "pentominoes 3x20": lambda: TilingPuzzle("3x20", "pentominoes"),
    "pentominoes 4x15": lambda: TilingPuzzle("4x15", "pentominoes"),
    "pentominoes 5x12": lambda: TilingPuzzle("5x12", "pentominoes"),
    "pentominoes 6x10": lambda: TilingPuzzle("6x10", "pentominoes"),
}


def named(puzzle: CoverPuzzle) -> tuple[list[str], list[str], list[list[str]]]:
    """Return the names of primary and secondary items, and the options as lists of names."""
    instance = puzzle.instance()
    names = [f"i{number}" for number in range(len(instance.items))]
    primary = [names[i] for i, item in enumerate(instance.items) if not item.secondary]
    secondary = [names[i] for i, item in enumerate(instance.items) if item.secondary]
    return primary, secondary, [[names[i] for i, _ in option] for option in instance.options]


def by_miniexact(puzzle: CoverPuzzle) -> Callable[[], int]:
    """Return what counts with miniexact, made anew each time, as it is used up by a count."""
    import miniexact

    primary, secondary, options = named(puzzle)

    def count() -> int:
        problem: Any = miniexact.miniexacts_init_c()
        place = {name: miniexact.miniexacts_define_primary_item(problem, name) for name in primary}
        for name in secondary:
            place[name] = miniexact.miniexacts_define_secondary_item(problem, name)
        for option in options:
            for name in option:
                miniexact.miniexacts_add(problem, place[name], 0, 0)
            miniexact.miniexacts_add(problem, 0, 0, 0)
        number = 0
        while miniexact.miniexacts_solve(problem) == 10:
            number += 1
        return number

    return count


def by_xcover(puzzle: CoverPuzzle) -> Callable[[], int]:
    """Return what counts with xcover."""
    import xcover

    primary, secondary, options = named(puzzle)
    return lambda: sum(1 for _ in xcover.covers(options, primary=primary, secondary=secondary))


def by_exact_cover(puzzle: CoverPuzzle) -> Callable[[], int] | None:
    """Return what counts with exact-cover, which knows no secondary items."""
    import exact_cover
    import numpy as np

    primary, secondary, options = named(puzzle)
    if secondary:
        return None
    place = {name: i for i, name in enumerate(primary)}
    table = np.zeros((len(options), len(primary)), dtype=np.int32)
    for o, option in enumerate(options):
        table[o, [place[name] for name in option]] = 1
    return lambda: int(exact_cover.get_solution_count(table))


OTHERS = {
    "miniexact": ("miniexact", by_miniexact),
    "xcover": ("xcover", by_xcover),
    "exact-cover": ("exact_cover", by_exact_cover),
}


def pairs() -> Iterator[Pair]:
    """Yield every puzzle beside every other program that is installed."""
    for name, make in PUZZLES.items():
        for other, (module, counter) in OTHERS.items():
            puzzle = make()
            theirs = counter(puzzle) if find_spec(module) else None
            if theirs is not None:

                def ours(puzzle: CoverPuzzle = puzzle) -> Any:
                    return puzzle.ask(Count(), engine="compiled", workers=1).value

                yield Pair(name, other, ours, theirs, ROUNDS)


if __name__ == "__main__":
    compare(pairs())
