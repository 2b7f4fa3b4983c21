"""Certificates: written, checked, and refused when anything in them is changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from everyway import (
    Count,
    EverywayError,
    First,
    Largest,
    Placement,
    Queens,
    RegionQueens,
    Smallest,
    Unique,
)  # fmt: skip
from everyway.cli import main
from everyway.core.engine import Control
from everyway.core.question import Question
from everyway.proofs.certificate import Claim, check_certificate, claim_of, write_certificate

COVERING = Placement("6x6", "queen", covering=True)


def made(puzzle: Placement, question: Question, name: Path) -> Claim:
    claim = claim_of(puzzle.ask(question))
    assert write_certificate(claim, str(name), Control()) is not None
    return claim


@pytest.mark.parametrize(
    ("puzzle", "question", "said"),
    [
        (COVERING, Smallest(), "no solution is smaller than 4"),
        (COVERING, Largest(), "no solution is larger than 6"),
        (Placement("5x5", "knight", covering=True, peaceful=False), Smallest(), "smaller than 5"),
        (Placement("3x3x3", "queen", covering=True, number="2..5"), Smallest(), "smaller than 3"),
        (Queens(3), First(), "there is no solution"),
        (Queens(3), Count(), "there is no solution"),
        (RegionQueens(["AAAA", "ABBB", "CCDB", "CCDD"]), Unique(), "there is no other solution"),
        (Placement("4x4", "rook", per_row=1, no_touch=True, fixed="a1"), Largest(), "no solution"),
        (Placement("1x1", covering=True), Smallest(), "no solution is smaller than 1"),
    ],
)
def test_certificates_are_right(
    puzzle: Placement, question: Question, said: str, tmp_path: Path
) -> None:
    made(puzzle, question, tmp_path / "claim")
    right, why = check_certificate(str(tmp_path / "claim"), Control())
    assert right, why
    assert said in why


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    made(COVERING, Smallest(), tmp_path / "six")
    return tmp_path


def changed(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def with_new_digests(folder: Path) -> None:
    """Write the digests of the files as they are now, as a forger would."""
    import hashlib

    head = json.loads((folder / "six.json").read_text())
    for kind in ("cnf", "drat"):
        data = (folder / f"six.{kind}").read_bytes()
        head[f"sha256 of .{kind}"] = hashlib.sha256(data).hexdigest()
    (folder / "six.json").write_text(json.dumps(head))


def verdict(folder: Path) -> tuple[bool | None, str]:
    return check_certificate(str(folder / "six.json"), Control())


def test_a_changed_proof_is_refused(certificate: Path) -> None:
    path = certificate / "six.drat"
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:1]) + "\n")
    assert verdict(certificate) == (
        False, "the file .drat is not the one that the certificate was made with",
    )  # fmt: skip
    with_new_digests(certificate)
    right, why = verdict(certificate)
    assert not right
    assert "without a contradiction" in why


def test_every_line_of_a_proof_is_looked_at(certificate: Path) -> None:
    path = certificate / "six.drat"
    text = path.read_text()
    path.write_text("1 0\n" + text)  # not every smallest placement has a queen on a1
    with_new_digests(certificate)
    right, why = verdict(certificate)
    assert not right
    assert "step 1 does not follow: 1" in why


def test_a_changed_formula_is_refused(certificate: Path) -> None:
    changed(certificate / "six.cnf", "-1 -2 0", "-1 2 0")
    with_new_digests(certificate)
    assert verdict(certificate) == (False, "the formula is not that of the puzzle and the claim")


def test_a_changed_claim_is_refused(certificate: Path) -> None:
    changed(certificate / "six.json", '"smallest"', '"largest"')
    assert verdict(certificate)[0] is False
    changed(certificate / "six.json", '"largest"', '"smallest"')
    changed(certificate / "six.json", '"6x6"', '"7x7"')
    assert verdict(certificate)[0] is False


def test_a_wrong_solution_is_refused(certificate: Path) -> None:
    head = json.loads((certificate / "six.json").read_text())
    head["solution"] = head["solution"][:-1]
    (certificate / "six.json").write_text(json.dumps(head))
    right, why = verdict(certificate)
    assert not right
    assert "breaks the rules" in why


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"claim": 1, "solution": null}', "\0"])
def test_what_is_no_certificate(certificate: Path, text: str) -> None:
    (certificate / "six.json").write_text(text)
    with pytest.raises(EverywayError):
        verdict(certificate)
    with pytest.raises(EverywayError, match="cannot read the file"):
        check_certificate(str(certificate / "seven"), Control())


def test_a_false_claim_cannot_be_proved(tmp_path: Path) -> None:
    four = COVERING.ask(Smallest()).solution.cells
    claim = Claim(COVERING, "largest", four)
    with pytest.raises(EverywayError, match="contradicts that no solution is larger than 4"):
        write_certificate(claim, str(tmp_path / "false"), Control())


def test_what_cannot_be_claimed() -> None:
    for answer in (
        Queens(6).ask(Count()),
        Queens(6).ask(Unique()),
        Queens(12).ask(Count(), node_limit=10),
    ):
        with pytest.raises(EverywayError):
            claim_of(answer)


def test_at_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = str(tmp_path / "proof")
    assert main(["smallest", "queens", "6", "--covering", "--proof", name]) == 0
    assert "proof.json, proof.cnf, proof.drat" in capsys.readouterr().err
    assert main(["check-proof", name]) == 0
    assert capsys.readouterr().out.startswith("right: no solution is smaller than 4")
    assert main(["check-proof", name, "--time", "0"]) == 3
    assert capsys.readouterr().out.startswith("not finished")
    (tmp_path / "proof.drat").write_text("0\n")
    assert main(["check-proof", name]) == 2
    assert capsys.readouterr().out.startswith("wrong: ")
    assert main(["count", "queens", "6", "--proof", name]) == 2
    assert main(["sizes", "queens", "6", "--proof", name]) == 2
    assert main(["check-proof", str(tmp_path / "nothing")]) == 2


@pytest.mark.parametrize("name", ["", "/", ".", "..", "no such folder/six", "six/.."])
def test_names_that_are_none_are_refused_before_the_search(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    for words in (["smallest", "queens", "4", "--covering", "--proof"], ["check-proof"]):
        assert main([*words, name]) == 2
        said = capsys.readouterr()
        assert (said.out, len(said.err.strip().splitlines())) == ("", 1)


def test_families_without_proofs_are_refused_before_the_search(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["smallest", "magic", "3", "--proof", "three"]) == 2
    said = capsys.readouterr()
    assert (said.out, "there are no proofs for the family" in said.err) == ("", True)


def test_nothing_is_smaller_than_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = str(tmp_path / "none")
    assert main(["smallest", "queens", "4", "--proof", name]) == 0
    assert main(["check-proof", name]) == 0
    assert "right: no solution is smaller than 0" in capsys.readouterr().out
