"""What engines keep under limits, asked of small puzzles of every family, which find themselves."""

import pytest

from everyway import Count, Every, Sizes
from everyway.core.engine import Control, Effort
from everyway.core.question import Largest, Smallest
from everyway.core.walking import Walking
from everyway.families import registry
from everyway.families.line import line_of
from everyway.runs.choice import offer_of

from .small_puzzles import evenly, small_puzzles

QUESTIONS = (Count(), Sizes(), Every(), Smallest(), Largest())
FEW_EXACT, FEW = 4, 2
MOST_NODES = 10_000
ENGINES = [
    pytest.param(name, engine.name, id=f"{name}-{engine.name}")
    for name in registry.FAMILIES
    for engine in registry.family(name).all_engines()
]


class Spent(Control):
    """A control that knows by how much the nodes grew each time that it heard of any."""

    def __init__(self, node_limit=None):
        super().__init__(node_limit=node_limit)
        self.grown = []

    def spend(self, nodes=0):
        if nodes:
            self.grown.append(nodes)
        return super().spend(nodes)


def new(family_name, name):
    return registry.family(family_name).engine_named(name)


def asked(family_name, name):
    """Return the puzzles and questions that the engine can answer directly, not all of them."""
    engine = new(family_name, name)
    able = [
        (puzzle, question)
        for puzzle in small_puzzles(family_name)
        for question in QUESTIONS
        if type(question) in engine.direct
        and (offer := offer_of(engine, puzzle, question)).can
        and offer.nodes < MOST_NODES
    ]
    kinds = {type(question) for _, question in able}
    few = FEW_EXACT if engine.light else FEW
    return [case for kind in kinds for case in evenly([c for c in able if type(c[1]) is kind], few)]


def searched(family_name, name, puzzle, question, limit=None):
    """Return the control, the tallies, and whether all is searched, of a new engine."""
    engine, control, tallies = new(family_name, name), Spent(limit), []
    branches = list(engine.branches(puzzle, question))
    for branch in branches:
        if control.spend(0):
            break
        tallies.append(engine.search(puzzle, question, branch, control))
    return control, tallies, len(tallies) == len(branches) and all(t.complete for t in tallies)


@pytest.mark.parametrize(("family_name", "name"), ENGINES)
def test_a_node_limit_is_kept(family_name, name):
    exact = new(family_name, name).exact_nodes
    for puzzle, question in asked(family_name, name):
        whole, tallies, complete = searched(family_name, name, puzzle, question)
        assert complete, line_of(puzzle)
        found = sum(tally.total for tally in tallies)
        for limit in {0, 1, 2, 7, whole.nodes // 2, max(0, whole.nodes - 1), whole.nodes + 1}:
            about = (line_of(puzzle), question, limit, whole.nodes)
            control, tallies, complete = searched(family_name, name, puzzle, question, limit)
            assert sum(tally.total for tally in tallies) <= found, about
            if exact:
                assert control.nodes == min(limit, whole.nodes), about
                assert complete == (limit > whole.nodes) or limit == whole.nodes, about
            elif control.nodes > limit:
                # What was asked for after the limit was passed, if anything, searched no more.
                assert control.nodes - control.grown[-1] < max(1, limit), about


@pytest.mark.parametrize(("family_name", "name"), ENGINES)
def test_an_effort_in_solutions_never_cuts_a_count_short(family_name, name):
    for puzzle, question in asked(family_name, name):
        for up_to in (None, "symmetry"):
            if not isinstance(question, Count | Sizes):
                continue
            same = type(question)(up_to=up_to)
            if not offer_of(new(family_name, name), puzzle, same).can:
                continue
            engine = new(family_name, name)
            for branch in engine.branches(puzzle, same):
                whole = engine.search(puzzle, same, branch, Control())
                for solutions in (0, 1):
                    effort = Effort(solutions=solutions)
                    tally = engine.search(puzzle, same, branch, Control(), effort)
                    assert (tally.counts, tally.complete) == (whole.counts, True), line_of(puzzle)


@pytest.mark.parametrize("family_name", registry.FAMILIES)
def test_the_reference_engine_is_exact(family_name):
    assert registry.family(family_name).first_engine().exact_nodes


@pytest.mark.parametrize(("family_name", "name"), ENGINES)
def test_a_walk_in_python_is_exact(family_name, name):
    engine = new(family_name, name)
    assert engine.exact_nodes or not isinstance(engine, Walking)
    assert engine.exact_nodes or not engine.light


@pytest.mark.parametrize("family_name", registry.FAMILIES)
def test_so_many_nodes_of_the_reference_engine_are_those_of_the_answer(family_name):
    for puzzle in small_puzzles(family_name):
        whole = puzzle.ask(Count(), engine="plain", workers=1)
        for limit in (0, 1, 3, whole.nodes // 2, whole.nodes - 1):
            if 0 <= limit < whole.nodes:
                answer = puzzle.ask(Count(), engine="plain", node_limit=limit, workers=1)
                assert (answer.nodes, answer.interrupted) == (limit, True), line_of(puzzle)
                assert answer.stopped_by == "node limit"
                assert answer.value <= whole.value
        answer = puzzle.ask(Count(), engine="plain", node_limit=whole.nodes + 1, workers=1)
        assert (answer.value, answer.nodes) == (whole.value, whole.nodes)
