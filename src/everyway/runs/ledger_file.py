"""The file of a ledger: an SQLite database, its tables, its lock, and what can go wrong with it.

Commits are in write-ahead mode with ``synchronous=FULL``: what is committed survives a kill at any
moment, and a loss of power as far as the disk keeps its word. A second file, NAME.lock, is held
by SQLite's own lock while a run is going; the system frees it when the process is gone, however
it went, so a stale lock cannot be.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from everyway.core.engine import Tally
from everyway.core.errors import EverywayError

APPLICATION = 0x45564C47  # "EVLG"
FORMAT = 1
BEGINNING = b"SQLite format 3\x00"
WAIT_SECONDS = 2.0
LONG_BITS = 10_000
"""Python does not write out numbers of many thousand digits; beyond so many bits it is hex."""

SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE jobs (key TEXT PRIMARY KEY, data TEXT NOT NULL, layout TEXT NOT NULL,
                   branches INTEGER NOT NULL, share REAL NOT NULL);
CREATE TABLE splits (job TEXT, branch TEXT, parts TEXT NOT NULL, PRIMARY KEY (job, branch));
CREATE TABLE tallies (job TEXT, branch TEXT, share REAL NOT NULL, tally TEXT NOT NULL,
                      digest TEXT NOT NULL, seconds REAL NOT NULL, worker TEXT NOT NULL,
                      session INTEGER NOT NULL, PRIMARY KEY (job, branch));
CREATE TABLE sessions (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL,
                       everyway TEXT NOT NULL, started TEXT NOT NULL, seconds REAL NOT NULL);
"""

LEAST_ROOM = 1 << 20
FULL = "the disk is full; all that was written before stands: make room and ask again"
REASONS = {
    "full": FULL,
    "no space": FULL,
    "not a database": "it is no ledger",
    "malformed": "it is damaged",
    "decode": "it is damaged",
    "readonly": "it may not be written to",
    "unable to open": "it cannot be opened or made",
    "locked": "another program holds it",
    "disk i/o": "the disk fails",
}


def _room(path: Path) -> float:
    """Return how many bytes are free on the disk of *path*, as far as is known."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return float("inf")


@contextmanager
def guarded(path: Path, what: str = "use") -> Iterator[None]:
    """Turn what SQLite says into an ``EverywayError`` of one line about the ledger *path*."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeError) as error:
        said = " ".join(str(error).split())
        why = next((text for sign, text in REASONS.items() if sign in said.lower()), said)
        # Where there is no room for what processes share, SQLite says no more than that it failed.
        if "disk i/o" in said.lower() and _room(path) < LEAST_ROOM:
            why = FULL
        raise EverywayError(f"cannot {what} the ledger", text=path, hint=why) from error


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection that leaves transactions to its user."""
    if not read_only:
        return sqlite3.connect(path, timeout=WAIT_SECONDS, isolation_level=None)
    address = path.absolute().as_uri()
    try:
        found = sqlite3.connect(f"{address}?mode=ro", uri=True, timeout=WAIT_SECONDS)
        found.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        if path.with_name(path.name + "-wal").exists():
            raise
        # In a folder that may not be written to, SQLite cannot share the file: nobody changes it.
        found = sqlite3.connect(f"{address}?immutable=1", uri=True)
    return found


def is_new(path: Path) -> bool:
    """Return whether there is no ledger at *path* yet; raise if there is something else."""
    with guarded(path, "open"):
        if not path.exists():
            if not path.parent.is_dir():
                raise EverywayError("no such folder:", text=path.parent)
            return True
        if path.is_dir():
            raise EverywayError("cannot open the ledger", text=path, hint="it is a folder")
        with path.open("rb") as file:
            beginning = file.read(len(BEGINNING))
        if not beginning:
            return True
        if beginning != BEGINNING:
            raise EverywayError("cannot open the ledger", text=path, hint="it is no ledger")
        with closing_connection(connect(path, read_only=True)) as base:
            (number,) = base.execute("PRAGMA application_id").fetchone()
            (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (version,) = base.execute("PRAGMA user_version").fetchone()
    if number == 0 and tables == 0:
        return True  # a run was killed before it could write anything
    if number != APPLICATION:
        raise EverywayError("cannot open the ledger", text=path, hint="it is another database")
    if version != FORMAT:
        hint = f"its format is {version}, this everyway reads {FORMAT}"
        raise EverywayError("cannot open the ledger", text=path, hint=hint)
    return False


@contextmanager
def closing_connection(base: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Close *base* at the end."""
    try:
        yield base
    finally:
        base.close()


