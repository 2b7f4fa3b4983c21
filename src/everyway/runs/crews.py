"""Who searches branches: this thread, threads of this process, or processes of this machine.

A crew takes branches of one job and gives back tallies. Compiled engines release the GIL and are
served by threads; engines in Python are served by worker processes, which rebuild the job from its
puzzle, question and engine as any other machine would.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from everyway.core.engine import Branch, Control, Effort, Job, Tally
from everyway.core.question import Question
from everyway.core.stopping import GRACE_SECONDS, Stopped, attended
from everyway.runs.keeping import Timing

if TYPE_CHECKING:
    from everyway.runs.cluster import Cluster

POLL_SECONDS = 0.05
PATIENCE_SECONDS = 0.5
"""How long workers may take to say how far they came; more than a search takes to be left."""


def available_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pending(ABC):
    """A branch that is being searched, or will be; ``timing`` is known when the tally is.

    A ``lazy`` one is searched by whoever asks for its tally. One that is ``given_back`` has killed
    its workers, and is not to be tried again.
    """

    lazy: bool = False
    given_back: bool = False

    def __init__(self, timing: Timing | None = None) -> None:
        self.timing = timing or Timing()

    @abstractmethod
    def done(self) -> bool:
        """Return whether the tally is there."""

    @abstractmethod
    def tally(self) -> Tally:
        """Return the tally; wait for it if need be."""


class Crew(ABC):
    """Searches branches of one job; a context manager, which waits for what is under way."""

    width: int = 1
    """How many branches it is worth to hand over at a time."""
    trouble: str | None = None
    """In words, why some branch was given back without being searched."""

    def __init__(self, job: Job, control: Control) -> None:
        self.job = job
        self.control = control

    @abstractmethod
    def submit(self, question: Question, branch: Branch, effort: Effort) -> Pending:
        """Hand over *branch*; the tally comes later."""

    def interrupt(self) -> None:  # noqa: B027 - most crews hear it from the control
        """Have what is under way end soon; called when the run must stop."""

    def close(self) -> None:  # noqa: B027 - there may be nothing to close
        """Stop what is under way and let go of threads or processes."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class _Lazy(Pending):
    """Searched in this thread, when the tally is asked for."""

    lazy = True

    def __init__(self, search: Callable[[], Tally]) -> None:
        super().__init__()
        self._search = search

    def done(self) -> bool:
        return False

    def tally(self) -> Tally:
        started = time.monotonic()
        try:
            return self._search()
        finally:
            self.timing.seconds = time.monotonic() - started


def searched(
    job: Job, question: Question, branch: Branch, control: Control, effort: Effort
) -> Tally:
    """Search *branch*; what does not heed *control* is left, and counts as not searched."""

    def search() -> Tally:
        return job.engine.search(job.puzzle, question, branch, control, effort)

    try:
        return attended(control, search, GRACE_SECONDS)
    except Stopped:
        return Tally(complete=False)


class InPlace(Crew):
    """Searches in the thread that asks."""

    def submit(self, question: Question, branch: Branch, effort: Effort) -> Pending:
        """Note the branch; it is searched when its tally is asked for."""
        return _Lazy(lambda: searched(self.job, question, branch, self.control, effort))


class Elsewhere(Pending):
    """Searched elsewhere; this thread looks up now and then, so that Ctrl-C and progress work."""

    def __init__(self, future: Future[Tally], control: Control, crew: Crew, timing: Timing) -> None:
        super().__init__(timing)
        self._future = future
        self._control = control
        self._crew = crew

    def done(self) -> bool:
        """Return whether the tally is there."""
        return self._future.done()

    def tally(self) -> Tally:
        """Return the tally; wait for it, and not for long when the run must stop."""
        pause = POLL_SECONDS / 50
        patience = PATIENCE_SECONDS
        while not self._future.done():
            time.sleep(pause)
            if self._control.spend(0):
                # Workers know the time limit, too, and are about to say how far they came.
                patience -= pause
                if patience < 0:
                    self._crew.interrupt()
            pause = min(POLL_SECONDS, pause * 2)
        return self._future.result()


class Threads(Crew):
    """Searches in threads, for engines that release the GIL."""

    def __init__(self, job: Job, control: Control, workers: int) -> None:
        super().__init__(job, control)
        self.width = 2 * workers
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="everyway")
        self._closing = threading.Event()

    def submit(self, question: Question, branch: Branch, effort: Effort) -> Pending:
        """Queue the branch for a thread."""
        timing = Timing()
        future = self._pool.submit(self._search, question, branch, effort, timing)
        return Elsewhere(future, self.control, self, timing)

    def _search(self, question: Question, branch: Branch, effort: Effort, timing: Timing) -> Tally:
        if self._closing.is_set():
            return Tally(complete=False)
        started = time.monotonic()
        # The pool names its threads everyway_0, everyway_1, ...
        timing.worker = str(int(threading.current_thread().name.rpartition("_")[2]) + 1)
        tally = searched(self.job, question, branch, _Watched(self), effort)
        timing.seconds = time.monotonic() - started
        return tally

    def close(self) -> None:
        """Tell the threads to stop and wait until they have, which takes a moment."""
        self._closing.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    @property
    def closing(self) -> bool:
        """Whether the crew no longer wants what is being searched."""
        return self._closing.is_set()


