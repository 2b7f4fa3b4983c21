"""Pictures from Python: ``everyway.draw``, and the page about them."""

from pathlib import Path

import pytest

from everyway import EverywayError, Hanoi, Queens, Tour, draw
from everyway.families.registry import families, family

PAGE = Path(__file__).parents[2] / "docs" / "pictures.md"


def test_a_puzzle_alone_and_with_a_solution():
    queens = Queens(5)
    assert str(draw(queens, queens.first())) == str(queens.first())
    assert draw(queens).text() == family("placement").picture(queens, None).text()
    assert draw(queens).png(100).startswith(b"\x89PNG")
    hanoi = Hanoi(2)
    assert draw(hanoi, hanoi.first()).moving(".gif").startswith(b"GIF89a")


def test_the_solution_of_a_narrower_puzzle_is_drawn():
    answer = Queens(4).smallest()
    assert "Q" in draw(Queens(4), answer.solution).text()


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [(8, None), ("queens 8", None), (None, None), (Queens(4), "b1 d2 a3 c4"), (Queens(4), 3)],
)
def test_what_cannot_be_drawn(puzzle, solution):
    with pytest.raises(EverywayError, match="are drawn, not"):
        draw(puzzle, solution)


def test_solutions_of_other_families_are_refused():
    with pytest.raises(EverywayError, match="are drawn, not"):
        draw(Queens(5), Tour("5x5").first())
    with pytest.raises(EverywayError, match="are drawn, not"):
        draw(Tour("5x5"), Queens(5).first())


def test_the_page_names_every_style():
    page = PAGE.read_text("utf-8")
    for known in families():
        styles = ", ".join(f"`{style}`" for style in known.styles)
        assert f"| {known.name} | {styles} |" in page
