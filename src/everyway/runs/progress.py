"""How far a run is, told to whoever asked, a few times a second."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from everyway.core.engine import Control, Tally
from everyway.core.puzzle import ProgressCallback

SECONDS_BETWEEN = 0.2


@dataclass(frozen=True)
class RunProgress:
    """How far a run is; ``fraction`` is the sum of the shares of the finished branches."""

    fraction: float
    found: int
    nodes: int
    seconds: float


class Meter:
    """Adds up finished branches and calls back the asker, in the asker's own thread."""

    def __init__(self, control: Control, callback: ProgressCallback | None) -> None:
        self.fraction = 0.0
        self.found = 0
        self.kept_nodes = 0  # those of branches that a ledger had already
        self.started = time.monotonic()
        self._control = control
        self._callback = callback
        self._thread = threading.get_ident()
        self._next = self.started + SECONDS_BETWEEN
        if callback is not None:
            control.ticks.append(self.tick)

    def restart(self) -> None:
        """Begin the fraction anew: another engine, or another step, starts from nothing."""
        self.fraction = 0.0
        self.found = 0

    def finished(self, share: float, tally: Tally) -> None:
        """Note that a branch with this *share* is finished."""
        self.fraction = min(1.0, self.fraction + share)
        self.found += tally.total
        self.tick()

    @property
    def seconds(self) -> float:
        """Seconds since the question was asked."""
        return time.monotonic() - self.started

    def tick(self) -> None:
        """Call back if it is time; does nothing in a worker's thread."""
        now = time.monotonic()
        if self._callback is None or now < self._next or threading.get_ident() != self._thread:
            return
        self._next = now + SECONDS_BETWEEN
        self._callback(RunProgress(self.fraction, self.found, self._control.nodes, self.seconds))
