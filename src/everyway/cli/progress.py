"""How far a run is, shown while it goes on: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from everyway.cli.options import Given
from everyway.core.engine import Control
from everyway.core.puzzle import Progress, ProgressCallback

SECONDS_BEFORE_PROGRESS = 1.0
SECONDS_BETWEEN_LINES = 10.0


@contextmanager
def progress_bar(given: Given) -> Iterator[ProgressCallback | None]:
    """Give a callback that shows how far a run is, once it proves long; None to show nothing."""
    if given.quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar() as show:
            yield show
    else:
        lately: list[Progress] = []

        def note(progress: Progress) -> None:
            lately[:] = [progress]

        def said() -> str:
            if not lately:
                return "nothing searched yet"
            share = f"{lately[0].fraction:.1%} of the search"
            return f"{share}, {_in_words(lately[0])}"

        with _lines(said):
            yield note


@contextmanager
def progress_lines(given: Given, control: Control) -> Iterator[None]:
    """Print now and then how many nodes *control* has seen, for what has no share to tell."""
    if given.quiet:
        yield
        return
    with _lines(lambda: f"{control.nodes} nodes" if control.nodes else "still at work"):
        yield


def _in_words(progress: Progress) -> str:
    said = f"{progress.found} found, {progress.nodes} nodes"
    engine = getattr(progress, "engine", None)  # which of several is at work
    return f"{engine}: {said}" if engine else said


@contextmanager
def _lines(said: Callable[[], str]) -> Iterator[None]:
    """Print a line of what is *said*, with the time, on standard error every so often."""
    ended = threading.Event()
    started = time.monotonic()

    def tell() -> None:
        while not ended.wait(SECONDS_BETWEEN_LINES):
            line = f"{time.monotonic() - started:.0f} s: {said()}"
            try:
                print(line, file=sys.stderr, flush=True)
            except (OSError, ValueError):
                return  # nobody reads it any more

    thread = threading.Thread(target=tell, name="everyway-progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(1.0)


@contextmanager
def _bar() -> Iterator[ProgressCallback]:
    shown: list[Any] = []

    def show(progress: Progress) -> None:
        if progress.seconds < SECONDS_BEFORE_PROGRESS:
            return
        if not shown:
            from rich.console import Console
            from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bars

            columns = (BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
            text = TextColumn("{task.description}")
            bars = Bars(*columns, text, console=Console(stderr=True), transient=True)
            bars.start()
            shown.extend((bars, bars.add_task("", total=1.0)))
        bars, task = shown
        bars.update(task, completed=progress.fraction, description=_in_words(progress))

    try:
        yield show
    finally:
        if shown:
            shown[0].stop()
