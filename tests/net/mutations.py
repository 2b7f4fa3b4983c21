"""What may become of a valid input: torn, doubled, spliced with another, made huge or strange."""

# ruff: noqa: RUF001
from __future__ import annotations

import copy
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

TOKEN = re.compile(r"\d+|[^\W\d]+|\s+|.", re.DOTALL)
"""Numbers, words, blanks and single signs: of these every text is made."""

STRANGE = (
    "", "\0", " ", "\n", "\r\n", "\t", "\ufeff", "\u202e", "\u0301", "\ud800", "\x1b[31m", "é", "ß",
    "İ", "ı", "Ⅷ", "²", "５", "٣", "½", "🙂", "\u200d", "か", "＋", "＝", "−", "…", "'", '"', "\\",
    "`", "$(true)", "%s", "{}", "#", "--", "-", "/", "|", ";", ",", "=", "..", "nan", "inf", "null",
    "None", "True", "1e999", "0x10", "1_000", "-0", "+1", "007", "a1", "1,1", "any", "all",
)  # fmt: skip
NUMBERS = ("0", "1", "-1", "2", "3", "10", "36", "37", "99", "255", "1000", "10001", "65536",
           "2147483648", "9223372036854775808", "9" * 30, "9" * 400, "9" * 5000)  # fmt: skip
BRACKETS = ("()", "[]", "{}", "''", '""')
LONG = (50, 300, 3000)

Change = Callable[[Random, list[str], Sequence[str]], None]


def _place(chance: Random, tokens: list[str]) -> int:
    return chance.randrange(len(tokens)) if tokens else 0


