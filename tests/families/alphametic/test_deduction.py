"""Every step of a worked explanation is true, and together they find all solutions."""

import pytest
from hypothesis import assume, given

from everyway import Alphametic, Every
from everyway.families.alphametic.deduction import listed, one_of
from everyway.families.alphametic.facts import facts_of
from tests.families.alphametic.strategies import linear_relations, puzzles

SEE = "   SEE\nx   SO\n -----\n  EMOO\n MESS\n -----\n MIMEO"
PUZZLES = [
    Alphametic("SEND+MORE=MONEY"),
    Alphametic("A*11+B=BCC"),
    Alphametic("BARBARITIES+PEPPERINESS=RECRESCENCE"),
    Alphametic("IF*DR=DORI"),
    Alphametic("IF*DR=DORI", distinct=False),
    Alphametic("PI*R^2=AREA"),
    Alphametic(SEE),
    Alphametic("MONEY-MORE=SEND"),
    Alphametic("TWO+TWO=FOUR"),
    Alphametic("A+B=C", base=5),
    Alphametic("AB+BA=CDC, A<B", base=6),
    Alphametic("?A*A=??"),
    Alphametic("A/B=C", base=7),
    Alphametic("A^B=CD", base=6),
    Alphametic("A+A=BA"),
    Alphametic("DONALD+GERALD=ROBERT", known="D=5"),
]


def check(puzzle):
    explanation = puzzle.explanation()
    assert explanation.complete
    solutions = [s.digits for s in puzzle.ask(Every()).value]
    assert list(explanation.solutions) == solutions
    everything = [explanation.values(digits) for digits in solutions]
    for step in explanation.steps:
        inside = [v for v in everything if all(v[name] == x for name, x in step.case)]
        if step.kind == "contradiction":
            assert inside == [], step.text
        for name, kept in step.claims:
            assert kept, step.text
            assert all(v[name] in kept for v in inside), step.text
    tried = {step.case for step in explanation.steps if step.kind in ("case", "contradiction")}
    assert len(tried - {()}) <= explanation.cases
    return explanation


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.text[:30])
def test_steps_hold_in_all_solutions(puzzle):
    check(puzzle)


@given(puzzles(of=linear_relations()))
def test_steps_hold_for_any_sums(puzzle):
    assume(puzzle is not None and puzzle.base**puzzle.variables <= 1000)
    check(puzzle)


@given(puzzles())
def test_steps_hold_for_any_puzzle(puzzle):
    assume(puzzle is not None and puzzle.base**puzzle.variables <= 1000)
    check(puzzle)


def test_a_false_claim_would_be_seen(monkeypatch):
    from everyway.families.alphametic import deduction, rules

    real = rules.by_bounds

    def wrong(condition, values):
        finding = real(condition, values)
        if finding is None:
            return None
        left = {v: kept[:1] for v, kept in finding.left.items()}
        return rules.Finding(left, finding.why, finding.label)

    monkeypatch.setattr(deduction, "by_bounds", wrong)
    deduction.explain.cache_clear()
    with pytest.raises(AssertionError):
        check(Alphametic("SEND+MORE=MONEY"))
    deduction.explain.cache_clear()


def test_the_carry_is_the_first_thing_to_see():
    steps = check(Alphametic("SEND+MORE=MONEY")).steps
    assert "S and M begin numbers" in steps[0].text
    carry = next(step for step in steps if step.kind == "deduction")
    assert "M is the carry c4. So M = 1" in carry.text


def test_an_explanation_is_lines_and_an_honest_count():
    explanation = Alphametic("SEND+MORE=MONEY").explanation()
    lines = explanation.lines()
    assert lines[0] == "SEND + MORE = MONEY"
    assert lines[-1] == f"One solution, after {explanation.cases} cases."
    assert str(explanation) == "\n".join(lines)
    assert Alphametic("A+A=BA").explanation().summary() == "No solution, without trying any case."


def test_too_many_cases_are_given_up_and_said_so(monkeypatch):
    from everyway.families.alphametic import deduction

    monkeypatch.setattr(deduction, "MOST_CASES", 5)
    deduction.explain.cache_clear()
    explanation = Alphametic("SIX*TWO=TWELVE").explanation()
    deduction.explain.cache_clear()
    assert not explanation.complete
    assert explanation.summary() == "Given up after 5 cases, with 0 solutions found."


def test_carries_follow_from_digits():
    puzzle = Alphametic("SEND+MORE=MONEY")
    values = puzzle.explanation().values(puzzle.one().digits)
    assert [values[f"c{k}"] for k in range(1, 5)] == [1, 1, 0, 1]


def test_one_with_zeros_moves_a_number_to_the_left():
    names = facts_of(Alphametic("A*10+B=CD")).names
    assert names == ["A", "B", "C", "D", "c1"]


def test_words():
    assert listed(["A"]) == "A"
    assert listed(["A", "B"]) == "A and B"
    assert one_of((1, 2)) == "1 or 2"
