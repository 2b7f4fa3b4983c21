"""Arrangements as NumPy arrays, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy.typing as npt

    from everyway.families.arrangement.puzzle import Arrangements


def blocks(puzzle: Arrangements, start: int, total: int, size: int) -> Iterator[npt.NDArray[Any]]:
    """Yield the arrangements from rank *start*, *total* of them."""
    import numpy as np

    raise NotImplementedError
    yield np.zeros(0)
