"""Every engine gives what the rules allow, in order, and they agree with one another."""

from __future__ import annotations

import gc
import weakref
from functools import lru_cache
from itertools import islice, permutations

import pytest
from hypothesis import given, settings

from everyway import Count, Every, EverywayError, First, MagicSquare, Sample, Unique
from everyway.core.engine import Control, Effort, add_tallies
from everyway.families.magic import FAMILY
from everyway.families.magic.plain import PlainEngine
from everyway.families.magic.rules import CLASSES
from everyway.runs.choice import choose
from tests.families.magic.strategies import small_puzzles

ENGINES = FAMILY.all_engines()
LISTERS = [e.name for e in ENGINES if Every in e.direct and e.name != "cpsat"]
COUNTERS = [e.name for e in ENGINES if Count in e.direct]
SMALL = [(order, class_) for order in range(4) for class_ in CLASSES]


@lru_cache
def semi_magic_threes():
    """Return the squares of order 3 with equal rows, by trying all orders of nine numbers."""
    return [
        square
        for square in permutations(range(1, 10))
        if sum(square[:3]) == sum(square[3:6]) == sum(square[6:])
    ]


def by_the_rules(puzzle):
    squares = semi_magic_threes() if puzzle.order == 3 else permutations(puzzle.values)
    return [puzzle.wrap(square) for square in squares if puzzle.is_solution(square)]


def able(engine, puzzle, question):
    return next(e for e in ENGINES if e.name == engine).offer(puzzle, question).can


def leave_out_what_takes_long(order, class_, engine):
    """Skip the classes that generate and test makes the same 362,880 permutations for."""
    if engine == "generate" and order == 3 and class_ not in ("semi-magic", "magic"):
        pytest.skip("the permutations are those of other classes")


@pytest.mark.parametrize("engine", LISTERS)
@pytest.mark.parametrize(("order", "class_"), SMALL)
def test_small_squares_are_all_found_in_order(order, class_, engine):
    leave_out_what_takes_long(order, class_, engine)
    puzzle = MagicSquare(order, class_)
    answer = puzzle.ask(Every(), engine=engine)
    assert list(answer.value) == by_the_rules(puzzle)
    assert answer.exhausted


@pytest.mark.parametrize("engine", COUNTERS)
@pytest.mark.parametrize(("order", "class_"), SMALL)
def test_small_squares_are_counted(order, class_, engine):
    leave_out_what_takes_long(order, class_, engine)
    puzzle = MagicSquare(order, class_)
    if not able(engine, puzzle, Count()):
        pytest.skip("no offer")
    squares = by_the_rules(puzzle)
    orbits = {min(tuple(s.cells[c] for c in g) for g in puzzle.group) for s in squares}
    assert puzzle.count(engine=engine) == len(squares)
    assert puzzle.count(engine=engine, up_to="symmetry") == len(orbits)


@given(small_puzzles())
@settings(max_examples=60)
def test_the_compiled_engine_lists_what_plain_lists(puzzle):
    for up_to in (None, "symmetry"):
        plain = puzzle.ask(Every(up_to=up_to), engine="plain")
        compiled = puzzle.ask(Every(up_to=up_to), engine="compiled")
        assert compiled.value == plain.value
        assert puzzle.count(engine="compiled", up_to=up_to) == len(plain.value)
        assert all(puzzle.is_solution(square) for square in plain.value)


@given(small_puzzles())
@settings(max_examples=12)
def test_the_solver_finds_the_first_squares(puzzle):
    for question in (First(), Every(limit=3), Every(limit=2, up_to="symmetry"), Unique()):
        plain = puzzle.ask(question, engine="plain")
        solver = puzzle.ask(question, engine="cpsat")
        assert solver.value == plain.value
        assert solver.exhausted == plain.exhausted or plain.found


@given(small_puzzles())
@settings(max_examples=20)
def test_symmetries_that_keep_given_cells_make_solutions(puzzle):
    for square in puzzle.ask(Every(limit=20), engine="compiled").value:
        for g in puzzle.group:
            assert puzzle.is_solution([square.cells[cell] for cell in g])


