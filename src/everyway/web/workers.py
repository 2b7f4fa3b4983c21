"""The worker processes as the server sees them: started ahead, given tasks, stopped, ended."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import AsyncIterator
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.memory import MIB
from everyway.web.limits import Limits
from everyway.web.worker import OUT_OF_MEMORY

LONGEST_LINE = 64 * MIB
IDLE = 2
"""So many workers that have nothing to do are kept for what comes next."""

QUICK = 3
"""So many short jobs work at a time; the others wait for them."""

REUSED_BELOW = 512 * MIB
"""A worker that has more memory than this after a job is not kept."""

PATIENCE = 20.0
"""Seconds that a job has to say what it knows when it is stopped. A search says so at once, but one
that is about to begin may be busy with compiling what it needs."""

MOST_JOBS = 200
LAST = ("done", "fault", "broken")


class Worker:
    """One process. ``do`` gives it a task and yields its lines, the last one included."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self.jobs = 0
        self.idle_memory = 0
        self.used = False  # whether a task is under way, so that the process cannot take another

    @classmethod
    async def start(cls, limits: Limits) -> Worker:
        """Start a process with the memory limit of *limits*."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-m",
            "everyway.web.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            # Ctrl-C at the terminal is for the server, which then ends its workers.
            start_new_session=os.name == "posix",
        )
        worker = cls(process)
        await worker.send({"memory": limits.memory})
        return worker

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.returncode is None

    async def send(self, line: dict[str, Any]) -> None:
        """Send a line; nothing happens where the process has ended."""
        assert self._process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self._process.stdin.write(json.dumps(line).encode() + b"\n")
            await self._process.stdin.drain()

    async def do(self, task: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        """Give the process *task* and yield the lines of its job; the last is one of ``LAST``.

        Where the process ends in the middle, the last line is ``{"ended": exit code}``.
        """
        self.used = True
        self.jobs += 1
        await self.send(task)
        async for line in self.lines():
            yield line

    async def lines(self) -> AsyncIterator[dict[str, Any]]:
        """Yield the lines of the job under way until its last."""
        assert self._process.stdout is not None
        while True:
            try:
                text = await self._process.stdout.readline()
            except ValueError:  # longer than any page could show
                self.kill()
                text = b""
            if not text.endswith(b"\n"):
                yield {"ended": await self._process.wait()}
                return
            line = json.loads(text)
            if any(name in line for name in LAST):
                self.used = False
                self.idle_memory = line["memory"]
                yield line
                return
            yield line

    async def stop(self, reason: str, grace: float = PATIENCE) -> None:
        """Ask the job to stop; end the process if it has not within a *grace*."""
        await self.send({"stop": reason, "number": self.jobs})

        def end(jobs: int = self.jobs) -> None:
            if self.used and self.jobs == jobs:
                self.kill()

        asyncio.get_running_loop().call_later(grace, end)

    def kill(self) -> None:
        """End the process now."""
        # It seems alive until the system has said that it ended: nobody may use it meanwhile.
        self.used = True
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process and wait until it has gone."""
        self.kill()
        await self._process.wait()
        # Closes the pipes, which asyncio else leaves to the garbage collector.
        transport = getattr(self._process, "_transport", None)
        if transport is not None:
            transport.close()


class Pool:
    """Workers that are ready: one is started before it is needed, and some are used again."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._idle: list[Worker] = []
        self._all: set[Worker] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._closed = False
        self._quick = asyncio.Semaphore(QUICK)

    @property
    def pids(self) -> list[int]:
        """The numbers of all processes there are."""
        return sorted(worker.pid for worker in self._all if worker.alive)

    async def _start(self) -> Worker:
        worker = await Worker.start(self._limits)
        self._all.add(worker)
        return worker

    async def _start_spare(self) -> None:
        worker = await self._start()
        await self.give(worker)

    def warm(self) -> None:
        """Start a spare worker, unless there is one or one is being started."""
        if not self._idle and not self._starting and not self._closed:
            task = asyncio.create_task(self._start_spare())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)

    async def take(self) -> Worker:
        """Return a worker that has nothing to do; another is made ready."""
        while self._idle:
            worker = self._idle.pop()
            if worker.alive:
                self.warm()
                return worker
            await self._drop(worker)
        worker = await self._start()
        self.warm()
        return worker

    async def give(self, worker: Worker) -> None:
        """Take *worker* back: it is kept, or ended where it is of no more use."""
        fit = worker.alive and not worker.used and worker.jobs < MOST_JOBS
        small = worker.idle_memory < min(REUSED_BELOW, self._limits.memory * MIB // 2)
        if fit and small and len(self._idle) < IDLE and not self._closed:
            self._idle.append(worker)
        else:
            await self._drop(worker)

    async def _drop(self, worker: Worker) -> None:
        await worker.close()
        self._all.discard(worker)

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for task in list(self._starting):
            with contextlib.suppress(Exception):
                await task
        for worker in list(self._all):
            await self._drop(worker)

    async def quick(self, job: str, task: dict[str, Any], seconds: float | None = None) -> Any:
        """Return what a short *job* makes of *task*.

        Raises ``EverywayError`` for what the job cannot take, and where it needs more than
        *seconds*, those of the limits unless given, or too much memory.
        """
        seconds = self._limits.short if seconds is None else seconds
        async with self._quick:
            worker = await self.take()
            try:
                async with asyncio.timeout(seconds):
                    async for line in worker.do({"job": job, **task}):
                        last = line
            except TimeoutError:
                worker.kill()
                said = f"this took over {seconds:g} s and was stopped"
                raise EverywayError(said, hint="ask for something smaller") from None
            finally:
                await self.give(worker)
        return result_of(last, self._limits)


def fault_of(parts: dict[str, Any]) -> EverywayError:
    """Return the error that a worker has told."""
    more = {} if parts["text"] is None else {"text": parts["text"]}
    return EverywayError(parts["message"], where=parts["where"], hint=parts["hint"], **more)


def result_of(last: dict[str, Any], limits: Limits) -> Any:
    """Return the result in a job's *last* line; raise ``EverywayError`` where there is none."""
    if "fault" in last:
        raise fault_of(last["fault"])
    short_of_memory = last.get("reason") == "memory" or last.get("ended") == OUT_OF_MEMORY
    if short_of_memory and last.get("done") is None:
        raise EverywayError(f"this needs more than {limits.memory} MiB of memory and was stopped")
    if last.get("done") is None:
        raise BrokenJobError
    return last["done"]


class BrokenJobError(Exception):
    """A job failed by a mistake of the program's own; what happened stands on its error output."""
