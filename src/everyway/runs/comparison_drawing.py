"""A comparison as text and as a picture: tables and bars; lines that show how the cost grows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

from everyway.core.answer import Answer
from everyway.core.puzzle import Puzzle
from everyway.core.question import Question
from everyway.drawing.canvas import Canvas
from everyway.drawing.chart import Bar, Curve, Point, bar_chart, growth_chart
from everyway.drawing.chart_text import COLUMNS, bar_lines, cut, table
from everyway.drawing.gallery import gallery
from everyway.drawing.picture import Picture
from everyway.families.registry import family
from everyway.runs.compared import Comparison, Growth, Refusal, Row
from everyway.runs.evidence import said
from everyway.runs.road import CTRL_C

ANSWER = 22
"""So many characters of an answer are shown in a table."""
LEAST_SECONDS = 0.0001
"""What takes less is not told apart: a clock and a moment's disturbance are no finer."""
HEAD = ("engine", "answer", "nodes", "nodes/s", "seconds", "start", "method")
"""The heads of the columns that ``cells_of`` fills."""
STOPPED = f"stopped by {CTRL_C}: this is not all"
SHOUT = "THE ENGINES DISAGREE, so one of them is wrong:"

Measure = Callable[[Row], float]
T = TypeVar("T")


def puzzle_words(puzzle: Puzzle) -> str:
    """Return *puzzle* in the words of the command, or as it prints in Python."""
    return family(puzzle.family).words_of(puzzle) or repr(puzzle)


def question_words(question: Question) -> str:
    """Return *question* in words.

    >>> from everyway import Count
    >>> question_words(Count(up_to="symmetry"))
    'count up to symmetry'
    """
    return question.name + (f" up to {question.up_to}" if question.up_to else "")


def number_text(number: float) -> str:
    """Return a whole number so that it can be read and is not too long.

    >>> number_text(40320), number_text(12345678901234)
    ('40,320', '1.23e+13')
    """
    return f"{round(number):,}" if number < 10**11 else f"{number:.3g}"


def time_text(seconds: float) -> str:
    """Return seconds with two significant figures.

    >>> time_text(0.0123), time_text(12.34), time_text(0.00001), time_text(1234.5)
    ('0.012', '12', '<0.0001', '1,234')
    """
    if seconds < LEAST_SECONDS:
        return f"<{LEAST_SECONDS}"
    if seconds >= 100:
        return f"{seconds:,.0f}"
    text = f"{seconds:#.2g}"
    return text.rstrip(".") if "e" not in text else f"{seconds:.5f}".rstrip("0")


def brief(text: str) -> str:
    """Return an answer short enough for a table; of a long number its first digits.

    >>> brief("at least 92"), brief("1234567890" * 5)
    ('at least 92', '1234567…, 50 digits')
    """
    if len(text) > ANSWER and text.isdecimal():
        return f"{text[:7]}…, {len(text)} digits"
    return cut(text, ANSWER)


def bars_of(comparison: Comparison) -> tuple[list[Bar], list[Bar]]:
    """Return the bars of the nodes and those of the seconds, an engine each."""

    def bars(measure: Measure, write: Callable[[float], str]) -> list[Bar]:
        found = []
        for row in comparison.rows:
            more = row.answer.interrupted
            text = f"over {write(measure(row))}" if more else write(measure(row))
            found.append(Bar(row.engine, measure(row), text, row.method, more))
        return found

    return bars(_nodes, number_text), bars(_seconds, time_text)


def _nodes(row: Row) -> float:
    return float(row.nodes)


def _seconds(row: Row) -> float:
    return max(row.seconds, LEAST_SECONDS)


def text_of(comparison: Comparison, columns: int = COLUMNS) -> list[str]:
    """Return the comparison as lines of at most *columns* characters: a table, bars, remarks."""
    words = f"{question_words(comparison.question)}: {puzzle_words(comparison.puzzle)}"
    lines = [cut(words, columns), ""]
    if comparison.rows:
        lines += _table(comparison.rows, columns)
        nodes, seconds = bars_of(comparison)
        lines += ["", *bar_lines(nodes, "nodes", columns)]
        lines += ["", *bar_lines(seconds, "seconds", columns)]
        lines += [""]
    return lines + remarks(comparison, columns)


def _table(rows: Sequence[Row], columns: int) -> list[str]:
    """Return a line for each row; where the names of methods are long, the rates are left out."""
    cells = [HEAD, *map(cells_of, rows)]
    sides = "lrrrrrl"
    width = sum(max(map(len, column)) + 2 for column in zip(*cells, strict=True)) - 2
    if width > columns:
        cells = [(*row[:3], *row[4:]) for row in cells]
        sides = "lrrrrl"
    return table(cells[0], cells[1:], sides, columns)


