"""The compiled search against the readable one: the same nodes, counts and solutions, in order."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Board, Placement, Queens, RegionQueens
from everyway.families.placement import compiled, compiled_tables
from everyway.families.placement.compiled import CompiledSearch
from everyway.families.placement.model import (
    Model,
    Total,
    bitset_of,
    components,
    model_fixed_by,
    model_of,
    part_of,
)
from everyway.families.placement.propagation import Search, choices, is_open, root
from tests.families.placement.strategies import small_puzzles

STAR_10 = [
    "AAAABBBBCC", "ADAABBCCCC", "ADDDEBCFFC", "GDDEEEFFFC", "GGDEEHHFFF",
    "GGGEEHHHIF", "GGJEHHIIII", "GJJJJHKIII", "GJJLLKKKII", "JJLLLLKKKI",
]  # fmt: skip
REGIONS_9 = [
    "AAAABBBBB", "ACAABDDBB", "CCCEEDDDF", "CCEEEEDFF", "GCEHHEFFF",
    "GGGHHIIFF", "GGHHHIIIF", "GGHHIIIII", "GGGHHIIII",
]  # fmt: skip

PUZZLES = {
    **{f"queens {n}": Queens(n) for n in range(8)},
    "torus 5": Queens(5, torus=True),
    "torus 7": Queens(7, torus=True),
    "torus on one axis": Placement(Board(5, 5, torus=(True, False)), "queen", number=4),
    "holes": Queens(6, holes="b2, c5"),
    "walls": Placement(Board(6, 6, walls="c3, d4, b5"), "rook", number=7),
    "fixed": Queens(8, fixed="a1, b5"),
    "fixed and hopeless": Queens(6, fixed="a1, b3, c5"),
    "any number": Placement("5x5", "queen"),
    "a range": Placement("6x6", "queen", number=(3, 4)),
    "none": Placement("3x3", "queen", number=0),
    "too many": Placement("4x4", "queen", number=5),
    "covering": Placement("6x6", "queen", covering=True),
    "covering with 5": Placement("8x8", "queen", covering=True, number=5),
    "dominating with 3": Placement("6x6", "queen", covering=True, peaceful=False, number=3),
    "dominating kings": Placement("5x5", "king", covering=True, peaceful=False, number=(4, 5)),
    "everything goes": Placement("3x4", "wazir", peaceful=False),
    "kings": Placement("6x6", "king", number=9),
    "knights": Placement("4x5", "knight", number=9),
    "covering knights": Placement("5x5", "knight", covering=True, peaceful=False, number=5),
    "bishops": Placement("5x5", "bishop", number=8),
    "a union": Placement("6x6", "rook+leaper(1,2)", number=6),
    "amazons": Placement("9x9", "amazon", number=8),
    "nightriders": Placement("5x5", "nightrider", number=8),
    "queens 3x3x3": Placement("3x3x3", "queen"),
    "covering 3x3x3": Placement("3x3x3", "queen", covering=True),
    "covering 4x4x4": Placement("4x4x4", "queen", covering=True, number=4),
    "rows and columns": Placement("5x5", "king", per_row=2, per_column=2, peaceful=False),
    "rows only": Placement("4x5", "rook", per_row=1),
    "regions 4": RegionQueens(["AAAA", "ABBB", "CCDB", "CCDD"]),
    "regions 9": RegionQueens(REGIONS_9),
    "regions without letters": RegionQueens(["AAB.", "A.B.", "CCDD", "CCDD"]),
    "stars 9": RegionQueens(["AAAAAAAAA"] * 4 + ["BBBBBBBBB"] * 5, per=2),
    "stars 10": RegionQueens([row.translate(str.maketrans("KL", "IJ")) for row in STAR_10], per=2),
    "rows of 9": Placement("9x9", "king", per_row=2, per_column=2, no_touch=True, peaceful=False),
    "9x9": Queens(9),
    "12x12": Queens(12),
    "18x18": Queens(18),
    "18x18 in rows": Placement(
        "18x18", "king", per_row=3, per_column=3, no_touch=True, peaceful=False
    ),
    "covering 12x12": Placement("12x12", "queen", covering=True, number=(6, 7)),
    "huge quota": Placement("3x3", "king", per_row=999_999_999),
    "huge number": Placement("3x3", "king", number=(0, 999_999_999)),
}


def check_same(
    model: Model,
    listing: bool,
    pause: int = 250,
    most_nodes: int = 750,
    most_found: int | None = None,
) -> None:
    """Walk both searches side by side, as far as *most_nodes*, and compare them at every pause."""
    state = root(model)
    searches = Search(model, state, listing), CompiledSearch(model, state, listing)
    plain, fast = searches
    while True:
        assert (fast.nodes, fast.counts, fast.done) == (plain.nodes, plain.counts, plain.done)
        assert fast.found == plain.found
        before = plain.nodes
        if plain.done or plain.nodes >= most_nodes:
            return
        for search in searches:
            search.advance(pause, most_found)
        if plain.nodes == before:  # enough are found
            return


@pytest.mark.parametrize("listing", [False, True], ids=["counting", "listing"])
@pytest.mark.parametrize("name", PUZZLES)
def test_same_walk(name, listing):
    check_same(model_of(PUZZLES[name]), listing)


def test_same_walk_through_a_whole_cube():
    check_same(
        model_of(Placement("4x4x4", "queen", number=7)), True, pause=1000, most_nodes=1_000_000
    )


@pytest.mark.parametrize("name", ["queens 6", "torus 5", "bishops", "dominating with 3", "kings"])
def test_same_walk_for_each_symmetry(name):
    puzzle = PUZZLES[name]
    for symmetry in puzzle.group.elements:
        check_same(model_fixed_by(puzzle, symmetry), True)


@pytest.mark.parametrize("name", ["bishops", "walls", "rows only", "nightriders", "covering"])
def test_same_walk_for_each_component(name):
    model = model_of(PUZZLES[name])
    for component in components(model):
        check_same(part_of(model, component, whole=False), False)


@given(small_puzzles(), st.data())
def test_same_walk_for_random_puzzles(puzzle, data):
    symmetry = data.draw(st.sampled_from(list(puzzle.group.elements)))
    model = model_fixed_by(puzzle, symmetry)
    if data.draw(st.booleans()):
        component = data.draw(st.sampled_from([model.everything, *components(model)]))
        model = part_of(model, component, whole=component == model.everything)
    check_same(model, data.draw(st.booleans()), pause=data.draw(st.sampled_from([1, 7, 300])))


@st.composite
def models(draw: st.DrawFn) -> Model:
    """Draw a model that no puzzle need have: any weights, totals, covers and cliques.

    Its variables are spread over several words: what lies between them is barred.
    """
    size = draw(st.integers(1, 11))
    stride = draw(st.sampled_from([1, 1, 13, 50]))
    variables = [i * stride for i in range(size)]
    some = st.sets(st.sampled_from(variables)).map(bitset_of)
    pairs = draw(st.sets(st.tuples(*[st.sampled_from(variables)] * 2), max_size=2 * size))
    width = variables[-1] + 1
    conflicts = [0] * width
    for v, w in pairs:
        if v != w:
            conflicts[v] |= 1 << w
            conflicts[w] |= 1 << v
    weights = {v: draw(st.integers(1, 3)) for v in variables}
    everything = (1 << width) - 1
    levels = [everything] + [bitset_of(v for v in variables if weights[v] > t) for t in (1, 2)]
    totals = [_total(draw, [level for level in levels if level])]
    for _ in range(draw(st.integers(0, 3))):
        members = draw(some)
        heavy = members & draw(some)
        totals.append(_total(draw, [level for level in (members, heavy) if level]))
    coverers = draw(st.lists(some.filter(bool), max_size=4))
    covers = [sum(1 << s for s, c in enumerate(coverers) if c >> v & 1) for v in range(width)]
    orders = draw(st.lists(st.permutations(variables), max_size=3))
    return Model(
        cells=tuple((v,) * weights.get(v, 1) for v in range(width)),
        conflicts=tuple(conflicts),
        totals=tuple(totals),
        covers=tuple(covers),
        coverers=tuple(coverers),
        partitions=tuple(_cliques(order, conflicts) for order in orders),
        start=0,
        barred=everything & ~bitset_of(variables),
    )


def _total(draw: st.DrawFn, levels: list[int]) -> Total:
    low = draw(st.sampled_from([0, 0, 0, 1, 2, 5]))
    return Total(tuple(levels), low, low + draw(st.sampled_from([0, 1, 4, 9])))


def _cliques(order: list[int], conflicts: list[int]) -> tuple[int, ...]:
    cliques: list[int] = []
    for v in order:
        for i, clique in enumerate(cliques):
            if clique & ~conflicts[v] == 0:
                cliques[i] |= 1 << v
                break
        else:
            cliques.append(1 << v)
    return tuple(cliques)


@given(models(), st.booleans())
def test_same_walk_for_random_models(model, listing):
    check_same(model, listing)


@pytest.mark.parametrize("pause", [1, 2, 17])
@pytest.mark.parametrize("most_found", [None, 0, 1, 5])
def test_pauses_and_limits_are_the_same(pause, most_found):
    for name in ("queens 6", "a range", "any number"):
        for listing in (False, True):
            check_same(model_of(PUZZLES[name]), listing, pause, 60, most_found)


@pytest.mark.parametrize("name", ["queens 7", "any number", "walls", "9x9"])
def test_the_kernel_goes_on_after_it_stopped_for_room(name, monkeypatch):
    monkeypatch.setattr(compiled_tables, "LISTED_WORDS", 3)
    monkeypatch.setattr(compiled, "NODES_A_CALL", 7)
    check_same(model_of(PUZZLES[name]), True)


def test_what_was_found_can_be_taken_between_calls():
    model = model_of(Placement("5x5", "king"))
    search = CompiledSearch(model, root(model), listing=True)
    taken: list[int] = []
    while not search.done:
        search.advance(100)
        # Each node adds at most itself and one for each variable.
        assert len(search.found) <= 100 * 26 + 1
        taken += search.found
        search.found.clear()
    assert len(taken) == len(set(taken)) == sum(search.counts.values())


def test_no_state_is_an_empty_walk():
    model = model_of(Queens(3))
    search = CompiledSearch(model, None, listing=True)
    search.advance(10)
    assert (search.done, search.nodes, search.counts, search.found) == (True, 0, {}, [])


@cache
def _count(n: int) -> dict[int, int]:
    model = model_of(Queens(n))
    search = CompiledSearch(model, root(model), listing=False)
    search.advance(10**9)
    assert search.done
    return search.counts


@pytest.mark.parametrize(("n", "number"), [(8, 92), (10, 724), (11, 2680)])
def test_known_counts(n, number):
    assert _count(n) == {n: number}


def test_searches_in_threads_do_not_disturb_each_other():
    def count(listing: bool) -> tuple[int, dict[int, int], list[int]]:
        model = model_of(Queens(9))
        search = CompiledSearch(model, root(model), listing)
        while not search.done:
            search.advance(50)
        return search.nodes, search.counts, search.found

    counted, listed = count(False), count(True)
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(count, [False, True] * 6)) == [counted, listed] * 6


def test_first_solution_on_a_large_board():
    puzzle = Placement("40x40", "rook", number=40)
    model = model_of(puzzle)
    search = CompiledSearch(model, root(model), listing=True)
    search.advance(100_000, most_found=1)
    assert search.counts[40] >= 1
    assert puzzle.is_solution(puzzle.wrap(model.squares_of(search.found[0])))


def test_the_table_reaches_the_rarer_rules():
    """The puzzles above branch on nodes of every kind: open or not, with weights above one."""
    open_nodes = closed_nodes = 0
    for name in ("a range", "any number"):
        state = root(model_of(PUZZLES[name]))
        assert choices(model_of(PUZZLES[name]), state)
        open_nodes += is_open(model_of(PUZZLES[name]), state)
        closed_nodes += not is_open(model_of(PUZZLES[name]), state)
    heavy = [len(model_fixed_by(Queens(6), g).totals[0].levels) for g in Queens(6).group.elements]
    assert open_nodes
    assert closed_nodes
    assert max(heavy) == 4
