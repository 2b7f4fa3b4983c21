"""What long runs say of themselves where there is no terminal."""

from __future__ import annotations

import re

import pytest

from everyway.cli import main, progress


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.2)


def lines_of(err):
    return [line for line in err.splitlines() if re.match(r"\d+ s: ", line)]


def test_a_long_question_says_how_far_it_is(capsys):
    main(["count", "queens", "12", "--engine", "plain", "--time", "2"])
    out, err = capsys.readouterr()
    assert re.fullmatch(r"at least \d+\n", out)
    assert re.search(r"^\d+ s: [\d.]+% of the search, \d+ found, \d+ nodes$", err, re.MULTILINE)


def test_a_long_report_says_that_it_is_at_work(capsys):
    main(["marks", "chain", "5x5", "--time", "2"])
    out, err = capsys.readouterr()
    found = lines_of(err)
    assert any(re.fullmatch(r"\d+ s: (\d+ nodes|still at work)", line) for line in found), err
    assert not lines_of(out)


def test_a_long_table_says_so(capsys):
    for _ in range(3):  # on a busy machine a row may be over before its first line is due
        main(["table", "count", "queens", "12..13", "--engine", "plain", "--time", "1"])
        out, err = capsys.readouterr()
        assert not lines_of(out)
        if lines_of(err):
            return
    pytest.fail(f"no line of progress: {out}{err}")


def test_quiet_is_quiet(capsys):
    main(["count", "queens", "12", "--engine", "plain", "--time", "1", "-q"])
    main(["marks", "chain", "5x5", "--time", "1", "-q"])
    assert not lines_of(capsys.readouterr().err)


def test_a_short_run_says_nothing(capsys, monkeypatch):
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 60.0)
    main(["count", "queens", "6"])
    assert not lines_of(capsys.readouterr().err)
