import pytest

from everyway import Every, EverywayError, Placement, Queens, RegionQueens
from everyway.core.engine import Branch, Control
from everyway.drawing.svg import svg
from everyway.families.placement.generate import GenerateEngine
from everyway.families.placement.plain import PlainEngine
from everyway.families.placement.trace import backtracking
from everyway.families.placement.trace_drawing import StepPicture
from everyway.families.placement.trace_generate import first_fault, generate

ROWS = ["AAAA", "ABBB", "CCDB", "CCDD"]
PUZZLES = [
    Queens(0),
    Queens(1),
    Queens(3),
    Queens(5),
    Queens(5, fixed="b1"),
    Queens(5, holes="c3", torus=True),
    Placement("3x3", covering=True),
    Placement("2x2", peaceful=False),
    Placement("5", "king", number="1..3"),
    Placement("2x2x2", "king", covering=True),
    Placement("3x3", "knight", covering=True, number="3..5", fixed="b2"),
    Placement("4x4", "rook", peaceful=False, per_row=1, per_column=1, no_touch=True),
    RegionQueens(ROWS),
    Placement("0x0", covering=True),
    Placement("2x3", "queen", number=2, covering=True),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_the_steps_are_those_of_the_reference(puzzle):
    events = list(PlainEngine().walk(puzzle))
    steps = list(backtracking(puzzle))
    assert [s.data for s in steps if s.kind == "solution"] == [e for e in events if e is not None]
    assert 1 + sum(s.kind == "place" for s in steps) == events.count(None)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_every_candidate_is_a_step(puzzle):
    tally = GenerateEngine().search(puzzle, Every(), Branch(), Control())
    steps = list(generate(puzzle))
    assert sum(s.kind == "place" for s in steps) == tally.nodes
    assert tuple(s.data for s in steps if s.kind == "solution") == tally.solutions
    faults = [s for s in steps if s.kind == "conflict"]
    assert all(s.why and s.tried is None for s in faults)
    assert len(faults) == tally.nodes - len(tally.solutions)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
def test_choices_that_stand_are_taken_back(puzzle):
    stack = [()]
    for step in backtracking(puzzle):
        if step.kind == "place":
            assert step.data[:-1] == stack[-1]
            stack.append(step.data)
        elif step.kind == "backtrack":
            assert stack.pop()[-1] == step.tried
        assert step.data == stack[-1]
        assert step.depth == len(stack) - 1
    assert stack == [()]


def test_the_classic_count_of_positions_tried():
    # Wirth, Algorithms + Data Structures = Programs (1976): 876 tests before the first solution.
    placed = refused = 0
    for step in backtracking(Queens(8)):
        placed += step.kind == "place"
        refused += step.kind == "conflict"
        if step.kind == "solution":
            break
    assert (placed, placed + refused) == (113, 876)


def test_refusals_name_who_refuses():
    for step in backtracking(Queens(6)):
        if step.kind == "conflict":
            attackers = {c for c in step.data if c in Queens(6).attacks[step.tried]}
            assert set(step.marks) == attackers
            assert attackers


def reasons(puzzle, kind):
    return {step.why for step in backtracking(puzzle) if step.kind == kind}


def test_every_rule_has_its_words():
    assert "attacked from a1 and b3" in reasons(Queens(4), "conflict")
    assert "1 more queen needed, but after d4 none fits" in reasons(Queens(4), "prune")
    assert "b1 must be occupied, and was passed over" in reasons(Queens(4, fixed="b1"), "prune")
    regions = RegionQueens(ROWS)
    assert "touches b1" in reasons(regions, "conflict")
    assert "the column from a1 to a4 has its 1 queen: a1" in reasons(regions, "conflict")
    assert "region D needs 1 queen, and has none" in reasons(regions, "backtrack")
    covering = Placement("1x5", "king", covering=True, number=2)
    assert "e1 is free, and nothing can attack it any more" in reasons(covering, "prune")
    full = Placement("3x1", "wazir", number=1)
    assert "1 wazir stands, and no more may" in reasons(full, "backtrack")


def test_rows_that_are_barred_are_passed_over():
    tried = [s.what for s in backtracking(Queens(4)) if s.kind == "conflict"]
    assert "b1" not in tried
    # A king bars only the next square, and that is shown.
    tried = [
        s.what for s in backtracking(Placement("1x4", "king", number=2)) if s.kind == "conflict"
    ]
    assert "1,2" not in tried
    assert "b1" in tried


def test_faults_in_words():
    puzzle = Placement("3x3", "king", number="1..2", covering=True, fixed="a1")
    assert first_fault(puzzle, (8,)) == ("a1 must be occupied, and is not", (0,))
    assert first_fault(puzzle, (0, 1)) == ("a1 and b1 attack each other", (0, 1))
    assert first_fault(puzzle, (0,)) == ("c1 is free and not attacked", (2,))
    wide = first_fault(puzzle, (0, 2, 6))
    assert wide == ("the number of pieces is 3, not 1..2", ())
    rooks = Placement("2x2", "rook", peaceful=False, per_row=1)
    assert first_fault(rooks, (0, 1)) == ("2 in the row from a1 to b1, not 1", (0, 1))


def test_boards_that_are_too_large_are_refused():
    for record in (backtracking, generate):
        with pytest.raises(EverywayError, match="at most 400 squares"):
            record(Queens(21))


# --- pictures ---


@pytest.mark.parametrize("puzzle", PUZZLES, ids=repr)
@pytest.mark.parametrize("record", [backtracking, generate])
def test_every_step_can_be_drawn(puzzle, record):
    picture = StepPicture(puzzle)
    background = picture.background()
    for number, step in enumerate(record(puzzle)):
        background.shapes.extend(shapes := picture.overlay(step))
        assert isinstance(picture.text(step), str)
        if number > 60:
            break
        del background.shapes[len(background.shapes) - len(shapes) :]
    assert svg(background).startswith("<svg")


def test_text_shows_what_was_tried():
    picture = StepPicture(Queens(4))
    steps = list(backtracking(Queens(4)))
    kinds = [s.kind for s in steps]
    assert picture.text(steps[kinds.index("conflict")]).splitlines()[2] == "2  × . . ."
    assert picture.text(steps[kinds.index("prune")]).splitlines()[1] == "3  ! ! ! !"
    assert picture.text(steps[kinds.index("backtrack")]).splitlines()[2] == "2  . . o ."


def test_pieces_of_layers_stand_in_their_layers():
    picture = StepPicture(Placement("2x2x2", "king"))
    places = [picture._centre(cell) for cell in range(8)]
    assert len(set(places)) == 8
    # Within a layer squares are a side apart; the layers lie apart.
    assert places[1][0] - places[0][0] == 48
    assert places[4] != places[0]


def test_marks_do_not_depend_on_colour_alone():
    picture = StepPicture(Queens(4))
    steps = list(backtracking(Queens(4)))
    shapes = {s.kind: picture.overlay(s) for s in steps if s.depth == 2 or s.kind == "solution"}
    dashed = [s for s in shapes["backtrack"] if getattr(s, "style", None) and s.style.dashes]
    assert dashed
    assert len(shapes["conflict"]) > len(shapes["place"])
