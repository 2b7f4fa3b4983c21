"""The family to copy works, as it is and copied as its page says."""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from random import Random

import pytest
from docblocks import ROOT
from typer._click.exceptions import ClickException

from everyway.cli.app import make_app
from everyway.core.engine import Control, Effort
from everyway.core.errors import EverywayError
from everyway.core.question import Count, Every, Sizes
from everyway.families import registry
from tests.net.asking import faults
from tests.net.chance import random_puzzle
from tests.net.hooks import kinds, net_of
from tests.net.truth import truth_of

TEMPLATE = ROOT / "docs" / "template_family"
NAME = "everyway.families.fibbinary"


@pytest.fixture
def template(monkeypatch):
    """Return the template as a family that the registry knows until the test ends."""
    spec = importlib.util.spec_from_file_location(
        NAME, TEMPLATE / "__init__.py", submodule_search_locations=[str(TEMPLATE)]
    )
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, NAME, module)
    monkeypatch.setattr(registry, "FAMILIES", (*registry.FAMILIES, "fibbinary"))
    spec.loader.exec_module(module)
    yield module
    for name in [name for name in sys.modules if name.startswith(f"{NAME}.")]:
        del sys.modules[name]


def fibbinary(template):
    return template.FAMILY.kind("fibbinary")


def plain(template):
    return template.FAMILY.engine_named("plain")


@pytest.mark.parametrize(("length", "number"), [(0, 1), (1, 2), (2, 3), (5, 13), (10, 144)])
def test_plain_counts_through_its_branches(template, length, number):
    puzzle, question, engine = fibbinary(template)(length), Count(), plain(template)
    assert engine.offer(puzzle, question).can
    branches = engine.branches(puzzle, question)
    assert sum(branch.share for branch in branches) == pytest.approx(1)
    results = [(b, engine.search(puzzle, question, b, Control())) for b in branches]
    whole = engine.combine(puzzle, question, results)
    assert (whole.total, whole.complete) == (number, True)


def test_split_branches_hold_the_same_in_the_same_order(template):
    puzzle, question, engine = fibbinary(template)(6), Every(), plain(template)

    def listed(branch):
        return engine.search(puzzle, question, branch, Control()).solutions

    waiting = engine.branches(puzzle, question)
    while waiting:
        branch = waiting.pop()
        parts = engine.split(puzzle, question, branch)
        if parts:
            assert [w for part in parts for w in listed(part)] == list(listed(branch))
        waiting += parts


def test_a_search_gives_up_what_is_too_much(template):
    puzzle, engine = fibbinary(template)(8), plain(template)
    (branch, *_) = engine.branches(puzzle, Every())
    few = engine.search(puzzle, Every(), branch, Control(), Effort(solutions=3))
    assert (len(few.solutions), few.complete) == (3, False)
    short = engine.search(puzzle, Every(), branch, Control(), Effort(nodes=5))
    assert (short.nodes, short.complete) == (5, False)
    enough = engine.search(puzzle, Every(limit=3), branch, Control())
    assert (len(enough.solutions), enough.complete) == (3, True)


def test_it_answers_on_the_road(template):
    puzzle = fibbinary(template)(9)
    answer = puzzle.ask(Sizes())
    assert answer.value == {0: 1, 1: 9, 2: 28, 3: 35, 4: 15, 5: 1}
    answer = puzzle.ask(Count(), evidence=True)
    assert (answer.value, answer.exhausted) == (89, True)
    second = [e.agrees for e in answer.evidence if e.kind == "second engine"]
    assert second == [True]
    words = ["000", "001", "010", "100", "101"]
    assert [str(word) for word in fibbinary(template)(3).solutions()] == words
    assert registry.load('puzzle = "fibbinary"\nlength = 9') == puzzle


def test_its_report_is_a_command(template, capsys):
    app = make_app()

    def run(*words):
        code = app(["value", *words], standalone_mode=False)
        return code, capsys.readouterr().out

    assert run("fibbinary", "5", "01001") == (0, "9\n")
    code, out = run("fibbinary", "5", "01001", "--json")
    assert code == 0
    data = json.loads(out)
    assert (data["report"], data["data"], data["complete"]) == ("value", 9, True)
    with pytest.raises(EverywayError, match="digits 1 and 2 are both one"):
        run("fibbinary", "2", "11")
    with pytest.raises(EverywayError, match="says nothing about"):
        run("queens", "8")
    with pytest.raises(ClickException, match="No such option: --limit"):
        run("fibbinary", "5", "01001", "--limit", "3")
    with pytest.raises(ClickException, match="No such option: --output"):
        run("fibbinary", "5", "01001", "--output", "word.svg")


def test_it_is_in_the_net(template, monkeypatch):
    place = "tests.families.fibbinary.net"
    assert ("fibbinary", "fibbinary") in kinds()
    with pytest.raises(AssertionError, match=r"write tests/families/fibbinary/net\.py"):
        net_of("fibbinary")
    spec = importlib.util.spec_from_file_location(place, TEMPLATE / "net.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, place, module)
    spec.loader.exec_module(module)
    for number in range(10):
        chance = Random(number)
        truth = truth_of(random_puzzle(chance, "fibbinary", "fibbinary"))
        assert truth.solutions
        assert list(faults(chance, truth)) == []


def test_copied_as_its_page_says(tmp_path):
    source, tests = tmp_path / "src", tmp_path / "tests"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    folder = source / "everyway" / "families" / "fibbinary"
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    tests.mkdir()
    (folder / "test_fibbinary.py").rename(tests / "test_fibbinary.py")
    (folder / "net.py").unlink()  # it belongs to the tests of everyway
    (folder / "known.tsv").rename(source / "everyway" / "known" / "fibbinary.tsv")
    line = source / "everyway" / "families" / "registry.py"
    before = line.read_text("utf-8")
    after = before.replace("\nFAMILIES = (", '\nFAMILIES = ("fibbinary", ', 1)
    assert after != before
    line.write_text(after, "utf-8")

    def run(*words):
        environment = os.environ | {"PYTHONPATH": str(source)}
        return subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=environment,
            text=True,
            capture_output=True,
            check=False,
        )

    ran = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    ran = run("-m", "everyway", "count", "fibbinary", "98")
    assert ran.stdout.splitlines()[0] == "354224848179261915075", ran.stderr
