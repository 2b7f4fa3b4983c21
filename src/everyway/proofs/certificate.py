"""Certificates: what is claimed of a puzzle, a solution, and a proof that there is no better one.

A certificate is three files: ``NAME.json`` says what is claimed, ``NAME.cnf`` is a formula that
has a solution if the claim is wrong, and ``NAME.drat`` a proof that it has none. The last two are
in the forms of the SAT competitions: any checker of theirs, such as drat-trim, takes them.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from everyway.core.answer import Answer
from everyway.core.cnf import Cnf
from everyway.core.engine import Control, Data
from everyway.core.errors import EverywayError
from everyway.core.puzzle import Puzzle
from everyway.core.question import Count, First, Largest, Smallest, Unique
from everyway.families.registry import family, puzzle_from_dict
from everyway.proofs.checker import check
from everyway.proofs.solver import solve

SMALLEST, LARGEST, NONE, ONLY = "smallest", "largest", "none", "only"
MOST_SIZE = 10**9
MOST_BYTES = 4_000_000_000


@dataclass(frozen=True)
class Claim:
    """What is claimed of a puzzle.

    ``kind``: no solution is smaller, or larger, than ``solution``; or there is none; or no other.
    """

    puzzle: Puzzle
    kind: str
    solution: Data | None

    @property
    def value(self) -> int | None:
        """The size of the solution, where that is what is claimed."""
        if self.solution is None or self.kind not in (SMALLEST, LARGEST):
            return None
        return self.puzzle.size_of(self.solution)

    def formula(self) -> Cnf:
        """Return the formula that has a solution if the claim is wrong."""
        puzzle = self.puzzle
        if self.kind == ONLY:
            formula: Cnf = _encoding(puzzle, "encode")(puzzle, False)
            true = _encoding(puzzle, "literals_of")(puzzle, self.solution)
            formula.add(*(-literal for literal in true))
            return formula
        if self.value is not None:
            better = self._better()
            if better is None:
                return Cnf(0, [()])  # the puzzle's own words leave no room for a better size
            puzzle = better
        found: Cnf = _encoding(puzzle, "encode")(puzzle, True)
        return found

    def _better(self) -> Puzzle | None:
        """Return the puzzle whose solutions would be better; None if it cannot even be asked."""
        assert self.value is not None
        bounds = (0, self.value - 1) if self.kind == SMALLEST else (self.value + 1, MOST_SIZE)
        if bounds[1] < 0:
            return None
        try:
            found = self.puzzle.sized(*bounds)
        except EverywayError:
            return None
        if found is None:
            raise EverywayError("sizes cannot be proved for the family", text=self.puzzle.family)
        return found

    def said(self) -> str:
        """Return the claim in words."""
        return {
            SMALLEST: f"no solution is smaller than {self.value}",
            LARGEST: f"no solution is larger than {self.value}",
            NONE: "there is no solution",
            ONLY: "there is no other solution",
        }[self.kind]


def _encoding(puzzle: Puzzle, name: str) -> Any:
    """Return the function *name* of the module with the formulas of the puzzle's family."""
    known = family(puzzle.family)
    if known.encoding is None:
        raise EverywayError("there are no proofs for the family", text=known.name)
    return known.find(f"{known.encoding}:{name}")


def claim_of(answer: Answer) -> Claim:
    """Return what *answer* claims that a proof can show.

    Raises ``EverywayError`` where there is nothing of the kind: a number of solutions, or a
    partial answer.
    """
    question = answer.question
    if answer.interrupted:
        raise EverywayError("an interrupted answer claims nothing that could be proved")
    if not answer.found and isinstance(question, First | Count | Unique | Smallest | Largest):
        return Claim(answer.puzzle, NONE, None)
    data = None
    if answer.solutions:
        data = _encoding(answer.puzzle, "data_of")(answer.puzzle, answer.solutions[0])
    if isinstance(question, Smallest):
        return Claim(answer.puzzle, SMALLEST, data)
    if isinstance(question, Largest):
        return Claim(answer.puzzle, LARGEST, data)
    if isinstance(question, Unique) and answer.value and not question.up_to:
        return Claim(answer.puzzle, ONLY, data)
    raise EverywayError(
        "there is no proof of such an answer",
        hint="of a smallest or largest size, of the only solution, or that there is none",
    )


