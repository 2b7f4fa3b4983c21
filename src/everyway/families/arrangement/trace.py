"""How arrangements are made, step by step: the tree of choices of each order."""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.descent import Trial, descend
from everyway.core.engine import Data
from everyway.core.errors import EverywayError
from everyway.core.trace import Step

from .plain import (
    Doors,
    Exchanges,
    HeapRounds,
    InOrOut,
    Node,
    RisingExchanges,
    Selections,
    Sequences,
    Subsets,
    Sweeps,
    Tree,
    tree_of,
)
from .puzzle import Arrangements
from .text import item_text

MOST_ITEMS = 40


def backtracking(puzzle: Arrangements) -> Iterator[Step]:
    """Yield the steps of the reference engine: the choices of the puzzle's order, depth first.

    A step's data are positions of items, as far as they are arranged: those taken, the whole array
    where items are exchanged, those chosen so far. Every node of the engine is a step ``"place"``,
    but for the root. Heap's recursion goes on in one array: nothing in it is taken back, its steps
    are the rounds that it begins, and the arrangements.
    """
    if len(puzzle.items) > MOST_ITEMS:
        raise EverywayError(
            "too many items to be shown step by step:",
            text=len(puzzle.items),
            hint=f"at most {MOST_ITEMS}",
        )
    tree = tree_of(puzzle)
    if isinstance(tree, HeapRounds):
        return _heap(puzzle)
    return _walk(puzzle, tree)


def _walk(puzzle: Arrangements, tree: Tree) -> Iterator[Step]:
    way = [tree.root]

    def node_of(choices: Data) -> Node:
        # A search goes down and back: what is above the node stays known.
        del way[len(choices) :]
        if len(way) <= len(choices):
            way.append(tree.children(way[-1])[choices[-1]] if choices else tree.root)
        return way[-1]

    def shown(choices: Data) -> Data:
        node = node_of(choices)
        found = tree.leaf(node)
        return _positions(puzzle, array_of(tree, node) if found is None else found)

    def trials(choices: Data) -> Iterator[Trial]:
        node = node_of(choices)
        found = tree.leaf(node)
        if found is not None:
            yield Trial("solution", puzzle.line(tuple(puzzle.wrap(_positions(puzzle, found)))))
        if isinstance(tree, RisingExchanges):
            yield from _rising(puzzle, tree, node)
            return
        for number, child in enumerate(tree.children(node)):
            yield Trial("place", choice_text(puzzle, tree, node, child), "", number)

    return descend(trials, shown)


def _rising(puzzle: Arrangements, tree: RisingExchanges, node: Node) -> Iterator[Trial]:
    """Yield what becomes of each exchange: a smaller item must not come after a greater one."""
    m, array = node
    children = {child[1]: number for number, child in enumerate(tree.children(node))}
    for i in range(m, len(array)) if m < tree.k else ():
        exchanged = list(array)
        exchanged[m], exchanged[i] = exchanged[i], exchanged[m]
        after = tuple(exchanged)
        number = children.pop(after, None)
        if number is not None:
            yield Trial("place", choice_text(puzzle, tree, node, (m + 1, after)), "", number)
        elif m and after[m - 1] > after[m]:
            one, other = (_name(puzzle, kind) for kind in (after[m - 1], after[m]))
            why = f"{other} is not to come after {one}"
            yield Trial("conflict", f"{m + 1}: {other}", why, 0, i, (m - 1,))


def _positions(puzzle: Arrangements, kinds: Data) -> Data:
    firsts = puzzle.stock.firsts
    return tuple(firsts[kind] for kind in kinds)


def _name(puzzle: Arrangements, kind: int) -> str:
    return item_text(puzzle.items[puzzle.stock.firsts[kind]])


def array_of(tree: Tree, node: Node) -> Data:
    """Return what is arranged at *node*, as kinds."""
    found: Data = node[1] if isinstance(tree, Exchanges | Doors | InOrOut) else node[0]
    return found


def choice_text(puzzle: Arrangements, tree: Tree, node: Node, child: Node) -> str:
    """Return in words what is chosen between *node* and *child*."""
    if isinstance(tree, Sequences | Selections | Subsets):
        return _name(puzzle, child[0][-1])
    if isinstance(tree, Exchanges):
        return f"{child[0]}: {_name(puzzle, child[1][node[0]])}"
    if isinstance(tree, Sweeps):
        item = len(node[0])
        return f"{_name(puzzle, item)} at place {child[0].index(item) + 1}"
    if isinstance(tree, Doors):
        with_it = len(child[1]) > len(node[1])
        return f"{'with' if with_it else 'without'} {_name(puzzle, child[0])}"
    assert isinstance(tree, InOrOut)
    number = len(child[1]) - len(node[1])
    name = _name(puzzle, node[0])
    return f"{'with' if number else 'without'} {name}" + (f" x{number}" if number > 1 else "")


def settled(puzzle: Arrangements, step: Step) -> int:
    """Return how many of the items in a step's data are in their places for good."""
    tree = tree_of(puzzle)
    if isinstance(tree, Exchanges):
        return step.depth
    if isinstance(tree, HeapRounds) and step.kind != "solution":
        return 0
    return len(step.data)


def _heap(puzzle: Arrangements) -> Iterator[Step]:
    """Yield the rounds of Heap's recursion and the arrangements, in one array."""
    array = list(puzzle.stock.word)
    nodes = 0

    def rounds(m: int, above: int, depth: int) -> Iterator[Step]:
        nonlocal nodes
        nodes += 1
        here = nodes
        data = _positions(puzzle, tuple(array))
        if here > 1:
            yield Step("place", depth, data, f"the first {m}", parent=above - 1)
        if m <= 1:
            line = puzzle.line(tuple(puzzle.wrap(data)))
            yield Step("solution", depth, data, line, parent=here - 1)
            return
        for i in range(m):
            yield from rounds(m - 1, here, depth + 1)
            if i < m - 1:
                j = i if m % 2 == 0 else 0
                array[j], array[m - 1] = array[m - 1], array[j]
                data = _positions(puzzle, tuple(array))
                done, why = f"the first {m - 1}", f"items {j + 1} and {m} are exchanged"
                yield Step("backtrack", depth, data, done, why, None, (j, m - 1), here - 1)

    return rounds(len(array), 0, 0)
