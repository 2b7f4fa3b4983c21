"""Placements: pieces on boards of any size and dimension, peaceful, covering, by regions."""

from __future__ import annotations

import re

from everyway.core.family import Family, Option, Report
from everyway.geometry.piece import NAMED, plural_of

REGIONS = "regions"
PLURALS = {plural_of(name): name for name in NAMED}
WORDS = (*PLURALS, REGIONS)
OPTIONS = (
    Option("number", str, "how many pieces: 8, or 3..7; left out: any number"),
    Option("peaceful", bool, "no two pieces attack each other (the default)"),
    Option("covering", bool, "every free square is attacked"),
    Option("fixed", str, "occupied squares, such as a1,c5 (in 3D: '1,2,3; 2,1,3')"),
    Option("holes", str, "missing squares that lines of attack pass over"),
    Option("walls", str, "missing squares that stop lines of attack"),
    Option("torus", bool, "opposite edges are joined, all of them"),
    Option("wrap", str, "lines that run around, as on a cylinder: rows, columns, or axes: 1,3"),
    Option("per_row", int, "exactly so many pieces in each row"),
    Option("per_column", int, "exactly so many pieces in each column"),
    Option("no_touch", bool, "no two pieces on neighbouring squares, not even at a corner"),
    Option("per", int, "with regions: so many in each row, column and region (default 1)"),
)


def singular(word: str) -> str:
    """Return the name of a piece from its plural; any other word as it is."""
    return PLURALS.get(word, word)


def recognises(word: str) -> bool:
    """Return whether *word* begins a placement: ``queens``, ``rook+knight``, ``leaper(1,3)``.

    >>> recognises("queens"), recognises("rooks+knights"), recognises("hanoi")
    (True, True, False)
    """
    parts = [part.strip() for part in word.lower().split("+")]
    return word.lower() == REGIONS or all(
        singular(part) in NAMED or re.fullmatch(r"(leaper|rider)\(.*\)", part) for part in parts
    )


FAMILY = Family(
    package=__name__,
    name="placement",
    summary="pieces on a board: peaceful, covering, one per row, column or region",
    kinds={"placement": "puzzle:Placement"},
    engines=(
        "plain:PlainEngine",
        "generate:GenerateEngine",
        "propagate_engine:PropagateEngine",
        "propagate_engine:CompiledEngine",
        "lines:LinesEngine",
        "sweep_engine:SweepEngine",
        "sweep_engine:FrontierEngine",
        "queens_engine:LanesEngine",
        "queens_engine:HalvesEngine",
        "covering_engine:CoverEngine",
        "cpsat:CpSatEngine",
        "theory:TheoryEngine",
    ),
    words=WORDS,
    example="queens 8",
    file_words=(REGIONS,),
    text_forms={REGIONS: "equal rows of letters"},
    options=OPTIONS,
    size_is="number of pieces",
    styles=("grid", "dots", "frames", "attack", "squares"),
    in_lines={"squares": "drawing_text:squares_writer"},
    recognises=recognises,
    reports=(
        Report("find", "Some solution, quickly: find queens 30.", "find:find", picture=True),
        Report("through", "How many solutions occupy each square.", "through:through"),
    ),
    encoding="encoding",
    traces={
        "backtracking": "trace:backtracking",
        "generate and test": "trace_generate:generate",
    },
    draw_steps="trace_drawing:StepPicture",
    views=("layers", "isometric"),
)
