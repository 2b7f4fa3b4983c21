"""The ledger: a file that keeps the finished branches of one question, through kill and power cut.

It belongs to one puzzle, question, engine and engine version; anything else is refused. Finished
branches are gathered for half a second and committed together, so a kill costs that half second,
and the branches that were being searched. Durations are measured by the monotonic clock: a clock
that is set anew changes nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from everyway.core.answer import Answer
from everyway.core.engine import Branch, Job, Offer, Tally
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, First, Question, Sample, Sizes
from everyway.runs.choice import Attempt, for_the_whole
from everyway.runs.keeping import Keeper, Part, Timing
from everyway.runs.ledger_file import (
    Lock,
    Sync,
    checked_tally,
    close_file,
    closing_connection,
    digest,
    guarded,
    is_new,
    open_for_reading,
    open_for_writing,
    read_facts,
    write_tally,
)
from everyway.runs.worker import job_from_dict

Chosen = tuple[Attempt, Offer]

BATCH_SECONDS = 0.5
BATCH_BRANCHES = 1000
HEARTBEAT_SECONDS = 5.0
"""How long branches are gathered, how many at most, and how often a session says it goes on."""


class SqliteLedger(Keeper):
    """A ledger in an SQLite file, opened for one job; a context manager.

    As a mapping it goes from names, the job's key and the branch's ``id`` with a slash between, to
    tallies. *part* is the share of the branches that this ledger is for, or None for all.

    Raises ``EverywayError``, a line that names the file, when it is the ledger of another job, in
    use, damaged, not a ledger, or cannot be written; also later, when the disk is full.
    """

    def __init__(self, path: str | Path, job: Job, part: Part | None = None) -> None:
        self.path = Path(path)
        self.part = part
        self.engine = job.engine.name
        if part is not None and not isinstance(job.question, Count | Sizes):
            raise EverywayError("only count and sizes go by parts, not", text=job.question.name)
        self._job_keys: dict[Job, str] = {}
        self._tallies: dict[tuple[str, str], tuple[Any, ...]] = {}
        self._kept: dict[tuple[str, str], Tally] = {}
        self._splits: dict[tuple[str, str], list[Branch]] = {}
        self._jobs: list[tuple[Any, ...]] = []
        self._facts: dict[str, Any] = {}
        self._session: int | None = None
        self._thread = threading.get_ident()
        self._broken = False
        self._started = self._written = time.monotonic()
        new = is_new(self.path)
        if not new:
            # A ledger of another question is refused before anything is touched.
            with closing_connection(open_for_reading(self.path)) as base:
                check_facts(read_facts(base, self.path), job, part, self.path)
        self._lock = Lock(self.path)
        try:
            new = is_new(self.path)
            self._base = open_for_writing(self.path, new, facts_of(job, part))
            self._sync: Sync | None = Sync(self.path)
            try:
                check_facts(read_facts(self._base, self.path), job, part, self.path)
            except BaseException:
                self._base.close()
                raise
        except BaseException:
            self._lock.release()
            raise

    # --- what a run notes ---

    def begin(self, job: Job, branches: Sequence[Branch]) -> None:
        """Note that *job* is searched now; raise ``EverywayError`` if it had other branches."""
        key = self._key(job)
        layout = layout_of(branches)
        with guarded(self.path):
            row = self._base.execute("SELECT layout FROM jobs WHERE key = ?", (key,)).fetchone()
        if row is not None and row[0] != layout:
            raise EverywayError(
                "the ledger has other branches of the same question",
                text=self.path,
                hint="it was made by another version of the engine; start a new one",
            )
        data = json.dumps(job.to_dict(), sort_keys=True)
        share = sum(branch.share for branch in branches)
        self._jobs.append((key, data, layout, len(branches), share))
        self._facts["current"] = key
        self.tick()

    def aim(self, share: float) -> None:
        """Note which share of the search is to be done, if it is not all."""
        self._facts["aim"] = share

    def parts_of(self, job: Job, branch: Branch) -> list[Branch] | None:
        """Return the parts *branch* was split into, none if it cannot be; None if not split."""
        name = (self._key(job), branch.id)
        if name in self._splits:
            return self._splits[name]
        with guarded(self.path, "read"):
            row = self._base.execute(
                "SELECT parts FROM splits WHERE job = ? AND branch = ?", name
            ).fetchone()
        return None if row is None else read_branches(row[0])

    def split(self, job: Job, branch: Branch, parts: Sequence[Branch]) -> None:
        """Note that *branch* is searched by its *parts*."""
        known = self.parts_of(job, branch)
        if known is None:
            self._splits[self._key(job), branch.id] = list(parts)
        elif known != list(parts):
            raise EverywayError(
                "the ledger has a branch split in another way",
                text=self.path,
                where=f"branch {branch.id}",
            )
        self.tick()

    def note(self, job: Job, branch: Branch, tally: Tally, timing: Timing) -> None:
        """Note that *branch* is finished; it is written within half a second."""
        self._put(self._key(job), branch.id, branch.share, tally, timing)

    def tick(self) -> None:
        """Write what has been gathered if it is time; does nothing in a worker's thread."""
        if threading.get_ident() != self._thread or self._broken:
            return
        waiting = self._tallies or self._splits or self._facts
        pause = BATCH_SECONDS if waiting else HEARTBEAT_SECONDS
        enough = len(self._tallies) + len(self._splits) >= BATCH_BRANCHES
        if enough or time.monotonic() - self._written >= pause:
            self.flush()

    def flush(self) -> None:
        """Write what has been gathered, in one transaction."""
        facts = [(name, json.dumps(value)) for name, value in self._facts.items()]
        splits = [(*name, write_branches(parts)) for name, parts in self._splits.items()]
        try:
            with guarded(self.path, "write"), _Transaction(self._base):
                if self._sync is not None:
                    self._sync.done()
                    self._sync = None
                if self._session is None:
                    self._session = self._begin_session()
                rows = [(*row, self._session) for row in self._tallies.values()]
                self._base.executemany("INSERT OR REPLACE INTO facts VALUES (?, ?)", facts)
                self._base.executemany(
                    "INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?, ?)", self._jobs
                )
                self._base.executemany("INSERT OR REPLACE INTO splits VALUES (?, ?, ?)", splits)
                self._base.executemany(
                    "INSERT OR REPLACE INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows
                )
                self._base.execute(
                    "UPDATE sessions SET seconds = ? WHERE id = ?",
                    (time.monotonic() - self._started, self._session),
                )
        except EverywayError:
            self._broken = True
            raise
        self._written = time.monotonic()
        self._jobs.clear()
        self._facts.clear()
        self._tallies.clear()
        self._kept.clear()
        self._splits.clear()

    def finish(self, answer: Answer) -> None:
        """Note the final *answer*, for those who look at the ledger later.

        One that is contradicted is no answer.
        """
        self._facts["fault"] = answer.alert()
        if answer.disagreements:
            self._facts["answer"] = self._facts["value"] = None
        if not answer.exact or isinstance(answer.question, First | Every | Sample):
            return
        try:
            text = str(answer)
        except ValueError:  # Python does not write out a number of thousands of digits
            return
        self._facts["answer"] = text  # written when the ledger is closed
        self._facts["value"] = answer.plain_value()

    def close(self) -> None:
        """Write what has been gathered and let go of the file."""
        try:
            if not self._broken:
                self.flush()
        finally:
            close_file(self._base)
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- the mapping ---

    def __getitem__(self, name: str) -> Tally:
        key, branch = _parts_of_name(name)
        if (key, branch) in self._kept:
            return self._kept[key, branch]
        with guarded(self.path, "read"):
            row = self._base.execute(
                "SELECT tally, digest FROM tallies WHERE job = ? AND branch = ?", (key, branch)
            ).fetchone()
        if row is None:
            raise KeyError(name)
        return checked_tally(self.path, key, branch, *row)

    def __setitem__(self, name: str, tally: Tally) -> None:
        key, branch = _parts_of_name(name)
        self._put(key, branch, 0.0, tally, Timing())

    def __delitem__(self, name: str) -> None:
        _ = self[name]
        self.flush()
        with guarded(self.path, "write"), _Transaction(self._base):
            self._base.execute(
                "DELETE FROM tallies WHERE job = ? AND branch = ?", _parts_of_name(name)
            )

    def __iter__(self) -> Iterator[str]:
        self.flush()
        with guarded(self.path, "read"):
            rows = self._base.execute("SELECT job, branch FROM tallies ORDER BY rowid").fetchall()
        return (f"{job}/{branch}" for job, branch in rows)

    def __len__(self) -> int:
        self.flush()
        with guarded(self.path, "read"):
            (number,) = self._base.execute("SELECT count(*) FROM tallies").fetchone()
        return int(number)

    # --- within ---

    def _put(self, key: str, branch: str, share: float, tally: Tally, timing: Timing) -> None:
        text = write_tally(tally)
        seal = digest(key, branch, text)
        self._kept[key, branch] = tally
        self._tallies[key, branch] = (
            key, branch, share, text, seal, timing.seconds, timing.worker,
        )  # fmt: skip
        self.tick()

    def _key(self, job: Job) -> str:
        if job not in self._job_keys:
            self._job_keys = {job: job.key()}
        return self._job_keys[job]

    def _begin_session(self) -> int:
        started = time.strftime("%Y-%m-%d %H:%M:%SZ", time.gmtime())
        cursor = self._base.execute(
            "INSERT INTO sessions (host, process, everyway, started, seconds)"
            " VALUES (?, ?, ?, ?, 0)",
            (platform.node() or "here", os.getpid(), _version(), started),
        )
        return cursor.lastrowid or 0


