"""Formulas in conjunctive normal form: what a puzzle says, clause by clause, for SAT solvers.

Variables are numbered from 1; a literal is a variable, or its number with a minus for "not". The
clauses are made by a few standard encodings, in an order that never changes, so that a formula can
be made again and compared with one on file.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from everyway.core.errors import EverywayError

Clause = tuple[int, ...]


@dataclass
class Cnf:
    """A formula: so many *variables*, and *clauses* of which each must hold.

    The first variables are the puzzle's own; encodings add others after them.
    """

    variables: int = 0
    clauses: list[Clause] = field(default_factory=list)

    def new(self) -> int:
        """Return a new variable."""
        self.variables += 1
        return self.variables

    def add(self, *literals: int) -> None:
        """Add the clause that one of *literals* holds."""
        self.clauses.append(literals)

    def at_most(self, literals: Sequence[int], number: int) -> None:
        """Let at most *number* of *literals* hold, by a sequential counter (Sinz 2005).

        Adds about 2 * len(literals) * number clauses.
        """
        if number < 0:
            self.add()
        elif number == 0:
            for literal in literals:
                self.add(-literal)
        elif number < len(literals):
            self._count(literals, number)

    def _count(self, literals: Sequence[int], number: int) -> None:
        """Add the counter: its register j is true once more than j literals were."""
        before: list[int] = []
        for place, literal in enumerate(literals):
            if len(before) == number:
                self.add(-literal, -before[-1])
            if place == len(literals) - 1:
                break
            now = [self.new() for _ in range(min(place + 1, number))]
            for j, register in enumerate(now):
                if j < len(before):
                    self.add(-before[j], register)
                if j == 0:
                    self.add(-literal, register)
                elif j <= len(before):
                    self.add(-literal, -before[j - 1], register)
            before = now

    def at_least(self, literals: Sequence[int], number: int) -> None:
        """Let at least *number* of *literals* hold."""
        if number == 1:
            self.add(*literals)
        else:
            self.at_most([-literal for literal in literals], len(literals) - number)

    def first_of_images(self, literals: Sequence[int], images: Sequence[int]) -> None:
        """Let the values of *literals* come no later than those of *images*, true before false.

        Of solutions that symmetries map onto each other, the first is enough to be kept
        (Crawford and others 1996): both sequences list the same literals, in two orders.
        """
        equal: int | None = None
        for one, other in zip(literals, images, strict=True):
            if one == other:
                continue
            so_far = () if equal is None else (-equal,)
            self.add(*so_far, one, -other)
            after = self.new()
            # What is equal so far stays so where both are true, or both are false.
            self.add(*so_far, -one, -other, after)
            self.add(*so_far, one, other, after)
            equal = after

    def to_dimacs(self, comments: Iterable[str] = ()) -> str:
        """Return the formula in the DIMACS form that all solvers read."""
        lines = [f"c {line}".rstrip() for line in comments]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        lines += [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join(lines) + "\n"


def read_dimacs(text: str) -> Cnf:
    r"""Read a formula from its DIMACS form; raise ``EverywayError`` for any other text.

    >>> read_dimacs("c two clauses\np cnf 2 2\n1 -2 0\n2 0\n").clauses
    [(1, -2), (2,)]
    """
    found: Cnf | None = None
    announced, literals = 0, []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words or words[0] == "c":
            continue
        where = f"line {number}"
        if words[0] == "p":
            if found is not None or len(words) != 4 or words[1] != "cnf":
                raise EverywayError("not the head of a formula:", text=line, where=where)
            variables, announced = (_number(word, where) for word in words[2:])
            found = Cnf(variables)
            continue
        if found is None:
            raise EverywayError("a formula begins with: p cnf VARIABLES CLAUSES", where=where)
        for word in words:
            literal = _number(word, where)
            if literal:
                if abs(literal) > found.variables:
                    raise EverywayError("there is no variable", text=literal, where=where)
                literals.append(literal)
            else:
                found.add(*literals)
                literals = []
    if found is None or literals or len(found.clauses) != announced:
        raise EverywayError("the formula is not whole")
    return found


def _number(word: str, where: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
        raise EverywayError("not a number of a formula:", text=word, where=where)
    return int(word)
