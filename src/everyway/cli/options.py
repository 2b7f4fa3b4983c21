"""The options of the command: those that all questions share, and the families' own."""

from __future__ import annotations

import functools
import inspect
import os
import sys
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, TypeVar, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from everyway.cli.codes import ANSWERED, INTERRUPTED
from everyway.cli.usage import NAMES, read_number
from everyway.core.engine import MEMORY_LIMIT, Control
from everyway.core.errors import EverywayError
from everyway.core.family import Family, flag_of
from everyway.core.memory import read_amount
from everyway.core.plain_form import plain_form
from everyway.core.question import UpTo
from everyway.core.stopping import Stopped, attended, watched
from everyway.families.registry import families
from everyway.runs.road import check_limits

Result = TypeVar("Result")


@dataclass
class Given:
    """The options that every question takes; each field is one option of the command."""

    up_to: Annotated[
        str | None, typer.Option("--up-to", help="'symmetry': count mirror images once")
    ] = None
    limit: Annotated[int | None, typer.Option("--limit", help="show at most so many solutions")] = (
        None
    )
    seed: Annotated[int, typer.Option("--seed", help="the seed of a sample")] = 0
    time: Annotated[float | None, typer.Option("--time", help="stop after so many seconds")] = None
    nodes: Annotated[
        int | None, typer.Option("--nodes", help="stop after so many search nodes")
    ] = None
    memory: Annotated[
        str | None,
        typer.Option("--memory", help="stop when so much memory is in use, such as 2G"),
    ] = None
    workers: Annotated[int | None, typer.Option("--workers", help="how many cores")] = None
    engine: Annotated[
        str | None,
        typer.Option(
            "--engine",
            "--engines",
            help="the engine, by name",
        ),
    ] = None
    ledger: Annotated[
        str | None,
        typer.Option("--ledger", help="keep what is finished in this file; go on from it"),
    ] = None
    part: Annotated[
        str | None,
        typer.Option("--part", help="search a share of the branches alone, such as 3/100"),
    ] = None
    cluster: Annotated[
        str | None,
        typer.Option("--cluster", help="search on a Dask cluster, such as tcp://host:8786"),
    ] = None
    explain: Annotated[
        bool, typer.Option("--explain", help="say which engine was chosen and why")
    ] = False
    evidence: Annotated[
        bool, typer.Option("--evidence", help="have an independent engine answer, too")
    ] = False
    proof: Annotated[
        str | None,
        typer.Option(
            "--proof", help="write a certificate that others can check: NAME.json, .cnf, .drat"
        ),
    ] = None
    json: Annotated[
        bool, typer.Option("--json", help="print the whole answer as one JSON object")
    ] = False
    output: Annotated[
        str | None,
        typer.Option("--output", help="also write a file: .svg .png .gif .txt .json .toml"),
    ] = None
    moving: Annotated[
        bool, typer.Option("--moving", help="with --output: an animation, as a .gif always is")
    ] = False
    style: Annotated[str | None, typer.Option("--style", help="how boards look as text")] = None
    view: Annotated[
        str | None, typer.Option("--view", help="with --output: boards as 'layers' or 'isometric'")
    ] = None
    theme: Annotated[
        str, typer.Option("--theme", help="with --output: a 'light' or 'dark' picture, or 'auto'")
    ] = "light"
    bfile: Annotated[
        bool, typer.Option("--bfile", help="lines 'n value', as a b-file of the OEIS")
    ] = False
    how_many: Annotated[
        bool,
        typer.Option(
            "--how-many", help="of smallest or largest: how many there are of that size, too"
        ),
    ] = False
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="print the answer and no remarks")
    ] = False

    def __post_init__(self) -> None:
        self._started = time.monotonic()

    def control(self, least: float = 0.0) -> Control:
        """Return a control with the limits, of time what is left since the command began.

        *least* is the time, in seconds, that is always left.
        """
        check_limits(self.time, self.nodes)
        memory = None if self.memory is None else read_amount(self.memory)
        left = self.time_left()
        return Control(None if left is None else max(least, left), self.nodes, memory)

    def time_left(self) -> float | None:
        """Return how many seconds are left, or None without a limit."""
        if self.time is None or not self.time > 0:
            return self.time
        return max(0.0, self.time - (time.monotonic() - self._started))

    def symmetry(self) -> UpTo:
        """Return what ``--up-to`` says, checked."""
        if self.up_to in (None, "symmetry"):
            return "symmetry" if self.up_to else None
        raise EverywayError("cannot count up to", text=self.up_to, hint='write "symmetry"')

    def run_options(self) -> dict[str, Any]:
        """Return the keywords for ``Puzzle.ask``."""
        return {
            "engine": self.engine,
            "workers": self.workers,
            "time_limit": self.time_left()
            if self.time is not None and self.time > 0
            else self.time,
            "node_limit": self.nodes,
            "memory_limit": self.memory,
            "ledger": self.ledger,
            "part": self.part,
            "cluster": self.cluster,
            "evidence": self.evidence,
        }


