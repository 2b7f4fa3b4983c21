"""How a file is drawn: light or dark, in layers or seen from a corner."""

from __future__ import annotations

import pytest

from everyway.cli import main
from everyway.drawing.palette import PAPER
from everyway.drawing.theme import dark_of


def run(words, capsys):
    return main(words), capsys.readouterr()


def test_a_picture_is_written_dark(tmp_path, capsys):
    for theme, colour in (("light", PAPER), ("dark", dark_of(PAPER))):
        name = tmp_path / f"{theme}.svg"
        words = ["draw", "queens", "4", "--output", str(name), "--theme", theme]
        assert run(words, capsys)[0] == 0
        assert f'fill="{colour}"' in name.read_text("utf-8")
    name = tmp_path / "auto.svg"
    run(["draw", "hanoi", "2", "--output", str(name), "--theme", "auto"], capsys)
    assert "prefers-color-scheme" in name.read_text("utf-8")
    name = tmp_path / "film.gif"
    words = ["draw", "hanoi", "1", "--limit", "1", "--output", str(name), "--theme", "dark"]
    assert run(words, capsys)[0] == 0
    name = tmp_path / "states.svg"
    words = ["states", "hanoi", "2", "--output", str(name), "--theme", "dark"]
    assert run(words, capsys)[0] == 0
    assert dark_of(PAPER) in name.read_text("utf-8")


def test_a_board_of_three_dimensions_is_written_in_two_views(tmp_path, capsys):
    pictures = []
    for view in ("layers", "isometric"):
        name = tmp_path / f"{view}.svg"
        words = ["first", "rooks", "2x2x2", "--output", str(name), "--view", view]
        assert run(words, capsys)[0] == 0
        pictures.append(name.read_text("utf-8"))
    assert pictures[0] != pictures[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["count", "queens", "4", "--theme", "dark"], "--theme says how a file is drawn"),
        (["first", "queens", "4", "--view", "layers"], "--view says how a file is drawn"),
        (["first", "queens", "4", "--output", "q.png", "--theme", "auto"], "only an SVG"),
        (["first", "queens", "4", "--output", "q.svg", "--theme", "black"], "no theme"),
        (["first", "queens", "4", "--output", "q.svg", "--view", "up"], "no view of placement"),
        (["first", "hanoi", "2", "--output", "q.svg", "--view", "layers"], "one view alone"),
        (["first", "queens", "4", "--output", "q.svg", "--view", "isometric"], "three dimensions"),
        (["table", "count", "queens", "1..2", "--theme", "dark"], "does not go with table"),
        (["states", "hanoi", "2", "--view", "layers"], "does not go with states"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_what_is_wrong_is_said_before_any_search(words, message, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, printed = run(words, capsys)
    assert code == 2
    assert message in printed.err
    assert not printed.out
    assert not list(tmp_path.iterdir())
