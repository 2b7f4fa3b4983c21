"""A page that plays the steps of a search: one file with its script, its style and the steps."""

from __future__ import annotations

import base64
import hashlib
import html
import json
from functools import lru_cache
from importlib.resources import files
from typing import Any

from everyway.drawing.theme import page_rules

FRAME_HEIGHT = 720


SCRIPTS = ("player_tree.js", "player.js")
"""The player's scripts, in the order in which they are read."""
STYLE = "player.css"


@lru_cache(maxsize=4)
def asset(name: str) -> str:
    """Return the text of one of the player's own files: ``SCRIPTS`` and ``STYLE``."""
    return files("everyway.drawing").joinpath(name).read_text("utf-8")


def _digest(text: str) -> str:
    """Return how a content security policy names a script or style of this *text*."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def inline_json(data: Any) -> str:
    r"""Return *data* as JSON that may stand inside a page's script element.

    >>> inline_json("</script>")
    '"\\u003c/script>"'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # No "<" can end the element; these two end a line in scripts of old.
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def page(player: dict[str, Any]) -> str:
    """Return the page that plays *player*, as ``Trace.player`` makes it, with all its steps.

    It loads nothing: its content security policy allows its own script and style alone.
    """
    script, style = "".join(map(asset, SCRIPTS)), asset(STYLE) + page_rules()
    policy = f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}"
    title = html.escape(player["title"])
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body class="player-page">
<main>
<h1>{title}</h1>
<section class="player" aria-label="steps of a search">
<p>These steps are shown by a script, which is part of this page and is not running.</p>
{player["background"]}<script type="application/json">{inline_json(player)}</script>
</section>
</main>
<script>{script}</script>
</body>
</html>
"""


def frame(document: str) -> str:
    """Return *document* as a frame that a notebook shows."""
    return (
        f'<iframe srcdoc="{html.escape(document)}" width="100%" height="{FRAME_HEIGHT}" '
        'title="steps of a search" sandbox="allow-scripts"></iframe>'
    )
