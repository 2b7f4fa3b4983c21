"""Pictures in pages: dark where the page is dark."""

from __future__ import annotations

from everyway.drawing.palette import INK, PAPER
from everyway.drawing.theme import dark_of, page_rules


def test_pages_load_the_rules_for_dark_pictures(client):
    assert '<link rel="stylesheet" href="/pictures.css">' in client.get("/").text
    answer = client.get("/pictures.css")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/css")
    assert answer.text == page_rules()


def test_a_picture_as_a_file_is_as_the_page_it_stands_in(client):
    answer = client.get("/picture", params={"puzzle": "queens 4"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert f'fill="{PAPER}"' in answer.text
    assert "@media (prefers-color-scheme: dark)" in answer.text
    assert dark_of(INK) in answer.text
