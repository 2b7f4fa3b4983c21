"""What holds for the project as a whole: sizes, layers, what an import costs, what is installed."""

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import import_module

import pytest
from docblocks import ROOT, make_environment

import everyway

SOURCE = ROOT / "src" / "everyway"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
MOST_LINES = 500
# What takes long to import, or what a bare count does not need.
HEAVY = {
    "numba", "llvmlite", "numpy", "pandas", "ortools", "rich", "typer", "click", "PIL", "resvg_py",
    "starlette", "sse_starlette", "jinja2", "uvicorn", "distributed", "pyarrow", "tomli_w",
}  # fmt: skip


def in_a_fresh_process(*words, environment=None, folder=ROOT):
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )


@pytest.fixture
def environment(tmp_path):
    return make_environment(tmp_path / "home")


def loaded_by(statements, environment):
    """Return the heavy packages that are loaded in a fresh process after *statements*."""
    code = f"{statements}\nimport sys; print(*sorted({HEAVY!r} & sys.modules.keys()))"
    ran = in_a_fresh_process("-c", code, environment=environment)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.split()


# --- what an import costs ---


def test_importing_everyway_loads_nothing_heavy(environment):
    assert loaded_by("import everyway", environment) == []


def test_every_engine_is_known_without_loading_a_solver(environment):
    statements = (
        "from everyway.families.registry import families\n"
        "assert [engine for family in families() for engine in family.all_engines()]"
    )
    assert loaded_by(statements, environment) == []


def test_a_small_question_needs_no_solver_and_no_compiler(environment):
    statements = "from everyway import Queens\nassert Queens(5).count() == 10"
    assert loaded_by(statements, environment) == []


def test_what_is_heavy_would_be_seen(environment):
    assert "numpy" in loaded_by("import numpy", environment)


# --- modules and layers ---


@pytest.mark.parametrize(
    "path",
    sorted(p for place in ("src", "tests", "tools") for p in (ROOT / place).rglob("*.py")),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_modules_are_short(path):
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.fixture
def copied(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "src" / "everyway")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def contracts_that_break(folder):
    environment = make_environment(folder / "home", source=folder / "src")
    code = (
        "from importlinter.cli import lint_imports as lint; raise SystemExit(lint(no_cache=True))"
    )
    ran = in_a_fresh_process("-c", code, environment=environment, folder=folder)
    assert "contracts" in ran.stdout.lower(), ran.stderr
    broken = re.findall(r"^(\w.*) BROKEN(?: \(.*\))?$", ran.stdout, re.MULTILINE)
    assert (ran.returncode == 0) == (not broken)
    return broken


def test_layers_are_kept(copied):
    assert contracts_that_break(copied) == []


@pytest.mark.parametrize(
    ("module", "statement", "contract"),
    [
        ("core/answer.py", "import everyway.geometry.board", "Imports point down"),
        ("core/answer.py", "import numpy", "The core needs nothing"),
        ("geometry/board.py", "import everyway.drawing.canvas", "Imports point down"),
        ("drawing/canvas.py", "import everyway.families.placement", "Imports point down"),
        ("families/placement/plain.py", "import everyway.runs.road", "Imports point down"),
        ("families/placement/plain.py", "import everyway.families.registry", "No family knows"),
        ("families/other/__init__.py", "import everyway.families.placement", "No family knows"),
        ("runs/road.py", "import everyway.web.app", "Imports point down"),
        ("web/app.py", "import everyway.cli", "Imports point down"),
    ],
)
def test_a_breach_of_the_layers_is_seen(copied, module, statement, contract):
    path = copied / "src" / "everyway" / module
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{statement}\n")
    assert contract in " ".join(contracts_that_break(copied))


# --- what is installed ---


def test_there_is_one_version():
    wheel_version = re.search(r'^__version__ = "(.+)"$', (SOURCE / "__init__.py").read_text(), re.M)
    assert wheel_version[1] == everyway.__version__
    assert PROJECT["tool"]["hatch"]["version"]["path"] == "src/everyway/__init__.py"
    assert f"## {everyway.__version__}\n" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_the_wheel_holds_everything(tmp_path):
    ran = in_a_fresh_process("-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path))
    assert ran.returncode == 0, ran.stderr
    (wheel,) = tmp_path.glob(f"everyway-{everyway.__version__}-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    files = [p for p in SOURCE.rglob("*") if p.is_file() and "__pycache__" not in p.parts]
    assert {str(p.relative_to(SOURCE.parent)) for p in files} <= names
    assert "everyway/py.typed" in names
    assert any(name.endswith(".tsv") for name in names)


def test_python_dash_m(environment):
    ran = in_a_fresh_process("-m", "everyway", "count", "queens", "6", environment=environment)
    assert (ran.returncode, ran.stdout) == (0, "4\n")


def test_a_wrong_word_is_an_error_of_one_line(environment):
    ran = in_a_fresh_process("-m", "everyway", "count", "quens", "6", environment=environment)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "quens" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_command_is_installed_under_its_name():
    module, _, function = PROJECT["project"]["scripts"]["everyway"].partition(":")
    assert callable(getattr(import_module(module), function))


# --- dependencies ---


def names_of(requirements):
    return {re.match(r"[\w.-]+", r)[0].lower().replace("_", "-") for r in requirements}


def declared():
    project = PROJECT["project"]
    optional = [r for extra in project["optional-dependencies"].values() for r in extra]
    return names_of([*project["dependencies"], *optional]) - {"everyway"}


def test_every_dependency_has_its_reason():
    rows = (ROOT / "docs" / "dependencies.md").read_text("utf-8").splitlines()
    explained = [match[1].lower() for row in rows if (match := re.match(r"\| *`(.+?)`", row))]
    assert sorted(explained) == sorted(declared())


def test_every_dependency_is_locked_and_nothing_names_a_host():
    lock = (ROOT / "requirements-lock.txt").read_text("utf-8")
    lines = [line for line in lock.splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.+!]+", line) for line in lines)
    assert declared() <= names_of(lines)
