"""Ledgers in files: what is kept, what is refused, and what is never lost or counted twice."""

from __future__ import annotations

import json
import sqlite3
import time

import pytest

from everyway import (
    Board,
    Chain,
    Count,
    Every,
    EverywayError,
    First,
    MagicSquare,
    Permutations,
    Placement,
    Queens,
    Sizes,
    Smallest,
    Tour,
    Unique,
)
from everyway.core.engine import Job, Tally
from everyway.families.registry import family
from everyway.runs import keeping, ledger_file
from everyway.runs.exporting import exported
from everyway.runs.keeping import Part, Timing
from everyway.runs.ledger import SqliteLedger, question_of
from everyway.runs.ledger_status import status_of, time_left
from everyway.runs.merging import audit, merge

COVERING = Placement(Board(5, 5), "queen", covering=True)


def job_of(puzzle, question, engine):
    return Job(puzzle, question, family(puzzle.family).engine_named(engine))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


# --- a run that goes on ---


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_goes_on_from_what_is_finished(path, workers):
    part = Queens(9).ask(Count(), engine="plain", node_limit=3000, ledger=path, workers=workers)
    assert part.interrupted
    before = status_of(path)
    whole = Queens(9).ask(Count(), ledger=path, workers=workers)
    assert (whole.value, whole.interrupted, whole.engine) == (352, False, "plain")
    assert before.branches > 0 or workers > 1
    after = status_of(path)
    assert after.branches > before.branches
    assert after.nodes == Queens(9).ask(Count(), engine="plain").nodes
    again = Queens(9).ask(Count(), ledger=str(path))
    assert (again.value, again.nodes) == (352, whole.nodes)
    assert (after.answer, after.progress) == (352, 1.0)
    assert [p.name for p in path.parent.iterdir()] == ["run.db"]


@pytest.mark.parametrize(
    "question", [Count(), Sizes(), Count(up_to="symmetry"), First(), Every(), Unique(), Smallest()]
)
def test_every_question_keeps_what_it_finishes(path, question):
    plain = COVERING.ask(question)
    first = COVERING.ask(question, ledger=path)
    again = COVERING.ask(question, ledger=path)
    assert first.value == again.value == plain.value
    assert first.solutions == again.solutions == plain.solutions
    if not isinstance(question, First | Every | Unique):
        assert again.nodes == again.kept_nodes > 0


def test_solutions_can_be_listed_with_a_ledger(path):
    whole = [str(s) for s in Queens(6).solutions()]
    assert [str(s) for s in Queens(6).solutions(ledger=path)] == whole
    assert [str(s) for s in Queens(6).solutions(ledger=path)] == whole


def test_counts_of_thousands_of_digits_are_kept(path):
    job = job_of(Queens(4), Count(), "plain")
    tally = Tally({4: 7**20_000}, details={"x": -(3**30_000)})
    with SqliteLedger(path, job) as ledger:
        ledger["job/branch:1"] = tally
    with SqliteLedger(path, job) as ledger:
        assert ledger["job/branch:1"] == tally


def test_it_is_a_mapping(path):
    with SqliteLedger(path, job_of(Queens(4), Count(), "plain")) as ledger:
        assert (len(ledger), list(ledger), ledger.get("a/b")) == (0, [], None)
        ledger["a/b:1"] = Tally({1: 2})
        ledger["a/b:2"] = Tally({1: 3})
        assert list(ledger) == ["a/b:1", "a/b:2"]
        assert ledger["a/b:2"].total == 3
        del ledger["a/b:1"]
        assert len(ledger) == 1
        with pytest.raises(KeyError):
            del ledger["a/b:1"]


def test_a_clock_that_jumps_does_not_matter(path, monkeypatch):
    jumps = iter(range(10**6))
    monkeypatch.setattr(time, "time", lambda: (-1) ** next(jumps) * 10**9)
    monkeypatch.setattr(time, "gmtime", lambda *_: time.struct_time((1970, 1, 1, 0, 0, 0, 3, 1, 0)))
    Queens(8).ask(Count(), engine="plain", node_limit=1000, ledger=path)
    assert Queens(8).ask(Count(), ledger=path).value == 92
    found = status_of(path)
    assert 0 <= found.seconds < 60
    assert all(0 <= worker.seconds < 60 for worker in found.workers)


