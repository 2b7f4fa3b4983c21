"""What a ledger costs: the same counts with one and without, in one run."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from everyway import Board, Count, Placement, Queens
from everyway.core.puzzle import Puzzle

CASES: tuple[tuple[str, Puzzle, str], ...] = (
    ("queens 17, lanes", Queens(17), "lanes"),
    ("queens 10, plain", Queens(10), "plain"),
    (
        "queens 13x13, number 7, covering: cover",
        Placement(Board(13, 13), "queen", number=7, covering=True),
        "cover",
    ),
)
TIMES = 15


def seconds(puzzle: Puzzle, engine: str, ledger: Path | None) -> tuple[float, int]:
    """Return how long a count takes, and the count."""
    started = time.perf_counter()
    value = puzzle.ask(Count(), engine=engine, ledger=ledger, workers=1).value
    return time.perf_counter() - started, value


def main() -> None:
    """Print a line for each case: the medians of several without and with, taken by turns."""
    print("case\twithout\twith\tmore")
    for name, puzzle, engine in CASES:
        seconds(puzzle, engine, None)  # loads what is loaded once
        without, with_one = [], []
        for _ in range(TIMES):
            bare, value = seconds(puzzle, engine, None)
            with tempfile.TemporaryDirectory() as folder:
                kept, again = seconds(puzzle, engine, Path(folder) / "run.db")
            assert value == again
            without.append(bare)
            with_one.append(kept)
        bare, kept = statistics.median(without), statistics.median(with_one)
        print(f"{name}\t{bare:.2f} s\t{kept:.2f} s\t{kept / bare - 1:.1%}", flush=True)


if __name__ == "__main__":
    main()
