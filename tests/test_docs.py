"""Every example in the documentation does what stands beside it."""

import shutil
from pathlib import Path

import pytest
from docblocks import (
    ROOT,
    Block,
    find_blocks,
    make_environment,
    read_commands,
    run_console,
    run_document,
    run_python,
)

DOCUMENTS = sorted(
    path
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    if any(
        block.language in ("console", "python") for block in find_blocks(path.read_text("utf-8"))
    )
)


@pytest.fixture
def environment(tmp_path):
    return make_environment(tmp_path / "home")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Return a working folder with the examples in it."""
    place = tmp_path / "work"
    place.mkdir()
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", place / "examples")
    monkeypatch.chdir(place)
    return place


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_of(path, folder, environment):
    problems = run_document(path, folder, environment)
    assert not problems, "\n\n".join(f"{path.name}, {problem}" for problem in problems)


def test_fences_of_unknown_languages_are_problems(tmp_path, environment):
    page = tmp_path / "page.md"
    page.write_text("Text.\n\n```bash\n$ false\n```\n\n```text\n$ false\n```\n")
    (problem,) = run_document(page, tmp_path, environment)
    assert problem.line == 3
    assert "'bash' is never run" in problem.message


# --- the runner itself: it must be able to fail ---


def console(text):
    return Block("console", text, 10)


def test_every_kind_of_fence_is_found():
    document = """
```console
$ true
```
````python
```
>>> 1
````
- In a list:

  ~~~text
    indented
  ~~~
```
no language
```
:::{note}
```python
x = 1
```
:::
"""
    assert [(b.language, b.text, b.line) for b in find_blocks(document)] == [
        ("console", "$ true\n", 3),
        ("python", "```\n>>> 1\n", 6),
        ("text", "  indented\n", 12),
        ("python", "x = 1\n", 19),
    ]


def test_commands_with_their_outputs():
    commands, problems = read_commands(console("$ cat <<END\n> a b\n> END\na b\n\n$ true\n"))
    assert [(c.command, c.want, c.line) for c in commands] == [
        ("cat <<END\na b\nEND", "a b", 10),
        ("true", "", 15),
    ]
    assert problems == []


def test_output_before_any_command_is_a_problem():
    _, (problem,) = read_commands(console("lost\n$ true\n"))
    assert problem.line == 10
    assert "lost" in problem.message


@pytest.mark.parametrize(
    "text",
    [
        "$ echo one; echo two\none\ntwo\n",
        "$ printf 'no newline'\nno newline\n",
        "$ echo\n$ echo after\nafter\n",
        "$ echo one; echo; echo two\none\n\ntwo\n",
        "$ echo spaces; echo '  kept  '\nspaces\n  kept\n",
        "$ echo 12.3 seconds\n... seconds\n",
        "$ seq 1 100\n1\n2\n...\n100\n",
        "$ seq 1 3\n1\n2\n...\n3\n...\n",
        "$ true\n...\n",
        "$ echo aside >&2\naside\n",
        "$ (exit 3)\n$ echo $?\n3\n",
        "$ echo said; (exit 2)\nsaid\n",
        "$ echo kept > file\n$ cat file\nkept\n",
        "$ name=word\n$ echo $name\nword\n",
        "$ cat <<END\n> [table]\n> END\n[table]\n",
        "$ printf 'ab\\nba\\n' | sort -r\nba\nab\n",
        "$ true\n",
    ],
)
def test_console_that_holds(text, tmp_path, environment):
    assert run_console(console(text), tmp_path, environment) == []


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("$ echo 93\n92\n", 10, "should print\n92\nbut printed\n93"),
        ("$ echo 92\n", 10, "should print\nnothing\nbut printed\n92"),
        ("$ true\n92\n", 10, "but printed\nnothing"),
        ("$ true\n$ echo a\nb\n", 11, "but printed\na"),
        ("$ echo one; echo two\none\n", 10, "one\ntwo"),
        ("$ seq 1 3\n1\n...\n4\n", 10, "should print"),
        ("$ printf 'a 1\\n2 b\\n'\na ... b\n", 10, "should print"),
        ("$ (exit 3)\n", 10, "failed with status 3"),
        ("$ (exit 3)\n$ echo $?\n0\n", 11, "but printed\n3"),
        ("$ no-such-command\n", 10, "no-such-command"),
        ("$ exit 1\n$ echo never\nnever\n", 10, "ended the shell"),
        ("$ echo 'Traceback (most recent call last)'\n...\n", 10, "crashed"),
        ("$ python3 -c 'x ='\nanother error\n", 10, "SyntaxError"),
    ],
)
def test_console_that_does_not_hold(text, line, words, tmp_path, environment):
    (problem,) = run_console(console(text), tmp_path, environment)
    assert problem.line == line
    assert words in problem.message


def test_console_waits_no_longer_than_it_should(tmp_path, environment, monkeypatch):
    monkeypatch.setattr("docblocks.SECONDS", 0.2)
    (problem,) = run_console(console("$ sleep 20\n"), tmp_path, environment)
    assert "takes more than" in problem.message


def test_the_environment_has_the_command_and_nothing_of_the_user(
    environment, monkeypatch, tmp_path
):
    text = "$ command -v everyway\n.../home/bin/everyway\n$ echo $HOME\n.../home\n"
    assert run_console(console(text), tmp_path, environment) == []
    monkeypatch.setenv("EVERYWAY_SETTING", "mine")
    assert "EVERYWAY_SETTING" not in make_environment(tmp_path / "other")


def test_python_blocks_share_their_names():
    names = {}
    assert run_python(Block("python", "x = 3\n", 1), names, "page") == []
    assert run_python(Block("python", ">>> y = x + 1\n>>> y\n4\n", 4), names, "page") == []
    assert run_python(Block("python", "assert y == 4\n", 9), names, "page") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (">>> 46 * 2\n91\n", "Got:\n    92"),
        (">>> 1 / 0\n", "ZeroDivisionError"),
        ("assert 1 == 2\n", "raised AssertionError"),
        ("x = = 1\n", "raised SyntaxError"),
    ],
)
def test_python_that_does_not_hold(text, words):
    (problem,) = run_python(Block("python", text, 5), {}, "page")
    assert problem.line == 5
    assert words in problem.message


def test_python_matches_with_dots():
    assert (
        run_python(Block("python", ">>> list(range(99))\n[0, 1, ..., 98]\n", 5), {}, "page") == []
    )


def test_all_problems_of_a_document_are_told(tmp_path, environment):
    page = Path(tmp_path / "page.md")
    page.write_text("```console\n$ echo a\nb\n```\n\n```python\n>>> 1\n2\n```\n")
    first, second = run_document(page, tmp_path, environment)
    assert (first.line, second.line) == (2, 7)
