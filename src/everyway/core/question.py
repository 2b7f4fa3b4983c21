"""The questions that can be asked about a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Literal

from everyway.core.errors import EverywayError, quote

UpTo = Literal["symmetry"] | None


def check_whole(value: object, name: str, least: int, greatest: int = 10**1000) -> None:
    """Raise ``EverywayError`` unless *value* is an int, not a bool, from *least* to *greatest*."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= greatest:
        hint = f"give a whole number, {least} or more"
        if isinstance(value, int) and value > greatest:
            hint = "that is too large"
        raise EverywayError(f"{name} cannot be", text=value, hint=hint)


def check_flag(value: object, name: str) -> None:
    """Raise ``EverywayError`` unless *value* is True or False."""
    if type(value) is not bool:
        raise EverywayError(f"{name} is true or false, not", text=value)


@dataclass(frozen=True, kw_only=True)
class Question:
    """What is asked; ``up_to="symmetry"`` counts solutions that differ by a symmetry once."""

    name: ClassVar[str] = ""
    up_to: UpTo = None

    def __post_init__(self) -> None:
        if self.up_to not in (None, "symmetry"):
            raise EverywayError(
                "cannot count up to", text=self.up_to, hint='give "symmetry" or leave it out'
            )

    def to_dict(self) -> dict[str, Any]:
        """Return the question as plain data, which ``question_from_dict`` takes back."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            "question": self.name,
            **{f.name: values[f.name] for f in fields(self) if values[f.name] != f.default},
        }


@dataclass(frozen=True)
class First(Question):
    """The first solution in the puzzle's order, or none."""

    name: ClassVar[str] = "first"


@dataclass(frozen=True)
class Every(Question):
    """All solutions in the puzzle's order, or the first *limit* of them.

    ``ordered=False`` asks for any solutions in whatever order the engine meets them, which
    is cheaper when only their existence matters.
    """

    name: ClassVar[str] = "every"
    limit: int | None = None
    ordered: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.limit is not None:
            check_whole(self.limit, "a limit", 0)
        check_flag(self.ordered, "ordered")
        if self.up_to and not self.ordered:
            raise EverywayError("solutions in any order cannot be taken up to symmetry")


@dataclass(frozen=True)
class Count(Question):
    """How many solutions there are."""

    name: ClassVar[str] = "count"


@dataclass(frozen=True)
class Sizes(Question):
    """How many solutions there are of each size."""

    name: ClassVar[str] = "sizes"


@dataclass(frozen=True)
class Smallest(Question):
    """The least size of a solution, with the first solution of that size.

    Where the first takes far longer to find than the proof, another of that size is shown.
    """

    name: ClassVar[str] = "smallest"


@dataclass(frozen=True)
class Largest(Question):
    """The greatest size of a solution, with the first of that size, as for ``Smallest``."""

    name: ClassVar[str] = "largest"


@dataclass(frozen=True)
class Unique(Question):
    """Whether there is exactly one solution: looks for two."""

    name: ClassVar[str] = "unique"


@dataclass(frozen=True)
class Sample(Question):
    """*k* different solutions, each set of *k* equally likely, the same for the same *seed*.

    The draw picks positions in the puzzle's order, so it does not depend on the engine. When
    there are fewer than *k* solutions, all come, in random order.
    """

    name: ClassVar[str] = "sample"
    k: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        check_whole(self.k, "a sample's size", 0)
        check_whole(self.seed, "a seed", 0)


def draw_positions(total: int, k: int, seed: int) -> list[int]:
    """Return *k* different positions below *total* in random order, or all if they are fewer.

    This is the one draw behind every ``Sample``: it depends on nothing but its arguments.
    """
    import random

    chance = random.Random(seed)
    if 2 * k >= total:
        return chance.sample(range(total), min(k, total))
    # range() objects of over 2**63 numbers have no length, so numbers are drawn one by one.
    drawn: dict[int, None] = {}
    while len(drawn) < k:
        drawn[chance.randrange(total)] = None
    return list(drawn)


QUESTIONS: dict[str, type[Question]] = {
    kind.name: kind for kind in (First, Every, Count, Sizes, Smallest, Largest, Unique, Sample)
}


def question_from_dict(data: dict[str, Any]) -> Question:
    """Rebuild a question from ``Question.to_dict``.

    >>> question_from_dict({"question": "sample", "k": 3, "seed": 7})
    Sample(up_to=None, k=3, seed=7)
    """
    if not isinstance(data, Mapping):
        raise EverywayError("a question is a table of names and values, not", text=data)
    rest = dict(data)
    name = rest.pop("question", None)
    if not isinstance(name, str) or name not in QUESTIONS:
        raise EverywayError(
            "unknown question", text=name, hint="one of " + ", ".join(sorted(QUESTIONS))
        )
    kind = QUESTIONS[name]
    known = {f.name for f in fields(kind)}
    for key in rest:
        if key not in known:
            raise EverywayError(f"the question {quote(name)} has no field", text=key)
    return kind(**rest)
