"""Everything that reads what people give: each with valid inputs, which the families bring."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
import io
import re
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from everyway import Count, EverywayError, First, Interrupted, Puzzle
from everyway.cli import main
from everyway.cli.app import commands
from everyway.core.family import flag_of
from everyway.core.question import QUESTIONS, question_from_dict
from everyway.families.line import puzzle_from_anything, puzzle_from_words
from everyway.families.registry import families, family, load, puzzle_from_dict
from everyway.runs.evidence import known_values
from tests.net.chance import drawn_values, random_puzzle
from tests.net.hooks import kinds, net_of, parameters
from tests.net.mutations import changed_bytes, changed_data, changed_text, odd_value

ROOT = Path(__file__).parents[2]
SECONDS = 0.2
"""How long a puzzle that was taken may be asked about: its limits are to hold, whatever it is."""
NEVER = ("serve", "cluster")
"""Commands that wait for others, which no input is to make them do."""
OF_OTHERS = re.compile(r"--?(ti|no(d|$)|wo|cl|pa)|[:/]{3}")
"""What would lift the limits of a command that is tried, or call other machines."""

Faulty = list[str]


@dataclasses.dataclass(frozen=True)
class Reader:
    """A reader: how to draw an input of it, and to read it; what it says is wrong comes back."""

    draw: Callable[[Random], Any]
    read: Callable[[Any], Faulty | None]


# --- valid inputs ---


@lru_cache(maxsize=1)
def puzzles() -> tuple[Puzzle, ...]:
    """Return some puzzles of every kind."""
    return tuple(
        random_puzzle(Random(f"reader/{kind}/{number}"), name, kind)
        for name, kind in kinds()
        for number in range(6)
    )


@lru_cache(maxsize=1)
def texts() -> tuple[str, ...]:
    """Return texts that are puzzles: TOML, JSON and the families' own forms."""
    found = [file.read_text("utf-8") for file in sorted((ROOT / "examples").iterdir())
             if file.suffix in (".toml", ".txt")]  # fmt: skip
    for puzzle in puzzles():
        found += [puzzle.to_toml(), puzzle.to_json()]
    for known in families():
        found += net_of(known.name).texts
    return tuple(text for text in found if len(text) < 5000)


