"""Three pegs, all moves: the best next move by an automaton that reads the discs once.

Let the largest disc that must move go from peg i to peg j, and k be the third. It moves once, while
all smaller discs are on k, or twice, by way of k, while they are on j and then on i. The difference
of the two lengths is

    d(s, k) - d(s, j) + d(t, k) - d(t, i) - 2^m

where s and t are the m smaller discs at the start and the goal, and d(s, p) is how far they are
from all being on p. Every disc adds -1, 0 or 1 times its power of two to each distance's
difference. So, read from the largest disc down, the sum so far is doubled, a number from -2 to 2
is added, and once it is 2 or more, or -2 or less, what follows cannot change its sign: an automaton
with few states decides. Source: D. Romik, "Shortest paths in the Tower of Hanoi graph and finite
automata", SIAM Journal on Discrete Mathematics 20 (2006). On average it reads 63/38 discs.
"""

from __future__ import annotations

from collections.abc import Iterator

from everyway.core.engine import NO_LIMIT, Branch, Control, Data, Effort, Engine, Offer, Tally
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, Every, Largest, Question, Sizes, Smallest
from everyway.core.walking import Nodes
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.solution import BY_RANK, LONG
from everyway.families.hanoi.states import State

SECONDS_A_STEP = 2e-7


def decide(start: State, goal: State) -> tuple[int, int]:
    """Return the sign of "once" minus "twice" for the largest disc, and how many discs were read.

    The largest disc, the last of both states, must move. A negative sign says that it moves once,
    a positive one that it moves twice, 0 that both are shortest. O(n), O(1) on average.
    """
    i, j = start[-1], goal[-1]
    k = 3 - i - j
    # p, q: where the smaller discs of the start must go in either case; u, v: those of the goal.
    p, q, u, v = k, j, k, i
    total = -1
    read = 0
    for disc in range(len(start) - 2, -1, -1):
        read += 1
        a, b = start[disc], goal[disc]
        total = 2 * total + (a != p) - (a != q) + (b != u) - (b != v)
        if not -2 < total < 2:
            break
        p, q = _third(p, a), _third(q, a)
        u, v = _third(u, b), _third(v, b)
    return total, read


def _third(peg: int, disc_peg: int) -> int:
    """Return where the smaller discs must go, so that a disc gets from *disc_peg* to *peg*."""
    return peg if peg == disc_peg else 3 - peg - disc_peg


def next_moves(state: State, goal: State) -> list[int]:
    """Return the first moves of the shortest ways, as numbers ``3 * source + target``, in order.

    None at the goal, otherwise one or two. O(n).

    >>> next_moves((0, 0, 0), (2, 2, 2)), next_moves((2, 2, 2), (2, 2, 2))
    ([2], [])
    """
    n = len(state)
    while n and state[n - 1] == goal[n - 1]:
        n -= 1
    if not n:
        return []
    i, j = state[n - 1], goal[n - 1]
    k = 3 - i - j
    sign, _ = decide(state[:n], goal[:n])
    found = []
    if sign <= 0:
        found.append(_towards(state, n, k, 3 * i + j))
    if sign >= 0:
        found.append(_towards(state, n, j, 3 * i + k))
    return sorted(found)


def _towards(state: State, n: int, peg: int, then: int) -> int:
    """Return the first move that brings all discs below disc *n* to *peg*, or else *then*."""
    move = then
    for disc in range(n - 2, -1, -1):
        if state[disc] != peg:
            move = 3 * state[disc] + peg
            peg = 3 - peg - state[disc]
    return move


def distance(start: State, goal: State) -> tuple[int, int]:
    """Return the number of moves of a shortest way, and how many shortest ways there are."""
    n = len(start)
    while n and start[n - 1] == goal[n - 1]:
        n -= 1
    if not n:
        return 0, 1
    i, j = start[n - 1], goal[n - 1]
    k = 3 - i - j
    sign, _ = decide(start[:n], goal[:n])
    below, above = start[: n - 1], goal[: n - 1]
    if sign <= 0:
        return _to_peg(below, k) + 1 + _to_peg(above, k), 1 if sign else 2
    return _to_peg(below, j) + (1 << (n - 1)) + 1 + _to_peg(above, i), 1


