"""Errors are one line, with the offending text in quotes and cut."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from everyway import EverywayError, NoSolution, NotUnique
from everyway.core.errors import QUOTED_LENGTH, quote


def test_an_error_says_what_where_and_what_would_do() -> None:
    error = EverywayError("unknown piece", text="quen", where="word 1", hint="try queen")
    assert str(error) == 'unknown piece "quen" (word 1): try queen'
    assert (error.message, error.text) == ("unknown piece", "quen")
    assert (error.where, error.hint) == ("word 1", "try queen")
    assert str(EverywayError("no rows")) == "no rows"
    assert str(EverywayError("too many:", text=0)) == 'too many: "0"'


def test_every_refusal_is_an_everyway_error_and_a_value_error() -> None:
    assert issubclass(EverywayError, ValueError)
    assert issubclass(NoSolution, EverywayError)
    assert issubclass(NotUnique, EverywayError)


@given(st.text(max_size=200))
def test_a_quotation_is_one_printable_line_and_cut(text: str) -> None:
    shown = quote(text)
    assert shown.startswith('"')
    assert shown.endswith('"')
    assert shown.isprintable()
    assert len(shown) <= QUOTED_LENGTH + 3
    if text.isprintable() and len(text) <= QUOTED_LENGTH:
        assert shown == f'"{text}"'


def test_what_is_long_or_unprintable_is_marked() -> None:
    assert quote("x" * 60) == f'"{"x" * 60}"'
    assert quote("x" * 61) == f'"{"x" * 60}…"'
    assert quote("a\nb\x1b") == r'"a\nb\x1b"'
    assert quote("\ud800") == r'"\ud800"'


def test_what_python_does_not_write_out_is_quoted_all_the_same() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]
    assert quote(nested) == '"what is nested too deeply to be written"'
    assert quote(10**5000) == '"a number of thousands of digits"'
