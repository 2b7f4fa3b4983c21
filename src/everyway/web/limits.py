"""What a page may ask for: limits of size, time, memory and number."""

from __future__ import annotations

from dataclasses import dataclass

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole

MOST_SECONDS = 10.0**7


@dataclass(frozen=True)
class Limits:
    """The limits of one server; those of size are in bytes, ``memory`` in MiB, times in seconds.

    ``time`` is the longest that a run may take, ``runs`` how many work at a time: others wait in
    line, at most ``waiting`` of them. ``patience`` is how long a page without JavaScript waits for
    an answer before it shows what is known, ``listener`` how long a run goes on when its page has
    gone. ``short`` is the time for what is no run: a picture, a check, a file.
    """

    time: float = 3600.0
    memory: int = 4096
    runs: int = 2
    waiting: int = 64
    address: int = 32_768
    body: int = 262_144
    patience: float = 10.0
    listener: float = 10.0
    short: float = 20.0

    def __post_init__(self) -> None:
        check_whole(self.memory, "a memory limit in MiB", 64, 1 << 30)
        check_whole(self.runs, "a number of runs", 1, 256)
        for name in ("time", "patience", "listener", "short"):
            value = getattr(self, name)
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 < value <= MOST_SECONDS:
                raise EverywayError("a time limit in seconds cannot be", text=value)
