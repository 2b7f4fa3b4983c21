"""The reference engine: a tree of choices for each order, walked from left to right.

It knows nothing of ranks. Every order is written down as its textbook defines it: what is chosen
first, and in which order the choices are tried. Nodes are tuples; leaves are arrangements.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from everyway.core.engine import Branch, Data, Offer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Every, Question
from everyway.core.walking import Walking
from everyway.families.arrangement.puzzle import Arrangements

NODES_A_SECOND = 400_000
MOST_ITEMS = 200
"""Trees of more items are deep; the other engine is as sure there."""

MOST_LISTED = 10**11
"""More than can be counted one by one in a day."""

Node = tuple[Any, ...]


class Tree(ABC):
    """The choices that lead to the arrangements of *k* items, given as kinds in *word*."""

    def __init__(self, word: Data, k: int) -> None:
        self.word = word
        self.items = sorted(word)
        self.k = k

    @property
    @abstractmethod
    def root(self) -> Node:
        """The node before any choice."""

    @abstractmethod
    def children(self, node: Node) -> list[Node]:
        """Return the nodes after one more choice, in the order in which they are tried."""

    @abstractmethod
    def leaf(self, node: Node) -> Data | None:
        """Return the arrangement that is complete at *node*, or None."""

    def walk(self, node: Node) -> Iterator[Data | None]:
        """Yield the arrangements below *node*, and None at each node."""
        stack = [node]
        while stack:
            node = stack.pop()
            yield None
            found = self.leaf(node)
            if found is not None:
                yield found
            stack.extend(reversed(self.children(node)))


class Sequences(Tree):
    """Permutations: take an item, the least first, then one of those left, and so on.

    A node is what was taken, and what is left.
    """

    @property
    def root(self) -> Node:
        """Nothing taken yet."""
        return ((), tuple(self.items))

    def children(self, node: Node) -> list[Node]:
        """Take each item that is left; equal ones once."""
        taken, left = node
        if len(taken) == self.k:
            return []
        places = [i for i in range(len(left)) if left[i] not in left[:i]]
        return [((*taken, left[i]), left[:i] + left[i + 1 :]) for i in places]

    def leaf(self, node: Node) -> Data | None:
        """Return what was taken, when it is enough."""
        taken: Data = node[0]
        return taken if len(taken) == self.k else None


class Exchanges(Tree):
    """The classic exercise: exchange each later item into place m, then go on at place m + 1.

    A node is m and the whole array. For combinations one goes on only if the item that has come to
    place m is not less than the one before it. That must be tested after the exchange.
    """

    rising = False

    @property
    def root(self) -> Node:
        """Before the first place; combinations begin with equal items side by side."""
        return (0, tuple(self.items) if self.rising else self.word)

    def children(self, node: Node) -> list[Node]:
        """Return the arrays after each exchange; of equal items the first comes to the place."""
        m, array = node
        found = []
        for i in range(m, len(array)) if m < self.k else ():
            if array[i] in array[m:i]:
                continue
            exchanged = list(array)
            exchanged[m], exchanged[i] = exchanged[i], exchanged[m]
            if not self.rising or m == 0 or exchanged[m - 1] <= exchanged[m]:
                found.append((m + 1, tuple(exchanged)))
        return found

    def leaf(self, node: Node) -> Data | None:
        """Return the first k items, when they are in place."""
        m, array = node
        return tuple(array[: self.k]) if m == self.k else None


class RisingExchanges(Exchanges):
    """The classic exercise for combinations."""

    rising = True


class Sweeps(Tree):
    """Steinhaus, Johnson, Trotter: put each next item into every place of what there is.

    A node is what there is, and whether the next item sweeps to the right; it turns each time.
    """

    @property
    def root(self) -> Node:
        """No item yet; the first sweep is to the left."""
        return ((), False)

    def children(self, node: Node) -> list[Node]:
        """Put the next item into each place, from the right or from the left."""
        array, rightwards = node
        item = len(array)
        if item == len(self.word):
            return []
        places = range(item + 1) if rightwards else range(item, -1, -1)
        arrays = [(*array[:place], item, *array[place:]) for place in places]
        # How many arrays of this length came before decides where the next sweep goes.
        before = (item + 1) * rightwards
        return [(new, (before + step) % 2 == 1) for step, new in enumerate(arrays)]

    def leaf(self, node: Node) -> Data | None:
        """Return the array when all items are in."""
        array: Data = node[0]
        return array if len(array) == len(self.word) else None


class HeapRounds(Tree):
    """Heap's recursion, step by step: it has no branches, as each step needs the one before."""

    @property
    def root(self) -> Node:
        """The whole."""
        return ()

    def children(self, node: Node) -> list[Node]:
        """Return none."""
        return []

    def leaf(self, node: Node) -> Data | None:
        """Return None: the walk knows the arrangements."""
        return None

    def walk(self, node: Node) -> Iterator[Data | None]:
        """Go through all orders of the first m items, exchange one to the end, and again."""
        array = list(self.word)

        def rounds(m: int) -> Iterator[Data | None]:
            yield None
            if m <= 1:
                yield tuple(array)
                return
            for i in range(m):
                yield from rounds(m - 1)
                if i < m - 1:
                    j = i if m % 2 == 0 else 0
                    array[j], array[m - 1] = array[m - 1], array[j]

        yield from rounds(len(array))


