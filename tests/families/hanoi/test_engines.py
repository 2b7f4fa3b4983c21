"""Every engine gives what the reference gives: as whole lists, as counts, as optima."""

from __future__ import annotations

from itertools import islice, pairwise, product
from random import Random

import pytest
from hypothesis import given

from everyway import Count, Every, Hanoi, Largest, Sizes, Smallest
from everyway.core.engine import Branch, Control
from everyway.families.hanoi import automaton, framestewart, rules, towers
from everyway.families.registry import family
from tests.families.hanoi.strategies import puzzles

FAMILY = family("hanoi")
ENGINES = [engine.name for engine in FAMILY.all_engines()]


def engine_answers(name, puzzle, question):
    engine = FAMILY.engine_named(name)
    return type(question) in engine.direct and engine.offer(puzzle, question).can


def agree(puzzle, name):
    """Compare an engine with the reference in all that it answers; return how much that is."""
    asked = 0
    for question in (Count(), Sizes(), Every(), Smallest(), Largest()):
        if not engine_answers(name, puzzle, question):
            continue
        asked += 1
        plain = puzzle.ask(question, engine="plain")
        other = puzzle.ask(question, engine=name)
        assert other.value == plain.value
        assert other.exhausted == plain.exhausted
        assert other.optimal_proven == plain.optimal_proven
        if isinstance(question, Every) or name != "formula":
            assert other.solutions == plain.solutions
        assert all(evidence.agrees for evidence in other.evidence)
    return asked


@pytest.mark.parametrize("name", ["automaton", "recursion", "bidirectional"])
def test_all_pairs_of_states_on_three_pegs(name):
    for discs in range(3):
        texts = ["".join(pegs) for pegs in product("ABC", repeat=discs)]
        for start, goal in product(texts, texts):
            puzzle = Hanoi(discs, start=start or "A", goal=goal or "A")
            assert agree(puzzle, name) >= 4


@pytest.mark.parametrize("name", ["automaton", "recursion"])
def test_random_pairs_of_states_on_three_pegs(name):
    chance = Random(1)
    for _ in range(60):
        discs = chance.randint(3, 6)
        start, goal = ("".join(chance.choices("ABC", k=discs)) for _ in range(2))
        assert agree(Hanoi(discs, start=start, goal=goal), name) == 5


@given(puzzles(least_pegs=3, most_pegs=3, any_goal=False))
def test_recursion_on_any_arcs(puzzle):
    assert agree(puzzle, "recursion") == 5


@given(puzzles(any_goal=False))
def test_search_from_both_ends(puzzle):
    assert agree(puzzle, "bidirectional") == 5


@pytest.mark.parametrize("pegs", [4, 5, 6])
@pytest.mark.parametrize("discs", range(1, 7))
def test_whole_towers_to_half_the_distance(discs, pegs):
    """As lists where these are short; beyond, as counts by the search from both ends."""
    puzzle = Hanoi(discs, pegs, start="B", goal="D")
    if puzzle.count(engine="bidirectional") < 3000:
        assert agree(puzzle, "halfway") == 5
    for up_to in (None, "symmetry"):
        counts = [puzzle.count(up_to=up_to, engine=e) for e in ("halfway", "bidirectional")]
        assert counts[0] == counts[1]


@pytest.mark.parametrize(("discs", "pegs"), [(8, 4), (9, 4), (11, 4), (8, 5), (9, 5), (8, 6)])
def test_halfway_counts_as_the_search_from_both_ends(discs, pegs):
    puzzle = Hanoi(discs, pegs)
    answers = [puzzle.ask(Sizes(), engine=name) for name in ("halfway", "bidirectional")]
    assert answers[0].value == answers[1].value
    firsts = [puzzle.ask(Every(limit=40), engine=name) for name in ("halfway", "bidirectional")]
    assert firsts[0].solutions == firsts[1].solutions


def test_halfway_says_what_it_has_proved_when_stopped():
    puzzle = Hanoi(13, pegs=5)
    answer = puzzle.ask(Smallest(), engine="halfway", node_limit=1)
    assert answer.interrupted
    low, high = answer.bounds
    assert low <= framestewart.known(puzzle).high == high


@given(puzzles(any_goal=True))
def test_sweep(puzzle):
    assert agree(puzzle, "sweep") == 3


@pytest.mark.parametrize("pegs", [4, 5, 6])
@pytest.mark.parametrize("discs", range(1, 6))
def test_formula(discs, pegs):
    puzzle = Hanoi(discs, pegs)
    assert agree(puzzle, "formula") == 2


