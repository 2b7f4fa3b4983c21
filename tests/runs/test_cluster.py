"""Searches on a Dask cluster: real schedulers and workers, which are killed and started anew."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from importlib.util import find_spec

import pytest

from everyway import Board, Count, Every, EverywayError, Placement, Queens, Sizes
from everyway.runs import cluster as cluster_module
from everyway.runs import keeping
from everyway.runs.exporting import exported
from everyway.runs.ledger_status import status_of
from everyway.runs.merging import audit
from tests.runs.dask_processes import HOST, Processes, wait_for_line

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
    # Not imported here: whoever does so has set up what it writes, and everyway leaves it alone.
    pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed"),
]

COVERING = Placement(Board(5, 5), "queen", covering=True)


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    with Processes(tmp_path_factory.mktemp("dask")) as found:
        yield found


def when_there_are(file, branches):
    """Wait until the ledger *file* has so many branches; return how many."""
    while True:
        with suppress(EverywayError):  # it is being made
            found = status_of(file).branches
            if found >= branches:
                return found
        time.sleep(0.1)


def killing(processes, file, *, times, seed):
    """Return a thread that kills a worker and starts another, as often as there is progress."""
    chance = random.Random(seed)

    def work():
        finished = 0
        for _ in range(times):
            finished = when_there_are(file, finished + 2)
            time.sleep(chance.uniform(0.0, 0.5))
            processes.kill_worker(chance.randrange(len(processes.workers)))
            _, log = processes.start_worker()
            wait_for_line(log, rb"Registered to: +(\S+)")

    return threading.Thread(target=work)


def test_a_cluster_finds_the_same_and_outlives_its_workers(two, tmp_path, monkeypatch, caplog):
    for question in (Count(), Sizes(up_to="symmetry"), Every()):
        here = COVERING.ask(question, engine="plain")
        there = COVERING.ask(question, engine="plain", cluster=two.address)
        assert (there.value, there.interrupted) == (here.value, False)
    # Small branches, and a worker that is killed while it searches.
    monkeypatch.setattr(keeping, "LONG_NODES_IN_PYTHON", 2000)
    file = tmp_path / "run.db"
    killer = killing(two, file, times=1, seed=1)
    killer.start()
    answer = Queens(10).ask(Count(), engine="plain", cluster=two.address, ledger=file)
    killer.join()
    assert (answer.value, answer.exhausted) == (724, True)
    kept = status_of(file)
    assert kept.progress == pytest.approx(1)
    assert kept.splits > 0
    assert len(kept.workers) >= 2
    assert sum(worker.branches for worker in kept.workers) == kept.branches
    rows = list(exported(file))
    assert len({row["branch"] for row in rows}) == len(rows)
    assert sum(row["total"] for row in rows) == 724
    assert audit(file, share=0.05).differing == ()
    assert not [record for record in caplog.records if record.name.startswith("distributed")]


def test_limits_stop_a_cluster_and_say_what_is_known(two):
    puzzle = Queens(12)
    for limits, why in (({"time_limit": 1.0}, "time limit"), ({"node_limit": 9000}, "node limit")):
        answer = puzzle.ask(Count(), engine="plain", cluster=two.address, **limits)
        assert (answer.interrupted, answer.stopped_by) == (True, why)
        assert answer.value < 14200
    assert answer.nodes > 0 < answer.value
    # The workers are free again: nothing of that is still being searched.
    assert COVERING.ask(Count(), engine="plain", cluster=two.address).value > 0
    first = Queens(20).ask(Every(limit=1), engine="plain", cluster=two.address, node_limit=10)
    assert first.interrupted


def test_progress_is_told(two):
    told = []
    # Nothing is told of what is over in a moment, on however quick a machine.
    answer = Queens(11).ask(Count(), engine="plain", cluster=two.address, progress=told.append)
    assert answer.value == 2680
    assert all(0 <= p.fraction <= 1 and p.seconds >= 0 for p in told)
    assert told[-1].nodes > 0


@pytest.mark.parametrize(
    "address", ["127.0.0.1:8786", "tcp://", "tcp://host", "tcp://host:0", "http://host:8786", 8786]
)
def test_what_is_no_address_is_refused(address):
    with pytest.raises(EverywayError, match="no address of a Dask scheduler"):
        Queens(5).count(cluster=address)


def test_workers_are_those_of_the_cluster():
    with pytest.raises(EverywayError, match="a cluster has its own"):
        Queens(5).count(cluster="tcp://127.0.0.1:8786", workers=2)


@pytest.mark.parametrize("listening", [True, False])
def test_where_no_scheduler_answers_one_line_says_so(listening, monkeypatch):
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 1.0)
    with socket.socket() as other:
        other.bind((HOST, 0))
        if listening:  # takes the call, and never says a word
            other.listen()
        address = f"tcp://{HOST}:{other.getsockname()[1]}"
        with pytest.raises(EverywayError, match="no Dask scheduler answers at") as caught:
            Queens(5).count(cluster=address)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "says", [b"HTTP/1.1 400 Bad Request\r\n\r\n" * 4, bytes(100)], ids=["http", "zeros"]
)
def test_what_is_no_scheduler_may_say_anything(says, monkeypatch):
    monkeypatch.setattr(cluster_module, "CONNECT_SECONDS", 2.0)
    with socket.create_server((HOST, 0)) as other:

        def answer():
            with suppress(OSError):
                while True:
                    caller, _ = other.accept()
                    with caller:
                        caller.sendall(says)
                        caller.recv(1 << 16)

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(EverywayError, match="no Dask scheduler answers at"):
            Queens(5).count(cluster=f"tcp://{HOST}:{other.getsockname()[1]}")
        other.shutdown(socket.SHUT_RDWR)


# Loaded by a worker as it starts: it then says that it is another everyway.
OTHER = "import everyway; everyway.__version__ = '0.0.0'"


def test_a_worker_of_another_version_is_refused_when_it_joins(two, tmp_path):
    file = tmp_path / "run.db"
    joined = threading.Thread(target=two.start_worker, args=("--preload", OTHER))
    joined.start()
    try:
        with pytest.raises(EverywayError, match=r'has another version of everyway: "0.0.0"') as why:
            Queens(13).ask(Count(), engine="plain", cluster=two.address, ledger=file)
        assert "the worker tcp://" in str(why.value)
        # And from then on before anything is sent.
        with pytest.raises(EverywayError, match="another version of everyway"):
            Queens(5).ask(Count(), engine="plain", cluster=two.address)
    finally:
        joined.join()
        two.kill_worker(-1)
    assert not status_of(file).running


def test_a_cluster_for_trying(tmp_path):
    words = [sys.executable, "-m", "everyway"]
    started = subprocess.Popen(
        [*words, "cluster", "local", "--workers", "1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    address = started.stdout.readline().strip()
    file = str(tmp_path / "run.db")
    count = [*words, "count", "queens", "8", "--engine", "plain", "--cluster", address]
    ran = subprocess.run([*count, "--ledger", file], capture_output=True, text=True, check=False)
    taken = subprocess.run(
        [*words, "cluster", "local", "--port", address.rpartition(":")[2]],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    os.killpg(started.pid, signal.SIGINT)  # as a terminal does
    out, err = started.communicate(timeout=60)
    assert (ran.returncode, ran.stdout) == (0, "92\n"), ran.stderr
    said = [line for line in ran.stderr.splitlines() if not re.match(r"\d+ s: ", line)]
    assert len(said) == 3  # and how far it is, on a slow machine
    assert ":0" in status_of(file).workers[0].name
    assert (started.returncode, out, len(err.splitlines())) == (0, "", 2), err
    assert taken.returncode == 2
    assert "cannot start a scheduler on port" in taken.stderr
    assert len(taken.stderr.splitlines()) == 1
