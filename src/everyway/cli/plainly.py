"""Standard output that cannot show every character: what it cannot is shown by what it can."""

from __future__ import annotations

import codecs
import io
import json
import sys
import unicodedata
from typing import Any, TextIO

NAME = "everyway.plainly"
PLAIN = {
    **dict.fromkeys("─━═╌╴╶", "-"),
    **dict.fromkeys("│┃║╎╵╷╿", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼", "+"),
    **dict.fromkeys("▏▎▍▌▋▊▉█", "#"),
    "░": "=",
    # Boards: what is occupied stands out from what is free, and both from what is attacked.
    "●": "*",
    "○": ".",
    "◎": "@",
    "□": ".",
    "■": "#",
    "★": "*",
    "•": "*",
    # The way a link leads: straight ones point, slanting ones are letters as on a keyboard's edge.
    "←": "<",
    "→": ">",
    "↑": "^",
    "↓": "v",
    "↖": "y",
    "↗": "u",
    "↙": "b",
    "↘": "n",
    "⊙": "o",
    "⊗": "x",
    # Arithmetic and punctuation.
    "×": "x",
    "÷": "/",
    "√": "V",
    "·": "*",
    "⋅": "*",
    "−": "-",
    "–": "-",
    "—": "-",
    "≤": "<",
    "≥": ">",
    "°": "d",
    "′": "'",
    "’": "'",
    "∣": "|",
    "…": "~",
    **{sign: str(digit) for digit, sign in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
}
"""Every sign that everyway itself writes, each one column wide, as what stands for it.

Columns stay where they are, and signs that can stand in one picture stay apart.
"""

TWO_COLUMNS = ("cp932", "shift_jis", "euc", "cp936", "gb", "cp949", "cp950", "big5", "iso2022")
"""Beginnings of the encodings in which a sign of two bytes is shown two columns wide."""

_TABLE = str.maketrans(PLAIN)


def shown(character: str) -> str:
    r"""Return what stands for a *character*: what looks like it, else its number as in JSON.

    A letter of somebody's own is not taken for another: é is no e.

    >>> shown("█"), shown("é"), shown(chr(0x1F600))
    ('#', '\\u00e9', '\\ud83d\\ude00')
    """
    if character in PLAIN:
        return PLAIN[character]
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[k : k + 4]}" for k in range(0, len(units), 4))


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(shown, error.object[error.start : error.end])), error.end


class _OneColumn(io.TextIOWrapper):
    """A stream in an encoding that would show our signs two columns wide, if at all."""

    instead_of: TextIO
    """Kept, for a stream that nobody holds closes its buffer."""

    def write(self, text: str) -> int:
        """Write *text* with what stands for the signs."""
        return super().write(text.translate(_TABLE))


def print_plainly() -> None:
    """Have the standard streams show what they have no characters for, rather than fail."""
    codecs.register_error(NAME, _replaced)
    sys.stdout = _plain_stream(sys.stdout)
    sys.stderr = _plain_stream(sys.stderr)


def _plain_stream(stream: TextIO) -> TextIO:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is None:
        return stream
    if stream.errors in ("strict", "surrogateescape", "backslashreplace"):
        reconfigure(errors=NAME)
    encoding = codecs.lookup(stream.encoding).name.replace("-", "_")
    if isinstance(stream, _OneColumn) or not encoding.startswith(TWO_COLUMNS):
        return stream
    stream.flush()
    narrow = _OneColumn(
        stream.buffer,
        encoding=stream.encoding,
        errors=stream.errors,
        newline="\n" if sys.platform != "win32" else None,
        line_buffering=bool(stream.line_buffering),
    )
    narrow.instead_of = stream
    return narrow


def readable(text: str) -> str:
    """Return *text*, a name or a title, as standard error can show it: é as e, if it must be.

    >>> import io
    >>> readable("Frénicle")
    'Frénicle'
    """
    try:
        text.encode(sys.stderr.encoding or "utf-8")
    except UnicodeEncodeError:
        apart = unicodedata.normalize("NFKD", text)
        return "".join(c for c in apart if not unicodedata.combining(c))
    return text


def as_json(data: Any) -> str:
    """Return *data* as one line of JSON that standard output can show without a substitute."""
    encoding = codecs.lookup(getattr(sys.stdout, "encoding", None) or "utf-8").name
    return json.dumps(data, ensure_ascii=not encoding.startswith("utf"))
