"""What is asked about: equations whose digits are hidden behind letters and blanks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from everyway.core.engine import Data
from everyway.core.errors import EverywayError, written
from everyway.core.plain_form import plain_form
from everyway.core.puzzle import Puzzle
from everyway.core.question import check_flag, check_whole
from everyway.families.alphametic.candidates import read_assignments, read_candidate
from everyway.families.alphametic.expression import (
    Relation,
    Word,
    check_size,
    digits_text,
    holds,
    word_value,
)
from everyway.families.alphametic.grammar import Reading, Stage, read_equations
from everyway.families.alphametic.layout import is_layout, read_layout
from everyway.families.alphametic.layout_rows import is_equation
from everyway.families.alphametic.marks import case_of, letter_of
from everyway.families.alphametic.solution import AlphameticSolution

if TYPE_CHECKING:
    from everyway.families.alphametic.deduction import Explanation

MOST_CHARACTERS = 100_000
MOST_SYMBOLS = 200
MOST_PLACES = 1000
KEYS = ("text", "base", "known", "leading_zeros", "distinct", "match_case")


@dataclass(frozen=True)
class Alphametic(Puzzle):
    """Equations in which each letter stands for one digit; different letters for different ones.

    ``text`` is one equation or several (between them ``,`` ``;`` ``and`` or a new line) of numbers
    with ``+ - * / ^ ( )`` and ``=``, ``<`` or ``>``; or a sum, long multiplication, long division
    or square root as drawn on paper, with equations below it or not. Capital and small letters are
    the same unless ``match_case``; in a text with a dotless i or a dotted capital I, each of these
    has its own other form. Digits stand for themselves, and a letter may have the same digit as one
    of them. A blank (``?``, ``.`` or ``_``) is any digit. ``/`` divides exactly, as fractions do;
    dividing by zero makes no solution; 0^0 is 1. ``known`` gives digits of letters (``"M=1,O=0"``,
    or a mapping). Numbers of two digits or more do not begin with zero unless ``leading_zeros``;
    ``distinct`` false lets letters share digits.

    A solution is a digit for each letter, in order of first appearance, then for each blank, line
    by line. Solutions come in lexicographic order of these digits. The size of a solution is the
    value of the number that stands last (of a layout, the last of the drawing): ``largest`` of
    ``SEND + MORE + GOLD = MONEY`` makes the most of MONEY. There is no symmetry.

    Raises ``EverywayError`` for a text that cannot be read (it says where), more letters than the
    base has digits, a base that is none, or known digits that cannot be. The classic one is from
    H. E. Dudeney, Strand Magazine 68 (1924).

    >>> Alphametic("send + more = money").one().letters["M"]
    1
    """

    family: ClassVar[str] = "alphametic"

    text: str
    base: int = 10
    known: str = ""
    leading_zeros: bool = False
    distinct: bool = True
    match_case: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise EverywayError("an alphametic is a text, not", text=self.text)
        check_whole(self.base, "a base", 2, 36)
        for name in ("leading_zeros", "distinct", "match_case"):
            check_flag(getattr(self, name), name)
        reading = self._read()
        object.__setattr__(self, "_reading", reading)
        object.__setattr__(self, "text", reading.text)
        self._check_letters()
        self._check_sizes()
        object.__setattr__(self, "known", self._check_known(self.known))

    def _read(self) -> Reading:
        if len(self.text) > MOST_CHARACTERS:
            raise EverywayError(f"more than {MOST_CHARACTERS} characters are too many for a puzzle")
        text = plain_form(self.text.replace("\r\n", "\n").replace("\r", "\n"))
        object.__setattr__(self, "_case", case_of(text, self.match_case))
        read = read_layout if is_layout(text) else read_equations
        return read(text, self.base, self.match_case)

    def _check_letters(self) -> None:
        number = len(self.letters)
        if self.distinct and number > self.base:
            raise EverywayError(
                f"{number} different letters, but base {self.base} has only {self.base} digits:",
                text=" ".join(self.letters),
                hint="take a larger base, or let letters share digits (--no-distinct)",
            )
        if self.variables > MOST_SYMBOLS:
            raise EverywayError(
                f"{self.variables} letters and blanks are too many", hint=f"at most {MOST_SYMBOLS}"
            )

    def _check_sizes(self) -> None:
        for word in self.numbers:
            if len(word.cells) > MOST_PLACES:
                raise EverywayError(f"a number of more than {MOST_PLACES} digits is too long")
        for relation in self.relations:
            check_size(relation.left, self.base)
            check_size(relation.right, self.base)

    def _check_known(self, known: object) -> str:
        if isinstance(known, Mapping):
            known = ",".join(f"{written(k)}={written(v)}" for k, v in known.items())
        if not isinstance(known, str):
            raise EverywayError("known digits are written as M=1,O=0, not", text=known)
        found = read_assignments(known, self.base, self.letter)
        for letter, digit in found.items():
            if letter not in self.letters:
                raise EverywayError("the puzzle has no letter", text=letter, where="known digits")
            if digit == 0 and self.letters.index(letter) in self.nonzero:
                raise EverywayError(
                    "a number begins with a letter that is known as zero:", text=letter
                )
        if self.distinct and len(set(found.values())) < len(found):
            raise EverywayError("two letters cannot have the same digit:", text=known)
        return ",".join(f"{name}={found[name]}" for name in self.letters if name in found)

    def letter(self, cluster: str) -> str:
        """Return a letter in the form in which the puzzle knows it."""
        return letter_of(plain_form(cluster), self.__dict__["_case"])

    # --- in words ---

    def title(self) -> str:
        """Return what the puzzle is called."""
        from everyway.families.alphametic import wording

        return wording.title(self)

    def statement(self) -> str:
        """Return what is to be done, in whole sentences."""
        from everyway.families.alphametic import wording

        return wording.statement(self)

    # --- what the text says ---

    @cached_property
    def _parts(self) -> Reading:
        reading: Reading = self.__dict__["_reading"]
        return reading

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters, in order of first appearance."""
        return self._parts.letters

    @property
    def blanks(self) -> int:
        """The number of blanks."""
        return self._parts.blanks

    @property
    def variables(self) -> int:
        """The number of letters and blanks."""
        return len(self.letters) + self.blanks

    @property
    def relations(self) -> tuple[Relation, ...]:
        """The equations, as trees of expressions."""
        return self._parts.relations

    @property
    def numbers(self) -> tuple[Word, ...]:
        """The numbers, in the order in which they stand in the text."""
        return self._parts.numbers

    @property
    def drawn(self) -> tuple[tuple[tuple[int, str | int], ...], ...]:
        """The lines of a layout, or none: pairs of a column and a cell or sign."""
        return self._parts.drawn

    @property
    def beside(self) -> tuple[str, ...]:
        """The equations below a layout, as text."""
        if not self.drawn:
            return ()
        return tuple(line for line in self.text.split("\n") if is_equation(line))

    @property
    def stages(self) -> tuple[Stage, ...]:
        """A way through a layout by hand, none for equations and sums."""
        return self._parts.stages

    @property
    def apart(self) -> tuple[Relation, ...]:
        """The relations of a layout that its stages do not take care of."""
        return self._parts.apart

    @cached_property
    def nonzero(self) -> frozenset[int]:
        """The variables that cannot be zero as they begin a number of two digits or more."""
        if self.leading_zeros:
            return frozenset()
        firsts = (word.cells[0] for word in self.numbers if len(word.cells) > 1)
        return frozenset(cell for cell in firsts if cell >= 0)

    @cached_property
    def known_digits(self) -> dict[int, int]:
        """The digits of the letters that are known, by variable."""
        found = read_assignments(self.known, self.base, self.letter)
        return {self.letters.index(letter): digit for letter, digit in found.items()}

    def digits_for(self, variable: int) -> range | tuple[int, ...]:
        """Return the digits that *variable* may have, the rest left aside."""
        if variable in self.known_digits:
            return (self.known_digits[variable],)
        return range(1 if variable in self.nonzero else 0, self.base)

    def number_value(self, word: Word, digits: Data) -> int:
        """Return the value of a number when the variables have these *digits*."""
        return word_value(word, digits, self.base)

    def number_text(self, word: Word, digits: Data) -> str:
        """Return a number as digits."""
        return digits_text(word.cells, digits)

    # --- the rules ---

    def why_not(self, candidate: object) -> str | None:
        """Return in words why *candidate* is no solution, or None when it is one.

        A candidate is a solution, its plain data, a sequence of digits in order, or text:
        ``S=9,E=5,…`` (``blanks=314`` for blanks), or the equation or layout with digits.
        """
        digits = read_candidate(self, candidate)
        if isinstance(digits, str):
            return digits
        for variable, digit in enumerate(digits):
            if not 0 <= digit < self.base:
                return f"{self._name(variable)} = {digit}: no digit in base {self.base}"
            if self.known_digits.get(variable, digit) != digit:
                return f"{self._name(variable)} is not {self.known_digits[variable]}"
            if digit == 0 and variable in self.nonzero:
                return f"{self._name(variable)} begins a number and is zero"
        if self.distinct:
            seen: dict[int, str] = {}
            for letter, digit in zip(self.letters, digits, strict=False):
                if digit in seen:
                    return f"{seen[digit]} and {letter} are both {digit}"
                seen[digit] = letter
        for number, relation in enumerate(self.relations, 1):
            if not holds(relation, digits, self.base):
                which = "the equation" if len(self.relations) == 1 else f"equation {number}"
                return f"{which} does not hold"
        return None

    def _name(self, variable: int) -> str:
        number = len(self.letters)
        return self.letters[variable] if variable < number else f"blank {variable - number + 1}"

    def data_of(self, candidate: object) -> Data:
        """Return the digits of the letters and blanks in *candidate*, in any form of ``why_not``.

        Raises ``EverywayError`` where they are not those of a solution of this puzzle's form.
        """
        digits = read_candidate(self, candidate)
        if isinstance(digits, str):
            raise EverywayError(f"no digits of this puzzle ({digits}):", text=candidate)
        return digits

    def wrap(self, data: Data) -> AlphameticSolution:
        """Wrap digits as a solution."""
        return AlphameticSolution(tuple(data), self)

    def size_of(self, data: Data) -> int:
        """Return the value of the number that stands last, equations below a layout left aside."""
        return self.number_value(self._parts.last, data)

    def size_range(self) -> tuple[int, int]:
        """Return the least and greatest value of a number as long as the last."""
        return 0, self.base ** len(self._parts.last.cells) - 1

    def explanation(self) -> Explanation:
        """Return how the puzzle can be solved by hand: deductions, and cases where these end.

        >>> print(Alphametic("A * 11 + B = BCC").explanation().summary())
        One solution, without trying any case.
        """
        from everyway.families.alphametic.deduction import explain

        return explain(self)

    # --- text forms ---

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data, without what is as usual."""
        data: dict[str, Any] = {"puzzle": "alphametic", "text": self.text}
        usual = (10, "", False, True, False)
        for key, value in zip(KEYS[1:], usual, strict=True):
            if getattr(self, key) != value:
                data[key] = getattr(self, key)
        return data

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Self:
        """Rebuild a puzzle from ``to_dict``."""
        given = {key: value for key, value in data.items() if key != "puzzle"}
        for key in given:
            if key not in KEYS:
                raise EverywayError(
                    "an alphametic has no key", text=key, hint="one of " + ", ".join(KEYS)
                )
        if "text" not in given:
            raise EverywayError('an alphametic needs a text = "…"')
        return cls(**given)
