"""What is done with a ledger takes the same memory, however many branches it has."""

from __future__ import annotations

import json
import tracemalloc
from collections import deque
from contextlib import contextmanager

import pytest

from everyway import Count, Queens
from everyway.core.engine import Job, Tally
from everyway.families.registry import family
from everyway.runs.exporting import export_csv, export_json, export_parquet
from everyway.runs.keeping import Timing, split_of
from everyway.runs.ledger import SqliteLedger
from everyway.runs.ledger_status import status_of
from everyway.runs.merging import audit, merge

MOST_BYTES = 10_000_000
"""Of Python's own: a few hundred bytes for each of the branches would be more."""


def make(path, least):
    """Make a finished ledger with *least* branches or more, each of one solution; return both."""
    job = Job(Queens(12), Count(), family("placement").engine_named("plain"))
    branches = job.engine.branches(job.puzzle, job.question)
    number = 0
    with SqliteLedger(path, job) as ledger:
        ledger.begin(job, branches)
        todo = deque(branches)
        while todo:
            branch = todo.pop()
            parts = split_of(job, branch) if number + len(todo) < least else []
            if parts and len(branch.path) < 8:
                ledger.split(job, branch, parts)
                todo.extendleft(parts)  # level by level
            else:
                ledger.note(job, branch, Tally({12: 1}, nodes=1), Timing(str(number % 3), 0.001))
                number += 1
    return job, number


@contextmanager
def little_memory():
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < MOST_BYTES


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_branches(tmp_path):
    path, both = tmp_path / "run.db", tmp_path / "both.db"
    job, number = make(path, 60_000)
    assert number >= 60_000
    assert number * 200 > MOST_BYTES
    with little_memory():
        found = status_of(path)
    assert (found.branches, found.progress) == (number, pytest.approx(1))
    with little_memory():
        assert merge(both, [path]).branches == number
    with little_memory():
        answer = job.puzzle.ask(Count(), ledger=both)
    assert (answer.value, answer.nodes, answer.kept_nodes) == (number, number, number)
    with little_memory():
        assert sum(1 for _ in export_csv(path)) == number + 1
    with little_memory():
        lines = sum(line.startswith('{"job"') for line in export_json(path))
    assert lines == number
    with little_memory():
        checked = audit(path, share=0.001, seed=1)
    assert (checked.finished, checked.checked) == (number, round(number * 0.001))


@pytest.mark.slow
def test_a_parquet_file_is_written_in_batches(tmp_path):
    pytest.importorskip("pyarrow")
    path = tmp_path / "run.db"
    _, number = make(path, 60_000)
    make(tmp_path / "few.db", 20)
    export_parquet(tmp_path / "few.db", tmp_path / "few.parquet")  # loads what is loaded once
    with little_memory():
        assert export_parquet(path, tmp_path / "out.parquet") == number


def test_many_branches_are_told_as_few(tmp_path):
    path = tmp_path / "run.db"
    _, number = make(path, 5000)
    found = status_of(path)
    assert (found.branches, found.progress) == (number, pytest.approx(1))
    low, high = found.left
    assert low <= high < 1e-6
    assert json.loads(json.dumps(found.to_dict()))["splits"] > 100
