"""Merging: what comes more than once counts once, and is said."""

from everyway import Count, Queens
from everyway.cli import main
from everyway.families.placement.plain import PlainEngine
from everyway.runs.exporting import exported
from everyway.runs.merging import merge


def test_a_part_that_is_merged_twice_counts_once_and_is_said(tmp_path, capsys, monkeypatch):
    """The same file twice, and two ledgers with branches in common."""
    whole = Queens(8).count()
    for part in ("1/3", "2/3", "3/3"):
        file = tmp_path / f"{part[0]}.db"
        Queens(8).ask(Count(), engine="plain", ledger=file, part=part)
    one, two, three = (tmp_path / f"{n}.db" for n in (1, 2, 3))
    overlapping = tmp_path / "overlapping.db"
    merge(overlapping, [one, two])
    monkeypatch.setattr(PlainEngine, "search", None)  # all is searched: what follows only adds up
    for number, sources in enumerate(
        ([three, one, one, two], [overlapping, two, three], [three, overlapping, one, two])
    ):
        out = tmp_path / f"out{number}.db"
        made = merge(out, sources)
        assert made.repeated
        assert made.branches == len({row["branch"] for row in exported(out)})
        again = Queens(8).ask(Count(), ledger=out)
        assert (again.value, again.interrupted) == (whole, False)
    out = tmp_path / "said.db"
    assert main(["merge", str(out), str(three), str(one), str(one)]) == 0
    said = capsys.readouterr()
    assert f"of {one} were there already, with the same tallies: each counts once" in said.err
