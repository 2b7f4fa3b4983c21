"""Random Towers of Hanoi, small enough for the plainest of searches."""

from __future__ import annotations

from hypothesis import strategies as st

from everyway import Hanoi

LETTERS = "ABCDE"
MOST_DISCS = {1: 6, 2: 6, 3: 5, 4: 4, 5: 3}


@st.composite
def moves(draw: st.DrawFn, pegs: int) -> str | list[str]:
    named = st.sampled_from(["all", "linear", "cyclic", "star"])
    pairs = [a + b for a in LETTERS[:pegs] for b in LETTERS[:pegs] if a != b]
    if not pairs:
        return draw(named)
    return draw(st.one_of(named, st.lists(st.sampled_from(pairs), min_size=1, unique=True)))


@st.composite
def states(draw: st.DrawFn, discs: int, pegs: int) -> str:
    pegs_of_discs = st.lists(st.sampled_from(LETTERS[:pegs]), min_size=discs, max_size=discs)
    return "".join(draw(pegs_of_discs)) or "A"


@st.composite
def puzzles(
    draw: st.DrawFn, least_pegs: int = 1, most_pegs: int = 5, any_goal: bool | None = None
) -> Hanoi:
    """Any discs, pegs, states and arcs; *any_goal* says whether the goal is ``any``."""
    pegs = draw(st.integers(least_pegs, most_pegs))
    discs = draw(st.integers(0, MOST_DISCS[pegs]))
    start = draw(states(discs, pegs))
    to_any = draw(st.booleans()) if any_goal is None else any_goal
    goal = "any" if to_any else draw(states(discs, pegs))
    return Hanoi(discs, pegs, start, goal, draw(moves(pegs)))
