"""Standard output that cannot show every character: what it cannot is shown by what it can."""

from __future__ import annotations

import codecs
import sys

NAME = "everyway.plainly"
BOXES = {
    **dict.fromkeys("─━═╌╴╶", "-"),
    **dict.fromkeys("│┃║╎╵╷", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("▏▎▍▌▋▊▉█", "#"),
    "░": "=",
    "…": "~",
    "•": "*",
    "×": "x",
    "–": "-",
    "−": "-",
}
"""Each is one character wide, as what it stands for: columns stay where they are."""


def shown(character: str) -> str:
    r"""Return what stands for a *character*: what looks like it, else its number as in JSON.

    >>> shown("█"), shown("é"), shown(chr(0x1F600))
    ('#', '\\u00e9', '\\ud83d\\ude00')
    """
    if character in BOXES:
        return BOXES[character]
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[k : k + 4]}" for k in range(0, len(units), 4))


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(shown, error.object[error.start : error.end])), error.end


def print_plainly() -> None:
    """Have standard output show what it has no characters for, rather than fail."""
    codecs.register_error(NAME, _replaced)
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and sys.stdout.errors in ("strict", "surrogateescape"):
        reconfigure(errors=NAME)
