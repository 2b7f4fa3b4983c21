"""Exact covers: engines against brute force and each other, rules, texts, pictures."""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import pytest

from everyway import (
    Count,
    Every,
    EverywayError,
    ExactCover,
    Langford,
    LatinSquare,
    Sizes,
    Sudoku,
    TilingPuzzle,
    load,
)
from everyway.core.engine import Control, Effort, add_tallies
from everyway.families.cover import compiled
from everyway.families.cover.compiled import CompiledEngine, CompiledSearch
from everyway.families.cover.pieces import pieces_of_size, read_pieces
from everyway.families.registry import family, puzzle_from_dict

FAMILY = family("cover")
KNUTH = ExactCover("a b c d e f g", ["c e", "a d g", "b c f", "a d f", "b g", "d e g"])
XCC = ExactCover.parse("p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n")


def by_the_rules(puzzle):
    """Return the options of every solution, by looking at each set of options."""
    sets = range(len(puzzle.options))
    found = [c for k in range(len(sets) + 1) for c in combinations(sets, k)]
    return sorted(c for c in found if puzzle.is_solution(list(c)))


def random_cover(seed):
    """Return a small cover with secondary items, colours, and items of several times."""
    chance = random.Random(seed)
    names = "abcd"[: chance.randint(1, 4)]
    several = chance.random() < 0.5
    items = []
    for name in names:
        most = chance.randint(1, 3) if several else 1
        least = chance.randint(0, most) if several else 1
        items.append(f"{least}:{most}|{name}" if several else name)
    secondary = "xy"[: chance.randint(0, 2)]
    options = []
    for _ in range(chance.randint(0, 8)):
        option = [name for name in names if chance.random() < 0.5]
        for name in secondary:
            colour = chance.choice(["", ":A", ":B", None])
            option += [] if colour is None else [name + colour]
        options += [option] if option else []
    return ExactCover(items, options, list(secondary))


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_every_engine_finds_what_the_rules_allow(engine):
    for seed in range(120):
        puzzle = random_cover(seed)
        right = by_the_rules(puzzle)
        found = puzzle.ask(Every(), engine=engine)
        assert [s.data for s in found.value] == right, puzzle.to_text()
        assert found.exhausted
        sizes = {k: sum(len(c) == k for c in right) for k in {len(c) for c in right}}
        assert puzzle.ask(Sizes(), engine=engine).value == sizes, puzzle.to_text()
        assert puzzle.ask(Count(), engine=engine).value == len(right)


def test_parts_of_a_search_add_up():
    engine = CompiledEngine()
    for seed in range(60):
        puzzle = random_cover(seed)
        for question in (Sizes(), Every()):
            whole = engine.branches(puzzle, question)[0]
            parts = engine.split(puzzle, question, whole)
            deeper = [c for p in parts for c in engine.split(puzzle, question, p) or [p]]
            for branches in filter(None, (parts, deeper)):
                tallies = [engine.search(puzzle, question, b, Control()) for b in branches]
                one = engine.search(puzzle, question, whole, Control())
                both = add_tallies(tallies)
                assert (both.counts, both.solutions) == (one.counts, one.solutions)


@pytest.mark.parametrize("puzzle", [KNUTH, XCC])
def test_small_covers_of_the_book(puzzle):
    assert [s.data for s in puzzle.solutions()] == by_the_rules(puzzle)
    assert puzzle.count() == 1


def test_what_is_found_below_is_remembered_and_adds_up(monkeypatch):
    board = TilingPuzzle("6x6")
    with_memory = CompiledSearch(board.model, board.model.start, 0, False, True)
    without = CompiledSearch(board.model, board.model.start, 0, False, False)
    for search in (with_memory, without):
        while not search.done:
            search.advance(100, 1 << 60)
    assert with_memory.found(18) == without.found(18) == {18: 6728}
    assert with_memory.nodes * 5 < without.nodes
    # It is given up where it finds too little, and what was counted stays.
    monkeypatch.setattr(compiled, "FAR_LOOKUPS", 50)
    monkeypatch.setattr(compiled, "FEW_HITS", 0)
    search = CompiledSearch(board.model, board.model.start, 0, False, True)
    steps = 0
    while not search.done:
        search.advance(37, 1 << 60)
        steps += 1
    assert search.found(18) == {18: 6728}
    assert search.nodes == without.nodes or search.nodes > with_memory.nodes
    assert steps > 2