def _delete(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    here = _place(chance, tokens)
    del tokens[here : here + chance.choice([1, 1, 2, 5])]


def _repeat(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    here = _place(chance, tokens)
    part = tokens[here : here + chance.choice([1, 1, 2, 4])]
    tokens[here:here] = part * chance.choice([1, 1, 1, 2, 5, 40])


def _exchange(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    here, there = _place(chance, tokens), _place(chance, tokens)
    if tokens:
        tokens[here], tokens[there] = tokens[there], tokens[here]


def _splice(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    other = TOKEN.findall(chance.choice(others))
    here, there = _place(chance, tokens), _place(chance, other)
    length = chance.choice([1, 1, 2, 3, 10, 1000])
    tokens[here : here + chance.choice([0, 1, 1, length])] = other[there : there + length]


def _strange(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    here = _place(chance, tokens)
    tokens[here : here + chance.choice([0, 1])] = [chance.choice(STRANGE)]


def _number(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    places = [place for place, token in enumerate(tokens) if token.isdecimal()]
    if places:
        here = chance.choice(places)
        near = str(int(tokens[here][:9]) + chance.choice([-1, 1]))
        tokens[here] = chance.choice([near] * len(NUMBERS) + [*NUMBERS])


def _nest(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    left, right = chance.choice(BRACKETS)
    times = chance.choice([1, 1, 2, *LONG])
    here = _place(chance, tokens)
    end = chance.randint(here, len(tokens))
    tokens[here:end] = [left * times, *tokens[here:end], right * chance.choice([0, times, times])]


def _case(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    here = _place(chance, tokens)
    if tokens:
        change = chance.choice([str.upper, str.lower, str.title, str.swapcase])
        tokens[here] = change(tokens[here])


def _long(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    here = _place(chance, tokens)
    if tokens:
        tokens[here] *= chance.choice(LONG)


def _cut(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    del tokens[_place(chance, tokens) :]


def _lines(chance: Random, tokens: list[str], others: Sequence[str]) -> None:
    lines = "".join(tokens).split("\n")
    change = chance.choice([lines.reverse, lambda: chance.shuffle(lines), lambda: lines.pop()])
    change()
    tokens[:] = TOKEN.findall(chance.choice(["\n", "\n", "\r\n", "/", " "]).join(lines))


CHANGES: tuple[Change, ...] = (
    _delete, _repeat, _exchange, _splice, _splice, _strange, _strange, _number, _number, _nest,
    _case, _long, _cut, _lines,
)  # fmt: skip


def changed_text(chance: Random, text: str, others: Sequence[str]) -> str:
    """Return *text* changed in a place or a few, perhaps with parts of *others*."""
    tokens = TOKEN.findall(text)
    for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3, 6])):
        chance.choice(CHANGES)(chance, tokens, others)
    return "".join(tokens)[:500_000]


def deep(levels: int, way: str) -> Any:
    """Return lists or tables within each other."""
    found: Any = 1
    for _ in range(levels):
        found = [found] if way == "list" else {"board": found}
    return found


def odd_value(chance: Random) -> Any:
    """Return a value such as no parameter wants."""
    return chance.choice([
        lambda: None, lambda: True, lambda: False, lambda: -1, lambda: 0, lambda: 1, lambda: 7,
        lambda: 10**30, lambda: 10**5000, lambda: -(2**63), lambda: 1.5, lambda: float("nan"),
        lambda: float("inf"), lambda: 1j, lambda: "", lambda: chance.choice(STRANGE),
        lambda: chance.choice(NUMBERS), lambda: "x" * chance.choice(LONG), lambda: b"abc",
        lambda: [], lambda: {}, lambda: (), lambda: set(), lambda: [[]], lambda: [None],
        lambda: [1, "a", None], lambda: {"a": 1}, lambda: {1: "b1"}, lambda: [["a1"]],
        lambda: [-1, 10**9], lambda: ["a1"] * chance.choice(LONG), lambda: list(range(3000)),
        lambda: deep(chance.choice([3, 60, 5000]), chance.choice(["list", "table"])),
        lambda: object(), lambda: range(10), lambda: iter("abc"), lambda: frozenset("ab"),
        lambda: len, lambda: Ellipsis, lambda: type, lambda: memoryview(b"ab"),
        lambda: (x for x in ("a1", 2)),
    ])()  # fmt: skip


def changed_data(chance: Random, data: Any, others: Sequence[str]) -> Any:
    """Return plain data with something in it changed: a value, a key, the whole."""
    whole = [_copied(data)]
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        holder, place = chance.choice(list(_places(whole)))
        value = holder[place]
        if isinstance(holder, dict) and chance.random() < 0.15:
            key = chance.choice([*STRANGE, *holder, 1, None, "puzzle"])
            holder[key] = holder.pop(place) if chance.random() < 0.5 else odd_value(chance)
        elif chance.random() < 0.1:
            del holder[place]
            whole = whole or [None]
        elif isinstance(value, str) and chance.random() < 0.6:
            holder[place] = changed_text(chance, value, others)
        elif type(value) is int and chance.random() < 0.6:
            holder[place] = value + chance.choice([-2, -1, 1, 2, 100, 10**9])
        elif isinstance(value, list) and value and chance.random() < 0.5:
            chance.choice([value.reverse, value.pop, lambda v=value: v.extend(v[:300])])()
        else:
            holder[place] = odd_value(chance)
    return whole[0]


def _copied(data: Any) -> Any:
    try:
        return copy.deepcopy(data)
    except (TypeError, RecursionError):  # a function, a generator; what is nested too deeply
        return data


def _places(holder: Any, levels: int = 20) -> Any:
    """Yield every list or table in *holder*, itself too, with each of its places or keys."""
    pairs = list(holder.items()) if isinstance(holder, dict) else list(enumerate(holder))
    for place, value in pairs[:50]:
        yield holder, place
        if isinstance(value, dict | list) and len(value) < 1000 and levels:
            yield from _places(value, levels - 1)


def changed_bytes(chance: Random, data: bytes, others: Sequence[str]) -> bytes:
    """Return the bytes of a file changed: as text, or in some bytes."""
    if chance.random() < 0.6:
        try:
            text = changed_text(chance, data.decode("utf-8"), others)
        except UnicodeDecodeError:
            pass
        else:
            coding = chance.choice(["utf-8"] * 6 + ["utf-16", "utf-8-sig", "latin-1", "cp932"])
            return text.encode(coding, "surrogatepass" if "utf" in coding else "replace")
    changed = bytearray(data)
    for _ in range(chance.choice([1, 1, 3, 20])):
        here = chance.randrange(len(changed) + 1)
        end = here + chance.choice([0, 1, 1, 8])
        changed[here:end] = chance.randbytes(chance.choice([0, 1, 1, 8]))
    return bytes(changed)
