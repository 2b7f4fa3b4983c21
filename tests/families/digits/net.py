"""What the net needs to know of komachi and of formulas over digits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product, repeat
from math import prod
from random import Random
from typing import Any

from everyway import DigitPuzzle, Komachi, Puzzle
from everyway.families.digits.expression import Negated, Number, Tree
from everyway.families.digits.formula import read_formula
from tests.families.digits import net_game
from tests.net.hooks import Net

SIGNS = "+-*/^"
MANY = 1_000_000
GAME = "numbers"
FORMULAS = ("n", "n*(n+1)", "n, n*n", "n*n*n", "n^2, n", "n*(n+1)*(n+2)", "2*n, n+3", "n+n*n")
RANGED = ("n-3", "a*b = c", "a+b = c", "a, b, a*b", "a*b", "n/2", "a^b", "a = b*b", "a-b = b, a",
          "n/(n-2), n", "a*b = b*c", "10*a+b, a")  # fmt: skip
"""Formulas whose variables are kept in range; those above write down nothing that is less."""


def some_digits(chance: Random, drawn: Mapping[str, Any]) -> str:
    return "".join(chance.choices("0112345678923", k=chance.randint(1, 5)))  # few, often small


def a_target(chance: Random, drawn: Mapping[str, Any]) -> Any:
    # Some sum or product of digits that come first is what many expressions make.
    near = sum(chance.choice([1, 1, -1, 2, 10]) * int(digit) for digit in drawn.get("digits", "12"))
    choices = [near, chance.randint(-5, 30), chance.choice(["7/3", "1/2", "-1", 0, 1]), None, "any"]
    return chance.choices(choices, [8, 2, 1, 1, 1])[0]


def operators(chance: Random, drawn: Mapping[str, Any]) -> str:
    return "".join(chance.sample(SIGNS, chance.randint(0, 4)))


def ways(chance: Random, drawn: Mapping[str, Any]) -> str:
    return chance.choice(["trees", "expressions"]) if drawn.get("parentheses") else "trees"


def signs(chance: Random, drawn: Mapping[str, Any]) -> Any:
    low = chance.randint(0, 3)
    return chance.choice([None, None, low, (low, low + 1), f"{low}..{low + 2}"])


def a_formula(chance: Random, drawn: Mapping[str, Any]) -> str:
    return chance.choice(FORMULAS + RANGED)


def digits_of_base(chance: Random, drawn: Mapping[str, Any]) -> str:
    return "".join(chance.choices("01234", k=chance.randint(1, 4)))


def a_range(chance: Random, drawn: Mapping[str, Any]) -> Any:
    if drawn["formula"] in FORMULAS and chance.random() < 0.5:
        return None
    low, high = chance.randint(0, 4), chance.choice([5, 9, 30])
    return chance.choice([(low, high), f"{low}..{high}"])


# --- komachi ---


def numbers(puzzle: Komachi, begin: int, end: int) -> list[str]:
    """Return the ways to write some digits as one number, with no regard to the rules."""
    digits = puzzle.digits[begin:end]
    return [digits, *(f"{digits[:k]}.{digits[k:]}" for k in range(len(digits)))]


def flat(puzzle: Komachi) -> Iterator[str]:
    """Yield every expression without brackets: by what stands before each digit in turn."""
    marks = [sign + point for sign in ("", *SIGNS) for point in ("", ".")]
    firsts = ["", ".", "-", "-."]
    allowed = [m for m in marks if set(m) <= {".", *puzzle.operators}]
    if not puzzle.decimal_point:
        allowed, firsts = ([m for m in part if "." not in m] for part in (allowed, firsts))
    for chosen in product(firsts, *([allowed] * (len(puzzle.digits) - 1))):
        text = "".join(m + d for m, d in zip(chosen, puzzle.digits, strict=True))
        number = ""
        for mark in (*text, "+"):
            if mark in SIGNS:
                if number.count(".") > 1:
                    break
                number = ""
            else:
                number += mark
        else:
            yield text


def nested(puzzle: Komachi, begin: int, end: int) -> list[str]:
    """Return every tree, fully bracketed, in the order that the puzzle promises."""
    plain = numbers(puzzle, begin, end) if puzzle.decimal_point else [puzzle.digits[begin:end]]
    found = plain + [f"(-{number})" for number in plain if begin == 0 and puzzle.leading_minus]
    for middle in range(begin + 1, end):
        for sign in SIGNS:
            if sign in puzzle.operators:
                rights = nested(puzzle, middle, end)
                for left in nested(puzzle, begin, middle):
                    found += [f"({left}{sign}{right})" for right in rights]
    return found


def bracketed(tree: Tree) -> str:
    if isinstance(tree, Number):
        return f"(-{tree.text})" if tree.negative else tree.text
    assert not isinstance(tree, Negated)
    return f"({bracketed(tree.left)}{tree.operator}{bracketed(tree.right)})"


def written(puzzle: Puzzle, solution: Any) -> Any:
    if puzzle.to_dict()["puzzle"] == GAME:
        return bracketed(solution.tree)
    if isinstance(puzzle, Komachi):
        return bracketed(solution.tree) if puzzle.parentheses else solution.text
    return solution.to_data()


# --- formulas ---


def values(puzzle: DigitPuzzle) -> Iterator[dict[str, int] | None]:
    names = puzzle.parsed.variables
    least, most = puzzle.between if isinstance(puzzle.between, tuple) else (1, None)
    greatest = puzzle.base ** len(puzzle.digits or "") if most is None else most
    grows = puzzle.formula in {read_formula(text).text() for text in FORMULAS}
    if (most is None and not grows) or (greatest + 1) ** len(names) > MANY:
        yield from repeat(None, MANY)
        return
    for chosen in product(range(least, greatest + 1), repeat=len(names)):
        yield dict(zip(names, chosen, strict=True))


def candidates(puzzle: Puzzle) -> Iterator[Any]:
    if puzzle.to_dict()["puzzle"] == GAME:
        yield from net_game.games(puzzle)
    elif isinstance(puzzle, DigitPuzzle):
        yield from values(puzzle)
    elif puzzle.parentheses:
        digits = len(puzzle.digits)
        trees = prod(range(digits, 2 * digits - 1)) // prod(range(1, digits))
        yield from repeat(None, trees * len(puzzle.operators) ** (digits - 1) // 4)
        yield from nested(puzzle, 0, digits)
    else:
        yield from flat(puzzle)


def size(puzzle: Puzzle, candidate: Any) -> int:
    if isinstance(puzzle, DigitPuzzle):
        return next(iter(candidate.values()))
    if puzzle.to_dict()["puzzle"] == GAME:
        return len(puzzle.numbers) - 1
    if puzzle.target is None:
        from tests.families.digits.reference import exactly

        return int(exactly(python_of(candidate)))
    text = candidate.replace("(-", "(").removeprefix("-")
    return sum(text.count(sign) for sign in SIGNS)


def python_of(text: str) -> str:
    """Return an expression as Python writes it, of the reference's exact numbers."""
    found = number = ""
    for mark in (*text, "\0"):
        if mark.isdigit() or mark == ".":
            number += mark
            continue
        found += f"F('{number}')" if number else ""
        found += {"^": "**", "\0": ""}.get(mark, mark)
        number = ""
    return found


NET = Net(
    values={
        "komachi": {
            "digits": some_digits,
            "target": a_target,
            "operators": operators,
            "ways": ways,
            "signs": signs,
        },
        "digits": {
            "formula": a_formula,
            "digits": digits_of_base,
            "base": lambda chance, drawn: chance.choice([3, 4, 5, 10]),
            "between": a_range,
        },
        GAME: {
            "items": net_game.items,
            "target": net_game.target,
            "operators": operators,
        },
    },
    candidates=candidates,
    size=size,
    written=written,
)
