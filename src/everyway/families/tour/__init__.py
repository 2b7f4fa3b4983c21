"""Tours: a knight, or another piece, visits every square of a board once."""

from __future__ import annotations

from everyway.core.family import Family, Option, Report

WORD = "tour"
OPTIONS = (
    Option("piece", str, "the piece that moves: knight (the default), camel, 'leaper(1,4)'"),
    Option("start", str, "where it starts, such as a1"),
    Option("end", str, "where it ends, such as b3"),
    Option("closed", bool, "a move leads from the last square back to the first"),
    Option(
        "directed",
        bool,
        "a tour or fold and its reverse are two (the default, but for closed tours)",
    ),
    Option("holes", str, "missing squares"),
    Option("torus", bool, "opposite edges are joined, all of them"),
    Option("wrap", str, "lines that run around, as on a cylinder: rows, columns, or axes: 1,3"),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins a tour: ``tour 5x5``."""
    return word.lower() == WORD


FAMILY = Family(
    package=__name__,
    name="tour",
    summary="a knight or another piece visits every square of a board once",
    kinds={"tour": "puzzle:Tour"},
    engines=(
        "plain:PlainEngine",
        "search:SearchEngine",
        "frontier:FrontierEngine",
        "finder:FinderEngine",
    ),
    words=(WORD,),
    example="tour 5x5 --start a1",
    options=OPTIONS,
    size_is="number of squares",
    styles=("numbers", "path"),
    recognises=recognises,
    reports=(
        Report("find", "Some solution, quickly: find tour 100x100.", "reports:find", picture=True),
        Report("starts", "Which squares a tour can start on, and how many do.", "reports:starts"),
    ),
    traces={"backtracking": "trace:backtracking"},
    draw_steps="trace_drawing:StepPicture",
    views=("layers", "isometric"),
)
