"""Long searches on a cluster whose workers, scheduler and asker are killed, one after another."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from importlib.util import find_spec

import pytest

from everyway import Count, Queens
from everyway.runs import cluster as cluster_module
from everyway.runs import keeping
from everyway.runs.exporting import exported
from everyway.runs.ledger_status import status_of
from everyway.runs.merging import audit
from tests.runs.dask_processes import Processes
from tests.runs.test_cluster import killing, when_there_are

pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed"),
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
]


@pytest.fixture
def own(tmp_path):
    folder = tmp_path / "dask"
    folder.mkdir()
    with Processes(folder) as found:
        yield found


def all_there(file, total):
    """Check that every branch is kept once, and that together they are the total."""
    rows = list(exported(file))
    assert len({row["branch"] for row in rows}) == len(rows)
    assert sum(row["total"] for row in rows) == total
    assert audit(file, share=0.01, seed=1).differing == ()


def test_workers_are_killed_at_random_moments(own, tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "LONG_NODES_IN_PYTHON", 1500)
    file = tmp_path / "run.db"
    killer = killing(own, file, times=12, seed=3)
    killer.start()
    answer = Queens(11).ask(Count(), engine="plain", cluster=own.address, ledger=file)
    killer.join()
    assert (answer.value, answer.exhausted) == (2680, True)
    all_there(file, 2680)
    assert len(status_of(file).workers) >= 3


def test_the_scheduler_is_started_anew(own, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(keeping, "LONG_NODES_IN_PYTHON", 1500)
    file = tmp_path / "run.db"

    def work():
        for _ in range(2):
            when_there_are(file, status_of(file).branches + 5 if file.exists() else 5)
            own.stop_all()
            own.start_all()

    restarts = threading.Thread(target=work)
    restarts.start()
    answer = Queens(11).ask(Count(), engine="plain", cluster=own.address, ledger=file)
    restarts.join()
    assert (answer.value, answer.exhausted) == (2680, True)
    all_there(file, 2680)
    said = [record.getMessage() for record in caplog.records if "everyway" in record.name]
    assert sum("is lost: waiting" in line for line in said) == 2
    assert sum("is there again" in line for line in said) == 2


def test_a_scheduler_that_stays_away_leaves_a_partial_answer(own, tmp_path, monkeypatch):
    monkeypatch.setattr(keeping, "LONG_NODES_IN_PYTHON", 5000)
    monkeypatch.setattr(cluster_module, "RECONNECT_SECONDS", 3.0)
    file = tmp_path / "run.db"

    def work():
        when_there_are(file, 5)
        own.stop_all()

    end = threading.Thread(target=work)
    end.start()
    answer = Queens(11).ask(Count(), engine="plain", cluster=own.address, ledger=file)
    end.join()
    assert answer.interrupted
    assert answer.stopped_by == f"the loss of the scheduler at {own.address}"
    assert answer.value <= 2680
    kept = status_of(file)
    assert kept.branches >= 5
    assert (kept.running, kept.answer) == (False, None)
    assert Queens(11).ask(Count(), ledger=file).value == 2680
    all_there(file, 2680)


def test_the_asker_is_killed_and_asks_again(own, tmp_path):
    file = tmp_path / "run.db"
    words = [sys.executable, "-m", "everyway"]
    ask = ["count", "queens", "12", "--engine", "plain", "--cluster", own.address]
    chance = random.Random(5)
    before = kills = 0
    while kills < 6:
        run = subprocess.Popen(
            [*words, *ask, "--ledger", str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        when_there_are(file, before + 1)
        time.sleep(chance.uniform(0.0, 2.0))
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        kills += 1
        kept = status_of(file).branches
        assert kept > before
        before = kept
    last = subprocess.run(
        [*words, "resume", str(file), "--cluster", own.address, "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    answer = json.loads(last.stdout)
    assert (answer["value"], answer["exhausted"]) == (14200, True), last.stderr
    all_there(file, 14200)


# Loaded by a worker as it starts, maybe twice.
DEADLY = """
import os
from everyway.runs import cluster_worker
def deadly(task, control, search=cluster_worker.search_task):
    if tuple(task["branch"]["path"])[:1] == (3,):
        os._exit(1)
    return search(task, control)
cluster_worker.search_task = deadly
"""


def test_a_branch_that_kills_its_workers_is_given_back(own, tmp_path, caplog):
    file = tmp_path / "run.db"
    for _ in range(2):
        own.kill_worker()
    for _ in range(2):
        own.start_worker("--preload", DEADLY)
    over = threading.Event()

    def work():
        while not over.wait(0.2):
            for worker in [w for w in own.workers if w.poll() is not None]:
                own.workers.remove(worker)
                own.start_worker("--preload", DEADLY)

    again = threading.Thread(target=work)
    again.start()
    try:
        answer = Queens(9).ask(Count(), engine="plain", cluster=own.address, ledger=file)
    finally:
        over.set()
        again.join()
    assert answer.interrupted
    assert "whose workers died 4 times" in answer.stopped_by
    kept = {row["branch"] for row in exported(file)}
    assert kept
    assert not any(name.startswith(":3") for name in kept)
    assert any("not searched: branch :3" in record.getMessage() for record in caplog.records)
    assert Queens(9).ask(Count(), ledger=file).value == 352
    all_there(file, 352)