@lru_cache(maxsize=1)
def lines() -> tuple[str, ...]:
    """Return puzzles as words and options: the families' examples, known values, random ones."""
    found = [known.example for known in families()]
    for known in families():
        rows = [row.puzzle for row in known_values(known.name)]
        found += sorted(set(rows))[:: 1 + len(rows) // 40]
    words = [family(puzzle.family).words_of(puzzle) for puzzle in puzzles()]
    return (*found, *filter(None, words))


@lru_cache(maxsize=1)
def candidates() -> tuple[tuple[Puzzle, Any], ...]:
    """Return puzzles with a solution each, in every form in which one is written."""
    found: list[tuple[Puzzle, Any]] = []
    for puzzle in puzzles():
        solution = puzzle.ask(First(), node_limit=10_000).solution
        if solution is not None:
            picture = family(puzzle.family).picture(puzzle, solution)
            data = solution.to_data()
            forms = [data, str(solution), str(data), picture.text(), list(solution.data)]
            found += [(puzzle, form) for form in forms]
    return tuple(found)


# --- what is done with an input ---


def use(puzzle: Puzzle) -> Faulty | None:
    """Do with a puzzle that was taken what may follow: no later step may break."""
    if puzzle_from_dict(puzzle.to_dict()) != puzzle:
        return ["does not come back from its own data"]
    repr(puzzle), hash(puzzle)
    known = family(puzzle.family)
    known.words_of(puzzle)
    for question in (Count(), First()):
        with contextlib.suppress(EverywayError):
            str(puzzle.ask(question, node_limit=100, time_limit=SECONDS))
    return None


def read_text(text: str) -> Faulty | None:
    return use(load(text))


def read_line(given: tuple[str, str]) -> Faulty | None:
    return use(puzzle_from_anything(*given))


def read_words(given: tuple[list[str], dict[str, Any], str]) -> Faulty | None:
    return use(puzzle_from_words(*given))


def read_data(data: Any) -> Faulty | None:
    return use(puzzle_from_dict(data))


def read_parameters(given: tuple[str, str, dict[str, Any]]) -> Faulty | None:
    name, kind, values = given
    puzzle = family(name).kind(kind)(**values)
    with contextlib.suppress(EverywayError):  # items that have no plain form
        puzzle.to_dict()
        return use(puzzle)
    return None


def read_candidate(given: tuple[Puzzle, Any]) -> Faulty | None:
    puzzle, candidate = given
    known = candidate_copy(candidate)
    why = puzzle.why_not(candidate)
    if (why is None) != puzzle.is_solution(known):
        return [f"why_not says {why!r}, is_solution the opposite"]
    return None


def read_solution(given: tuple[Puzzle, Any]) -> Faulty | None:
    puzzle, data = given
    solution = puzzle.solution(data)
    str(solution), repr(solution), solution.to_data()
    puzzle.why_not(solution)
    return None


def candidate_copy(candidate: Any) -> Any:
    """Return a candidate again, where reading it once uses it up."""
    try:
        return copy.deepcopy(candidate)
    except (TypeError, RecursionError):
        return candidate


def read_question(data: Any) -> Faulty | None:
    question = question_from_dict(data)
    if question_from_dict(question.to_dict()) != question:
        return ["does not come back from its own data"]
    return None


def read_options(given: tuple[Puzzle, dict[str, Any], dict[str, Any]]) -> Faulty | None:
    puzzle, question, options = given
    with contextlib.suppress(Interrupted):
        puzzle.ask(question_from_dict(question), **options)
    return None


@dataclasses.dataclass(frozen=True)
class Line:
    """A command line: what is typed on standard input, how output is coded, which files lie there.

    Files are in the folder in which the command runs.
    """

    words: Sequence[str]
    typed: bytes = b""
    coding: str = "utf-8"
    files: Mapping[str, bytes] = dataclasses.field(default_factory=dict)


def read_command(given: Line) -> Faulty | None:
    """Run the command in this process, as a shell would; what it prints must be fit to print."""
    for name, content in given.files.items():
        Path(name).write_bytes(content)
    out, err = io.BytesIO(), io.BytesIO()
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.typed), "utf-8")
    sys.stdout = io.TextIOWrapper(out, given.coding)
    sys.stderr = io.TextIOWrapper(err, given.coding, "backslashreplace")
    try:
        code = main(list(given.words))
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        said = out.getvalue(), err.getvalue()
        sys.stdin, sys.stdout, sys.stderr = before
    if code == 2 and said[0].startswith(b"wrong: "):  # the answer of check-proof
        return None
    return wrong_ending(code, said[1].decode(given.coding, "replace"))


def wrong_ending(code: int, remarks: str) -> Faulty | None:
    """Return what is wrong with an exit code and what stood on standard error."""
    if code not in (0, 1, 2, 3):
        return [f"exit code {code}: {remarks[-300:]}"]
    refusals = [line for line in remarks.splitlines() if line.startswith("everyway: ")]
    if code == 2 and (len(refusals) != 1 or remarks.splitlines()[-1:] != refusals):
        return [f"exit code 2 with {remarks[-300:]!r}"]
    return ["a traceback"] if "Traceback" in remarks else None


# --- inputs that are nearly valid ---


def a_text(chance: Random) -> str:
    return changed_text(chance, chance.choice(texts()), texts())


def a_line(chance: Random) -> tuple[str, str]:
    line = with_options(chance, chance.choice(lines()))
    question = chance.choice(sorted(QUESTIONS))
    return changed_text(chance, line, lines()), question


def with_options(chance: Random, line: str) -> str:
    """Return a line with options of some family, mostly of those that it may have."""
    for _ in range(chance.choice([0, 0, 1, 1, 2])):
        option = chance.choice(options_of(line) if chance.random() < 0.8 else options_of(""))
        flag = flag_of(option.name)
        if option.kind is bool:
            line += chance.choice([f" {flag}", f" --no-{flag[2:]}"])
        else:
            value = "3" if option.kind is int else chance.choice(values_of(option.name))
            line += f" {flag}{chance.choice([' ', '='])}{shlex.quote(value)}"
    return line


@lru_cache(maxsize=512)
def options_of(line: str) -> tuple[Any, ...]:
    """Return the options of the family whose puzzle *line* is, or of all."""
    words = line.split(maxsplit=1)
    own = [f for f in families() if words and f.recognises(words[0].strip("'"))]
    return tuple(option for f in (own or families()) for option in f.options) or options_of("")


