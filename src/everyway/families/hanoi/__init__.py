"""The Tower of Hanoi: any discs and pegs, any two states, any moves between pegs."""

from __future__ import annotations

from everyway.core.family import Family, Option, Report

WORD = "hanoi"
OPTIONS = (
    Option("pegs", int, "how many pegs, called A, B, C, … (default 3)"),
    Option("start", str, "where to start (hanoi: a peg, or the peg of each disc, largest first)"),
    Option(
        "goal",
        str,
        "where to end, written as the start is, or any (default: all discs on the last peg)",
    ),
    Option(
        "moves", str, "all (the default), linear, cyclic, star, or pairs of pegs such as 'AB BC CA'"
    ),
)


def recognises(word: str) -> bool:
    """Return whether *word* begins a Tower of Hanoi.

    >>> recognises("Hanoi"), recognises("queens")
    (True, False)
    """
    return word.lower() == WORD


FAMILY = Family(
    package=__name__,
    name="hanoi",
    summary="the Tower of Hanoi: any discs, pegs, states and moves; shortest solutions",
    kinds={"hanoi": "puzzle:Hanoi"},
    engines=(
        "plain:PlainEngine",
        "automaton:AutomatonEngine",
        "recursion:RecursionEngine",
        "halfway:HalfwayEngine",
        "bidirectional:BidirectionalEngine",
        "sweep_engine:SweepEngine",
        "formula:FormulaEngine",
    ),
    words=(WORD,),
    example="hanoi 3",
    options=OPTIONS,
    size_is="number of moves",
    styles=("moves", "frames", "steps"),
    recognises=recognises,
    reports=(
        Report(
            "states", "The graph of all states of a Tower of Hanoi.", "reports:states", picture=True
        ),
        Report("farthest", "The states farthest from the start.", "reports:farthest"),
        Report("step", "The best next moves from a state of the discs.", "reports:step"),
    ),
    traces={"breadth-first search": "trace:breadth_first", "recursion": "trace:recursion"},
    draw_steps="trace_drawing:StepPicture",
)