def test_order_4_by_two_engines_as_whole_lists():
    puzzle = MagicSquare(4, given="1 . . 13 / . 7 . . / . . . . / . . . .")
    compiled = puzzle.ask(Every(), engine="compiled").value
    assert list(compiled) == sorted(compiled)
    assert len(compiled) == 2
    assert puzzle.ask(Every(), engine="plain").value == compiled
    whole = MagicSquare(4)
    first = list(islice(whole.solutions(engine="plain"), 1))
    assert first == list(whole.ask(Every(limit=1), engine="compiled").value)


@pytest.mark.parametrize("class_", CLASSES[2:])
def test_classes_of_order_4_by_two_engines(class_):
    puzzle = MagicSquare(4, class_, given=". . . 3 / . 1 . . / . . . . / . . . .")
    for up_to in (None, "symmetry"):
        compiled = puzzle.ask(Every(up_to=up_to), engine="compiled").value
        assert puzzle.ask(Every(up_to=up_to), engine="plain").value == compiled


def test_880_squares_are_the_first_of_their_orbits():
    puzzle = MagicSquare(4)
    squares = puzzle.ask(Every(up_to="symmetry")).value
    images = {tuple(s.cells[c] for c in g) for s in squares for g in puzzle.group}
    assert (len(squares), len(images)) == (880, 7040)
    everything = puzzle.ask(Every(), engine="compiled").value
    assert {s.cells for s in everything} == images
    by_class = {c: sum(MagicSquare(4, c).is_solution(s) for s in squares) for c in CLASSES}
    for class_ in CLASSES[1:]:
        assert MagicSquare(4, class_).count(up_to="symmetry") == by_class[class_]


def test_semi_magic_squares_by_listing_and_by_partitions():
    puzzle = MagicSquare(4, "semi-magic")
    assert puzzle.count(engine="compiled") == puzzle.count(engine="partitions") == 8 * 68688


@pytest.mark.parametrize("numbers", ["0..15", "-7..8", "1..8,10..17", "1..4,7..14,17..20", "2..17"])
def test_semi_magic_squares_of_other_numbers(numbers):
    puzzle = MagicSquare(4, "semi-magic", numbers=numbers)
    assert puzzle.count(engine="compiled") == puzzle.count(engine="partitions")


def test_a_pool_of_numbers():
    primes = [5, 11, 17, 29, 47, 59, 71, 89, 101, 113]
    puzzle = MagicSquare(3, numbers=primes, sum=177)
    assert puzzle.count(up_to="symmetry") == 1
    assert str(puzzle.first()) == " 17  89  71\n113  59   5\n 47  29 101"
    assert MagicSquare(3, numbers=primes, sum=176).count() == 0


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_limits_are_obeyed_and_partial_counts_are_lower_bounds(engine):
    answer = MagicSquare(4).ask(Count(), engine=engine, node_limit=3000)
    assert answer.interrupted
    assert 0 <= answer.value < 7040
    assert answer.nodes < 50_000


@pytest.mark.parametrize("name", COUNTERS)
def test_branches_add_up(name):
    engine = next(e for e in ENGINES if e.name == name)
    puzzle = {
        "plain": MagicSquare(4, given="1 . 15 . / . . 6 . / . . . . / . . . ."),
        "generate": MagicSquare(4, given="16 3 2 13 / 5 10 11 . / . . . . / . . . 1"),
        "compiled": MagicSquare(4, "associative"),
        "order5": MagicSquare(5, centre=13),
        "partitions": MagicSquare(4, "semi-magic"),
    }[name]
    branches = engine.branches(puzzle, Count())
    if name == "order5":  # there are many; the last ones are quick
        (branches,) = [[b] for b in branches if b.path == (13, 8)]
    split = [b for branch in branches for b in engine.split(puzzle, Count(), branch) or [branch]]
    whole = add_tallies(engine.search(puzzle, Count(), b, Control()) for b in branches)
    parts = add_tallies(engine.search(puzzle, Count(), b, Control()) for b in split)
    assert len(split) > len(branches)
    assert whole.total == parts.total > 0
    assert name == "order5" or whole.total == puzzle.count()