def test_what_is_not_proved_is_searched_out_or_bounded():
    """Frame and Stewart's number is proved for four pegs; for five it is the best known."""
    five = Hanoi(6, pegs=5)
    assert not engine_answers("formula", five, Smallest())
    assert five.smallest().value == framestewart.known(five).high == 15
    answer = Hanoi(60, pegs=5).smallest()
    assert (answer.interrupted, answer.optimal_proven, answer.exhausted) == (True, False, False)
    low, high = answer.bounds
    assert low < high == answer.value == answer.solution.length
    assert all(evidence.agrees for evidence in answer.evidence)
    four = Hanoi(60, pegs=4).smallest()
    assert (four.value, four.optimal_proven, four.bounds) == (14337, True, (14337, 14337))


@pytest.mark.parametrize("pegs", range(3, 9))
def test_frame_stewart_numbers_and_bounds(pegs):
    numbers = framestewart.frame_stewart_numbers(40, pegs)
    bounds = framestewart.lower_bounds(40, pegs)
    for n in range(1, 41):
        assert bounds[n] <= numbers[n]
        if pegs > 3:
            fewer = framestewart.frame_stewart_numbers(40, pegs - 1)
            assert numbers[n] == min(2 * numbers[k] + fewer[n - k] for k in range(n))
    moves = list(framestewart.codes(12, 0, 1, pegs))
    assert len(moves) == numbers[12]


def test_a_long_way_by_splits_is_a_recipe():
    puzzle = Hanoi(100, pegs=4, goal="B")
    solution = puzzle.smallest().solution
    assert solution.data[0] < 0
    assert solution.length == 172033
    assert puzzle.is_solution(solution)
    assert sum(1 for _ in solution) == 172033
    assert "172033 are enough" in puzzle.why_not({"recipe": "Frame-Stewart", "length": 172034})


@pytest.mark.parametrize(
    ("start", "goal", "times"),
    [("ABB", "BAA", {2}), ("ACC", "BCC", {1}), ("ABC", "BAC", {1, 2})],
)
def test_the_largest_disc_may_have_to_move_twice(start, goal, times):
    """The largest disc moves once, twice, or in one solution once and in another twice."""
    puzzle = Hanoi(3, start=start, goal=goal)
    found = set()
    for solution in puzzle.ask(Every(), engine="plain").value:
        places = [state[0] for state in solution.states()]
        found.add(sum(a != b for a, b in pairwise(places)))
    assert found == times
    for name in ("automaton", "recursion", "bidirectional"):
        assert agree(puzzle, name) == 5


def test_there_are_pairs_with_one_move_two_and_both():
    signs = {
        automaton.decide((*s, 0), (*t, 1))[0] > 0
        for s in product(range(3), repeat=3)
        for t in product(range(3), repeat=3)
    }
    assert signs == {True, False}
    both = Hanoi(3, start="ACB", goal="BCA")
    counts = [both.ask(Count(), engine=n).value for n in ("plain", "automaton", "recursion")]
    assert counts == [counts[0]] * 3
    numbers = {
        Hanoi(3, start="A" + "".join(s), goal="B" + "".join(t)).count()
        for s in product("ABC", repeat=2)
        for t in product("ABC", repeat=2)
    }
    assert numbers == {1, 2}


def test_the_automaton_reads_few_discs():
    """On average 63/38 discs: D. Romik, Shortest paths in the Tower of Hanoi graph (2006)."""
    discs = 5
    states = list(product(range(3), repeat=discs))
    read = sum(automaton.decide((*s, 0), (*t, 1))[1] for s in states for t in states)
    mean = read / len(states) ** 2
    assert 63 / 38 - 0.05 < mean < 63 / 38


def test_every_move_of_a_long_way_by_the_automaton():
    puzzle = Hanoi(30)
    moves = automaton.way(puzzle.start_state, puzzle.goal_state, 0)
    solution = puzzle.first()
    assert solution.length == 2**30 - 1
    assert list(islice(moves, 3000)) == list(islice(solution.codes(), 3000))


@pytest.mark.parametrize("discs", [9, 40, 300])
def test_lengths_of_long_ways_by_three_formulas(discs):
    chance = Random(discs)
    for _ in range(20):
        start, goal = (tuple(chance.choices(range(3), k=discs)) for _ in range(2))
        length, number = automaton.distance(start, goal)
        found = towers.Towers(Hanoi(1).arcs, start, goal)
        assert rules.three_pegs(start, goal) == length == found.distance
        assert number == len(found.plans)


