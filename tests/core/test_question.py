"""Questions as plain data, and the values they refuse."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import (
    Count,
    Every,
    EverywayError,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.core.question import QUESTIONS, question_from_dict
from tests.one_line import taken_or_refused

LIMIT = st.none() | st.integers(0, 10**18)
UP_TO = st.sampled_from([None, "symmetry"])
QUESTION = st.one_of(
    *(st.builds(kind, up_to=UP_TO) for kind in (First, Count, Sizes, Smallest, Largest, Unique)),
    st.builds(Every, up_to=UP_TO, limit=LIMIT),
    st.builds(Every, limit=LIMIT, ordered=st.booleans()),
    st.builds(Sample, up_to=UP_TO, k=st.integers(0, 10**18), seed=st.integers(0, 10**18)),
)
DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(QUESTION)
def test_a_question_is_read_back_from_its_data(question: Question) -> None:
    data = json.loads(json.dumps(question.to_dict()))
    assert question_from_dict(data) == question
    assert hash(question_from_dict(data)) == hash(question)
    assert data["question"] == question.name


def test_what_has_its_default_is_left_out() -> None:
    assert Every().to_dict() == {"question": "every"}
    assert Every(limit=2, up_to="symmetry").to_dict() == {
        "question": "every",
        "up_to": "symmetry",
        "limit": 2,
    }


def test_every_kind_has_a_name_of_its_own() -> None:
    assert {kind().name for kind in QUESTIONS.values()} == set(QUESTIONS)
    assert len(QUESTIONS) == 8


BAD: list[Any] = [
    (Count, {"up_to": "rotation"}),
    (Count, {"up_to": True}),
    (Count, {"up_to": ["symmetry"]}),
    (Every, {"limit": -1}),
    (Every, {"limit": 1.0}),
    (Every, {"limit": True}),
    (Every, {"limit": "1"}),
    (Every, {"ordered": 1}),
    (Every, {"ordered": False, "up_to": "symmetry"}),
    (Every, {"ordered": False, "up_to": "symmetry"}),
    (Sample, {"k": -1}),
    (Sample, {"k": None}),
    (Sample, {"k": 1, "seed": -1}),
    (Sample, {"k": 1, "seed": "x\ny"}),
]


@pytest.mark.parametrize(("kind", "values"), BAD)
def test_a_bad_value_is_refused_in_one_line(kind: type[Question], values: dict[str, Any]) -> None:
    with pytest.raises(EverywayError) as caught:
        kind(**values)
    assert "\n" not in str(caught.value)
    with pytest.raises(EverywayError):
        question_from_dict({"question": kind.name, **values})


def test_unknown_questions_and_fields_are_refused() -> None:
    with pytest.raises(EverywayError, match='unknown question "how many": one of count, every'):
        question_from_dict({"question": "how many"})
    with pytest.raises(EverywayError, match="unknown question"):
        question_from_dict({})
    with pytest.raises(EverywayError, match='the question "count" has no field "limit"'):
        question_from_dict({"question": "count", "limit": 3})


@pytest.mark.parametrize("data", [None, 3, True, "count", ["question"], [["question", "count"]]])
def test_what_is_no_table_is_no_question(data: Any) -> None:
    with pytest.raises(EverywayError, match="a question is a table of names and values, not"):
        question_from_dict(data)


@given(st.dictionaries(st.sampled_from(["question", "limit", "k", "up_to", "ordered"]), DATA))
def test_any_data_is_a_question_or_an_everyway_error(data: dict[str, Any]) -> None:
    question = taken_or_refused(question_from_dict, data)
    assert question is None or question_from_dict(question.to_dict()) == question


@given(
    st.sampled_from(sorted(QUESTIONS)),
    st.dictionaries(st.sampled_from(["limit", "k", "seed", "up_to", "ordered"]), DATA),
)
def test_any_fields_are_a_question_or_an_everyway_error(name: str, data: dict[str, Any]) -> None:
    question = taken_or_refused(question_from_dict, {"question": name, **data})
    assert question is None or question.name == name
