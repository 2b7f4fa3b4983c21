"""Which engines were put to work on a question, and what each of them spent."""

from __future__ import annotations

from everyway.core.answer import Tried
from everyway.core.engine import Control
from everyway.runs.choice import Attempt
from everyway.runs.progress import Meter


class Log:
    """Notes which engines are put to work on a question, and what each of them spends."""

    def __init__(self, control: Control, meter: Meter, tried: list[Tried] | None = None) -> None:
        self._control, self._meter = control, meter
        self._tried = [] if tried is None else tried
        self._at_work: Attempt | None = None
        self._before = (0, 0.0)

    def begin(self, attempt: Attempt) -> None:
        """Note that *attempt* begins."""
        self._at_work = attempt
        self._before = (self._control.nodes, self._meter.seconds)

    def end(self, gave_up: bool = False) -> None:
        """Note that what was begun has ended."""
        if self._at_work is None:
            return
        nodes = self._control.nodes - self._before[0]
        seconds = self._meter.seconds - self._before[1]
        attempt, self._at_work = self._at_work, None
        self._tried.append(Tried(attempt.engine.name, attempt.why, nodes, seconds, gave_up))

    @property
    def tried(self) -> tuple[Tried, ...]:
        """What was noted."""
        return tuple(self._tried)
