"""The options of the command: those that all questions share, and the families' own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any

import typer

from everyway.core.errors import EverywayError
from everyway.core.question import UpTo
from everyway.families.registry import families

RUN = "How to search"
OUT = "What to print"
PUZZLE = "The puzzle"


def option(*names: str, help: str, panel: str, **more: Any) -> Any:
    """Return a typer option that stands in *panel* of the help."""
    return typer.Option(*names, help=help, rich_help_panel=panel, **more)


@dataclass
class Given:
    """The options that every question takes; each field is one option of the command."""

    up_to: Annotated[
        str | None, option("--up-to", help="'symmetry': count mirror images once", panel=PUZZLE)
    ] = None
    limit: Annotated[
        int | None, option("--limit", help="show at most so many solutions", panel=OUT)
    ] = None
    seed: Annotated[int, option("--seed", help="the seed of a sample", panel=RUN)] = 0
    time: Annotated[
        float | None, option("--time", help="stop after so many seconds", panel=RUN)
    ] = None
    nodes: Annotated[
        int | None, option("--nodes", help="stop after so many search nodes", panel=RUN)
    ] = None
    workers: Annotated[int | None, option("--workers", help="how many cores", panel=RUN)] = None
    engine: Annotated[str | None, option("--engine", help="the engine, by name", panel=RUN)] = None
    explain: Annotated[
        bool, option("--explain", help="say which engine was chosen and why", panel=OUT)
    ] = False
    evidence: Annotated[
        bool, option("--evidence", help="have an independent engine answer, too", panel=OUT)
    ] = False
    json: Annotated[
        bool, option("--json", help="print the whole answer as one JSON object", panel=OUT)
    ] = False
    output: Annotated[
        str | None,
        option("--output", help="also write a file: .svg .png .txt .json .toml", panel=OUT),
    ] = None
    style: Annotated[str | None, option("--style", help="how boards look as text", panel=OUT)] = (
        None
    )
    bfile: Annotated[
        bool, option("--bfile", help="with table: lines 'n value', as a b-file", panel=OUT)
    ] = False
    quiet: Annotated[
        bool, option("--quiet", "-q", help="print the answer and no remarks", panel=OUT)
    ] = False

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
            "time_limit": self.time,
            "node_limit": self.nodes,
            "evidence": self.evidence,
        }


Body = Callable[[list[str], dict[str, Any], Given], int]


def command(body: Body, words_help: str) -> Callable[..., int]:
    """Return *body* as a function that typer reads: words, the families' options, the common ones.

    The families say which options they have, so that a new family brings its own.
    """
    own = {o.name: o for family in families() for o in family.options}
    common = {f.name: f for f in fields(Given)}
    annotations = inspect.get_annotations(Given, eval_str=True)
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
        text = name.replace("_", "-")
        flags = [f"--{text}/--no-{text}"] if o.kind is bool else [f"--{text}"]
        kind: Any = o.kind
        annotation = Annotated[kind | None, option(*flags, help=o.help, panel=PUZZLE)]
        parameters.append(_keyword(name, annotation, None))
    for name, field in common.items():
        parameters.append(_keyword(name, annotations[name], field.default))

    def call(**values: Any) -> int:
        words = values.pop("words") or []
        puzzle_options = {name: values[name] for name in own}
        return body(words, puzzle_options, Given(**{name: values[name] for name in common}))

    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in parameters}
    call.__doc__ = body.__doc__
    return call


def _keyword(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )
