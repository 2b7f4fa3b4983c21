"""Which links to mark so that only one fold is left: for whoever makes up a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from everyway.core.engine import Control, Data
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle
from everyway.families.chain.hinge import ARROWS, Chain
from everyway.families.chain.plain import PlainEngine
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.snake import SnakeCube

MOST_FOLDS = 20_000
LIGHT_NODES = 20_000
MOST_SHOWN = 10
MOST_LISTED = 1000
TURNS, PLACES = "turns", "places"


@dataclass(frozen=True)
class Known:
    """What can be known of folds: for each fold a row with a value for each link.

    The values are quarter turns, which an arrow on the link tells, or cells.
    """

    puzzle: LinkPuzzle
    kind: str
    rows: list[Data]

    def say(self, link: int, value: int) -> str:
        """Return what a setter writes down for *link*, counted from 0."""
        if self.kind == PLACES:
            return f"{link + 1}:{self.puzzle.name_of(value)}"
        assert isinstance(self.puzzle, Chain)
        return f"{link + 1}:{ARROWS[(self.puzzle.pointing - value) % 4]}"

    def say_all(self, links: Sequence[int], row: Data) -> str:
        """Return what a setter writes down for all *links* of a fold."""
        return ",".join(self.say(link, row[link]) for link in links)


def marks(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Find the fewest links that, once marked, leave one fold.

    *extra* is ``turns`` (arrows; the default for hinged chains) or ``places`` (squares; the default
    for snakes). The marks given of this kind are taken away first. If they left exactly one fold,
    that is the fold to be singled out: the report says which of them are needed, and the least
    sets of links that do; every set is found. Otherwise it finds the least number that singles out
    any fold, and the first such fold. Compares all folds, so there may be 20 000 at most; raises
    ``EverywayError`` for more. The search for sets takes about n over r steps for r of n links.
    """
    assert isinstance(puzzle, LinkPuzzle)
    kind = _kind(puzzle, extra)
    bare, given = _without(puzzle, kind)
    folds, complete = _folds(bare, control)
    rows = [tuple(d % 4 for d in f) if kind == TURNS else _cells(bare, f) for f in folds]
    known = Known(puzzle, kind, rows)
    left = [row for row in rows if all(row[link] == value for link, value in given.items())]
    number = "one fold" if len(rows) == 1 else f"{len(rows)} folds"
    lines = [f"{'' if complete else 'at least '}{number} without {_called(kind)}"]
    data: dict[str, object] = {"folds": len(rows), "given": [link + 1 for link in sorted(given)]}
    if given:
        least = "" if complete else "at least "
        lines.append(f"{least}{len(left)} with those given: {known_text(known, given)}")
        data["left"] = len(left)
    if not complete or not rows:
        return Findings(lines, data, complete, found=bool(rows))
    if given and len(left) == 1:
        more, done = _for_one(known, left[0], given, control, data)
    else:
        more, done = _for_any(known, control, data)
    return Findings([*lines, *more], data, done)


def known_text(known: Known, given: dict[int, int]) -> str:
    """Return the marks given, as a setter writes them."""
    return ",".join(known.say(link, value) for link, value in sorted(given.items()))


def _called(kind: str) -> str:
    return "arrows" if kind == TURNS else "fixed places"


def _kind(puzzle: LinkPuzzle, extra: Sequence[str]) -> str:
    hinged = isinstance(puzzle, Chain)
    if not extra:
        return TURNS if hinged else PLACES
    if len(extra) > 1 or extra[0] not in (TURNS, PLACES):
        raise EverywayError("marks are turns or places, not", text=" ".join(extra))
    if extra[0] == TURNS and not hinged:
        raise EverywayError("cubes of a snake have no turns to mark: ask for places")
    return extra[0]


def _without(puzzle: LinkPuzzle, kind: str) -> tuple[LinkPuzzle, dict[int, int]]:
    """Return the puzzle without marks of a kind, and what these said, by the link from 0."""
    given = dict(puzzle.fixed_cells)
    if isinstance(puzzle, Chain):
        fixed = {link: puzzle.name_of(cell) for link, cell in puzzle.fixed}
        arrows = {link: ARROWS[arrow] for link, arrow in puzzle.marks}
        if kind == TURNS:
            given, arrows = dict(puzzle.wanted_quarters), {}
        else:
            fixed = {}
        pointing = ARROWS[puzzle.pointing]
        return Chain(puzzle.board, puzzle.word, arrows, pointing, puzzle.closed, fixed), given
    assert isinstance(puzzle, SnakeCube)
    return SnakeCube(puzzle.word, puzzle.board, puzzle.directed), given


