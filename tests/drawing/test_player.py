import hashlib
import json
import re
from base64 import b64encode

from everyway.drawing.canvas import Canvas
from everyway.drawing.player import SCRIPTS, STYLE, asset, frame, inline_json, page
from everyway.drawing.steps import CAPTION, LEAST_CAPTION, fitted, step_canvas
from everyway.drawing.svg import svg

PLAYER = {"title": "a <b> & c", "background": str(svg(Canvas(10, 10))), "chunks": []}


def test_nothing_in_the_data_can_end_the_script():
    nasty = {"x": "</script><script>alert(1)</script><!--\u2028"}
    text = inline_json(nasty)
    assert "<" not in text
    assert "\u2028" not in text
    assert json.loads(text) == nasty


def test_the_page_allows_its_own_script_alone():
    text = page(PLAYER)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    script = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    style = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    assert len(script) == len(style) == 1
    for body, name in ((script[0], "script-src"), (style[0], "style-src")):
        digest = b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{name} 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")


def test_the_page_asks_for_nothing_from_elsewhere():
    text = page(PLAYER)
    addresses = set(re.findall(r"https?://[^\s\"'<>)\\]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"""<(link|img|iframe)\b|\bsrc=|@import|url\(""", text)


def test_titles_are_text():
    assert "<title>a &lt;b&gt; &amp; c</title>" in page(PLAYER)


def test_a_frame_holds_the_page_as_text():
    assert frame('<p a="1">').startswith('<iframe srcdoc="&lt;p a=&quot;1&quot;&gt;"')


def test_assets_obey_a_strict_policy():
    for name in SCRIPTS:
        text = asset(name)
        assert "eval(" not in text
        assert "new Function" not in text
        assert len(text.splitlines()) <= 500
    assert "url(" not in asset(STYLE)


def test_captions_shrink_and_then_are_cut():
    assert fitted("short", 400) == ("short", CAPTION)
    longer, size = fitted("a" * 50, 400)
    assert longer == "a" * 50
    assert LEAST_CAPTION <= size < CAPTION
    cut, size = fitted("a" * 500, 400)
    assert cut.endswith("a…")
    assert size == LEAST_CAPTION


def test_all_steps_over_one_background_have_one_size():
    background = Canvas(100, 80, "board")
    one = step_canvas(background, [], "step 1", "", "board")
    other = step_canvas(background, [], "step 2", "a long reason " * 20, "")
    assert (one.width, one.height) == (other.width, other.height)
    assert one.title == "step 1"
    assert other.description.startswith("a long reason")
