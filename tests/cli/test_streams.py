"""The command as a process: pipes that close, streams that are full, Ctrl-C, what is loaded."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "words", ["families", "compare queens 4 --engines plain", "trace queens 7"]
)
def test_a_closed_pipe_is_no_error_of_any_command(words: str) -> None:
    """The first line is waited for, the rest has nobody who reads it."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "everyway", *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as started:
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        said = started.stderr.read()
    assert started.returncode == 0
    assert "Traceback" not in said
    assert "Exception" not in said


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["show", "permutations", "äb"], "\\u00e4 b\nb \\u00e4\n"),
        (["compare", "queens", "4", "--engines", "plain"], "  *  "),
        (["count", "permutations", "\udcffa"], "2\n"),
        (["show", "permutations", "\udcffa"], "\\udcff a\na \\udcff\n"),
    ],
)
def test_what_standard_output_has_no_characters_for(words: list[str], shown: str) -> None:
    arguments = [os.fsencode(word) for word in words]
    done = subprocess.run(
        [sys.executable, "-m", "everyway", *arguments],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert shown in done.stdout.decode("ascii")
    assert b"Traceback" not in done.stderr


def test_a_closed_pipe_is_no_error() -> None:
    show = f"{shlex.quote(sys.executable)} -m everyway show queens 9 -q"
    script = f"{show} | head -n 3; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, check=False
    )
    assert done.stdout.startswith("9  ")
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.stdout.endswith("\n0\n")


@pytest.mark.parametrize(
    ("words", "shown", "said"),
    [
        ("count queens 20 --engine propagate --explain", "at least ", "stopped by Ctrl-C"),
        ("show queens 12 --engine plain", "12  ", "shown so far"),
    ],
)
def test_ctrl_c_prints_what_is_known(words: str, shown: str, said: str) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "everyway", *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ},
    )
    assert process.stdout is not None
    first = ""
    if words.startswith("show"):
        first = process.stdout.readline()
    else:
        assert process.stderr is not None
        while not process.stderr.readline().startswith("  theory"):
            pass  # the last engine that says what it offers: then it begins
        time.sleep(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 3
    assert (first + out).startswith(shown)
    assert said in err
    assert ("engine propagate: asked for by name" in err) is ("--explain" in words)


HEAVY = ("numba", "numpy", "ortools", "rich", "PIL", "resvg_py", "dask", "starlette")


@pytest.mark.parametrize("words", ["count queens 8", "--help", "unique queens 6"])
def test_small_questions_load_no_compiler_and_no_solver(words: str) -> None:
    program = (
        "import sys\nfrom everyway.cli import main\n"
        f"main({words.split()!r})\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "redirection", "code", "said"),
    [
        ("count queens 6", ">/dev/full", 2, "everyway: cannot write the answer: No space left"),
        ("show queens 6", ">/dev/full", 2, "everyway: cannot write the answer: No space left"),
        ("families", ">/dev/full", 2, "everyway: cannot write the answer: No space left"),
        ("count queens 6", ">&-", 2, "everyway: standard output is closed"),
        ("count regions -", "<&-", 2, 'everyway: cannot read the file "-": standard input is clos'),
        ("count queens 6 -q", "2>&-", 0, ""),
    ],
)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_streams_that_are_full_or_closed(
    words: str, redirection: str, code: int, said: str
) -> None:
    line = f"{shlex.quote(sys.executable)} -m everyway {words} {redirection}"
    ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert ran.returncode == code
    assert ran.stderr.startswith(said)
    assert len(ran.stderr.splitlines()) == (1 if said else 0)