def cells_of(row: Row) -> tuple[str, ...]:
    """Return the cells of a row of the table."""
    rate = row.nodes_a_second
    return (
        row.engine,
        brief(said(row.answer)),
        number_text(row.nodes),
        "" if rate is None else number_text(float(f"{rate:.2g}")),
        (">" if row.answer.interrupted else "") + time_text(row.seconds),
        time_text(row.start_seconds) if row.start_seconds else "",
        row.method,
    )


def remarks(comparison: Comparison, columns: int = COLUMNS) -> list[str]:
    """Return whether the engines agree, who did not finish, and who was not asked, as lines."""
    lines = [part for line in shouts(comparison.disagreements) for part in wrapped(line, columns)]
    if not comparison.disagreements:
        lines += _agreement(comparison)
    late = [row for row in comparison.rows if row.answer.interrupted]
    for reason, rows in _grouped(late, lambda row: str(row.answer.stopped_by)):
        names = ", ".join(row.engine for row in rows)
        lines += wrapped(f"not finished, {reason}: {names}", columns)
    if comparison.stopped:
        lines += [STOPPED]
    return lines + refusal_lines(comparison.refusals, columns)


def _agreement(comparison: Comparison) -> list[str]:
    finished = comparison.finished
    if not finished:
        return ["no engine finished"]
    if len(finished) == 1:
        return [f"{brief(said(finished[0].answer))}, by {finished[0].engine} alone"]
    value = brief(said(finished[0].answer))
    return [f"all {len(finished)} that finished agree: {value}"]


def shouts(disagreements: Sequence[str]) -> list[str]:
    """Return what is to be shouted about *disagreements*; nothing when there are none."""
    return [SHOUT, *(f"  !! {text}" for text in disagreements)] if disagreements else []


def refusal_lines(refusals: Sequence[Refusal], columns: int = COLUMNS) -> list[str]:
    """Return who was not asked and why, a reason at a time."""
    lines = []
    for why, same in _grouped(refusals, lambda refusal: refusal.why):
        names = ", ".join(refusal.engine for refusal in same)
        lines += wrapped(f"not asked: {names} ({why})", columns)
    return lines


def wrapped(text: str, columns: int) -> list[str]:
    """Return *text* as lines of at most *columns* characters, broken between words."""
    import textwrap

    return textwrap.wrap(text, columns, subsequent_indent="  ")


def _grouped(items: Sequence[T], key: Callable[[T], str]) -> list[tuple[str, list[T]]]:
    """Return *items* by their key, keys in the order in which they first come."""
    order = list(dict.fromkeys(map(key, items)))
    ranked = sorted(items, key=lambda item: order.index(key(item)))
    return [(name, list(same)) for name, same in groupby(ranked, key)]


def picture_of(comparison: Comparison) -> Picture:
    """Return the picture of a comparison."""
    return Picture(
        ("bars",), lambda _: "\n".join(text_of(comparison)), lambda: canvas_of(comparison)
    )


def canvas_of(comparison: Comparison) -> Canvas:
    """Return two charts below one another: the bars of the nodes, and those of the seconds."""
    nodes, seconds = bars_of(comparison)
    words = f"{question_words(comparison.question)}: {puzzle_words(comparison.puzzle)}"
    return _sheet(
        [
            bar_chart(nodes, f"nodes to {cut(words, 60)}"),
            bar_chart(seconds, "seconds, once ready"),
        ],
        f"engines compared, {words}",
        "\n".join(text_of(comparison)),
    )


def _sheet(charts: Sequence[Canvas], title: str, description: str) -> Canvas:
    widest = max(chart.width for chart in charts)
    for chart in charts:
        chart.width = widest  # so that both begin at the same left edge
    return gallery(charts, columns=1, title=title, description=description)


# --- how the cost grows ---


def picture_of_growth(growth: Growth) -> Picture:
    """Return the picture of how the cost grows."""
    return Picture(
        ("tables",), lambda _: "\n".join(growth_text(growth)), lambda: growth_canvas(growth)
    )


def growth_text(growth: Growth, columns: int = COLUMNS) -> list[str]:
    """Return tables of the nodes and of the seconds by n, and how many times more the last n took.

    Engines that do not fit beside one another come in further tables.
    """
    lines = [cut(growth_words(growth), columns)]
    for heading, cells in growth_cells(growth):
        lines += _tables(heading, cells, columns)
    lines += [""]
    lines += [part for line in shouts(growth.disagreements) for part in wrapped(line, columns)]
    return lines + growth_remarks(growth, columns)


