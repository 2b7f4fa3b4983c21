"""Blocks of solutions, and the report through."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import numpy as np
import pytest

from everyway import Board, Every, EverywayError, Interrupted, Placement, Queens
from everyway.core.engine import Branch, Control
from everyway.core.family import Findings
from everyway.families.placement import FAMILY
from everyway.families.placement.queens_board import Case
from everyway.families.placement.queens_ordered import OrderedWalk
from everyway.families.placement.queens_rows import RowsWalk
from everyway.families.placement.through import through
from everyway.kernels.processor import WIDTHS, forced_width


def cells(puzzle: Placement, blocks: Iterator[np.ndarray]) -> list[tuple[int, ...]]:
    columns = puzzle.board.shape[1]
    return [
        tuple(int(x) + columns * y for y, x in enumerate(line))
        for block in blocks
        for line in block
    ]


@pytest.mark.parametrize(
    "puzzle",
    [
        *map(Queens, range(9)),
        Queens(7, fixed="c2", holes="a5"),
        Placement("4x6", number=4),
        Queens(17, fixed="b1, d2, f3, h4, j5, l6, a7"),
    ],
    ids=repr,
)
@pytest.mark.parametrize("size", [1, 7, 1000])
def test_blocks_are_the_list(puzzle: Placement, size: int) -> None:
    blocks = list(puzzle.blocks(size))
    assert all(block.dtype == np.uint8 and 0 < len(block) <= size for block in blocks)
    assert cells(puzzle, iter(blocks)) == [
        s.cells for s in puzzle.ask(Every(), engine="compiled").value
    ]


def test_blocks_of_12_queens_are_all_different_and_in_order() -> None:
    lines = np.concatenate(list(Queens(12).blocks()))
    assert lines.shape == (14200, 12)
    as_text = [bytes(line) for line in lines]
    assert as_text == sorted(set(as_text))
    rows = np.arange(12)
    assert all(len(set(line)) == 12 for line in lines[::97].tolist())
    assert all(len(set((line + rows).tolist())) == 12 for line in lines[::97])


def test_a_block_is_not_changed_by_the_next() -> None:
    blocks = Queens(8).blocks(10)
    first = next(blocks)
    copy = first.copy()
    next(blocks)
    assert np.array_equal(first, copy)


LISTED = [
    *((row,) * n for n, row in ((n, (1 << n) - 1) for n in (3, 5, 8, 9, 11))),
    (0b111101, 0b110111, 0b011111, 0b101111),
    (0b11111111111111111,) * 5,  # more columns than lanes of 16 bits, fewer rows
    (1 << 30, (1 << 31) - 1, 1 << 2 | 1 << 28, (1 << 31) - 1),
]


def listed_by(walk: object, most: int | None = None) -> list[list[int]]:
    lines: list[list[int]] = []
    searched = 0.0
    assert walk.fraction == 0
    while not walk.done:
        walk.advance(5000, most)
        assert most is None or len(walk.listed) <= most
        lines += walk.listed.tolist()
        assert searched - 1e-9 <= walk.fraction <= 1
        searched = walk.fraction
    assert searched == 1
    assert walk.solutions == len(lines)
    return lines


@pytest.mark.parametrize("rows", LISTED, ids=lambda rows: f"{len(rows)}x{max(rows).bit_length()}")
def test_vectors_list_what_single_boards_list(rows: tuple[int, ...]) -> None:
    expected = listed_by(RowsWalk(Case(rows), (), 1000))
    assert expected == sorted(expected)
    for bits in WIDTHS[:-1]:
        for room, most in ((1000, None), (7, None), (1000, 3)):
            assert listed_by(OrderedWalk(Case(rows), (), room, bits), most) == expected, bits


def test_a_beginning_of_the_board_is_listed() -> None:
    rows = ((1 << 10) - 1,) * 10
    whole = listed_by(RowsWalk(Case(rows), (), 1000))
    for path in ((), (3,), (3, 9), (3, 9, 4, 8)):
        expected = [line for line in whole if tuple(line[: len(path)]) == path]
        for bits in WIDTHS[:-1]:
            assert listed_by(OrderedWalk(Case(rows), path, 64, bits)) == expected


@pytest.mark.parametrize("bits", WIDTHS)
def test_solutions_come_in_order_in_every_width(bits: int) -> None:
    expected = [s.cells for s in Queens(9).ask(Every(), engine="plain").value]
    with forced_width(bits):
        listed = [s.cells for s in Queens(9).solutions(engine="lanes")]
        assert listed == expected
        assert [s.cells for s in Queens(9).solutions(engine="lanes", workers=2)] == expected
        canonical = [cells for cells in expected if Queens(9).group.is_canonical(cells)]
        some = Queens(9).solutions(engine="lanes", up_to="symmetry")
        assert [s.cells for s in some] == canonical
        limited = Queens(9).ask(Every(limit=100), engine="lanes")
        assert [s.cells for s in limited.value] == expected[:100]


def test_a_list_that_is_stopped_says_so() -> None:
    solutions = iter(Queens(12).solutions(engine="lanes", node_limit=100_000))
    first: list[tuple[int, ...]] = []
    with pytest.raises(Interrupted):
        first.extend(solution.cells for solution in solutions)
    assert 0 < len(first) < 14200
    expected = [s.cells for s in Queens(12).ask(Every(limit=len(first)), engine="lanes").value]
    assert first == expected


def test_a_list_tells_how_far_it_is() -> None:
    told: list[float] = []
    walk = FAMILY.engine_named("lanes").listing(
        Queens(10), Every(), Branch(part="ordered"), Control()
    )
    for share, tally in walk:
        told.append(share)
        assert tally.solutions or tally.complete
    assert sum(told) == pytest.approx(1)
    assert min(told) > -1e-9
    assert len(told) > 3


def test_a_solution_cannot_be_changed() -> None:
    solution = Queens(6).first()
    for name in ("cells", "puzzle", "other"):
        with pytest.raises(AttributeError):
            setattr(solution, name, ())
    again = pickle.loads(pickle.dumps(solution))
    assert (again, again.puzzle, hash(again)) == (solution, Queens(6), hash(solution))


@pytest.mark.slow
def test_all_16_queens_can_be_streamed() -> None:
    number = 0
    last = b""
    for block in Queens(16).blocks():
        keys = block[:, ::-1].copy().view(np.uint64)  # two words a line, the first row highest
        high, low = keys[:, 1], keys[:, 0]
        rising = (high[1:] > high[:-1]) | ((high[1:] == high[:-1]) & (low[1:] > low[:-1]))
        assert rising.all()
        assert bytes(block[0]) > last
        last = bytes(block[-1])
        number += len(block)
    assert number == 14772512


@pytest.mark.parametrize(
    ("puzzle", "size"), [(Queens(5, torus=True), 8), (Queens(5), 0), (Queens(5), 1 << 30)]
)
def test_blocks_refuse(puzzle: Placement, size: int) -> None:
    with pytest.raises(EverywayError):
        puzzle.blocks(size)


def found(puzzle: Placement, *extra: str, control: Control | None = None) -> Findings:
    return through(puzzle, extra, control or Control())


@pytest.mark.parametrize(
    "puzzle",
    [
        Queens(0),
        Queens(1),
        *(Queens(n) for n in (4, 6, 8)),
        Queens(8, fixed="a2"),
        Queens(6, holes="b2"),
        Queens(5, torus=True),
        Placement("3x3", "king"),
        Placement("2x2x3", "rook", number=2),
        Placement(".-./.../#..", "rook", covering=True),
    ],
    ids=repr,
)
def test_solutions_through_each_square(puzzle: Placement) -> None:
    findings = found(puzzle)
    listed = [s.cells for s in puzzle.ask(Every(), engine="compiled").value]
    expected = [
        None if cell in puzzle.board.missing else sum(cell in cells for cells in listed)
        for cell in range(puzzle.board.size)
    ]
    assert findings.data == expected
    assert findings.complete


def test_through_larger_boards_each_row_adds_up() -> None:
    numbers = found(Queens(12)).data
    rows = [numbers[i : i + 12] for i in range(0, 144, 12)]
    assert [sum(row) for row in rows] == [14200] * 12
    assert [sum(column) for column in zip(*rows, strict=True)] == [14200] * 12


def test_the_lines_of_a_board() -> None:
    assert list(found(Queens(4)).lines) == ["0 1 1 0", "1 0 0 1", "1 0 0 1", "0 1 1 0"]
    assert list(found(Queens(2, holes="a1")).lines) == ["0 0", "- 0"]
    assert next(iter(found(Placement(Board(2, 2, 2), "rook", number=1)).lines)) == "1,1,1\t1"


def test_through_can_be_stopped() -> None:
    control = Control(node_limit=1)
    findings = found(Queens(9), control=control)
    assert not findings.complete
    assert None in findings.data


def test_through_refuses_more_words() -> None:
    with pytest.raises(EverywayError, match="no words beyond"):
        found(Queens(4), "a1")
