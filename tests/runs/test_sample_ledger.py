"""Samples keep the counts they are drawn from, so that a long count need not be done again."""

from __future__ import annotations

import pytest

from everyway import Board, Permutations, Placement, Queens, Sample
from everyway.runs import keeping
from everyway.runs.ledger_status import status_of
from everyway.runs.merging import audit

COVERING = Placement(Board(5, 5), "queen", covering=True)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(
    ("puzzle", "engine", "up_to", "nodes"),
    [
        (Queens(9), "plain", None, 500),
        (Queens(7), "plain", "symmetry", None),
        (COVERING, "plain", None, None),
        (Queens(8), "propagate", None, 10),
    ],
    ids=str,
)
def test_a_sample_goes_on_from_what_is_counted(
    tmp_path, monkeypatch, puzzle, engine, up_to, nodes, workers
):
    question = Sample(k=5, seed=3, up_to=up_to)
    plain = puzzle.ask(question, engine=engine)
    assert len(set(plain.value)) == 5
    if nodes is not None:
        monkeypatch.setattr(keeping, "LONG_NODES", nodes)
        monkeypatch.setattr(keeping, "LONG_NODES_IN_PYTHON", nodes)
    file = tmp_path / "run.db"
    part = puzzle.ask(
        question, engine=engine, ledger=file, workers=workers, node_limit=plain.nodes // 4
    )
    assert part.interrupted
    whole = puzzle.ask(question, ledger=file, workers=workers)
    assert (whole.value, whole.interrupted) == (plain.value, False)
    kept = status_of(file)
    assert kept.progress == pytest.approx(1)
    assert (kept.splits > 0) == (nodes is not None)
    again = puzzle.ask(question, ledger=file)
    assert again.value == plain.value
    assert again.nodes - again.kept_nodes < plain.nodes
    checked = audit(file, share=1.0)
    assert (checked.checked, checked.differing) == (kept.branches, ())


def test_an_engine_that_draws_by_itself_keeps_the_sample(tmp_path):
    puzzle = Permutations("abcdef", 4)
    drawn = [puzzle.sample(3, seed=2, ledger=tmp_path / "run.db") for _ in range(2)]
    assert drawn[0] == drawn[1] == puzzle.sample(3, seed=2)
