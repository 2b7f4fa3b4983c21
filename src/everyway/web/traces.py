"""Traces for the page: each in a process of its own, so that no search can hold up the server."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.web.limits import Limits

MOST_WORKERS = 4
"""So many traces are kept; the one not asked for the longest goes when there is another."""
IDLE_SECONDS = 300.0
FILE_SECONDS = 60.0
"""A file with many pictures may take longer than what a page waits for."""
MEMORY = 1024
"""A trace may take so many mebibytes, or as many as a run if those are fewer."""


class Worker:
    """A process with one trace: asked one thing at a time, and ended when it takes too long."""

    def __init__(self, puzzle: Puzzle, method: str, limits: Limits) -> None:
        self._lock = threading.Lock()
        self._seconds = limits.short
        self.used = time.monotonic()
        self.busy = 0
        self._process = subprocess.Popen(
            # -P: what lies in the folder where the server was started is none of its modules.
            [sys.executable, "-P", "-m", "everyway.web.trace_worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        memory = min(MEMORY, limits.memory)
        self._first = {"puzzle": puzzle.to_dict(), "method": method, "memory": memory}

    def ask(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """Return the answer; raise ``EverywayError`` where there is none in time."""
        with self._lock:
            if self._first:
                first, self._first = self._first, {}
                try:
                    _checked(self._ask(first))
                except EverywayError:
                    # There is no such trace, and nothing more to ask.
                    self.close()
                    raise
            return _checked(self._ask(wanted))

    def _ask(self, wanted: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        seconds = self._seconds if wanted.get("what") != "file" else FILE_SECONDS
        timer = threading.Timer(seconds, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(json.dumps(wanted) + "\n")
            self._process.stdin.flush()
            line = self._process.stdout.readline()
        except (OSError, ValueError):
            line = ""
        finally:
            timer.cancel()
        if not line.endswith("\n"):
            self.close()
            raise EverywayError("these steps take too long, or too much memory")
        found: dict[str, Any] = json.loads(line)
        return found

    @property
    def alive(self) -> bool:
        """Whether the process can still be asked."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                # What could not be written is not wanted any more.
                with suppress(OSError):
                    pipe.close()
        self._process.wait()


def _checked(found: dict[str, Any]) -> dict[str, Any]:
    if "error" in found:
        text = {} if found.get("text") is None else {"text": found["text"]}
        raise EverywayError(found["error"], hint=found.get("hint"), **text)
    return found


class Traces:
    """The traces that pages are looking at; the processes end when nobody asks for a while."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._workers: dict[str, Worker] = {}
        self._sweeper: threading.Timer | None = None
        atexit.register(self.close)

    def ask(self, puzzle: Puzzle, method: str, what: str, **wanted: Any) -> dict[str, Any]:
        """Return what the trace of *puzzle* by *method* answers.

        Raises ``EverywayError`` for what it cannot answer, and where too many traces are busy.
        """
        key = json.dumps([puzzle.to_dict(), method])
        worker = self._worker(key, puzzle, method)
        try:
            return worker.ask({"what": what, **wanted})
        finally:
            with self._lock:
                worker.busy -= 1
                worker.used = time.monotonic()
                if not worker.alive:
                    self._drop(key, worker)

    def _worker(self, key: str, puzzle: Puzzle, method: str) -> Worker:
        with self._lock:
            worker = self._workers.get(key)
            if worker is None or not worker.alive:
                self._make_room()
                worker = self._workers[key] = Worker(puzzle, method, self._limits)
                self._sweep_later()
            worker.busy += 1
            return worker

    def _make_room(self) -> None:
        while len(self._workers) >= MOST_WORKERS:
            idle = [(worker.used, key) for key, worker in self._workers.items() if not worker.busy]
            if not idle:
                raise EverywayError("too many traces are being looked at", hint="try again soon")
            key = min(idle)[1]
            self._drop(key, self._workers[key])

    def _drop(self, key: str, worker: Worker) -> None:
        if self._workers.get(key) is worker:
            del self._workers[key]
        worker.close()

    def _sweep_later(self) -> None:
        if self._sweeper is None:
            self._sweeper = threading.Timer(IDLE_SECONDS / 2, self._sweep)
            self._sweeper.daemon = True
            self._sweeper.start()

    def _sweep(self) -> None:
        with self._lock:
            self._sweeper = None
            before = time.monotonic() - IDLE_SECONDS
            for key, worker in list(self._workers.items()):
                if worker.used < before and not worker.busy:
                    self._drop(key, worker)
            if self._workers:
                self._sweep_later()

    @property
    def number(self) -> int:
        """How many processes there are."""
        return len(self._workers)

    def close(self) -> None:
        """End all processes."""
        with self._lock:
            if self._sweeper is not None:
                self._sweeper.cancel()
                self._sweeper = None
            for key, worker in list(self._workers.items()):
                self._drop(key, worker)
