"""The plan of a sweep: in which order variables are passed, and what must be remembered of them.

Of what was chosen so far the rest depends only on answers to questions of two kinds:

- *marks*: was any of these variables chosen? A variable that is still to come may be chosen only if
  none of those that exclude it was; a cover that is still open is met once one of its coverers was.
  What two of them ask is one mark as long as both ask for the same of the variables passed.
- *counters*: how many were chosen in this row, column or region?

A state is the answers as a bitset: each mark has a bit, each counter a few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from everyway.families.placement.model import Model, bits, components
from everyway.geometry.notation import Coordinates, coordinates_of

WORD_BITS = 60
"""The bits of a state are in words of so many, and no counter is in two of them."""

MOST_ORDERED = 3
"""Up to how many axes all orders of them are tried."""


@dataclass(frozen=True)
class Counter:
    """A total that the variable in hand is in.

    Its count stands in ``width`` bits from bit ``shift`` on; the variable adds ``weight``.
    Afterwards it must be between ``least``, or all that is left is too few, and ``most``. ``last``
    says that no later variable is in the total.
    """

    shift: int
    width: int
    weight: int
    least: int
    most: int
    last: bool


@dataclass(frozen=True)
class Step:
    """What happens as one variable is passed.

    It may be chosen if none of the bits ``blocked`` is set, and not chosen if all of ``needed``
    are and it need not be (``must``). The state after it has the bits ``keep``, then those of
    ``copies``, each from one bit before to another, then ``marks`` if it was chosen. ``weight`` is
    its number of pieces.
    """

    variable: int
    weight: int
    must: bool
    blocked: int
    needed: int
    keep: int
    copies: tuple[tuple[int, int], ...]
    marks: int
    counters: tuple[Counter, ...]


@dataclass(frozen=True)
class Plan:
    """A whole sweep over one model.

    ``used`` is for each step the bits that are in use after it, ``lacking`` how many pieces must
    have been placed by then, or the rest cannot hold what is missing. ``chosen`` is how many pieces
    stand from the beginning. ``possible`` is False where some rule cannot be kept at all.
    """

    steps: tuple[Step, ...]
    used: tuple[int, ...]
    lacking: tuple[int, ...]
    chosen: int
    possible: bool

    @property
    def width(self) -> int:
        """The number of bits of the widest state."""
        return max((used.bit_length() for used in self.used), default=0)

    @property
    def cost(self) -> float:
        """A measure by which plans are compared: states, if every set of bits were one."""
        return sum(2.0 ** min(used.bit_count(), 1000) for used in self.used)


def best_plan(model: Model, shape: Coordinates) -> Plan:
    """Return the plan with the fewest bits, of the orders along the axes of a board of *shape*."""
    plans = (make_plan(model, order) for order in orders(model, shape))
    return min(plans, key=lambda plan: plan.cost)


def orders(model: Model, shape: Coordinates) -> list[list[int]]:
    """Return orders of the variables: along each axis, the others running faster.

    Components that share no rule come one after another, so that what is to be remembered of one is
    not multiplied by what is of another.
    """
    where: list[Coordinates] = [coordinates_of(shape, cells[0]) for cells in model.cells]
    component = {v: i for i, members in enumerate(components(model)) for v in bits(members)}
    dimensions = len(shape)
    several = dimensions <= MOST_ORDERED
    found: dict[tuple[int, ...], None] = {}
    for axes in permutations(range(dimensions)) if several else [tuple(range(dimensions))]:
        key = [
            (component[v], *(place[axis] for axis in axes)) for v, place in enumerate(where)
        ]  # fmt: skip
        found[tuple(sorted(range(len(where)), key=key.__getitem__))] = None
    return [list(order) for order in found]


def make_plan(model: Model, order: Sequence[int]) -> Plan:
    """Return the plan of the sweep over *order*, which has all variables of *model*."""
    barred = model.barred
    for v in bits(model.start):
        barred |= model.conflicts[v]
    planning = _Planning(model, [v for v in order if not (barred | model.start) >> v & 1], barred)
    steps, used = [], []
    for v in planning.order:
        steps.append(planning.step(v))
        used.append(planning.used)
    possible = planning.possible and not barred & model.start
    chosen = planning.total_at_start(0)
    least = max(0, model.totals[0].low - chosen)
    lacking = tuple(max(0, least - more) for more in _most_after(model, planning.order))
    return Plan(tuple(steps), tuple(used), lacking, chosen, possible)


def _most_after(model: Model, order: Sequence[int]) -> list[int]:
    """Return for each place in *order* how many pieces fit on the variables after it, at most."""
    place = {v: i for i, v in enumerate(order)}
    weights = [model.totals[0].weigh(1 << v) for v in order]
    most = [sum(weights[i + 1 :]) for i in range(len(order))]
    for partition in model.partitions:
        after = [0] * len(order)
        for clique in partition:
            # One of a clique is chosen at most, the heaviest of those that are left.
            members = sorted((place[v] for v in bits(clique) if v in place), reverse=True)
            heaviest, until = 0, len(order)
            for i, member in enumerate(members):
                heaviest = max(heaviest, weights[member])
                until = members[i + 1] if i + 1 < len(members) else 0
                for j in range(until, member):
                    after[j] += heaviest
        most = list(map(min, most, after))
    return most


class _Planning:
    """The bits in use, as variables are passed one by one.

    A *question* is asked by a variable to come (numbered as the variable) or by an open cover
    (numbered from the variables on). ``mark_of`` says which mark answers it; those that no passed
    variable matters to have none.
    """

    def __init__(self, model: Model, order: Sequence[int], barred: int) -> None:
        self.model = model
        self.order = order
        self.possible = True
        self.used = 0
        variables = len(model.cells)
        place = {v: i for i, v in enumerate(order)}
        self.asking: dict[int, list[int]] = {v: [] for v in order}
        """For each variable the questions it is the answer to, if it is chosen."""
        self.last_of: dict[int, list[int]] = {v: [] for v in order}
        """For each variable the covers that no later one can meet."""
        for v in order:
            self.asking[v] += [u for u in bits(model.conflicts[v]) if place.get(u, -1) > place[v]]
        for s, coverers in enumerate(model.coverers):
            if coverers & model.start:
                continue
            known = [v for v in bits(coverers) if v in place]
            if not known:
                self.possible = False
                continue
            last = max(known, key=place.__getitem__)
            self.last_of[last].append(variables + s)
            for v in known:
                self.asking[v].append(variables + s)
        self.mark_of: dict[int, int] = {}
        self.members: dict[int, set[int]] = {}
        self._lay_out_totals(barred)

    def total_at_start(self, t: int) -> int:
        """Return what a total is from the beginning."""
        return self.model.totals[t].weigh(self.model.start)

    def _lay_out_totals(self, barred: int) -> None:
        """Note for each variable its totals, their weights, and what can still be added later."""
        place = {v: i for i, v in enumerate(self.order)}
        self.totals_of: dict[int, list[tuple[int, int, int]]] = {v: [] for v in self.order}
        self.field_of: dict[int, int] = {}
        self.widths: dict[int, int] = {}
        for t, total in enumerate(self.model.totals):
            start = self.total_at_start(t)
            members = [v for v in bits(total.members) if v in place]
            left = sum(total.weigh(1 << v) for v in members)
            if not total.low <= start + left or start > total.high:
                self.possible = False
            if t == 0:
                continue  # the number of pieces is told by the values of states
            self.widths[t] = max(0, min(total.high - start, left)).bit_length()
            for v in sorted(members, key=place.__getitem__):
                weight = total.weigh(1 << v)
                left -= weight
                self.totals_of[v].append((t, weight, left))

    def _take(self, width: int) -> int:
        """Return the first of *width* free bits of one word, which are then in use."""
        shift, mask = 0, (1 << width) - 1
        while self.used >> shift & mask or shift % WORD_BITS + width > WORD_BITS:
            shift += 1
        self.used |= mask << shift
        return shift

    def step(self, v: int) -> Step:
        """Pass the variable *v*."""
        must = False
        needed = 0
        blocked = 1 << self.mark_of[v] if v in self.mark_of else 0
        for cover in self.last_of[v]:
            if cover in self.mark_of:
                needed |= 1 << self.mark_of[cover]
            else:
                must = True
        counters = tuple(self._count(v))
        for question in (v, *self.last_of[v]):
            self._forget(question)
        ending = set(self.last_of[v])
        keep = self.used
        copies, marks = self._mark([q for q in self.asking[v] if q not in ending])
        for t, _, left in self.totals_of[v]:
            if not left and t in self.field_of:
                self.used &= ~(((1 << self.widths[t]) - 1) << self.field_of[t])
        keep &= self.used
        weight = self.model.totals[0].weigh(1 << v)
        return Step(v, weight, must, blocked, needed, keep, tuple(copies), marks, counters)

    def _count(self, v: int) -> Iterator[Counter]:
        """Yield the counters of *v*, with fields for those that begin here."""
        for t, weight, left in self.totals_of[v]:
            total, start = self.model.totals[t], self.total_at_start(t)
            if t not in self.field_of:
                self.field_of[t] = self._take(self.widths[t])
            least, most = total.low - start - left, total.high - start
            yield Counter(self.field_of[t], self.widths[t], weight, least, most, not left)

    def _forget(self, question: int) -> None:
        """Take a question out of its mark, whose bit is free when nobody asks for it any more."""
        mark = self.mark_of.pop(question, None)
        if mark is not None:
            self.members[mark].remove(question)
            if not self.members[mark]:
                del self.members[mark]
                self.used &= ~(1 << mark)

    def _mark(self, questions: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
        """Return the copies of bits, and the bits to be set, as a variable answers *questions*."""
        groups: dict[int | None, set[int]] = {}
        for question in questions:
            groups.setdefault(self.mark_of.get(question), set()).add(question)
        copies, marks = [], 0
        for mark, asking in groups.items():
            if mark is not None and asking == self.members[mark]:
                marks |= 1 << mark
                continue
            new = self._take(1)
            if mark is not None:
                self.members[mark] -= asking
                copies.append((mark, new))
            self.members[new] = asking
            self.mark_of.update(dict.fromkeys(asking, new))
            marks |= 1 << new
        return copies, marks