@lru_cache(maxsize=64)
def values_of(name: str) -> tuple[str, ...]:
    """Return values that an option has in known lines, and in the data of puzzles."""
    found = [m for line in lines() for m in re.findall(rf"{flag_of(name)} (\S+)", line)]
    data = [str(puzzle.to_dict().get(name.rstrip("_"), "")) for puzzle in puzzles()]
    return tuple(dict.fromkeys([*found, *data, "3"]))


def some_words(chance: Random) -> tuple[list[str], dict[str, Any], str]:
    words = shlex.split(chance.choice(lines()))
    place = chance.randrange(len(words))
    words[place] = changed_text(chance, words[place], lines())
    options = {}
    for _ in range(chance.choice([0, 1, 2])):
        option = chance.choice(options_of(words[0]) or options_of(""))
        value: Any = chance.random() < 0.5
        if option.kind is int:
            value = chance.choice([0, 1, 3, -1, 37, 10**6, 10**20])
        elif option.kind is str:
            value = changed_text(chance, chance.choice(values_of(option.name)), lines())
        options[option.name] = value
    return words, options, chance.choice(sorted(QUESTIONS))


def some_data(chance: Random) -> Any:
    return changed_data(chance, chance.choice(puzzles()).to_dict(), texts())


def some_parameters(chance: Random) -> tuple[str, str, dict[str, Any]]:
    name, kind = chance.choice(kinds())
    values = drawn_values(chance, name, kind)
    word = chance.choice(list(parameters(name, kind)))
    if isinstance(values.get(word), str) and chance.random() < 0.5:
        values[word] = changed_text(chance, values[word], lines())
    else:
        values[word] = odd_value(chance)
    return name, kind, values


def a_candidate(chance: Random) -> tuple[Puzzle, Any]:
    puzzle, form = chance.choice(candidates())
    if chance.random() < 0.1:
        return chance.choice(puzzles()), form
    if isinstance(form, str):
        others = [other for _, other in candidates() if isinstance(other, str)]
        return puzzle, changed_text(chance, form, others)
    return puzzle, changed_data(chance, form, texts())


def a_question(chance: Random) -> Any:
    kind = chance.choice(list(QUESTIONS.values()))
    given: dict[str, Any] = {"k": 3} if kind.name == "sample" else {}
    data = kind(**given).to_dict()
    for f in dataclasses.fields(kind):
        if chance.random() < 0.4:
            data[f.name] = chance.choice([1, 3, "symmetry", None, True, odd_value(chance)])
    return changed_data(chance, data, lines()) if chance.random() < 0.5 else data


def some_options(chance: Random) -> tuple[Puzzle, dict[str, Any], dict[str, Any]]:
    puzzle = chance.choice(puzzles())
    engines = [engine.name for engine in family(puzzle.family).all_engines()]
    options: dict[str, Any] = {"node_limit": 100, "time_limit": SECONDS}
    word = chance.choice(["engine", "node_limit", "time_limit", "progress", "ledger", "part"])
    options[word] = chance.choice([*engines, 0, 1, 0.0, odd_value(chance), odd_value(chance)])
    if isinstance(options.get("ledger"), str):
        options["ledger"] = None  # the name of a file, which has a reader of its own
    question = chance.choice(["count", "first", "sizes", "unique", "smallest", "every"])
    return puzzle, {"question": question}, options


# --- command lines, and files on them ---


@lru_cache(maxsize=1)
def command_lines() -> tuple[tuple[str, ...], ...]:
    """Return lines of words after ``everyway``: every command, with what its help shows."""
    found: list[tuple[str, ...]] = []
    for name in commands():
        if name not in NEVER:
            found.append((name,))
            found += [(name, *shlex.split(known.example)) for known in families()]
    for known in families():
        for report in known.reports:
            _, colon, shown = report.help.rstrip(".").partition(": ")
            found += [tuple(shlex.split(shown))] * 3 if colon and "'" not in shown else []
    for puzzle, form in candidates():
        words = family(puzzle.family).words_of(puzzle)
        if words and isinstance(form, str):
            found.append(("check", *shlex.split(words), *form.split("\n")))
    for question in ("count", "smallest", "largest"):
        found += [("table", question, *shlex.split(line)[:2]) for line in lines()[:20]]
        found.append(("table", question, "queens", "1..4"))
    return tuple(found)