class Lock:
    """The lock of a ledger, held until ``release`` or the end of the process."""

    def __init__(self, path: Path) -> None:
        self._path = _lock_of(path)
        with guarded(path, "lock"):
            # Whoever had the lock removes its file; what we hold must be the file of that name.
            while not self._take(path):
                pass

    def _take(self, path: Path) -> bool:
        self._path.touch()
        before = _identity(self._path)
        self._base = connect(self._path)
        try:
            self._base.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            self._base.close()
            if "locked" not in str(error):
                raise
            hint = "wait for it, or give this run a ledger of its own (--part)"
            raise EverywayError("another run is using the ledger", text=path, hint=hint) from error
        if before is not None and before == _identity(self._path):
            return True
        self._base.close()
        return False

    def release(self) -> None:
        """Let go of the lock and remove its file."""
        with suppress(OSError):  # some systems do not remove a file that is open
            self._path.unlink()
        self._base.close()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def is_locked(path: Path) -> bool:
    """Return whether a run is using the ledger *path* now."""
    lock = _lock_of(path)
    if not lock.exists():
        return False
    try:
        with closing_connection(
            sqlite3.connect(f"{lock.absolute().as_uri()}?mode=ro", uri=True, timeout=0)
        ) as base:
            base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as error:
        return "locked" in str(error)
    return False


def _lock_of(path: Path) -> Path:
    return path.with_name(path.name + ".lock")


def open_for_writing(path: Path, new: bool, facts: dict[str, Any]) -> sqlite3.Connection:
    """Return the database of the ledger *path*, made with *facts* if it is *new*, checked if not.

    Before the first commit, the file itself must be on the disk: ``Sync`` sees to it.
    """
    with guarded(path, "make" if new else "open"):
        if new:
            _write_anew(path, _first_pages(facts))
        base = connect(path)
        try:
            # That the mode is changed need not be on the disk before anything else is.
            base.execute("PRAGMA synchronous=OFF")
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=FULL")
            check_whole_file(base, path)
        except BaseException:
            base.close()
            raise
        return base


def _first_pages(facts: dict[str, Any]) -> bytes:
    """Return the bytes of a ledger in which nothing is finished.

    Made in memory and written at once, it costs one wait for the disk instead of seven.
    """
    with closing_connection(sqlite3.connect(":memory:", isolation_level=None)) as base:
        for statement in SCHEMA.strip().rstrip(";").split(";"):
            base.execute(statement)
        base.executemany(
            "INSERT INTO facts VALUES (?, ?)",
            [(name, json.dumps(value, sort_keys=True)) for name, value in facts.items()],
        )
        base.execute(f"PRAGMA application_id={APPLICATION}")
        base.execute(f"PRAGMA user_version={FORMAT}")
        pages = bytearray(base.serialize())
    pages[18:20] = b"\2\2"  # by the format of SQLite's files: written ahead
    return bytes(pages)


def _write_anew(path: Path, data: bytes) -> None:
    """Make the file *path* with *data*; a kill or a full disk leaves it as it was, or all of it."""
    whole = path.resolve()
    part = whole.with_name(whole.name + ".new")
    try:
        part.write_bytes(data)
        part.replace(whole)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


