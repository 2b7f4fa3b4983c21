import io
import json
import re
import xml.etree.ElementTree as ElementTree

import pytest
from PIL import Image

import everyway
from everyway import EverywayError, Permutations, Queens, trace
from everyway.families.line import puzzle_from_anything
from everyway.families.registry import families
from everyway.runs.tracing import CHUNK, methods_of, steps_of


def test_a_trace_is_recorded_as_it_is_asked_for():
    steps = trace(Queens(12))
    assert (steps.recorded, steps.finished, steps.cut) == (1, False, None)
    assert steps[40].kind in ("place", "conflict")
    assert steps.recorded == 41
    assert [s.what for s in steps[:3]] == ["a1", "a2", "b2"]
    assert "41 steps so far" in repr(steps)


def test_a_trace_is_a_sequence():
    steps = trace(Queens(4))
    listed = list(steps)
    assert len(steps) == len(listed)
    assert steps[-1] == listed[-1]
    assert steps[5:2:-1] == listed[5:2:-1]
    assert steps[3:] == listed[3:]
    assert steps[-3:-1] == listed[-3:-1]
    assert list(reversed(steps)) == listed[::-1]
    with pytest.raises(IndexError, match=f"the trace has {len(listed)}"):
        steps[len(listed)]
    with pytest.raises(IndexError):
        steps[-len(listed) - 1]


def test_a_trace_that_is_cut_says_so():
    steps = trace(Queens(8), most=50)
    assert len(steps) == 50
    assert steps.finished
    assert steps.cut == "after 50 steps"
    with pytest.raises(IndexError, match="cut after 50 steps"):
        steps[50]
    assert steps.next_solution(-1) is None


def test_time_may_be_up_before_a_solution():
    steps = trace(Queens(20), "generate and test", most=10**6)
    assert steps.next_solution(0, seconds=0.0) is None
    assert not steps.finished


def test_counters_are_those_of_the_steps_before():
    steps = trace(Queens(5))
    kinds = [step.kind for step in steps]
    for place in (0, 17, len(steps) - 1):
        counts = steps.counters(place)
        assert counts == {
            "nodes": kinds[: place + 1].count("place"),
            "conflicts": kinds[: place + 1].count("conflict"),
            "prunes": kinds[: place + 1].count("prune"),
            "backtracks": kinds[: place + 1].count("backtrack"),
            "solutions": kinds[: place + 1].count("solution"),
        }
    assert steps.counters(-1)["solutions"] == Queens(5).count()


def test_from_solution_to_solution():
    steps = trace(Queens(5))
    found, place = [], steps.next_solution(-1)
    while place is not None:
        found.append(place)
        place = steps.next_solution(place)
    assert [i for i, step in enumerate(steps) if step.kind == "solution"] == found
    assert steps.previous_solution(found[1]) == found[0]
    assert steps.previous_solution(found[0]) is None
    assert steps.previous_solution(10**9) == found[-1]


def test_what_cannot_be_traced_is_refused():
    with pytest.raises(EverywayError, match="no steps are recorded of"):
        trace(Permutations("abc"))
    with pytest.raises(EverywayError, match="one of backtracking, generate and test"):
        trace(Queens(4), "magic")
    with pytest.raises(EverywayError, match="only puzzles"):
        trace("queens 4")
    with pytest.raises(EverywayError, match="number of steps"):
        trace(Queens(4), most=0)
    with pytest.raises(EverywayError, match="too large a board"):
        trace(Queens(40))


def some_puzzles():
    """Return an example of every family that has steps, with each of its methods."""
    puzzles = [puzzle_from_anything(known.example) for known in families() if known.traces]
    return [(puzzle, method) for puzzle in puzzles for method in methods_of(puzzle)]


def test_there_are_steps_of_these_families():
    traced = {known.name for known in families() if known.traces}
    assert traced >= {"placement", "tour", "alphametic", "hanoi", "chain", "magic"}


