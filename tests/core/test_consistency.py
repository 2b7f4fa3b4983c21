"""The parts of an answer never contradict one another: an answer that would is not made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from everyway import (
    Count,
    Every,
    First,
    Largest,
    Placement,
    Queens,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.core.errors import InternalError
from everyway.core.question import Question

PUZZLE = Placement("3x3", "king", covering=True)
WHOLE: dict[str, Question] = {
    "count": Count(),
    "sizes": Sizes(),
    "smallest": Smallest(),
    "largest": Largest(),
    "unique": Unique(),
    "first": First(),
    "every": Every(),
    "sample": Sample(k=2),
}
LIES: list[tuple[str, dict[str, Any]]] = [
    ("count", {"interrupted": True, "stopped_by": "node limit"}),
    ("count", {"exhausted": False}),
    ("count", {"found": False}),
    ("count", {"value": 0}),
    ("count", {"stopped_by": "Ctrl-C"}),
    ("count", {"optimal_proven": True}),
    ("count", {"bounds": (9, 8)}),
    ("sizes", {"value": {}}),
    ("sizes", {"exhausted": False}),
    ("smallest", {"value": None}),
    ("smallest", {"value": None, "found": False, "solutions": (), "optimal_proven": False,
                  "exhausted": False, "bounds": (1, 1)}),
    ("smallest", {"optimal_proven": False}),
    ("smallest", {"bounds": (0, 1)}),
    ("smallest", {"bounds": (2, 3)}),
    ("smallest", {"found": False, "solutions": ()}),
    ("largest", {"interrupted": True, "stopped_by": "time limit"}),
    ("largest", {"value": 3}),
    ("unique", {"value": True}),
    ("unique", {"value": None}),
    ("unique", {"solutions": ()}),
    ("first", {"found": False}),
    ("first", {"value": None}),
    ("every", {"exhausted": False}),
    ("every", {"value": ()}),
    ("every", {"interrupted": True, "exhausted": False}),
    ("sample", {"found": False}),
    ("sample", {"question": Sample(k=1)}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "lie"), LIES)
def test_an_answer_that_contradicts_itself_is_not_made(name: str, lie: dict[str, Any]) -> None:
    true = PUZZLE.ask(WHOLE[name])
    assert true.exact
    with pytest.raises(InternalError, match="fault of everyway itself"):
        replace(true, **lie)


def test_answers_without_solutions_are_consistent_too() -> None:
    for question in WHOLE.values():
        answer = Queens(3).ask(question)
        assert (answer.found, answer.exact) == (False, True), question
        assert not answer.solutions
        assert answer.to_dict()["exact"] is True