def _to_peg(state: State, peg: int) -> int:
    """Return how far *state* is from all discs on *peg*: a binary digit for each disc."""
    digits = []
    for disc in range(len(state) - 1, -1, -1):
        digits.append("0" if state[disc] == peg else "1")
        peg = _third(peg, state[disc])
    return int("".join(digits) or "0", 2)


def after(state: State, code: int) -> State:
    """Return the state after a move."""
    source, target = divmod(code, 3)
    disc = state.index(source)
    return (*state[:disc], target, *state[disc + 1 :])


def way(state: State, goal: State, branch: int) -> Iterator[int]:
    """Yield the moves of a shortest way, one after another, each in O(n).

    *branch* picks one of the first moves. After that no choice is left: where two ways are
    shortest, they part at the first move.
    """
    place = branch
    while True:
        moves = next_moves(state, goal)
        if not moves:
            return
        yield moves[place]
        state = after(state, moves[place])
        place = 0


class AutomatonEngine(Engine):
    """Finds every move of a shortest way by an automaton, in O(n), without any memory."""

    name = "automaton"
    method = "automaton"
    light = True
    direct = frozenset({Count, Sizes, Every, Smallest, Largest})

    def offer(self, puzzle: Puzzle, question: Question) -> Offer:
        """Offer to answer anything about three pegs, all moves and one goal."""
        if not isinstance(puzzle, Hanoi) or puzzle.pegs != 3 or puzzle.moves != "all":
            return Offer.no("only three pegs and all moves")
        if puzzle.any_goal:
            return Offer.no("one goal alone")
        steps = float(puzzle.discs)
        if not isinstance(question, Count | Sizes) and puzzle.discs <= 18:
            steps *= 2.0**puzzle.discs
        return Offer(
            True, 1e-5 + steps * SECONDS_A_STEP, "an automaton for each move", steps, "measured"
        )

    def reason(self, puzzle: Puzzle, question: Question) -> str:
        """Return why no search is needed."""
        return "the automaton decides whether the largest disc moves once or twice (Romik 2006)"

    def branches(self, puzzle: Puzzle, question: Question) -> list[Branch]:
        """Return the whole: there are two solutions at most."""
        return [Branch()]

    def search(
        self,
        puzzle: Puzzle,
        question: Question,
        branch: Branch,
        control: Control,
        effort: Effort = NO_LIMIT,
    ) -> Tally:
        """Walk from the start to the goal, once for each solution."""
        assert isinstance(puzzle, Hanoi)
        limit = question.limit if isinstance(question, Every) else None
        if limit == 0:
            return Tally()
        steps = Nodes(control, effort)
        if steps.stopped:
            return Tally(complete=False)
        start, goal = puzzle.start_state, puzzle.goal_state
        if isinstance(question, Count | Sizes):
            enough = steps.take(puzzle.discs) == puzzle.discs
            steps.settle()
            if not enough:
                return Tally(nodes=steps.number, complete=False)
            length, number = distance(start, goal)
            return Tally({length: number}, nodes=steps.number)
        length, number = distance(start, goal)
        if isinstance(question, Smallest | Largest):
            number = 1
        elif limit is not None:
            number = min(number, limit)
        found: list[Data] = []
        for rank in range(number):
            data = _listed(start, goal, rank, length, steps)
            if data is None:
                steps.settle()
                bounds = (length, length) if isinstance(question, Smallest | Largest) else None
                return Tally(
                    {}, tuple(found), steps.number, complete=False, bounds=bounds or (None, None)
                )
            found.append(data)
        steps.settle()
        return Tally({length: number}, tuple(found), steps.number)


def _listed(start: State, goal: State, rank: int, length: int, steps: Nodes) -> Data | None:
    """Return a solution's moves, a recipe where they are many, or None when stopped."""
    if length > LONG:
        return BY_RANK, rank, length
    moves = []
    for move in way(start, goal, rank):
        if not steps.visit():
            return None
        moves.append(move)
    return tuple(moves)
