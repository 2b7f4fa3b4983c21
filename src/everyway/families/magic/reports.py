"""The family's own commands: construct, classify, transform, diagram, classes."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.core.engine import Control
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle, ask_within
from everyway.core.question import Count
from everyway.drawing.picture import Picture

from .drawing import draw, draw_square, path_canvas
from .groups import largest_group
from .puzzle import MagicSquare
from .reading import read_cells
from .square import Square
from .transforms import classes_of, first_of_orbit, normal_form, transformed


def read_square(words: Sequence[str], order: int) -> Square:
    """Return the whole square that *words* write: its numbers row by row."""
    if not words:
        raise EverywayError(f"what follows is a square of order {order}: its numbers row by row")
    cells = read_cells(" ".join(words), order)
    if None in cells:
        raise EverywayError("a blank in a square that should be whole", text=" ".join(words))
    return Square(tuple(number for number in cells if number is not None))


def construct(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Make one square by a rule and check it by the rules of its class."""
    assert isinstance(puzzle, MagicSquare)
    if extra:
        raise EverywayError("construct needs an order alone, not", text=" ".join(extra))
    square = puzzle.construct()
    why = puzzle.why_not(square)
    if why is not None:
        raise ArithmeticError(f"a square was constructed wrongly: {why}")
    picture = draw(puzzle, square)
    return Findings(picture.lines(), square.to_data(), picture=picture)


def _square(puzzle: MagicSquare, extra: Sequence[str]) -> Square:
    """Return the square that *extra* writes; without any, the one that the puzzle gives whole."""
    whole = [str(value) for value in puzzle.given if value is not None]
    return read_square(extra or whole, puzzle.order)


def classify(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Say which classes a square belongs to, its sum and its normal forms."""
    assert isinstance(puzzle, MagicSquare)
    square = _square(puzzle, extra)
    classes = classes_of(square)
    normal = sorted(square.cells) == list(range(1, puzzle.size + 1))
    data = {
        "classes": classes,
        "normal": normal,
        "sum": sum(square.cells[: puzzle.order]) if classes else None,
        "first_of_orbit": first_of_orbit(square).to_data(),
        "normal_form": normal_form(square).to_data() if "magic" in classes else None,
    }
    lines = ["classes: " + (", ".join(classes) or "none, not even semi-magic")]
    if classes:
        lines.append(f"sum: {data['sum']}")
    lines.append("numbers: " + (f"1 to {puzzle.size}" if normal else "others than 1 to n squared"))
    lines += ["", "first of its rotations and reflections:", str(first_of_orbit(square))]
    if "magic" in classes:
        lines += ["", "normal form under M-transformations:", str(normal_form(square))]
    return Findings(lines, data, found=bool(classes))


def transform(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Show a square transformed: the first word says how, the others are the square."""
    assert isinstance(puzzle, MagicSquare)
    if not extra:
        raise EverywayError("transform needs a transformation and a square", hint="such as rotate")
    square = transformed(read_square(extra[1:], puzzle.order), extra[0])
    return Findings(str(square).splitlines(), square.to_data())


def diagram(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Say where the numbers stand, from the least to the greatest; the picture draws the line."""
    assert isinstance(puzzle, MagicSquare)
    square = _square(puzzle, extra)
    text = draw_square(square).text("path")
    n = square.order
    ranked = sorted(range(puzzle.size), key=square.cells.__getitem__)
    data = [[cell // n + 1, cell % n + 1] for cell in ranked]
    picture = Picture(("path",), lambda style: text, lambda: path_canvas(square))
    return Findings(text.splitlines(), data, picture=picture)


def classes(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Count the squares, up to the symmetries, and up to the largest group that keeps the class."""
    assert isinstance(puzzle, MagicSquare)
    if extra:
        raise EverywayError("classes needs an order alone, not", text=" ".join(extra))
    if puzzle.given:
        raise EverywayError("larger groups do not keep given cells", hint="leave them out")
    answer = ask_within(puzzle, Count(), control)
    group = largest_group(puzzle.order, puzzle.class_)
    up_to = {
        "all": answer.value,
        "symmetry": answer.value // len(puzzle.group),
        "largest group": answer.value // group.order,
    }
    least = "at least " if answer.interrupted else ""
    lines = [
        f"all squares: {least}{up_to['all']}",
        f"up to the symmetries of the square ({len(puzzle.group)}): {least}{up_to['symmetry']}",
        f"up to {group.name} ({group.order}): {least}{up_to['largest group']}",
    ]
    return Findings(lines, up_to, complete=not answer.interrupted, found=answer.found)
