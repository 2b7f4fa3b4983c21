"""What can be asked about chains beside their folds: landings, and which words fold at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from everyway.core.engine import Control, Data
from everyway.core.errors import EverywayError
from everyway.core.family import Findings
from everyway.core.puzzle import Puzzle
from everyway.drawing.text import beside, labelled_grid
from everyway.families.chain import drawing
from everyway.families.chain.hinge import Chain
from everyway.families.chain.plain import PlainEngine, following
from everyway.families.chain.puzzle import LinkPuzzle
from everyway.families.chain.reading import segments_text, word_text
from everyway.families.chain.reversal import reversed_folds
from everyway.families.chain.snake import STRAIGHT, TURN, SnakeCube
from everyway.geometry.symmetry import Group

if TYPE_CHECKING:
    from everyway.families.chain.compiled import CompiledSearch
    from everyway.families.chain.spelling import Spelled

LIGHT_NODES = 20_000
PAUSE_NODES = 200_000
MOST_CUBES = 64
MOST_WORDS = 1_000_000
"""So many words are kept at once: they are counted in the moment that is left at the end."""


# --- lands ---


def lands(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Count on which squares a link lies over all folds, and how it is turned.

    *extra* is the link's number, counted from 1. The data has the link, the number of folds, and
    the number for each square, and for each turn in degrees (hinged chains only). The search is
    the same as for counting the folds.
    """
    assert isinstance(puzzle, LinkPuzzle)
    if len(extra) != 1 or not re.fullmatch("[0-9]{1,6}", extra[0], re.ASCII):
        raise EverywayError("lands needs the number of a link", hint="such as: lands chain 4x4 6")
    link = int(extra[0])
    if not 1 <= link <= puzzle.length:
        raise EverywayError(
            "no link of the chain:", text=link, hint=f"count from 1 to {puzzle.length}"
        )
    landed, complete = _landings(puzzle, link - 1, control)
    hinged = isinstance(puzzle, Chain)
    squares = dict.fromkeys(puzzle.squares, 0)
    degrees = dict.fromkeys((0, 90, 180, 270), 0)
    for number, times in sorted(landed.items()):
        squares[number // 4 if hinged else number] += times
        degrees[90 * (number % 4)] += times
    folds = sum(squares.values())
    data = {
        "link": link,
        "folds": folds,
        "squares": {puzzle.name_of(cell): times for cell, times in squares.items() if times},
    }
    said = "one fold" if folds == 1 else f"{folds} folds"
    lines = [f"link {link} over {'' if complete else 'at least '}{said}", ""]
    lines += _grid(puzzle, squares).split("\n")
    if hinged:
        data["degrees"] = {str(turn): times for turn, times in degrees.items() if times}
        turned = ", ".join(f"{turn}° {times}" for turn, times in degrees.items() if times)
        lines += ["", f"turned by {turned}"] if turned else []
    return Findings(lines, data, complete, found=folds > 0)


def _landings(puzzle: LinkPuzzle, place: int, control: Control) -> tuple[dict[int, int], bool]:
    """Return how often the link at *place* has each number, and whether all folds were searched."""
    landed: dict[int, int] = {}
    for nodes, data in enumerate(PlainEngine().walk(puzzle)):
        if nodes > LIGHT_NODES:
            break
        if data is not None:
            landed[data[place]] = landed.get(data[place], 0) + 1
    else:
        return landed, True
    from everyway.families.chain.compiled import LAND, CompiledSearch

    search = CompiledSearch(puzzle, (), LAND, place=place)
    _search_on(search, control)
    found = {i: times for i, times in enumerate(search.landed.tolist()) if times}
    return found, search.done


def _search_on(search: CompiledSearch, control: Control, most_words: int = 0) -> None:
    stopped = control.spend(0)
    while not (search.done or stopped or len(search.spelled) > most_words):
        before = search.nodes
        left = control.nodes_left
        search.advance(PAUSE_NODES if left is None else max(1, min(PAUSE_NODES, left)))
        stopped = control.spend(search.nodes - before)


def _grid(puzzle: LinkPuzzle, squares: dict[int, int]) -> str:
    width = max(map(len, map(str, squares.values())), default=1)
    rows, columns = drawing.rows_of(puzzle), drawing.columns_of(puzzle)
    blocks = []
    for name, first in drawing.layers_of(puzzle):
        cells = [
            [str(squares.get(first + r * columns + c, "-")).rjust(width) for c in range(columns)]
            for r in reversed(range(rows))
        ]
        labels = drawing.row_labels(puzzle)[::-1], drawing.column_labels(puzzle)
        block = labelled_grid(cells, *labels)
        blocks.append(f"{name}\n{block}" if name else block)
    return beside(blocks)


# --- words ---


def words(puzzle: Puzzle, extra: Sequence[str], control: Control) -> Findings:
    """Tell which words of straight and turning cubes fold into a box, and in how many ways.

    A word and the same word backwards are one; so are folds that differ by a symmetry of the box or
    by reading the snake from its other end. *extra* is nothing for the table of how many words fold
    in how many ways, a number for the words that fold in so many, or ``all``. The data has the
    numbers of words, of those with one fold, the most folds, and the table or the list; in a list
    each word has the lengths of its straight pieces beside it. When the control stops the search,
    each number is only known to be no less.

    All Hamiltonian paths are searched once up to symmetry of their first cube. A word that is not
    the same backwards has as many ways as directed folds over symmetries; for one that is, the
    folds that a symmetry carries to their reverse count, too (Burnside).
    """
    if not isinstance(puzzle, SnakeCube) or puzzle.word is not None or puzzle.fixed:
        raise EverywayError("words is asked of a box alone", hint="such as: words snake 2x2x3")
    if puzzle.length > MOST_CUBES:
        raise EverywayError(f"words of at most {MOST_CUBES} cubes, not", text=puzzle.length)
    if len(extra) > 1 or (extra and not re.fullmatch("all|[0-9]{1,9}", extra[0], re.ASCII)):
        raise EverywayError("words takes a number of ways or all, not", text=" ".join(extra))
    found, complete = _ways(puzzle, control)
    table = found.table()
    exact = {"words": len(found.keys), "unique": table.get(1, 0), "most": max(table, default=0)}
    # Without a whole search each number is only known to be no less.
    data: dict[str, object] = {key: number if complete else None for key, number in exact.items()}
    if not complete:
        data["at_least"] = {key: exact[key] for key in ("words", "most")}
    least = "" if complete else "at least "
    if extra:
        chosen = found if extra[0] == "all" else found.of(int(extra[0]))
        # A search that was stopped has no time left to write a long list for JSON.
        data["list"] = dict(_listed(puzzle, chosen)) if complete else None
        rows = (_word_line(*pair) for pair in _spelled_out(puzzle, chosen))
        return Findings(rows, data, complete, found=bool(len(chosen.keys)))
    lines = [
        f"{least}{exact['words']} words fold into {puzzle.board.size_text()}",
        f"{exact['unique']} in one way only; {exact['most']} ways at most"
        if complete
        else f"one of them in at least {exact['most']} ways; found so far:",
        "",
        "ways\twords",
        *(f"{number}\t{words}" for number, words in table.items()),
    ]
    data["ways"] = {str(number): words for number, words in table.items()}
    return Findings(lines, data, complete, found=bool(table))


def ways_by_word(puzzle: SnakeCube, control: Control) -> tuple[dict[str, int], bool]:
    """Return for each word that folds, written out, in how many ways; and whether all were found.

    Of a word and its reverse the first in order stands for both. When the control stops the
    search, each word has at least so many ways.
    """
    found, complete = _ways(puzzle, control)
    return dict(_spelled_out(puzzle, found)), complete


def _spelled_out(puzzle: SnakeCube, found: Spelled) -> Iterator[tuple[str, int]]:
    """Yield words and their numbers of ways; a key in base two has 1 where the string turns."""
    inner = max(0, puzzle.length - 2)
    letters = str.maketrans("01", STRAIGHT + TURN)
    for key, number in zip(found.keys, found.numbers, strict=True):
        yield f"{key:0{inner}b}".translate(letters) if inner else "", int(number)


def _listed(puzzle: SnakeCube, found: Spelled) -> Iterator[tuple[str, int]]:
    return ((word_text(word), number) for word, number in _spelled_out(puzzle, found))


def _word_line(word: str, number: int) -> str:
    return f"{word_text(word) or '-'}\t{number}\t{segments_text(word)}"


def _ways(puzzle: SnakeCube, control: Control) -> tuple[Spelled, bool]:
    """Return the ways of each word; of a word and its reverse, the first in order."""
    from everyway.families.chain.spelling import Spelled

    if puzzle.length < 3:
        found = any(data is not None for data in PlainEngine().walk(puzzle))
        return Spelled.made({0: 1} if found else {}), True
    spelled, complete = _folds_by_word(puzzle, control)
    reversed_of: dict[int, int] = {}

    def spend() -> bool:
        return control.spend(1)

    # Conjugate symmetries carry equally many folds of each word to their reverse.
    for g, members in Group(puzzle.symmetries).classes if complete else ():
        for fold in reversed_folds(puzzle, g, spend):
            if fold is not None:
                key = _key_of(puzzle, fold)
                reversed_of[key] = reversed_of.get(key, 0) + members
    complete = complete and control.stopped_by is None
    ways = spelled.ways(puzzle.length - 2, len(puzzle.symmetries), Spelled.made(reversed_of))
    return ways, complete


def _folds_by_word(puzzle: SnakeCube, control: Control) -> tuple[Spelled, bool]:
    """Return the number of directed folds of each word, and whether all were found."""
    from everyway.families.chain.compiled import SPELL, CompiledSearch
    from everyway.families.chain.spelling import Spelled

    spelled = Spelled.made({})
    for first, weight in _first_cubes(puzzle):
        search = CompiledSearch(puzzle, (first,), SPELL, undirected=False)
        _search_on(search, control, MOST_WORDS)
        spelled = spelled.plus(Spelled.made(search.spelled), weight)
        if len(spelled.keys) > MOST_WORDS:
            control.stop(f"a limit of {MOST_WORDS} words in memory")
        if not search.done or control.stopped_by is not None:
            return spelled, False
    return spelled, True


def _first_cubes(puzzle: SnakeCube) -> Iterator[tuple[int, int]]:
    left = dict.fromkeys(following(puzzle, ()))
    while left:
        first = next(iter(left))
        orbit = {g[first] for g in puzzle.symmetries}
        yield first, len(orbit)
        for cell in orbit:
            left.pop(cell, None)


def _key_of(puzzle: SnakeCube, fold: Data) -> int:
    triples = zip(fold, fold[1:], fold[2:], strict=False)
    return sum(1 << k for k, triple in enumerate(triples) if puzzle.turns(*triple))