# --- branches that prove too big ---


@pytest.mark.parametrize(
    ("puzzle", "engine", "nodes", "splits"),
    [
        (Queens(9), "plain", 500, True),
        (Queens(7), "propagate", 10, True),
        (Queens(7), "compiled", 10, True),
        (Queens(12), "lanes", 500, True),
        (Queens(10), "halves", 100, False),
        (COVERING, "cover", 3, True),
        (Placement(Board(6, 6), "queen", covering=True), "plain", 20, False),
        (Tour(Board(5, 5), "knight"), "search", 100, False),
        (Tour(Board(3, 4), "knight"), "plain", 10, False),
        (MagicSquare(3), "compiled", 10, False),
        (MagicSquare(3), "plain", 20, False),
        (Permutations("abcde", 3), "plain", 5, True),
        (Chain("5x5"), "compiled", 1000, True),
    ],
    ids=str,
)
@pytest.mark.parametrize("up_to", [None, "symmetry"])
def test_what_is_too_big_is_split_and_adds_up(
    path, monkeypatch, puzzle, engine, nodes, splits, up_to
):
    question = Count(up_to=up_to)
    try:
        whole = puzzle.ask(question, engine=engine)
    except EverywayError as error:
        pytest.skip(str(error))
    monkeypatch.setattr(keeping, "LONG_NODES", nodes)
    monkeypatch.setattr(keeping, "LONG_NODES_IN_PYTHON", nodes)
    puzzle.ask(question, engine=engine, ledger=path, node_limit=whole.nodes // 2 + 1)
    again = puzzle.ask(question, engine=engine, ledger=path)
    assert (again.value, again.interrupted) == (whole.value, False)
    found = status_of(path)
    assert found.progress == pytest.approx(1)
    checked = audit(path, share=1.0)
    assert (checked.checked, checked.differing) == (found.branches, ())
    assert found.answer == whole.value
    if up_to is None:
        assert (found.splits > 0) >= splits


# --- parts ---


@pytest.mark.parametrize("question", [Count(), Sizes(), Count(up_to="symmetry")])
@pytest.mark.parametrize("engine", ["plain", "cover"])
def test_parts_add_up(tmp_path, monkeypatch, question, engine):
    monkeypatch.setattr(keeping, "LONG_NODES", 20)
    whole = COVERING.ask(question, engine=engine)
    ledgers = []
    share = 0.0
    for number in range(1, 6):
        ledgers.append(tmp_path / f"{number}.db")
        for _ in range(2):  # a part that is finished stays finished
            answer = COVERING.ask(question, engine=engine, ledger=ledgers[-1], part=f"{number}/5")
            assert answer.stopped_by == f"the end of part {number}/5"
        assert status_of(ledgers[-1]).progress == pytest.approx(status_of(ledgers[-1]).aim)
        share += answer.progress
    assert share == pytest.approx(1)
    some, everything = tmp_path / "some.db", tmp_path / "all.db"
    twice = merge(some, [*ledgers[1:4], ledgers[2]])
    assert dict(twice.repeated) == {ledgers[2]: len(list(exported(ledgers[2])))}
    assert merge(everything, ledgers).repeated == ()
    kept = COVERING.ask(question, ledger=everything)
    rest = COVERING.ask(question, ledger=some)
    assert kept.value == rest.value == whole.value
    assert kept.nodes == kept.kept_nodes > 0
    assert 0 < rest.kept_nodes < rest.nodes
    assert audit(everything, share=1.0).differing == ()


def test_two_parts_have_no_branch_in_common(tmp_path):
    names = []
    for number in (1, 2, 3):
        file = tmp_path / f"{number}.db"
        Queens(8).ask(Count(), engine="plain", ledger=file, part=f"{number}/3")
        names += [row["branch"] for row in exported(file)]
    assert len(names) == len(set(names)) > 8


@pytest.mark.parametrize(
    "text", ["3", "0/5", "6/5", "1/0", "a/b", "1/2/3", "1/99999", "-1/3", "", 5]
)
def test_a_part_is_refused(text):
    with pytest.raises(EverywayError, match="no part"):
        Part.read(text)


def test_a_part_needs_a_file_and_a_question_that_adds_up(path):
    with pytest.raises(EverywayError, match="a part needs a ledger"):
        Queens(5).ask(Count(), part="1/2")
    with pytest.raises(EverywayError, match="only count and sizes"):
        Queens(5).ask(First(), part="1/2", ledger=path)


def edit(path, *statements):
    base = sqlite3.connect(path)
    for statement, *values in statements:
        base.execute(statement, values)
    base.commit()
    base.close()


def test_ledgers_that_do_not_fit_are_not_merged(tmp_path):
    one, two, other, out = (tmp_path / f"{n}.db" for n in ("one", "two", "other", "out"))
    for file in (one, two):
        Queens(6).ask(Count(), engine="plain", ledger=file)
    Queens(7).ask(Count(), engine="plain", ledger=other)
    with pytest.raises(EverywayError, match="of another puzzle"):
        merge(out, [one, other])
    with pytest.raises(EverywayError, match="there is a ledger already"):
        merge(one, [two])
    with pytest.raises(EverywayError, match="no such ledger"):
        merge(out, [tmp_path / "none.db"])
    both = merge(out, [one, two])
    assert (both.branches, both.repeated) == (6, ((two, 6),))
    assert "6 branches of" in both.lines()[0]
    assert Queens(6).ask(Count(), ledger=out).value == 4
    out.unlink()
    row = next(exported(two))
    text = ledger_file.write_tally(Tally({6: 5}))
    seal = ledger_file.digest(row["job"], row["branch"], text)
    edit(
        two,
        ("UPDATE tallies SET tally = ?, digest = ? WHERE branch = ?", text, seal, row["branch"]),
    )
    with pytest.raises(EverywayError, match="two tallies of branch"):
        merge(out, [one, two])
    assert not list(tmp_path.glob("out*"))
    assert audit(two, share=1.0).differing == (row["branch"],)


def test_a_branch_whole_here_and_split_there_is_not_merged(tmp_path):
    Queens(6).ask(Count(), engine="plain", ledger=tmp_path / "whole.db")
    Queens(6).ask(Count(), engine="plain", ledger=tmp_path / "part.db", part="1/2")
    with pytest.raises(EverywayError, match="whole in one and split in another"):
        merge(tmp_path / "out.db", [tmp_path / "whole.db", tmp_path / "part.db"])


# --- what is refused ---


@pytest.mark.parametrize(
    ("puzzle", "question", "engine", "part", "message"),
    [
        (Queens(7), Count(), "plain", None, "of another puzzle"),
        (Queens(6), Sizes(), "plain", None, "of another question"),
        (Queens(6), Count(up_to="symmetry"), "plain", None, "of another question"),
        (Queens(6), Count(), "propagate", None, "of another engine"),
        (Queens(6), Count(), "plain", Part(1, 2), "of another part"),
    ],
)
def test_a_ledger_of_something_else_is_refused(path, puzzle, question, engine, part, message):
    Queens(6).ask(Count(), engine="plain", ledger=path)
    before = path.read_bytes()
    with pytest.raises(EverywayError, match=message):
        SqliteLedger(path, job_of(puzzle, question, engine), part)
    assert path.read_bytes() == before


def test_another_version_of_the_engine_is_refused(path, monkeypatch):
    Queens(6).ask(Count(), engine="plain", ledger=path)
    engine = family("placement").engine_named("plain")
    monkeypatch.setattr(type(engine), "version", "of tomorrow")
    with pytest.raises(EverywayError, match="another version of the engine"):
        Queens(6).ask(Count(), ledger=path)
    with pytest.raises(EverywayError, match="is version of tomorrow: start anew"):
        question_of(path)


def test_another_layout_is_refused(path, monkeypatch):
    Queens(6).ask(Count(), engine="plain", ledger=path)
    engine = type(family("placement").engine_named("plain"))
    usual = engine.branches
    monkeypatch.setattr(engine, "branches", lambda *asked: usual(*asked)[::-1])
    with pytest.raises(EverywayError, match="other branches of the same question"):
        Queens(6).ask(Count(), ledger=path)
    with pytest.raises(EverywayError, match="other branches than the engine"):
        audit(path)


def test_a_second_run_is_refused_and_the_first_goes_on(path):
    job = job_of(Queens(6), Count(), "plain")
    with SqliteLedger(path, job) as ledger:
        assert status_of(path).running
        ledger_file.WAIT_SECONDS, usual = 0.1, ledger_file.WAIT_SECONDS
        try:
            with pytest.raises(EverywayError, match="another run is using the ledger"):
                Queens(6).ask(Count(), ledger=path)
        finally:
            ledger_file.WAIT_SECONDS = usual
        ledger["a/b:1"] = Tally({1: 1})
        ledger.flush()
        assert status_of(path).branches == 1
    assert not status_of(path).running


def test_what_is_no_ledger_is_refused_and_left_alone(tmp_path):
    text, base, empty = tmp_path / "text", tmp_path / "base", tmp_path / "empty"
    text.write_text("a letter to a friend, of some length")
    edit(base, ("CREATE TABLE friends (name)",))
    empty.touch()
    for file, message in ((text, "it is no ledger"), (base, "it is another database")):
        before = file.read_bytes()
        for use in (status_of, lambda f: Queens(4).ask(Count(), ledger=f)):
            with pytest.raises(EverywayError, match=message):
                use(file)
        assert file.read_bytes() == before
    with pytest.raises(EverywayError, match="it is a folder"):
        Queens(4).ask(Count(), ledger=tmp_path)
    with pytest.raises(EverywayError, match="no such folder"):
        Queens(4).ask(Count(), ledger=tmp_path / "none" / "run.db")
    assert Queens(4).ask(Count(), ledger=empty).value == 2
    edit(empty, ("PRAGMA user_version = 99",))
    with pytest.raises(EverywayError, match="its format is 99"):
        Queens(4).ask(Count(), ledger=empty)


@pytest.mark.parametrize("where", [0.1, 0.3, 0.5, 0.7, 0.95])
def test_a_damaged_ledger_is_refused_or_still_right(path, where):
    Queens(7).ask(Count(), engine="plain", ledger=path)
    data = bytearray(path.read_bytes())
    place = int(len(data) * where) // 4096 * 4096
    data[place : place + 4096] = bytes(b ^ 0x5A for b in data[place : place + 4096])
    path.write_bytes(data)
    with pytest.raises(EverywayError) as caught:
        Queens(7).ask(Count(), ledger=path)
    assert len(str(caught.value).splitlines()) == 1


def test_a_ledger_whose_names_are_no_text_is_refused(path):
    Queens(4).ask(Count(), engine="plain", ledger=path)
    data = path.read_bytes()
    for place in range(data.index(b"CREATE TABLE facts"), data.index(b"CREATE TABLE facts") + 14):
        path.write_bytes(data[:place] + b"\xbf" + data[place + 1 :])
        with pytest.raises(EverywayError, match="the ledger"):
            status_of(path)


def test_a_tally_that_was_changed_is_refused(path):
    Queens(6).ask(Count(), engine="plain", ledger=path)
    edit(path, ("UPDATE tallies SET tally = replace(tally, '[6,1]', '[6,2]')",))
    with pytest.raises(EverywayError, match="the ledger is damaged"):
        Queens(6).ask(Count(), ledger=path)
    with pytest.raises(EverywayError, match="the ledger is damaged"):
        status_of(path)


def test_a_ledger_that_may_not_be_written_is_refused(path, monkeypatch):
    Queens(6).ask(Count(), engine="plain", ledger=path)
    usual = ledger_file.connect

    def connect(file, *, read_only=False):
        base = usual(file, read_only=read_only)
        if file == path and not read_only:
            base.execute("PRAGMA query_only=1")
        return base

    monkeypatch.setattr(ledger_file, "connect", connect)
    with pytest.raises(EverywayError, match="it may not be written to"):
        Queens(6).ask(Count(), ledger=path)
    assert status_of(path).branches == 6


@pytest.mark.parametrize("pages", [1, 12, 15, 30])
def test_a_full_disk_loses_nothing_that_was_written(path, monkeypatch, pages):
    usual = ledger_file.connect

    def connect(file, *, read_only=False):
        base = usual(file, read_only=read_only)
        if file == path:
            base.execute(f"PRAGMA max_page_count={pages}")
        return base

    job = job_of(Queens(6), Count(), "plain")
    names = [f"a/b:{number}" for number in range(1000)]
    written = []

    def fill():
        with SqliteLedger(path, job) as ledger:
            for name in names:
                ledger[name] = Tally({6: len(written)})
                ledger.flush()
                written.append(name)

    with monkeypatch.context() as patch:
        patch.setattr(ledger_file, "connect", connect)
        with pytest.raises(EverywayError, match="the disk is full") as caught:
            fill()
    assert len(str(caught.value).splitlines()) == 1
    assert written
    with SqliteLedger(path, job) as ledger:
        assert list(ledger) == written
        assert [ledger[name].total for name in written] == list(range(len(written)))
    assert Queens(6).ask(Count(), ledger=path).value == 4


def test_a_run_stops_when_the_disk_is_full_and_goes_on_when_it_is_not(path, monkeypatch):
    usual = SqliteLedger.note

    def note(ledger, *what):
        ledger._base.execute("PRAGMA max_page_count=1")
        usual(ledger, *what)

    monkeypatch.setattr("everyway.runs.ledger.BATCH_SECONDS", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(SqliteLedger, "note", note)
        with pytest.raises(EverywayError, match="the disk is full"):
            Queens(11).ask(Count(), engine="compiled", ledger=path)
    assert Queens(11).ask(Count(), ledger=path).value == 2680


# --- looking at ledgers ---


def test_status_says_who_did_what(path):
    job = job_of(Queens(6), Count(), "plain")
    branches = job.engine.branches(job.puzzle, job.question)
    with SqliteLedger(path, job) as ledger:
        ledger.begin(job, branches)
        for number, branch in enumerate(branches[:4]):
            ledger.note(job, branch, Tally({6: 1}, nodes=5), Timing(str(number % 2 + 1), 0.5))
    found = status_of(path)
    assert found.progress == pytest.approx(4 / 6)
    assert (found.found, found.nodes, found.branches, found.answer) == (4, 20, 4, None)
    assert [(w.branches, w.seconds, w.nodes) for w in found.workers] == [(2, 1.0, 10)] * 2
    assert json.loads(json.dumps(found.to_dict()))["sessions"] == 1


def test_time_left_is_honest():
    assert time_left(0.5, None, []) is None
    assert time_left(0.5, 0.1, [(0.25, 1), (0.25, 1)]) is None
    assert time_left(0.5, 0.1, [(0.1, 1)] * 5) == pytest.approx((5, 5))
    # What comes last takes ten times as long: it may be so for all that is left.
    low, high = time_left(0.5, 0.1, [(0.1, 1)] * 12 + [(0.1, 10)] * 3)
    assert low == pytest.approx(5)
    assert high > 15


def test_another_engine_audits_where_a_branch_means_the_same(path):
    Queens(11).ask(Count(), engine="compiled", ledger=path)
    found = audit(path, share=0.2, engine="propagate")
    assert (found.engine, found.independent, found.differing) == ("propagate", True, ())
    assert (found.checked, found.finished) == (18, 90)
    found = audit(path, share=0.1, seed=3, engine="lanes")
    assert (found.engine, found.independent) == ("compiled", False)
    assert "a branch means something else to lanes" in found.remark
    with pytest.raises(EverywayError, match="unknown engine"):
        audit(path, engine="none")


def test_an_audit_finds_a_branch_that_is_counted_twice(path):
    Queens(6).ask(Count(), engine="plain", ledger=path)
    row = next(exported(path))
    text = ledger_file.write_tally(Tally())
    name = row["branch"] + ".1"
    seal = ledger_file.digest(row["job"], name, text)
    edit(
        path,
        (
            "INSERT INTO tallies VALUES (?, ?, 0, ?, ?, 0, '1', 1)",
            row["job"], name, text, seal,
        ),
    )  # fmt: skip
    with pytest.raises(EverywayError, match="branches that are none, or counted twice"):
        audit(path)