class _Watched(Control):
    """The run's control as a thread sees it: it also stops when the crew is no longer wanted."""

    def __init__(self, crew: Threads) -> None:
        super().__init__()
        self._crew = crew

    def spend(self, nodes: int = 0) -> bool:
        """Pass the nodes on; stop with the run, or when the crew closes."""
        return self._crew.control.spend(nodes) or self._crew.closing

    def due(self) -> bool:
        """Return whether the run must stop, or the crew closes."""
        return self._crew.control.due() or self._crew.closing

    @property
    def nodes_left(self) -> int | None:
        """What the run has left."""
        return self._crew.control.nodes_left


class Processes(Crew):
    """Searches in worker processes, for engines that hold the GIL."""

    def __init__(self, job: Job, control: Control, workers: int) -> None:
        super().__init__(job, control)
        self.width = 2 * workers
        self._tasks: SimpleQueue[tuple[dict[str, Any], Future[Tally], Timing] | None] = (
            SimpleQueue()
        )
        self._closing = False
        self._workers = [_start_worker() for _ in range(workers)]
        # The memory of all counts: the run has one limit.
        control.processes.extend(worker.pid for worker in self._workers)
        self._threads = [
            threading.Thread(target=self._serve, args=(worker, str(number)), daemon=True)
            for number, worker in enumerate(self._workers, 1)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, question: Question, branch: Branch, effort: Effort) -> Pending:
        """Queue the branch for a worker process."""
        task = task_of(self.job, question, branch, effort)
        future: Future[Tally] = Future()
        timing = Timing()
        self._tasks.put((task, future, timing))
        return Elsewhere(future, self.control, self, timing)

    def _serve(self, worker: subprocess.Popen[str], name: str) -> None:
        """Pass tasks to one worker until there are no more, or the run must stop."""
        assert worker.stdin is not None and worker.stdout is not None
        while True:
            item = self._tasks.get()
            if item is None:
                return
            task, future, timing = item
            started = time.monotonic()
            if self._closing or self.control.stopped_by is not None:
                future.set_result(Tally(complete=False))
                continue
            task["asker"] = os.getpid()
            task["nodes_left"] = self.control.nodes_left
            deadline = self.control.deadline
            task["seconds_left"] = None if deadline is None else deadline - time.monotonic()
            try:
                worker.stdin.write(json.dumps(task) + "\n")
                worker.stdin.flush()
                reply = json.loads(worker.stdout.readline())
            except (OSError, ValueError):
                # The worker was told to stop, or died: the branch counts as not searched.
                future.set_result(Tally(complete=False))
                if not self._closing and self.control.stopped_by is None:
                    self.control.stop("a worker process died")
                continue
            if "error" in reply:
                future.set_exception(RuntimeError(f"in a worker process: {reply['error']}"))
                continue
            tally = Tally.from_dict(reply)
            timing.worker, timing.seconds = name, time.monotonic() - started
            self.control.spend(tally.nodes)
            future.set_result(tally)

    def interrupt(self) -> None:
        """End the worker processes: a branch that is not finished counts as not searched."""
        self._closing = True
        for worker in self._workers:
            worker.kill()

    def close(self) -> None:
        """End the worker processes and wait for them."""
        self.interrupt()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        for worker in self._workers:
            worker.wait()
            if worker.pid in self.control.processes:
                self.control.processes.remove(worker.pid)
            for pipe in (worker.stdin, worker.stdout):
                if pipe is not None:
                    with contextlib.suppress(BrokenPipeError):
                        pipe.close()


def _start_worker() -> subprocess.Popen[str]:
    # A session of its own keeps Ctrl-C from the workers: the run tells them when to stop.
    return subprocess.Popen(
        [sys.executable, "-m", "everyway.runs.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def task_of(job: Job, question: Question, branch: Branch, effort: Effort) -> dict[str, Any]:
    """Return as plain data what a worker must know to search *branch* for *question*."""
    return {
        "job": {**job.to_dict(), "question": question.to_dict()},
        "branch": {"path": branch.path, "share": branch.share, "part": branch.part},
        "effort": {"nodes": effort.nodes, "solutions": effort.solutions},
    }


def make_crew(job: Job, control: Control, workers: int, cluster: Cluster | None = None) -> Crew:
    """Return the crew that serves *job*: of *cluster*, or so many *workers* here."""
    if cluster is not None:
        return cluster.crew(job, control)
    if workers <= 1:
        return InPlace(job, control)
    if job.engine.releases_gil:
        return Threads(job, control, workers)
    return Processes(job, control, workers)
