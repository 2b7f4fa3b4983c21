"""Pictures of solutions: moves and frames as text, a sheet of frames, and an animation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise

from everyway.core.errors import EverywayError
from everyway.drawing.canvas import Canvas, Line, Rectangle, Style, Text
from everyway.drawing.gallery import gallery
from everyway.drawing.palette import INK, PAPER, REGION_COLOURS, WALL
from everyway.drawing.picture import Picture
from everyway.drawing.text import beside
from everyway.families.hanoi.candidates import NO_MOVES, START
from everyway.families.hanoi.puzzle import Hanoi
from everyway.families.hanoi.solution import HanoiSolution
from everyway.families.hanoi.states import LETTERS

STYLES = ("moves", "frames", "steps")
"""The names of the text styles, the default first."""

MOVES_A_LINE = 20
TEXT_WIDTH = 79
MOST_BARS = 30
"""Frames of more discs than this are written as states instead of bars."""

MOST_ON_SHEET = 64
MOST_FILMED = 300
MOST_SHAPES = 40_000

PEG_WIDTH = 110.0
NARROWEST, WIDEST = 22.0, 98.0
STACK = 132.0
"""The most room for a pile of discs, in height."""
THICK = 18.0
HEAD, FOOT, SIDE, CAPTION = 40.0, 30.0, 10.0, 16.0


def draw(puzzle: Hanoi, solution: HanoiSolution | None) -> Picture:
    """Return the picture of *solution*; for None the start and the goal.

    The styles of text are ``moves``, ``frames`` (the discs after every move) and ``steps`` (a line
    for each move). A canvas shows the first 65 states; an animation up to 300 moves.

    >>> from everyway import Hanoi
    >>> puzzle = Hanoi(2)
    >>> print(draw(puzzle, puzzle.first()).text("steps"))
    1. disc 1 from A to B
    2. disc 2 from A to C
    3. disc 1 from B to C
    """
    if solution is None:
        return Picture(STYLES, lambda style: _text_of_puzzle(puzzle, style), lambda: _ends(puzzle))
    return Picture(
        STYLES,
        lambda style: _lines(solution, style),
        lambda: _sheet(solution),
        lambda: _film(solution),
    )


# --- text ---


def _lines(solution: HanoiSolution, style: str) -> Iterator[str]:
    if style == "moves":
        return _moves(solution)
    return _steps(solution) if style == "steps" else _frames(solution)


def _moves(solution: HanoiSolution) -> Iterator[str]:
    if not solution.length:
        yield NO_MOVES
    moves = iter(solution)
    while line := " ".join(islice(moves, MOVES_A_LINE)):
        yield line


def _steps(solution: HanoiSolution) -> Iterator[str]:
    if not solution.length:
        yield NO_MOVES
    for number, (disc, source, target) in enumerate(_moved(solution), 1):
        yield f"{number}. disc {disc} from {source} to {target}"


def _moved(solution: HanoiSolution) -> Iterator[tuple[int, str, str]]:
    """Yield for each move the disc, counted from 1, the peg it leaves and the one it goes to."""
    for before, after in pairwise(solution.states()):
        place = next(i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b)
        yield len(before) - place, before[place], after[place]


def _frames(solution: HanoiSolution) -> Iterator[str]:
    pegs = solution.puzzle.pegs
    captions = chain([START], (f"{n}. {move}" for n, move in enumerate(solution, 1)))
    frames = (
        f"{caption}\n{text_frame(state, pegs)}"
        for caption, state in zip(captions, solution.states(), strict=True)
    )
    width = pegs * (2 * solution.puzzle.discs + 2) + 4
    a_row = max(1, (TEXT_WIDTH + 4) // width)
    first = True
    while row := list(islice(frames, a_row)):
        if not first:
            yield ""
        first = False
        yield from beside(row, width=max(TEXT_WIDTH, width)).split("\n")


def text_frame(state: str, pegs: int) -> str:
    """Return a state as bars on pegs.

    >>> print(text_frame("ACB", 3))
       |      |      |
       |      |      |
     =====    =     ===
    ─────────────────────
       A      B      C
    """
    discs = len(state)
    if discs > MOST_BARS:
        return state
    room = 2 * discs + 1
    rows = []
    for level in range(discs - 1, -1, -1):
        row = ""
        for peg in LETTERS[:pegs]:
            pile = _pile(state, peg)
            bar = "=" * (2 * pile[level] - 1) if level < len(pile) else "|"
            row += bar.center(room)
        rows.append(row.rstrip())
    labels = "".join(peg.center(room) for peg in LETTERS[:pegs]).rstrip()
    return "\n".join([*rows, "─" * (room * pegs), labels])


def _pile(state: str, peg: str) -> list[int]:
    """Return the discs on a peg from the bottom up, the smallest is 1."""
    return [len(state) - place for place, letter in enumerate(state) if letter == peg]


def _text_of_puzzle(puzzle: Hanoi, style: str) -> str:
    goal = puzzle.goal if not puzzle.any_goal else "any state"
    if style != "frames":
        return f"{_name(puzzle)}: from {puzzle.start or '-'} to {goal or '-'}"
    frames = [f"start\n{text_frame(puzzle.start, puzzle.pegs)}"]
    if not puzzle.any_goal:
        frames.append(f"goal\n{text_frame(puzzle.goal, puzzle.pegs)}")
    return beside(frames)


def _name(puzzle: Hanoi) -> str:
    moves = "" if puzzle.moves == "all" else f", moves {puzzle.moves}"
    return f"{puzzle.discs} discs on {puzzle.pegs} pegs{moves}"


# --- canvases ---


def _sheet(solution: HanoiSolution) -> Canvas:
    puzzle = solution.puzzle
    most = max(1, min(MOST_ON_SHEET, MOST_SHAPES // max(1, puzzle.discs)))
    states = list(islice(solution.states(), most + 1))
    moves = list(islice(solution, most))
    canvases = [frame(states[0], puzzle.pegs)]
    canvases += [
        frame(after, puzzle.pegs, moved=_differs(before, after))
        for before, after in pairwise(states)
    ]
    captions = ["start", *(f"{number}. {move}" for number, move in enumerate(moves, 1))]
    shown = "" if len(moves) == solution.length else f", the first {len(moves)} shown"
    return gallery(
        canvases,
        captions,
        title=f"{_name(puzzle)}: {solution.length} moves{shown}",
        description=" ".join(moves) or "no moves",
    )


def _ends(puzzle: Hanoi) -> Canvas:
    canvases = [frame(puzzle.start, puzzle.pegs)]
    captions = ["start"]
    if not puzzle.any_goal:
        canvases.append(frame(puzzle.goal, puzzle.pegs))
        captions.append("goal")
    text = _text_of_puzzle(puzzle, "moves")
    return gallery(canvases, captions, columns=1, title=text, description=text)


def _film(solution: HanoiSolution) -> Sequence[Canvas]:
    """Return two canvases for each move: the disc in the air, and where it comes to rest."""
    puzzle = solution.puzzle
    if solution.length > MOST_FILMED or solution.length * puzzle.discs > MOST_SHAPES:
        raise EverywayError(
            "too long for an animation:",
            text=f"{solution.length} moves",
            hint=f"at most {MOST_FILMED}",
        )
    total = solution.length
    still = f"{total} moves" if total else "no moves"
    canvases = [frame(puzzle.start, puzzle.pegs, caption=still)]
    states = list(solution.states())
    for number, (move, before, after) in enumerate(
        zip(solution, states, states[1:], strict=False), 1
    ):
        moved = _differs(before, after)
        caption = f"{number} of {total}: {move[0]} to {move[1]}"
        lifted = (LETTERS.index(move[0]) + LETTERS.index(move[1])) / 2
        canvases.append(frame(before, puzzle.pegs, moved=moved, lifted=lifted, caption=caption))
        canvases.append(frame(after, puzzle.pegs, moved=moved, caption=caption))
    canvases[0].title = f"{_name(puzzle)}: {total} moves"
    canvases[0].description = " ".join(solution) or "no moves"
    return canvases


def _differs(before: str, after: str) -> int:
    """Return the disc, counted from 1, that is on another peg, or 0."""
    for place, (one, other) in enumerate(zip(before, after, strict=True)):
        if one != other:
            return len(before) - place
    return 0


def frame(
    state: str,
    pegs: int,
    *,
    moved: int = 0,
    lifted: float | None = None,
    caption: str = "",
    room: int = 0,
) -> Canvas:
    """Return one state as a canvas: pegs, and discs with their numbers.

    The pegs are high enough for *room* discs, if these are more. The disc *moved* has a thick
    outline; *lifted*, a place along the pegs counted from 0, shows it in the air there.
    """
    discs = max(len(state), room)
    thick = min(THICK, STACK / max(1, discs))
    head = HEAD + (CAPTION if caption else 0.0)
    base = head + thick * discs
    canvas = Canvas(2 * SIDE + pegs * PEG_WIDTH, base + FOOT)
    middle = [SIDE + (peg + 0.5) * PEG_WIDTH for peg in range(pegs)]
    for x, letter in zip(middle, LETTERS, strict=False):
        canvas.add(Rectangle(x - 2.5, head - 12, 5, base - head + 12, Style(fill=WALL), 2.5))
        canvas.add(Text(x, base + 18, letter, 10))
    canvas.add(Line((SIDE, base + 3), (canvas.width - SIDE, base + 3), Style(stroke=INK, width=3)))
    for peg, letter in enumerate(LETTERS[:pegs]):
        pile = _pile(state, letter)
        for level, disc in enumerate(pile):
            x, y = middle[peg], base - (level + 1) * thick
            if disc == moved and lifted is not None:
                x, y = SIDE + (lifted + 0.5) * PEG_WIDTH, head - 20 - thick
            canvas.add(*disc_shapes(disc, discs, x, y, thick, disc == moved))
    if caption:
        canvas.add(Text(SIDE, 12, caption, 9, INK, "start"))
    return canvas


def disc_shapes(
    disc: int, discs: int, x: float, y: float, thick: float, moved: bool
) -> list[Rectangle | Text]:
    """Return a disc, counted from 1, with the middle of its upper edge at (x, y), and its number.

    A disc that is *moved* has a thick outline.
    """
    share = (disc - 1) / (discs - 1) if discs > 1 else 1.0
    width = NARROWEST + share * (WIDEST - NARROWEST)
    colour = REGION_COLOURS[(disc - 1) % len(REGION_COLOURS)] if thick >= 4 else PAPER
    edge = min(2.6 if moved else 1.2, thick / 3)
    style = Style(fill=colour, stroke=INK, width=edge)
    box = Rectangle(x - width / 2, y + 1, width, thick - 1, style, min(5.0, thick / 3))
    if thick < 11:
        return [box]
    return [box, Text(x, y + thick / 2 + 0.5, str(disc), 8)]
