"""The command ``serve`` as a process of its own, on loopback."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from everyway import EverywayError
from everyway.cli import main
from everyway.web.address import link
from everyway.web.limits import Limits
from everyway.web.server import address_of, listen

posix = pytest.mark.skipif(os.name != "posix", reason="signals, and processes under /proc")


@contextmanager
def served(*options: str) -> Iterator[tuple[str, int]]:
    """Give the address of a server and the number of its process; end it as Ctrl-C does."""
    command = [sys.executable, "-m", "everyway", "serve", "--no-open", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        try:
            yield found[0].rstrip("/"), process.pid
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 0


def get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=120) as answer:
        return str(answer.read().decode())


def came(address: str) -> bool:
    """Return whether a page comes, rather than an error or nothing."""
    try:
        get(address)
    except urllib.error.HTTPError as error:
        error.close()
        return False
    except OSError:
        return False
    return True


def children(pid: int) -> list[int]:
    """Return the processes below *pid*."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                # The name in brackets may hold blanks.
                parent = (entry / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
            if int(parent) == pid:
                found.append(int(entry.name))
    return found


def memory(pid: int) -> int:
    """Return how many bytes of memory a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def runs_left(address: str) -> int:
    return len(re.findall(r"<td>(waiting|working)", get(f"{address}/runs")))


@posix
def test_the_server_ends_with_all_its_workers() -> None:
    with served("--runs", "2") as (address, pid):
        assert "Exact answers" in get(address)
        page = get(address + link("/answer", "queens 22", question="count", engine="plain"))
        found = re.search(r'sse-connect="([^"]+)"', page)
        assert found is not None
        # Somebody who still follows a run does not keep the server.
        following = urllib.request.urlopen(address + found[1], timeout=120)
        assert following.readline().startswith(b"event: ")
        workers = children(pid)
        assert workers
    following.close()
    for worker in workers:
        with pytest.raises(ProcessLookupError):
            os.kill(worker, 0)


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_pages_that_still_wait_are_no_matter_of_the_servers_end(number: int) -> None:
    command = [sys.executable, "-m", "everyway", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        address = found[0].rstrip("/")
        page = get(address + link("/answer", "queens 22", question="count", engine="plain"))
        run = re.search(r'sse-connect="([^"]+)/events"', page)
        assert run is not None
        with ThreadPoolExecutor(1) as others:
            waiting = others.submit(came, f"{address}{run[1]}?wait=1")
            time.sleep(1)  # until the request has come
            assert not waiting.done()
            process.send_signal(number)
            said = process.stderr.read()
            assert not waiting.result()
    assert said == ""


@posix
def test_a_server_that_is_killed_leaves_no_worker_behind() -> None:
    command = [sys.executable, "-m", "everyway", "serve", "--no-open", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        get(found[0] + link("/answer", "queens 22", question="count", engine="plain")[1:])
        workers = children(process.pid)
        assert workers
        process.kill()
    deadline = time.monotonic() + 60
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < deadline, "a worker goes on although its server has gone"
        time.sleep(0.1)


@posix
@pytest.mark.slow
def test_a_thousand_requests_and_twenty_runs_leave_nothing_behind() -> None:
    pages = [
        "/",
        link("/puzzle", "queens 8"),
        link("/picture", "magic 3"),
        link("/solution", "queens 4", solution="1,7,8,14"),
        link("/check", "queens 4", candidate="b1 d2 a3 c4"),
        link("/export", "queens 4", **{"as": "svg"}),
        "/static/style.css",
        "/runs",
    ]

    def ask(number: int) -> None:
        get(address + pages[number % len(pages)])

    def count(number: int) -> None:
        query = link("/answer", "queens 7", question="count", seed=str(number))
        text = get(address + query)
        while again := re.search(r'content="0; url=([^"]+)"', text):
            text = get(address + again[1])
        assert '<p class="value">40</p>' in text

    with served("--runs", "3") as (address, pid), ThreadPoolExecutor(20) as crowd:
        list(crowd.map(ask, range(200)))  # all that is kept once is kept
        list(crowd.map(count, range(50)))
        before = memory(pid)
        for number in range(1000):
            ask(number)
        list(crowd.map(count, range(100, 120)))
        assert runs_left(address) == 0
        assert len(children(pid)) <= 3
        assert memory(pid) - before < 8_000_000


def test_a_port_that_is_taken_is_said() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(EverywayError, match="cannot listen on") as caught:
            listen("127.0.0.1", port)
        assert caught.value.text == f"127.0.0.1:{port}"
        assert address_of(taken, "127.0.0.1") == f"http://127.0.0.1:{port}/"


def test_the_command_says_what_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--no-open", "--port", "99999"]) == 2
    assert "a port cannot be" in capsys.readouterr().err
    assert main(["serve", "--no-open", "--runs", "0"]) == 2
    assert main(["serve", "--no-open", "--time", "-1"]) == 2
    assert main(["serve", "--no-open", "--host", "no.such.host.invalid"]) == 2
    assert "cannot listen on" in capsys.readouterr().err


@pytest.mark.parametrize("limits", [{"memory": 1}, {"runs": True}, {"time": 0}, {"patience": "1"}])
def test_limits_are_checked(limits) -> None:
    with pytest.raises(EverywayError):
        Limits(**limits)


def test_without_a_port_the_first_free_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("everyway.web.server.PORT", port)
        with listen("127.0.0.1", None) as found:
            assert port < found.getsockname()[1] < port + 20
