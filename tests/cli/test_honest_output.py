"""What was cut short is never printed as if it were the whole: JSON, tables, reports, ledgers."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from docblocks import ROOT

from everyway import Count, Largest, Placement, Queens, Sizes, Smallest, Unique
from everyway.cli import main
from everyway.core.engine import Control, Offer
from everyway.families.line import puzzle_from_anything
from everyway.families.registry import families
from everyway.runs.choice import choose, estimate_text, explained


def ask(capsys: pytest.CaptureFixture[str], line: str) -> tuple[int, str, str]:
    code = main(shlex.split(line))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


# --- JSON ---


@pytest.mark.parametrize("command", ["count", "sizes", "smallest", "largest", "unique", "first"])
def test_json_has_a_value_only_where_it_is_exact(
    capsys: pytest.CaptureFixture[str], command: str
) -> None:
    for nodes in (0, 5, 20, 100, 100_000):
        line = f"{command} kings 4x4 --engine plain --nodes {nodes} --json"
        code, out, _ = ask(capsys, line)
        data = json.loads(out)
        assert data["exact"] is (code == 0)
        assert data["interrupted"] is (code == 3)
        assert data["exact"] or data["value"] is None


def test_bounds_of_numbers() -> None:
    part = Queens(8).ask(Count(), engine="plain", node_limit=1500).to_dict()
    assert part["value"] is None
    low, high = part["bounds"]
    assert 0 < low < 92
    assert high is None
    whole = Queens(8).ask(Count()).to_dict()
    assert (whole["value"], whole["bounds"], whole["exact"]) == (92, [92, 92], True)
    kings = Placement("4x4", "king")
    some = kings.ask(Sizes(), engine="plain", node_limit=30).to_dict()
    assert some["value"] is None
    assert all(low > 0 and high is None for low, high in some["bounds"].values())
    all_of = kings.ask(Sizes(), engine="plain").to_dict()
    assert all_of["bounds"] == {size: [n, n] for size, n in all_of["value"].items()}
    for question in (Smallest(), Largest()):
        best = kings.ask(question).to_dict()
        assert best["bounds"] == [best["value"]] * 2
    assert Queens(8).ask(Unique(), node_limit=0).to_dict()["value"] is None


def test_the_documented_fields_are_those_of_the_answer() -> None:
    page = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
    table = page[page.index("## The fields") : page.index("## Where else")]
    assert set(re.findall(r"^\| `(\w+)`", table, re.M)) == set(Queens(4).ask(Count()).to_dict())


# --- tables ---


def test_a_table_with_rows_that_were_cut_short_exits_3(capsys: pytest.CaptureFixture[str]) -> None:
    line = "table count queens 4..8 --engine plain --nodes 300"
    code, out, _ = ask(capsys, line + " --quiet")
    assert code == 3
    assert [row.split("\t")[1].split()[0] for row in out.splitlines()[1:]][:3] == ["2", "10", "4"]
    assert out.splitlines()[-1].split("\t")[1].startswith("at least ")
    code, out, _ = ask(capsys, line + " --json")
    assert code == 3
    assert [json.loads(row)["value"] for row in out.splitlines()] == [2, 10, 4, None, None]
    assert ask(capsys, "table count queens 4..6")[0] == 0


# --- reports ---

WORDS = {
    "rank": "abc",
    "unrank": "2",
    "lands": "1",
    "classify": "2 7 6 9 5 1 4 3 8",
    "transform": "rotate 2 7 6 9 5 1 4 3 8",
    "diagram": "2 7 6 9 5 1 4 3 8",
}
PUZZLES = {
    "starts": "tour 3x4",
    "words": "snake 2x2x3",
    "marks": "chain 3x3",
    "lands": "chain 3x3",
    "rank": "permutations abc 3",
    "unrank": "permutations abc 3",
    "changes": "permutations abc 3",
}


def report_lines() -> Iterator[str]:
    for known in families():
        for report in known.reports:
            puzzle = PUZZLES.get(report.name, known.example)
            yield f"{report.name} {puzzle} {WORDS.get(report.name, '')}".strip()


@pytest.mark.parametrize("line", list(report_lines()))
def test_a_report_that_was_cut_short_says_so_first(
    capsys: pytest.CaptureFixture[str], line: str
) -> None:
    whole = ask(capsys, line)
    assert whole[0] in (0, 1), whole
    for nodes in (0, 1, 3, 10):
        code, out, err = ask(capsys, f"{line} --nodes {nodes}")
        if code != 3:
            assert (code, out) == whole[:2]
            continue
        assert "stopped by node limit" in err
        # Lines that are made as they are read may end in the middle: those that came are right.
        assert whole[1].startswith(out) or out.startswith("stopped by node limit: not all"), out
        code, out, _ = ask(capsys, f"{line} --nodes {nodes} --json")
        data = json.loads(out)
        assert (code, data["complete"], data["data"]) == (3, False, None)


def test_words_found_so_far_are_no_bound_from_above(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = ask(capsys, "words snake 3x3x3 --nodes 30000")
    assert "at most" not in out
    assert re.search(r"at least \d+ words fold", out)
    assert re.search(r"one of them in at least \d+ ways", out)


def test_what_stops_a_question_within_a_report_stops_the_report(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = ask(capsys, "classes magic 5 --nodes 500")
    assert code == 3
    assert "None" not in out + err
    assert "stopped by node limit" in err
    assert all("at least" in line for line in out.splitlines()[1:])


# --- explanations and estimates ---


def test_the_explanation_says_what_was_done(capsys: pytest.CaptureFixture[str]) -> None:
    # A puzzle without special engines: whether these are loaded by now would matter.
    _, _, err = ask(capsys, "count knights 3x3 --number 2 --explain --evidence")
    lines = err.splitlines()
    (first,) = (line for line in lines if line.startswith("engine plain"))
    assert re.search(r"surely takes but a moment; \d+ nodes, [\d.]+ s$", first)
    assert any(re.match(r"engine \w+: second engine, asked for; \d+ nodes", s) for s in lines)
    _, _, err = ask(capsys, "count queens 6 --explain --engine generate")
    assert "engine generate: asked for by name; 720 nodes" in err
    _, _, err = ask(capsys, "show queens 4 --explain")
    assert "engine plain: " in err


def test_an_engine_that_a_ledger_has_was_not_asked_for(tmp_path: Path) -> None:
    answer = Queens(6).ask(Count(), ledger=tmp_path / "run.db")
    assert [tried.why for tried in answer.tried][:1] != ["asked for by name"]
    assert "of the ledger" in answer.tried[0].why


def test_only_the_cheapest_is_called_the_cheapest() -> None:
    for puzzle in (Queens(6), Queens(12, torus=True), Placement("6x6", "queen", covering=True)):
        for question in (Count(), Smallest(), Unique()):
            choice = choose(puzzle, question)
            able = [c for c in choice.candidates if c.offer.can]
            cheapest = min(able, key=lambda c: c.offer.seconds).engine.name
            for attempt in choice.attempts:
                if attempt.why == "cheapest estimate":
                    assert attempt.engine.name == cheapest
                assert attempt.why


def test_engines_that_take_turns_are_all_told() -> None:
    answer = Placement("8x8", "king").ask(Largest(), time_limit=60)
    told = explained(answer.tried)
    assert len(answer.tried) > 1 or answer.engine == "theory"
    assert all(f"engine {tried.engine}: {tried.why}" in told for tried in answer.tried)
    assert sum(tried.nodes for tried in answer.tried) >= answer.nodes


@pytest.mark.parametrize(
    ("offer", "said"),
    [
        (Offer(True, 17.4, "", 1.78e7, "probed"), "no estimate"),
        (Offer(True, 0.2, "", 900.0, "probed"), "roughly 0.1 s"),
        (Offer(True, 17.4, "", 1.78e7, "rough"), "roughly 10 s"),
        (Offer(True, 17.4, "", 1.78e7, "measured"), "about 17 s"),
        (Offer(True, 3600.0, ""), "no estimate"),
        (Offer(True, 1e15, "", 1e20), "beyond hope"),
        (Offer(True, 0.001, "", 3.0), "a moment"),
    ],
)
def test_an_estimate_is_printed_for_what_it_is_worth(offer: Offer, said: str) -> None:
    assert estimate_text(offer) == said


def test_no_engine_prints_figures_that_are_not_measured() -> None:
    for known in families():
        puzzle = puzzle_from_anything(known.example, "count")
        for candidate in choose(puzzle, Count()).candidates:
            if candidate.offer.kind != "measured":
                assert "about" not in candidate.offer.why
                assert "about" not in estimate_text(candidate.offer)


# --- ledgers ---


def test_a_finished_ledger_has_its_answer_as_a_number(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for part in (1, 2, 3):
        line = f"count queens 9 --engine plain --ledger {tmp_path / str(part)} --part {part}/3"
        code, out, _ = ask(capsys, line + " --json")
        assert (code, json.loads(out)["value"]) == (0, None)
    joined = tmp_path / "all"
    parts = " ".join(str(tmp_path / str(part)) for part in (1, 2, 3))
    assert ask(capsys, f"merge {joined} {parts}")[0] == 0
    _, out, _ = ask(capsys, f"resume {joined} --json")
    answer = json.loads(out)
    whole = Queens(9).ask(Count(), engine="plain")
    assert (answer["value"], answer["exact"]) == (352, True)
    _, out, _ = ask(capsys, f"status {joined} --json")
    status = json.loads(out)
    assert (status["answer"], status["exact"], status["progress"]) == (352, True, 1.0)
    _, out, _ = ask(capsys, f"export {joined} --json")
    exported = json.loads(out)
    assert (exported["answer"], exported["exact"]) == (352, True)
    nodes = sum(branch["nodes"] for branch in exported["branches"])
    assert answer["nodes"] == status["nodes"] == exported["nodes"] == nodes
    assert abs(nodes - whole.nodes) < 100


def test_progress_of_what_is_finished_is_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for number, line in enumerate(
        ("count tour 4x5", "smallest queens 6 --covering", "count magic 3")
    ):
        file = tmp_path / str(number)
        assert ask(capsys, f"{line} --ledger {file}")[0] == 0
        status = json.loads(ask(capsys, f"status {file} --json")[1])
        assert status["progress"] == 1.0
        assert isinstance(status["answer"], int)


def test_a_control_hears_of_what_is_spent_within() -> None:
    from everyway.core.puzzle import ask_within

    control = Control(node_limit=50)
    answer = ask_within(Queens(8), Count(), control)
    assert answer.interrupted
    assert control.stopped_by == "node limit"
    assert control.nodes == answer.nodes
