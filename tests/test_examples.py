"""Every file in examples/ is a puzzle, and has the answer that is expected of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway import Count, Largest, Smallest, Unique, load
from everyway.core.question import Question

FOLDER = Path(__file__).resolve().parent.parent / "examples"

EXPECTED: dict[str, tuple[Question, object]] = {
    "addends_199.toml": (Unique(), True),
    "aztec_diamond.toml": (Count(), 64),
    "closed_tours_6x6.toml": (Count(), 9862),
    "covering_queens.toml": (Smallest(), 5),
    "cube_queens.toml": (Smallest(), 4),
    "eight_queens.toml": (Count(), 92),
    "exact_cover.txt": (Unique(), True),
    "giraffe_tour.toml": (Count(), 718),
    "hanoi.toml": (Unique(), True),
    "hanoi_ring.toml": (Smallest(), 163),
    "holed_chain.toml": (Count(), 24),
    "holed_rooks.toml": (Count(), 170),
    "holed_tour.toml": (Count(), 64),
    "knights_tour_5x5.toml": (Count(), 304),
    "komachi_100.toml": (Count(), 11),
    "komachi_24.toml": (Unique(), True),
    "long_division.txt": (Unique(), True),
    "long_multiplication.txt": (Unique(), True),
    "magic_newspaper.txt": (Unique(), True),
    "magic_order5.toml": (Unique(), True),
    "magic_pandiagonal.toml": (Count(), 6),
    "magic_primes.toml": (Count(), 8),
    "mississippi.toml": (Count(), 34650),
    "newspaper_chain.toml": (Unique(), True),
    "octal_products.toml": (Count(), 3),
    "pandigital_product.toml": (Count(), 2),
    "power_set.toml": (Largest(), 4),
    "region_queens_6x6.txt": (Unique(), True),
    "region_queens_8x8.txt": (Unique(), True),
    "reves_puzzle.toml": (Smallest(), 33),
    "send_more_money.txt": (Unique(), True),
    "side_chain.toml": (Count(), 2),
    "six_two_twelve.toml": (Count(), 8),
    "snake_cube.toml": (Count(up_to="symmetry"), 1),
    "square_root.txt": (Unique(), True),
    "star_battle_10x10.toml": (Unique(), True),
    "sudoku.txt": (Unique(), True),
    "three_colours.toml": (Count(), 10),
    "three_of_four.toml": (Count(), 24),
}


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.iterdir()))
def test_example(name: str) -> None:
    puzzle = load((FOLDER / name).read_text("utf-8"))
    question, value = EXPECTED[name]
    answer = puzzle.ask(question, evidence=True)
    assert answer.value == value
    assert all(e.agrees for e in answer.evidence)
    assert load(puzzle.to_toml()) == puzzle
