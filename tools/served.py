"""Start the page as a user does, and a browser to look at it: for the tests and the screenshots."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ADDRESS = re.compile(r"http://[\w.\-\[\]:]+:\d+")
SECONDS_TO_START = 60
# A container often has no user namespaces and a small /dev/shm; and nothing may be asked of any
# other machine, not even by the browser for itself.
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
)


@dataclass(frozen=True)
class Served:
    """A page that is being served: where, by which process, and the file that has what it says."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def said(self) -> str:
        """What the server has written so far, on both outputs."""
        return self.log.read_text("utf-8", "replace")


@contextmanager
def served(
    folder: Path, *words: str, environment: Mapping[str, str] | None = None
) -> Iterator[Served]:
    """Serve the page while the block runs, on a free port of this machine.

    Args:
        folder: Where the server runs and what it says is written.
        words: More words for ``everyway serve``.
        environment: Instead of this process's own.

    Raises:
        RuntimeError: If it ends, or says no address for a minute.
    """
    log = folder / "serve.log"
    command = [sys.executable, "-m", "everyway", "serve", "--no-open", "--port", "0", *words]
    settings = dict(os.environ if environment is None else environment)
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=settings | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        yield Served(_address(process, log), process, log)
    finally:
        _end(process)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    until = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < until:
        said = log.read_text("utf-8", "replace")
        if found := ADDRESS.search(said):
            return found[0]
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with status {process.returncode}:\n{said}")
        time.sleep(0.02)
    raise RuntimeError(f"the server said no address:\n{log.read_text('utf-8', 'replace')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def find_browser() -> str:
    """Return the path of a Chromium: ``$CHROMIUM``, or the first that runs.

    Raises:
        RuntimeError: If there is none; it says what to install.
    """
    finder = Path(__file__).with_name("find_browser.sh")
    ran = subprocess.run(["bash", str(finder)], text=True, capture_output=True, check=False)
    if ran.returncode:
        raise RuntimeError(ran.stderr.strip())
    return ran.stdout.strip()


@contextmanager
def browsing() -> Iterator[Browser]:
    """Yield a browser that is driven by Playwright, without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=find_browser(), args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()