def test_thousands_of_discs():
    assert Hanoi(3000).smallest().value == 2**3000 - 1
    assert Hanoi(3000, moves="linear").smallest().value == 3**3000 - 1


# --- traps and known shapes ---


def test_one_move_graph_has_no_way_back():
    puzzle = Hanoi(3, moves="AB BC")
    for name in ("plain", "recursion", "bidirectional"):
        answer = puzzle.ask(Count(), engine=name)
        assert (answer.value, answer.exhausted, answer.found) == (0, True, False)
    assert puzzle.first() is None
    assert puzzle.smallest().value is None


def test_a_puzzle_without_moves_is_solved():
    for puzzle in (Hanoi(0), Hanoi(5, pegs=1), Hanoi(4, start="ABCA", goal="ABCA")):
        assert puzzle.count() == 1
        assert list(puzzle.one()) == []
        assert puzzle.smallest().value == 0


def test_four_pegs_need_fewer_moves_than_three_and_more_have_less_to_do():
    lengths = [Hanoi(6, pegs).smallest().value for pegs in range(3, 9)]
    assert lengths == [63, 17, 15, 13, 11, 11]


def test_the_farthest_state_of_four_pegs_is_a_whole_tower_up_to_ten_discs():
    for discs in range(1, 9):
        away = Hanoi(discs, pegs=4, goal="any").largest().value
        assert away == Hanoi(discs, pegs=4).smallest().value


# --- symmetry ---


@given(puzzles(least_pegs=3, most_pegs=5))
def test_up_to_symmetry(puzzle):
    """Burnside's lemma counts what the first of each orbit are; every engine agrees."""
    listed = puzzle.ask(Every(up_to="symmetry"), engine="plain").value
    assert puzzle.ask(Count(up_to="symmetry"), engine="plain").value == len(listed)
    assert list(listed) == sorted(listed)
    if engine_answers("bidirectional", puzzle, Count(up_to="symmetry")):
        answer = puzzle.ask(Count(up_to="symmetry"), engine="bidirectional")
        assert answer.value == len(listed)


def test_orbits_make_up_all_solutions():
    puzzle = Hanoi(4, pegs=5)
    everything = {tuple(s) for s in puzzle.ask(Every()).value}
    again = set()
    for solution in puzzle.ask(Every(up_to="symmetry")).value:
        for names in ("BCD", "BDC", "CBD", "CDB", "DBC", "DCB"):
            table = str.maketrans("BCD", names)
            again.add(tuple(move.translate(table) for move in solution))
    assert again == everything


# --- limits, branches, samples ---


@pytest.mark.parametrize("name", ["plain", "bidirectional"])
def test_branches_make_up_the_whole(name):
    puzzle = Hanoi(5, pegs=4)
    engine = FAMILY.engine_named(name)
    whole = engine.search(puzzle, Every(), Branch(), Control())
    parts = engine.split(puzzle, Every(), Branch())
    smaller = parts
    for _ in range(4):
        smaller = [b for part in smaller for b in engine.split(puzzle, Every(), part)]
    assert len(smaller) > len(parts) > 1
    listed = [engine.search(puzzle, Every(), b, Control()).solutions for b in smaller]
    assert sum(listed, ()) == whole.solutions
    counted = [engine.search(puzzle, Count(), b, Control()).total for b in smaller]
    assert sum(counted) == len(whole.solutions) == puzzle.count()


def test_branches_of_any_goal():
    puzzle = Hanoi(3, goal="any")
    engine = FAMILY.engine_named("plain")
    whole = engine.search(puzzle, Every(), Branch(), Control())
    parts = engine.split(puzzle, Every(), Branch())
    listed = [engine.search(puzzle, Every(), b, Control()).solutions for b in parts]
    assert sum(listed, ()) == whole.solutions
    assert len(whole.solutions) == 27


def test_a_long_list_is_made_piece_by_piece():
    puzzle = Hanoi(8, pegs=4)
    firsts = list(islice(puzzle.solutions(), 5000))
    assert firsts == sorted(set(firsts))
    assert puzzle.count() == 11698
    assert len(list(puzzle.solutions())) == 11698


