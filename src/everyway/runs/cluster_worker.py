"""What runs on a worker of a Dask cluster: one branch is searched, and nothing is kept.

A worker knows what stands in the task: the puzzle, the question, the engine with its version, the
branch, and which versions the asker has. So what it finds is what any machine would find.
"""

from __future__ import annotations

import platform
import time
from collections import deque
from importlib import metadata
from typing import Any

from everyway.core.engine import Control
from everyway.runs.worker import search_task

TOPIC = "everyway"
"""Under this topic workers say how many nodes they have visited."""

LOOK_SECONDS = 0.1
REPORT_SECONDS = 1.0

PACKAGES = ("numba", "numpy", "distributed")

_stopped: deque[str] = deque(maxlen=1000)


def versions_here() -> dict[str, str]:
    """Return the versions that asker and workers must have in common."""
    import everyway

    found = {"everyway": everyway.__version__}
    found["Python"] = ".".join(platform.python_version_tuple()[:2])
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "none"
    return found


def stop(run: str) -> None:
    """Have all searches for *run* in this worker end, and say how far they came."""
    _stopped.append(run)


class _WhileAsked(Control):
    """Stops when the run is stopped, the branch no longer wanted, or the worker about to end."""

    def __init__(self, worker: Any, key: str, run: str, node_limit: int | None) -> None:
        super().__init__(None, node_limit)
        self._worker = worker
        self._key = key
        self._run = run
        self._look = time.monotonic() + LOOK_SECONDS
        self._report = time.monotonic() + REPORT_SECONDS

    def spend(self, nodes: int = 0) -> bool:
        """Add *nodes*; return True when the search must stop."""
        now = time.monotonic()
        if now >= self._look:
            self._look = now + LOOK_SECONDS
            self.look()
        if now >= self._report:
            self._report = now + REPORT_SECONDS
            said = {"run": self._run, "key": self._key, "nodes": self.nodes + nodes}
            self._worker.log_event(TOPIC, said)
        return super().spend(nodes)

    def look(self) -> None:
        """Stop if nobody waits for the answer."""
        if self._run in _stopped:
            self.stop("the run was stopped")
        # When whoever asked is gone, or asks no more, the scheduler takes the task back.
        task = self._worker.state.tasks.get(self._key)
        if task is None or task.state not in ("executing", "long-running"):
            self.stop("nobody asks any more")
        if self._worker.status.name not in ("running", "paused", "closing_gracefully"):
            self.stop("the worker ends")


def name_of(worker: Any) -> str:
    """Return a name of *worker* that tells it from others: its machine, and its name or port."""
    name = str(worker.name)
    if name == worker.address:
        name = name.rpartition(":")[2]
    return f"{platform.node() or 'there'}:{name}"


def search(task: dict[str, Any]) -> dict[str, Any]:
    """Search the branch of *task*; return its tally, or why there is none, as plain data.

    Nothing is searched by a worker with other versions than the asker's.
    """
    from distributed import get_worker

    worker = get_worker()
    reply: dict[str, Any] = {"worker": name_of(worker), "address": worker.address}
    versions = versions_here()
    if versions != task["versions"]:
        return {**reply, "versions": versions}
    control = _WhileAsked(worker, str(worker.get_current_task()), task["run"], task["nodes_left"])
    control.look()
    started = time.monotonic()
    try:
        tally = search_task(task, control)
    except Exception as error:
        return {**reply, "error": f"{type(error).__name__}: {error}"}
    reply["seconds"] = time.monotonic() - started
    return {**reply, "tally": tally.to_dict(), "stopped": control.stopped_by}
