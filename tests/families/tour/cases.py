"""Small tour puzzles of many kinds, and tours of them by the rules alone."""

from functools import lru_cache
from itertools import permutations

from hypothesis import strategies as st

from everyway import Board, Tour

SMALL = (
    Tour("0x0"),
    Tour("0x0", closed=True),
    Tour("1x1"),
    Tour("1x1", closed=True),
    Tour("1x1", start="a1", end="a1"),
    Tour("1x2"),
    Tour("1x2", "wazir"),
    Tour("1x2", "wazir", closed=True),
    Tour("1x2", "wazir", start="a1", end="a1"),
    Tour("2x2", "wazir"),
    Tour("2x2", "wazir", closed=True),
    Tour("2x2", "wazir", closed=True, directed=True),
    Tour("2x2", "king", directed=False),
    Tour("3x3"),
    Tour(Board(3, 3, holes="b2"), closed=True),
    Tour(Board(3, 3, holes="b2"), directed=False),
    Tour(Board(3, 3, holes="b2"), start="a1", end="c2", directed=False),
    Tour(Board(3, 3, holes="b2"), start="c2"),
    Tour(Board(3, 3, holes="a1 b2"), end="b1"),
    Tour("2x3", "king"),
    Tour("2x3", "king", closed=True),
    Tour("2x4", "wazir", start="a1", end="a2", directed=False),
    Tour("2x4", "wazir", end="b1"),
    Tour("2x4", "king", closed=True, start="b2"),
    Tour("3x3", "wazir", directed=False),
    Tour(Board(3, 3, torus=True), "wazir", start="b2"),
    Tour(Board(2, 3, torus=(False, True)), "wazir", closed=True),
    Tour(Board(2, 2, 2), "wazir", closed=True),
    Tour(Board(2, 2, 2), "wazir", directed=False),
    Tour(Board(4), "wazir+leaper(2)"),
    Tour(Board(2, 4, walls="b1"), "rook", directed=False),
    Tour(Board(2, 3), "leaper(1,1)"),
)


@lru_cache(maxsize=1000)
def by_the_rules(puzzle):
    """Return the tours as they are listed, by trying every order of up to 6 squares."""
    cells = puzzle.board.cells
    orders = permutations(cells) if len(cells) <= 6 else walks(puzzle, ())
    return sorted({puzzle.listed(order) for order in orders if is_tour(puzzle, order)})


def walks(puzzle, path):
    """Yield every order of the squares in which moves lead from each to the next."""
    if len(path) == puzzle.board.squares:
        yield path
    for cell in puzzle.board.cells:
        if cell not in path and (not path or puzzle.reaches(path[-1], cell)):
            yield from walks(puzzle, (*path, cell))


def is_tour(puzzle, cells):
    return puzzle.is_solution(puzzle.wrap(cells))


@st.composite
def puzzles(draw, most=9):
    """Return random puzzles of at most *most* squares, many of them with tours."""
    rows = draw(st.integers(1, 3))
    columns = draw(st.integers(1, 4))
    squares = [(r, c) for r in range(1, rows + 1) for c in range(1, columns + 1)]
    over = max(0, len(squares) - most)
    holes = draw(st.sets(st.sampled_from(squares), min_size=over, max_size=max(over, 3)))
    left = [square for square in squares if square not in holes]
    torus = draw(st.tuples(st.booleans(), st.booleans()))
    board = Board(rows, columns, holes=holes, torus=torus)
    piece = draw(st.sampled_from(["knight", "king", "wazir", "knight+wazir", "ferz+leaper(2)"]))
    closed = draw(st.booleans())
    ends = st.none() | st.sampled_from(left) if left else st.none()
    start = draw(ends)
    end = None if closed else draw(ends)
    return Tour(board, piece, start, end, closed, draw(st.sampled_from([None, True, False])))