def _cells(puzzle: LinkPuzzle, fold: Data) -> Data:
    return tuple(d // 4 for d in fold) if isinstance(puzzle, Chain) else fold


def _folds(puzzle: LinkPuzzle, control: Control) -> tuple[list[Data], bool]:
    """Return all folds in order, and whether none is missing; raise an error if they are many."""
    folds: list[Data] = []
    for nodes, data in enumerate(PlainEngine().walk(puzzle)):
        if nodes > LIGHT_NODES:
            break
        if data is not None:
            folds.append(data)
    else:
        return folds, True
    from everyway.families.chain.compiled import LIST, CompiledSearch

    search = CompiledSearch(puzzle, (), LIST)
    stopped = control.spend(0)
    while not (search.done or stopped):
        before = search.nodes
        search.advance(100_000, MOST_FOLDS + 1)
        stopped = control.spend(search.nodes - before)
        if search.met > MOST_FOLDS:
            raise EverywayError(
                f"over {MOST_FOLDS} folds are too many to compare", hint="fix some links first"
            )
    return search.found, search.done


# --- one fold to be singled out ---


def _for_one(
    known: Known, target: Data, given: dict[int, int], control: Control, data: dict[str, object]
) -> tuple[list[str], bool]:
    """Return lines about the given marks and the fewest that would do; fill in *data*."""
    differ = [
        sum(1 << i for i, row in enumerate(known.rows) if row[link] != target[link])
        for link in range(len(target))
    ]
    others = sum(1 << i for i, row in enumerate(known.rows) if row != target)
    spare = [k for k in given if _union(differ, [g for g in given if g != k]) == others]
    data["spare"] = [link + 1 for link in spare]
    named = " ".join(str(link + 1) for link in spare)
    lines = [f"each of these alone could be left out: links {named}" if spare else "all are needed"]
    for size in range(len(target) + 1):
        sets = list(_sets(differ, others, size, control.spend))
        if control.stopped_by is not None:
            return [*lines, f"{size - 1} are not enough"] if size else lines, False
        if sets:
            break
    data["fewest"] = size
    data["sets"] = [[link + 1 for link in chosen] for chosen in sets[:MOST_LISTED]]
    data["ways"] = len(sets)
    lines.append(f"fewest for this fold: {size}, in {len(sets)} ways" + (":" if size else ""))
    lines += [f"  {known.say_all(chosen, target)}" for chosen in sets[:MOST_SHOWN] if chosen]
    if len(sets) > MOST_SHOWN:
        lines.append(f"  and {len(sets) - MOST_SHOWN} more")
    return lines, True


def _union(differ: Sequence[int], links: Sequence[int]) -> int:
    found = 0
    for link in links:
        found |= differ[link]
    return found


def _sets(
    differ: Sequence[int], others: int, size: int, spend: Callable[[int], bool]
) -> Iterator[tuple[int, ...]]:
    """Yield the sets of *size* links at which, together, all *others* differ; in order."""
    number = len(differ)
    rest = [0] * (number + 1)
    for link in reversed(range(number)):
        rest[link] = rest[link + 1] | differ[link]
    stack: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while stack:
        chosen, out = stack.pop()
        if spend(1):
            return
        if len(chosen) == size:
            if out == others:
                yield chosen
            continue
        first = chosen[-1] + 1 if chosen else 0
        if out | rest[first] != others:
            continue
        last = number - (size - len(chosen))
        stack.extend(((*chosen, link), out | differ[link]) for link in range(last, first - 1, -1))


# --- any fold ---


def _for_any(known: Known, control: Control, data: dict[str, object]) -> tuple[list[str], bool]:
    """Return lines about the fewest marks that single out some fold; fill in *data*.

    Sets of links are tried by size. Folds that look alike at the links of a set are one class; a
    class with one member is a fold that is singled out.
    """
    for size in range(len(known.rows[0]) + 1):
        single, sets, first = 0, 0, None
        for chosen, alone in _classes(known.rows, size, control.spend):
            sets += bool(alone)
            single += len(alone)
            if alone and first is None:
                first = (chosen, min(alone))
        if control.stopped_by is not None:
            return [f"{size - 1} are not enough for any fold"] if size else [], False
        if first is not None:
            break
    assert first is not None
    chosen, row = first
    data["fewest"], data["sets"] = size, sets
    data["first"] = known.say_all(chosen, row)
    lines = [f"fewest for any fold: {size}"]
    if size:
        lines[0] += f"; {sets} sets of links can do it, in {single} puzzles"
    return [*lines, f"  the first: {data['first']}"] if chosen else lines, True


def _classes(
    rows: list[Data], size: int, spend: Callable[[int], bool]
) -> Iterator[tuple[tuple[int, ...], list[Data]]]:
    """Yield each set of *size* links, in order, with the rows that no other is like at them."""
    number = len(rows[0])
    stack: list[tuple[tuple[int, ...], list[int]]] = [((), [0] * len(rows))]
    while stack:
        chosen, ids = stack.pop()
        if spend(1):
            return
        if len(chosen) == size:
            times: dict[int, int] = {}
            for i in ids:
                times[i] = times.get(i, 0) + 1
            yield chosen, [row for row, i in zip(rows, ids, strict=True) if times[i] == 1]
            continue
        first = chosen[-1] + 1 if chosen else 0
        for link in range(number - (size - len(chosen)), first - 1, -1):
            seen: dict[tuple[int, int], int] = {}
            finer = [
                seen.setdefault((i, row[link]), len(seen)) for i, row in zip(ids, rows, strict=True)
            ]
            if spend(len(rows)):
                return
            stack.append(((*chosen, link), finer))
