"""Runs in worker processes: progress, several at once, those in line, and all that stops them."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.testclient import TestClient

from everyway import EverywayError
from everyway.web.address import link
from everyway.web.app import make_app
from everyway.web.limits import Limits
from everyway.web.runs import DONE, FAILED, STOPPED, WAITING, WORKING, Keeper, Run
from everyway.web.workers import IDLE

from .conftest import BASE, settled

LONG = "queens 22"
"""What no machine counts while a test runs."""


def with_keeper(body: Callable[[Keeper], Awaitable[Any]], **limits: Any) -> Any:
    async def whole() -> Any:
        keeper = Keeper(Limits(**{"listener": 600.0, **limits}))
        await keeper.open()
        try:
            return await body(keeper)
        finally:
            await keeper.close()
            assert keeper.pool.pids == []

    return asyncio.run(whole())


def count(keeper: Keeper, puzzle: str, **given: str) -> Run:
    task = {"puzzle": puzzle, "given": {"question": "count", **given}}
    seconds = float(given["time"]) if "time" in given else None
    address = link("/answer", puzzle, **given)
    return keeper.submit(
        "answer", "jobs:ask", task, title="", address=address, line=puzzle, seconds=seconds
    )


async def until(run: Run, is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not is_so():
            assert not run.finished
            await asyncio.sleep(0.01)


def test_a_run_is_answered() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, "queens 8")
        assert run.state == WAITING
        assert await run.wait(120)
        assert (run.state, run.result["value"], run.reason) == (DONE, "92", None)
        assert run.result["answer"]["engine"]
        assert count(keeper, "queens 8") is run

    with_keeper(body)


def test_a_long_run_that_is_cancelled_says_what_it_knows() -> None:
    async def body(keeper: Keeper) -> None:
        # The plain engine loads nothing, so it begins at once.
        run = count(keeper, LONG, engine="plain")
        await until(run, lambda: run.progress.get("nodes", 0) > 0)
        await keeper.cancel(run)
        assert await run.wait(120)
        assert (run.state, run.reason, run.stopped_by) == (STOPPED, "cancelled", "you")
        assert run.result["answer"]["interrupted"]
        assert run.result["value"].startswith("at least ")
        # Whoever asks again gets a new run.
        assert count(keeper, LONG, engine="plain") is not run

    with_keeper(body)


def test_a_run_is_stopped_before_its_worker_has_begun() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, LONG, engine="plain")
        await until(run, lambda: run.worker is not None)
        await keeper.cancel(run)
        assert await run.wait(120)
        assert run.state == STOPPED
        after = count(keeper, "queens 6", engine="plain")
        assert await after.wait(120)
        assert after.result["value"] == "4"

    with_keeper(body, runs=1)


def test_a_stop_that_comes_too_late_is_not_for_the_next_job() -> None:
    command = [sys.executable, "-m", "everyway.web.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def send(*lines: dict[str, Any]) -> None:
            assert process.stdin is not None
            process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
            process.stdin.flush()

        def job(size: int) -> dict[str, Any]:
            given = {"question": "count", "engine": "plain"}
            return {"job": "jobs:ask", "puzzle": f"queens {size}", "given": given, "time": 60}

        told = (json.loads(line) for line in process.stdout)
        ends = (line for line in told if "done" in line)
        send({"memory": 4096}, {"stop": "cancelled", "number": 2}, job(4))
        assert next(ends)["done"]["value"] == "2"
        send({"stop": "cancelled", "number": 1}, job(5), job(6))
        second, third = next(ends), next(ends)
        assert (second["reason"], second["done"]) == ("cancelled", None)
        assert (third["reason"], third["done"]["value"]) == (None, "4")
        process.stdin.close()
        assert process.wait(60) == 0


def test_to_cancel_twice_ends_a_run_at_once() -> None:
    async def body(keeper: Keeper) -> None:
        # Drawing this takes long, and knows nothing of being stopped.
        run = count(keeper, LONG, engine="plain")
        run.task = {"job": "jobs_solutions:show", "puzzle": "tour 300x300", "solution": None}
        await until(run, lambda: run.worker is not None)
        await keeper.cancel(run)
        await keeper.cancel(run)
        assert await run.wait(120)
        assert (run.state, run.stopped_by, run.result) == (STOPPED, "you", None)

    with_keeper(body)


def test_a_worker_goes_on_after_a_cancelled_job() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, LONG, engine="plain")
        await until(run, lambda: run.progress.get("nodes", 0) > 0)
        assert run.worker is not None
        pid = run.worker.pid
        await keeper.cancel(run)
        assert await run.wait(120)
        assert pid in keeper.pool.pids
        for number in (4, 5, 6):
            later = count(keeper, f"queens {number}")
            assert await later.wait(120)
            assert later.state == DONE

    with_keeper(body, runs=1)


def test_others_wait_in_line() -> None:
    async def body(keeper: Keeper) -> None:
        long = [count(keeper, LONG, engine="plain", seed=str(n)) for n in range(2)]
        for run in long:
            await until(run, lambda run=run: run.state == WORKING)
        waiting = [count(keeper, f"queens {n}") for n in (4, 5, 6)]
        await asyncio.sleep(0)
        assert [keeper.place(run) for run in waiting] == [0, 1, 2]
        await keeper.cancel(waiting[1])
        assert waiting[1].state == STOPPED
        assert [keeper.place(run) for run in (waiting[0], waiting[2])] == [0, 1]
        await keeper.cancel(long[0])
        assert await waiting[0].wait(120)
        assert await waiting[2].wait(120)
        assert [run.state for run in waiting] == [DONE, STOPPED, DONE]
        assert [run.result["value"] for run in (waiting[0], waiting[2])] == ["2", "4"]
        assert long[1].state == WORKING

    with_keeper(body, runs=2)


def test_too_many_runs_are_refused() -> None:
    async def body(keeper: Keeper) -> None:
        for n in range(3):
            count(keeper, LONG, seed=str(n))
        with pytest.raises(EverywayError, match="too many runs"):
            count(keeper, LONG, seed="3")

    with_keeper(body, runs=1, waiting=2)


def test_a_run_that_nobody_follows_is_stopped() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, LONG, engine="plain")
        with run.followed():
            await until(run, lambda: run.state == WORKING)
            await asyncio.sleep(1.2)
            assert run.state == WORKING
        async with asyncio.timeout(120), run.changed:
            await run.changed.wait_for(lambda: run.finished)
        assert (run.state, run.reason) == (STOPPED, "gone")

    with_keeper(body, listener=0.5)


def test_a_time_limit() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, LONG, engine="plain", time="0.3")
        assert await run.wait(120)
        assert run.state == DONE
        assert run.result["answer"]["stopped_by"] == "time limit"
        # The server's own limit is the most that can be asked for.
        assert count(keeper, LONG, time="9999").seconds == 50.0

    with_keeper(body, time=50.0)


def test_a_memory_limit() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, "hanoi 13", engine="plain")  # which keeps a million states
        assert await run.wait(120)
        assert run.state == STOPPED
        assert run.stopped_by == "the memory limit of 64 MiB"
        after = count(keeper, "queens 5", engine="plain")
        assert await after.wait(120)
        assert after.result["value"] == "10"

    with_keeper(body, memory=64)


def test_a_mistake_in_the_question_is_told() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, "queens 8", engine="fast")
        assert await run.wait(120)
        assert run.state == FAILED
        assert run.fault is not None
        assert run.fault.text == "fast"
        assert "unknown engine" in run.fault.message

    with_keeper(body)


def test_a_worker_that_dies_fails_its_run_alone() -> None:
    async def body(keeper: Keeper) -> None:
        run = count(keeper, LONG, engine="plain")
        await until(run, lambda: run.state == WORKING and run.worker is not None)
        assert run.worker is not None
        run.worker.kill()
        assert await run.wait(120)
        assert (run.state, run.fault, run.result) == (FAILED, None, None)
        other = count(keeper, "queens 6")
        assert await other.wait(120)
        assert other.state == DONE

    with_keeper(body)


def test_a_short_job_has_its_time() -> None:
    async def body(keeper: Keeper) -> None:
        with pytest.raises(EverywayError, match=r"took over 0\.2 s"):
            await keeper.pool.quick("jobs:open_puzzle", {"puzzle": "tour 300x300"}, 0.2)

    with_keeper(body)


def test_twenty_runs_at_once_leave_nothing_behind() -> None:
    async def body(keeper: Keeper) -> None:
        runs = [count(keeper, "queens 6", seed=str(n)) for n in range(20)]
        for run in runs:
            assert await run.wait(120)
        assert {run.result["value"] for run in runs} == {"4"}
        assert keeper.active() == []
        await asyncio.sleep(0)
        assert len(keeper.pool.pids) <= IDLE + 1
        assert all(run.worker is None for run in runs)

    with_keeper(body, runs=3)


def test_finished_runs_are_forgotten_in_time() -> None:
    async def body(keeper: Keeper) -> None:
        first = count(keeper, "queens 4", seed="0")
        await first.wait(120)
        for n in range(1, 45):
            await count(keeper, "queens 4", seed=str(n)).wait(120)
        assert first.id not in keeper.runs
        assert len(keeper.runs) <= 41

    with_keeper(body)


def test_a_worker_ends_with_its_server() -> None:
    command = [sys.executable, "-m", "everyway.web.worker"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        task = {"job": "jobs:ask", "puzzle": LONG, "time": 600}
        lines = [{"memory": 4096}, {**task, "given": {"question": "count", "engine": "plain"}}]
        process.stdin.write("".join(json.dumps(line) + "\n" for line in lines).encode())
        process.stdin.flush()
        assert b"progress" in process.stdout.readline()
        process.stdin.close()
        last = json.loads(process.stdout.readlines()[-1])
        assert last["reason"] == "gone"
        assert last["done"]["answer"]["interrupted"]
        assert process.wait(60) == 0


# --- as pages show them ---


def run_id(text: str) -> str:
    found = re.search(r"/runs/([A-Za-z0-9_-]+)/", text)
    assert found is not None
    return found[1]


def test_the_events_of_a_run(client: TestClient) -> None:
    page = client.get(link("/answer", "queens 9", question="count", seed="1"))
    address = f"/runs/{run_id(page.text)}/events"
    events = client.get(address)
    assert events.headers["content-type"].startswith("text/event-stream")
    names = re.findall(r"^event: (\w+)", events.text, re.MULTILINE)
    assert names[-4:] == ["state", "said", "finished", "end"]
    assert "There are 352 solutions." in events.text


def test_a_run_is_cancelled_by_its_button(client: TestClient) -> None:
    page = client.get(link("/answer", LONG, question="count", engine="plain"))
    assert "Cancel" in page.text
    run = run_id(page.text)
    assert run in client.get("/runs").text
    # The worker may not have begun: then there is nothing to say but that it was stopped.
    stopped = client.post(f"/runs/{run}/cancel", headers={"origin": BASE})
    assert stopped.status_code == 200
    text = settled(client, f"/runs/{run}").text
    assert "Stopped by you" in text
    assert "Ask again" in text


def test_a_run_that_is_not_there(client: TestClient) -> None:
    assert client.get("/runs/abc").status_code == 404
    assert client.post("/runs/abc/cancel").status_code == 404
    assert client.get("/runs/abc/events").status_code == 404


def test_the_answer_as_json(client: TestClient) -> None:
    page = settled(client, link("/answer", "queens 7", question="count"))
    data = client.get(f"/runs/{run_id(page.text)}/answer.json").json()
    assert (data["value"], data["exhausted"]) == (40, True)


def test_a_partial_answer_can_be_asked_again(client: TestClient) -> None:
    address = link("/answer", "queens 12", question="count", engine="plain", nodes="500")
    page = settled(client, address)
    assert "Stopped by node limit" in page.text
    again = re.search(r'class="again" href="([^"]+)"', page.text)
    assert again is not None
    assert run_id(settled(client, address).text) == run_id(page.text)
    fresh = run_id(settled(client, again[1].replace("&amp;", "&")).text)
    assert fresh != run_id(page.text)


def test_an_engine_is_explained(client: TestClient) -> None:
    page = settled(client, link("/answer", "queens 6", question="count", explain="1"))
    assert "Which engine, and why" in page.text
    assert "lanes" in page.text


def test_a_page_without_javascript_waits_and_goes_on() -> None:
    limits = Limits(patience=0.2)
    with TestClient(make_app(limits), BASE) as client:
        page = client.get(link("/answer", LONG, question="count", engine="plain"))
        run = run_id(page.text)
        again = client.get(f"/runs/{run}?wait=1")
        assert f'content="0; url=/runs/{run}?wait=1"' in again.text
        assert "Go on waiting" in again.text
        client.post(f"/runs/{run}/cancel", headers={"origin": BASE})
