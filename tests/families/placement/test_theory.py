"""Theorems against search on small boards; their placements against the rules on larger ones."""

from __future__ import annotations

import pytest

from everyway import Board, Largest, Placement, Smallest
from everyway.core.question import Question
from everyway.families.placement.cpsat import CpSatEngine
from everyway.families.placement.theory import TheoryEngine, theorem_for

ENGINE = TheoryEngine()
PIECES = ("rook", "bishop", "king", "queen")


def puzzles(most: int) -> list[tuple[Placement, Question]]:
    found = []
    shapes = [(n, n) for n in range(1, most + 1)] + [(2, 5), (3, 4), (5, 3), (4,), (7,)]
    shapes += [(2, 2, 2), (3, 3, 3), (1, 1, 1), (2, 3, 2)]
    for shape in shapes:
        for piece in PIECES:
            for peaceful in (True, False):
                for covering in (True, False):
                    for torus in (False, True):
                        puzzle = Placement(
                            Board(*shape, torus=torus), piece, peaceful=peaceful, covering=covering
                        )
                        found += [(puzzle, question) for question in (Smallest(), Largest())]
    return [(p, q) for p, q in found if ENGINE.offer(p, q).can]


CASES = puzzles(5)


def test_there_are_cases_of_every_theorem() -> None:
    sources = {theorem_for(p, isinstance(q, Smallest)).source for p, q in CASES}  # type: ignore[union-attr]
    assert len(sources) == 7


@pytest.mark.parametrize(("puzzle", "question"), CASES, ids=repr)
def test_search_finds_the_same(puzzle: Placement, question: Question) -> None:
    answer = puzzle.ask(question, engine="theory")
    other = "cpsat" if puzzle.board.squares > 20 else "propagate"
    searched = puzzle.ask(question, engine=other)
    assert (answer.value, answer.optimal_proven) == (searched.value, True)
    assert [e.kind for e in answer.evidence[:2]] == ["theory", "checked solutions"]
    assert all(e.agrees for e in answer.evidence)


@pytest.mark.parametrize("n", [1, 4, 7, 8, 9, 12, 14, 15, 26, 33])
@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("question", [Smallest(), Largest()], ids=lambda q: q.name)
def test_placements_of_larger_boards_obey_the_rules(n: int, piece: str, question: Question) -> None:
    puzzle = Placement(Board(n, n), piece, covering=True)
    if ENGINE.offer(puzzle, question).can:
        answer = puzzle.ask(question, engine="theory")
        assert len(answer.solution) == answer.value
        assert puzzle.why_not(answer.solution) is None


def test_queens_in_three_dimensions() -> None:
    puzzle = Placement("11x11x11", "queen", covering=True)
    answer = puzzle.largest()
    assert (answer.engine, answer.value, answer.optimal_proven) == ("theory", 121, True)
    assert puzzle.is_solution(answer.solution)


@pytest.mark.parametrize(
    ("puzzle", "question"),
    [
        (Placement("8x8", "queen", covering=True), Smallest()),
        (Placement("8x8", "rook"), Smallest()),
        (Placement("8x8", "rook", peaceful=False, covering=True), Largest()),
        (Placement("8x8", "rook", covering=True, fixed="a1"), Smallest()),
        (Placement(Board(4, 4, holes="a1"), "rook", covering=True), Smallest()),
        (Placement("8x8", "rook", number=3, covering=True), Smallest()),
        (Placement("8x8", "rook", per_row=1, covering=True), Smallest()),
        (Placement("3x4", "bishop", covering=True), Smallest()),
        (Placement("3x3x3", "rook", covering=True), Smallest()),
        (Placement("3x3", "queen"), Largest()),
        (Placement(Board(8, 8, torus=True), "queen"), Largest()),
        (Placement(Board(6, 6, torus=[True, False]), "queen"), Largest()),
        (Placement("0x0", "rook"), Largest()),
    ],
    ids=repr,
)
def test_where_no_theorem_decides(puzzle: Placement, question: Question) -> None:
    assert not ENGINE.offer(puzzle, question).can


def test_a_theorem_waits_for_no_other_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other engines would need is not even estimated: on large boards that takes long."""

    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(CpSatEngine, "offer", never)
    answer = Placement("12x12", "king").ask(Largest(), time_limit=60)
    assert (answer.value, answer.engine, answer.optimal_proven) == (36, "theory", True)