class _Transaction:
    """BEGIN, and COMMIT or ROLLBACK."""

    def __init__(self, base: Any) -> None:
        self._base = base

    def __enter__(self) -> None:
        self._base.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            try:
                self._base.execute("COMMIT")
            except BaseException:
                self._roll_back()
                raise
        else:
            self._roll_back()

    def _roll_back(self) -> None:
        if self._base.in_transaction:  # a full disk may have rolled back by itself
            self._base.execute("ROLLBACK")


def _version() -> str:
    import everyway

    return everyway.__version__


def _parts_of_name(name: str) -> tuple[str, str]:
    key, slash, branch = name.partition("/") if isinstance(name, str) else ("", "", "")
    if not slash:
        raise KeyError(name)
    return key, branch


def facts_of(job: Job, part: Part | None) -> dict[str, Any]:
    """Return what a ledger of *job* begins with."""
    return {
        **json.loads(json.dumps(job.to_dict())),
        "part": None if part is None else str(part),
        "everyway": _version(),
    }


def check_facts(facts: dict[str, Any], job: Job, part: Part | None, path: Path) -> None:
    """Raise ``EverywayError`` unless a ledger with these *facts* is one of *job* and *part*."""
    wanted = facts_of(job, part)

    def other(what: str, has: object, hint: str) -> EverywayError:
        return EverywayError(
            f"the ledger is of another {what}:",
            text=has if isinstance(has, str) else json.dumps(has),
            where=str(path),
            hint=hint,
        )

    start_new = "name another file, or take this one up again with everyway resume"
    if facts["puzzle"] != wanted["puzzle"]:
        raise other("puzzle", facts["puzzle"], start_new)
    if facts["question"] != wanted["question"]:
        raise other("question", facts["question"], start_new)
    if facts["engine"]["name"] != job.engine.name:
        raise other("engine", facts["engine"]["name"], "--engine with that name, or another file")
    if facts["engine"]["version"] != job.engine.version:
        has = f"{job.engine.name} {facts['engine']['version']}"
        raise other("version of the engine", has, f"here it is {job.engine.version}; start anew")
    if facts["part"] != wanted["part"]:
        has = "all of it" if facts["part"] is None else f"--part {facts['part']}"
        raise other("part", has, "give the same --part, or another file")


