"""Disks that are really full, or may not be written to: file systems of their own, in memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from everyway import Count, Queens
from everyway.runs.exporting import exported
from everyway.runs.ledger_status import status_of
from everyway.runs.merging import audit

# In a namespace of its own, which is gone with the process; what is left is copied out.
SCRIPT = """
mount -t tmpfs -o size="$1" tmpfs "$2" && shift && cd "$1" && shift
"$@"
code=$?
cp run.db* "$OUT" 2>/dev/null
exit $code
"""


def on_a_disk_of(size, folder, *words, environment=None):
    """Run a command in *folder*, on a disk of so many kilobytes; return it, ended."""
    out = folder / "out"
    disk = folder / "disk"
    for made in (out, disk):
        made.mkdir(exist_ok=True)
    return subprocess.run(
        [
            "unshare",
            "--mount",
            "--map-root-user",
            "sh",
            "-c",
            SCRIPT,
            "sh",
            f"{size}k",
            str(disk),
            *words,
        ],
        env={**os.environ, "OUT": str(out), **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path):
    if shutil.which("unshare") is None or on_a_disk_of(64, tmp_path, "touch", "run.db").returncode:
        pytest.skip("no file system can be mounted here")
    (tmp_path / "out" / "run.db").unlink()
    return tmp_path


# Commits after every branch, so that the disk is full in the midst of the search.
COUNT = """
import sys
from everyway.runs import keeping, ledger
from everyway.cli import main
ledger.BATCH_SECONDS = 0
keeping.LONG_NODES_IN_PYTHON = 200
sys.exit(main(sys.argv[1:]))
"""
WORDS = ("count", "queens", "9", "--engine", "plain", "--ledger", "run.db", "--quiet")


@pytest.mark.parametrize("size", [20, 60, 120, 600])
def test_a_full_disk_loses_nothing(folder, size):
    ran = on_a_disk_of(size, folder, sys.executable, "-c", COUNT, *WORDS)
    assert ran.returncode == 2, ran
    assert len(ran.stderr.splitlines()) == 1, ran.stderr
    assert "the disk is full" in ran.stderr
    file = folder / "out" / "run.db"
    kept = status_of(file).branches if file.exists() else 0
    assert (kept > 5) == (size > 500)
    assert Queens(9).ask(Count(), engine="plain", ledger=file).value == 352
    after = status_of(file)
    assert after.branches >= kept
    assert audit(file, share=0.2).differing == ()
    assert sum(row["total"] for row in exported(file)) == 352


def test_there_is_room_again(folder):
    # Fills what is left of the disk, fails, makes room, and goes on in the same file.
    script = "dd if=/dev/zero of=ballast bs=1k count=3900 2>/dev/null; " + (
        '"$0" -c "$COUNT" "$@"; echo $?; rm ballast; exec "$0" -c "$COUNT" "$@"'
    )
    ran = on_a_disk_of(
        4096, folder, "sh", "-c", script, sys.executable, *WORDS, environment={"COUNT": COUNT}
    )
    assert (ran.returncode, ran.stdout) == (0, "2\n352\n"), ran
    assert ran.stderr.count("the disk is full") == 1
    assert status_of(folder / "out" / "run.db").sessions == 2
