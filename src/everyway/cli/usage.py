"""What is wrong with the words of a command, in plain words: one line, and what would do."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from everyway.core.errors import EverywayError, quote
from everyway.core.plain_form import plain_form

MEANT = {"--symmetry": "--up-to symmetry"}
"""Options that one may take for granted, and how they are written."""

NAMES = {int: "a whole number", float: "a number"}


def plainly_typed(arguments: Sequence[str], commands: Collection[str]) -> list[str]:
    r"""Return the *arguments* with the command's name and the options' names in plain form.

    What an option's value is, and which of the words are names of files, is known only later.

    >>> plainly_typed(["\uff43ount", "queens", "\uff0d\uff0dnumber\uff1d5"], ["count"])
    ['count', 'queens', '--number=5']
    """
    found = list(arguments)
    if found and plain_form(found[0]) in commands:
        found[0] = plain_form(found[0])
    for place, argument in enumerate(found):
        plain = plain_form(argument)
        if argument == "--":
            break
        if plain.startswith("-") and not argument.isascii():
            flag, equals, value = plain.partition("=")
            found[place] = (
                flag + equals + (argument[len(argument) - len(value) :] if equals else "")
            )
    return found


def read_number(flag: str, kind: type, text: str) -> Any:
    """Return the number that the option *flag* gives; raise ``EverywayError`` for no number."""
    try:
        return kind(plain_form(text).strip())
    except (ValueError, OverflowError):
        raise EverywayError(f"{flag} needs {NAMES[kind]}, not", text=text) from None


def usage_line(error: Any, command: str, commands: Iterable[str], elsewhere: set[str]) -> str:
    """Return typer's complaint about the usage of *command* as a line of our own.

    *elsewhere* are the options of other commands: they exist, but do not go with this one.
    """
    kind = type(error).__name__
    said = str(error.format_message())
    if kind == "NoSuchOption":
        return _no_option(error, command, elsewhere)
    if kind == "BadOptionUsage":
        option = str(error.option_name)
        if "does not take a value" in said:
            return f"{option} takes no value"
        return f"{option} needs a value{_help_of(error, option)}"
    if kind == "MissingParameter":
        parameter = error.param
        usage = f"everyway {command} {' '.join(_words_of(error))}".rstrip()
        return f"{parameter.metavar or parameter.name} is missing: write {usage}"
    if "No such command" in said:
        got = said.split("'")[1] if "'" in said else ""
        near = difflib.get_close_matches(got, list(commands), n=1)
        hint = f"did you mean {near[0]}?" if near else "see: everyway --help"
        return f"no command {quote(got)}: {hint}"
    if "unexpected extra" in said:
        got = said.partition("(s) (")[2].removesuffix(")")
        usage = f"everyway {command} {' '.join(_words_of(error))}".rstrip()
        return f"too many words: {quote(got)}: write {usage}"
    return " ".join(said.split())


def _no_option(error: Any, command: str, elsewhere: set[str]) -> str:
    option = str(error.option_name)
    if option in elsewhere:
        return f"{option} does not go with {command}"
    near = MEANT.get(option) or next(iter(error.possibilities or ()), None)
    hint = f"did you mean {near}?" if near else f"see: everyway {command} --help".replace("  ", " ")
    return f"no option {quote(option)}: {hint}"


def _words_of(error: Any) -> list[str]:
    """Return the words that the command takes, as its usage names them."""
    context = error.ctx
    if context is None:
        return []
    return [
        str(p.metavar or p.name) for p in context.command.params if p.param_type_name == "argument"
    ]


def _help_of(error: Any, flag: str) -> str:
    """Return what the option *flag* says of itself, after a colon, or nothing."""
    parameters = [] if error.ctx is None else error.ctx.command.params
    for parameter in parameters:
        if flag in parameter.opts and getattr(parameter, "help", None):
            return f": {parameter.help}"
    return ""
