"""Telling numba what an operation does: its types, and its code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core.typing import templates

# Numba says nothing of the types of these.
_templates: Any = templates


def teach(operation: Callable[..., Any], definition: Callable[..., Any]) -> None:
    """Let kernels call *operation*, defined as by numba's ``intrinsic``.

    *definition* is given numba's context and the types of the arguments, and returns the whole
    type with the function that builds the code.
    """
    template = _templates.make_intrinsic_template(operation, definition, operation.__name__)
    _templates.infer(template)
    _templates.infer_global(operation, types.Function(template))
