"""Whether an answer says what is true: every fact in it, whole or interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from everyway import (
    Answer,
    Count,
    Every,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.core.question import draw_positions
from tests.net.truth import Truth, key


def complaints(truth: Truth, answer: Answer, limited: bool = False) -> list[str]:
    """Return in words what is wrong with *answer*; nothing for a right one.

    A question that was *limited* may have its answer proved before the limit came, but another
    solution of the best size to show, or none.
    """
    found = list(_of_all(truth, answer))
    found += _of_solutions(truth, answer)
    judge = _INTERRUPTED if answer.interrupted else _WHOLE
    found += judge[type(answer.question)](truth, answer)
    if answer.optimal_proven and not limited:
        found += _first_of_size(truth, answer)
    return found


def _of_all(truth: Truth, answer: Answer) -> Iterator[str]:
    """Yield what is wrong with the facts that every answer has."""
    expected = truth.listed(answer.up_to)
    if answer.found and not expected:
        yield "found, where there is none"
    if answer.solutions and not answer.found:
        yield "shows solutions, but says that it found none"
    if answer.interrupted != (answer.stopped_by is not None):
        yield f"interrupted is {answer.interrupted}, stopped by {answer.stopped_by!r}"
    if answer.interrupted and answer.exhausted:
        yield "interrupted, and yet exhausted"
    if answer.optimal_proven and not answer.found:
        yield "an optimum is proved, and none found"
    if answer.interrupted and "no solution" in str(answer).splitlines():
        yield "says no solution, although it was interrupted"
    if not 0 <= answer.progress <= 1 + 1e-9:
        yield f"progress is {answer.progress}"
    if not answer.interrupted and answer.progress < 1:
        yield f"not interrupted, and progress is {answer.progress}"
    if answer.nodes < 0:
        yield f"{answer.nodes} nodes"
    low, high = answer.bounds
    if low is not None and high is not None and low > high:
        yield f"bounds are {answer.bounds}"
    for evidence in answer.evidence:
        if evidence.agrees is False:
            yield f"evidence disagrees: {evidence}"
    data = json.loads(json.dumps(answer.to_dict()))
    if data["interrupted"] != answer.interrupted or data["found"] != answer.found:
        yield "JSON says something else"


def _of_solutions(truth: Truth, answer: Answer) -> Iterator[str]:
    """Yield what is wrong with the solutions that are shown, of whatever question."""
    shown = [key(truth.read(solution)) for solution in answer.solutions]
    if len(set(shown)) < len(shown):
        yield "shows a solution twice"
    allowed = {key(candidate) for candidate in truth.listed(answer.up_to)}
    if isinstance(answer.question, Smallest | Largest):
        allowed = set(truth.place)
    for text in shown:
        if text not in allowed:
            yield f"shows {text}, which is none" + (" up to symmetry" if answer.up_to else "")
    if not answer.puzzle.solutions().__contains__(answer.solution) and answer.solutions:
        yield f"its own rules refuse {answer.solution!r}"


def _is(what: str, said: Any, right: Any) -> list[str]:
    return [] if said == right else [f"{what} is {said!r}, not {right!r}"]


def _shown(truth: Truth, answer: Answer, right: Sequence[Any]) -> list[str]:
    said = [key(truth.read(solution)) for solution in answer.solutions]
    return _is("shown", said, [key(candidate) for candidate in right])


# --- whole answers ---


def _count(truth: Truth, answer: Answer) -> list[str]:
    right = len(truth.listed(answer.up_to))
    return _is("count", answer.value, right) + _exhausted(answer) + _found(answer, right)


def _exhausted(answer: Answer) -> list[str]:
    return _is("exhausted", answer.exhausted, True)


def _found(answer: Answer, number: int) -> list[str]:
    return _is("found", answer.found, number > 0)


def _sizes(truth: Truth, answer: Answer) -> list[str]:
    right = truth.sizes(answer.up_to)
    wrong = _is("sizes", list(answer.value.items()), list(right.items()))
    return wrong + _exhausted(answer) + _found(answer, len(right))


def _every(truth: Truth, answer: Answer) -> list[str]:
    assert isinstance(answer.question, Every)
    expected, limit = truth.listed(answer.up_to), answer.question.limit
    wanted = len(expected) if limit is None else min(limit, len(expected))
    wrong = _is("value", answer.value, answer.solutions)
    wrong += _is("number", len(answer.solutions), wanted) + _found(answer, wanted)
    if answer.question.ordered:
        wrong += _shown(truth, answer, expected[:limit])
    if limit is None or limit > len(expected):
        wrong += _exhausted(answer)
    elif answer.exhausted and limit < len(expected):
        wrong.append("exhausted, although there are more")
    return wrong


def _first(truth: Truth, answer: Answer) -> list[str]:
    expected = truth.listed(answer.up_to)
    wrong = _is("value", answer.value, answer.solution)
    wrong += [] if expected else _exhausted(answer)
    return wrong + _found(answer, len(expected)) + _shown(truth, answer, expected[:1])


def _unique(truth: Truth, answer: Answer) -> list[str]:
    expected = truth.listed(answer.up_to)
    wrong = _is("unique", answer.value, len(expected) == 1)
    return wrong + _found(answer, len(expected)) + _shown(truth, answer, expected[:2])


def _sample(truth: Truth, answer: Answer) -> list[str]:
    assert isinstance(answer.question, Sample)
    expected = truth.listed(answer.up_to)
    places = draw_positions(len(expected), answer.question.k, answer.question.seed)
    wrong = _is("value", answer.value, answer.solutions)
    return wrong + _shown(truth, answer, [expected[place] for place in places])


def _optimum(truth: Truth, answer: Answer) -> list[str]:
    sizes = truth.sizes(None)
    wrong = _found(answer, len(sizes))
    wrong += _is("optimal_proven", answer.optimal_proven, bool(sizes))
    if not sizes:
        return wrong + _is("value", answer.value, None) + _exhausted(answer)
    best = min(sizes) if isinstance(answer.question, Smallest) else max(sizes)
    wrong += [
        f"shows {solution!r} of another size"
        for solution in answer.solutions
        if truth.size(truth.read(solution)) != best
    ]
    return wrong + _is("value", answer.value, best) + _is("bounds", answer.bounds, (best, best))


def _first_of_size(truth: Truth, answer: Answer) -> list[str]:
    right = [c for c in truth.solutions if truth.size(c) == answer.value]
    return _shown(truth, answer, right[:1])


# --- what is known when a limit came first ---


def _least_count(truth: Truth, answer: Answer) -> list[str]:
    right = len(truth.listed(answer.up_to))
    return [] if 0 <= answer.value <= right else [f"at least {answer.value}, but there are {right}"]


def _least_sizes(truth: Truth, answer: Answer) -> list[str]:
    right = truth.sizes(answer.up_to)
    return [
        f"at least {number} of size {size}, but there are {right.get(size, 0)}"
        for size, number in answer.value.items()
        if not 0 < number <= right.get(size, 0)
    ]


def _beginning(truth: Truth, answer: Answer) -> list[str]:
    """A list that is in order is a beginning of the whole; any other is a part of it."""
    if isinstance(answer.question, Sample) or not getattr(answer.question, "ordered", True):
        return []
    return _shown(truth, answer, truth.listed(answer.up_to)[: len(answer.solutions)])


def _not_known(truth: Truth, answer: Answer) -> list[str]:
    return _beginning(truth, answer) + _is("unique", answer.value, None)


def _no_first(truth: Truth, answer: Answer) -> list[str]:
    return _is("value", answer.value, None)


def _bounded(truth: Truth, answer: Answer) -> list[str]:
    sizes = truth.sizes(None)
    wrong = _is("optimal_proven", answer.optimal_proven, False)
    if answer.value is not None and answer.value not in sizes:
        wrong.append(f"value {answer.value}, a size of no solution")
    if (answer.value is not None) != answer.found:
        wrong.append(f"value is {answer.value}, found {answer.found}")
    if sizes:
        best = min(sizes) if isinstance(answer.question, Smallest) else max(sizes)
        low, high = answer.bounds
        if (low is not None and low > best) or (high is not None and high < best):
            wrong.append(f"bounds {answer.bounds} leave out the true {best}")
    return wrong


Judge = Callable[[Truth, Answer], list[str]]
_WHOLE: dict[type[Question], Judge] = {
    Count: _count,
    Sizes: _sizes,
    Every: _every,
    First: _first,
    Unique: _unique,
    Sample: _sample,
    Smallest: _optimum,
    Largest: _optimum,
}
_INTERRUPTED: dict[type[Question], Judge] = {
    Count: _least_count,
    Sizes: _least_sizes,
    Every: _beginning,
    First: _no_first,
    Unique: _not_known,
    Sample: _beginning,
    Smallest: _bounded,
    Largest: _bounded,
}
