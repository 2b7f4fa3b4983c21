"""Joining ledgers of parts of one question, and checking finished branches again."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from everyway.core.engine import NO_LIMIT, Branch, Control, Engine, Job, Tally
from everyway.core.errors import EverywayError
from everyway.families.registry import family
from everyway.runs.crews import searched
from everyway.runs.keeping import branches_of, laid_out_for, searched_for, split_of
from everyway.runs.ledger import layout_of, read_branches
from everyway.runs.ledger_file import (
    Lock,
    Sync,
    checked_tally,
    close_file,
    closing_connection,
    guarded,
    is_new,
    open_for_reading,
    open_for_writing,
    read_facts,
)
from everyway.runs.worker import job_from_dict

Name = tuple[str, str]


@dataclass(frozen=True)
class Merged:
    """What a merge made: how many finished branches there are.

    ``repeated`` has those ledgers, with a number of branches each, whose branches earlier ones had
    already: with the same tallies, so that each counts once.
    """

    branches: int
    repeated: tuple[tuple[Path, int], ...] = ()

    def lines(self) -> list[str]:
        """Return what is to be said of branches that came more than once."""
        return [
            f"{number} branch{'es' if number > 1 else ''} of {path} were there already, with the"
            " same tallies: each counts once"
            for path, number in self.repeated
        ]


def merge(out: str | Path, sources: Sequence[str | Path]) -> Merged:
    """Join the ledgers *sources* into the new ledger *out*; return what it has.

    They must be of the same puzzle, question, engine and layout. A branch that several have must
    have the same tally in all, and counts once. When all parts are there, asking the same question
    with the ledger *out* gives the exact answer; what is missing is then searched.

    Raises ``EverywayError`` for ledgers that do not fit together; then *out* is not made.
    """
    target = Path(out)
    if not sources:
        raise EverywayError("no ledgers to merge into", text=target)
    if not is_new(target):
        raise EverywayError("there is a ledger already:", text=target, hint="name a new file")
    with ExitStack() as stack:
        opened = []
        for path in map(Path, sources):
            base = stack.enter_context(closing_connection(open_for_reading(path)))
            opened.append((path, base))
        facts = read_facts(opened[0][1], opened[0][0])
        keep = {name: facts[name] for name in ("puzzle", "question", "engine", "everyway")}
        for path, base in opened[1:]:
            _same_question(keep, read_facts(base, path), path)
        stack.callback(Lock(target).release)
        try:
            new = open_for_writing(target, True, {**keep, "part": None})
            with closing_connection(new), guarded(target, "write"):
                new.execute("BEGIN IMMEDIATE")
                repeated = [(path, _add(new, path, base)) for path, base in opened]
                (number,) = new.execute("SELECT count(*) FROM tallies").fetchone()
                Sync(target).done()
                new.execute("COMMIT")
                close_file(new)
        except BaseException:
            for ending in ("", "-wal", "-shm"):
                with suppress(OSError):
                    target.with_name(target.name + ending).unlink()
            raise
    return Merged(int(number), tuple((path, again) for path, again in repeated if again))


def _same_question(one: dict[str, Any], other: dict[str, Any], path: Path) -> None:
    for name in ("puzzle", "question", "engine"):
        if one[name] != other[name]:
            raise EverywayError(
                f"a ledger is of another {name}:", text=json.dumps(other[name]), where=str(path)
            )


def _add(new: sqlite3.Connection, path: Path, base: sqlite3.Connection) -> int:
    """Copy what the ledger *path* has into *new*, where it fits what is there.

    Returns how many of its branches were there already.
    """
    again = 0

    def differ(what: str, name: Name) -> EverywayError:
        return EverywayError(f"ledgers do not fit together: {what}", text=name[1], where=str(path))

    for key, data, layout, *rest in base.execute("SELECT * FROM jobs"):
        known = new.execute("SELECT layout FROM jobs WHERE key = ?", (key,)).fetchone()
        if known is not None and known[0] != layout:
            raise differ("other branches of", (key, data))
        new.execute("INSERT OR IGNORE INTO jobs VALUES (?, ?, ?, ?, ?)", (key, data, layout, *rest))
    place = " WHERE job = ? AND branch = ?"
    for job, branch, parts in base.execute("SELECT * FROM splits"):
        known = new.execute("SELECT parts FROM splits" + place, (job, branch)).fetchone()
        if known is not None and known[0] != parts:
            raise differ("split in two ways, branch", (job, branch))
        new.execute("INSERT OR IGNORE INTO splits VALUES (?, ?, ?)", (job, branch, parts))
    sessions: dict[int, int | None] = {}
    for number, *told in base.execute("SELECT * FROM sessions").fetchall():
        cursor = new.execute(
            "INSERT INTO sessions (host, process, everyway, started, seconds)"
            " VALUES (?, ?, ?, ?, ?)",
            told,
        )
        sessions[number] = cursor.lastrowid
    for *row, session in base.execute("SELECT * FROM tallies"):
        job, branch, _, text, seal = row[:5]
        tally = checked_tally(path, job, branch, text, seal)
        known = new.execute("SELECT tally, digest FROM tallies" + place, (job, branch)).fetchone()
        if known is not None and not same(tally, checked_tally(path, job, branch, *known)):
            raise differ("two tallies of branch", (job, branch))
        again += known is not None
        new.execute(
            "INSERT OR IGNORE INTO tallies VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*row, sessions.get(session, 0)),
        )
    both = new.execute(
        "SELECT t.job, t.branch FROM tallies t JOIN splits s"
        " ON s.job = t.job AND s.branch = t.branch WHERE s.parts != '[]'"
    ).fetchone()
    if both is not None:
        raise differ("whole in one and split in another, branch", both)
    return again


def same(one: Tally, other: Tally) -> bool:
    """Return whether two tallies of a branch say the same; how long it took does not count."""
    return (one.counts, one.details, one.solutions, one.bounds, one.complete) == (
        other.counts, other.details, other.solutions, other.bounds, other.complete,
    )  # fmt: skip


@dataclass(frozen=True)
class Audit:
    """What an audit found: how many branches of how many were recomputed, by whom, what differs.

    ``independent`` says whether another engine did it; ``complete`` whether it came to its end.
    """

    finished: int
    checked: int
    engine: str
    independent: bool
    differing: tuple[str, ...]
    complete: bool = True
    remark: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as plain data for JSON."""
        return {**vars(self), "differing": list(self.differing)}


