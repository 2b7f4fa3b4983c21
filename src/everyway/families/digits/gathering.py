"""What the engines of digit puzzles share."""

from __future__ import annotations

from everyway.core.engine import Offer
from everyway.core.question import Question


def no_symmetry(question: Question) -> Offer | None:
    """Return the refusal of a question up to symmetry, or None for any other."""
    return Offer.no("these puzzles have no symmetry") if question.up_to else None
