"""A placement as a choice of variables: what the propagating engines search.

A *variable* is a set of squares that are occupied together or not at all: single squares for the
puzzle itself, the cycles of a symmetry for the solutions that the symmetry leaves as they are
(Burnside's lemma needs their number). The rules become three kinds of constraint:

- *conflicts*: two variables that must not both be chosen;
- *totals*: a weighted sum of chosen variables lies between two bounds (the number of pieces,
  a row, a column, a region);
- *covers*: one of a set of variables is chosen (each square must be occupied or attacked).

Sets of variables and of covers are bitsets: Python ints, bit v for variable v.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from everyway.families.placement.puzzle import NO_TOUCH_PIECE, Placement
from everyway.geometry.symmetry import Permutation, cycles


def bits(bitset: int) -> Iterator[int]:
    """Yield the members of *bitset*, rising.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while bitset:
        low = bitset & -bitset
        yield low.bit_length() - 1
        bitset ^= low


def bitset_of(members: Iterable[int]) -> int:
    """Return the bitset of *members*."""
    bitset = 0
    for member in members:
        bitset |= 1 << member
    return bitset


@dataclass(frozen=True)
class Total:
    """``low <= sum of weights of chosen variables <= high``.

    ``levels[t - 1]`` is the set of variables whose weight in this sum is at least t, so that the
    weight of a set is the sum of its intersections with the levels. Levels are never empty.
    """

    levels: tuple[int, ...]
    low: int
    high: int

    @property
    def members(self) -> int:
        """The variables with a weight in this sum."""
        return self.levels[0] if self.levels else 0

    def weigh(self, chosen: int) -> int:
        """Return the sum of the weights of the variables in *chosen*."""
        return sum((chosen & level).bit_count() for level in self.levels)


@dataclass(frozen=True)
class Model:
    """The variables and constraints of one search.

    ``cells[v]`` are the squares of variable v; ``conflicts[v]`` the variables it excludes;
    ``totals[0]`` is the number of pieces; ``covers[v]`` the covers that v satisfies and
    ``coverers[s]`` the variables that satisfy cover s; ``partitions`` are partitions of the
    variables into sets of which at most one can be chosen, which bound how many more pieces fit.
    ``start`` are chosen from the beginning, ``barred`` never.
    """

    cells: tuple[tuple[int, ...], ...]
    conflicts: tuple[int, ...]
    totals: tuple[Total, ...]
    covers: tuple[int, ...]
    coverers: tuple[int, ...]
    partitions: tuple[tuple[int, ...], ...]
    start: int
    barred: int

    @property
    def everything(self) -> int:
        """The set of all variables."""
        return (1 << len(self.cells)) - 1

    def squares_of(self, chosen: int) -> tuple[int, ...]:
        """Return the squares of the variables in *chosen*, rising."""
        return tuple(sorted(cell for v in bits(chosen) for cell in self.cells[v]))


@lru_cache(maxsize=16)
def model_of(puzzle: Placement) -> Model:
    """Return the model of *puzzle*: one variable a square, in order."""
    return _build(puzzle, [(cell,) for cell in puzzle.board.cells])


def model_fixed_by(puzzle: Placement, symmetry: Permutation) -> Model:
    """Return the model of the solutions of *puzzle* that *symmetry* maps onto themselves."""
    return _build(puzzle, cycles(symmetry, puzzle.board.cells))


def _build(puzzle: Placement, groups: Sequence[tuple[int, ...]]) -> Model:
    variable_of = {cell: v for v, cells in enumerate(groups) for cell in cells}
    # What excludes whom, and which variables cannot be chosen as they exclude themselves.
    excluded: list[set[int]] = [set() for _ in groups]
    near = NO_TOUCH_PIECE.attacks(puzzle.board) if puzzle.no_touch else None
    attacks = puzzle.attacks
    for v, cells in enumerate(groups):
        for cell in cells:
            if puzzle.peaceful:
                excluded[v].update(variable_of[c] for c in attacks[cell])
            if near is not None:
                excluded[v].update(variable_of[c] for c in near[cell])
    barred = bitset_of(v for v in range(len(groups)) if v in excluded[v])
    conflicts = tuple(bitset_of(e - {v}) for v, e in enumerate(excluded))

    low, high = puzzle.number or (0, puzzle.board.squares)
    totals = [_total(groups, variable_of, puzzle.board.cells, low, min(high, puzzle.board.squares))]
    totals += [_total(groups, variable_of, q.cells, q.number, q.number) for q in puzzle.quotas]

    coverers: list[int] = []
    if puzzle.covering:
        # The squares of one cycle are covered together, so one cover serves the cycle.
        for cells in groups:
            members = {variable_of[c] for c in attacks[cells[0]]} | {variable_of[cells[0]]}
            coverers.append(bitset_of(members))
    covers = [0] * len(groups)
    for s, members_bits in enumerate(coverers):
        for v in bits(members_bits):
            covers[v] |= 1 << s
    partitions: tuple[tuple[int, ...], ...] = ()
    if low or any(total.low for total in totals):
        partitions = _partitions(puzzle, groups, variable_of, conflicts)
    return Model(
        cells=tuple(groups),
        conflicts=conflicts,
        totals=tuple(totals),
        covers=tuple(covers),
        coverers=tuple(coverers),
        partitions=partitions,
        start=bitset_of(variable_of[cell] for cell in puzzle.fixed),
        barred=barred,
    )


