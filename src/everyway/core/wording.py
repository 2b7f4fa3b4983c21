"""Small pieces of plain English, from which titles and statements of puzzles are put together."""

from __future__ import annotations

from collections.abc import Sequence

MOST_LISTED = 12
"""So many things are named one by one; of more, the first and how many follow."""


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """Return *number* with its noun; *plural* where that is not the noun with an s.

    >>> counted(1, "queen"), counted(3, "queen"), counted(2, "die", "dice")
    ('1 queen', '3 queens', '2 dice')
    """
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def listed(parts: Sequence[str], word: str = "and", most: int = MOST_LISTED) -> str:
    """Return *parts* as they stand in a sentence.

    >>> listed(["a1"]), listed(["a1", "b2", "c3"]), listed(["a", "b"], "or")
    ('a1', 'a1, b2 and c3', 'a or b')
    >>> listed(["a", "b", "c", "d"], most=2)
    'a, b and 2 more'
    """
    named = list(parts)
    if len(named) > most:
        named = [*named[:most], f"{len(named) - most} more"]
        word = "and"
    if len(named) < 2:
        return "".join(named)
    return f"{', '.join(named[:-1])} {word} {named[-1]}"


def a_or_an(text: str) -> str:
    """Return *text* with the article that its first sound asks for, numbers included.

    >>> a_or_an("5x5 board"), a_or_an("8x8 board"), a_or_an("11x3 board"), a_or_an("empty board")
    ('a 5x5 board', 'an 8x8 board', 'an 11x3 board', 'an empty board')
    """
    number = ""
    for sign in text:
        if not sign.isdigit():
            break
        number += sign
    vowel = text[:1].lower() in tuple("aeiou")
    # Eight, eleven, eighteen, eighty, and their thousands begin with a vowel.
    if number:
        vowel = number[0] == "8" or (len(number) % 3 == 2 and number[:2] in ("11", "18"))
    return f"{'an' if vowel else 'a'} {text}"


def sentences(*parts: str | None) -> str:
    """Return the *parts* that are there, as sentences one after another.

    >>> sentences("place a queen", None, "it may stand anywhere.")
    'Place a queen. It may stand anywhere.'
    """
    found = []
    for part in parts:
        if part:
            text = part.strip()
            text = text[0].upper() + text[1:]
            found.append(text if text.endswith((".", "!", "?")) else text + ".")
    return " ".join(found)
