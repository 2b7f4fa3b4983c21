"""The page on files names every key of every kind of puzzle, and no other."""

import re
from pathlib import Path

import pytest

from everyway import EverywayError, Permutations
from everyway.families.registry import families

PAGE = Path(__file__).parent.parent / "docs" / "files.md"
KINDS = [(known, kind) for known in families() for kind in known.kinds]


def keys_on_page():
    """Return the keys in the table below each heading that names kinds of puzzles."""
    found = {}
    for part in PAGE.read_text("utf-8").split("\n### ")[1:]:
        heading, _, text = part.partition("\n")
        rows = [row for row in text.splitlines() if row.startswith("| ") and "`" in row]
        keys = {key for row in rows for key in re.findall(r"`(\w+)`", row.split("|")[1])}
        found.update(dict.fromkeys(re.findall(r"`(\w+)`", heading), keys))
    return found


@pytest.mark.parametrize(("known", "kind"), KINDS, ids=[kind for _, kind in KINDS])
def test_every_key_is_on_the_page(known, kind):
    with pytest.raises(EverywayError, match="key") as error:
        known.kind(kind).from_dict({"puzzle": kind, "nonsense": 1})
    assert error.value.text == "nonsense"
    keys = set(error.value.hint.removeprefix("one of ").split(", "))
    # The page tells of the three kinds of arrangements at once: a power set has no k.
    assert keys_on_page()[kind] - ({"k"} if kind == "powerset" else set()) == keys


def test_every_kind_is_on_the_page():
    assert set(keys_on_page()) == {kind for _, kind in KINDS}


def test_arrangements_have_no_keys_of_their_class():
    for key in ("kind", "orders"):
        with pytest.raises(EverywayError, match="have no key"):
            Permutations.from_dict({"items": "ab", key: 1})
