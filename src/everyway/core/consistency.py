"""What the parts of an answer say of one another: they must never contradict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Sample,
    Sizes,
    Smallest,
    Unique,
)

if TYPE_CHECKING:
    from everyway.core.answer import Answer


def contradiction(answer: Answer) -> str | None:
    """Return in words what in *answer* contradicts what, or None."""
    return _facts(answer) or _value(answer)


def _facts(answer: Answer) -> str | None:
    """Return what the facts, which mean the same for all questions, say against each other."""
    low, high = answer.bounds
    if answer.interrupted != (answer.stopped_by is not None):
        return "what was interrupted was stopped by something, and nothing else was"
    if answer.interrupted and (answer.exhausted or answer.optimal_proven):
        return "interrupted, yet nothing is left to be searched"
    if answer.solutions and not answer.found:
        return "solutions, yet none was found"
    if low is not None and high is not None and low > high:
        return f"the bounds {low} and {high} leave no room"
    if answer.optimal_proven and not isinstance(answer.question, Smallest | Largest):
        return "an optimum, for a question that has none"
    return None


def _value(answer: Answer) -> str | None:
    """Return what the value says against the facts."""
    match answer.question:
        case Count():
            return _number(answer, answer.value)
        case Sizes():
            return _number(answer, sum(answer.value.values()))
        case Smallest() | Largest():
            return _optimum(answer)
        case Unique():
            return _unique(answer)
        case First():
            return _first(answer)
        case Every() | Sample():
            return _list(answer)
    return None


def _number(answer: Answer, number: int) -> str | None:
    if answer.found != (number > 0):
        return f"{number} solutions, and found={answer.found}"
    if answer.interrupted == answer.exhausted:
        return "a count is exact when all is searched, and only then"
    return None


def _optimum(answer: Answer) -> str | None:
    value, (low, high) = answer.value, answer.bounds
    if value is None:
        if answer.found or answer.optimal_proven:
            return "found or proved, yet without a value"
        if not answer.interrupted and not answer.exhausted:
            return "no solution, though not all was searched"
        return None
    if not answer.found:
        return "a value, yet no solution was found"
    if answer.interrupted == answer.optimal_proven:
        return "a value that is neither proved nor interrupted, or both"
    if (low is not None and value < low) or (high is not None and value > high):
        return f"the value {value} is not between {low} and {high}"
    if answer.optimal_proven != (low == value == high):
        return f"the bounds {low} and {high} do not go with the proof of {value}"
    return None


def _unique(answer: Answer) -> str | None:
    number = len(answer.solutions)
    if answer.interrupted != (answer.value is None):
        return "what was interrupted is not known, and nothing else"
    if answer.value and (number != 1 or not answer.exhausted):
        return "unique, though not all was searched for one solution"
    if answer.value is False and number < 2 and (number == 1 or not answer.exhausted):
        return "not unique, without two solutions and without a search of all"
    return None


def _first(answer: Answer) -> str | None:
    if answer.found != (answer.value is not None) or answer.solutions[:1] != (
        () if answer.value is None else (answer.value,)
    ):
        return "the first solution is not the one found"
    if answer.interrupted == (answer.found or answer.exhausted):
        return "a first solution is known when it is found, or all is searched"
    return None


def _list(answer: Answer) -> str | None:
    number = len(answer.solutions)
    if answer.value != answer.solutions:
        return "the list is not the solutions"
    if isinstance(answer.question, Sample):
        most: int | None = answer.question.k
    else:
        assert isinstance(answer.question, Every)
        most = answer.question.limit
    if most is not None and number > most:
        return f"{number} solutions, where {most} were asked for"
    if answer.interrupted == (answer.exhausted or number == most):
        return "a list is whole when all is searched, or as many are listed as were asked for"
    return None
