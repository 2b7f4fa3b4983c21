"""Times two ways to one value, one after the other in one process, and prints their ratio."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

ROUNDS = 5


@dataclass(frozen=True)
class Pair:
    """Ours and what one would use instead, which must give the same value.

    With fewer ``rounds`` for what takes long. The other way may return None when it gave up: then
    the ratio is a lower bound.
    """

    name: str
    other: str
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    rounds: int = ROUNDS


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Return how long *work* takes, and what it gives."""
    start = time.perf_counter()
    value = work()
    return time.perf_counter() - start, value


def compare(pairs: Iterable[Pair]) -> None:
    """Print a line for each pair: both medians in seconds and the ratio, other over ours.

    Our way is run once before, so that what is compiled is loaded, as in any process that asks
    twice. Raises ``SystemExit`` when the two give different values.
    """
    print("what\tbeside\tours (s)\tother (s)\tother/ours")
    for pair in pairs:
        pair.ours()
        rounds = [(timed(pair.ours), timed(pair.theirs)) for _ in range(pair.rounds)]
        gave_up = False
        for (_, mine), (_, other) in rounds:
            gave_up = gave_up or other is None
            if other is not None and mine != other:
                raise SystemExit(f"{pair.name}: {mine} here, but {other} by {pair.other}")
        ours = statistics.median(r[0][0] for r in rounds)
        theirs = statistics.median(r[1][0] for r in rounds)
        over = "over " if gave_up else ""
        row = (pair.name, pair.other, f"{ours:.4f}", f"{over}{theirs:.4f}")
        print(*row, f"{over}{theirs / ours:.3g}", sep="\t", flush=True)
