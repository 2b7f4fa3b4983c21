"""Pieces: leapers, riders and unions of them, in any number of dimensions."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

from everyway.core.errors import EverywayError, quote
from everyway.geometry.board import Board

Move = tuple[int, ...]
LONGEST_LEAP = 1000
MOST_AXES = 6
"""So many axes a leap goes along at once, at most."""
NOWHERE = -1


@dataclass(frozen=True)
class Leap:
    """A kind of move: *lengths* along different axes, in every order and direction.

    A rider repeats the leap as often as it likes. ``None`` for *lengths* stands for one step along
    any number of axes (the moves of queen and king).
    """

    lengths: tuple[int, ...] | None
    rides: bool

    def moves(self, dimensions: int) -> list[Move]:
        """Return every single leap in *dimensions*, none twice, in a fixed order."""
        if self.lengths is None:
            steps = product((-1, 0, 1), repeat=dimensions)
            return sorted(step for step in steps if any(step))
        lengths = tuple(length for length in self.lengths if length)
        if len(lengths) > dimensions:
            return []
        found = set()
        for axes in permutations(range(dimensions), len(lengths)):
            for signs in product((-1, 1), repeat=len(lengths)):
                move = [0] * dimensions
                for axis, sign, length in zip(axes, signs, lengths, strict=True):
                    move[axis] = sign * length
                found.add(tuple(move))
        return sorted(found)

    def __str__(self) -> str:
        lengths = "any" if self.lengths is None else ",".join(map(str, self.lengths))
        return f"{'rider' if self.rides else 'leaper'}({lengths})"


_ALL_STEPS = None
_QUEEN = (Leap(_ALL_STEPS, rides=True),)
_ROOK = (Leap((1,), rides=True),)
_BISHOP = (Leap((1, 1), rides=True),)
_KNIGHT = (Leap((1, 2), rides=False),)

_UNICORN = (Leap((1, 1, 1), rides=True),)
_LEAPERS = {
    "wazir": (1,),
    "ferz": (1, 1),
    "dabbaba": (2,),
    "knight": (1, 2),
    "alfil": (2, 2),
    "threeleaper": (3,),
    "camel": (1, 3),
    "zebra": (2, 3),
    "tripper": (3, 3),
    "fourleaper": (4,),
    "giraffe": (1, 4),
    "stag": (2, 4),
    "antelope": (3, 4),
    "commuter": (4, 4),
}
"""Leapers by the names that problemists give them (Jelliss, "Theory of Moves"; Dickins, 1971)."""

_RIDERS = {"nightrider": (1, 2), "camelrider": (1, 3), "zebrarider": (2, 3)}

NAMED: dict[str, tuple[Leap, ...]] = {
    "queen": _QUEEN,
    "rook": _ROOK,
    "bishop": _BISHOP,
    "unicorn": _UNICORN,
    "amazon": _QUEEN + _KNIGHT,
    "king": (Leap(_ALL_STEPS, rides=False),),
    **{name: (Leap(lengths, rides=False),) for name, lengths in _LEAPERS.items()},
    **{name: (Leap(lengths, rides=True),) for name, lengths in _RIDERS.items()},
}
"""The pieces with a name of their own, each a union of leapers and riders.

