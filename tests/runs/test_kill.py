"""Runs that are killed at random moments, by SIGKILL, and always come to the same exact total."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from everyway import EverywayError
from everyway.runs.exporting import exported
from everyway.runs.ledger_status import status_of
from everyway.runs.merging import audit

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")

# Commits after every branch, so that many kills come while something is being written.
CHILD = """
import sys, time
from everyway.runs import keeping, ledger
from everyway.cli import main
batch, nodes, pause = map(float, sys.argv[1:4])
ledger.BATCH_SECONDS = batch
keeping.LONG_NODES = keeping.LONG_NODES_IN_PYTHON = int(nodes)
usual = ledger.SqliteLedger.__init__
def opened(*what):
    print("opening", file=sys.stderr, flush=True)
    usual(*what)
ledger.SqliteLedger.__init__ = opened
if pause:
    note = ledger.SqliteLedger.note
    def slowly(*what):
        note(*what)
        print("noted", file=sys.stderr, flush=True)
        time.sleep(pause)
    ledger.SqliteLedger.note = slowly
sys.exit(main(sys.argv[4:]))
"""


def start(words, *, batch=0.0, nodes=10**10, pause=0.0):
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(batch), str(nodes), str(pause), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def kill_often(words, file, *, times, longest, seed, **how):
    """Start the command again and again, kill it; then let it end. Return output and kills."""
    chance = random.Random(seed)
    kills = during = 0
    before = 0
    while kills < times:
        run = start(words, **how)
        assert run.stderr.readline() == "opening\n"
        try:
            out, err = run.communicate(timeout=chance.uniform(0.0, longest))
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.communicate()
            kills += 1
            kept = branches_in(file)
            assert kept >= before  # nothing that was finished is lost
            during += kept > before
            before = kept
        else:
            assert run.returncode == 0, err
            return out, kills, during
    run = start(words, **how)
    out, err = run.communicate(timeout=240)
    assert run.returncode == 0, err
    return out, kills, during


def branches_in(file):
    try:
        return status_of(file).branches
    except EverywayError as error:
        assert "no such ledger" in str(error)  # noqa: PT017 - killed before it was made
        return 0


def kept_once(file):
    rows = list(exported(file))
    assert len({(row["job"], row["branch"]) for row in rows}) == len(rows)
    return rows


def test_a_run_killed_at_random_moments_ends_at_the_exact_total(tmp_path):
    file = tmp_path / "run.db"
    words = ["count", "queens", "9", "--engine", "plain", "--ledger", str(file), "--json"]
    out, kills, during = kill_often(
        words, file, times=6, longest=0.6, seed=1, nodes=300, pause=0.02
    )
    answer = json.loads(out)
    assert (answer["value"], answer["exhausted"]) == (352, True)
    assert kills >= 4
    assert during >= 2
    # A branch that was split is not there as a whole: all that is there adds up.
    rows = kept_once(file)
    assert sum(row["total"] for row in rows) == 352
    assert audit(file, share=0.1, seed=1).differing == ()


def test_ctrl_c_keeps_what_is_finished(tmp_path):
    file = tmp_path / "run.db"
    words = ["count", "queens", "10", "--engine", "plain", "--ledger", str(file)]
    run = start(words, batch=60, pause=0.3)
    assert [run.stderr.readline() for _ in range(3)] == ["opening\n", "noted\n", "noted\n"]
    os.kill(run.pid, signal.SIGINT)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 3, err
    assert out.startswith("at least")
    assert "Ctrl-C" in err
    kept = status_of(file)
    assert kept.branches == len(kept_once(file)) >= 2
    resumed = start(["resume", str(file), "--workers", "2"])
    out, err = resumed.communicate(timeout=120)
    assert (resumed.returncode, out) == (0, "724\n"), err


def test_two_processes_do_not_share_a_ledger(tmp_path):
    file = tmp_path / "run.db"
    words = ["count", "queens", "10", "--engine", "plain", "--ledger", str(file)]
    first = start(words, pause=0.5)
    while not (file.exists() and file.stat().st_size and status_ready(file)):
        time.sleep(0.05)
    second = start(words)
    _, err = second.communicate(timeout=60)
    assert second.returncode == 2
    assert "another run is using the ledger" in err
    assert len(err.splitlines()) == 2
    assert status_of(file).running
    out, err = first.communicate(timeout=120)
    assert (first.returncode, out) == (0, "724\n"), err
    assert not status_of(file).running


def status_ready(file):
    try:
        return status_of(file).running
    except ValueError:  # it is being made
        return False


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_of_a_minute_is_killed_fifty_times(tmp_path, workers):
    file = tmp_path / "run.db"
    words = [
        "count", "queens", "13", "--engine", "propagate", "--ledger", str(file),
        "--workers", str(workers), "--json",
    ]  # fmt: skip
    out, kills, during = kill_often(
        words, file, times=50, longest=2.0 / workers, seed=workers, nodes=2000
    )
    answer = json.loads(out)
    assert (answer["value"], answer["exhausted"]) == (73712, True)
    assert kills >= 40
    assert during >= 10
    assert sum(row["total"] for row in kept_once(file)) > 0
    assert audit(file, share=0.02, seed=5).differing == ()
