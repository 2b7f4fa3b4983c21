"""Every file in examples/ is a puzzle, and has the answer that is expected of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from everyway import Count, Largest, Smallest, Unique, load
from everyway.core.question import Question

FOLDER = Path(__file__).resolve().parent.parent / "examples"

EXPECTED: dict[str, tuple[Question, object]] = {
    "closed_tours_6x6.toml": (Count(), 9862),
    "covering_queens.toml": (Smallest(), 5),
    "cube_queens.toml": (Smallest(), 4),
    "eight_queens.toml": (Count(), 92),
    "giraffe_tour.toml": (Count(), 718),
    "holed_rooks.toml": (Count(), 170),
    "holed_tour.toml": (Count(), 64),
    "knights_tour_5x5.toml": (Count(), 304),
    "mississippi.toml": (Count(), 34650),
    "power_set.toml": (Largest(), 4),
    "region_queens_6x6.txt": (Unique(), True),
    "region_queens_8x8.txt": (Unique(), True),
    "star_battle_10x10.toml": (Unique(), True),
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