In the order in which a union names them; of two that move alike on a board the first counts.
"""


def plural_of(name: str) -> str:
    """Return the plural of a piece's name.

    >>> plural_of("knight"), plural_of("ferz")
    ('knights', 'ferzes')
    """
    return name + ("es" if name.endswith("z") else "s")


_WRITTEN = re.compile(r"(leaper|rider)\(\s*([0-9]+(?:\s*,\s*[0-9]+)*)\s*\)", re.ASCII)


@dataclass(frozen=True, repr=False)
class Piece:
    """What a piece attacks: the union of its leaps.

    A bishop moves along exactly two axes at once and a unicorn along three, in any number of
    dimensions; a queen along any. A leaper ``(a, b, …)`` goes that far along as many axes.

    >>> Piece.parse("knight").attacks(Board(5, 5))[0]
    (7, 11)
    >>> Piece.parse("leaper(2,1)+rook+wazir").name, Piece.parse("queen+knight").name
    ('rook+knight', 'amazon')
    """

    name: str
    leaps: tuple[Leap, ...]

    @classmethod
    def parse(cls, text: str) -> Piece:
        """Read a piece: a name, ``leaper(1,3)``, ``rider(1,2)``, or a union ``rook+knight``.

        A piece has one name, however it is written: ``leaper(2,1)`` is a knight, and so is a knight
        twice. Raises ``EverywayError`` for an unknown name, with the nearest that is known.
        """
        if not isinstance(text, str):
            raise EverywayError("a piece is named by text, not by", text=text)
        parts = [_leaps_of(part.strip().lower(), text) for part in text.split("+")]
        return _union([leap for part in parts for leap in part], None)

    def on(self, dimensions: int) -> Piece:
        """Return the piece under the name that it has in so many dimensions.

        On a plane board a rook and a bishop in one are a queen, in space they are not.

        >>> Piece.parse("bishop+rook").on(2).name, Piece.parse("bishop+rook").on(3).name
        ('queen', 'rook+bishop')
        """
        return _union(self.leaps, dimensions) if "+" in self.name else self

    def number_of_moves(self, dimensions: int) -> int:
        """Return how many single leaps the piece has in so many dimensions."""
        return sum(len(leap.moves(dimensions)) for leap in self.leaps)

    def attacks(self, board: Board) -> tuple[tuple[int, ...], ...]:
        """Return for each cell of *board* the squares attacked from it, in order.

        A piece does not attack the square it stands on. Lines pass over holes, stop at walls,
        and go around the edges of a torus. Cells that are no squares attack nothing.
        """
        return _attacks(self, board)

    def ride_lines(self, board: Board) -> list[list[tuple[int, ...]]]:
        """Return, for each direction it rides in, the squares parted into lines.

        The squares of one line all attack each other. Directions that are opposite count once.
        """
        parted: list[list[tuple[int, ...]]] = []
        for leap in self.leaps:
            if leap.rides:
                directions = [m for m in leap.moves(len(board.shape)) if m > tuple(-x for x in m)]
                parted.extend(_part_into_lines(board, move) for move in directions)
        return parted

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Piece.parse({self.name!r})"


def _leaps_of(name: str, text: str) -> tuple[Leap, ...]:
    if name in NAMED:
        return NAMED[name]
    written = _WRITTEN.fullmatch(name)
    if written is None:
        near = difflib.get_close_matches(name, NAMED, n=1)
        known = ", ".join(NAMED)
        hint = f'did you mean "{near[0]}"?' if near else f"one of {known}, leaper(a,b), rider(a,b)"
        where = f"in {quote(text)}" if name != text.strip().lower() else None
        raise EverywayError("unknown piece", text=name, where=where, hint=hint)
    parts = written[2].split(",")
    if any(len(part.strip()) > 4 or int(part) > LONGEST_LEAP for part in parts):
        raise EverywayError("too long a leap:", text=name, hint=f"at most {LONGEST_LEAP}")
    lengths = tuple(sorted(int(part) for part in parts if int(part)))
    if not lengths or len(lengths) > MOST_AXES:
        raise EverywayError("a leap goes along one to six axes:", text=name)
    return (Leap(lengths, rides=written[1] == "rider"),)


Kinds = frozenset[tuple[tuple[int, ...], bool]]


def _kinds(leaps: Sequence[Leap], dimensions: int | None) -> Kinds:
    """Return the lengths of the leaps, each with whether it rides; a rider makes the leap, too.

    One step along any number of axes is, in so many *dimensions*, a step along one, two and so on;
    where their number is not known, it is a kind of its own, and of one axis, two or three.
    """
    found: set[tuple[tuple[int, ...], bool]] = set()
    for leap in leaps:
        lengths = [tuple(length for length in leap.lengths or () if length)]
        if leap.lengths is None:
            lengths = [(1,) * axes for axes in range(1, (dimensions or MOST_AXES) + 1)]
            lengths += [] if dimensions else [()]
        for kind in lengths:
            if dimensions is None or len(kind) <= dimensions:
                found |= {(kind, False), (kind, leap.rides)}
    return frozenset(found)


def _union(leaps: Sequence[Leap], dimensions: int | None) -> Piece:
    """Return the piece with all *leaps*, named by the largest pieces with names within it."""
    whole = _kinds(leaps, dimensions)
    if not whole and dimensions is not None:
        return _union(leaps, None)  # a piece that cannot move here has the name that it has
    found = {name: _kinds(known, dimensions) for name, known in NAMED.items()}
    parts = {name: kinds for name, kinds in found.items() if kinds and kinds <= whole}
    for leap in leaps:
        parts.setdefault(str(leap), _kinds([leap], dimensions))
    names: list[str] = []
    for name, kinds in parts.items():
        others = [parts[other] for other in names]
        larger = any(kinds < other for other in parts.values())
        if not larger and kinds not in others:
            names.append(name)
    # What larger pieces have together need not be said again.
    for name in reversed(names):
        rest = [parts[other] for other in names if other != name]
        if rest and parts[name] <= frozenset().union(*rest):
            names.remove(name)
    written = {str(leap): (leap,) for leap in leaps}
    moves: dict[Leap, None] = {}
    for name in names:
        moves.update(dict.fromkeys(NAMED.get(name) or written[name]))
    return Piece("+".join(names), tuple(moves))


@lru_cache(maxsize=64)
def _attacks(piece: Piece, board: Board) -> tuple[tuple[int, ...], ...]:
    attacked: list[set[int]] = [set() for _ in range(board.size)]
    # The squares of a line all attack each other: far quicker than following every ray.
    for lines in piece.ride_lines(board):
        for line in lines:
            for cell in line:
                attacked[cell].update(line)
    leaps = {
        move for leap in piece.leaps if not leap.rides for move in leap.moves(len(board.shape))
    }
    for move in leaps:
        reached = _reached(board, move)
        for cell in board.cells:
            if reached[cell] != NOWHERE:
                attacked[cell].add(reached[cell])
    missing = board.missing
    return tuple(tuple(sorted(cells - missing - {cell})) for cell, cells in enumerate(attacked))


def _reached(board: Board, move: Move) -> list[int]:
    """Return for each cell the one that *move* leads to, or ``NOWHERE`` at a wall or an edge."""
    reached = [0]
    for size, step, around in zip(board.shape, move, board.torus, strict=True):
        along = [c % size if around or 0 <= c < size else NOWHERE for c in range(step, step + size)]
        reached = [
            NOWHERE if NOWHERE in (base, there) else base * size + there
            for base in reached
            for there in along
        ]
    for cell, there in enumerate(reached):
        if there in board.walls:
            reached[cell] = NOWHERE
    return reached


def _ray(reached: Sequence[int], cell: int) -> Iterator[int]:
    """Yield the cells that a move leads to from *cell*, again and again, holes among them."""
    there = reached[cell]
    while there not in (NOWHERE, cell):
        yield there
        there = reached[there]


def _part_into_lines(board: Board, move: Move) -> list[tuple[int, ...]]:
    forth, back = _reached(board, move), _reached(board, tuple(-m for m in move))
    left = set(board.cells)
    lines = []
    for cell in board.cells:
        if cell in left:
            line = {cell, *_ray(forth, cell), *_ray(back, cell)} & left
            left -= line
            lines.append(tuple(sorted(line)))
    return lines
