"""Random alphametics, small enough for brute force."""

from hypothesis import strategies as st

from everyway import Alphametic, EverywayError

LETTERS = "ABCD"


def words(longest=3):
    return st.text(alphabet=LETTERS + "01?", min_size=1, max_size=longest)


@st.composite
def expressions(draw, depth=2):
    if depth == 0 or draw(st.booleans()):
        return draw(words())
    sign = draw(st.sampled_from(["+", "-", "*", "/", "^", "+", "*"]))
    left = draw(expressions(depth=depth - 1))
    if sign == "^":
        return f"({left})^{draw(st.sampled_from('ABCD12'))}"
    return f"({left}){sign}({draw(expressions(depth=depth - 1))})"


@st.composite
def relations(draw):
    sign = draw(st.sampled_from(["=", "=", "=", "<", ">"]))
    return f"{draw(expressions())}{sign}{draw(expressions())}"


@st.composite
def linear_relations(draw):
    def side():
        terms = draw(st.lists(words(), min_size=1, max_size=3))
        factors = [draw(st.sampled_from(["", "", "10*"])) + term for term in terms]
        signs = [draw(st.sampled_from("++-")) for _ in terms]
        return "".join(s + f for s, f in zip(signs, factors, strict=True)).removeprefix("+")

    return f"{side()}={side()}"


@st.composite
def puzzles(draw, of=None):
    """Draw a puzzle in a small base with at most four letters, or None where it cannot be."""
    texts = draw(st.lists(relations() if of is None else of, min_size=1, max_size=2))
    base = draw(st.integers(2, 4))
    options = {
        "leading_zeros": draw(st.booleans()),
        "distinct": draw(st.booleans()),
    }
    try:
        puzzle = Alphametic(", ".join(texts), base, **options)
    except EverywayError:
        return None  # more letters than digits, or too large a power
    return puzzle if puzzle.base**puzzle.variables <= 5000 else None
