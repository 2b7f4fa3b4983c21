"""Puzzles as their pages show them: read and drawn by a worker, those opened last are kept."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from everyway.web.workers import Pool

KEPT, KEPT_CHARACTERS = 200, 20_000_000


class Opened:
    """What a worker said of the texts that were opened last."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: OrderedDict[tuple[str, str], dict[str, Any]] = OrderedDict()
        self._size = 0

    async def open(self, text: str, question: str = "count") -> dict[str, Any]:
        """Return what ``jobs.open_puzzle`` says of *text*; raise ``EverywayError`` as it does."""
        key = (text, question)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = {"puzzle": text, "asks": question}
        found: dict[str, Any] = await self._pool.quick("jobs:open_puzzle", task)
        if key not in self._kept:
            self._kept[key] = found
            self._size += _size(found)
        while len(self._kept) > KEPT or self._size > KEPT_CHARACTERS:
            _, oldest = self._kept.popitem(last=False)
            self._size -= _size(oldest)
        return found


def _size(found: dict[str, Any]) -> int:
    # The puzzle's plain data is about as long as its TOML.
    return 2 * len(found["toml"]) + len(found["svg"] or "") + len(found["text"] or "") + 4000
