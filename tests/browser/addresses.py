"""The addresses of the page that every check of looks visits, one at least of each kind."""

from urllib.parse import urlencode

from everyway import Queens

REGIONS = "AAAA\nABBB\nCCDB\nCCDD"
"""A region puzzle with one solution: c1 a2 d3 b4."""


def at(path, puzzle=None, **fields):
    """Return the address of a page within the site."""
    given = ({} if puzzle is None else {"puzzle": puzzle}) | fields
    return f"{path}?{urlencode(given)}" if given else path


SOLUTION = ",".join(str(number) for number in Queens(6).first().data)

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
    "sizes": at("/answer", "queens 5x5", question="sizes"),
    "none": at("/answer", "queens 3", question="unique"),
    "runs": "/runs",
    "gallery": at("/gallery", "queens 6"),
    "solution": at("/solution", "queens 6", solution=SOLUTION),
    "sheet": at("/sheet", "queens 6", solution=SOLUTION),
    "check": at("/check", "queens 6", candidate="a1 b2 c3 d4 e5 f6"),
    "table": at("/table"),
    "table of numbers": at("/table", "queens 1..5"),
    "report": at("/report", "SEND + MORE = MONEY", name="deduce"),
    "report with a picture": at("/report", "hanoi 2", name="states"),
    "steps": at("/trace", "queens 5", step=7),
    "steps of letters": at("/trace", "SEND + MORE = MONEY", step=40),
    "methods": at("/compare", "queens 5"),
    "methods side by side": at("/compare", "queens 5", engine="plain,generate", go=1),
    "growth": at("/compare", "queens 3..5", engine="plain,generate", go=1),
    "proof": at("/prove", "queens 3", question="count"),
    "error": at("/puzzle", "SEND + MORE = = MONEY"),
    "not there": "/nowhere",
}
