"""Why rows, columns and regions cannot all have their pieces; and regions as people write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway import Count, EverywayError, First, Placement, RegionQueens, Tour
from everyway.cli import main

SOLVED = ("c1", "a2", "d3", "b4")
FORMS: list[Any] = [
    "A,A,A,A\nA,B,B,B\nC,C,D,B\nC,C,D,D",
    "|A|A|A|A|\n|A|B|B|B|\n|C|C|D|B|\n|C|C|D|D|",
    "[[0,0,0,0],[0,1,1,1],[2,2,3,1],[2,2,3,3]]",
    '["AAAA","ABBB","CCDB","CCDD"]',
    "# my puzzle\nAAAA\nABBB\nCCDB\nCCDD",
    [[0, 0, 0, 0], [0, 1, 1, 1], [12, 12, 3, 1], [12, 12, 3, 3]],
]


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_regions_are_read_in_every_common_form(form):
    assert RegionQueens(form).one().squares == SOLVED


@pytest.mark.parametrize("form", [form for form in FORMS if isinstance(form, str)], ids=repr)
def test_regions_are_read_from_files_in_every_common_form(form, tmp_path: Path, capsys):
    file = tmp_path / "regions.txt"
    file.write_text(form, "utf-8")
    assert main(["first", "regions", str(file), "-q", "--style", "squares"]) == 0
    assert capsys.readouterr().out == "c1 a2 d3 b4\n"


@pytest.mark.parametrize("sign", ["%", "(", "?", "é́"[1:], " ", "=", "*", "😀"])
def test_what_is_no_region_is_refused_with_its_place(sign):
    with pytest.raises(EverywayError, match=r"no letter of a region: .* \(row 2, column 3\)"):
        RegionQueens([list("AAAA"), ["A", "B", sign, "B"], list("CCDB"), list("CCDD")])


@pytest.mark.parametrize(
    ("puzzle", "why"),
    [
        (RegionQueens("AAAA/ABBB/CCdB/CCDD"), "5 regions each need a queen, but only 4 rows"),
        (RegionQueens("AAAA/AAAA/BBBB/CCCC"), "4 rows each need a queen, but only 3 regions"),
        (
            Placement("3x4", "rook", per_row=1, per_column=1, peaceful=False),
            "4 columns each need a rook, but only 3 rows",
        ),
        (
            Placement("3x4", "rook", per_row=1, per_column=2, peaceful=False),
            "4 columns each need 2 rooks, 8 in all, but 3 rows with 1 each hold 3",
        ),
        (Placement("2x2", per_row=3), "the row from a1 to b1 has 2 squares, but needs 3 queens"),
        (RegionQueens("AAAB/CCCC/CCCC/DDDD", 2), "region B has 1 square, but needs 2 queens"),
        (
            RegionQueens("ABCC/ABCC/DDDD/DDDD"),
            "regions A, B and C lie in 2 rows, which hold 2, not 3 queens",
        ),
        (
            Placement("3x3", "rook", number=2, per_row=1),
            "3 rows need 3 pieces, but there are 2 at most",
        ),
        (RegionQueens("AAAA/ABBB/CCDB/CCDD"), None),
        (Placement("4x4"), None),
        (Placement("0x0"), None),
        (Tour("3x3"), "no move leads to b2"),
        (Tour("3x4"), None),
    ],
    ids=repr,
)
def test_why_counting_alone_leaves_no_solution(puzzle, why):
    assert puzzle.why_none() == why
    if why is not None:
        answer = puzzle.ask(First())
        assert str(answer) == f"no solution: {why}"
        assert puzzle.ask(Count(), engine="plain").value == 0
        assert any((e.kind, e.text) == ("counting", why) for e in answer.evidence) or any(
            (e.kind, e.text) == ("theory", why) for e in answer.evidence
        )


def test_the_command_gives_the_reason(tmp_path: Path, capsys):
    file = tmp_path / "typo.txt"
    file.write_text("AAAA\nABBB\nCCdB\nCCDD\n", "utf-8")
    assert main(["solve", "regions", str(file)]) == 1
    said = capsys.readouterr()
    assert said.out == "no solution: 5 regions each need a queen, but only 4 rows\n"
    assert "counting: 5 regions each need a queen, but only 4 rows" in said.err


@given(st.lists(st.text("ABCd.", min_size=3, max_size=3), min_size=3, max_size=3), st.booleans())
@settings(max_examples=150, deadline=None)
def test_a_reason_is_given_only_where_there_is_no_solution(rows, columns):
    puzzle = Placement(
        "3x3",
        "king",
        peaceful=False,
        regions=rows,
        per_region=1,
        per_row=1,
        per_column=1 if columns else None,
    )
    if puzzle.why_none() is not None:
        assert puzzle.count(engine="plain") == 0
