"""What a ledger says of its run: how far, how fast, how long still, and every branch's tally."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from everyway.core.engine import Tally
from everyway.runs.choice import seconds_text
from everyway.runs.ledger_file import (
    checked_tally,
    closing_connection,
    guarded,
    is_locked,
    open_for_reading,
    read_facts,
)

LEAST_SHARE, LEAST_BRANCHES = 0.001, 3
"""Before so much is finished, nothing honest can be said of the time that is left."""

MOST_GROUPS = 2000
LATELY = 5
"""The last of so many equal groups of branches shows how fast it goes lately."""


@dataclass(frozen=True)
class Worker:
    """What one worker did: branches, seconds of search, nodes."""

    name: str
    branches: int
    seconds: float
    nodes: int


@dataclass(frozen=True)
class Status:
    """How far the run of a ledger is.

    ``progress`` is the sum of the shares of the finished branches, of the step at hand where a
    question takes several. ``rate`` is in shares a second, over the last session. ``left`` is two
    estimates of the seconds that are left, the lesser first, from the rate of the whole session
    and from that of its last branches; None where nothing honest can be said. ``aim``
    is the share that is to be done: 1, or less for a part. ``answer`` is the exact value as
    ``Answer.to_dict`` has it, ``said`` the same in words, and ``exact`` whether it is there;
    ``fault`` are the lines of an answer that evidence disagreed with, and none otherwise.
    """

    puzzle: dict[str, Any]
    question: dict[str, Any]
    engine: str
    version: str
    everyway: str
    part: str | None
    running: bool
    exact: bool
    answer: Any
    said: str | None
    fault: tuple[str, ...]
    steps: int
    aim: float
    progress: float
    branches: int
    splits: int
    found: int
    nodes: int
    seconds: float
    sessions: int
    rate: float | None
    left: tuple[float, float] | None
    workers: tuple[Worker, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the status as plain data for JSON."""
        return asdict(self)

    def lines(self) -> list[str]:
        """Return the status in words."""
        said = [*self.fault]
        said.append(f"{self.question['question']} by {self.engine} (version {self.version})")
        said.append(json.dumps(self.puzzle, ensure_ascii=False))
        if self.part is not None:
            said.append(f"part {self.part}: {self.aim:.2%} of the search")
        said.append("running now" if self.running else "not running")
        step = f" of step {self.steps}" if self.steps > 1 and not self.exact else ""
        done = "all" if self.exact else f"{self.progress:.2%}"
        said.append(f"{done} finished{step}")
        said.append(f"{self.branches} branches finished, {self.splits} split")
        said.append(f"{self.found} found, {self.nodes} nodes")
        said.append(f"{seconds_text(self.seconds)} in {self.sessions} sessions")
        if self.exact:
            said.append(f"answer: {self.said}")
        elif self.left is None:
            said.append("time left: not known yet")
        else:
            low, high = map(seconds_text, self.left)
            span = low if low == high else f"{low} to {high}"
            if self.steps > 1:
                span += " for this step"
            said.append(f"time left: {span} of work, if the rest goes as what is done")
        for worker in self.workers:
            said.append(
                f"worker {worker.name}: {worker.branches} branches, "
                f"{seconds_text(worker.seconds)}, {worker.nodes} nodes"
            )
        return said


