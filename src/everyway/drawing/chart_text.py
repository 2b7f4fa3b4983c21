"""The same charts as text: tables, and dots on a scale, readable without colour."""

from __future__ import annotations

from collections.abc import Sequence

from everyway.drawing.chart import TIMES, Bar, Scale, power_text, times_texts

COLUMNS = 80
FULL, OPEN = "●", "○"


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
    """Return values as lines of text, dots on a logarithmic scale, no longer than *columns*.

    The first line has the heading and the scale: each power of ten ends where a dot of this
    value stands. Hollow dots are of values that are greater, and their numbers say so. Behind the
    number stands how many times the least it is.

    >>> bars = [Bar("a", 10, "10"), Bar("b", 500, "over 500", more=True)]
    >>> for line in bar_lines(bars, "x", 50):
    ...     print(line)
    x  1         100                   times the least
    a        ●                     10                1
    b                   ○    over 500          over 50
    """
    scale = Scale.around([bar.value for bar in bars])
    times = times_texts(bars)
    label = max([len(heading), *(len(bar.label) for bar in bars)])
    number = max((len(bar.text) for bar in bars), default=0)
    last = max(len(text) for text in (TIMES, *times))
    width = max(8, columns - label - number - last - 6)
    head = f"{heading:<{label}}  {_scale_line(scale, width):<{width}}  {'':>{number}}  {TIMES}"
    lines = [cut(head, max(columns, label + 2))]
    for bar, said in zip(bars, times, strict=True):
        place = max(0, round(width * scale.part(bar.value)) - 1)
        drawn = "" if bar.value <= 0 else " " * place + (OPEN if bar.more else FULL)
        row = f"{bar.label:<{label}}  {drawn:<{width}}  {bar.text:>{number}}  {said:>{last}}"
        lines.append(row.rstrip())
    return lines


def _scale_line(scale: Scale, width: int) -> str:
    """Return the powers of ten, each ending where a bar of its value ends."""
    line = ""
    for power in scale.ticks(max(2, width // 10)):
        text = power_text(power)
        start = round(width * scale.part(10.0**power)) - len(text)
        if start <= len(line):
            start = len(line) + 1 if line else 0
        # The foot of the scale has no room for its number at its left.
        if start + len(text) <= width:
            line = line.ljust(start) + text
    return line