def _total(
    groups: Sequence[tuple[int, ...]],
    variable_of: dict[int, int],
    cells: Iterable[int],
    low: int,
    high: int,
) -> Total:
    weights: dict[int, int] = {}
    for cell in cells:
        v = variable_of[cell]
        weights[v] = weights.get(v, 0) + 1
    heaviest = max(weights.values(), default=0)
    levels = tuple(
        bitset_of(v for v, weight in weights.items() if weight >= t) for t in range(1, heaviest + 1)
    )
    return Total(levels, low, high)


def _partitions(
    puzzle: Placement,
    groups: Sequence[tuple[int, ...]],
    variable_of: dict[int, int],
    conflicts: Sequence[int],
) -> tuple[tuple[int, ...], ...]:
    """Partition the variables into cliques of conflicts, in as many ways as there are lines.

    Lines of a riding piece are cliques; where a symmetry ties squares together its cycles can
    spoil that, so each set is only kept as far as its members really exclude each other.
    """
    found = []
    if puzzle.peaceful:
        for lines in puzzle.piece.ride_lines(puzzle.board):
            found.append(_cliques([[variable_of[c] for c in line] for line in lines], conflicts))
    if any(conflicts) and not found:
        found.append(_cliques([range(len(groups))], conflicts))
    return tuple(dict.fromkeys(found))


def _cliques(sets: Sequence[Iterable[int]], conflicts: Sequence[int]) -> tuple[int, ...]:
    """Part the members of *sets* greedily into cliques, members of one set staying together."""
    cliques: list[int] = []
    clique_of: dict[int, int] = {}
    placed = 0
    for members in sets:
        opened = len(cliques)
        here = 0
        for v in members:
            if placed >> v & 1:
                continue
            placed |= 1 << v
            # A clique that takes v has one of the variables that v excludes.
            near = conflicts[v] & here
            tried: Sequence[int] = range(opened, len(cliques))
            if near.bit_count() < len(tried):
                tried = sorted({clique_of[u] for u in bits(near)})
            found = next((i for i in tried if cliques[i] & ~conflicts[v] == 0), len(cliques))
            if found == len(cliques):
                cliques.append(0)
            cliques[found] |= 1 << v
            clique_of[v] = found
            here |= 1 << v
    return tuple(cliques)


def components(model: Model) -> list[int]:
    """Return the sets of variables that share no constraint but the number of pieces.

    Their solutions combine freely, so the numbers of solutions by size multiply. Ordered by least
    variable.
    """
    touching = list(model.conflicts)
    joined = [total.members for total in model.totals[1:]] + list(model.coverers)
    groups_of: list[list[int]] = [[] for _ in model.cells]
    for group in joined:
        for v in bits(group):
            groups_of[v].append(group)
    left = model.everything
    found = []
    while left:
        component = frontier = left & -left
        while frontier:
            reached = 0
            for v in bits(frontier):
                reached |= touching[v]
                for group in groups_of[v]:
                    reached |= group
            frontier = reached & ~component
            component |= reached
        found.append(component)
        left &= ~component
    return found


def part_of(model: Model, component: int, whole: bool) -> Model:
    """Return *model* with only the variables of *component*; all variables keep their numbers.

    Unless it is the *whole*, the number of pieces has no lower bound: the other parts add theirs.
    """
    if whole:
        return model
    first = model.totals[0]
    inside = [t for t in model.totals[1:] if t.members & component or (not t.members and t.low)]
    kept = [s for s, members in enumerate(model.coverers) if members & component]
    renumbered = {s: i for i, s in enumerate(kept)}
    return Model(
        cells=model.cells,
        conflicts=model.conflicts,
        totals=(Total(first.levels, 0, first.high), *inside),
        covers=tuple(
            bitset_of(renumbered[s] for s in bits(covers) if s in renumbered)
            for covers in model.covers
        ),
        coverers=tuple(model.coverers[s] for s in kept),
        partitions=(),
        start=model.start & component,
        barred=model.barred | (model.everything & ~component),
    )


MOST_SMALL = 16


def are_small(near: Iterable[int]) -> bool:
    """Return whether all sets *near* squares are small: those of leapers, not of riders.

    Then the covering search is worth a bound that looks at every square of each.
    """
    return max(map(int.bit_count, near), default=0) <= MOST_SMALL