def read_here(parameters: Iterable[Any], kinds: Mapping[str, type]) -> None:
    """Have those *parameters* whose kinds are known read by ``_read``.

    They are plain words, truth values and numbers. For these typer would load a whole library,
    which takes longer than most answers.
    """
    for parameter in parameters:
        kind = kinds.get(str(parameter.name))
        # Of arguments, the words alone may be missing: about the others typer complains.
        optional = parameter.param_type_name == "option" or parameter.name == "words"
        if kind is not None and optional:
            parameter.process_value = functools.partial(_read, parameter, kind)


def with_help_read(option: Any) -> Any:
    """Return the option ``--help``, if there is one, as one that is read here."""
    read_here([] if option is None else [option], {"help": bool})
    return option


class Top(TyperGroup):
    """The command without a question."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        read_here(self.params, {"version": bool})

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option ``--help``."""
        return with_help_read(super().get_help_option(ctx))


class Grouped(TyperCommand):
    """A command whose help lists the common options first, then each family's own.

    An option of several families stands with each of them, in the words of that family.
    """

    shown_families: Sequence[Family] = ()

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        function = inspect.unwrap(self.callback) if self.callback else None
        read_here(self.params, option_kinds(function))
        self.shown_families = getattr(function, "families", ())

    def get_help_option(self, ctx: Any) -> Any:
        """Return the option ``--help``."""
        return with_help_read(super().get_help_option(ctx))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and the options into the help."""
        shown = self.shown_families or families()
        own = {option.name for family in shown for option in family.options}
        rows: dict[str, tuple[str, str]] = {}
        arguments = []
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row is not None and parameter.param_type_name == "argument":
                arguments.append(row)
            elif row is not None:
                rows[str(parameter.name)] = row
        groups = {"Arguments": arguments}
        groups["Options"] = [row for name, row in rows.items() if name not in own]
        for family in shown:
            lines = [(rows[o.name][0], o.help) for o in family.options if o.name in rows]
            groups[f"Options of {family.name}"] = lines
        for title, lines in groups.items():
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


FILES = ("ledger", "output", "proof", "parquet")
"""Options of which the value is the name of a file: it is taken as it was typed."""


def option_kinds(function: Callable[..., int] | None) -> dict[str, type]:
    """Return the kinds of the options of *function* that are plain words, truths and numbers."""
    found: dict[str, type] = {}
    if function is None:
        return found
    for name, annotation in inspect.get_annotations(function, eval_str=True).items():
        kind = next(iter(get_args(annotation)), annotation)
        bare = next((k for k in get_args(kind) if k is not type(None)), kind)
        if bare in (str, bool, int, float):
            found[name] = bare
    return {**found, "words": list}


def _read(parameter: Any, kind: type, context: Any, value: Any) -> Any:
    """Return the *value* of a parameter as its *kind*: None if it was not given."""
    if kind in NAMES and isinstance(value, str):
        value = read_number(parameter.opts[0], kind, value)
    is_option = parameter.param_type_name == "option"
    if kind is str and isinstance(value, str) and is_option and parameter.name not in FILES:
        value = plain_form(value)
    if parameter.callback is not None:
        value = parameter.callback(context, parameter, value)
    return value


class StoppedShort(Exception):
    """A limit came while something was done that leaves no answer: in words what."""


def in_time(given: Given, what: str, work: Callable[[], Result], least: float = 0.0) -> Result:
    """Return what *work* returns; raise ``StoppedShort`` when a limit comes first.

    *what* says what is being done, and *least* how many seconds it always has.
    """
    control = given.control(least)
    with watched(control):
        try:
            return attended(control, work)
        except Stopped:
            raise StoppedShort(f"stopped by {control.stopped_by} {what}") from None


Body = Callable[[list[str], dict[str, Any], Given], int]


@dataclass(frozen=True)
class Takes:
    """What a command takes: words, the options of *families*, and the common ones.

    Options beside the common ones are in a *kind* of ``Given``; those *without* which it is are
    no options of it. ``helps`` are the helps of options that mean something of their own here.
    """

    words: str
    kind: type[Given] = Given
    without: Collection[str] = ()
    families: Sequence[Family] = ()
    helps: Mapping[str, str] = field(default_factory=dict)


def command(body: Body, takes: Takes) -> Callable[..., int]:
    """Return *body* as a function that typer reads, with the options that it takes.

    The families say which options they have, so that a new family brings its own.
    """
    kind, words_help = takes.kind, takes.words
    shown = takes.families or families()
    own = {o.name: o for family in shown for o in family.options}
    common = {f.name: f for f in fields(kind) if f.name not in takes.without}
    annotations = {
        name: annotation
        for part in reversed(kind.__mro__[:-1])
        for name, annotation in inspect.get_annotations(part, eval_str=True).items()
    }
    parameters = [
        inspect.Parameter(
            "words",
            inspect.Parameter.KEYWORD_ONLY,
            default=None,
            annotation=Annotated[
                list[str] | None, typer.Argument(help=words_help, show_default=False)
            ],
        )
    ]
    for name, o in own.items():
        flag = flag_of(name)
        if o.kind is bool:
            text = flag.removeprefix("--")
            opposite = text.removeprefix("no-") if text.startswith("no-") else f"no-{text}"
            flag += f"/--{opposite}"
        value: Any = o.kind
        parameters.append(
            _keyword(name, Annotated[value | None, typer.Option(flag, help=o.help)], None)
        )
    for name, default in common.items():
        annotation = annotations[name]
        if name in takes.helps:
            annotation = _with_help(annotation, takes.helps[name])
        parameters.append(_keyword(name, annotation, default.default))

    def call(**values: Any) -> int:
        words = values.pop("words") or []
        puzzle_options = {name: values[name] for name in own}
        given = kind(**{name: values[name] for name in common})
        return ended(body, words, puzzle_options, given)

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in parameters}
    call.families = takes.families  # type: ignore[attr-defined]
    call.__doc__ = body.__doc__
    return call


def _with_help(annotation: Any, text: str) -> Any:
    """Return the *annotation* of an option with another help."""
    value, option = get_args(annotation)
    made: Any = Annotated
    return made[value, typer.Option(option.default, *option.param_decls, help=text)]


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def ended(body: Callable[..., int], *arguments: Any, **named: Any) -> int:
    """Return the exit code of *body*, also where Ctrl-C or a closed pipe ends it.

    typer has answers of its own to these two, with other exit codes.
    """
    try:
        code = body(*arguments, **named)
        sys.stdout.flush()
        return code
    except StoppedShort as stopped:
        print(f"everyway: {stopped}", file=sys.stderr)
        return INTERRUPTED
    except MemoryError:
        print(f"everyway: stopped by {MEMORY_LIMIT}", file=sys.stderr)
        return INTERRUPTED
    except KeyboardInterrupt:
        print("everyway: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has seen enough; Python must not complain at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
