"""What a run asks of a ledger that keeps more than tallies: layouts, splits, times."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from everyway.core.engine import NO_LIMIT, Branch, Control, Effort, Job, Tally
from everyway.core.errors import EverywayError
from everyway.core.question import Count, Every, Question, Sample, Sizes
from everyway.core.stopping import attended

LONG_NODES = 10_000_000_000
LONG_NODES_IN_PYTHON = 20_000_000
"""A branch with more nodes is split, as it takes minutes: compiled engines, and those in Python.

It is a number of nodes, not of seconds, so that a branch is split alike on every machine.
"""

LEAVES_A_PART = 4
"""So many branches there should be for each part, so that the parts take about as long."""

LEAST_OF_PART = 2
MOST_LEAVES = 200_000
"""No branch should be more than a half of a part, unless there would be too many to lay out."""

MOST_PARTS = 10_000
END_OF_PART = "the end of part"


@dataclass(frozen=True)
class Part:
    """A share of the branches: every *of*-th of them, from the *number*-th on."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def read(cls, text: object) -> Part:
        """Return the part that *text* names.

        >>> Part.read("3/100")
        Part(number=3, of=100)
        """
        number, slash, of = text.partition("/") if isinstance(text, str) else ("", "", "")
        if slash and all(n.isascii() and n.isdigit() and len(n) < 9 for n in (number, of)):
            part = cls(int(number), int(of))
            if 1 <= part.number <= part.of <= MOST_PARTS:
                return part
        hint = f"such as 3/100; the second number at most {MOST_PARTS}"
        raise EverywayError("no part:", text=text, hint=hint)


@dataclass
class Timing:
    """Who searched a branch, and for how many seconds."""

    worker: str = "1"
    seconds: float = 0.0


class Keeper(MutableMapping[str, Tally]):
    """A ledger that also knows how the branches were laid out and split, and who searched them."""

    part: Part | None = None

    @abstractmethod
    def begin(self, job: Job, branches: Sequence[Branch]) -> None:
        """Note that *job* is searched now; raise ``EverywayError`` if it had other branches."""

    @abstractmethod
    def aim(self, share: float) -> None:
        """Note which share of the search is to be done, if it is not all."""

    @abstractmethod
    def parts_of(self, job: Job, branch: Branch) -> list[Branch] | None:
        """Return the parts *branch* was split into, none if it cannot be; None if not split."""

    @abstractmethod
    def split(self, job: Job, branch: Branch, parts: Sequence[Branch]) -> None:
        """Note that *branch* is searched by its *parts*."""

    @abstractmethod
    def note(self, job: Job, branch: Branch, tally: Tally, timing: Timing) -> None:
        """Note that *branch* is finished."""


class InMemory(Keeper):
    """Keeps how branches were split, for as long as the search takes; and nothing else."""

    def __init__(self) -> None:
        self._splits: dict[str, list[Branch]] = {}

    def begin(self, job: Job, branches: Sequence[Branch]) -> None:
        """Do nothing: there is nothing from before."""

    def aim(self, share: float) -> None:
        """Do nothing."""

    def parts_of(self, job: Job, branch: Branch) -> list[Branch] | None:
        """Return the parts *branch* was split into, none if it cannot be; None if not split."""
        return self._splits.get(branch.id)

    def split(self, job: Job, branch: Branch, parts: Sequence[Branch]) -> None:
        """Note that *branch* is searched by its *parts*."""
        self._splits[branch.id] = list(parts)

    def note(self, job: Job, branch: Branch, tally: Tally, timing: Timing) -> None:
        """Forget it: who asked has added it up."""

    def __getitem__(self, name: str) -> Tally:
        raise KeyError(name)

    def __setitem__(self, name: str, tally: Tally) -> None:
        """Forget it."""

    def __delitem__(self, name: str) -> None:
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass(frozen=True)
class Piece:
    """A branch to be searched, and which of the engine's own branches it is a part of."""

    place: int
    own: Branch
    branch: Branch
    effort: Effort = field(default=NO_LIMIT)


