"""What is attended is left when its control says stop, wherever it stands, and leaves no trace."""

from __future__ import annotations

import functools
import sys
import threading
import time

import pytest

from everyway.core import stopping
from everyway.core.engine import Control
from everyway.core.stopping import Stopped, attended, watched


def forever(reached=None):
    """Count without end, asking nobody."""
    number = 0
    while True:
        number += 1
        if reached is not None:
            reached[:] = [number]


def quiet(seconds=0.3):
    """Work for a while in which nothing may be raised."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        sum(range(100))


def test_a_loop_that_asks_nobody_is_left():
    reached = []
    with pytest.raises(Stopped):
        attended(Control(0.1), lambda: forever(reached))
    assert reached[0] > 100
    quiet()


def test_what_returns_in_time_is_returned():
    assert attended(Control(60), lambda: 7) == 7
    assert attended(Control(), lambda: 8) == 8


def test_nothing_is_raised_after_the_end(monkeypatch):
    monkeypatch.setattr(stopping, "LOOK_SECONDS", 0.001)
    left = 0
    for k in range(300):
        try:
            attended(Control(0.004), lambda k=k: quiet(0.002 + 0.00001 * k))
        except Stopped:
            left += 1
    quiet()
    assert not stopping._regions
    assert 0 < left < 300


def test_a_thread_is_left_where_it_stands():
    control = Control()
    ended = []

    def work():
        try:
            attended(control, forever)
        except Stopped:
            ended.append(threading.current_thread().name)

    thread = threading.Thread(target=work, name="worker")
    thread.start()
    time.sleep(0.1)
    assert not ended
    control.stop("a test")
    thread.join(10)
    assert ended == ["worker"]


def test_a_search_has_a_moment_to_heed_its_control():
    control = Control(0.05)

    def search():
        while not control.spend(1):
            time.sleep(0.001)
        time.sleep(0.1)
        return "known so far"

    assert attended(control, search, grace=5) == "known so far"


def test_what_is_within_is_left_first():
    outer, inner = Control(0.05), Control(0.3)
    seen = []

    def within():
        try:
            attended(inner, forever)
        except Stopped:
            seen.append("inner")
        forever()

    with pytest.raises(Stopped):
        attended(outer, within)
    assert seen == ["inner"]


def test_who_takes_it_for_his_own_is_told_again(monkeypatch):
    monkeypatch.setattr(stopping, "AGAIN_SECONDS", 0.05)
    taken = []

    def stubborn():
        while len(taken) < 3:
            try:
                forever()
            except Exception as error:
                taken.append(type(error))
        forever()

    with pytest.raises(Stopped):
        attended(Control(0.05), stubborn)
    assert taken == [Stopped] * 3


def test_no_cache_keeps_a_half():
    calls = []

    @functools.lru_cache
    def model():
        calls.append(1)
        if len(calls) == 1:
            forever()
        return "whole"

    with pytest.raises(Stopped):
        attended(Control(0.05), model)
    assert model() == "whole"
    assert model() == "whole"
    assert len(calls) == 2


def test_an_import_is_never_left_in_the_middle(tmp_path, monkeypatch):
    text = (
        "import time\nuntil = time.monotonic() + 0.5\nwhile time.monotonic() < until: pass\nx = 1"
    )
    (tmp_path / "takes_long.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)

    def work():
        import takes_long

        assert takes_long.x == 1
        forever()

    with pytest.raises(Stopped):
        attended(Control(0.05), work)
    assert sys.modules.pop("takes_long").x == 1


def test_limits_are_looked_at_though_nobody_asks():
    control = Control(0.1)
    with watched(control):
        time.sleep(0.5)
        assert control.stopped_by == "time limit"


def test_memory_is_looked_at():
    control = Control(memory_limit=stopping_memory() + (64 << 20))
    with watched(control), pytest.raises(Stopped):
        attended(control, grow)
    assert control.stopped_by == "memory limit"


def stopping_memory():
    from everyway.core.memory import memory_used

    return memory_used()


def grow():
    kept = []
    while len(kept) < 4000:  # 4 GB at most, should nobody stop it
        kept.append(bytearray(b"x" * (1 << 20)))
    return kept