def layout_of(branches: Sequence[Branch]) -> str:
    """Return a short name for how a job is laid out in *branches*."""
    return hashlib.sha256(write_branches(branches).encode()).hexdigest()[:16]


def write_branches(branches: Sequence[Branch]) -> str:
    """Return *branches* as text."""
    return json.dumps([[b.path, b.share, b.part] for b in branches], separators=(",", ":"))


def read_branches(text: str) -> list[Branch]:
    """Return the branches that ``write_branches`` wrote."""
    return [Branch(tuple(path), share, part) for path, share, part in json.loads(text)]


def open_ledger(
    path: str | Path,
    puzzle: Puzzle,
    question: Question,
    engine: str | None,
    part: Part | None,
    attend: Callable[[Callable[[], Chosen]], Chosen] = lambda choose: choose(),
) -> SqliteLedger:
    """Open or make the ledger *path* for a question; *engine* is a name, or None for what it has.

    A new ledger takes the engine that would do the whole search; *attend* has it chosen.
    """
    where = Path(path)
    if engine is None and not is_new(where):
        with closing_connection(open_for_reading(where)) as base:
            facts = read_facts(base, where)
        if facts["puzzle"] == json.loads(json.dumps(puzzle.to_dict())):
            engine = facts["engine"]["name"]
    attempt, _ = attend(lambda: for_the_whole(puzzle, question, engine))
    return SqliteLedger(where, Job(puzzle, question, attempt.engine), part)


def question_of(path: str | Path) -> tuple[Puzzle, Question, str, str | None]:
    """Return the puzzle, the question, the engine's name and the part of the ledger *path*."""
    where = Path(path)
    with closing_connection(open_for_reading(where)) as base:
        facts = read_facts(base, where)
    job = job_from_dict(facts)
    return job.puzzle, job.question, job.engine.name, facts["part"]
