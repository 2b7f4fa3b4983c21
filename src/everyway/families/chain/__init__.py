"""Chains: square links hinged at corners that fill a shape, and snakes of cubes that fill a box."""

from __future__ import annotations

from everyway.core.family import Family, Option, Report

CHAIN, SNAKE = "chain", "snake"
WORDS = (CHAIN, SNAKE)
OPTIONS = (
    Option(
        "word",
        str,
        "a letter for each link, such as D16 (hinges) or T2ST3 (straight, turn), or lengths: 3,2,2",
    ),
    Option("marks", str, "arrows on links as they lie unfolded, such as 2:right,3:up"),
    Option("pointing", str, "where all arrows must point: right, up (the default), left, down"),
    Option("closed", bool, "the end meets the start"),
    Option("directed", bool, "a fold and the same read from its other end are two (the default)"),
    Option("holes", str, "missing squares"),
    Option("fixed", str, "squares that are settled: for chains link:square, such as 1:b1,6:c4"),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins a puzzle of this family."""
    return word.lower() in WORDS


FAMILY = Family(
    package=__name__,
    name="chain",
    summary="chains of links that fold into a shape: hinged squares, snake cubes",
    kinds={"chain": "hinge:Chain", "snake": "snake:SnakeCube"},
    engines=("plain:PlainEngine", "compiled_engine:CompiledEngine", "frontier:FrontierEngine"),
    words=WORDS,
    example="chain newspaper",
    options=OPTIONS,
    size_is="number of links",
    styles=("grid", "arrows", "path"),
    recognises=recognises,
    reports=(
        Report(
            "lands",
            "Where a link lies over all folds: lands chain newspaper 6.",
            "reports:lands",
        ),
        Report(
            "marks",
            "The fewest links to mark so that one fold is left: marks chain newspaper.",
            "reports_marks:marks",
        ),
        Report(
            "words",
            "Which snakes fold into a box, and in how many ways: words snake 2x2x3.",
            "reports:words",
        ),
    ),
    traces={"backtracking": "trace:backtracking"},
    draw_steps="trace_drawing:StepPicture",
    views=("layers", "isometric"),
)
