"""From tokens to relations: sums of products of powers, between ``=``, ``<`` or ``>``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from everyway.core.errors import EverywayError
from everyway.families.alphametic.expression import (
    Expression,
    Power,
    Product,
    Relation,
    Sum,
    Word,
    literal,
)
from everyway.families.alphametic.marks import BLANK, Token, case_of, tokens_of

MOST_NESTED = 30
RELATIONS = "=<>"


@dataclass
class Symbols:
    """The letters of a puzzle in order of first appearance, and how many blanks it has.

    Blanks are numbered below -1000000 while letters are still being met: ``settle`` puts them
    after the letters.
    """

    letters: dict[str, int] = field(default_factory=dict)
    blanks: int = 0
    cells: dict[str, int] = field(default_factory=lambda: {str(d): literal(d) for d in range(10)})

    FIRST_BLANK = -1_000_000

    def word(self, marks: Sequence[str]) -> Word:
        """Return the number that *marks* write; each blank is a new variable."""
        cells = self.cells
        return Word(tuple([cells[m] if m in cells else self._new(m) for m in marks]))

    def _new(self, mark: str) -> int:
        if mark == BLANK:
            self.blanks += 1
            return self.FIRST_BLANK - self.blanks
        self.cells[mark] = self.letters[mark] = len(self.letters)
        return self.letters[mark]

    def settle(self, cell: int) -> int:
        """Return the final cell of one that ``word`` gave."""
        return len(self.letters) + self.FIRST_BLANK - cell - 1 if cell < self.FIRST_BLANK else cell

    def settled_word(self, word: Word) -> Word:
        """Return *word* with blanks numbered after the letters."""
        return Word(tuple(map(self.settle, word.cells))) if self.blanks else word


def settled(expression: Expression, symbols: Symbols) -> Expression:
    """Return *expression* with blanks numbered after the letters."""
    match expression:
        case Word():
            return symbols.settled_word(expression)
        case Sum(terms):
            return Sum(tuple((sign, settled(part, symbols)) for sign, part in terms))
        case Product(factors):
            return Product(tuple((sign, settled(part, symbols)) for sign, part in factors))
        case Power(root, exponent):
            return Power(settled(root, symbols), settled(exponent, symbols))


@dataclass(frozen=True)
class Stage:
    """A step through a layout: cells whose digits are chosen, and numbers that follow from them.

    ``follows`` are pairs of a number and the expression that it must equal, of what is known by
    then.
    """

    chosen: tuple[int, ...]
    follows: tuple[tuple[Word, Expression], ...] = ()


@dataclass(frozen=True)
class Reading:
    """What a text says: its relations, letters in order, number of blanks, and one way to write it.

    ``numbers`` are all that stand in it, in order, and ``last`` is the one that solutions are
    measured by. ``drawn`` are the lines of a layout (see there). ``stages`` are a way through it,
    from which all its relations follow but those in ``apart``.
    """

    relations: tuple[Relation, ...]
    letters: tuple[str, ...]
    blanks: int
    text: str
    numbers: tuple[Word, ...]
    last: Word
    drawn: tuple[tuple[tuple[int, str | int], ...], ...] = ()
    stages: tuple[Stage, ...] = ()
    apart: tuple[Relation, ...] = ()


def read_equations(text: str, base: int, match_case: bool) -> Reading:
    """Return what a text of equations says; raise ``EverywayError`` where it cannot be read."""
    tokens = tokens_of(text, base, case_of(text, match_case))
    symbols = Symbols()
    relations, words = parsed(tokens, symbols)
    numbers = tuple(symbols.settled_word(word) for word in words)
    return Reading(
        settled_relations(relations, symbols),
        tuple(symbols.letters),
        symbols.blanks,
        written(tokens),
        numbers,
        numbers[-1],
    )


def parsed(tokens: Sequence[Token], symbols: Symbols) -> tuple[list[Relation], list[Word]]:
    """Return the relations that *tokens* write, and their numbers in order, not settled yet."""
    parser = _Parser(tokens, symbols)
    return parser.relations(), parser.numbers


def settled_relations(relations: Sequence[Relation], symbols: Symbols) -> tuple[Relation, ...]:
    """Return *relations* with blanks numbered after the letters."""
    return tuple(
        Relation(settled(r.left, symbols), r.sign, settled(r.right, symbols)) for r in relations
    )


class _Parser:
    """Recursive descent; parentheses and powers are the only things that nest."""

    def __init__(self, tokens: Sequence[Token], symbols: Symbols) -> None:
        self.tokens = tokens
        self.symbols = symbols
        self.at = 0
        self.depth = 0
        self.numbers: list[Word] = []

    def peek(self) -> str:
        """Return the sign that comes next, ``""`` for a number, ``","`` for an end."""
        if self.at == len(self.tokens):
            return ","
        token = self.tokens[self.at]
        return {"sign": token.text, "number": "", "end": ","}[token.kind]

    def take(self) -> Token:
        """Return the next token and go on."""
        self.at += 1
        return self.tokens[self.at - 1]

    def relations(self) -> list[Relation]:
        """Read everything."""
        found: list[Relation] = []
        while self.at < len(self.tokens):
            if self.peek() == ",":
                self.at += 1
                continue
            found += self._chain()
        if not found:
            raise EverywayError("no equation", hint="write such as SEND + MORE = MONEY")
        return found

    def _chain(self) -> list[Relation]:
        """Read ``a = b``, or a chain ``a = b = c``, up to the end of an equation."""
        first = self.tokens[self.at]
        left = self.sum()
        found = []
        while (sign := self.peek()) and sign in RELATIONS:
            self.at += 1
            right = self.sum()
            found.append(Relation(right, "<", left) if sign == ">" else Relation(left, sign, right))
            left = right
        if self.peek() != ",":
            raise self._unexpected()
        if not found:
            raise EverywayError("no = after", text=first.text, where=first.where)
        return found

    def sum(self) -> Expression:
        """Read terms between ``+`` and ``-``."""
        terms = []
        sign = self._signs()
        terms.append((sign, self.product()))
        while self.peek() in ("+", "-"):
            sign = -1 if self.take().text == "-" else 1
            terms.append((sign * self._signs(), self.product()))
        return terms[0][1] if len(terms) == 1 and terms[0][0] == 1 else Sum(tuple(terms))

    def _signs(self) -> int:
        sign = 1
        while self.peek() in ("+", "-"):
            sign *= -1 if self.take().text == "-" else 1
        return sign

    def product(self) -> Expression:
        """Read factors between ``*`` and ``/``, from left to right."""
        factors = [("*", self.power())]
        while self.peek() in ("*", "/"):
            sign = self.take().text
            factors.append((sign, self.power()))
        return factors[0][1] if len(factors) == 1 else Product(tuple(factors))

    def power(self) -> Expression:
        """Read a factor with its exponent: 2^3^2 is 2^(3^2)."""
        root = self.atom()
        if self.peek() != "^":
            return root
        self.take()
        with_sign = self._signs()
        self._enter()
        exponent = self.power()
        self.depth -= 1
        return Power(root, exponent if with_sign == 1 else Sum(((-1, exponent),)))

    def atom(self) -> Expression:
        """Read a number, or a sum in parentheses."""
        if self.peek() == "" and self.at < len(self.tokens):
            word = self.symbols.word(self.take().marks)
            self.numbers.append(word)
            return word
        if self.peek() != "(":
            raise self._unexpected()
        opened = self.take()
        self._enter(opened)
        inner = self.sum()
        self.depth -= 1
        if self.peek() != ")":
            if self.peek() == ",":
                raise EverywayError("a parenthesis is not closed:", text="(", where=opened.where)
            raise self._unexpected()
        self.take()
        return inner

    def _enter(self, token: Token | None = None) -> None:
        self.depth += 1
        if self.depth > MOST_NESTED:
            where = (token or self.tokens[self.at - 1]).where
            raise EverywayError(f"more than {MOST_NESTED} levels are too deep", where=where)

    def _unexpected(self) -> EverywayError:
        if self.at == len(self.tokens):
            return EverywayError(
                "the text ends too soon", hint="a number should follow the last sign"
            )
        token = self.tokens[self.at]
        before = self.tokens[self.at - 1] if self.at else None
        hint = None
        if token.kind == "number" or token.text == "(":
            hint = "write a sign between two numbers, * for times"
        elif before is not None and before.kind == "sign" and token.kind == "sign":
            hint = f'a number should stand after "{before.text}"'
        shown = "end of an equation" if token.text == "\n" else token.text
        return EverywayError("not expected here:", text=shown, where=token.where, hint=hint)


def written(tokens: Sequence[Token]) -> str:
    """Return the tokens in the one way that puzzles are written: blanks around signs but ``^``.

    >>> written(tokens_of("send+more==money;PI*R²=area", 10, "folded"))
    'SEND + MORE = MONEY, PI * R^2 = AREA'
    """
    parts: list[str] = []
    unary = True
    last = max((i for i, token in enumerate(tokens) if token.kind != "end"), default=-1)
    for i, token in enumerate(tokens):
        text = token.text
        if token.kind == "end":
            if parts and i < last and parts[-1] != ", ":
                parts.append(", ")
            unary = True
        elif token.kind == "number" or text in "()^":
            parts.append(text)
            unary = text in ("(", "^")
        elif unary:
            parts.append(text)
        else:
            parts.append(f" {text} ")
            unary = True
    return "".join(parts)