@pytest.mark.parametrize(("puzzle", "method"), some_puzzles())
def test_every_family_has_pictures_and_words_of_its_steps(puzzle, method):
    steps = trace(puzzle, method, most=300)
    last = len(steps) - 1
    for place in sorted({0, 1, last // 2, last}):
        drawn = ElementTree.fromstring(steps.svg(place))
        assert drawn.tag.endswith("svg")
        assert steps.text(place).startswith(f"step {place + 1}: ")
        assert ElementTree.fromstring(steps.tree(place)).tag.endswith("svg")
    sizes = {re.search(r'viewBox="[^"]*"', steps.svg(place))[0] for place in (0, last // 2, last)}
    assert len(sizes) == 1


@pytest.mark.parametrize(("puzzle", "method"), some_puzzles())
def test_the_numbers_of_nodes_are_those_of_the_places(puzzle, method):
    placed = 0
    for step in trace(puzzle, method, most=2000):
        placed += step.kind == "place"
        assert 0 <= step.parent <= placed
        assert step.kind != "place" or step.parent < placed


def test_steps_without_keeping_any():
    assert list(steps_of(Queens(4))) == list(trace(Queens(4)))


# --- chunks ---


def replayed(chunk):
    """Return the nodes of the tree after a chunk, from what it says alone."""
    nodes = {number: [parent, state] for number, parent, _, state, _ in chunk["tree"]["nodes"]}
    at = chunk["tree"]["node"]
    for step in chunk["steps"]:
        if step["kind"] == "place":
            assert step["parent"] in nodes
            nodes[step["node"]] = [step["parent"], "open"]
        elif step["kind"] == "backtrack":
            if nodes[at][1] == "open":
                nodes[at][1] = "done"
        elif step["kind"] == "solution":
            nodes[step["node"]][1] = "found"
        elif step["kind"] == "prune" or step["whole"]:
            nodes[step["node"]][1] = "dead"
        at = step["node"]
    return nodes, at


@pytest.mark.parametrize(("puzzle", "method"), some_puzzles())
def test_a_chunk_tells_the_tree_without_those_before(puzzle, method):
    steps = trace(puzzle, method, most=250)
    for start in range(0, len(steps), 45):
        chunk = steps.chunk(start, start + 45)
        nodes, at = replayed(chunk)
        last = start + len(chunk["steps"]) - 1
        for shown in steps.tree_nodes(last, 12):
            assert nodes[shown.number][1] == shown.state
        assert at == chunk["steps"][-1]["node"]


def test_chunks_follow_one_another():
    steps = trace(Queens(5))
    first = steps.chunk(0, 100)
    assert (first["start"], len(first["steps"]), first["total"]) == (0, 100, None)
    rest = steps.chunk(100, 10**6)
    assert rest["finished"]
    assert rest["total"] == 100 + len(rest["steps"]) == len(steps)
    assert steps.chunk(10**6, 10**6 + 5)["steps"] == []
    row = first["steps"][1]
    assert (row["kind"], row["what"], row["why"]) == ("conflict", "a2", "attacked from a1")
    assert row["counters"] == list(steps.counters(1).values())
    assert row["text"] == steps.drawing.text(steps[1])
    assert json.loads(json.dumps(first)) == first


def test_shapes_of_a_chunk_are_told_once():
    steps = trace(Queens(6))
    chunk = steps.chunk(0, 200)
    assert len(set(chunk["shapes"])) == len(chunk["shapes"])
    assert len(json.dumps(chunk)) < 150_000
    for row in chunk["steps"]:
        for number in row["overlay"]:
            ElementTree.fromstring(chunk["shapes"][number])


def test_time_cuts_a_chunk_short():
    steps = trace(Queens(8))
    chunk = steps.chunk(0, 10_000, seconds=0.0)
    assert len(chunk["steps"]) < 10_000
    assert (chunk["finished"], chunk["total"]) == (False, None)


# --- files ---


def data_of(page):
    (text,) = re.findall(r'<script type="application/json">(.*?)</script>', page, re.DOTALL)
    return json.loads(text)


def test_a_page_has_all_steps_up_to_its_limit():
    steps = trace(Queens(5))
    data = data_of(steps.to_html())
    assert data["total"] == len(steps)
    assert data["cut"] is None
    assert sum(len(chunk["steps"]) for chunk in data["chunks"]) == len(steps)
    assert data["solutions"] == [i for i, step in enumerate(steps) if step.kind == "solution"]
    assert all(chunk["start"] % CHUNK == 0 for chunk in data["chunks"])
    assert data["size"] == CHUNK


def test_a_page_says_that_there_are_more_steps():
    steps = trace(Queens(8))
    data = data_of(steps.to_html(250))
    assert data["total"] == 250
    assert data["cut"] == "after 250 steps; there are more"
    assert not steps.finished
    cut = data_of(trace(Queens(8), most=250).to_html())
    assert cut["cut"] == "after 250 steps"


def test_a_notebook_shows_the_page_in_a_frame():
    text = trace(Queens(4))._repr_html_()
    assert text.startswith("<iframe srcdoc=")
    assert "sandbox" in text


def test_steps_as_an_animation():
    data = trace(Queens(4)).gif(2, 6, seconds=0.1, width=120)
    image = Image.open(io.BytesIO(data))
    assert image.n_frames == 4
    assert image.width == 120
    with pytest.raises(EverywayError, match="no steps"):
        trace(Queens(4)).gif(10**6)
    with pytest.raises(EverywayError, match="too many steps"):
        trace(Queens(8)).gif()


def test_the_tree_is_bounded():
    steps = trace(Queens(8))
    place = steps.next_solution(-1)
    small, large = steps.tree(place, most=12), steps.tree(place, most=100)
    assert small.count("<rect") < 20 < large.count("<rect")
    assert "102 nodes are left out" in small
    with pytest.raises(EverywayError, match="number of nodes"):
        steps.tree(0, most=3)


def test_importing_everyway_imports_nothing_of_this():
    import subprocess
    import sys

    code = "import sys, everyway; print('everyway.runs.tracing' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
    assert everyway.Trace is type(trace(Queens(1)))