class Selections(Tree):
    """Combinations: choose an item, then one that is not less and still there.

    A node is what was chosen, and from where on the next item comes.
    """

    @property
    def root(self) -> Node:
        """Nothing chosen yet."""
        return ((), 0)

    def children(self, node: Node) -> list[Node]:
        """Choose each item that may come next; equal ones once; enough must be left."""
        chosen, start = node
        if len(chosen) == self.k:
            return []
        stop = len(self.items) - (self.k - len(chosen)) + 1
        places = [i for i in range(start, stop) if self.items[i] not in self.items[start:i]]
        return [((*chosen, self.items[i]), i + 1) for i in places]

    def leaf(self, node: Node) -> Data | None:
        """Return what was chosen, when it is enough."""
        chosen: Data = node[0]
        return chosen if len(chosen) == self.k else None


class Doors(Tree):
    """The revolving door: first those without the last item, then, backwards, those with it.

    A node is how many items are undecided, what is chosen of the others, and whether the list runs
    backwards.
    """

    @property
    def root(self) -> Node:
        """Nothing decided."""
        return (len(self.word), (), False)

    def children(self, node: Node) -> list[Node]:
        """Leave out the last of the undecided, or choose it, if there are enough others."""
        undecided, chosen, backwards = node
        missing = self.k - len(chosen)
        if undecided == 0 or not 0 <= missing <= undecided:
            return []
        item = undecided - 1
        found = []
        if missing <= item:
            found.append((item, chosen, backwards))
        if missing:
            found.append((item, (item, *chosen), not backwards))
        return found[::-1] if backwards else found

    def leaf(self, node: Node) -> Data | None:
        """Return what is chosen when all is decided."""
        undecided, chosen, _ = node
        return chosen if undecided == 0 and len(chosen) == self.k else None


class Subsets(Tree):
    """Power sets: a set, and then what goes on from it with each later item.

    A node is the set, and from where on the next item comes; every node is a leaf as well.
    """

    @property
    def root(self) -> Node:
        """The empty set."""
        return ((), 0)

    def children(self, node: Node) -> list[Node]:
        """Put in each later item; equal ones once."""
        chosen, start = node
        places = range(start, len(self.items))
        places_once = [i for i in places if self.items[i] not in self.items[start:i]]
        return [((*chosen, self.items[i]), i + 1) for i in places_once]

    def leaf(self, node: Node) -> Data | None:
        """Return the set."""
        chosen: Data = node[0]
        return chosen


