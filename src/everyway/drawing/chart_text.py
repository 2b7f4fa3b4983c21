"""The same charts as text: tables, and bars of block characters, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.drawing.chart import Bar, Scale, power_text

COLUMNS = 80
EIGHTHS = " ▏▎▍▌▋▊▉"
FULL, OPEN = "█", "░"


def cut(text: str, width: int) -> str:
    """Return *text* cut to *width* characters, the last then being an ellipsis.

    >>> cut("breadth-first search", 8), cut("short", 8)
    ('breadth…', 'short')
    """
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], left: str, columns: int = COLUMNS
) -> list[str]:
    """Return the lines of a table in columns two spaces apart, no longer than *columns*.

    *left* has a letter for each column: ``l`` for one whose cells begin at its left edge, ``r``
    for one whose cells end at its right. What is too long is cut in the last column.

    >>> print(*table(["n", "name"], [["1", "one"], ["10", "ten"]], "rl"), sep="|")
     n  name| 1  one|10  ten
    """
    cells = [head, *rows]
    widths = [max(len(row[k]) for row in cells) for k in range(len(head))]
    lines = []
    for row in cells:
        parts = [
            cell.ljust(width) if side == "l" else cell.rjust(width)
            for cell, width, side in zip(row, widths, left, strict=True)
        ]
        lines.append(cut("  ".join(parts).rstrip(), columns))
    return lines


def bar_lines(bars: Sequence[Bar], heading: str, columns: int = COLUMNS) -> list[str]:
    """Return *bars* as lines of text on a logarithmic scale, no longer than *columns*.

    The first line has the heading and the scale: each power of ten stands where a bar of this
    value ends. Bars whose true value is greater are of another pattern, and their numbers say so.

    >>> bars = [Bar("a", 10, "10"), Bar("b", 500, "over 500", more=True)]
    >>> for line in bar_lines(bars, "x", 40):
    ...     print(line)
    x  1               100
    a  █████████▍ 10
    b  ░░░░░░░░░░░░░░░░░░░░░░░░░ over 500
    """
    scale = Scale.around([bar.value for bar in bars])
    label = max([len(heading), *(len(bar.label) for bar in bars)])
    number = max((len(bar.text) for bar in bars), default=0)
    width = max(8, columns - label - number - 3)
    lines = [f"{heading:<{label}}  {_scale_line(scale, width)}".rstrip()]
    for bar in bars:
        length = width * scale.part(bar.value)
        drawn = OPEN * round(length) if bar.more else _blocks(length)
        if not drawn and bar.value > 0:
            drawn = EIGHTHS[1]
        lines.append(f"{bar.label:<{label}}  {drawn}{' ' if drawn else ''}{bar.text}")
    return lines


def _blocks(length: float) -> str:
    eighths = round(8 * length)
    rest = EIGHTHS[eighths % 8] if eighths % 8 else ""
    return FULL * (eighths // 8) + rest


def _scale_line(scale: Scale, width: int) -> str:
    """Return the powers of ten, each ending where a bar of its value ends."""
    line = ""
    for power in scale.ticks(max(2, width // 10)):
        text = power_text(power)
        start = round(width * scale.part(10.0**power)) - len(text)
        if start <= len(line):
            start = len(line) + 1 if line else 0
        # The foot of the scale has no room for its number at its left.
        if start + len(text) <= width + 8:
            line = line.ljust(start) + text
    return line
