"""What the net needs to know of exact covers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, permutations
from random import Random
from typing import Any

from everyway import ExactCover, Langford, TilingPuzzle
from everyway.geometry.notation import parse_square, square_name
from tests.net.boards import isometries
from tests.net.hooks import Net

MARKS = "123456789"


# --- drawing puzzles ---


def order(chance: Random, drawn: Mapping[str, Any]) -> int:
    return chance.choices(range(4), [1, 1, 3, 6])[0]


def givens(chance: Random, drawn: Mapping[str, Any]) -> Any:
    """Draw rows with few numbers; a sudoku of order 4 has many, lest it be too large."""
    n = drawn.get("order", 4)
    if not isinstance(n, int):
        return None
    few = n < 4
    square = [[(r * 2 + r // 2 + c) % n + 1 for c in range(n)] for r in range(n)]
    kept = [[v if chance.random() < (0.2 if few else 0.7) else 0 for v in row] for row in square]
    rows = ["".join(MARKS[v - 1] if v else "." for v in row) for row in kept]
    return chance.choice([rows, "/".join(rows), "\n".join(" ".join(row) for row in rows)])


def region(chance: Random, drawn: Mapping[str, Any]) -> str:
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    return "/".join(
        "".join("-" if chance.random() < 0.1 else "." for _ in range(columns)) for _ in range(rows)
    )


def pieces(chance: Random, drawn: Mapping[str, Any]) -> str:
    names = chance.sample(["I1", "I2", "I3", "V3", "L4", "##/##"], chance.randint(1, 3))
    return chance.choice(["dominoes", "trominoes", ",".join(names), ",".join(names)])


def items(chance: Random, drawn: Mapping[str, Any]) -> Any:
    names = list("abcd"[: chance.randint(0, 4)])
    if chance.random() < 0.4:
        names = [f"{chance.choice(['1', '2', '0:1', '0:2', '1:2'])}|{name}" for name in names]
    return chance.choice([names, " ".join(names)])


def options(chance: Random, drawn: Mapping[str, Any]) -> Any:
    words = drawn["items"].split() if isinstance(drawn["items"], str) else drawn["items"]
    names = [word.rpartition("|")[2] for word in words] or ["x"]
    found = []
    for _ in range(chance.randint(0, 6)):
        option = [name for name in names if chance.random() < 0.5] or [names[0]]
        option += [chance.choice(["x", "x:A", "x:B"])] if chance.random() < 0.3 else []
        found.append(chance.choice([option, " ".join(option)]))
    return found


# --- candidates, in order ---


def candidates(puzzle: Any) -> Iterator[Any]:
    if isinstance(puzzle, ExactCover):
        numbers = range(len(puzzle.options))
        every = (c for k in range(len(numbers) + 1) for c in combinations(numbers, k))
        texts = puzzle.texts
        yield from ([texts[o] for o in chosen] for chosen in sorted(every))
    elif isinstance(puzzle, Langford):
        yield from rows(puzzle.numbers)
    elif isinstance(puzzle, TilingPuzzle):
        yield from tilings(puzzle, (), [])
    else:
        yield from grids(puzzle, [])


def grids(puzzle: Any, above: list[str]) -> Iterator[Any]:
    """Yield grids whose rows and columns have no number twice, in lexicographic order."""
    n = puzzle.order
    if len(above) == n:
        yield list(above)
        return
    given = puzzle.givens[len(above)] if puzzle.givens else "." * n
    for row in permutations(MARKS[:n]):
        if all(g in (".", v) for g, v in zip(given, row, strict=True)):
            yield None
            if all(row[c] not in [r[c] for r in above] for c in range(n)):
                yield from grids(puzzle, [*above, "".join(row)])


def rows(numbers: int) -> Iterator[Any]:
    """Yield rows in the order of the places of 1, then of 2, and so on."""

    def fill(k: int, row: list[int]) -> Iterator[Any]:
        if k > numbers:
            yield list(row)
            return
        for first in range(2 * numbers - k - 1):
            yield None
            if row[first] == row[first + k + 1] == 0:
                row[first] = row[first + k + 1] = k
                yield from fill(k + 1, row)
                row[first] = row[first + k + 1] = 0

    yield from fill(1, [0] * (2 * numbers))


def tilings(puzzle: TilingPuzzle, covered: tuple[int, ...], laid: list[Any]) -> Iterator[Any]:
    """Yield what covers the board, the first square first, by the cells covered, then the name."""
    free = [cell for cell in puzzle.board.cells if cell not in covered]
    if not free:
        yield list(laid)
        return
    columns = puzzle.board.shape[1]
    ways = []
    for name, forms in puzzle.forms.items():
        for form in forms:
            r, c = divmod(free[0], columns)
            places = [(r + y - form[0][0], c + x - form[0][1]) for y, x in form]
            inside = all(0 <= x < columns for _, x in places)
            cells = tuple(sorted(y * columns + x for y, x in places))
            if inside and set(cells) <= set(free):
                ways.append((cells, name))
    for cells, name in sorted(ways):
        yield None
        squares = [square_name(puzzle.board.shape, cell) for cell in cells]
        part = {"piece": name, "squares": squares}
        yield from tilings(puzzle, covered + cells, [*laid, part])


def size(puzzle: Any, candidate: Any) -> int:
    if isinstance(puzzle, Langford):
        return puzzle.numbers
    return puzzle.order**2 if hasattr(puzzle, "order") else len(candidate)


# --- symmetries ---


def images(puzzle: Any, candidate: Any) -> Iterator[Any]:
    if isinstance(puzzle, ExactCover):
        yield candidate
    elif isinstance(puzzle, Langford):
        yield from (candidate, candidate[::-1])
    elif isinstance(puzzle, TilingPuzzle):
        yield from moved_tilings(puzzle, candidate)
    else:
        yield from moved_grids(puzzle, candidate)


def moved_grids(puzzle: Any, candidate: list[str]) -> Iterator[Any]:
    """Yield the images of a grid by what keeps the givens, the boxes, and row and column 1."""
    n = puzzle.order
    cells = [[(r, c) for c in range(n)] for r in range(n)]
    lines = {frozenset(line) for line in puzzle.lines().values()}
    for turn in range(8):
        flat = [r * n + c for row in cells for r, c in row]
        kept = all(frozenset(flat[cell] for cell in line) in lines for line in lines)
        same = all(puzzle.fixed.get(flat[cell]) == puzzle.fixed.get(cell) for cell in range(n * n))
        counts = getattr(puzzle, "reduced", False)
        straight = all(sorted(divmod(flat[x], n)) == sorted(divmod(x, n)) for x in range(n * n))
        if kept and same and (straight or not counts):
            yield ["".join(candidate[r][c] for r, c in row) for row in cells]
        cells = [list(row) for row in zip(*cells[::-1], strict=True)]
        if turn == 3:
            cells = [row[::-1] for row in cells]


def moved_tilings(puzzle: TilingPuzzle, candidate: list[Any]) -> Iterator[Any]:
    shape, columns = puzzle.board.shape, puzzle.board.shape[1]
    named = {form: name for name, forms in puzzle.forms.items() for form in forms}
    for image in isometries(puzzle.board):
        moved = []
        for part in candidate:
            cells = sorted(image[parse_square(shape, square)] for square in part["squares"])
            places = [divmod(cell, columns) for cell in cells]
            top, left = min(r for r, _ in places), min(c for _, c in places)
            name = named[tuple(sorted((r - top, c - left) for r, c in places))]
            moved.append((cells, name))
        yield [
            {"piece": name, "squares": [square_name(shape, cell) for cell in cells]}
            for cells, name in sorted(moved)
        ]


def sudoku_order(chance: Random, drawn: Mapping[str, Any]) -> Any:
    given = drawn.get("givens") is not None
    return chance.choice([None, 4]) if given else chance.choice([0, 1, 2, 3])


def box(chance: Random, drawn: Mapping[str, Any]) -> Any:
    return chance.choice([None, "2x2", "1x4", "4x1"] if drawn.get("givens") else [None])


NET = Net(
    values={
        "latin": {"order": order, "givens": givens},
        "sudoku": {"givens": givens, "order": sudoku_order, "box": box},
        "tiling": {
            "board": region,
            "pieces": pieces,
            "once": lambda chance, drawn: chance.choice([None, True, False, False]),
        },
        "langford": {"numbers": lambda chance, drawn: chance.randint(0, 5)},
        "cover": {
            "items": items,
            "options": options,
            "secondary": lambda chance, drawn: chance.choice(["x", ["x"]]),
        },
    },
    candidates=candidates,
    size=size,
    images=images,
    texts=("1.3.\n..2.\n....\n4...", "a b | x\na x:A\nb x:A\na b\n"),
)
