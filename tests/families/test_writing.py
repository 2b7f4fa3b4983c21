"""Letters and signs as people write them: two letters stay two, one sign with two codes is one."""

from itertools import permutations

import pytest

from everyway import Alphametic, DigitPuzzle, EverywayError, Komachi, SnakeCube, load
from everyway.core.plain_form import plain_form
from everyway.families.alphametic import recognises
from everyway.families.arrangement.words import items_of
from everyway.families.registry import family

WIDE = {code: code + 0xFEE0 for code in range(0x21, 0x7F)} | {ord(" "): 0x3000}
DOTLESS, DOTTED = "\u0131", "\u0130"
TURKISH = f"dokuz + otuziki = k{DOTLESS}rkbir"


def wide(text):
    return text.translate(WIDE)


def test_a_turkish_sum():
    letters = f"dokuztik{DOTLESS}rb"
    names = sorted(set(letters), key=letters.index)
    assert len(names) == 10
    found = []
    for digits in permutations(range(10)):
        of = dict(zip(names, digits, strict=True))
        d, o, k, u, z, t, i, w, r, b = (of[n] for n in names)
        if not (d and o and k) or (z + i - r) % 10:
            continue
        nine = int(f"{d}{o}{k}{u}{z}")
        much = int(f"{o}{t}{u}{z}{i}{k}{i}")
        if nine + much == int(f"{k}{w}{r}{k}{b}{i}{r}"):
            found.append((nine, much, nine + much))
    assert found == [(64571, 4971252, 5035823)]
    puzzle = Alphametic(TURKISH)
    assert puzzle.one().numbers == found[0]
    capitals = f"DOKUZ + OTUZ{DOTTED}K{DOTTED} = KIRKB{DOTTED}R"
    assert Alphametic(capitals) == puzzle
    assert Alphametic(puzzle.text) == puzzle
    assert load(TURKISH) == puzzle
    assert puzzle.is_solution(str(puzzle.one()))
    of = puzzle.one().letters
    for dotless, dotted in ((DOTLESS, "i"), ("I", DOTTED)):
        known = {dotless: of["I"], dotted: of[DOTTED]}
        assert Alphametic(TURKISH, known=known).one() == puzzle.one()
    assert puzzle.is_solution({letter.lower()[:1]: digit for letter, digit in of.items()}) is False


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        (f"i + {DOTLESS} = AB", 4),
        (f"{DOTTED} + I = AB", 4),
        ("i + I = AB", 3),
        ("i\u0307 + I = AB", 4),  # what Python's lower() makes of a Turkish text
        ("ß + s = AB", 4),
        ("ß + \u1e9e = AB", 3),
        ("ς + \u03c3 = AB", 3),
        ("ς + Σ = AB", 3),
        ("\u00b5 + \u039c = AB", 3),
        ("\u017f + s = AB", 4),  # the long s
        ("e\u0301 + é = AB", 3),
        ("e\u0301 + É = AB", 3),
        ("e + é = AB", 4),
        ("\u0390 + \u03aa\u0301 = AB", 3),  # iota with two accents, and its capital
        ("x\u0304 + X\u0304 = AB", 3),
        ("ǆ + ǅ = AB", 3),
        ("か\u3099 + が = AB", 3),
        ("か + が = AB", 4),
        ("\uff76\uff9e + ガ = AB", 3),
        ("\ufb01 = AB", 4),
        ("\uff41 + A = AB", 2),
    ],
)
def test_which_letters_are_one(text, letters):
    puzzle = Alphametic(text)
    assert len(puzzle.letters) == letters
    assert Alphametic(puzzle.text) == puzzle
    assert Alphametic(puzzle.text).letters == puzzle.letters
    for letter in puzzle.letters:
        assert puzzle.letter(letter) == letter
        assert Alphametic(text, known={letter: 3}).known == f"{letter}=3"


@pytest.mark.parametrize("text", ["\u0663 + A = B", "\u2167 + A = B", "\u00bd + A = B", "① = A"])
def test_digits_of_other_scripts_are_refused_with_their_place(text):
    with pytest.raises(EverywayError, match=r"no letter, digit or sign: .* \(column 1\)"):
        Alphametic(text)


def test_a_letter_has_one_digit_in_a_candidate():
    puzzle = Alphametic("A + A = B")
    with pytest.raises(EverywayError, match="a letter has two digits"):
        puzzle.is_solution({"a": 1, "A": 2, "B": 2})
    assert puzzle.is_solution({"a": 1, "A": 1, "b": 2})


def test_full_width_forms_are_read_wherever_a_puzzle_is_written():
    money = Alphametic("SEND + MORE = MONEY", known="M=1,O=0")
    text = wide("SEND + MORE = MONEY")
    assert Alphametic(text, known=wide("M=1,O=0")) == money
    assert Alphametic(text, known="\uff2d\uff1a1\u3001\uff2f\uff1d0") == money
    assert recognises(text)
    assert load(text) == Alphametic("SEND + MORE = MONEY")
    assert load(wide("# remark") + "\n" + text) == load(text)
    assert money.is_solution(wide("9567 + 1085 = 10652"))
    assert money.is_solution(wide("S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=2"))
    komachi = Komachi("1234567", "7/3", "+-*", signs="2..4")
    assert Komachi(wide("1234567"), wide("7/3"), wide("+-*"), signs=wide("2..4")) == komachi
    assert Komachi(operators="+−×÷") == Komachi(operators="+-*/")
    assert Komachi(target=wide("any")).target is None
    assert Komachi().is_solution(wide("123-45-67+89 = 100"))
    formula = DigitPuzzle("n*(n+1)", "0123", between="1..50")
    assert DigitPuzzle(wide("n*(n+1)"), wide("0123"), between=wide("1..50")) == formula
    assert formula.why_not(wide("n=12")) == formula.why_not("n=12")
    assert SnakeCube(wide("T6"), "2x2x2") == SnakeCube("T6", "2x2x2")
    assert items_of(wide("1..3")) == (1, 2, 3)
    assert items_of("赤\uff0c青\u3001緑") == ("赤", "青", "緑")


def test_words_of_arrangements_with_full_width_numbers():
    known = family("arrangement")
    words = ["permutations", "abc", wide("2")]
    assert known.puzzle_from_words(words, {}, "count").count() == 6
    report = known.report_named("unrank")
    from everyway.core.engine import Control

    found = known.findings(report, known.puzzle_from_words(words, {}, ""), [wide("3")], Control())
    assert found.data == ["b", "c"]


def test_plain_text_is_left_as_it_is():
    for text in ("", "SEND", "é", "ß", "赤", "a\nb"):
        assert plain_form(text) == text
