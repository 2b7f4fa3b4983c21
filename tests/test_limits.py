"""The limits that the documentation names are those of the program."""

from importlib import import_module

import pytest
from docblocks import ROOT

LIMITS = [
    ("arrangement", "At most 10,000 items", "puzzle", "MOST_ITEMS", 10_000),
    ("arrangement", "at most 1000 if some are equal", "puzzle", "MOST_EQUAL", 1000),
    ("arrangement", "at most 4000 digits", "puzzle", "MOST_DIGITS", 4000),
    ("arrangement", "100 if fewer than all of such are permuted", "puzzle", "MOST_PARTIAL", 100),
    ("arrangement", "at most 200 in Heap's order", "orders_permutations", "MOST_FOR_HEAP", 200),
    ("hanoi", "At most 5000 discs", "puzzle", "MOST_DISCS", 5000),
    ("hanoi", "26 pegs", "puzzle", "MOST_PEGS", 26),
    ("hanoi", "more than 131072 moves", "solution", "LONG", 131072),
    ("hanoi", "up to three million states", "plain", "MOST_STATES", 3_000_000),
    ("hanoi", "at most twenty thousand million of them", "reach", "MOST_STATES", 20 * 10**9),
    ("hanoi", "four thousand million that it may meet", "reach", "MOST_TOWER_STATES", 4 * 10**9),
    ("hanoi", "at most a thousand million", "sweep_engine", "MOST_STATES", 10**9),
    ("hanoi", "up to 1000 discs", "framestewart", "MOST_DISCS", 1000),
    ("hanoi", "up to 30000 states", "rules", "FEW_STATES", 30_000),
    ("digits", "at most 40 digits", "komachi", "MOST_DIGITS", 40),
    ("digits", "at most 60 digits", "pandigital", "MOST_DIGITS", 60),
    ("digits", "10 variables", "formula", "MOST_VARIABLES", 10),
    ("digits", "up to 12 digits, no powers", "compiled", "MOST_DIGITS", 12),
    ("digits", "a googol (10^100)", "arithmetic", "GOOGOL", 10**100),
    ("alphametic", "more than 200 letters and blanks", "puzzle", "MOST_SYMBOLS", 200),
    ("alphametic", "numbers of more than 1000 digits", "puzzle", "MOST_PLACES", 1000),
    ("alphametic", "Beyond 3000 cases", "deduction", "MOST_CASES", 3000),
    ("chain", "at most 2500 squares", "reading", "MOST_LINKS", 2500),
    ("chain", "at most 20,000 folds", "reports_marks", "MOST_FOLDS", 20_000),
    ("chain", "at most 1,000,000 words", "reports", "MOST_WORDS", 1_000_000),
    ("digits", "at most 6 items", "game", "MOST_ITEMS", 6),
    ("chain", "at most 64 cubes", "reports", "MOST_CUBES", 64),
    ("cover", "Grids of order up to 25", "grid", "MOST_ORDER", 25),
    ("cover", "at most 1024 squares", "tiling", "MOST_SQUARES", 1024),
    ("cover", "at most 60,000 places", "tiling", "MOST_PLACES", 60_000),
    ("cover", "pieces of at most 12 squares", "pieces", "MOST_SQUARES", 12),
    ("cover", "at most 60 pairs", "langford", "MOST_NUMBERS", 60),
    ("cover", "at most 100,000 options in a file", "base", "MOST_OPTIONS", 100_000),
    ("cover", "refused beyond 20,000 options", "compiled", "MOST_OPTIONS", 20_000),
    ("magic", "at most 62 numbers", "compiled", "MOST_NUMBERS", 62),
    ("magic", "Orders up to 1000", "reading", "MOST_ORDER", 1000),
    ("magic", "refused beyond order 30", "plain", "MOST_ORDER", 30),
    ("magic", "the solver beyond 24", "cpsat", "MOST_ORDER", 24),
    ("magic", "more than 10,000,000,000", "generate", "MOST_CANDIDATES", 10**10),
    ("tour", "at most 2000 squares", "frontier", "MOST_SQUARES", 2000),
    ("tour", "At most 24 squares may wait at once", "frontier", "MOST_SLOTS", 24),
    ("tour", "at most 42 squares", "reports", "MOST_COUNTED", 42),
    ("tour", "more than 10,000 squares", "puzzle", "MOST_RIDDEN", 10_000),
    ("tour", "at most 200 moves", "puzzle", "MOST_MOVES", 200),
    ("tour", "boards over 60 squares wide", "drawing", "MOST_NUMBERED", 60),
]
SHAPE = ("## Engines", "## Limits", "## Sources")


@pytest.mark.parametrize(("family", "words", "module", "name", "value"), LIMITS)
def test_a_limit_in_the_documentation(family, words, module, name, value):
    page = " ".join((ROOT / "docs" / f"{family}.md").read_text(encoding="utf-8").split())
    assert words in page
    assert getattr(import_module(f"everyway.families.{family}.{module}"), name) == value


@pytest.mark.parametrize("family", sorted({limit[0] for limit in LIMITS}))
def test_every_page_ends_alike(family):
    page = (ROOT / "docs" / f"{family}.md").read_text(encoding="utf-8")
    places = [page.index(heading) for heading in SHAPE]
    assert places == sorted(places)
    engines = page[places[0] : places[1]]
    from everyway.families.registry import family as find

    assert all(f"| `{engine.name}` |" in engines for engine in find(family).all_engines())
    assert all(
        f"`{report.name}" in page or f"everyway {report.name}" in page
        for report in find(family).reports
    )