class Pieces:
    """What is left of a job, in order. Under a keeper, what proves too big is split.

    Branches are made as they are taken, under *control*: the methods raise ``Stopped`` when it
    says stop. At least *least* branches are made of what is not finished, as far as they can be
    split: for so many workers.
    """

    def __init__(
        self,
        job: Job,
        branches: Iterable[Branch],
        ledger: object,
        control: Control,
        *,
        least: int = 0,
    ) -> None:
        self.job = job
        self.keeper = ledger if isinstance(ledger, Keeper) else None
        self.part = None if self.keeper is None else self.keeper.part
        self._control = control
        self._front: deque[Piece] = deque()
        self._effort = NO_LIMIT if self.keeper is None else effort_of(job)
        own: Iterable[tuple[int, Branch]] = enumerate(_one_by_one(branches, control))
        if self.keeper is not None:
            listed = attended(control, lambda: list(branches))
            self.keeper.begin(job, listed)
            own = list(enumerate(listed))
            if self.part is not None:
                own = share_of(job, listed, self.part, self.keeper, control)
            spread(job, [branch for _, branch in own], least, self.keeper, control)
        self._left = self._all(own)

    def take(self, number: int) -> Iterator[Piece]:
        """Yield at most *number* of the pieces that are left."""
        for _ in range(number):
            piece = self._front.popleft() if self._front else next(self._left, None)
            if piece is None:
                return
            yield piece

    def left(self, most: int) -> int:
        """Return how many pieces are left, at most *most* of them."""
        self._front.extend(list(self.take(most)))
        return len(self._front)

    def split(self, piece: Piece) -> bool:
        """Put the parts of *piece*, which gave up, before all that is left, if it is to be split.

        What cannot be split is put back, to be searched without limit.
        """
        if self.keeper is None or piece.effort == NO_LIMIT:
            return False
        parts = _attended_split(self.job, piece.branch, self._control)
        self.keeper.split(self.job, piece.branch, parts)
        self._front.extendleft(reversed(list(self._within(piece))))
        return True

    def _all(self, own: Iterable[tuple[int, Branch]]) -> Iterator[Piece]:
        for place, branch in own:
            yield from self._within(Piece(place, branch, branch))

    def _within(self, whole: Piece) -> Iterator[Piece]:
        todo = [whole.branch]
        while todo:
            branch = todo.pop()
            parts = parts_of(self.job, branch, self.keeper, self._control)
            if parts:
                todo.extend(reversed(parts))
            else:
                effort = self._effort if parts is None else NO_LIMIT
                yield Piece(whole.place, whole.own, branch, effort)


def _one_by_one(branches: Iterable[Branch], control: Control) -> Iterator[Branch]:
    """Yield *branches*, which may be made as they are read; raise ``Stopped`` in the middle."""
    left = iter(branches)
    while (branch := attended(control, lambda: next(left, None))) is not None:
        yield branch


def parts_of(
    job: Job, branch: Branch, keeper: Keeper | None, control: Control
) -> list[Branch] | None:
    """Return the parts by which *branch* is searched; None if whole, none if it cannot be split."""
    if job.engine.is_coarse(job.puzzle, laid_out_for(job), branch):
        return _attended_split(job, branch, control)
    return None if keeper is None else keeper.parts_of(job, branch)


def _by_counts(job: Job) -> bool:
    """Return whether *job* is a sample that is drawn from the counts of an ordered list."""
    return isinstance(job.question, Sample) and Sample not in job.engine.direct


def laid_out_for(job: Job) -> Question:
    """Return the question for which the branches of *job* are laid out and split."""
    return Every(up_to=job.question.up_to) if _by_counts(job) else job.question


def searched_for(job: Job) -> Question:
    """Return the question that is put to each branch of *job*."""
    return Count(up_to=job.question.up_to) if _by_counts(job) else job.question


