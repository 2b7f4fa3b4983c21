"""How a run stops wherever it is: while it searches, and while anything else is done for it.

A search asks its control and returns what it knows. All else that is done for a question (a model
that is made, a search that is laid out, a picture) asks nobody: it is *attended*. One thread looks
at the controls of all that is attended, and when one says stop, ``Stopped`` is raised in the thread
that works, wherever it stands. A search, too, is attended, and given a moment to heed its control.

Work that was left is gone: what it would have returned is not known, and a cache that keeps what
functions return keeps nothing of it. An import is never left in the middle.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from everyway.core.engine import Control

Result = TypeVar("Result")

LOOK_SECONDS = 0.05
"""How often the controls are looked at."""

GRACE_SECONDS = 0.4
"""How long a search may take to heed its control before it is left."""

AGAIN_SECONDS = 0.5
"""After so long, what was not left is told again: something on the way took it for its own."""

IDLE_SECONDS = 2.0
"""So long the thread goes on looking when nothing is attended."""


class Stopped(Exception):
    """Raised inside a search, and caught there, to leave it when the control says so."""


def attended(control: Control, work: Callable[[], Result], grace: float = 0.0) -> Result:
    """Return what *work* returns; raise ``Stopped`` in the middle of it when *control* says stop.

    *grace* is how many seconds the work may go on after that, to end by itself. What is attended
    within is left first.
    """
    region = _Region(control, grace)
    try:
        try:
            region.begin(id(sys._getframe()))
            return work()
        finally:
            region.end()
    finally:
        region.end()  # again, for what was raised in the middle of the first


@contextmanager
def watched(control: Control) -> Iterator[None]:
    """Have the limits of *control* looked at meanwhile, whoever asks it or not."""
    with _lock:
        _controls.append(control)
    _wake()
    try:
        yield
    finally:
        with _lock:
            _controls.remove(control)


class Aside(threading.Thread):
    """Work that must not be left in the middle, in a thread of its own: whoever waits can leave.

    What was left goes on to its end; the process does not end before, unless by force.
    """

    def __init__(self, work: Callable[[], None], name: str) -> None:
        super().__init__(name=f"everyway-{name}", daemon=True)
        self._work = work
        self._done = threading.Event()
        self._error: BaseException | None = None
        _under_way.append(self)
        self.start()

    def run(self) -> None:
        """Do it."""
        try:
            self._work()
        except BaseException as error:
            self._error = error
        finally:
            _under_way.remove(self)
            self._done.set()

    def wait(self) -> None:
        """Wait until it is done; Ctrl-C, and a limit where this is attended, end the waiting."""
        while not self._done.wait(LOOK_SECONDS):
            pass
        if self._error is not None:
            raise self._error


def work_is_left() -> bool:
    """Return whether some work aside is under way, for somebody or for nobody any more."""
    return bool(_under_way)


def imported(name: str) -> ModuleType:
    """Return the module *name*; where it takes long to import it, the waiting can be left."""
    module = sys.modules.get(name)
    # One that another thread imports just now is there already, but not whole.
    if module is None or getattr(getattr(module, "__spec__", None), "_initializing", False):
        Aside(lambda: _import(name), "import").wait()
    return sys.modules[name]


def _import(name: str) -> None:
    import_module(name)


@atexit.register
def _wait_for_all() -> None:
    """Wait for what is under way: a compiler must not be torn down in the middle."""
    for thread in list(_under_way):
        thread.join()


class _Region:
    """Work in one thread that is to be left when its control says stop."""

    def __init__(self, control: Control, grace: float) -> None:
        self._control = control
        self._grace = grace
        self._thread = threading.get_ident()
        self._frame = 0
        self._armed = self._told = False
        self._since: float | None = None
        self._again = 0.0
        self._lock = threading.Lock()

    def begin(self, frame: int) -> None:
        self._frame = frame
        with _lock:
            _regions.setdefault(self._thread, []).append(self)
        self._armed = True
        _wake()

    def end(self) -> None:
        """Let the thread go; what is on its way to it is called back."""
        with self._lock:
            self._armed = False
        with _lock:
            stack = _regions.get(self._thread, [])
            if self in stack:
                stack.remove(self)
            if not stack:
                _regions.pop(self._thread, None)
        if self._told:
            _raise_in(self._thread, None)

    def look(self, now: float) -> None:
        """Raise ``Stopped`` in the thread if it is time."""
        if not self._control.due():
            return
        if self._since is None:
            self._since = now
        if now - self._since < self._grace or now < self._again:
            return
        with self._lock:
            if self._armed and not _is_inviolable(self._thread, self._frame):
                self._told, self._again = True, now + AGAIN_SECONDS
                _raise_in(self._thread, Stopped)


def _is_inviolable(thread: int, until: int) -> bool:
    """Return whether *thread*, above its frame of this id, does what must not be left.

    That is importing a module, or a call of the garbage collector, which swallows what is raised.
    """
    collecting = {getattr(call, "__code__", None) for call in gc.callbacks}
    frame = sys._current_frames().get(thread)
    while frame is not None and id(frame) != until:
        code = frame.f_code
        if code.co_filename.startswith("<frozen importlib") or code in collecting:
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """Have *error* raised in *thread* where it stands, or with None what was to be raised not."""
    import ctypes

    number = ctypes.c_ulong(thread)
    what = None if error is None else ctypes.py_object(error)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(number, what)


# --- the thread that looks ---

_lock = threading.Lock()
_under_way: list[Aside] = []
_regions: dict[int, list[_Region]] = {}
_controls: list[Control] = []
_looker: threading.Thread | None = None
_wanted = threading.Event()


def _wake() -> None:
    global _looker
    if _looker is None or not _looker.is_alive():
        with _lock:
            if _looker is None or not _looker.is_alive():
                _looker = threading.Thread(target=_look, name="everyway-limits", daemon=True)
                _looker.start()
    if not _wanted.is_set():
        _wanted.set()


def _look() -> None:
    """Look at all controls, for as long as the process lives."""
    busy = time.monotonic()
    while True:
        time.sleep(LOOK_SECONDS)
        with _lock:
            controls = list(_controls)
            innermost = [stack[-1] for stack in _regions.values() if stack]
        now = time.monotonic()
        for control in controls:
            control.due()
            control.look_at_memory()
        for region in innermost:
            region.look(now)
        if controls or innermost:
            busy = now
        elif now - busy > IDLE_SECONDS:
            del controls, innermost
            _wanted.clear()
            with _lock:
                nothing = not (_controls or _regions)  # else it came just now
            if nothing:
                _wanted.wait()
            busy = time.monotonic()


def _begin_anew() -> None:
    """Forget, in a process that was forked, what is attended in its parent."""
    global _lock, _looker, _wanted
    _lock, _looker, _wanted = threading.Lock(), None, threading.Event()
    _regions.clear()
    _controls.clear()
    _under_way.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_anew)