@pytest.mark.parametrize(("n", "number"), [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_what_secondary_items_exclude_is_not_forgotten(n, number):
    squares = [(r, c) for r in range(n) for c in range(n)]
    options = [f"r{r} c{c} a{r + c} b{r - c + n}" for r, c in squares]
    diagonals = [f"{kind}{i}" for kind in "ab" for i in range(2 * n)]
    puzzle = ExactCover([f"{kind}{i}" for kind in "rc" for i in range(n)], options, diagonals)
    assert puzzle.count(engine="compiled") == number
    assert n > 6 or puzzle.count(engine="plain") == number


def test_numbers_beyond_a_machine_word():
    # Kasteleyn's formula for a 16x16 board: more than 2 to the 100.
    assert TilingPuzzle("14x14").count(engine="compiled") == 112202208776036178000000


def test_a_search_stops_and_says_so():
    puzzle = LatinSquare(6)
    answer = puzzle.ask(Count(), engine="compiled", node_limit=5000, workers=1)
    assert answer.interrupted
    assert 0 < answer.value < 812851200
    tally = CompiledEngine().search(
        puzzle, Every(), CompiledEngine().branches(puzzle, Every())[0], Control(), Effort(nodes=1)
    )
    assert not tally.complete


# --- the children ---


def is_latin(rows):
    whole = set(range(1, len(rows) + 1))
    return all(set(row) == whole for row in rows) and all(
        set(c) == whole for c in zip(*rows, strict=True)
    )


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_latin_squares(engine):
    rows = list(permutations((1, 2, 3)))
    right = [square for square in product(rows, repeat=3) if is_latin(square)]
    found = LatinSquare(3).ask(Every(), engine=engine).value
    assert [grid.rows for grid in found] == right
    reduced = LatinSquare(4, reduced=True).ask(Every(), engine=engine).value
    assert len(reduced) == 4
    assert {grid.rows[0] for grid in reduced} == {(1, 2, 3, 4)}
    assert {tuple(r[0] for r in grid.rows) for grid in reduced} == {(1, 2, 3, 4)}
    given = LatinSquare(4, givens="1... / .2.. / .... / ...3")
    whole = [g for g in LatinSquare(4).solutions() if given.is_solution(g)]
    assert whole
    assert [g.rows for g in given.ask(Every(), engine=engine).value] == [g.rows for g in whole]


def eight(rows):
    found = []
    for _ in range(4):
        rows = tuple(zip(*rows[::-1], strict=True))
        found += [rows, tuple(row[::-1] for row in rows)]
    return found


@pytest.mark.parametrize("engine", ["plain", "compiled"])
def test_up_to_symmetry(engine):
    latin = LatinSquare(4)
    squares = {min(eight(grid.rows)) for grid in latin.solutions()}
    assert latin.ask(Count(up_to="symmetry"), engine=engine).value == len(squares)
    langford = Langford(7)
    assert langford.ask(Count(up_to="symmetry"), engine=engine).value == 26
    four = TilingPuzzle("4x4")
    listed = four.ask(Every(up_to="symmetry"), engine=engine).value
    assert len(listed) == len({min(map(alike, eight(as_rows(t)))) for t in four.solutions()})
    # A given number leaves only the symmetries that keep it; boxes of 2x3 only half turns and so.
    corner = LatinSquare(3, givens="1.. / ... / ...")
    assert corner.count(up_to="symmetry") == 3
    with pytest.raises(EverywayError, match="no symmetry"):
        KNUTH.count(up_to="symmetry")


def as_rows(tiling):
    """Return a tiling as rows of the numbers of the pieces that lie there."""
    rows, columns = tiling.board.shape
    owner = {c: number for number, (_, cells) in enumerate(tiling.pieces) for c in cells}
    return tuple(tuple(owner[r * columns + c] for c in range(columns)) for r in range(rows))


def alike(rows):
    """Return rows in which pieces are numbered as they come."""
    names = {}
    return tuple(tuple(names.setdefault(mark, len(names)) for mark in row) for row in rows)


def test_sudokus():
    hard = (
        "8........ / ..36..... / .7..9.2.. / .5...7... / ....457.. / ...1...3. / ..1....68 / "
        "..85...1. / .9....4.."
    )
    puzzle = Sudoku(hard)
    grid = puzzle.one()
    assert puzzle.is_solution(grid)
    assert grid.to_data()[0] == "812753649"
    assert Sudoku("".join(mark for mark in hard if mark not in " /")) == puzzle
    assert Sudoku(order=4).count(engine="compiled") == 288
    small = Sudoku(order=4, diagonals=True)
    right = [g for g in Sudoku(order=4).solutions() if small.is_solution(g)]
    assert [g.rows for g in small.ask(Every(), engine="compiled").value] == [g.rows for g in right]
    assert len(right) == 48
    assert Sudoku(order=6).box == (2, 3)
    tall = Sudoku("1..... / ...... / ...... / ...... / ...... / .....2", box="3x2")
    assert tall.is_solution(tall.first())
    letters = Sudoku(order=16, givens="A" + "." * 255)
    assert letters.fixed == {0: 10}
    assert letters.first(engine="compiled").cells[0] == 10


def test_langford():
    for n in range(7):
        rows = set(permutations([k for k in range(1, n + 1) for _ in "ab"])) if n < 5 else set()
        puzzle = Langford(n)
        if n < 5:
            right = sorted(row for row in rows if puzzle.is_solution(list(row)))
            assert sorted(s.numbers for s in puzzle.solutions()) == right
        assert puzzle.count(engine="compiled") == puzzle.count(engine="plain")


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        (TilingPuzzle("2x3", "V3"), 2),
        (TilingPuzzle("3x3", "I1,I2,I3,V3"), None),
        (TilingPuzzle("3x3", "I2,I3,L4"), None),
        (TilingPuzzle("4x4", "I4,O4", once=False), None),
        (TilingPuzzle("4x5", "tetrominoes"), 0),
        (TilingPuzzle("2x4", "L4", one_sided=True, once=False), None),
        (TilingPuzzle("..-/.../-..", "I1,I2", once=False), None),
        (TilingPuzzle("0x0"), 1),
        (TilingPuzzle("3x4", "##/#.,I3", once=False), None),
    ],
    ids=lambda value: value.title() if isinstance(value, TilingPuzzle) else "",
)
def test_tilings_by_both_engines(puzzle, number):
    plain = puzzle.ask(Every(), engine="plain").value
    assert list(plain) == list(puzzle.ask(Every(), engine="compiled").value)
    assert all(puzzle.is_solution(tiling) for tiling in plain)
    assert number is None or len(plain) == number


