"""Make the pictures of the documentation: ``python docs/pictures.py`` writes docs/images."""

from __future__ import annotations

from pathlib import Path

from everyway import (
    Chain,
    Hanoi,
    MagicSquare,
    Placement,
    Puzzle,
    Queens,
    RegionQueens,
    SnakeCube,
    Tour,
    load,
    trace,
)
from everyway.drawing.canvas import Canvas
from everyway.drawing.gallery import gallery
from everyway.drawing.picture import Picture
from everyway.drawing.svg import svg
from everyway.families.registry import family

IMAGES = Path(__file__).parent / "images"

REGIONS = [
    "AABCCCCD",
    "AABBCCDD",
    "AAABBEED",
    "ABBBBEFF",
    "AAGGBEEF",
    "AGGGBBEF",
    "AAGGHEEE",
    "GGGGHHHE",
]


NEWSPAPER = Path(__file__).parent.parent / "examples" / "newspaper_chain.toml"


def drawn(puzzle: Puzzle, solution: object) -> Canvas:
    """Return the picture of a solution as its family draws it."""
    picture = family(puzzle.family).picture(puzzle, solution)
    assert isinstance(picture, Picture)
    return picture.canvas


def everyway() -> Canvas:
    """Return a solution of a puzzle of several families, side by side."""
    chain = load(NEWSPAPER.read_text("utf-8"))
    assert isinstance(chain, Chain)
    tour = Tour("6x6", closed=True)
    shown: list[tuple[Puzzle, object, str]] = [
        (Queens(8), Queens(8).first(), "8 queens, one of 92 ways"),
        (RegionQueens(REGIONS), RegionQueens(REGIONS).one(), "one in each row, column, region"),
        (tour, tour.first(), "a closed knight's tour, one of 9862"),
        (chain, chain.one(), "a chain folded, all arrows up"),
        (MagicSquare(4), MagicSquare(4).first(), "a magic square, one of 880"),
        (Hanoi(2), Hanoi(2).first(), "the Tower of Hanoi"),
    ]
    canvases = [drawn(puzzle, solution) for puzzle, solution, _ in shown]
    return gallery(canvases, [caption for _, _, caption in shown], columns=3)


def smallest() -> Canvas:
    """Return smallest peaceful covering placements of queens, flat and in three dimensions."""
    canvases, captions = [], []
    flat = [f"{n}x{n}" for n in range(8, 18)]
    for board in (*flat, "4x4x4", "5x5x5", "6x6x6"):
        puzzle = Placement(board, "queen", covering=True)
        answer = puzzle.smallest(engine="cover")
        canvases.append(drawn(puzzle, answer.solution))
        captions.append(f"{answer.value} queens on {board}")
    return gallery(canvases, captions, columns=4)


def pieces() -> Canvas:
    """Return smallest covering placements of other pieces, peaceful or not."""
    canvases, captions = [], []
    for piece, peaceful in (("rook", True), ("bishop", True), ("king", True), ("knight", False)):
        puzzle = Placement("8x8", piece, covering=True, peaceful=peaceful)
        # One engine, so that the same placements are shown however busy the machine is.
        answer = puzzle.smallest(engine="compiled" if peaceful else "cover")
        canvases.append(drawn(puzzle, answer.solution))
        captions.append(f"{answer.value} {piece}s on 8x8")
    return gallery(canvases, captions, columns=4)


def steps() -> Canvas:
    """Return steps of backtracking and of generate and test, and the search tree at one of them."""
    searched, made = trace(Queens(6)), trace(Queens(6), "generate and test")
    found = searched.next_solution(-1)
    assert found is not None
    refused = next(i for i, step in enumerate(searched) if len(step.marks) == 2)
    dead = next(i for i, step in enumerate(searched) if step.kind == "prune")
    shown = [
        (searched.canvas(refused), "backtracking: a square refused"),
        (searched.canvas(dead), "a dead end"),
        (searched.canvas(found), "the first solution"),
        (made.canvas(1), "generate and test: a candidate refused"),
        (trace(Tour("5x5")).canvas(10), "a tour: a square visited already"),
        (searched.tree_canvas(found, 14), "the search tree at the first solution"),
    ]
    return gallery([canvas for canvas, _ in shown], [text for _, text in shown], columns=3)


def corner() -> Canvas:
    """Return boards of three dimensions in the isometric view."""
    cube = Placement("4x4x4", "queen", covering=True)
    tour, snake = Tour("2x4x4", closed=True), SnakeCube()
    shown: list[tuple[Puzzle, object, str]] = [
        (cube, cube.smallest().solution, "4 queens that cover 4x4x4"),
        (tour, tour.first(), "a closed knight's tour of 2x4x4"),
        (snake, snake.first(), "a snake cube, folded"),
    ]
    canvases = []
    for puzzle, solution, _ in shown:
        picture = family(puzzle.family).picture(puzzle, solution, "isometric")
        assert isinstance(picture, Picture)
        canvases.append(picture.canvas)
    return gallery(canvases, [caption for _, _, caption in shown], columns=3)


PICTURES = {
    "corner.svg": corner,
    "everyway.svg": everyway,
    "smallest.svg": smallest,
    "pieces.svg": pieces,
    "steps.svg": steps,
}
"""What makes each file of docs/images."""


def main() -> None:
    """Write every picture anew."""
    IMAGES.mkdir(exist_ok=True)
    for name, make in PICTURES.items():
        (IMAGES / name).write_text(svg(make()), encoding="utf-8", newline="\n")
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
