"""Who searches branches on other machines: a Dask scheduler, which hands them to its workers.

The ledger and the sum stay with the one who asks. A thread of its own talks with the scheduler, so
that the asker's thread goes on listening to Ctrl-C. A branch that is not finished is handed out
again when its worker is gone, when the scheduler is started anew, when the connection was lost.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from concurrent import futures
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self

from everyway.core.engine import Branch, Control, Effort, Job, Tally
from everyway.core.errors import EverywayError
from everyway.core.question import Question
from everyway.runs.cluster_checks import (
    check_address,
    check_scheduler,
    check_versions,
    check_workers,
    load_distributed,
)
from everyway.runs.cluster_worker import TOPIC, search, stop, versions_here
from everyway.runs.crews import POLL_SECONDS, Crew, Elsewhere, Pending, task_of
from everyway.runs.keeping import LEAVES_A_PART, Timing

CONNECT_SECONDS = 5.0
"""How long a scheduler may take to answer at first."""

RECONNECT_SECONDS = 300.0
"""How long a scheduler that is gone is waited for."""

CHECK_SECONDS = 10.0
"""How long it may take until a machine has loaded everyway and said its versions."""

RETRY_SECONDS = 10.0
CLOSE_SECONDS = 2.0
"""How long one try to reach it again may take, and a farewell."""

RETURN_SECONDS = 0.2
ROLL_CALL_SECONDS = 1.0
PATIENCE_SECONDS = 5.0
"""How soon a branch is handed out again, how often workers are counted, and from when on it is
worth a word that there are none.
"""

LOG = logging.getLogger("everyway.cluster")


@dataclass(eq=False)
class _Item:
    """A branch that is to be searched, and how far it is."""

    task: dict[str, Any]
    control: Control
    crew: ClusterCrew
    timing: Timing
    future: futures.Future[Tally] = field(default_factory=futures.Future)
    nodes: int = 0
    """How many nodes the worker has said it visited."""
    asking: asyncio.Task[None] | None = None
    pending: Elsewhere | None = None

    def heard(self, nodes: int) -> None:
        """Count the nodes of the search at hand: those of one that was lost do not count."""
        self.control.spend(nodes - self.nodes)
        self.nodes = nodes

    def resolve(self, tally: Tally | None = None, error: Exception | None = None) -> None:
        """Say how it ended, unless that was said."""
        if not self.future.done():
            if error is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(tally or Tally(complete=False))


class Cluster:
    """The workers of the scheduler at *address*, for one question; a context manager.

    When the scheduler stays away, *control* is stopped, and what is known is said.

    Raises ``EverywayError`` when entered, if the address is none, no scheduler answers there, or
    versions differ; and later, when a worker with other versions joins.
    """

    def __init__(self, address: str, control: Control) -> None:
        self.address = check_address(address)
        self.control = control
        self.threads = 0
        self._run = secrets.token_hex(8)
        self._number = 0
        self._versions = versions_here()
        self._open: dict[int, _Item] = {}
        self._by_key: dict[str, _Item] = {}
        self._known: set[str] = set()
        self._client: Any = None
        self._closing = False
        self._failure: Exception | None = None
        self._entered: futures.Future[None] = futures.Future()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._main_task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._work, name="everyway-cluster", daemon=True)

    # --- in the asker's thread ---

    @property
    def enough_branches(self) -> int:
        """How many branches there should be, so that all workers have some to the end."""
        return LEAVES_A_PART * self.threads

    def crew(self, job: Job, control: Control) -> ClusterCrew:
        """Return the crew that searches *job* on this cluster."""
        return ClusterCrew(self, job, control)

    def __enter__(self) -> Self:
        load_distributed()
        self._thread.start()
        try:
            while not self._entered.done():
                time.sleep(POLL_SECONDS / 5)
                if self.control.spend(0):  # then what is asked is not begun either
                    break
            else:
                self._entered.result()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()
        if kind is None and self._failure is not None:
            raise self._failure

    def _end(self) -> None:
        self._closing = True
        self._call(self._leave, None)
        # A network that swallows everything must not hold up the answer.
        self._thread.join(CLOSE_SECONDS)

    def submit(self, item: _Item) -> None:
        """Have *item* searched."""
        if self._failure is not None:
            raise self._failure
        self._call(self._accept, item)

    def resolve(self, items: Iterable[_Item]) -> None:
        """Give *items* up: they count as not searched."""
        self._call(self._give_up, list(items))

    def _call(self, function: Callable[[Any], None], argument: Any) -> None:
        try:
            if self._loop is None:
                raise RuntimeError("not begun")
            self._loop.call_soon_threadsafe(function, argument)
        except RuntimeError:  # the loop has ended, or was never begun
            function(argument)

    # --- in the thread that talks with the scheduler ---

    def _work(self) -> None:
        try:
            asyncio.run(self._main())
        except asyncio.CancelledError:
            pass
        except Exception as error:
            self._fail(error)
        finally:
            self._client = None
            for item in list(self._open.values()):
                item.resolve(error=self._failure)

    def _fail(self, error: Exception) -> None:
        self._failure = self._failure or error
        self.control.stop("a failure of the cluster")
        if not self._entered.done():
            self._entered.set_exception(self._failure)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._main_task = asyncio.current_task()
        try:
            client = await self._connect(CONNECT_SECONDS)
        except (OSError, futures.TimeoutError, ImportError, ValueError) as error:
            if isinstance(error, EverywayError):
                raise
            raise EverywayError(
                "no Dask scheduler answers at",
                text=self.address,
                hint="everyway cluster local starts one for trying",
            ) from None
        self._entered.set_result(None)
        while client is not None:
            await self._session(client)
            if self._closing or self._failure:
                return
            client = await self._reconnect()

    async def _connect(self, seconds: float) -> Any:
        """Return a client of the scheduler, all of whose workers are fit."""
        from distributed import Client

        make: Any = Client  # it comes without types
        client = make(
            self.address,
            asynchronous=True,
            set_as_default=False,
            timeout=seconds,
            name="everyway",
        )
        try:
            try:
                await asyncio.wait_for(client, seconds)
            except Exception as error:
                # Something else may listen there, and what it says be taken for anything.
                raise ConnectionError(f"{self.address}: {error!r}") from error
            self._known.clear()
            await asyncio.wait_for(check_scheduler(client), CHECK_SECONDS)
            await self._roll_call(client)
        except BaseException:
            await _closed(client)
            raise
        return client

    async def _roll_call(self, client: Any) -> None:
        """Count the workers; check the versions of those that are new."""
        threads = await client.nthreads()
        new = set(threads) - self._known
        if new:
            # One that does not answer now is asked again with its first branch.
            with suppress(futures.TimeoutError):
                await asyncio.wait_for(check_workers(client, sorted(new)), CHECK_SECONDS)
        self._known = set(threads)
        self.threads = sum(threads.values())

    async def _session(self, client: Any) -> None:
        """Serve until the connection is lost, or nobody asks any more."""
        self._client = client
        client.subscribe_topic(TOPIC, self._heard)
        background: list[asyncio.Task[None]] = [_start(self._watch(client))]
        told = False
        try:
            for item in self._open.values():
                self._begin(client, item)
            while not self._closing and not self._failure and client.status == "running":
                if self.control.stopped_by is not None and not told:
                    told = True
                    background.append(_start(_tell_to_stop(client, self._run)))
                await asyncio.sleep(POLL_SECONDS)
        finally:
            self._client = None
            tasks = [item.asking for item in self._open.values() if item.asking] + background
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await _closed(client)

    async def _watch(self, client: Any) -> None:
        """Look every second who is there; say when nobody is."""
        alone, said = time.monotonic(), False
        while True:
            try:
                await self._roll_call(client)
            except EverywayError as error:
                self._fail(error)
                return
            except (OSError, futures.TimeoutError):
                pass  # the connection is lost, or is about to be: the session sees it
            if self.threads:
                alone, said = time.monotonic(), False
            elif not said and time.monotonic() - alone > PATIENCE_SECONDS:
                said = True
                LOG.warning("no workers at %s: waiting for some", self.address)
            await asyncio.sleep(ROLL_CALL_SECONDS)

    async def _reconnect(self) -> Any:
        """Return a new client when the scheduler is there again; None if it stays away."""
        LOG.warning(
            "the connection to %s is lost: waiting up to %.0f s for it",
            self.address,
            RECONNECT_SECONDS,
        )
        self.threads = 0
        until = time.monotonic() + RECONNECT_SECONDS
        while time.monotonic() < until and not self._closing:
            try:
                left = max(1.0, until - time.monotonic())
                client = await self._connect(min(RETRY_SECONDS, left))
            except EverywayError:
                raise
            except (OSError, futures.TimeoutError, ImportError, ValueError):
                await asyncio.sleep(POLL_SECONDS)
                continue
            LOG.warning(
                "%s is there again: %d branches are handed out anew", self.address, len(self._open)
            )
            return client
        self.control.stop(f"the loss of the scheduler at {self.address}")
        return None

    def _accept(self, item: _Item) -> None:
        self._number += 1
        number = self._number
        self._open[number] = item
        item.future.add_done_callback(lambda _: self._open.pop(number, None))
        if self._failure is not None or not self._thread.is_alive():
            item.resolve(error=self._failure)
        elif self._client is not None:
            self._begin(self._client, item)

    def _begin(self, client: Any, item: _Item) -> None:
        item.asking = _start(self._ask(client, item))
        item.asking.add_done_callback(self._asked)

    def _asked(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):  # nobody would ever hear of that branch
            self._fail(error)

    def _leave(self, _: None) -> None:
        """Try no longer to reach the scheduler; a session that is going ends by itself."""
        if self._client is None and self._main_task is not None:
            self._main_task.cancel()

    def _give_up(self, items: list[_Item]) -> None:
        for item in items:
            item.resolve()
            if item.asking is not None:
                item.asking.cancel()

    def _heard(self, event: tuple[float, Any]) -> None:
        """Take note of what a worker says of its progress."""
        said = event[1]
        item = self._by_key.get(said["key"]) if isinstance(said, dict) else None
        if item is not None:
            item.heard(said["nodes"])

    async def _ask(self, client: Any, item: _Item) -> None:
        """Have *item* searched by some worker, again if need be, until its tally is there."""
        from distributed import KilledWorker

        while not item.future.done():
            # Another name each time: what is left of an earlier try must not be taken for this one.
            key = f"everyway-{self._run}-{secrets.token_hex(4)}"
            self._by_key[key] = item
            item.heard(0)
            task = {
                **item.task,
                "run": self._run,
                "versions": self._versions,
                "nodes_left": item.control.nodes_left,
            }
            asked = None
            try:
                asked = client.submit(search, task, key=key, pure=False)
                self._take(item, await asked)
            except KilledWorker as error:
                item.heard(0)
                self._give_back(item, error)
            except ImportError as error:
                self._fail(EverywayError(f"a worker has no everyway: {error}"))
                return
            except (OSError, futures.TimeoutError, futures.CancelledError):
                # The connection is lost, or the scheduler has taken the branch back.
                await asyncio.sleep(RETURN_SECONDS)
            except Exception as error:
                if client.status != "running":
                    return  # the next session asks again
                item.resolve(error=RuntimeError(f"in a worker: {type(error).__name__}: {error}"))
            finally:
                del self._by_key[key]
                if asked is not None:
                    asked.release()

    def _take(self, item: _Item, reply: dict[str, Any]) -> None:
        """Take what a worker says of *item*; leave it open if the search was cut short in vain."""
        if "versions" in reply:
            try:
                check_versions(f"the worker {reply['address']}", reply["versions"])
            except EverywayError as error:
                self._fail(error)
        elif "error" in reply:
            item.resolve(error=RuntimeError(f"in the worker {reply['worker']}: {reply['error']}"))
        else:
            tally = Tally.from_dict(reply["tally"])
            item.heard(tally.nodes)
            wanted = item.control.stopped_by is None and self.control.stopped_by is None
            if tally.complete or not (reply["stopped"] and wanted):
                item.timing.worker, item.timing.seconds = reply["worker"], reply["seconds"]
                item.resolve(tally)

    def _give_back(self, item: _Item, error: Any) -> None:
        branch = item.task["branch"]
        name = Branch(tuple(branch["path"]), branch["share"], branch["part"]).id
        times = error.allowed_failures + 1
        item.crew.trouble = f"branch {name}, whose workers died {times} times"
        LOG.warning("not searched: %s (the last was %s)", item.crew.trouble, _last_of(error))
        assert item.pending is not None
        item.pending.given_back = True
        item.resolve()


class ClusterCrew(Crew):
    """Searches on a cluster."""

    def __init__(self, cluster: Cluster, job: Job, control: Control) -> None:
        super().__init__(job, control)
        self._cluster = cluster
        self._items: set[_Item] = set()

    @property
    def width(self) -> int:  # type: ignore[override]
        """How many branches it is worth to hand over: workers come and go."""
        return max(1, 2 * self._cluster.threads)

    def submit(self, question: Question, branch: Branch, effort: Effort) -> Pending:
        """Hand *branch* to the scheduler."""
        timing = Timing()
        task = task_of(self.job, question, branch, effort)
        item = _Item(task, self.control, self, timing)
        item.pending = Elsewhere(item.future, self.control, self, timing)
        self._items.add(item)
        item.future.add_done_callback(lambda _: self._items.discard(item))
        self._cluster.submit(item)
        return item.pending

    def interrupt(self) -> None:
        """Wait no longer: a branch that is not finished counts as not searched."""
        self._cluster.resolve(self._items.copy())

    def close(self) -> None:
        """Take back what is under way."""
        self.interrupt()


def _start(work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    return asyncio.get_running_loop().create_task(work)


async def _closed(client: Any) -> None:
    """Close *client*, whatever state it is in."""
    with suppress(OSError, futures.TimeoutError, futures.CancelledError, asyncio.CancelledError):
        await asyncio.wait_for(client.close(), CLOSE_SECONDS)


async def _tell_to_stop(client: Any, run: str) -> None:
    with suppress(OSError, futures.TimeoutError):  # then the branches are taken back
        await client.run(stop, run, on_error="ignore")


def _last_of(error: Any) -> str:
    return str(getattr(error.last_worker, "address", error.last_worker))