def audit(
    path: str | Path,
    *,
    share: float = 0.01,
    seed: int = 0,
    engine: str | None = None,
    control: Control | None = None,
) -> Audit:
    """Recompute a *share* of the finished branches of a ledger, drawn by *seed*, and compare.

    At least one branch is taken. Before that, all branches are checked to be among those the
    engine lays out, no two of them with anything in common. *engine* names another engine; it is
    taken where a branch means the same to it, and else the ledger's own does it again, which
    ``remark`` says.
    """
    where = Path(path)
    control = control or Control()
    with closing_connection(open_for_reading(where)) as base, guarded(where, "read"):
        jobs = {
            key: (job_from_dict(json.loads(data)), layout)
            for key, data, layout in base.execute("SELECT key, data, layout FROM jobs")
        }
        for key, (job, layout) in jobs.items():
            _check_layout(base, where, key, job, layout)
        (finished,) = base.execute("SELECT count(*) FROM tallies").fetchone()
        number = min(finished, max(1, round(share * finished)))
        chosen = sorted(random.Random(seed).sample(range(finished), number))
        differing: list[str] = []
        used, remark, checked = "", "", 0
        independent = engine is not None
        for key, branch_id, part, text, seal in _drawn(base, chosen):
            job, _ = jobs[key]
            searcher, remark = _searcher(job, engine)
            used = searcher.name
            independent = independent and not remark
            known = checked_tally(where, key, branch_id, text, seal)
            branch = branch_named(branch_id, part)
            same_job = replace(job, engine=searcher)
            again = searched(same_job, searched_for(job), branch, control, NO_LIMIT)
            if not again.complete:
                return Audit(finished, checked, used, independent, tuple(differing), False, remark)
            checked += 1
            if not same(known, again):
                differing.append(branch_id)
    return Audit(finished, checked, used, independent, tuple(differing), True, remark)


