"""Boards in text: columns in line, labels at the edges, borders of box characters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

_BOX = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
"""Box characters by the arms they have: 1 up, 2 down, 4 left, 8 right."""


def labelled_grid(
    rows: Sequence[Sequence[str]], row_labels: Sequence[str], column_labels: Sequence[str]
) -> str:
    """Return cells in columns, the first row on top, row labels at the left, column labels below.

    >>> print(labelled_grid([".Q", "Q."], ["2", "1"], ["a", "b"]))
    2  . Q
    1  Q .
    <BLANKLINE>
       a b
    """
    width = max((len(t) for t in column_labels), default=1)
    width = max(width, *(len(cell) for row in rows for cell in row), 1)
    lines = [" ".join(cell.ljust(width) for cell in row) for row in rows]
    if any(column_labels):
        lines += ["", " ".join(label.ljust(width) for label in column_labels)]
    return _with_row_labels(lines, [*row_labels, "", ""], 2)


def boxed_grid(
    rows: Sequence[Sequence[str]],
    groups: Sequence[Sequence[Hashable]],
    row_labels: Sequence[str],
    column_labels: Sequence[str],
) -> str:
    """Return cells with borders between different *groups*; None is the outside of all groups.

    >>> print(boxed_grid(["ab", "aa"], ["ab", "aa"], ["2", "1"], ["a", "b"]))
      ┌───┬───┐
    2 │ a │ b │
      │   └───┤
    1 │ a   a │
      └───────┘
        a   b
    """
    width = max((len(t) for t in column_labels), default=1)
    width = max(width + 2, *(len(cell) for row in rows for cell in row), 3)
    columns = len(rows[0]) if rows else 0

    def group(r: int, c: int) -> Hashable:
        return groups[r][c] if 0 <= r < len(rows) and 0 <= c < columns else None

    lines: list[str] = []
    labels: list[str] = []
    for r in range(len(rows) + 1):
        border, line = "", ""
        for c in range(columns + 1):
            arms = (
                1 * (group(r - 1, c - 1) != group(r - 1, c))
                + 2 * (group(r, c - 1) != group(r, c))
                + 4 * (group(r - 1, c - 1) != group(r, c - 1))
                + 8 * (group(r - 1, c) != group(r, c))
            )
            border += _BOX[arms]
            line += "│" if arms & 2 else " "
            if c < columns:
                border += ("─" if arms & 8 else " ") * width
                line += rows[r][c].center(width) if r < len(rows) else ""
        lines += [border, line][: 2 if r < len(rows) else 1]
        labels += ["", row_labels[r] if r < len(row_labels) else ""]
    if any(column_labels):
        lines.append("".join(" " + label.center(width) for label in column_labels))
    return _with_row_labels(lines, labels, 1)


def _with_row_labels(lines: Sequence[str], labels: Sequence[str], gap: int) -> str:
    """Put labels, set to the right, before *lines*; drop blanks at the ends of lines."""
    room = max((len(label) for label in labels), default=0)
    if room:
        padded = [*labels, *[""] * len(lines)][: len(lines)]
        pairs = zip(padded, lines, strict=True)
        lines = [label.rjust(room) + " " * gap + line for label, line in pairs]
    return "\n".join(line.rstrip() for line in lines)


def beside(blocks: Sequence[str], width: int = 79, gap: int = 4) -> str:
    """Return *blocks* of lines side by side, as many as fit into *width*, then the next below.

    >>> print(beside(["1", "22", "3"], width=9))
    1    22
    <BLANKLINE>
    3
    """
    shelves: list[list[list[str]]] = []
    used = 0
    for block in blocks:
        lines = block.split("\n")
        wide = max(map(len, lines))
        if not shelves or used + gap + wide > width:
            shelves.append([])
            used = -gap
        shelves[-1].append([line.ljust(wide) for line in lines])
        used += gap + wide
    return "\n\n".join(_shelf(shelf, gap) for shelf in shelves)


def _shelf(blocks: Sequence[Sequence[str]], gap: int) -> str:
    """Return blocks of padded lines side by side, tops in line."""
    high = max(map(len, blocks))
    full = [[*lines, *[" " * len(lines[0])] * (high - len(lines))] for lines in blocks]
    return "\n".join((" " * gap).join(parts).rstrip() for parts in zip(*full, strict=True))
