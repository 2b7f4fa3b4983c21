"""Blocks of solutions, and the report through."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from everyway import Board, Every, EverywayError, Placement, Queens
from everyway.core.engine import Control
from everyway.core.family import Findings
from everyway.families.placement.through import through


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


@pytest.mark.slow
def test_all_16_queens_can_be_streamed() -> None:
    number = 0
    for block in Queens(16).blocks():
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