def branches_of(job: Job) -> list[Branch]:
    """Return the branches into which *job* is laid out."""
    branches = list(job.engine.branches(job.puzzle, laid_out_for(job)))
    if _by_counts(job) and len(branches) == 1:
        return split_of(job, branches[0]) or branches
    return branches


def split_of(job: Job, branch: Branch) -> list[Branch]:
    """Return the parts of *branch* of *job*; none if it cannot be split."""
    return job.engine.split(job.puzzle, laid_out_for(job), branch)


def effort_of(job: Job) -> Effort:
    """Return how far a branch of *job* may be searched before it is split."""
    if not isinstance(searched_for(job), Count | Sizes | Every):
        return NO_LIMIT
    return Effort(nodes=LONG_NODES if job.engine.releases_gil else LONG_NODES_IN_PYTHON)


def share_of(
    job: Job, branches: Sequence[Branch], part: Part, keeper: Keeper, control: Control
) -> list[tuple[int, Branch]]:
    """Return the branches of *part*, each with the number of the one in *branches* it is of.

    First *branches* are split until there are several for each part, and none is a large share of
    one, as far as they can be. The outcome depends on the job alone. What later proves too big
    stays in its part.
    """
    whole = sum(branch.share for branch in branches)
    largest = whole / (LEAST_OF_PART * part.of)
    leaves, splits = _split_up(job, branches, LEAVES_A_PART * part.of, control, largest)
    _keep(job, splits, keeper)
    own = leaves[part.number - 1 :: part.of]
    keeper.aim(sum(branch.share for _, branch in own))
    return own


def spread(
    job: Job, branches: Sequence[Branch], least: int, keeper: Keeper, control: Control
) -> None:
    """Split what is not finished of *branches* until there are *least*, as far as it can be."""
    if effort_of(job) == NO_LIMIT:
        return
    open_ones: list[Branch] = []
    todo = list(reversed(branches))
    while todo:
        branch = todo.pop()
        parts = parts_of(job, branch, keeper, control)
        if parts:
            todo += reversed(parts)
        elif parts is None and f"{job.key()}/{branch.id}" not in keeper:
            open_ones.append(branch)
        if len(open_ones) >= least:
            return
    _keep(job, _split_up(job, open_ones, least, control)[1], keeper)


def _attended_split(job: Job, branch: Branch, control: Control) -> list[Branch]:
    return attended(control, lambda: split_of(job, branch))


Splits = list[tuple[Branch, list[Branch]]]


def _keep(job: Job, splits: Splits, keeper: Keeper) -> None:
    """Note the *splits* that do not follow from the branches alone."""
    question = laid_out_for(job)
    for branch, parts in splits:
        if not job.engine.is_coarse(job.puzzle, question, branch):
            keeper.split(job, branch, parts)


def _split_up(
    job: Job, branches: Sequence[Branch], least: int, control: Control, largest: float = 1.0
) -> tuple[list[tuple[int, Branch]], Splits]:
    """Split *branches* until there are *least*, none of a greater share than *largest*."""
    # The largest first; those of the same share as they stand in the tree.
    heap: list[tuple[float, tuple[int, ...], Branch]] = [
        (-branch.share, (place,), branch) for place, branch in enumerate(branches)
    ]
    heapify(heap)
    done: list[tuple[tuple[int, ...], Branch]] = []
    splits: Splits = []
    while heap:
        number = len(heap) + len(done)
        if number >= least and (-heap[0][0] <= largest or number >= MOST_LEAVES):
            break
        _, order, branch = heappop(heap)
        parts = _attended_split(job, branch, control)
        if not parts:
            done.append((order, branch))
            continue
        splits.append((branch, parts))
        for i, part in enumerate(parts):
            heappush(heap, (-part.share, (*order, i), part))
    done += [(order, branch) for _, order, branch in heap]
    done.sort(key=lambda item: item[0])
    return [(order[0], branch) for order, branch in done], splits