class Sync(threading.Thread):
    """Has the disk keep the file *path* and its name, while other things go on."""

    def __init__(self, path: Path) -> None:
        super().__init__(name="everyway-sync", daemon=True)
        self._path = path.resolve()
        self._error: OSError | None = None
        self.start()

    def run(self) -> None:
        """Wait for the disk."""
        try:
            _sync(self._path, os.O_RDWR)
            if hasattr(os, "O_DIRECTORY"):  # elsewhere a folder cannot be opened
                _sync(self._path.parent, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            self._error = error

    def done(self) -> None:
        """Wait until the file is on the disk; raise ``OSError`` if it cannot be."""
        self.join()
        if self._error is not None:
            raise self._error


def _sync(path: Path, flags: int) -> None:
    number = os.open(path, flags)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def close_file(base: sqlite3.Connection) -> None:
    """Close the database; if nobody else reads it, all is then in the one file."""
    with suppress(sqlite3.Error):
        base.execute("PRAGMA busy_timeout=100")
        (busy, _, _) = base.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if not busy:
            # All is on the disk, in either mode: there is nothing left that could be lost.
            base.execute("PRAGMA synchronous=OFF")
            base.execute("PRAGMA journal_mode=DELETE")
    base.close()


def open_for_reading(path: Path) -> sqlite3.Connection:
    """Return the database of the ledger *path*, checked, not to be changed."""
    if is_new(path):
        raise EverywayError("no such ledger:", text=path)
    with guarded(path, "read"):
        base = connect(path, read_only=True)
        try:
            check_whole_file(base, path)
        except BaseException:
            base.close()
            raise
        return base


def check_whole_file(base: sqlite3.Connection, path: Path) -> None:
    """Raise ``EverywayError`` for a database that is damaged."""
    (said,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise EverywayError("cannot use the ledger", text=path, hint="it is damaged")


def read_facts(base: sqlite3.Connection, path: Path) -> dict[str, Any]:
    """Return the facts a ledger begins with."""
    with guarded(path, "read"):
        try:
            facts = {name: json.loads(value) for name, value in base.execute("SELECT * FROM facts")}
            _ = facts["puzzle"], facts["question"], facts["part"], facts["everyway"]
            _ = facts["engine"]["name"], facts["engine"]["version"]
        except (ValueError, LookupError, TypeError) as error:
            raise EverywayError(
                "cannot read the ledger", text=path, hint="it is damaged"
            ) from error
    return facts


def packed(number: int) -> int | str:
    """Return *number*, or what is too long for Python to write out as hexadecimal text."""
    return hex(number) if number.bit_length() > LONG_BITS else number


def _unpacked(number: int | str) -> int:
    return int(number, 16) if isinstance(number, str) else number


def write_tally(tally: Tally) -> str:
    """Return *tally* as text for the ledger."""
    data = tally.to_dict()
    data["counts"] = [[size, packed(number)] for size, number in data["counts"]]
    data["details"] = {name: packed(number) for name, number in data["details"].items()}
    return json.dumps(data, separators=(",", ":"))


def read_tally(text: str) -> Tally:
    """Return the tally that ``write_tally`` wrote."""
    data = json.loads(text)
    data["counts"] = [[size, _unpacked(number)] for size, number in data["counts"]]
    data["details"] = {name: _unpacked(number) for name, number in data["details"].items()}
    return Tally.from_dict(data)


def digest(job: str, branch: str, text: str) -> str:
    """Return a checksum that ties the text of a tally to its branch."""
    return hashlib.sha256(f"{job}/{branch}\n{text}".encode()).hexdigest()[:16]


def checked_tally(path: Path, job: str, branch: str, text: str, seal: str) -> Tally:
    """Return the tally in *text*; raise ``EverywayError`` if it is not what was written."""
    if not isinstance(text, str) or digest(job, branch, text) != seal:
        raise EverywayError(
            "the ledger is damaged", text=path, where=f"the tally of branch {branch}"
        )
    return read_tally(text)
