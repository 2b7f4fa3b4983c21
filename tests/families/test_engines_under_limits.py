"""What an engine says when it is stopped at any moment agrees with the whole truth."""

from typing import Any

import pytest

from everyway import (
    Alphametic,
    Chain,
    Combinations,
    Count,
    Every,
    Komachi,
    Largest,
    NumberGame,
    Permutations,
    Sizes,
    Smallest,
    SnakeCube,
)
from everyway.core.engine import Control, Engine, Tally
from everyway.core.question import Question
from everyway.families.registry import family

PUZZLES = [
    Alphametic("AB+C=BA"),
    Alphametic("A*B=CD", 7),
    Alphametic("  A?\n×  ?\n----\n  ??", 5),
    Chain("3x3"),
    Combinations("abcde", 2),
    Komachi("29", 11, "+-"),
    Komachi("1234", 10, "+-*/"),
    Komachi("1234", None, "+-"),
    Komachi("1234", 10, "+-*/", parentheses=True),
    Komachi("123", None, "+-*", parentheses=True),
    NumberGame("1 2 3 4", 24),
    Permutations("abcd", 3),
    SnakeCube(None, "2x2x2"),
]
QUESTIONS = [Count(), Sizes(), Every(), Every(limit=2), Smallest(), Largest()]
LIMITS = (0, 1, 2, 3, 5, 8, 13, 30, 100, 1000, 30_000)


def answered(engine: Engine, puzzle: Any, question: Question, limit: int | None) -> Tally:
    """Return the tally of a whole search, with so many nodes for all branches together."""
    control = Control(node_limit=limit)
    results = [
        (branch, engine.search(puzzle, question, branch, control))
        for branch in engine.branches(puzzle, question)
    ]
    return engine.combine(puzzle, question, results)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.title()[:30])
@pytest.mark.parametrize("question", QUESTIONS, ids=repr)
def test_a_search_that_is_stopped_does_not_claim_more_than_it_knows(
    puzzle: Any, question: Question
) -> None:
    plain = family(puzzle.family).first_engine()
    every = [tuple(s) for s in answered(plain, puzzle, Every(), None).solutions]
    sizes: dict[int, int] = {}
    for data in every:
        sizes[puzzle.size_of(data)] = sizes.get(puzzle.size_of(data), 0) + 1
    asked = 0
    for engine in family(puzzle.family).all_engines():
        if type(question) not in engine.direct or not engine.offer(puzzle, question).can:
            continue
        for limit in LIMITS:
            forget = getattr(type(engine), "forget", lambda: None)
            forget()  # tables that are kept from earlier would be there at once
            tally = answered(engine, puzzle, question, limit)
            said = (engine.name, limit, tally)
            assert set(tally.solutions) <= set(every), said
            asked += 1
            if isinstance(question, Smallest | Largest):
                best = (min if isinstance(question, Smallest) else max)(sizes)
                low, high = tally.bounds
                assert low is None or low <= best, said
                assert high is None or best <= high, said
                if tally.complete:
                    assert 1 <= tally.counts.get(best, 0) <= sizes[best], said
                    assert set(tally.counts) == {best}, said
                    assert tally.solutions, said
            elif isinstance(question, Every):
                if tally.complete:
                    wanted = every[: question.limit]
                    assert list(tally.solutions) == wanted or question.limit is not None, said
                    assert list(tally.solutions)[: len(wanted)] == wanted, said
            else:
                expected = sizes if isinstance(question, Sizes) else {0: len(every)}
                total = sum(tally.counts.values())
                assert total == len(every) if tally.complete else total <= len(every), said
                if isinstance(question, Sizes):
                    assert all(n <= expected.get(k, 0) for k, n in tally.counts.items()), said
    assert asked or isinstance(question, Smallest | Largest)
