"""The code of the operations on words in ``bits.py``, as numba is told it."""

from __future__ import annotations

from typing import Any

from numba import types

from everyway.kernels.bits import lowest, popcount
from everyway.kernels.teaching import teach


def _ctpop(typing_context: Any, word: Any) -> Any:
    """Return the type and the code of ``popcount``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), code


def _cttz(typing_context: Any, word: Any) -> Any:
    """Return the type and the code of ``lowest``."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        undefined_for_zero = context.get_constant(types.boolean, False)
        return builder.cttz(arguments[0], undefined_for_zero)

    return types.int64(types.int64), code


teach(popcount, _ctpop)
teach(lowest, _cttz)
