"""A Dask scheduler and workers as processes of their own, on the loopback address, to be killed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

HOST = "127.0.0.1"

# Whoever kills the tests does not kill these: they end by themselves.
ALONE = """
from everyway.core.parent import end_with_parent
end_with_parent({parent})
"""


class Processes:
    """A scheduler and some workers; a context manager that ends what is left of them."""

    def __init__(self, folder, workers=2):
        self.folder = folder
        self.port = 0
        self.workers = []
        self._logs = 0
        self.scheduler = None
        self._number = workers

    def __enter__(self):
        try:
            self.start_scheduler()
            for _ in range(self._number):
                self.start_worker()
            self.wait_for_workers()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *what):
        for process in [*self.workers, self.scheduler]:
            if process is not None:
                kill(process)

    @property
    def address(self):
        return f"tcp://{HOST}:{self.port}"

    def start_scheduler(self):
        """Start one, on the port of the one before if there was one."""
        words = ["scheduler", "--host", HOST, "--port", str(self.port), "--no-dashboard"]
        self.scheduler, log = self._start(*words, "--dashboard-address", f"{HOST}:0")
        self.port = int(wait_for_line(log, rb"Scheduler at: +tcp://127\.0\.0\.1:(\d+)"))

    def start_worker(self, *words):
        """Start one; more *words* go to its command. Return it, and the file of its log."""
        process, log = self._start(
            "worker", self.address, "--host", HOST, "--nthreads", "1", "--no-nanny",
            "--no-dashboard", "--local-directory", str(self.folder), *words,
        )  # fmt: skip
        self.workers.append(process)
        return process, log

    def wait_for_workers(self):
        for log in self.folder.glob("worker*.log"):
            wait_for_line(log, rb"Registered to: +(\S+)")

    def kill_worker(self, place=0):
        """Kill one by SIGKILL."""
        kill(self.workers.pop(place))

    def stop_all(self):
        """Kill the scheduler and all workers."""
        for process in [self.scheduler, *self.workers]:
            kill(process)
        self.workers.clear()

    def start_all(self):
        """Start a scheduler on the same port, and workers."""
        self.start_scheduler()
        for _ in range(self._number):
            self.start_worker()

    def _start(self, *words):
        log = self.folder / f"{words[0]}{self._logs}.log"
        self._logs += 1
        alone = ALONE.format(parent=os.getpid())
        with log.open("wb") as file:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    "dask",
                    *words,
                    "--preload",
                    alone,
                ],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                start_new_session=True,
                cwd=self.folder,
            )
        return process, log


def kill(process):
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def wait_for_line(log, pattern, seconds=90):
    """Return what *pattern* finds in the file *log*, as soon as it does."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        found = re.search(pattern, log.read_bytes())
        if found:
            return found[1].decode()
        time.sleep(0.05)
    raise AssertionError(log.read_text())
