"""What ledgers publish: every branch, in forms that others read, at any size of number."""

from __future__ import annotations

import csv
import json
import sys

import pytest

from everyway import Count, EverywayError, Queens
from everyway.cli import main
from everyway.core.engine import Branch, Job, Tally
from everyway.families.registry import family
from everyway.runs import exporting
from everyway.runs.exporting import export_csv, export_json, export_parquet, exported
from everyway.runs.keeping import Timing
from everyway.runs.ledger import SqliteLedger

TOTALS = (0, 2**63 - 1, 2**63, 10**80, 7**20_000)


@pytest.fixture
def path(tmp_path):
    job = Job(Queens(4), Count(), family("placement").engine_named("plain"))
    branches = Branch().children(range(len(TOTALS)))
    file = tmp_path / "run.db"
    with SqliteLedger(file, job) as ledger:
        ledger.begin(job, branches)
        for branch, total in zip(branches, TOTALS, strict=True):
            tally = Tally({4: total}, ((1, 2),), 7, details={"x": -total})
            ledger.note(job, branch, tally, Timing("node:a", 0.5))
    return file


def number(text):
    return int(text, 16) if text.startswith("0x") else int(text)


def test_csv_and_json_say_the_same_at_any_size(path):
    rows = list(csv.DictReader(export_csv(path)))
    data = json.loads("\n".join(export_json(path)))
    assert [number(row["total"]) for row in rows] == list(TOTALS)
    assert [number(str(row["total"])) for row in data["branches"]] == list(TOTALS)
    assert data["puzzle"]["board"] == "4x4"
    assert [row["worker"] for row in rows] == ["node:a"] * 5
    assert json.loads(rows[2]["counts"]) == {"4": 2**63}


def test_a_parquet_file_has_every_digit(path, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr(exporting, "BATCH_ROWS", 2)
    out = tmp_path / "tallies.parquet"
    assert export_parquet(path, out) == 5
    table = parquet.read_table(out)
    rows = table.to_pylist()
    assert [number(row["total"]) for row in rows] == list(TOTALS)
    assert [row["total_int64"] for row in rows] == [0, 2**63 - 1, None, None, None]
    same = [{**row, "counts": json.loads(row["counts"])} for row in rows]
    for one, other in zip(same, exported(path), strict=True):
        for name in ("job", "branch", "share", "counts", "nodes", "seconds", "worker"):
            assert one[name] == other[name]
    head = json.loads(table.schema.metadata[b"everyway"])
    assert (head["puzzle"]["board"], head["engine"]["name"]) == ("4x4", "plain")
    assert parquet.ParquetFile(out).num_row_groups == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["run.db", "tallies.parquet"]


def test_an_empty_ledger_makes_an_empty_table(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    Queens(9).ask(Count(), engine="plain", ledger=tmp_path / "run.db", node_limit=1)
    assert export_parquet(tmp_path / "run.db", tmp_path / "out.parquet") == 0
    assert parquet.read_table(tmp_path / "out.parquet").num_rows == 0


def test_what_stands_in_the_way_of_a_parquet_file(path, tmp_path, monkeypatch, capsys):
    pytest.importorskip("pyarrow.parquet")
    out = str(tmp_path / "none" / "out.parquet")
    assert main(["export", str(path), "--parquet", out]) == 2
    assert main(["export", str(path), "--parquet", out, "--csv"]) == 2
    assert main(["export", str(path), "--parquet", out, "--output", "x"]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "no such folder" in lines[0]
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(EverywayError, match=r"pip install 'everyway\[parquet\]'"):
        export_parquet(path, tmp_path / "out.parquet")
    assert [p.name for p in tmp_path.iterdir()] == ["run.db"]


@pytest.mark.parametrize(
    ("name", "said"),
    [("run.db", "the ledger itself"), ("", "a file"), (".", "a file"), ("x/y", "no such folder")],
)
@pytest.mark.parametrize("option", ["--parquet", "--output"])
def test_an_export_never_takes_the_place_of_the_ledger(
    path, monkeypatch, capsys, option, name, said
):
    monkeypatch.chdir(path.parent)
    before = path.read_bytes()
    assert main(["export", "run.db", option, name]) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert said in err
    assert path.read_bytes() == before
