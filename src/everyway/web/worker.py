"""A worker process of the page: tasks come on standard input, what it finds goes out, as JSON.

A task is ``{"job": name, …}``, one at a time. What a job tells on the way are lines of its own; its
last line has ``"done"`` with the result, or ``"fault"``, an error in the user's input, or
``"broken"``. The line ``{"stop": reason, "number": n}`` stops the n-th job as Ctrl-C does: a run
then says what it knows so far. So does the end of standard input, as the server has gone; and too
much memory.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from _thread import interrupt_main
from collections.abc import Callable
from typing import Any, BinaryIO

from everyway.core.errors import EverywayError, quote
from everyway.core.memory import MIB, memory_used, refuse_beyond

GRACE = 2.0
"""Seconds after which a job that does not stop is ended with its process."""

WATCHED = 0.2
OUT_OF_MEMORY = 77
"""The exit code of a worker that had too little memory."""


class Talk:
    """What a job has of its asker: ``tell`` sends a line, ``hear`` waits for one."""

    def __init__(self, lines: BinaryIO, out: BinaryIO) -> None:
        self.reason: str | None = None
        self.memory: int | None = None  # in bytes
        self._lines = lines
        self._out = out
        self._heard: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._lock = threading.Lock()
        self._number = 0
        self._early: dict[int, str] = {}  # stops that came before their jobs, by number
        self._busy = False
        self._hearing = False
        self.gone = False  # whether the asker has gone

    def tell(self, line: dict[str, Any]) -> None:
        """Send *line*, plain data; where nobody reads any more, the process ends."""
        try:
            self._out.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")
            self._out.flush()
        except OSError:
            os._exit(0)

    def hear(self) -> dict[str, Any]:
        """Return the next line that was sent; raise ``KeyboardInterrupt`` when told to stop."""
        self._hearing = True
        try:
            line = self._heard.get()
        finally:
            self._hearing = False
        if line is None:
            raise KeyboardInterrupt
        return line

    def listen(self) -> None:
        """Take lines, in a thread of its own, until there are no more."""
        for line in self._lines:
            message = json.loads(line)
            if "stop" in message:
                self.stop(message["stop"], message["number"])
            else:
                self._heard.put(message)
        self.gone = True
        self.stop("gone")
        self._heard.put(None)
        end_soon(0)

    def stop(self, reason: str, number: int | None = None) -> None:
        """Stop the job with this *number*, now or when it begins; without one, that of now.

        A job that has ended is past stopping, and the one after it is not meant.
        """
        with self._lock:
            if number is not None and number > self._number:
                self._early[number] = reason
                return
            meant = number in (None, self._number)
            if not meant or not self._busy or self.reason is not None:
                return
            self.reason = reason
            if self._hearing:
                self._heard.put(None)
            else:
                interrupt_main()

    def begin(self) -> None:
        """Note that a job begins; raise ``KeyboardInterrupt`` where it is stopped already."""
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with self._lock:
            self._number += 1
            self.reason = self._early.pop(self._number, None)
            self._busy = True
        if self.reason is not None:
            raise KeyboardInterrupt

    def end(self) -> None:
        """Note that the job has ended: a stop that comes now is too late, and does nothing."""
        while True:
            try:
                with self._lock:
                    self._busy = False
                signal.signal(signal.SIGINT, _ignore)
                return
            except KeyboardInterrupt:  # it came just now
                continue


def parts_of(error: EverywayError) -> dict[str, str | None]:
    """Return what an error says as plain data, its text shortened to what can be shown."""
    text = None if error.text is None else quote(error.text)[1:-1]
    return {"message": error.message, "text": text, "where": error.where, "hint": error.hint}


def _ignore(number: int, frame: object) -> None:
    """Do nothing: a stop that is still on its way reaches no job."""


def end_soon(code: int) -> None:
    """End the process after a grace, whatever it does."""
    timer = threading.Timer(GRACE, os._exit, [code])
    timer.daemon = True
    timer.start()


def limit_memory(talk: Talk, limit: int) -> None:
    """Stop the job where this process has more than *limit* bytes; end it where that is no help."""
    refuse_beyond(limit)

    def watch() -> None:
        while memory_used() <= limit:
            time.sleep(WATCHED)
        talk.stop("memory")
        end_soon(OUT_OF_MEMORY)

    threading.Thread(target=watch, daemon=True).start()


def work(talk: Talk, task: dict[str, Any], job: Callable[[dict[str, Any], Talk], Any]) -> None:
    """Do one job and send its last line."""
    last: dict[str, Any]
    try:
        talk.begin()
        last = {"done": job(task, talk)}
    except KeyboardInterrupt:
        last = {"done": None}
    except EverywayError as error:
        last = {"fault": parts_of(error)}
    except MemoryError:
        last = {"done": None}
        talk.reason = "memory"
    except Exception:
        # For whoever started the server; the page says that something went wrong, and no more.
        traceback.print_exc()
        last = {"broken": True}
    talk.end()
    talk.tell({**last, "reason": talk.reason, "memory": memory_used()})


def main() -> None:
    """Do what comes on standard input, until it ends."""
    signal.signal(signal.SIGINT, _ignore)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a solver prints must not get among the lines
    talk = Talk(sys.stdin.buffer, out)
    threading.Thread(target=talk.listen, daemon=True).start()
    from everyway.web.jobs import job_named

    limit = talk.hear().get("memory")
    if limit is not None:
        limit_memory(talk, limit * MIB)
    while True:
        try:
            task = talk.hear()
            if "job" in task:  # else it was meant for a job that has ended since
                work(talk, task, job_named(task["job"]))
        except KeyboardInterrupt:
            if talk.gone:
                return


if __name__ == "__main__":
    main()
