"""Reads thousands of nearly valid inputs, in a process of its own with bounds on time and memory.

``python -m tests.net.fuzzing SEED FIRST COUNT [READER]`` prints a line of JSON for each fault;
with a COUNT of 1 it reads one input again.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from types import FrameType
from typing import Any

from everyway import EverywayError, Interrupted
from tests.net.readers import READERS, Reader

MOST_SECONDS = 2.0
"""How much time of the processor one input may take."""
MOST_GROWTH = 300
"""By how many MB one input may make the process larger than it has ever been."""
MOST_MEMORY = 3000
"""How many MB of addresses the process may have at all."""
GIVE_UP = 10
"""After so many seconds of the processor an input is left."""
DEAD = 300
"""After so many seconds by the clock a process that cannot even leave its input is ended."""
MOST_SHOWN = 1500


@dataclass(frozen=True)
class Fault:
    """What one input did."""

    reader: str
    number: int
    given: str
    wrong: str

    def __str__(self) -> str:
        return f"{self.number} {self.reader}: {self.given}  # {self.wrong}"


class TooLong(BaseException):
    """Raised in what has run for far too long."""


def _too_long(number: int, frame: FrameType | None) -> None:
    raise TooLong


def tried(reader: Reader, given: Any) -> list[str]:
    """Return what is wrong with how *reader* takes an input: nothing where it is refused."""
    started, size = time.process_time(), peak()
    signal.setitimer(signal.ITIMER_PROF, GIVE_UP)
    try:
        wrong = list(reader.read(given) or [])
    except EverywayError as error:
        wrong = bad_refusal(str(error))
    except Interrupted:
        wrong = []
    except TooLong:
        wrong = ["was not done by then"]
    except MemoryError:
        wrong = ["no memory was left"]
    except BaseException as error:
        wrong = [f"{type(error).__name__}: {error}"[:300] + _where(error)]
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds, grown = time.process_time() - started, peak() - size
    if seconds > MOST_SECONDS:
        wrong.append(f"took {seconds:.1f} s")
    if grown > MOST_GROWTH:
        wrong.append(f"took {grown:.0f} MB")
    return wrong


def bad_refusal(text: str) -> list[str]:
    """Return what is wrong with a refusal, which is to be one line that can be printed."""
    if len(text.splitlines()) != 1:
        return [f"a refusal of {len(text.splitlines())} lines: {text[:200]!r}"]
    return [f"a refusal of {len(text)} letters: {text[:200]!r}"] if len(text) > 1000 else []


def _where(error: BaseException) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" in {os.path.basename(trace.tb_frame.f_code.co_filename)} line {trace.tb_lineno}"


def peak() -> float:
    """Return the most MB that this process has ever had in memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def drawn(seed: str, number: int, only: str | None = None) -> tuple[str, Any]:
    """Return the name of a reader, and an input for it."""
    names = list(READERS)
    name = only or names[number % len(names)]
    return name, READERS[name].draw(Random(f"{seed}/{number}"))


def faults(seed: str, first: int, count: int, only: str | None = None) -> Iterator[Fault]:
    """Yield what is wrong with how inputs are taken."""
    signal.signal(signal.SIGPROF, _too_long)
    for number in range(first, first + count):
        name, given = drawn(seed, number, only)
        shown = said(given)
        mark(f"{number} {name}: {shown[:200]}")
        faulthandler.dump_traceback_later(DEAD, exit=True)
        wrong = tried(READERS[name], given)
        if wrong and wrong[0].startswith("took"):
            # The first to use a kernel waits until it is compiled.
            name, given = drawn(seed, number, only)
            wrong = tried(READERS[name], given)
        for text in wrong:
            yield Fault(name, number, shown, text)
    faulthandler.cancel_dump_traceback_later()


def said(given: Any) -> str:
    """Return an input as Python writes it, cut short."""
    try:
        text = repr(given)
    except (ValueError, RecursionError):  # numbers and nests too large for Python to write
        text = f"<{type(given).__name__} that Python does not write out>"
    return text if len(text) < MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def mark(text: str) -> None:
    """Say in a file which input is read now, for whoever finds this process dead."""
    place = os.environ.get("EVERYWAY_NET_MARK")
    if place:
        with open(place, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text)


def main(arguments: list[str]) -> None:
    """Print the faults of the inputs that the arguments name, each as a line of JSON."""
    seed, first, count, *only = arguments
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY << 20, MOST_MEMORY << 20))
    own = sys.stdout
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for fault in faults(seed, int(first), int(count), *only):
            print(json.dumps(asdict(fault)), file=own, flush=True)
        print(json.dumps({"peak": round(peak())}), file=own)
        os.chdir("/")


if __name__ == "__main__":
    main(sys.argv[1:])
