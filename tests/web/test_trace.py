"""The page of steps: a player, or one step a page; no trace can hold up the server."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from everyway import EverywayError, Queens, trace
from everyway.drawing.player import SCRIPTS, STYLE, asset
from everyway.web.address import link
from everyway.web.app import make_app
from everyway.web.jobs_trace import file
from everyway.web.limits import Limits
from everyway.web.pages.trace import FILES
from everyway.web.traces import MOST_SESSIONS, Traces
from everyway.web.workers import Pool


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(), "http://127.0.0.1", follow_redirects=False) as made:
        yield made


def page_of(client: TestClient, **given: Any) -> str:
    answer = client.get(link("/trace", "queens 6", **given))
    assert answer.status_code == 200
    return answer.text


def test_a_step_without_a_script(client: TestClient) -> None:
    text = page_of(client, step=2)
    assert "refused a2" in text
    assert "attacked from a1" in text
    assert text.count("<svg") >= 2
    assert "<pre>6  . . . . . .\n" in text
    assert "Step 2 of" in text


def links_of(text: str) -> dict[str, str]:
    found = re.findall(r'<a href="([^"]*)"[^>]*>([^<]*)</a>', text)
    return {name: html.unescape(address) for address, name in found}


def test_forward_and_back_by_links(client: TestClient) -> None:
    text = page_of(client)
    assert "Back" not in links_of(text)
    seen = []
    for _ in range(4):
        seen.append(re.search(r"<strong[^>]*>([^<]*)<", text)[1])  # type: ignore[index]
        text = client.get(links_of(text)["Forward"]).text
    steps = trace(Queens(6))
    words = {"place": "placed", "conflict": "refused"}
    assert seen == [f"{words[s.kind]} {s.what}" for s in steps[:4]]
    text = client.get(links_of(text)["Back"]).text
    assert "Step 4 of" in text


def test_solutions_by_links(client: TestClient) -> None:
    first = trace(Queens(6)).next_solution(-1)
    assert first is not None
    to = client.get(links_of(page_of(client))["Next solution"])
    assert to.status_code == 303
    assert to.headers["location"].endswith(f"step={first + 1}")
    text = client.get(to.headers["location"]).text
    assert "solution b1 d2 f3 a4 c5 e6" in text
    to = client.get(links_of(text)["Previous solution"])
    assert "said=none" in to.headers["location"]
    assert "no further solution that way" in client.get(to.headers["location"]).text


def test_a_step_after_the_last_is_the_last(client: TestClient) -> None:
    number = len(trace(Queens(6)))
    text = page_of(client, step=10**6)
    assert f"Step {number} of {number}" in text
    assert "There is no step 1000000" in text
    assert "Forward" not in links_of(text)


def steps_of(client: TestClient, **given: Any) -> dict[str, Any]:
    answer = client.get(link("/trace/steps", "queens 6", **given))
    assert answer.status_code == 200
    data: dict[str, Any] = answer.json()
    return data


def test_the_player_is_given_steps_in_chunks(client: TestClient) -> None:
    steps = trace(Queens(6))
    chunk = steps_of(client, start=200, stop=300)
    expected = steps.chunk(200, 300)
    for name in ("start", "steps", "shapes", "tree"):
        assert chunk[name] == expected[name]
    # No more at a time than an answer may take, whatever is asked for.
    assert len(steps_of(client, start=0, stop=10**6)["steps"]) == 400


def test_the_player_is_told_of_solutions(client: TestClient) -> None:
    steps = trace(Queens(6))
    first = steps.next_solution(-1)
    assert first is not None
    assert steps_of(client, next=0)["step"] == first
    assert steps_of(client, previous=first)["step"] is None
    second = steps_of(client, next=first)["step"]
    assert steps_of(client, previous=second)["step"] == first
    last = steps_of(client, next=10**6)
    assert (last["step"], last["finished"]) == (None, True)


def test_a_method_by_name(client: TestClient) -> None:
    text = page_of(client, method="generate and test", step=2)
    assert "a1 and b2 attack each other" in text
    assert "<option selected>generate and test</option>" in text


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("/trace", "no puzzle is given"),
        (link("/trace", "queens 8", method="x"), "one of backtracking"),
        (link("/trace", "hanoi 13"), "too many states"),
        (link("/trace", "queens 8", step="-1"), "step cannot be"),
        (link("/trace", "queens 8", step="1e9"), "step cannot be"),
        (link("/trace", "queens 100"), "at most 400 squares"),
        (link("/trace/steps", "queens 8", start="x"), "start cannot be"),
        (link("/trace/save", "queens 8", **{"as": "exe"}), "one of html, gif"),
    ],
)
def test_what_cannot_be_shown_is_said(client: TestClient, address: str, message: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    assert message in answer.text
    assert "Traceback" not in answer.text
    data = client.get(address, headers={"Accept": "application/json"}).json()
    assert message in data["said"]


def test_files_are_saved(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILES, "gif", ("image/gif", 3))
    page = client.get(link("/trace/save", "queens 4", **{"as": "html"}))
    assert page.text == trace(Queens(4)).to_html(2000)
    assert page.headers["content-disposition"].startswith("attachment; ")
    film = client.get(link("/trace/save", "queens 4", step=50, **{"as": "gif"}))
    assert film.content.startswith(b"GIF89a")


def test_the_players_files_are_those_of_the_library(client: TestClient) -> None:
    for name in (*SCRIPTS, STYLE):
        answer = client.get(f"/static/{name}")
        assert answer.text == asset(name)
        kind = "text/css" if name == STYLE else "text/javascript"
        assert answer.headers["content-type"].startswith(kind)


# --- workers ---


def kept(limits: Limits) -> tuple[Pool, Traces]:
    pool = Pool(limits)
    return pool, Traces(pool, limits)


def test_a_trace_that_takes_too_long_is_ended() -> None:
    async def look() -> None:
        # The worker has not even begun by then.
        pool, traces = kept(Limits(short=0.001))
        with pytest.raises(EverywayError, match="was stopped"):
            await traces.ask(("queens 6", "backtracking"), "picture", at=0)
        assert traces.number == 0
        await pool.close()

    asyncio.run(look())


def test_few_traces_are_kept() -> None:
    async def look() -> None:
        pool, traces = kept(Limits())
        for n in range(1, MOST_SESSIONS + 3):
            await traces.ask((f"queens {n}", "backtracking"), "picture", at=0)
        assert traces.number == MOST_SESSIONS
        # The one not asked for the longest has gone, and is recorded again.
        shown = await traces.ask(("queens 1", "backtracking"), "picture", at=0)
        assert shown["did"] == "placed a1"
        assert traces.number == MOST_SESSIONS
        await traces.close()
        assert traces.number == 0
        await pool.close()
        assert pool.pids == []

    asyncio.run(look())


def test_traces_that_nobody_asks_for_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        pool, traces = kept(Limits())
        await traces.ask(("queens 4", "backtracking"), "picture", at=0)
        await traces.look()
        assert traces.number == 1
        monkeypatch.setattr("everyway.web.traces.IDLE_SECONDS", -1.0)
        await traces.look()
        assert traces.number == 0
        await pool.close()

    asyncio.run(look())


def test_questions_about_one_trace_are_answered_in_turn() -> None:
    async def look() -> None:
        pool, traces = kept(Limits())
        key = ("queens 6", "backtracking")
        many = [traces.ask(key, "chunk", start=n, stop=n + 1) for n in range(0, 40, 5)]
        assert [found["start"] for found in await asyncio.gather(*many)] == list(range(0, 40, 5))
        with pytest.raises(EverywayError, match="no steps"):
            await traces.ask(key, "file", start=10**6, most=5, ending="gif")
        # An error is no end.
        assert (await traces.ask(key, "chunk", start=0, stop=1))["start"] == 0
        await traces.close()
        await pool.close()

    asyncio.run(look())


def test_an_answer_that_nobody_waits_for_is_not_taken_for_the_next() -> None:
    async def look() -> None:
        pool, traces = kept(Limits())
        key = ("queens 6", "backtracking")
        await traces.ask(key, "chunk", start=0, stop=1)
        left = asyncio.ensure_future(traces.ask(key, "file", start=0, most=2000, ending="html"))
        await asyncio.sleep(0.05)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        assert (await traces.ask(key, "chunk", start=7, stop=8))["start"] == 7
        await traces.close()
        await pool.close()

    asyncio.run(look())


@pytest.mark.slow
def test_a_trace_has_a_limit_of_memory() -> None:
    async def look() -> None:
        pool, traces = kept(Limits(memory=64))
        try:
            for _ in range(40):
                far = {"start": 10**6, "stop": 10**6 + 1}
                await traces.ask(("queens 16", "generate and test"), "chunk", **far)
        finally:
            await pool.close()

    with pytest.raises(EverywayError, match="more than 64 MiB"):
        asyncio.run(look())


def test_a_file_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("everyway.web.jobs_trace.MOST_BYTES", 1000)
    with pytest.raises(EverywayError, match="over 1000 bytes"):
        file(trace(Queens(4)), 0, 10, "html")
