"""Run the examples in Markdown documents and compare what they print with what stands there.

Two kinds of fenced block are examples:

- ``console``: a line that begins with ``$ `` is a command for bash, lines that begin with ``> ``
  carry it on, and what follows is what it prints, on both outputs. ``$ echo $?`` shows how it
  ended; a command that fails without it, and without a word, is a problem.
- ``python``: with ``>>>`` the block is checked as a doctest; without, it is run and must not fail.

In what a command prints, ``...`` stands for any part of a line, and alone on a line for any lines,
or none; in a doctest it is as usual. The blocks of one document run in order, in one folder, the
Python ones in one namespace. Fences of the ``INERT`` languages are left alone; any other language
is a problem, so that no example escapes by a slip of its name.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ("console", "python")
INERT = ("text", "toml", "json", "yaml", "svg", "html")
FLAGS = doctest.ELLIPSIS
SECONDS = 120
PROGRESS = re.compile(r"^\d+ s: .*\n", re.MULTILINE)
"""What a slow machine says on the way."""

MARK = "-- end of command --"
STATUS = "echo $?"
FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>[^`]*)$")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, its text, and the number of the line its text begins on."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of a console block and what it should print."""

    command: str
    want: str
    line: int


@dataclass(frozen=True)
class Problem:
    """What is wrong, and the line of the document on which it begins."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def find_blocks(document: str) -> Iterator[Block]:
    r"""Yield the fenced blocks of a Markdown document that name a language, in order.

    Directives such as ``{note}`` name no language; their text is looked through as well.

    >>> list(find_blocks("Text\n```console\n$ true\n```\n"))
    [Block(language='console', text='$ true\n', line=3)]
    """
    lines = document.splitlines()
    place = 0
    while place < len(lines):
        opening = FENCE.match(lines[place])
        place += 1
        language = opening["info"].strip().partition(" ")[0] if opening else ""
        if opening is None or not language or language.startswith("{"):
            continue
        first = place
        while place < len(lines) and not _closes(lines[place], opening["fence"]):
            place += 1
        indent = len(opening["indent"])
        text = "".join(line[indent:] + "\n" for line in lines[first:place])
        yield Block(language, text, first + 1)
        place += 1


def _closes(line: str, fence: str) -> bool:
    bare = line.strip()
    return len(bare) >= len(fence) and set(bare) == {fence[0]}


def read_commands(block: Block) -> tuple[list[Command], list[Problem]]:
    """Return the commands of a console block, and what in it belongs to none."""
    commands: list[Command] = []
    problems = []
    lines = block.text.splitlines()
    place = 0
    while place < len(lines):
        number = block.line + place
        if not lines[place].startswith("$ "):
            problems.append(Problem(number, f"belongs to no command: {lines[place]!r}"))
            place += 1
            continue
        command = [lines[place][2:]]
        place += 1
        while place < len(lines) and lines[place].startswith("> "):
            command.append(lines[place][2:])
            place += 1
        want = []
        while place < len(lines) and not lines[place].startswith("$ "):
            want.append(lines[place])
            place += 1
        commands.append(Command("\n".join(command), _tidy("\n".join(want)), number))
    return commands, problems


def run_console(block: Block, folder: Path, environment: Mapping[str, str]) -> list[Problem]:
    """Run the commands of a console block in one bash; return what is not as it should be."""
    commands, problems = read_commands(block)
    script = ""
    for command in commands:
        # The status is kept for an "echo $?" that may follow.
        script += f"{command.command}\nstatus=$?; printf '\\n{MARK}%s\\n' $status; (exit $status)\n"
    try:
        ran = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return [*problems, Problem(block.line, f"takes more than {SECONDS} seconds")]
    parts = PROGRESS.sub("", ran.stdout.decode("utf-8", "replace")).split(f"\n{MARK}")
    got = parts[0]
    for place, command in enumerate(commands):
        if place + 1 == len(parts):
            message = f"$ {command.command}\nended the shell, printing\n{got}"
            return [*problems, Problem(command.line, message)]
        status, _, rest = parts[place + 1].partition("\n")
        shown = place + 1 < len(commands) and commands[place + 1].command == STATUS
        problems += _compare(command, got, 0 if shown else int(status))
        got = rest
    return problems


def _compare(command: Command, output: str, status: int) -> Iterator[Problem]:
    got = _tidy(output)
    if "Traceback (most recent call last)" in got and "Traceback" not in command.want:
        yield Problem(command.line, f"$ {command.command}\ncrashed:\n{got}")
    elif not _matches(command.want, got):
        wanted = command.want or "nothing"
        message = f"$ {command.command}\nshould print\n{wanted}\nbut printed\n{got or 'nothing'}"
        yield Problem(command.line, message)
    elif status and not got:
        yield Problem(command.line, f"$ {command.command}\nfailed with status {status}")


def _tidy(text: str) -> str:
    """Return *text* without spaces at the ends of lines, and without empty lines around it."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def _matches(want: str, got: str) -> bool:
    pattern = ""
    for line in want.splitlines():
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += ".*?".join(map(re.escape, line.split("..."))) + r"\n"
    return re.fullmatch(pattern, got + "\n" if got else "") is not None


def run_python(block: Block, names: dict[str, Any], document: str) -> list[Problem]:
    """Run a Python block with and into *names*; return what is not as it should be."""
    if ">>>" not in block.text:
        try:
            code = compile("\n" * (block.line - 1) + block.text, document, "exec")
            exec(code, names)
        except Exception as error:
            return [Problem(block.line, f"raised {type(error).__name__}: {error}")]
        return []
    example = doctest.DocTestParser().get_doctest(
        block.text, names, document, document, block.line - 1
    )
    runner = doctest.DocTestRunner(verbose=False, optionflags=FLAGS)
    output = io.StringIO()
    runner.run(example, out=output.write, clear_globs=False)
    names.update(example.globs)
    return [Problem(block.line, output.getvalue())] if runner.failures else []


def run_document(path: Path, folder: Path, environment: Mapping[str, str]) -> list[Problem]:
    """Run every example of the document *path* in *folder*; return all problems, in order.

    Python blocks run in this process, in the working folder it has.
    """
    names: dict[str, Any] = {"__name__": "__main__"}
    problems = []
    for block in find_blocks(path.read_text("utf-8")):
        if block.language == "console":
            problems += run_console(block, folder, environment)
        elif block.language == "python":
            problems += run_python(block, names, path.name)
        elif block.language not in INERT:
            known = ", ".join((*EXAMPLES, *INERT))
            message = f"a block in {block.language!r} is never run: use one of {known}"
            problems.append(Problem(block.line - 1, message))
    return problems


def make_environment(home: Path, source: Path = ROOT / "src") -> dict[str, str]:
    """Return the environment for console blocks: ``everyway`` on the path, nothing of the user's.

    *home* is an empty folder, which becomes the home folder and takes a small script ``everyway``.
    """
    commands = home / "bin"
    commands.mkdir(parents=True)
    command = commands / "everyway"
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m everyway "$@"\n')
    command.chmod(0o755)
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TMPDIR") if name in os.environ}
    return kept | {
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(source),
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
