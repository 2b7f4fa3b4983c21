"""Text as keyboards and pages give it, made plain: one code for what is one sign."""

from __future__ import annotations

import re
import unicodedata

FULL_WIDTH = 0xFEE0
"""How far full-width forms of ASCII characters are from the plain ones."""

_PLAIN = {code: code - FULL_WIDTH for code in range(ord("\uff01"), ord("\uff5e") + 1)}
_PLAIN |= {0x3000: ord(" "), 0x3001: ord(",")}
_COMPATIBLE = re.compile("[\uff61-\uff9f\ufb00-\ufb06]+")
"""Half-width kana, of which a mark of sound is a sign of its own, and ligatures of print."""


def plain_form(text: str) -> str:
    r"""Return *text* as it is compared: full-width signs plain, ligatures apart, accents composed.

    >>> plain_form("\uff21\uff0b\uff11"), plain_form("\ufb01ve"), plain_form("e\u0301") == "é"
    ('A+1', 'five', True)
    """
    if text.isascii():
        return text
    text = _COMPATIBLE.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    return unicodedata.normalize("NFC", text.translate(_PLAIN))
