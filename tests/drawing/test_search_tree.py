import random
import re
from itertools import pairwise

import pytest

from everyway.drawing.search_tree import Shown, choose_nodes, tree_canvas, way_to
from everyway.drawing.svg import svg


def random_tree(number, seed):
    """Return the parents of nodes 1 to *number*."""
    chance = random.Random(seed)
    return [chance.randrange(max(0, k - 12), k) for k in range(1, number + 1)]


def descendants(parents, node):
    found = {node}
    for child, parent in enumerate(parents, 1):
        if parent in found:
            found.add(child)
    return found - {node}


@pytest.mark.parametrize("seed", range(5))
def test_what_is_shown_hangs_together_and_what_is_not_is_counted(seed):
    parents = random_tree(200, seed)
    node = random.Random(seed).randrange(1, 201)
    shown = choose_nodes(parents, node, most=30, levels=8)
    assert len(shown) <= 30
    assert node in shown
    tops = [n for n in shown if n == 0 or parents[n - 1] not in shown]
    assert len(tops) == 1
    below_top = len(descendants(parents, tops[0])) + 1
    assert len(shown) + sum(shown.values()) == below_top


def test_the_whole_tree_is_shown_where_there_is_room():
    parents = random_tree(20, 1)
    assert choose_nodes(parents, 20, most=50, levels=50) == dict.fromkeys(range(21), 0)


def test_the_newest_are_shown_first():
    # The root with 50 children, the last of which the search is at.
    shown = choose_nodes([0] * 50, 50, most=12)
    assert shown == {0: 39, **dict.fromkeys(range(40, 51), 0)}


def test_a_long_way_is_cut_at_the_top():
    parents = list(range(100))
    assert way_to(parents, 100, 5) == [96, 97, 98, 99, 100]
    assert list(choose_nodes(parents, 100, most=40, levels=5)) == [96, 97, 98, 99, 100]


def test_ways_that_are_asked_for_are_there():
    parents = random_tree(300, 7)
    shown = choose_nodes(parents, 300, most=12, also=[40, 150])
    for node in (40, 150):
        assert set(way_to(parents, node, 1000)) <= set(shown)


def boxes(canvas):
    found = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"', svg(canvas))
    return [tuple(map(float, box)) for box in found]


def test_no_box_lies_on_another_and_all_are_on_the_canvas():
    parents = random_tree(35, 3)
    nodes = [
        Shown(n, parents[n - 1] if n else -1, f"S = {n}", "open", n % 3)
        for n in range(len(parents) + 1)
    ]
    canvas = tree_canvas(nodes, 35, 10, "tree")
    rows = {}
    for x, y, wide in boxes(canvas):
        assert 0 <= x <= canvas.width - wide
        assert 0 <= y <= canvas.height
        rows.setdefault(y, []).append((x, x + wide))
    assert len(rows) > 3
    for row in rows.values():
        for (_, end), (begin, _) in pairwise(sorted(row)):
            assert begin > end


def test_the_tree_in_words():
    nodes = [
        Shown(0, -1, "", "open", 4),
        Shown(1, 0, "a1", "done", 0),
        Shown(2, 1, "c2", "dead", 0),
        Shown(3, 0, "b1", "open", 0),
        Shown(4, 3, "d2", "found", 0),
    ]
    canvas = tree_canvas(nodes, 4, 4, "tree")
    assert canvas.description.splitlines() == [
        "start, the search goes here, 4 more below",
        "  a1, given up",
        "    c2, dead end",
        "  b1, the search goes here",
        "    d2, solution, the search goes here",
        "4 nodes are left out.",
    ]
    assert "+4" not in canvas.description


def test_a_dead_end_is_crossed_only_while_it_has_nothing_below():
    dead = [Shown(0, -1, "", "open", 0), Shown(1, 0, "a", "dead", 0)]
    crossed = svg(tree_canvas(dead, 0, 0, "t")).count("#a1260d")
    again = svg(tree_canvas([*dead, Shown(2, 1, "b", "open", 0)], 2, 0, "t")).count("#a1260d")
    assert (crossed, again) == (2, 0)