def test_samples_are_different_solutions():
    puzzle = Hanoi(5, pegs=4)
    drawn = puzzle.sample(10, seed=3)
    assert len(set(drawn)) == 10
    assert all(puzzle.is_solution(s) for s in drawn)
    assert drawn == puzzle.sample(10, seed=3, engine="bidirectional")


@pytest.mark.parametrize("name", ["plain", "bidirectional"])
def test_a_stopped_search_says_what_is_proved(name):
    puzzle = Hanoi(9, pegs=4, goal="DDDDDDDDC")
    whole = puzzle.smallest(engine="bidirectional")
    answer = puzzle.smallest(engine=name, node_limit=1000)
    assert answer.interrupted
    assert answer.value is None
    assert 0 < answer.bounds[0] <= whole.value
    assert puzzle.ask(Count(), engine=name, node_limit=1000).value == 0


@pytest.mark.parametrize("name", ["plain", "sweep"])
def test_a_stopped_search_of_all_states_counts_whole_layers(name):
    puzzle = Hanoi(9, goal="any")
    answer = puzzle.ask(Sizes(), engine=name, node_limit=1)
    assert answer.interrupted
    whole = puzzle.sizes()
    assert all(number <= whole[distance] for distance, number in answer.value.items())
    largest = puzzle.ask(Largest(), engine=name, node_limit=1)
    assert not largest.optimal_proven
    assert (largest.bounds[0] or 0) <= 511


# --- counts that do not fit into words ---


@pytest.mark.parametrize(
    "puzzle", [Hanoi(7, pegs=4), Hanoi(4, pegs=5), Hanoi(5, pegs=4, moves="star")]
)
def test_ways_too_many_for_a_word_are_counted_by_primes(puzzle):
    from everyway.families.hanoi import meeting

    engine = FAMILY.engine_named("bidirectional")
    found = meeting.Meeting(puzzle, Control(), top=2)
    assert found.overflown
    assert engine.exact(puzzle, found, Control()) == puzzle.count(engine="plain")
    assert engine.exact(puzzle, found, Control(node_limit=0)) is None


def test_ways_of_whole_towers_too_many_for_a_word_are_counted_by_primes():
    from everyway.families.hanoi import mirror

    engine = FAMILY.engine_named("halfway")
    for puzzle in (Hanoi(7, pegs=4), Hanoi(6, pegs=5)):
        found = mirror.Mirror(puzzle, Control(), top=2)
        assert found.overflown
        assert engine.exact(puzzle, found, Control()) == puzzle.count(engine="bidirectional")


def test_layers_that_are_dropped_are_not_met_again(monkeypatch):
    from everyway.families.hanoi import meeting, mirror

    puzzle = Hanoi(10, pegs=4)
    kept = mirror.Mirror(puzzle, Control(), listing=True)
    monkeypatch.setattr(meeting, "FIRST_ROOM", 16)
    monkeypatch.setattr(meeting, "CHUNK", 7)
    front = mirror.Mirror(puzzle, Control())
    assert front.ahead.dropped > 0
    assert (front.distance, front.number(), front.nodes) == (49, 2178, 6689)
    assert (kept.distance, kept.ahead.dropped) == (49, 0)


def test_primes_below():
    from everyway.families.hanoi.breadth_first import primes_below

    assert list(islice(primes_below(100), 4)) == [97, 89, 83, 79]
    # 2^61 - 1 is prime (Mersenne).
    assert next(primes_below(1 << 61)) == 2**61 - 1


def test_arrays_that_grow_lose_nothing(monkeypatch):
    from everyway.families.hanoi import meeting

    puzzle = Hanoi(7, pegs=4)
    whole = meeting.Meeting(puzzle, Control())
    monkeypatch.setattr(meeting, "FIRST_ROOM", 16)
    monkeypatch.setattr(meeting, "CHUNK", 7)
    small = meeting.Meeting(puzzle, Control())
    assert (small.distance, small.number(), small.nodes) == (25, 2468, whole.nodes)
    monkeypatch.setattr(meeting.Side, "most_nodes", 100)
    control = Control()
    assert not meeting.Meeting(puzzle, control).complete
    assert control.stopped_by == "memory"


def test_whole_towers_tried_by_the_search_to_the_middle():
    """As the documentation says: up to 20 discs on four pegs, and 18 on five."""
    engine = FAMILY.engine_named("halfway")
    for discs, pegs in ((20, 4), (18, 5)):
        assert engine.offer(Hanoi(discs, pegs), Count()).can
        assert not engine.offer(Hanoi(discs + 1, pegs), Count()).can
