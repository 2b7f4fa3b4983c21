"""Amounts of memory, and what is known of them."""

from __future__ import annotations

import pytest

from everyway import EverywayError, Placement, Queens
from everyway.core import memory
from everyway.families.placement import plain


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("2G", 2 << 30),
        ("512M", 512 << 20),
        ("1.5 GiB", 3 << 29),
        (1 << 30, 1 << 30),
        ("1t", 1 << 40),
    ],
)
def test_amounts_are_read(text, amount):
    assert memory.read_amount(text) == amount


@pytest.mark.parametrize("text", ["", "G", "2X", "-1G", "2 G G", True, None, 2.5, "1K", 5, "²G"])
def test_what_is_no_amount_is_refused(text):
    with pytest.raises(EverywayError, match="memory"):
        memory.read_amount(text)
    if text is not None:
        with pytest.raises(EverywayError, match="memory"):
            Queens(4).ask(_count(), memory_limit=text)


def _count():
    from everyway import Count

    return Count()


def test_memory_grows_with_what_is_kept():
    before = memory.memory_used()
    kept = b"x" * (200 << 20)
    assert memory.memory_used() > before + (150 << 20)
    assert len(kept) == 200 << 20


def test_the_usual_limit_leaves_some_memory_free():
    free = memory.memory_free()
    if free is None:
        pytest.skip("nobody says what is free here")
    limit = memory.usual_limit()
    assert memory.memory_used() < limit < memory.memory_used() + free * 1.2


def test_the_memory_of_a_container_counts(tmp_path, monkeypatch):
    (tmp_path / "max").write_text(str(1 << 30))
    (tmp_path / "current").write_text(str(3 << 28))
    files = ((str(tmp_path / "none"), ""), (str(tmp_path / "max"), str(tmp_path / "current")))
    monkeypatch.setattr(memory, "CONTROL_GROUP", files)
    monkeypatch.setattr(memory, "_free_in_machine", lambda: 1 << 40)
    assert memory.memory_free() == 1 << 28
    (tmp_path / "max").write_text("max")
    assert memory.memory_free() == 1 << 40


def test_models_can_be_forgotten(monkeypatch):
    assert Placement("4x4", "queen", number=4).count(engine="plain") == 2
    assert plain.rules_of.cache_info().currsize
    monkeypatch.setattr(memory, "MUCH", 1 << 60)
    memory.forget_if_many()
    assert plain.rules_of.cache_info().currsize
    monkeypatch.setattr(memory, "MUCH", 0)
    memory.forget_if_many()
    assert not plain.rules_of.cache_info().currsize
    assert Placement("4x4", "queen", number=4).count(engine="plain") == 2
