"""Order 5 by centre: the branches against another program, and against the general search."""

from __future__ import annotations

import numpy as np
import pytest

from everyway import Count, MagicSquare
from everyway.core.engine import Control, add_tallies
from everyway.families.magic.order5 import Order5Engine
from everyway.families.magic.order5_kernel import count_with

CLASSES_FROM_7 = {
    2: 555821, 3: 678974, 4: 566563, 5: 583815, 6: 505729, 7: 192764, 8: 141869, 9: 138899,
    10: 106173, 11: 118515, 12: 87160, 13: 117588,
}  # fmt: skip
"""Classes of 32 squares whose diagonals have no number under 7 beside the centre, by centre, as a
program in C++ counted them that searches number by number."""


def classes_from_7(centre):
    engine = Order5Engine()
    puzzle = MagicSquare(5, centre=centre)
    branches = [b for b in engine.branches(puzzle, Count()) if b.path[1] >= 7]
    tallies = [engine.search(puzzle, Count(), b, Control()) for b in branches]
    number, rest = divmod(add_tallies(tallies).total, 32)
    assert rest == 0
    return number


@pytest.mark.parametrize("centre", range(9, 14))
def test_branches_of_a_centre(centre):
    assert classes_from_7(centre) == CLASSES_FROM_7[centre]


@pytest.mark.slow
@pytest.mark.parametrize("centre", range(2, 9))
def test_branches_of_other_centres(centre):
    assert classes_from_7(centre) == CLASSES_FROM_7[centre]


def test_the_complement_has_the_other_centre():
    assert [b.path for b in Order5Engine().branches(MagicSquare(5, centre=17), Count())] == [
        b.path for b in Order5Engine().branches(MagicSquare(5, centre=9), Count())
    ]
    shifted = MagicSquare(5, numbers="11..35", centre=13)
    assert Order5Engine().branches(shifted, Count())[0].path[0] == 3


def test_one_diagonal_by_the_general_search():
    centre, a, b, d = 13, 8, 9, 11
    tally = np.zeros(2, dtype=np.int64)
    count_with(centre, a, b, d, tally)
    e = 65 - centre - a - b - d
    rows = [["."] * 5 for _ in range(5)]
    for i, value in enumerate((a, b, centre, d, e)):
        rows[i][i] = str(value)
    puzzle = MagicSquare(5, given=[" ".join(row) for row in rows])
    squares = 0
    for p in range(a + 1, 26):
        for r in range(a + 1, 26):
            corners = {p, r, a, b, centre, d, e}
            if len(corners) < 7:
                continue
            squares += _with_rising(puzzle, a, p, r)
    assert squares == tally[0] > 0


def _with_rising(puzzle, least, p, r):
    """Return how many squares have p and r at the upper right, the rest of the diagonal larger."""
    found = 0
    used = set(puzzle.fixed.values())
    for q in range(p + 1, 26):
        s = 65 - 13 - p - q - r
        new = {p, q, r, s}
        if len(new) < 4 or new & used or not least < s <= 25:
            continue
        cells = list(puzzle.given)
        cells[4], cells[8], cells[16], cells[20] = p, r, s, q
        found += MagicSquare(5, given=cells).count(engine="compiled")
    return found


def test_a_limit_leaves_a_lower_bound():
    answer = MagicSquare(5).ask(Count(), engine="order5", node_limit=10**6, workers=1)
    assert answer.interrupted
    assert 0 < answer.value < 2202441792
    assert 0 <= answer.progress < 1