def check_provable(puzzle: Puzzle, name: str) -> None:
    """Raise ``EverywayError`` where no certificate about *puzzle* could be written as *name*.

    Whether the answer is one that can be proved is known only when it is there.
    """
    _encoding(puzzle, "encode")
    folder = _files(name)["json"].parent
    if not folder.is_dir():
        raise EverywayError("cannot write", text=name, hint="there is no such folder")


def write_certificate(claim: Claim, name: str, control: Control) -> str | None:
    """Prove *claim*, write its three files, and return what was written, or None when stopped.

    Raises ``EverywayError`` when the solver finds the claim to be wrong, or files cannot be
    written.
    """
    formula = claim.formula()
    verdict = solve(formula, control)
    if verdict is None:
        return None
    if verdict.proof is None:
        raise EverywayError(f"the SAT solver contradicts that {claim.said()}")
    files = _files(name)
    texts = {"cnf": formula.to_dimacs([claim.said()]), "drat": verdict.proof}
    head = {
        "claim": claim.kind,
        "puzzle": claim.puzzle.to_dict(),
        "solution": (
            None if claim.solution is None else claim.puzzle.wrap(claim.solution).to_data()
        ),
        **{f"sha256 of .{kind}": _digest(text) for kind, text in texts.items()},
    }
    texts["json"] = json.dumps(head, ensure_ascii=False, indent=1) + "\n"
    for kind, text in texts.items():
        try:
            files[kind].write_text(text, "utf-8")
        except OSError as error:
            raise EverywayError("cannot write", text=files[kind], hint=error.strerror) from error
    steps = verdict.proof.count("\n")
    return f"{files['json']}, {files['cnf'].name}, {files['drat'].name}: {steps} steps"


def check_certificate(name: str, control: Control) -> tuple[bool | None, str]:
    """Check a certificate; return whether it is right, or None when stopped, and why in words.

    The formula is made again from the puzzle, the solution is checked by the rules, and the proof
    step by step. Raises ``EverywayError`` for files that cannot be read as a certificate.
    """
    files = _files(name)
    texts = {kind: _read(path) for kind, path in files.items()}
    claim, digests = _read_claim(texts["json"])
    for kind, digest in digests.items():
        if digest != _digest(texts[kind]):
            return False, f"the file .{kind} is not the one that the certificate was made with"
    if claim.solution is not None:
        why = claim.puzzle.why_not(claim.puzzle.wrap(claim.solution))
        if why is not None:
            return False, f"the solution breaks the rules: {why}"
    formula = claim.formula()
    if formula.to_dimacs([claim.said()]) != texts["cnf"]:
        return False, "the formula is not that of the puzzle and the claim"
    checked = check(formula, texts["drat"], control)
    if not checked.right:
        return checked.right, checked.why
    return True, f"{claim.said()} ({checked.why})"


def _read_claim(text: str) -> tuple[Claim, dict[str, str]]:
    try:
        data: Any = json.loads(text)
        kind, solution = data["claim"], data["solution"]
        digests = {key: str(data[f"sha256 of .{key}"]) for key in ("cnf", "drat")}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise EverywayError("not the head of a certificate", text=text[:40]) from error
    if kind not in (SMALLEST, LARGEST, NONE, ONLY) or (solution is None) != (kind == NONE):
        raise EverywayError("not a claim of a certificate:", text=kind)
    puzzle = puzzle_from_dict(data.get("puzzle"))
    read = _encoding(puzzle, "data_of")
    return Claim(puzzle, kind, None if solution is None else read(puzzle, solution)), digests


def _files(name: str) -> dict[str, Path]:
    path = Path(name)
    if path.suffix in (".json", ".cnf", ".drat"):
        path = path.with_suffix("")
    if path.name in ("", ".."):
        raise EverywayError("no name of a certificate:", text=name)
    return {kind: path.with_name(f"{path.name}.{kind}") for kind in ("json", "cnf", "drat")}


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise EverywayError("too large for a certificate:", text=path)
        return path.read_text("utf-8")
    except (OSError, ValueError) as error:
        if isinstance(error, EverywayError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise EverywayError("cannot read the file", text=path, hint=reason) from error


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