def test_a_list_is_given_back_when_it_is_too_long():
    engine = next(e for e in ENGINES if e.name == "compiled")
    puzzle = MagicSquare(4)
    (whole,) = engine.branches(puzzle, Every())
    tally = engine.search(puzzle, Every(), whole, Control(), Effort(solutions=10))
    assert not tally.complete
    parts = engine.split(puzzle, Every(), whole)
    listed = add_tallies(engine.search(puzzle, Every(), b, Control()) for b in parts)
    assert list(listed.solutions) == sorted(listed.solutions)
    assert len(listed.solutions) == 7040


def test_samples_do_not_depend_on_the_engine():
    puzzle = MagicSquare(3)
    plain = puzzle.ask(Sample(k=3, seed=5), engine="plain").value
    assert list(plain) == puzzle.sample(3, seed=5, engine="compiled")
    assert len(set(MagicSquare(4, "pandiagonal").sample(5, seed=1, engine="compiled"))) == 5


@pytest.mark.parametrize(
    ("puzzle", "question", "engine"),
    [
        (MagicSquare(3), Count(), "plain"),
        (MagicSquare(4), Count(), "compiled"),
        (MagicSquare(5), Count(), "order5"),
        (MagicSquare(5, centre=7), Count(), "order5"),
        (MagicSquare(5, "semi-magic"), Count(), "partitions"),
        (MagicSquare(5, "pandiagonal"), Count(), "compiled"),
    ],
)
def test_who_is_chosen(puzzle, question, engine):
    assert choose(puzzle, question).attempts[-1].engine.name == engine or engine == "plain"
    if engine == "plain":
        assert choose(puzzle, question).attempts[0].engine.name == engine


def test_what_is_too_large_is_refused():
    with pytest.raises(EverywayError, match="no engine can answer"):
        MagicSquare(1000).count()
    with pytest.raises(EverywayError, match="cannot answer"):
        MagicSquare(9).count(engine="cpsat")


def test_plain_knows_nothing_of_groups():
    tally = add_tallies(
        PlainEngine().search(MagicSquare(3), Count(), branch, Control())
        for branch in PlainEngine().branches(MagicSquare(3), Count())
    )
    assert tally.total == 8


def borders_round(inside):
    """Return how many borders of order 5 go round a square of order 3 of the numbers *inside*."""
    outside = [x for x in range(1, 26) if x not in inside]
    number = 0
    for a, b in permutations(outside, 2):
        if a + b == 26:
            continue
        left = [x for x in outside if x not in (a, b, 26 - a, 26 - b)]
        for top in permutations(left, 3):
            if sum(top) != 65 - a - b or any(26 - x in top for x in top):
                continue
            rest = [x for x in left if x not in top and 26 - x not in top]
            number += sum(
                sum(side) == 65 - a - (26 - b) and all(26 - x not in side for x in side)
                for side in permutations(rest, 3)
            )
    return number


@pytest.mark.slow
def test_bordered_squares_of_order_5_by_their_parts():
    inner = MagicSquare(3, numbers="1..25", sum=39).ask(Every(up_to="symmetry")).value
    # Opposite cells of the border, and of the square within, make 26.
    whole = sum(8 * borders_round(square.cells) for square in inner)
    assert whole == MagicSquare(5, "bordered").count() == 8 * 174240


def test_a_search_keeps_its_tables_when_another_thread_makes_them_anew():
    from everyway.families.magic.compiled import CompiledSearch
    from everyway.families.magic.plan import plan_of

    plan = plan_of(MagicSquare(3), 0, False)
    search = CompiledSearch(plan, (), True)
    memory = weakref.ref(plan.tables[0])
    plan.tables = None
    CompiledSearch(plan, (), True)
    gc.collect()
    assert memory() is not None
    assert len(search.advance(10**6, 100)) == 8
