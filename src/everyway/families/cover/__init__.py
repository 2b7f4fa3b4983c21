"""Exact cover, and its children: Latin squares, sudoku, tilings, Langford's problem."""

from __future__ import annotations

from everyway.core.family import Family, Option

CHILDREN = {
    "latin": "an order, such as 4",
    "sudoku": "a grid, such as 1.3./..2./..../4..., or an order, such as 9",
    "tiling": "a board, such as 6x10",
    "langford": "how many numbers, such as 7",
    "cover": "a file or a text of items and options, such as 'a b c; a b; c; b c'",
}
"""The words with which puzzles begin, and what follows each."""

OWN = {
    "latin": ("given", "reduced"),
    "sudoku": ("box", "diagonals"),
    "tiling": ("pieces", "once", "one_sided", "holes"),
    "langford": (),
    "cover": (),
}
OPTIONS = (
    Option("given", str, "a partly filled square, such as '1... / .2.. / .... / ....' (latin)"),
    Option("reduced", bool, "the first row and column count upwards (latin)"),
    Option("box", str, "rows and columns of a box, such as 2x3 (sudoku)"),
    Option("diagonals", bool, "both diagonals hold every number, too (sudoku)"),
    Option("pieces", str, "dominoes (the default), pentominoes, names such as I4,L4, or ##/#."),
    Option("once", bool, "each piece exactly once (usual with several), or as many as needed"),
    Option("one_sided", bool, "pieces are not turned over (tiling)"),
    Option("holes", str, "missing squares, such as a1,h8"),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins a puzzle of this family."""
    return word.lower() in CHILDREN


FAMILY = Family(
    package=__name__,
    name="cover",
    summary="exact cover: Latin squares, sudoku, tilings, Langford's problem, any file of options",
    kinds={
        "latin": "latin:LatinSquare",
        "sudoku": "sudoku:Sudoku",
        "tiling": "tiling:TilingPuzzle",
        "langford": "langford:Langford",
        "cover": "exact:ExactCover",
    },
    engines=("plain:PlainEngine", "compiled:CompiledEngine"),
    words=tuple(CHILDREN),
    example="latin 4",
    text_forms={
        "sudoku": "a grid of numbers, . for a blank",
        "cover": "a line of items, and lines of options",
    },
    options=OPTIONS,
    styles=("grid", "boxes"),
    recognises=recognises,
)