def test_pieces():
    assert [len(pieces_of_size(n)) for n in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    assert list(read_pieces("pentominoes")) == list("FILNPTUVWXYZ")
    one_sided = TilingPuzzle("3x20", "pentominoes", one_sided=True)
    assert len(one_sided.forms) == 18
    assert TilingPuzzle("2x2", "##/##") == TilingPuzzle("2x2", "O4")
    for text in ("", "I2,I2", "##/#.,V3", "Q", "#.#", "#" * 13):
        with pytest.raises(EverywayError):
            read_pieces(text)


# --- rules, texts, pictures ---

PUZZLES = [
    KNUTH,
    XCC,
    ExactCover("2:3|a b", ["a", "a", "a b", "b"]),
    LatinSquare(4),
    LatinSquare(0),
    LatinSquare(3, givens=[[1, 0, 0], [0, 0, 0], [0, None, 2]], reduced=True),
    Sudoku("1.3. / ..2. / .... / 4..."),
    Sudoku(order=6, box="3x2", diagonals=True),
    TilingPuzzle("6x10", "pentominoes"),
    TilingPuzzle(["-..", "...", "..-"], "I1,V3", once=False, one_sided=True),
    TilingPuzzle("4x4", "##/#.,I1", once=True),
    Langford(7),
    Langford(0),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.title())
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    import shlex

    from everyway.families.line import line_of, puzzle_from_line

    assert puzzle_from_line(line_of(puzzle)) == puzzle
    assert shlex.split(line_of(puzzle))[0] in FAMILY.words


def test_texts_of_their_own():
    assert load(KNUTH.to_text()) == KNUTH
    assert load("| a remark\n" + XCC.to_text()) == XCC
    assert load("1.3.\n..2.\n....\n4...\n") == Sudoku("1.3./..2./..../4...")
    framed = " 1 . | 3 .\n . . | 2 .\n-----+-----\n . 1 | . .\n 4 . | . .\n"
    assert load(framed) == Sudoku("1.3./..2./.1../4...")


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.title())
def test_pictures(puzzle):
    for solution in (None, puzzle.first()):
        picture = FAMILY.picture(puzzle, solution)
        assert picture.text("grid")
        assert picture.text("boxes")
        assert picture.svg().startswith("<svg")
    if solution is not None:
        assert str(solution) == picture.text("grid")


