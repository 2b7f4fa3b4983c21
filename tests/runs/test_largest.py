"""The largest puzzles that families take are asked everything under a limit of time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from everyway.families.registry import families
from tests.runs.largest import QUESTIONS, all_largest

pytest.importorskip("resource")

LIMIT = 1.0
LONGEST = 5.0
"""Seconds an answer may take under the limit: one more, and as many again on a slow machine."""

MOST_MIB = 1500
PROGRAM = Path(__file__).with_name("largest.py")
HARD = ("queens 27", "queens 30", "queens 9x9x9", "queens 100x100", "queens 2x5000", "tour 20x20")


def asked(words, engines=()):
    """Return what is said of each question about the puzzle of *words*."""
    done = subprocess.run(
        [sys.executable, str(PROGRAM), words, str(LIMIT), *engines],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (words, done.stderr)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(said) >= len(QUESTIONS)
    return said


def out_of_bounds(said):
    return [one for one in said if one["seconds"] > LIMIT + LONGEST - 1 or one["memory"] > MOST_MIB]


@pytest.mark.parametrize("words", ["queens 30", "chain 32x32", "komachi 1048576", "magic 30"])
def test_a_large_puzzle_stops_in_time(words):
    assert not out_of_bounds(asked(words, [""]))


def test_every_family_has_its_largest():
    found = all_largest(1)
    assert set(found.values()) == {known.name for known in families()}


@pytest.mark.slow
@pytest.mark.parametrize("words", [*HARD, *all_largest()])
def test_every_question_to_every_engine_stops_in_time(words):
    assert not out_of_bounds(asked(words))
