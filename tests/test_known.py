"""Every known value, asked with the words of the command, and answered exactly."""

from __future__ import annotations

import json
import shlex

import pytest

from everyway.cli import main
from everyway.core.question import QUESTIONS
from everyway.families.registry import FAMILIES
from everyway.runs.evidence import KnownValue, known_values

ROWS = [row for family in FAMILIES for row in known_values(family)]


def rows_of(name: str) -> list[KnownValue]:
    return [row for row in ROWS if row.set == name]


def label(row: KnownValue) -> str:
    return f"{row.question} {row.puzzle} {row.up_to}".strip()


def check(row: KnownValue, capsys: pytest.CaptureFixture[str]) -> None:
    words = [row.question, *shlex.split(row.puzzle.replace(";", " ")), "--json"]
    if row.up_to:
        words += ["--up-to", row.up_to]
    main(words)
    answer = json.loads(capsys.readouterr().out)
    if row.question not in QUESTIONS:  # a report of the family's own
        assert answer["complete"]
        assert answer["data"] == row.number()
        return
    assert not answer["interrupted"]
    value = answer["value"]
    if row.question == "sizes":
        value = {int(size): number for size, number in value.items()}
    assert value == row.number()
    if row.question in ("smallest", "largest"):
        assert answer["optimal_proven"]
    # The answer itself cites the known value.
    assert any(e["kind"] == "known value" and e["agrees"] for e in answer["evidence"])
    assert all(e["agrees"] for e in answer["evidence"])


@pytest.mark.parametrize("row", rows_of("fast"), ids=label)
def test_known_value(row: KnownValue, capsys: pytest.CaptureFixture[str]) -> None:
    check(row, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("row", rows_of("slow"), ids=label)
def test_known_value_that_takes_long(row: KnownValue, capsys: pytest.CaptureFixture[str]) -> None:
    check(row, capsys)


def test_the_tables_are_well_formed() -> None:
    keys = [(row.puzzle, row.question, row.up_to) for row in ROWS]
    assert len(keys) == len(set(keys))
    for row in ROWS:
        assert row.set in ("fast", "slow", "record"), row
        assert row.source, row
        assert row.up_to in ("", "symmetry"), row
        row.number()
