"""What puzzles say, how they are read and written, and what is refused."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from everyway import Alphametic, EverywayError, load
from everyway.families.alphametic import FAMILY, recognises, word_count
from everyway.families.alphametic.drawing import draw, on_paper
from everyway.families.alphametic.words import from_text, from_words, to_words
from everyway.families.registry import puzzle_from_dict
from tests.families.alphametic.strategies import puzzles

SEND = "SEND + MORE = MONEY"
PUZZLES = [
    Alphametic(SEND),
    Alphametic("PI*R^2=AREA", known="R=7"),
    Alphametic("AB+CD=EFG", base=16, leading_zeros=True, distinct=False, match_case=True),
    Alphametic("A+B=C, C-B=A; A<C"),
    Alphametic("?A * 3 = ?1"),
    Alphametic("  AB\n+ CD\n----\n EFG"),
]


def first(text, **options):
    solution = Alphametic(text, **options).first()
    return None if solution is None else solution.letters


# --- reading ---


@pytest.mark.parametrize(
    "text",
    [
        "SEND+MORE=MONEY",
        "send + more == money",
        "  SEND\n+ MORE\n= MONEY\n",
        "SEND + MORE = MONEY",
        "Send + mOre = money",
        "SEND + MORE = MONEY;",
        "SEND\u3000+ MORE\n\n = MONEY",
    ],
)
def test_one_puzzle_in_many_ways(text):
    assert Alphametic(text) == Alphametic(SEND)


@pytest.mark.parametrize("text", ["A=B, B=A", "A=B;B=A", "A=B and B=A", "a=b AND b=a", "A=B\nB=A"])
def test_equations_apart(text):
    assert Alphametic(text).text == "A = B, B = A"


def test_and_is_a_number_where_one_can_stand():
    assert Alphametic("THIS + AND = THAT").letters == tuple("THISAND")


def test_a_chain_is_several_equations():
    assert len(Alphametic("A + B = C = D - E").relations) == 2
    assert Alphametic("A < B > C").relations == Alphametic("A < B, C < B").relations


def test_signs_of_print():
    assert Alphametic("A × B ÷ C − D = E · F²").text == "A * B / C - D = E * F^2"
    assert Alphametic("A**B=C").text == "A^B = C"


def test_powers_bind_most_and_to_the_right():
    assert Alphametic("2^3^2 = 512").count() == 1
    assert Alphametic("-2^2 = 0 - 4").count() == 1
    assert Alphametic("2*3^2 = 18").count() == 1
    assert Alphametic("8/2/2 = 2").count() == 1
    assert Alphametic("8-2-2 = 4").count() == 1


def test_quotients_are_exact_and_zero_divides_nothing():
    assert Alphametic("1/2 + 1/2 = 1").count() == 1
    assert Alphametic("7/2 = 3").count() == 0
    assert Alphametic("A/0 = 1").count() == 0
    assert Alphametic("0/A = 0").count() == 9
    assert Alphametic("2^(0-1) = 1/2").count() == 1
    assert Alphametic("0^0 = 1").count() == 1
    assert Alphametic("0^(0-1) = 0").count() == 0
    assert Alphametic("4^(1/2) = 2").count() == 0


def test_letters_of_all_kinds():
    assert Alphametic("é + É = ÉÉ").letters == ("É",)
    assert Alphametic("e\u0301 + é = A").letters == ("É", "A")
    assert Alphametic("かき + かき = くけ").letters == tuple("かきくけ")
    assert Alphametic("か\u3099 + か = きく").letters == ("が", "か", "き", "く")
    assert Alphametic("ß + ß = A").letters == ("ß", "A")
    assert Alphametic("Aa = Aa", match_case=True).letters == ("A", "a")
    assert Alphametic("жд + л = фя").letters == tuple("ЖДЛФЯ")


def test_digits_stand_for_themselves_and_letters_may_equal_them():
    assert first("A*11+B=BCC") == {"A": 9, "B": 1, "C": 0}
    assert first("1A + A1 = 100") is None
    assert first("1A + A1 = 88") == {"A": 7}


def test_any_base():
    for base in range(3, 37):
        puzzle = Alphametic("A+A=BC", base)
        # 2A = B * base + C with B = 1: A is at least half of the base.
        expected = sum(1 for a in range(base) if a + a >= base and len({a, 1, a + a - base}) == 3)
        assert puzzle.count() == expected


# --- traps ---


def test_a_final_carry_of_two_digits():
    puzzle = Alphametic("+".join(["A9"] * 12) + "=BCDE", distinct=False)
    solutions = [s.numbers[-1] for s in puzzle.solutions()]
    assert solutions == [12 * (10 * a + 9) for a in range(8, 10)]


def test_a_result_that_is_too_short():
    assert Alphametic("AB + CD = E").count() == 0
    assert Alphametic("ABCD + EFGH = IJ").count() == 0
    assert Alphametic("AB + CD = E").explanation().solutions == ()


def test_single_letters_may_be_zero_and_others_may_not_begin_with_it():
    assert first("A + B = B") == {"A": 0, "B": 1}
    assert first("AB + C = AB") == {"A": 1, "B": 2, "C": 0}
    assert first("AB + C = AB", leading_zeros=True) == {"A": 1, "B": 2, "C": 0}
    assert Alphametic("AB = B", leading_zeros=True).first()["A"] == 0
    assert Alphametic("AB = B").count() == 0


def test_more_letters_than_digits_is_said_so():
    with pytest.raises(EverywayError, match="11 different letters, but base 10 has only 10"):
        Alphametic("ABCDE + FGHIJ = K")
    assert Alphametic("ABCDE + FGHIJ = KABCD", base=11).letters[-1] == "K"
    assert Alphametic("ABCDE + FGHIJ = K", distinct=False).variables == 11


def test_known_digits():
    assert first(SEND, known="M=1, O=0")["S"] == 9
    assert first(SEND, known={"m": 1})["S"] == 9
    assert first(SEND, known="S=8") is None
    assert Alphametic(SEND, known="o:0 M=1").known == "M=1,O=0"


def test_the_ideal_one():
    solution = Alphametic("BARBARITIES+PEPPERINESS=RECRESCENCE").one()
    assert sorted(solution.letters.values()) == list(range(10))


def test_the_41_addends():
    text = (
        "SO+MANY+MORE+MEN+SEEM+TO+SAY+THAT+THEY+MAY+SOON+TRY+TO+STAY+AT+HOME+SO+AS+TO+SEE+OR+HEAR"
        "+THE+SAME+ONE+MAN+TRY+TO+MEET+THE+TEAM+ON+THE+MOON+AS+HE+HAS+AT+THE+OTHER+TEN=TESTS"
    )
    solution = Alphametic(text).one()
    assert solution.letters == dict(zip("OYENMTSRAH", (1, 4, 0, 6, 2, 9, 3, 8, 7, 5), strict=True))


# --- candidates ---


def test_solutions_are_values():
    puzzle = Alphametic(SEND)
    solution = puzzle.one()
    assert solution == puzzle.wrap(solution.digits)
    assert len({solution, puzzle.one()}) == 1
    assert solution.numbers == (9567, 1085, 10652)
    assert solution.to_data()["Y"] == 2
    assert puzzle.size_of(solution.digits) == 10652
    assert puzzle.size_range() == (0, 99999)
    assert Alphametic("A?=1?").first().to_data() == {"A": 1, "blanks": [0, 0]}


@pytest.mark.parametrize(
    "candidate",
    [
        "S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=2",
        "y=2 s:9 e=5 n=6 d=7 m=1 o=0 r=8",
        "9567 + 1085 = 10652",
        (9, 5, 6, 7, 1, 0, 8, 2),
        {"S": 9, "E": 5, "N": 6, "D": 7, "M": 1, "O": 0, "R": 8, "Y": 2},
    ],
)
def test_candidates_that_are_solutions(candidate):
    assert Alphametic(SEND).why_not(candidate) is None


@pytest.mark.parametrize(
    ("candidate", "why"),
    [
        ("S=9,E=5,N=6,D=7,M=1,O=0,R=8", "Y has no digit"),
        ("S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=3", "the equation does not hold"),
        ("S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=5", "E and Y are both 5"),
        ("S=9,E=5,N=6,D=7,M=0,O=1,R=8,Y=2", "M begins a number and is zero"),
        ("S=9,E=5,N=6,D=7,M=1,O=0,R=8,Y=2,X=3", 'no letter "X"'),
        ("9567 + 1085 = 1065", "12 digits, the puzzle 13"),
        ("9567 + 1085 = 10642", "E stands for both 5 and 4"),
        ("9567 * 1085 - 10652", "no such equation"),
        ("9567 1085 = 10652", "no such equation"),
        ("956 + 71085 = 10652", "not as long"),
        ((9, 5), "2 digits for 8"),
        ((9, 5, 6, 7, 1, 0, 8, 12), "no digit in base 10"),
    ],
)
def test_candidates_that_are_none(candidate, why):
    assert why in Alphametic(SEND).why_not(candidate)


@pytest.mark.parametrize(
    "candidate",
    [
        *(None, 7, "hello", "S=99999", "", (1.5,), "S=9=5", "S9"),
        *((10**5000,) * 8, {10**5000: 1}, dict.fromkeys("SENDMORY", 10**5000)),
    ],
    ids=lambda candidate: str(type(candidate)),
)
def test_what_is_no_candidate(candidate):
    with pytest.raises(EverywayError):
        Alphametic(SEND).why_not(candidate)


def test_a_candidate_about_other_letters():
    other = Alphametic("A+B=C").first()
    assert "other letters" in Alphametic(SEND).why_not(other)


def test_candidates_with_blanks():
    puzzle = Alphametic("?A * 3 = 5?")
    for solution in puzzle.solutions():
        blanks = "".join(map(str, solution.blanks))
        assert puzzle.is_solution(f"A={solution['A']} blanks={blanks}")
        assert puzzle.is_solution(solution.to_data())
        assert puzzle.is_solution(str(solution))


@pytest.mark.parametrize(
    "puzzle",
    [
        Alphametic("SEND + MORE = MONEY"),
        Alphametic("B < C", base=3),
        Alphametic("A? > 0A", base=3),
        Alphametic("A = B + C, C < A - F and D > E", base=16, known="A=15,B=10,D=13,F=4"),
        Alphametic("A * (B - C)^2 = ?C; A/B = ?", distinct=False, base=4),
        Alphametic("-A + B = C"),
        Alphametic("AB\n+C\n---\nDE"),
        Alphametic("AB\n+C\n---\nBE", base=16, known="A=9,C=12"),
        Alphametic("  SEE\nx  SO\n-----\n EMOO\nMESS\n-----\nMIMEO"),
    ],
    ids=lambda puzzle: puzzle.text,
)
def test_what_is_shown_is_read(puzzle):
    solutions = list(islice(puzzle.solutions(), 40))
    assert solutions
    for solution in solutions:
        for style in ("line", "letters", *(["paper"] if on_paper(puzzle)[1] else [])):
            assert puzzle.why_not(draw(puzzle, solution).text(style)) is None


def test_comparisons_are_known_by_their_words():
    words = FAMILY.words_of(Alphametic("B < C"))
    assert words == "'B < C'"
    assert FAMILY.recognises("B < C")
    assert FAMILY.puzzle_from_words(["B < C"], {}, "count").count() == 45


# --- round trips ---


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.text[:20])
def test_texts_come_back(puzzle):
    assert puzzle_from_dict(puzzle.to_dict()) == puzzle
    assert load(puzzle.to_toml()) == load(puzzle.to_json()) == puzzle
    assert Alphametic(puzzle.text, puzzle.base, match_case=puzzle.match_case).text == puzzle.text


@given(puzzles())
def test_any_puzzle_comes_back(puzzle):
    if puzzle is not None:
        assert load(puzzle.to_toml()) == puzzle
        again = Alphametic(puzzle.text, puzzle.base, distinct=puzzle.distinct)
        assert (again.text, again.relations) == (puzzle.text, puzzle.relations)


def test_words_come_back():
    assert to_words(PUZZLES[2]) == (
        "'AB + CD = EFG' --base 16 --leading-zeros --no-distinct --match-case"
    )
    assert to_words(PUZZLES[1]) == "'PI * R^2 = AREA' --known R=7"
    assert to_words(PUZZLES[5]) is None
    options = {"base": 16, "leading_zeros": True, "distinct": False, "match_case": True}
    assert from_words(["AB + CD = EFG"], options, "count") == PUZZLES[2]
    assert from_words(["alphametic", SEND], {}, "solve") == PUZZLES[0]


def test_what_words_are_ours():
    assert recognises(SEND)
    assert recognises("alphametic")
    assert not recognises("a=b.toml")
    assert not recognises("queens")
    assert not recognises("1=1")
    assert word_count([SEND, "S=9"]) == 1
    assert word_count(["alphametic", "file"]) == 2


def test_texts_of_files():
    assert from_text(f"# a remark\n{SEND}\n") == PUZZLES[0]
    assert load("  SEND\n+ MORE\n------\n MONEY\n").one()["M"] == 1
    for text in ('puzzle = "x"', "AABB\nAABB", "board = 8", "a = [1]", "", "x = true\ny = 1 + 1"):
        assert from_text(text) is None
    with pytest.raises(EverywayError, match="column"):
        from_text("SEND + M%RE = MONEY")


# --- bad input ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no equation"),
        ("SEND", "no = after"),
        ("A+B", "no = after"),
        ("A+=B", "column 3"),
        ("A++*B=C", "column 4"),
        ("A=B=", "ends too soon"),
        ("(A=B", "column 3"),
        ("(A", "not closed"),
        ("A)=B", "column 2"),
        ("A B=C", "column 3"),
        ("2(A)=B", "times"),
        ("A%B=C", 'sign: "%" (column 2)'),
        ("A=B\nC=D%", "line 2, column 4"),
        ("9^9^9^9=A", "9000 digits"),
        ("AB^CDEFG=H", "9000 digits"),
        ("(" * 200 + "A" + ")" * 200 + "=B", "too deep"),
        ("A" * 2000 + "=B", "too long"),
        ("A=" + "B" * 200_000, "too many"),
        ("?" * 500 + "=1", "too many"),
        ("\x00=A", "column 1"),
        ("A=B\n---\nC", 'a sum as on paper has no line below an equation: "---" (line 2)'),
    ],
)
def test_texts_that_cannot_be_read(text, message):
    with pytest.raises(EverywayError) as caught:
        Alphametic(text)
    assert any(part in str(caught.value) for part in message.split("|")), str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "options",
    [
        {"base": 1},
        {"base": 37},
        {"base": 10.0},
        {"base": True},
        {"base": "10"},
        {"base": 10**9},
        {"known": "X=1"},
        {"known": "M=1,O=1"},
        {"known": "M=0"},
        {"known": "M=12"},
        {"known": "M"},
        {"known": "M=1,M=2"},
        {"known": 5},
        {"known": {"M": "x"}},
        {"distinct": 1},
        {"leading_zeros": "yes"},
        {"match_case": None},
    ],
)
def test_options_that_cannot_be(options):
    with pytest.raises(EverywayError):
        Alphametic(SEND, **options)


@pytest.mark.parametrize(
    "data",
    [
        {"puzzle": "alphametic"},
        {"puzzle": "alphametic", "text": 5},
        {"puzzle": "alphametic", "text": ["A=B"]},
        {"puzzle": "alphametic", "text": "A=B", "bases": 10},
        {"puzzle": "alphametic", "text": "A=B", "base": "ten"},
        {"puzzle": "alphametic", "text": "A=B", "known": ["A=1"]},
    ],
)
def test_data_that_cannot_be(data):
    with pytest.raises(EverywayError):
        puzzle_from_dict(data)


def test_a_digit_that_the_base_does_not_have():
    with pytest.raises(EverywayError, match='base 5 has no digit "7"'):
        Alphametic("A7=B", base=5)
    with pytest.raises(EverywayError, match="base 2"):
        Alphametic("A²=B", base=2)


@pytest.mark.parametrize("words", [["alphametic"], ["alphametic", "A=B", "C=D"], ["A=B", "C"]])
def test_words_that_cannot_be(words):
    with pytest.raises(EverywayError):
        from_words(words, {}, "count")


def test_options_of_others_are_refused():
    with pytest.raises(EverywayError, match="--torus does not apply"):
        from_words([SEND], {"torus": True}, "count")


@given(st.text() | st.text(alphabet="AB12+-*/^()=<>?.,; \n-and×²%é"))
def test_any_text_is_read_or_refused(text):
    for make in (Alphametic, from_text, lambda t: Alphametic("A+B=C", known=t)):
        try:
            puzzle = make(text)
        except EverywayError as error:
            lines = str(error).splitlines()
        else:
            lines = ["fine"]
            assert puzzle is None or Alphametic(puzzle.text).text == puzzle.text
        assert len(lines) == 1


@given(st.text() | st.text(alphabet="AB12=,: blnks") | st.dictionaries(st.text(), st.integers()))
def test_any_candidate_is_judged_or_refused(candidate):
    try:
        FAMILY.kind("alphametic").why_not(Alphametic("A+B=C?"), candidate)
    except EverywayError:
        return


@pytest.mark.parametrize("known", [{"M": 10**5000}, {10**5000: 1}, {"M": [1]}], ids=len)
def test_known_digits_that_cannot_be_read(known):
    with pytest.raises(EverywayError) as caught:
        Alphametic(SEND, known=known)
    assert len(str(caught.value).splitlines()) == 1


def test_names_of_letters_are_quoted_on_one_line_and_cut():
    puzzle = Alphametic("A + A = B")
    for name in ("D" * 3000, "\n"):
        why = puzzle.why_not({"A": 1, "B": 2, name: 3})
        assert why.startswith("the puzzle has no letter ")
        assert len(why) < 100
        assert "\n" not in why
