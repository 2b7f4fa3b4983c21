"""How much memory this process has, how much it may have, and how such amounts are written."""

from __future__ import annotations

import gc
import os
import re
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import _lru_cache_wrapper

from everyway.core.errors import EverywayError

MIB = 1 << 20
UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
AMOUNT = re.compile(r"\s*(\d{1,15}(?:\.\d{1,6})?)\s*([kmgt]?)(?:i?b)?\s*", re.IGNORECASE | re.ASCII)
LEAST_LIMIT = 64 * MIB
"""Less than Python with its libraries takes; nothing could be answered."""

SHARE_OF_FREE = 7 / 8
"""How much of what is free when a run begins it may take, where nobody says otherwise."""

MUCH = 256 * MIB
FAMILIES = "everyway.families."

CONTROL_GROUP = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""Where a container says how much memory it may have, and has."""


def read_amount(given: object) -> int:
    """Return an amount of memory in bytes, from a number of bytes or a text.

    >>> read_amount("2G"), read_amount("512 MiB"), read_amount(1 << 30)
    (2147483648, 536870912, 1073741824)
    """
    found = None
    if isinstance(given, int) and not isinstance(given, bool):
        found = given
    elif isinstance(given, str) and (read := AMOUNT.fullmatch(given)):
        found = int(float(read[1]) * UNITS[read[2].lower()])
    if found is None:
        raise EverywayError("no amount of memory:", text=given, hint="such as 2G or 512M")
    if found < LEAST_LIMIT:
        hint = f"at least {LEAST_LIMIT // MIB}M"
        raise EverywayError("too little memory to answer anything:", text=given, hint=hint)
    return found


def memory_used(others: Iterable[int] = ()) -> int:
    """Return how many bytes of memory this process has; where that is unknown, has had at most.

    *others* are processes whose memory counts, too, by their numbers.
    """
    own = _resident("self")
    if own is None:
        own = _most_so_far()
    return own + sum(_resident(str(number)) or 0 for number in others)


def _resident(process: str) -> int | None:
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


def _most_so_far() -> int:
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows
        return 0
    # Counted in bytes on macOS, in KiB elsewhere.
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def memory_free() -> int | None:
    """Return how many bytes of memory are free for this process, or None where nobody says."""
    found = [n for n in (_free_in_machine(), _free_in_container()) if n is not None]
    return min(found, default=None)


def _free_in_machine() -> int | None:
    with suppress(OSError, ValueError, IndexError), open("/proc/meminfo", "rb") as file:
        for line in file:
            if line.startswith(b"MemAvailable:"):
                return int(line.split()[1]) * 1024
    return None


def _free_in_container() -> int | None:
    for most, now in CONTROL_GROUP:
        with suppress(OSError, ValueError):  # ValueError: "max", no limit
            with open(most, encoding="ascii") as file:
                limit = int(file.read())
            with open(now, encoding="ascii") as file:
                return max(0, limit - int(file.read()))
    return None


def usual_limit() -> int | None:
    """Return the limit of a run that was given none, or None where free memory is not known."""
    free = memory_free()
    return None if free is None else memory_used() + int(SHARE_OF_FREE * free)


def forget_models() -> None:
    """Empty the caches in which families keep what they have made of puzzles."""
    for name, module in list(sys.modules.items()):
        if name.startswith(FAMILIES):
            for kept in list(vars(module).values()):
                if isinstance(kept, _lru_cache_wrapper):
                    kept.cache_clear()
    gc.collect()


def forget_if_many() -> None:
    """Empty these caches if this process has much memory: before the next of many puzzles."""
    if memory_used() > MUCH:
        forget_models()


def refuse_beyond(limit: int) -> None:
    """Have the system refuse a single demand far beyond *limit* bytes, in all of this process.

    What a program asks for is more than what it uses, so this is for demands that are huge.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        soft = 2 * limit + 1024 * MIB
        if hard == resource.RLIM_INFINITY or soft < hard:
            resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
