"""What holds for all families: names that lead somewhere, options that agree, light imports."""

from itertools import combinations

import pytest
from docblocks import ROOT

import everyway
from everyway.core.engine import Engine
from everyway.core.puzzle import Puzzle
from everyway.families.registry import families, family_of_word, unknown_word
from tests.test_project import loaded_by

FAMILIES = families()


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_name_leads_somewhere(family):
    for kind in family.kinds:
        assert issubclass(family.kind(kind), Puzzle)
        assert family.kind(kind).family == family.name
    engines = family.all_engines()
    assert all(isinstance(engine, Engine) for engine in engines)
    assert len({engine.name for engine in engines}) == len(engines)
    assert engines[0].light
    for place in (family.from_words, family.from_text, family.to_words, family.draw):
        assert callable(family.find(place))
    for report in family.reports:
        assert callable(family.find(report.function))
        assert report.help.endswith(".")
    assert (ROOT / "docs" / f"{family.name}.md").is_file()


def test_words_begin_the_puzzles_of_one_family():
    for family in FAMILIES:
        for word in family.words:
            assert family_of_word(word) is family
            assert [f.name for f in FAMILIES if f.recognises(word)] == [family.name]
    assert family_of_word("no-such-word") is None
    assert 'did you mean "queens"?' in str(unknown_word("quens"))


def test_families_that_share_an_option_agree_on_its_kind():
    for one, other in combinations(FAMILIES, 2):
        kinds = {option.name: option.kind for option in one.options}
        for option in other.options:
            assert kinds.get(option.name, option.kind) is option.kind, option.name


def test_the_public_names_are_there():
    for name in everyway.__all__:
        assert getattr(everyway, name) is not None
    assert set(everyway.PUZZLES) <= set(everyway.__all__) <= set(dir(everyway))
    assert {n for n in dir(everyway) if not n.startswith("__")} <= set(everyway.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        everyway.Nonsense  # noqa: B018


def test_no_puzzle_is_imported_before_it_is_needed():
    statements = (
        "import sys, everyway.cli.puzzles as p\n"
        "p.family_of_word('queens'); assert p.family_of_word('nonsense') is None\n"
        "names = [m for m in sys.modules if m.startswith('everyway.families.')]\n"
        "late = [m for m in names if m.count('.') > 2]\n"
        "assert not late, late"
    )
    assert loaded_by(statements, None) == []
