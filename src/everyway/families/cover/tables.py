"""The tables of the compiled search that depend on the puzzle alone, made once."""

from __future__ import annotations

from typing import Any

import numpy as np

from everyway.families.cover.model import Model
from everyway.kernels.bits import to_table, words_for
from everyway.kernels.memory import Memory, Numbers

_WORD = (1 << 64) - 1


def shared_tables(model: Model) -> tuple[dict[str, int], tuple[int, int, int], Memory]:
    """Return addresses by the names of ``Tables``; words, words of items, items of several; memory.

    The memory must live as long as the addresses are used.
    """
    kept: Any = getattr(model, "compiled_tables", None)
    if kept is None:
        kept = _made(model)
        model.compiled_tables = kept  # type: ignore[attr-defined]
    found: tuple[dict[str, int], tuple[int, int, int], Memory] = kept
    return found


def _made(model: Model) -> tuple[dict[str, int], tuple[int, int, int], Memory]:
    words, item_words = words_for(model.size), words_for(len(model.needy))
    memory = Memory()
    starts, places, masks = [0], [], []
    for mask in model.masks:
        for w in range(words):
            word = mask >> (64 * w) & _WORD
            if word:
                places.append(w)
                masks.append(word)
        starts.append(len(places))
    multi, multis = [], 0
    for several in model.multiple:
        multi.append(multis if several else -1)
        multis += several
    covers = [sum(1 << p for p in covered) for covered in model.covers]
    addresses = {
        "conflicts": _kept(memory, to_table(model.conflicts or [0], words)),
        "covers": _kept(memory, to_table(covers or [0], item_words)),
        "start": memory.keep(np.array(starts, dtype=np.int64)),
        "word": memory.keep(np.array(places or [0], dtype=np.int64)),
        "mask": _kept(memory, to_table(masks or [0], 1)),
        "multi": memory.keep(np.array(multi or [-1], dtype=np.int64)),
    }
    return addresses, (words, item_words, multis), memory


def _kept(memory: Memory, table: Numbers) -> int:
    return memory.keep(np.ascontiguousarray(table, dtype=np.int64))


def write(address: int, numbers: Numbers) -> None:
    """Write *numbers* to the array at *address*."""
    import ctypes

    source = np.ascontiguousarray(numbers, dtype=np.int64)
    ctypes.memmove(address, source.ctypes.data, source.nbytes)
