"""What is killed by SIGKILL leaves no process behind: workers see that nobody is there any more."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")

# A search that does not ask its control at all: only the watch over the parent can end the worker.
CREW = """
from everyway import Count, Queens
from everyway.runs import crews
start = crews._start_worker
def started():
    worker = start()
    print(worker.pid, flush=True)
    return worker
crews._start_worker = started
Queens(14).ask(Count(), engine="plain", workers=2)
"""

TESTS = """
import sys, tempfile, time
from pathlib import Path
sys.path.insert(0, {root!r})
from tests.runs.dask_processes import Processes
with tempfile.TemporaryDirectory() as folder, Processes(Path(folder), workers=1) as found:
    for process in [found.scheduler, *found.workers]:
        print(process.pid, flush=True)
    time.sleep(600)
"""
ROOT = str(Path(__file__).parents[2])


def numbers_of(process, count):
    return [int(process.stdout.readline()) for _ in range(count)]


def gone(numbers, seconds=30):
    """Return whether the processes end in time; what does not is ended here."""
    until = time.monotonic() + seconds
    left = set(numbers)
    while left and time.monotonic() < until:
        left = {n for n in left if psutil.pid_exists(n) and not _is_dead(n)}
        time.sleep(0.1)
    for number in left:
        os.kill(number, signal.SIGKILL)
    return not left


def _is_dead(number):
    try:
        return psutil.Process(number).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def start(code):
    return subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


def killed(process):
    process.kill()
    process.wait()
    process.stdout.close()


def test_worker_processes_of_a_run():
    process = start(CREW)
    numbers = numbers_of(process, 2)
    time.sleep(1.5)  # they are searching by now
    assert all(psutil.pid_exists(n) for n in numbers)
    killed(process)
    assert gone(numbers)


@pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")
def test_workers_of_a_local_cluster():
    process = subprocess.Popen(
        [sys.executable, "-m", "everyway", "cluster", "local", "--workers", "1", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout.readline().startswith("tcp://")
    children = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
    assert children
    killed(process)
    assert gone(children)


@pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")
def test_the_scheduler_and_workers_of_tests():
    process = start(TESTS.format(root=ROOT))
    numbers = numbers_of(process, 2)
    killed(process)
    assert gone(numbers)


def test_workers_of_the_page():
    code = (
        "import asyncio\n"
        "from everyway.web.limits import Limits\n"
        "from everyway.web.workers import Worker\n"
        "async def main():\n"
        "    worker = await Worker.start(Limits())\n"
        "    print(worker.pid, flush=True)\n"
        "    puzzle = {'job': 'ask', 'puzzle': 'queens 14', 'given': {'question': 'count', "
        "'engine': 'plain'}, 'time': 600}\n"
        "    async for line in worker.do(puzzle):\n"
        "        pass\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    process = start(code)
    numbers = numbers_of(process, 1)
    time.sleep(1.5)
    killed(process)
    assert gone(numbers)