COMMON = ("--json", "--quiet", "--explain", "--evidence", "--up-to=symmetry", "--limit=3",
          "--seed=7", "--engine=plain", "--style=grid", "--view=layers", "--theme=dark", "--bfile",
          "--how-many", "--moving", "--output=a.svg", "--output=b.txt", "--output=c.toml",
          "--output=d.gif", "--help", "--proof=p")  # fmt: skip
CODINGS = ("utf-8", "utf-8", "utf-8", "ascii", "cp932", "latin-1", "utf-16")


def a_command(chance: Random) -> Line:
    words = list(chance.choice(command_lines()))
    if chance.random() < 0.5 and len(words) > 2:
        words[1:] = shlex.split(with_options(chance, chance.choice(lines())))
    for _ in range(chance.choice([0, 0, 1, 2])):
        words.insert(chance.randint(1, len(words)), chance.choice(COMMON))
    if len(words) > 1 and chance.random() < 0.8:
        place = chance.randrange(1, len(words))
        words[place] = changed_text(chance, words[place], lines())
    return Line(limited(words), coding=chance.choice(CODINGS))


def limited(words: Sequence[str]) -> list[str]:
    """Return the words of a command with limits of time and workers that none of them lifts."""
    # A word of a command line has no NUL: it comes as the system passes it on.
    kept = [word.replace("\0", "") for word in words if not OF_OTHERS.match(word)]
    takes = kept and kept[0] in commands() and kept[0] not in WITHOUT_TIME
    return [kept[0], f"--time={SECONDS}", *kept[1:]] if takes else kept


WITHOUT_TIME = ("families", "check-proof", "status", "merge", "audit", "export", "trace", *NEVER)


def a_file(chance: Random) -> Line:
    """Return a command that reads a changed file: from the disk, or as standard input."""
    command = chance.choice(["count", "first", "draw", "solve", "unique"])
    content = changed_bytes(chance, chance.choice(texts()).encode(), texts())
    word = chance.choice([[], [], *([word] for f in families() for word in f.text_forms)])
    if chance.random() < 0.4:
        return Line(limited([command, *word, "-"]), typed=content)
    name = chance.choice(["f.toml", "f.json", "f.txt", "f"])
    return Line(limited([command, *word, name]), files={name: content})


@lru_cache(maxsize=1)
def kept_files() -> tuple[Mapping[str, bytes], Mapping[str, bytes]]:
    """Return a ledger, and the files of a certificate, as everyway itself writes them."""
    ledger, proof = "k.db", ("k.json", "k.cnf", "k.drat")
    read_command(Line(["count", "queens", "5", f"--ledger={ledger}", "--engine=plain"]))
    read_command(Line(["smallest", "queens", "3x3", "--covering", "--proof=k"]))
    return ({ledger: Path(ledger).read_bytes()}, {name: Path(name).read_bytes() for name in proof})


def a_kept_file(chance: Random) -> Line:
    """Return a command that reads a changed ledger, or a certificate one part of which is."""
    files = dict(chance.choice(kept_files()))
    name = chance.choice(sorted(files))
    files[name] = changed_bytes(chance, files[name], texts())
    command = chance.choice(["status", "export", "resume", "audit", "merge"])
    if "k.json" in files:
        words = ["check-proof", "k.json"]
    elif command == "merge":
        words = ["merge", f"out{chance.randrange(10**9)}.db", name]
    else:
        words = [command, name]
    return Line(words, files=files)


READERS = {
    "text": Reader(a_text, read_text),
    "line": Reader(a_line, read_line),
    "words": Reader(some_words, read_words),
    "data": Reader(some_data, read_data),
    "parameters": Reader(some_parameters, read_parameters),
    "candidate": Reader(a_candidate, read_candidate),
    "solution": Reader(a_candidate, read_solution),
    "question": Reader(a_question, read_question),
    "options": Reader(some_options, read_options),
    "command": Reader(a_command, read_command),
    "file": Reader(a_file, read_command),
    "kept file": Reader(a_kept_file, read_command),
}
"""The readers by name, in the order in which they take turns."""