def growth_words(growth: Growth) -> str:
    """Return what was asked, in words."""
    first, last = next(iter(growth.comparisons)), next(reversed(growth.comparisons))
    words = puzzle_words(growth.comparisons[first].puzzle)
    return f"{question_words(growth.question)}: n = {first}..{last}, from {words}"


def growth_remarks(growth: Growth, columns: int = COLUMNS) -> list[str]:
    """Return for how many n the engines agree, and who was not asked, as lines."""
    lines: list[str] = []
    if not growth.disagreements:
        several = [n for n, c in growth.comparisons.items() if c.agree]
        lines += [f"the engines agree for {len(several)} of {len(growth.comparisons)} n"]
    if growth.stopped:
        lines += [STOPPED]
    refusals = [r for c in growth.comparisons.values() for r in c.refusals]
    return lines + refusal_lines(list(dict.fromkeys(refusals)), columns)


def growth_cells(growth: Growth) -> list[tuple[str, list[list[str]]]]:
    """Return the table of the nodes and that of the seconds: a name, and columns of cells.

    The first column has n, the second the answers, each other one an engine's numbers; the first
    cell is the column's head, the last says how many times more the last n took.
    """
    comparisons = growth.comparisons.values()
    ends = ["n", *map(str, growth.comparisons), "growth"]
    answers = ["answer", *(brief(_value(comparison)) for comparison in comparisons), ""]
    measures: list[tuple[str, Measure, Callable[[float], str]]] = [
        ("nodes", _nodes, number_text),
        ("seconds", _seconds, time_text),
    ]
    tables = []
    for heading, measure, write in measures:
        cells = [ends, answers]
        for engine in growth.engines:
            own = [_cell(comparison, engine, measure, write) for comparison in comparisons]
            cells.append([engine, *own, _factor(growth, engine, measure)])
        tables.append((heading, cells))
    return tables


def _tables(heading: str, cells: list[list[str]], columns: int) -> list[str]:
    lines: list[str] = []
    shared, left = cells[:2], cells[2:]
    while left:
        chosen = list(shared)
        width = sum(max(map(len, column)) + 2 for column in chosen)
        while left and (len(chosen) == 2 or width + max(map(len, left[0])) <= columns):
            width += max(map(len, left[0])) + 2
            chosen.append(left.pop(0))
        rows = list(zip(*chosen, strict=True))
        lines += ["", heading, *table(rows[0], rows[1:], "r" * len(chosen), columns)]
    return lines


def _value(comparison: Comparison) -> str:
    """Return the answer of those that finished, or the best that is known."""
    answers: list[Answer] = [row.answer for row in (*comparison.finished, *comparison.rows)]
    return said(answers[0]) if answers else ""


def _cell(
    comparison: Comparison, engine: str, measure: Measure, write: Callable[[float], str]
) -> str:
    row = comparison.row(engine)
    if row is None:
        return "-"
    return (">" if row.answer.interrupted else "") + write(measure(row)).removeprefix("<")


def _factor(growth: Growth, engine: str, measure: Measure) -> str:
    """Return how many times as much the last step of n took, for those that finished both."""
    done = [
        (n, measure(row))
        for n, comparison in growth.comparisons.items()
        for row in [comparison.row(engine)]
        if row is not None and not row.answer.interrupted
    ]
    if len(done) < 2 or done[-1][0] - done[-2][0] != 1 or done[-2][1] <= LEAST_SECONDS:
        return ""
    return f"×{done[-1][1] / done[-2][1]:.1f}"


def growth_canvas(growth: Growth) -> Canvas:
    """Return two charts below one another: the nodes by n, and the seconds by n."""
    first = next(iter(growth.comparisons.values()))
    words = f"{question_words(growth.question)}, from {puzzle_words(first.puzzle)}"
    charts = [
        growth_chart(_curves(growth, measure), heading)
        for heading, measure in (
            (f"nodes to {cut(words, 60)}", _nodes),
            ("seconds, once ready", _seconds),
        )
    ]
    title = f"how the cost of engines grows, {words}"
    return _sheet(charts, title, "\n".join(growth_text(growth)))


def _curves(growth: Growth, measure: Measure) -> list[Curve]:
    found = []
    for engine in growth.engines:
        points = [
            Point(n, measure(row), row.answer.interrupted)
            for n, comparison in growth.comparisons.items()
            for row in [comparison.row(engine)]
            if row is not None
        ]
        found.append(Curve(engine, tuple(points)))
    return found