def test_the_text_of_a_tiling():
    tiling = TilingPuzzle("2x3").first()
    assert str(tiling) == "A A B\nC C B"
    assert FAMILY.picture(TilingPuzzle("1x2"), TilingPuzzle("1x2").first()).text("boxes") == (
        "┌───────┐\n│ A   A │\n└───────┘"
    )


@pytest.mark.parametrize(
    ("puzzle", "candidate", "why"),
    [
        (KNUTH, [0], "a is covered 0 times, not 1"),
        (KNUTH, [0, 1, 2], "c is covered 2 times"),
        (KNUTH, ["c e", "a d f", "b g"], None),
        (XCC, [0, 1], "p is covered 2 times"),
        (LatinSquare(2), "12/12", "1 stands 2 times in column 1"),
        (LatinSquare(2), "12/.1", "nothing stands in row 2, column 1"),
        (LatinSquare(2, reduced=True), "21/12", "count upwards"),
        (LatinSquare(2, givens="2./.."), "12/21", "2 is given in row 1, column 1, not 1"),
        (Sudoku(order=4), "1234/2341/3412/4123", "2 stands 2 times in box 1"),
        (Langford(3), "2 3 1 2 1 3", None),
        (Langford(3), "1 1 2 2 3 3", "between the two that are 1 stand 0"),
        (TilingPuzzle("1x2"), [("I2", "a1,b1")], None),
        (TilingPuzzle("1x2"), [], "nothing covers a1"),
        (TilingPuzzle("1x4"), [("I2", "a1,b1"), ("I2", "b1,c1")], "both cover b1"),
        (TilingPuzzle("1x4"), [("I2", "a1,c1")], "another shape"),
    ],
)
def test_why_not(puzzle, candidate, why):
    said = puzzle.why_not(candidate)
    assert said is None if why is None else why in said


@pytest.mark.parametrize(
    "make",
    [
        lambda: ExactCover("a a", ["a"]),
        lambda: ExactCover("a", ["b"]),
        lambda: ExactCover("a", ["a a"]),
        lambda: ExactCover("a", ["a:X"]),
        lambda: ExactCover("3:2|a", ["a"]),
        lambda: ExactCover("a", [""]),
        lambda: ExactCover("a", "a"),
        lambda: ExactCover(7, ["a"]),
        lambda: ExactCover.parse(""),
        lambda: LatinSquare(26),
        lambda: LatinSquare(-1),
        lambda: LatinSquare(3, givens="12"),
        lambda: LatinSquare(3, givens="4../.../..."),
        lambda: Sudoku("123"),
        lambda: Sudoku(order=6, box="2x2"),
        lambda: Sudoku(order=4, box="x"),
        lambda: Sudoku(order=4, diagonals="yes"),
        lambda: Sudoku(3.5),
        lambda: TilingPuzzle("4x4x4"),
        lambda: TilingPuzzle("100x100"),
        lambda: TilingPuzzle("4x4", "heptominoes"),
        lambda: TilingPuzzle("4x4", 7),
        lambda: TilingPuzzle("4x4", once="yes"),
        lambda: Langford(61),
        lambda: Langford("7"),
        lambda: FAMILY.puzzle_from_words(["latin"], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["latin", "x"], {}, "count"),
        lambda: FAMILY.puzzle_from_words(["latin", "4"], {"box": "2x2"}, "count"),
        lambda: puzzle_from_dict({"puzzle": "latin"}),
        lambda: KNUTH.why_not([99]),
        lambda: KNUTH.why_not(7),
        lambda: Langford(3).why_not(["x"]),
        lambda: TilingPuzzle("1x2").why_not(7),
    ],
)
def test_what_cannot_be(make):
    with pytest.raises(EverywayError):
        make()


def test_what_python_does_not_write_out_is_refused():
    deep: object = ()
    for _ in range(100_000):
        deep = (deep,)
    with pytest.raises(EverywayError, match=r"squares|symbol|too deeply"):
        LatinSquare(2, givens=[[deep, 1], [2, 10**5000]])
    with pytest.raises(EverywayError, match="no row of numbers"):
        Langford(3).solution([10**5000, 1, 2, 1, 3, 2])
    while isinstance(deep, tuple) and deep:  # taken apart, for the collector goes as deep
        (deep,) = deep