def _drawn(base: sqlite3.Connection, chosen: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Yield the tallies at the places *chosen*, which rise, in the order of their names."""
    rows = base.execute(
        "SELECT job, branch, share, tally, digest FROM tallies ORDER BY job, branch"
    )
    before = -1
    for place in chosen:
        yield from islice(rows, place - before - 1, place - before)
        before = place


def branch_named(name: str, share: float) -> Branch:
    """Return the branch whose ``id`` is *name*."""
    part, _, path = name.rpartition(":")
    return Branch(tuple(int(i) for i in path.split(".") if i), share, part)


def _searcher(job: Job, name: str | None) -> tuple[Engine, str]:
    """Return who is to search a branch of *job* again, and a remark if that is not who was asked.

    A branch means the same to two engines that share the code by which they lay out and split.
    """
    own = job.engine
    if name is None or name == own.name:
        return own, ""
    other = family(job.puzzle.family).engine_named(name)
    if other is None:
        raise EverywayError("unknown engine", text=name)
    alike = (
        type(other).branches is type(own).branches
        and type(other).split is type(own).split
        and other.offer(job.puzzle, searched_for(job)).can
        and layout_of(branches_of(replace(job, engine=other))) == layout_of(branches_of(job))
    )
    if alike:
        return other, ""
    return own, f"a branch means something else to {name}: {own.name} itself searched again"


def _has_some(base: sqlite3.Connection, key: str, branch: Branch) -> bool:
    """Return whether *branch*, or any part of it, is finished."""
    name = branch.id
    # The names of all parts of "0:3" begin with "0:3.", and "/" is what follows ".".
    low, high = (f"{name}.", f"{name}/") if branch.path else (name, f"{name[:-1]};")
    found = base.execute(
        "SELECT 1 FROM tallies WHERE job = ? AND (branch = ? OR branch >= ? AND branch < ?)",
        (key, name, low, high),
    )
    return found.fetchone() is not None


def _check_layout(base: sqlite3.Connection, path: Path, key: str, job: Job, layout: str) -> None:
    """Raise ``EverywayError`` unless every finished branch is one of the job's, and disjoint."""
    branches = branches_of(job)
    if layout_of(branches) != layout:
        raise EverywayError("the ledger has other branches than the engine", text=path)
    place = " WHERE job = ? AND branch = ?"
    todo, number = list(branches), 0
    while todo:
        branch = todo.pop()
        if job.engine.is_coarse(job.puzzle, laid_out_for(job), branch):
            # Such branches are not on file: only those are looked into that have something there.
            parts = split_of(job, branch)
            if parts:
                todo += [part for part in parts if _has_some(base, key, part)]
                continue
        row = base.execute("SELECT parts FROM splits" + place, (key, branch.id)).fetchone()
        parts = [] if row is None else read_branches(row[0])
        if not parts:
            there = base.execute("SELECT 1 FROM tallies" + place, (key, branch.id)).fetchone()
            number += there is not None
            continue
        if parts != split_of(job, branch):
            raise EverywayError(
                "a branch is split in another way:", text=branch.id, where=str(path)
            )
        todo += parts
    (finished,) = base.execute("SELECT count(*) FROM tallies WHERE job = ?", (key,)).fetchone()
    if finished != number:
        raise EverywayError(
            "branches that are none, or counted twice:", text=finished - number, where=str(path)
        )
