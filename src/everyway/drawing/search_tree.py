"""The search tree so far: the way to where the search is, and what is near it; never all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from everyway.drawing.canvas import Canvas, Line, Rectangle, Shape, Style, Text
from everyway.drawing.lettering import text_width
from everyway.drawing.palette import INK, PAPER, QUIET_INK
from everyway.drawing.steps import FOUND, REFUSED

MOST_NODES = 40
MOST_LEVELS = 12
MOST_LETTERS = 9

BOX = 20.0
LEVEL = 46.0
GAP = 8.0
LETTER = 9.0
MARGIN = 12.0
DONE = "#767d8a"


@dataclass(frozen=True)
class Shown:
    """A node that is shown: its number, that of its parent, and what became of it.

    ``parent`` is -1 for the one at the top. ``state`` is ``"open"``, ``"dead"`` (nothing could
    follow), ``"found"`` (a solution) or ``"done"`` (given up after others below it). ``hidden`` is
    the number of nodes below it that are left out.
    """

    number: int
    parent: int
    label: str
    state: str
    hidden: int


def way_to(parents: Sequence[int], node: int, most: int = MOST_LEVELS) -> list[int]:
    """Return *node* and the nodes above it, from the top one, but the last *most* of them.

    ``parents[k - 1]`` is the parent of node k; the root is 0.

    >>> way_to([0, 1, 1, 3], 4), way_to([0, 1, 1, 3], 4, most=2)
    ([0, 1, 3, 4], [3, 4])
    """
    way = [node]
    while way[-1] and len(way) < most:
        way.append(parents[way[-1] - 1])
    return way[::-1]


def choose_nodes(
    parents: Sequence[int],
    node: int,
    most: int = MOST_NODES,
    levels: int = MOST_LEVELS,
    also: Iterable[int] = (),
) -> dict[int, int]:
    """Return the nodes to be shown about *node*, each with the number of nodes left out below it.

    First the way to *node*, at most *levels* long, and the whole ways to those of *also*; then the
    children of the nodes on it, of the last first, and of each the newest first; then their
    children, and so on, until there are *most*. Nodes come in the order of their numbers.
    """
    way = way_to(parents, node, min(most, levels))
    children: dict[int, list[int]] = {}
    size = [1] * (len(parents) + 1)
    for child in range(len(parents), 0, -1):
        above = parents[child - 1]
        size[above] += size[child]
        children.setdefault(above, []).append(child)
    shown = dict.fromkeys(way, 0)
    for other in also:
        while other not in shown:
            shown[other] = 0
            other = parents[other - 1] if other else 0
    ring, depth = way[::-1], {number: place for place, number in enumerate(way)}
    while ring and len(shown) < most:
        following = []
        for above in ring:
            for child in children.get(above, ()) if depth[above] < levels else ():
                if child not in depth and len(shown) < most:
                    shown[child] = 0
                    depth[child] = depth[above] + 1
                    following.append(child)
        ring = following
    for above in shown:
        shown[above] = sum(size[c] for c in children.get(above, ()) if c not in shown)
    return dict(sorted(shown.items()))


def tree_canvas(nodes: Sequence[Shown], node: int, left_out: int, title: str) -> Canvas:
    """Return the tree of *nodes* as a picture, with the search at *node*.

    *nodes* come with parents before children. Where nodes are left out, a sign says how many
    below; *left_out* is how many in all, those above among them.
    """
    at = {shown.number: shown for shown in nodes}
    way: set[int] = set()
    number = node
    while number in at:
        way.add(number)
        number = at[number].parent
    wide = max([LETTER * 3, *(text_width(_label(s), LETTER) for s in nodes)]) + 10.0
    places, slots, levels = _layout(nodes)
    size = (slots * (wide + GAP) - GAP + 2 * MARGIN, levels * LEVEL - LEVEL + BOX + 2 * MARGIN)
    head = LEVEL if left_out else 0.0
    canvas = Canvas(max(size[0], 200.0), size[1] + head, title, _words(nodes, way, left_out))
    if left_out:
        some = "1 node is" if left_out == 1 else f"{left_out} nodes are"
        note = f"{some} left out"
        canvas.add(Text(MARGIN, MARGIN + BOX / 2, note, LETTER, QUIET_INK, "start"))

    def place(number: int) -> tuple[float, float]:
        slot, level = places[number]
        return (
            MARGIN + wide / 2 + slot * (wide + GAP),
            MARGIN + BOX / 2 + level * LEVEL + head,
        )

    for shown in nodes:
        canvas.add(*_branches(shown, place(shown.number), places, place, way))
    parents = {shown.parent for shown in nodes}
    for shown in nodes:
        # A search by breadth may come back to a node that led nowhere at first.
        ends = not shown.hidden and shown.number not in parents
        canvas.add(*_box(shown, place(shown.number), wide, shown.number == node, way, ends))
    return canvas


def _label(shown: Shown) -> str:
    """Return what stands in the box of a node."""
    text = shown.label or "start"
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def _hidden_place(number: int) -> int:
    """Return the key in a layout for the sign of nodes left out below *number*."""
    return -1 - number


def _layout(nodes: Sequence[Shown]) -> tuple[dict[int, tuple[float, int]], float, int]:
    """Return slot and level of each node, and how many slots and levels there are.

    Leaves take one slot each, from left to right; a node stands in the middle above its children.
    What is left out below a node stands before them: it is older, save in a search by breadth.
    """
    children: dict[int, list[int]] = {}
    for shown in nodes:
        if shown.hidden:
            children.setdefault(shown.number, []).append(_hidden_place(shown.number))
        if shown.parent >= 0:
            children.setdefault(shown.parent, []).append(shown.number)
    places: dict[int, tuple[float, int]] = {}
    slots = levels = 0

    def settle(number: int, level: int) -> float:
        nonlocal slots, levels
        levels = max(levels, level + 1)
        below = children.get(number, [])
        if below:
            middles = [settle(child, level + 1) for child in below]
            slot = (middles[0] + middles[-1]) / 2
        else:
            slot = float(slots)
            slots += 1
        places[number] = (slot, level)
        return slot

    settle(nodes[0].number, 0)
    return places, float(slots), levels


def _branches(
    shown: Shown,
    here: tuple[float, float],
    places: Mapping[int, tuple[float, int]],
    place: object,
    way: set[int],
) -> Iterator[Shape]:
    """Yield the line to the node's parent, and the sign for what is left out below it."""
    assert callable(place)
    x, y = here
    if shown.parent in places:
        above = place(shown.parent)
        thick = shown.number in way
        style = Style(stroke=INK if thick else DONE, width=3 if thick else 1.2)
        yield Line((above[0], above[1] + BOX / 2), (x, y - BOX / 2), style)
    if shown.hidden:
        left, top = place(_hidden_place(shown.number))
        style = Style(stroke=DONE, width=1.2, dashes=(3.0, 3.0))
        yield Line((x, y + BOX / 2), (left, top - BOX / 2), style)
        yield Text(left, top, f"+{shown.hidden}", LETTER, QUIET_INK)