def status_of(path: str | Path) -> Status:
    """Return how far the run of the ledger *path* is, while it runs or after.

    The ledger is only read. Raises ``EverywayError`` when it is none, or damaged.
    """
    where = Path(path)
    with closing_connection(open_for_reading(where)) as base, guarded(where, "read"):
        base.execute("BEGIN")  # one moment for all that follows
        facts = read_facts(base, where)
        current = facts.get("current")
        sessions = base.execute("SELECT id, seconds FROM sessions ORDER BY id").fetchall()
        (splits,) = base.execute("SELECT count(*) FROM splits").fetchone()
        (steps,) = base.execute("SELECT count(*) FROM jobs").fetchone()
        names = dict(base.execute("SELECT id, host FROM sessions"))
        # The shares make one, but for rounding.
        row = base.execute("SELECT share FROM jobs WHERE key = ?", (current,)).fetchone()
        whole = (row[0] if row else 0.0) or 1.0
        done = _Done(current, whole, sessions[-1][0] if sessions else None)
        rows = base.execute(
            "SELECT job, branch, share, tally, digest, seconds, worker, session FROM tallies"
            " ORDER BY rowid"
        )
        for job, branch, share, text, seal, seconds, worker, session in rows:
            tally = checked_tally(where, job, branch, text, seal)
            name = worker_name(names.get(session), worker)
            done.add(tally, job, share, seconds, name, session)
    said = facts.get("answer")
    exact = said is not None
    aim = facts["aim"] / whole if "aim" in facts else 1.0
    lately = done.recent.all()
    elapsed = sessions[-1][1] if sessions else 0.0
    rate = sum(share for share, _ in lately) / elapsed if elapsed and lately else None
    return Status(
        puzzle=facts["puzzle"],
        question=facts["question"],
        engine=facts["engine"]["name"],
        version=facts["engine"]["version"],
        everyway=facts["everyway"],
        part=facts["part"],
        running=is_locked(where),
        exact=exact,
        answer=facts.get("value", said),
        said=said,
        fault=tuple(facts.get("fault", ())),
        steps=steps,
        aim=aim,
        # Shares add up to one but for rounding; an optimum is proved before its last step ends.
        progress=1.0 if exact else min(1.0, done.progress),
        branches=done.branches,
        splits=splits,
        found=done.found,
        nodes=done.nodes,
        seconds=sum(seconds for _, seconds in sessions),
        sessions=len(sessions),
        rate=rate,
        left=None if exact else time_left(max(0.0, aim - done.progress), rate, lately),
        workers=tuple(worker for _, worker in sorted(done.workers.items())),
    )


class _Done:
    """What the finished branches add up to; *progress* and *found* are of the *current* job."""

    def __init__(self, current: str | None, whole: float, last_session: int | None) -> None:
        self.progress, self.branches, self.found, self.nodes = 0.0, 0, 0, 0
        self.recent = _Groups()
        self.workers: dict[str, Worker] = {}
        self._current, self._whole, self._last_session = current, whole, last_session

    def add(
        self, tally: Tally, job: str, share: float, seconds: float, worker: str, session: int
    ) -> None:
        """Add one branch."""
        self.branches += 1
        self.nodes += tally.nodes
        if job == self._current:
            self.progress += share / self._whole
            self.found += tally.total or len(tally.solutions)
            if session == self._last_session:
                self.recent.add(share / self._whole, seconds)
        so_far = self.workers.get(worker, Worker(worker, 0, 0.0, 0))
        self.workers[worker] = Worker(
            worker,
            so_far.branches + 1,
            so_far.seconds + seconds,
            so_far.nodes + tally.nodes,
        )


class _Groups:
    """Shares and seconds of branches in order, added up in equal groups when there are many."""

    def __init__(self) -> None:
        self._full: list[tuple[float, float]] = []
        self._size = 1
        self._open = (0.0, 0.0)
        self._number = 0

    def add(self, share: float, seconds: float) -> None:
        """Add one branch."""
        self._open = (self._open[0] + share, self._open[1] + seconds)
        self._number += 1
        if self._number < self._size:
            return
        self._full.append(self._open)
        self._open, self._number = (0.0, 0.0), 0
        if len(self._full) == MOST_GROUPS:
            self._size *= 2
            pairs = zip(self._full[::2], self._full[1::2], strict=True)
            self._full = [(a + c, b + d) for (a, b), (c, d) in pairs]

    def all(self) -> list[tuple[float, float]]:
        """Return the groups; the last may be smaller."""
        return [*self._full, self._open] if self._number else self._full


def worker_name(host: str | None, worker: str) -> str:
    """Return the name of a worker: of a cluster it has its machine in it, else it is of *host*."""
    return worker if ":" in worker else f"{host or '?'}:{worker}"


def time_left(
    share: float, rate: float | None, lately: list[tuple[float, float]]
) -> tuple[float, float] | None:
    """Return the least and the greatest estimate of the seconds for *share*, or None.

    *lately* are the shares and seconds of the branches that this session finished, in order,
    or of equal groups of them.
    """
    done = sum(part for part, _ in lately)
    if not rate or done < LEAST_SHARE or len(lately) < LEAST_BRANCHES:
        return None
    tail = lately[-max(LEAST_BRANCHES, len(lately) // LATELY) :]
    # Workers search side by side: a second of the session is several of theirs.
    busy = sum(seconds for _, seconds in lately) or 1e-9
    tail_share = sum(part for part, _ in tail)
    tail_seconds = sum(seconds for _, seconds in tail)
    both = [share / rate]
    if tail_share and tail_seconds:
        both.append(share / rate * (tail_seconds / tail_share) / (busy / done))
    return max(0.0, min(both)), max(0.0, *both)
