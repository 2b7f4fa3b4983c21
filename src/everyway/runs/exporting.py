"""What every finished branch of a ledger found, published so that others can check parts of it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from everyway.core.errors import EverywayError
from everyway.runs.ledger_file import (
    checked_tally,
    closing_connection,
    guarded,
    open_for_reading,
    packed,
    read_facts,
)
from everyway.runs.ledger_status import worker_name

NAMES = (
    "job", "question", "branch", "share", "total", "counts", "details", "solutions",
    "nodes", "seconds", "worker",
)  # fmt: skip

BATCH_ROWS = 2000
"""So many branches are held at a time when a Parquet file is written."""

GREATEST_INT64 = 2**63 - 1


def exported(path: str | Path) -> Iterator[dict[str, Any]]:
    """Yield every finished branch of the ledger *path*, in the order of their names.

    Counts go from sizes to numbers; where an engine's ``combine`` makes the counts of numbers of
    its own, these are the ``details``. ``job`` is the puzzle, question and engine searched.
    """
    where = Path(path)
    with closing_connection(open_for_reading(where)) as base, guarded(where, "read"):
        base.execute("BEGIN")
        jobs = {key: json.loads(data) for key, data in base.execute("SELECT key, data FROM jobs")}
        hosts = dict(base.execute("SELECT id, host FROM sessions"))
        rows = base.execute(
            "SELECT job, branch, share, tally, digest, seconds, worker, session FROM tallies"
            " ORDER BY job, branch"
        )
        for job, branch, share, text, seal, seconds, worker, session in rows:
            tally = checked_tally(where, job, branch, text, seal)
            yield {
                "job": job,
                "question": jobs.get(job, {}).get("question", {}).get("question", ""),
                "branch": branch,
                "share": share,
                "total": packed(tally.total),
                "counts": {str(size): packed(n) for size, n in sorted(tally.counts.items())},
                "details": {name: packed(n) for name, n in tally.details.items()},
                "solutions": [list(data) for data in tally.solutions],
                "nodes": tally.nodes,
                "seconds": round(seconds, 6),
                "worker": worker_name(hosts.get(session), worker),
            }


def export_json(path: str | Path) -> Iterator[str]:
    """Yield the lines of a JSON document: what the ledger is of, its jobs, every branch.

    ``answer`` is null until it is ``exact``; ``nodes`` are those of all branches together.
    """
    yield "{"
    for name, value in _head(Path(path)).items():
        yield f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},"
    yield '"branches": ['
    before, nodes = None, 0
    for row in exported(path):
        nodes += row["nodes"]
        if before is not None:
            yield before + ","
        before = json.dumps(row, ensure_ascii=False)
    if before is not None:
        yield before
    yield f'], "nodes": {nodes}}}'


def export_csv(path: str | Path) -> Iterator[str]:
    """Yield the lines of a CSV table with a row for each branch, the counts as JSON."""
    rows = exported(path)
    first = next(rows, None)  # what is wrong with the ledger shows before anything is written
    yield ",".join(NAMES)
    for row in rows if first is None else chain([first], rows):
        text = io.StringIO()
        values = [row[name] for name in NAMES]
        csv.writer(text, lineterminator="").writerow(
            [json.dumps(v) if isinstance(v, dict | list) else v for v in values]
        )
        yield text.getvalue()


def check_target(path: str | Path, output: str | Path) -> None:
    """Raise ``EverywayError`` unless a file *output* of the ledger *path* could be written."""
    target = Path(output)
    if not str(output).strip() or target.is_dir():
        raise EverywayError("cannot write", text=output, hint="give the name of a file")
    if not target.parent.is_dir():
        raise EverywayError("no such folder:", text=target.parent)
    if target.resolve() == Path(path).resolve():
        raise EverywayError("cannot write", text=output, hint="that is the ledger itself")


def export_parquet(path: str | Path, output: str | Path) -> int:
    """Write the Parquet file *output* with a row for each branch; return how many there are.

    The columns are those of the CSV table, with two for the number of solutions: ``total`` has all
    its digits, as text, for no number of a fixed size can hold every count; ``total_int64`` is the
    same as a number, or null where it does not fit. The metadata ``everyway`` says as JSON what
    the ledger is of. A few thousand rows are in memory at a time.

    Raises ``EverywayError`` if pyarrow is not installed, or *output* cannot be written.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise EverywayError(
            "a Parquet file needs the package pyarrow", hint="pip install 'everyway[parquet]'"
        ) from error
    check_target(path, output)
    where = Path(path)
    head = json.dumps(_head(where), ensure_ascii=False)
    kinds = {"share": pyarrow.float64(), "nodes": pyarrow.int64(), "seconds": pyarrow.float64()}
    columns = [(name, kinds.get(name, pyarrow.string())) for name in NAMES]
    columns.insert(NAMES.index("total") + 1, ("total_int64", pyarrow.int64()))
    schema = pyarrow.schema(columns, metadata={"everyway": head})
    rows = exported(where)
    number = 0
    target = Path(output)
    part = target.with_name(target.name + ".part")
    try:
        with parquet.ParquetWriter(part, schema) as writer:
            while batch := [_parquet_row(row) for row in islice(rows, BATCH_ROWS)]:
                writer.write_batch(pyarrow.RecordBatch.from_pylist(batch, schema=schema))
                number += len(batch)
        part.replace(target)
    except OSError as error:
        hint = error.strerror or str(error)
        raise EverywayError("cannot write", text=output, hint=hint) from error
    finally:
        part.unlink(missing_ok=True)
    return number


def _parquet_row(row: dict[str, Any]) -> dict[str, Any]:
    total = row["total"]
    fits = isinstance(total, int) and abs(total) <= GREATEST_INT64
    texts = {
        name: json.dumps(value) for name, value in row.items() if isinstance(value, dict | list)
    }
    return {**row, **texts, "total": str(total), "total_int64": total if fits else None}


def _head(path: Path) -> dict[str, Any]:
    """Return what the ledger *path* is of, and its jobs."""
    with closing_connection(open_for_reading(path)) as base, guarded(path, "read"):
        facts = read_facts(base, path)
        jobs = {key: json.loads(data) for key, data in base.execute("SELECT key, data FROM jobs")}
    head = {name: facts[name] for name in ("puzzle", "question", "engine", "part", "everyway")}
    said = facts.get("answer")
    return {**head, "exact": said is not None, "answer": facts.get("value", said), "jobs": jobs}