class InOrOut(Tree):
    """The classic exercise for power sets: leave an item out, then put it in; then the next.

    A node is the kinds that are decided, the set, and whether the next choices run backwards, which
    only happens in the Gray code.
    """

    reflected = False

    @property
    def root(self) -> Node:
        """Nothing decided."""
        return (0, (), False)

    def children(self, node: Node) -> list[Node]:
        """Put in none of the next kind, one, two, and so on."""
        kind, chosen, backwards = node
        if kind > max(self.items, default=-1):
            return []
        numbers = range(self.items.count(kind) + 1)
        found = []
        for place, number in enumerate(reversed(numbers) if backwards else numbers):
            # Each list of what follows is run through to and fro.
            turned = self.reflected and (len(numbers) * backwards + place) % 2 == 1
            found.append((kind + 1, chosen + (kind,) * number, turned))
        return found

    def leaf(self, node: Node) -> Data | None:
        """Return the set when all is decided."""
        kind, chosen, _ = node
        return chosen if kind > max(self.items, default=-1) else None


class Reflected(InOrOut):
    """The reflected Gray code: what follows is run through to and fro."""

    reflected = True


TREES: dict[tuple[str, str], type[Tree]] = {
    ("permutations", "lexicographic"): Sequences,
    ("permutations", "exchange"): Exchanges,
    ("permutations", "trotter"): Sweeps,
    ("permutations", "heap"): HeapRounds,
    ("combinations", "lexicographic"): Selections,
    ("combinations", "exchange"): RisingExchanges,
    ("combinations", "revolving-door"): Doors,
    ("powerset", "lexicographic"): Subsets,
    ("powerset", "exchange"): InOrOut,
    ("powerset", "gray"): Reflected,
}


def tree_of(puzzle: Arrangements) -> Tree:
    """Return the tree of a puzzle's order."""
    return TREES[puzzle.kind, puzzle.order](puzzle.stock.word, puzzle.length)


class PlainEngine(Walking):
    """Plain backtracking, the oracle that the other engine is compared with."""

    name = "plain"
    method = "backtracking"

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to list or count one by one."""
        if not isinstance(puzzle, Arrangements):
            return Offer.no("only arrangements")
        if len(puzzle.items) > MOST_ITEMS:
            return Offer.no(f"more than {MOST_ITEMS} items")
        if question.up_to and puzzle.kind != "permutations":
            return Offer.no(NO_SYMMETRY)
        if question.up_to and puzzle.order != "lexicographic" and isinstance(question, Every):
            return Offer.no("cannot tell which of two comes first but in the lexicographic order")
        wanted = puzzle.total
        if wanted > MOST_LISTED and not isinstance(question, Every):
            return Offer.no("they are too many to be counted one by one")
        if isinstance(question, Every) and question.limit is not None:
            wanted = min(wanted, question.limit)
        # At most a chain of nodes leads to an arrangement, and the last choices are many.
        nodes = 3.0 * min(wanted, 10**18) + puzzle.length
        seconds = nodes / NODES_A_SECOND * max(1.0, len(puzzle.items) / 8)
        return Offer(True, seconds, "one by one", nodes, "measured")

    def split(self, puzzle: Puzzle, question: Question, branch: Branch) -> list[Branch]:
        """Split by the next choice; child 0 is the arrangement that ends here, if there is one."""
        assert isinstance(puzzle, Arrangements)
        tree = tree_of(puzzle)
        node = self._follow(tree, branch)
        if node is None:
            return []
        children = tree.children(node)
        first = 0 if tree.leaf(node) is not None else 1
        return branch.children(range(first, len(children) + 1)) if children else []

    def _follow(self, tree: Tree, branch: Branch) -> Node | None:
        """Return the node of a branch, or None for a leaf alone."""
        node = tree.root
        for index in branch.path:
            if index == 0:
                return None
            node = tree.children(node)[index - 1]
        return node

    def events(self, puzzle: Arrangements, branch: Branch) -> Iterator[Data | None]:
        """Yield the places of items, for each kind those of its first, and None at each node."""
        firsts = puzzle.stock.firsts
        for kinds in self._walk(puzzle, branch):
            yield None if kinds is None else tuple([firsts[kind] for kind in kinds])

    def _walk(self, puzzle: Arrangements, branch: Branch) -> Iterator[Data | None]:
        tree = tree_of(puzzle)
        node = self._follow(tree, branch)
        if node is not None:
            return tree.walk(node)
        above = Branch(branch.path[:-1])
        node = self._follow(tree, above)
        assert node is not None
        return iter((None, tree.leaf(node)))


NO_SYMMETRY = "only permutations have a symmetry, which is reversal"