def _box(
    shown: Shown, here: tuple[float, float], wide: float, now: bool, way: set[int], ends: bool
) -> Iterator[Shape]:
    """Yield the box of a node: dark where the search is, with a mark for what became of it."""
    x, y = here
    open_, found = shown.number in way, shown.state == "found"
    colour = FOUND if found else INK if open_ else DONE
    style = Style(fill=INK if now else PAPER, stroke=colour, width=3.0 if open_ or found else 1.2)
    yield Rectangle(x - wide / 2, y - BOX / 2, wide, BOX, style, radius=6)
    letters = PAPER if now else INK if open_ or found else QUIET_INK
    yield Text(x, y, _label(shown), LETTER, letters, bold=open_)
    if found:
        inner = Style(stroke=FOUND, width=1.2)
        yield Rectangle(x - wide / 2 - 3.5, y - BOX / 2 - 3.5, wide + 7, BOX + 7, inner, radius=8)
    elif shown.state == "dead" and ends:
        reach, below, style = 4.0, y + BOX / 2 + 8.0, Style(stroke=REFUSED, width=2.2)
        yield Line((x - reach, below - reach), (x + reach, below + reach), style)
        yield Line((x - reach, below + reach), (x + reach, below - reach), style)


def _words(nodes: Sequence[Shown], way: set[int], left_out: int) -> str:
    """Return the tree in words, one node a line, for those who do not see the picture."""
    depth = {-1: -1}
    marks = {"dead": "dead end", "found": "solution", "done": "given up"}
    lines = {}
    below: dict[int, list[int]] = {}
    for shown in nodes:
        depth[shown.number] = depth.get(shown.parent, -1) + 1
        below.setdefault(shown.parent, []).append(shown.number)
        words = [shown.label or "start", marks.get(shown.state, "")]
        words += ["the search goes here"] if shown.number in way else []
        words += [f"{shown.hidden} more below"] if shown.hidden else []
        lines[shown.number] = "  " * depth[shown.number] + ", ".join(w for w in words if w)
    order: list[int] = []
    stack = list(reversed(below.get(nodes[0].parent, [])))
    while stack:
        order.append(stack.pop())
        stack.extend(reversed(below.get(order[-1], [])))
    end = [f"{left_out} nodes are left out."] if left_out else []
    return "\n".join([*(lines[number] for number in order), *end])
