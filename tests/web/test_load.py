"""Many requests and many runs: memory comes back to where it was, and no process is left behind."""

import re
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import psutil
import pytest
from docblocks import make_environment
from served import served

from everyway.families.line import puzzle_from_line
from everyway.web.workers import IDLE

MIB = 1 << 20
MARGIN = 24 * MIB
"""What a server may have grown: caches of pictures and templates, and what the allocator keeps."""

PATIENCE = 30
"""Seconds until something that must come about is given up; tests wait no longer than it takes."""

PATHS = [
    "/",
    "/runs",
    "/static/style.css",
    "/static/vendor/htmx.min.js",
    "/picture?puzzle=queens+8",
    "/nowhere",
    *(f"/puzzle?puzzle=queens+{n}" for n in range(1, 13)),
    "/puzzle?puzzle=SEND+%2B+MORE+%3D+MONEY",
    "/puzzle?puzzle=quens+8",
    "/puzzle?puzzle=hanoi+3",
    "/check?puzzle=queens+6&candidate=a2+b4+c6+d1+e3+f5",
    "/export?puzzle=queens+6&as=svg",
    "/gallery?puzzle=queens+6",
    "/answer?puzzle=queens+6&question=count",
]


@pytest.fixture
def serve(tmp_path):
    """Return a function that serves the page with more words."""

    def serve(*words):
        return served(tmp_path, *words, environment=make_environment(tmp_path / "home"))

    return serve


def get(site, path, connection=None):
    """Return status and text of a page."""
    where = urlsplit(site.address)
    asked = connection or HTTPConnection(where.hostname, where.port, timeout=60)
    try:
        asked.request("GET", path)
        answer = asked.getresponse()
        return answer.status, answer.read().decode()
    finally:
        if connection is None:
            asked.close()


def ask(site, puzzle, **fields):
    """Ask a question; return the page that comes at once."""
    status, page = get(site, "/answer?" + urlencode({"puzzle": puzzle} | fields))
    assert status == 200, page
    return page


def follow(site, page):
    """Follow the run of *page* to its end, as a browser does; return the page of its answer."""
    run = re.search(r"/runs/([\w-]+)", page[page.index("<main") :])[1]
    where = urlsplit(site.address)
    connection = HTTPConnection(where.hostname, where.port, timeout=120)
    connection.request("GET", f"/runs/{run}/events")
    answer = connection.getresponse()
    while (line := answer.readline()) and line.strip() != b"event: end":
        pass
    connection.close()
    return get(site, f"/runs/{run}")[1]


def value(page):
    return re.search(r'class="value">([^<]*)<', page)[1].strip()


def until(true, what):
    """Wait until *true()* is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.1)


def workers(site):
    return psutil.Process(site.process.pid).children(recursive=True)


def memory(site):
    return psutil.Process(site.process.pid).memory_info().rss


def is_quiet(site):
    """Whether nothing is at work any more: workers that wait for something to do may stay."""
    return len(workers(site)) <= IDLE + 1 and "cancel" not in get(site, "/runs")[1]


def requests(site, number):
    where = urlsplit(site.address)
    connection = HTTPConnection(where.hostname, where.port, timeout=60)
    for place in range(number):
        status, page = get(site, PATHS[place % len(PATHS)], connection)
        assert status < 500, page
    connection.close()


@pytest.mark.slow
def test_a_thousand_requests_in_a_row(serve):
    with serve() as site:
        requests(site, 3 * len(PATHS))
        before = memory(site)
        requests(site, 1000)
        until(lambda: is_quiet(site), "something is still at work")
        assert memory(site) < before + MARGIN
    assert "Traceback" not in site.said


@pytest.mark.slow
def test_twenty_runs_at_once(serve):
    with serve("--runs", "4") as site:
        requests(site, len(PATHS))
        assert value(follow(site, ask(site, "queens 9", question="count", engine="plain"))) == "352"
        until(lambda: is_quiet(site), "something is still at work")
        before = memory(site)
        sizes = {
            f"queens 9 --fixed {column}{row}": None for column in "abcd" for row in range(1, 6)
        }

        def one(puzzle):
            return puzzle, value(follow(site, ask(site, puzzle, question="count", engine="plain")))

        with ThreadPoolExecutor(len(sizes)) as pool:
            answers = dict(pool.map(one, sizes))
        assert answers == {puzzle: str(puzzle_from_line(puzzle).count()) for puzzle in sizes}
        until(lambda: is_quiet(site), "something is still at work")
        assert memory(site) < before + MARGIN
        left = workers(site)
    psutil.wait_procs(left, PATIENCE)
    assert not any(process.is_running() for process in left)


def test_some_requests_and_runs(serve):
    with serve() as site:
        requests(site, len(PATHS))
        before = memory(site)
        requests(site, 2 * len(PATHS))
        page = ask(site, "queens 9", question="count", engine="plain")
        assert value(follow(site, page)) == "352"
        until(lambda: is_quiet(site), "something is still at work")
        assert memory(site) < before + MARGIN


# --- how it ends ---


def start_long_runs(site, number):
    """Start runs that take hours; return all processes below the server's."""
    for size in range(15, 15 + number):
        ask(site, f"queens {size}", question="count", engine="plain")
    until(lambda: get(site, "/runs")[1].count(">working<") == number, "they do not begin")
    return workers(site)


ENDS = [signal.SIGTERM, signal.SIGINT, *([signal.SIGKILL] if sys.platform != "win32" else [])]


@pytest.mark.parametrize("way", ENDS, ids=lambda way: way.name)
def test_no_process_outlives_the_server(serve, way):
    with serve("--runs", "3") as site:
        processes = start_long_runs(site, 3)
        assert len(processes) >= 3
        site.process.send_signal(way)
        site.process.wait(PATIENCE)
        _, alive = psutil.wait_procs(processes, PATIENCE)
        assert alive == []
    assert "Traceback" not in site.said


def test_a_run_whose_page_has_gone_is_stopped(serve):
    with serve() as site:
        start_long_runs(site, 2)
        until(lambda: is_quiet(site), "they go on though nobody looks")
        assert get(site, "/runs")[1].count(">stopped<") == 2
