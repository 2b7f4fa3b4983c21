"""The questions as commands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any

import typer

from everyway.cli.clusters import cluster
from everyway.cli.codes import ANSWERED, BAD_INPUT, INTERRUPTED, NO_SOLUTION
from everyway.cli.compare import COMPARE_TAKES, compare_engines
from everyway.cli.ledgers import LEDGER_COMMANDS
from everyway.cli.options import Body, Given, Grouped, Takes, Top, command, ended, in_time
from everyway.cli.output import (
    check_output,
    check_style,
    drawn_in_time,
    exit_code,
    explain_offers,
    explain_tried,
    print_alert,
    print_answer,
    print_drawn,
    print_remarks,
    remark,
    write_file,
)
from everyway.cli.plainly import as_json
from everyway.cli.progress import progress_bar
from everyway.cli.proof import check_proof, check_proof_name, write_proof
from everyway.cli.puzzles import other_name, puzzle_of, split_words, with_candidate
from everyway.cli.reports import report_takes, reports
from everyway.cli.serve import serve
from everyway.cli.showing import show_all
from everyway.cli.table import TABLE_HELPS, print_table
from everyway.cli.trace import TRACE_TAKES, trace
from everyway.cli.usage import plainly_typed, usage_line
from everyway.core.answer import Answer
from everyway.core.errors import EverywayError
from everyway.core.family import flag_of
from everyway.core.puzzle import Puzzle
from everyway.core.question import (
    Count,
    Every,
    First,
    Largest,
    Question,
    Sample,
    Sizes,
    Smallest,
    Unique,
)
from everyway.families.registry import FAMILIES, families, family, family_of_word

WORDS = (
    "the puzzle: words such as 'queens 8' or 'regions FILE' (see: everyway families), "
    "a .toml file, or - for standard input"
)

TABLE_WORDS = (
    "a question, and a puzzle with a range for n: 'count queens 1..8', 'count tour 3x3..8', or "
    "'count queens nxn 1..8', where n may stand in options, too"
)

Maker = Callable[[], Callable[..., int]]

TYPER_INTERRUPTED = 130
"""What typer returns for Ctrl-C that comes before a command has begun."""

EPILOG = (
    "The answer is the first thing on standard output; remarks go to standard error. "
    "Exit codes: 0 answered, 1 no solution, 2 bad input, 3 interrupted, "
    "4 a fault of everyway itself: its checks disagree."
)


def _ask(puzzle: Puzzle, question: Question, given: Given) -> Answer:
    return _ask_row(puzzle, question, given, given.ledger)


def _ask_row(puzzle: Puzzle, question: Question, given: Given, ledger: str | None) -> Answer:
    """Ask with a *ledger* of its own, as each row of a table has."""
    explain_offers(puzzle, question, given)
    options = {**given.run_options(), "ledger": ledger}
    with progress_bar(given) as progress:
        answer = puzzle.ask(question, progress=progress, **options)
    explain_tried(answer.tried, given)
    return answer


def _prepare(
    words: list[str], options: dict[str, Any], given: Given, name: str, wanted: int | None = 1
) -> Puzzle:
    """Return the puzzle; refuse what cannot be, for *wanted* solutions or None for any number."""

    def made() -> Puzzle:
        puzzle = puzzle_of(words, options, name)
        known = other_name(words, puzzle)
        if known is not None:
            remark(known, given)
        check_output(given, wanted)
        check_style(family(puzzle.family), puzzle, given)
        return puzzle

    return in_time(given, "while the puzzle was made", made)


def _asking(name: str, make: Callable[[Given], Question]) -> Body:
    def body(words: list[str], options: dict[str, Any], given: Given) -> int:
        puzzle = _prepare(words, options, given, name)
        check_proof_name(puzzle, given)
        answer = _ask(puzzle, make(given), given)
        code = print_answer(answer, given)
        return code if write_proof(answer, given) else INTERRUPTED

    return body


QUESTIONS: dict[str, tuple[str, Callable[[Given], Question]]] = {
    "count": ("How many solutions there are.", lambda g: Count(up_to=g.symmetry())),
    "first": ("The first solution, in order.", lambda g: First(up_to=g.symmetry())),
    "unique": ("Whether there is exactly one.", lambda g: Unique(up_to=g.symmetry())),
    "sizes": ("How many there are of each size.", lambda g: Sizes(up_to=g.symmetry())),
    "smallest": ("The least size, proved.", lambda g: Smallest(up_to=g.symmetry())),
    "largest": ("The greatest size, proved.", lambda g: Largest(up_to=g.symmetry())),
}


def _show(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Show the solutions, one board after another as they are found, in order."""
    puzzle = _prepare(words, options, given, "show", given.limit)
    question = Every(limit=given.limit, up_to=given.symmetry())
    to_text = given.output is None or given.output.lower().endswith(".txt")
    if given.json or given.evidence or given.limit is not None or not to_text:
        return print_answer(_ask(puzzle, question, given), given)
    explain_offers(puzzle, question, given)
    return show_all(puzzle, question, given)


