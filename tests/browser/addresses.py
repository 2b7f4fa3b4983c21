"""The addresses of the page that every check of looks visits, one at least of each kind."""

from urllib.parse import urlencode

REGIONS = "AAAA\nABBB\nCCDB\nCCDD"
"""A region puzzle with one solution: c1 a2 d3 b4."""


def at(path, puzzle=None, **fields):
    """Return the address of a page within the site."""
    given = ({} if puzzle is None else {"puzzle": puzzle}) | fields
    return f"{path}?{urlencode(given)}" if given else path


PAGES = {
    "start": at("/"),
    "puzzle of queens": at("/puzzle", "queens 8 --fixed a1"),
    "puzzle of a cube": at("/puzzle", "queens 4x4x4"),
    "puzzle of regions": at("/puzzle", REGIONS),
    "puzzle of a tour": at("/puzzle", "tour 5x5 --start a1"),
    "puzzle of a chain": at("/puzzle", "chain newspaper"),
    "puzzle of letters": at("/puzzle", "SEND + MORE = MONEY"),
    "puzzle of digits": at("/puzzle", "komachi 100"),
    "puzzle of Hanoi": at("/puzzle", "hanoi 3"),
    "puzzle of magic": at("/puzzle", "magic 4"),
    "puzzle of arrangements": at("/puzzle", "permutations abcd 3"),
    "count": at("/answer", "queens 6", question="count"),
    "unique": at("/answer", REGIONS, question="unique"),
    "every": at("/answer", "komachi 100", question="every"),
    "error": at("/puzzle", "SEND + MORE = = MONEY"),
    "not there": "/nowhere",
}
