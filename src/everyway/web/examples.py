"""The gallery of examples on the start page: the project's own puzzles, each with a question."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Example:
    """A puzzle with a name, its text in any form, and the question it is known for."""

    name: str
    text: str
    question: str = "count"


REGIONS = """\
ABBBCE
ABDBBE
AADBDE
ADDDDE
FFDDEE
FFFDEE"""

EXAMPLES = (
    Example("Eight queens", "queens 8"),
    Example("Fewest queens that cover 8x8", "queens 8x8 --covering", "smallest"),
    Example("Queens in a cube", "queens 4x4x4 --covering", "smallest"),
    Example("Queens on a torus", "queens 7 --torus"),
    Example("Most knights in peace", "knights 5x5", "largest"),
    Example("Queens in regions", REGIONS, "unique"),
    Example("Knight's tours of 5x5", "tour 5x5 --start a1"),
    Example("Closed tours of 6x6", "tour 6x6 --closed"),
    Example("The hinged chain of a newspaper", "chain newspaper", "unique"),
    Example("Snake cube", "snake 3x3x3 --word ST3ST2ST3STST4STSTSTS --no-directed", "count"),
    Example("SEND + MORE = MONEY", "SEND + MORE = MONEY", "unique"),
    Example("SIX times TWO", "'SIX * TWO = TWELVE' --leading-zeros"),
    Example("Komachi: a hundred", "komachi 100"),
    Example("Three in a row, every digit once", "digits 'n*(n+1)*(n+2)'"),
    Example("The magic square", "magic 3"),
    Example(
        "A newspaper's magic square",
        "magic 4 --given '16 . . . / . 10 . . / . . 7 . / 4 15 . .'",
        "unique",
    ),
    Example("Tower of Hanoi", "hanoi 4"),
    Example("The Reve's puzzle: four pegs", "hanoi 8 --pegs 4", "smallest"),
    Example("Arrangements of MISSISSIPPI", "permutations MISSISSIPPI 11"),
)