def _sample(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Show solutions drawn at random, all equally likely: --limit says how many (1)."""
    k = 1 if given.limit is None else given.limit
    puzzle = _prepare(words, options, given, "sample", k)
    question = Sample(k=k, seed=given.seed, up_to=given.symmetry())
    return print_answer(_ask(puzzle, question, given), given)


def _solve(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Solve the puzzle: show its solution and say whether it is the only one."""
    puzzle = _prepare(words, options, given, "solve")
    answer = _ask(puzzle, Unique(up_to=given.symmetry()), given)
    if given.json or not answer.found:
        return print_answer(answer, given)
    print_alert(answer, given)
    drawn_in_time(given, lambda: print_drawn(puzzle, [answer.solution], given))
    more = answer.lines()[0] if answer.value is None else "not the only solution: there are more"
    print("\n" + ("the only solution" if answer.value else more))
    print_remarks(answer, given)
    write_file(given, puzzle, [answer.solution], answer)
    return exit_code(answer)


def _draw(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Draw the puzzle alone, or its first --limit solutions on one sheet, into --output."""
    puzzle = _prepare(words, options, given, "draw", given.limit or 0)
    solutions: list[Any] = []
    code = ANSWERED
    if given.limit is not None:
        answer = _ask(puzzle, Every(limit=given.limit, up_to=given.symmetry()), given)
        print_alert(answer, given)
        solutions, code = list(answer.solutions), exit_code(answer)
    write_file(given, puzzle, solutions, None)
    if given.output is None:
        drawn_in_time(given, lambda: print_drawn(puzzle, solutions or [None], given))
    return code


def _check(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Say whether what follows the puzzle is a solution of it, and if not, why not."""
    named, candidate = split_words(words)
    if not candidate:
        raise EverywayError("check needs a puzzle and a candidate, such as: queens 4 b1 d2 a3 c4")
    puzzle = _prepare(named, options, given, "check")
    said = " ".join(family(puzzle.family).following(candidate))
    why = in_time(given, "while the candidate was checked", lambda: puzzle.why_not(said))
    if given.json:
        print(as_json({"solution": why is None, "why_not": why}))
    else:
        print("yes: a solution" if why is None else f"no: {why}")
    return ANSWERED if why is None else NO_SOLUTION


def _table(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Answer a question for a range of sizes: table count queens 1..8."""
    if not words or words[0] not in ("count", "smallest", "largest"):
        got = words[0] if words else "nothing"
        raise EverywayError("table asks count, smallest or largest, not", text=got)
    return print_table(words[0], words[1:], options, given, QUESTIONS[words[0]][1], _ask_row)


def _compare(words: list[str], options: dict[str, Any], given: Given) -> int:
    """Answer a question by several engines, side by side: compare queens 8, compare queens 4..9."""
    return compare_engines(words, options, given, QUESTIONS)


def _families(
    name: Annotated[
        str | None, typer.Argument(help="one family, or a puzzle's word, for more about it")
    ] = None,
) -> int:
    """List the puzzle families, with their words; or all about one."""
    if name is None:
        for known in families():
            print(f"{known.name}\t{known.summary}\n\twords: {' '.join(known.words)}")
        return ANSWERED
    chosen = family(name) if name in FAMILIES else family_of_word(name)
    if chosen is None:
        hint = "one of " + ", ".join(FAMILIES) + ", or a puzzle's word such as queens"
        raise EverywayError("no family", text=name, hint=hint)
    print(f"{chosen.name}: {chosen.summary}\nwords: {' '.join(chosen.words)}")
    print(
        f"styles: {' '.join(chosen.styles)}\nengines: "
        + " ".join(e.name for e in chosen.all_engines())
    )
    for report in chosen.reports:
        print(f"report {report.name}: {report.help}")
    print("options:")
    width = max((len(flag_of(o.name)) for o in chosen.options), default=0)
    for o in chosen.options:
        print(f"  {flag_of(o.name):<{width}}  {o.help}")
    return ANSWERED


def _version(value: bool) -> None:
    if value:
        import everyway

        print(f"everyway {everyway.__version__}")
        raise typer.Exit


def _top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Exact answers about combinatorial puzzles.

    Puzzles are words, a .toml file, or - for standard input:
    everyway count queens 8;
    everyway smallest queens 5x5x5 --covering;
    everyway solve regions FILE;
    everyway table count queens 1..8 --bfile.
    """


TABLES = ("bfile", "how_many")
"""Options of tables alone."""

WITHOUT: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(QUESTIONS, ("limit", "seed", "part", *TABLES)),
    "count": ("limit", "seed", *TABLES),
    "sizes": ("limit", "seed", "proof", *TABLES),
    "show": ("seed", "proof", "part", *TABLES),
    "sample": ("proof", "part", *TABLES),
    "solve": ("limit", "seed", "proof", "part", *TABLES),
    "draw": ("seed", "evidence", "json", "proof", "part", *TABLES),
    "check": tuple(
        f.name for f in fields(Given) if f.name not in ("json", "quiet", "time", "memory")
    ),
    "table": ("limit", "seed", "proof", "part", "moving", "style", "view", "theme"),
}
"""The common options that a command does not take, and so does not show in its help."""


def _of(body: Body, name: str, words: str = WORDS, **helps: str) -> Maker:
    return lambda: command(body, Takes(words, without=WITHOUT[name], helps=helps))


def _reporting(name: str, body: Body) -> Maker:
    return lambda: command(body, report_takes(name))


def _plain(function: Callable[..., int]) -> Maker:
    def make() -> Callable[..., int]:
        # typer reads the options from the function that this stands for.
        @wraps(function)
        def call(**values: Any) -> int:
            return ended(function, **values)

        return call

    return make


def commands() -> dict[str, tuple[str | None, Maker]]:
    """Return every command's name with its help, None for that of its function, and its maker."""
    found: dict[str, tuple[str | None, Maker]] = {}
    for name, (text, make) in QUESTIONS.items():
        found[name] = (text, _of(_asking(name, make), name))
    shown: dict[str, Body] = {"show": _show, "sample": _sample, "solve": _solve, "draw": _draw}
    for name, body in shown.items():
        found[name] = (None, _of(body, name))
    found["check"] = (None, _of(_check, "check", "the puzzle, and then the candidate"))
    found["table"] = (None, _of(_table, "table", TABLE_WORDS, **TABLE_HELPS))
    found["compare"] = (None, lambda: command(_compare, COMPARE_TAKES))
    for name, (text, body) in reports().items():
        found[name] = (text, _reporting(name, body))
    found["trace"] = (None, lambda: command(trace, TRACE_TAKES))
    found["check-proof"] = (None, _plain(check_proof))
    for name, function in LEDGER_COMMANDS.items():
        found[name] = (None, _plain(function))
    found["cluster"] = (None, _plain(cluster))
    found["families"] = (None, _plain(_families))
    found["serve"] = (None, _plain(serve))
    return found


def make_app(only: str | None = None) -> typer.Typer:
    """Return the command with all its commands, or with one alone: each takes a while to make."""
    app = typer.Typer(
        name="everyway",
        cls=Top,
        help="Exact answers about combinatorial puzzles.",
        epilog=EPILOG,
        no_args_is_help=True,
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    app.callback()(_top)
    for name, (text, make) in commands().items():
        if only in (None, name):
            app.command(name, help=text, cls=Grouped)(make())
    return app


def _all_flags() -> set[str]:
    """Return the options of all commands that ask about puzzles."""
    own = {flag_of(option.name) for known in families() for option in known.options}
    common = {"--" + f.name.replace("_", "-") for f in (*fields(Given), *fields(TRACE_TAKES.kind))}
    return own | common


def run(arguments: list[str]) -> int:
    """Run the command with *arguments*; return its exit code.

    Without any, it prints its help, and returns 2: nothing was asked.
    """
    known = commands()
    arguments = plainly_typed(arguments, [*known, "help"])
    if arguments[:1] == ["help"]:
        arguments = [*arguments[1:2], "--help"]
    arguments = with_candidate(arguments)
    name = arguments[0] if arguments[:1] and arguments[0] in known else ""
    app = make_app(name or None)
    try:
        result = app(arguments, prog_name="everyway", standalone_mode=False)
    except Exception as error:
        # typer's own errors about usage say what is wrong in one line.
        message = getattr(error, "format_message", None)
        if message is None:
            raise
        if not arguments:
            print(message(), file=sys.stderr)
            return BAD_INPUT
        text = usage_line(error, name, known, _all_flags())
        if text:
            print(f"everyway: {text}", file=sys.stderr)
        return BAD_INPUT
    if result == TYPER_INTERRUPTED:
        print("everyway: interrupted", file=sys.stderr)
        return INTERRUPTED
    return result if isinstance(result, int) else ANSWERED
