"""A cluster on this machine, for trying: a scheduler, and workers in processes of their own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import tempfile
from collections.abc import Callable
from typing import Any

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole
from everyway.runs.cluster_checks import load_distributed

HOST = "127.0.0.1"
MOST_WORKERS = 1024

# Ctrl-C goes to all processes of a terminal: the one that started the workers ends them. Where it
# was killed and could not, they end by themselves.
IN_WORKERS = """
import signal
from everyway.core.parent import end_with_parent
signal.signal(signal.SIGINT, signal.SIG_IGN)
end_with_parent()
"""


def run_local_cluster(workers: int, port: int, ready: Callable[[str], None]) -> None:
    """Run a scheduler and so many *workers* on this machine until Ctrl-C or SIGTERM.

    *port* is the scheduler's, 0 for one that is free. *ready* is called with the address. A worker
    that dies is started anew. Nothing listens but on the loopback address.

    Raises ``EverywayError`` if distributed is not installed, or the port is taken.
    """
    check_whole(workers, "the number of workers", 1, MOST_WORKERS)
    check_whole(port, "a port", 0, 65535)
    load_distributed()
    with tempfile.TemporaryDirectory(prefix="everyway-cluster-") as folder:
        asyncio.run(_serve(workers, port, folder, ready))


async def _serve(workers: int, port: int, folder: str, ready: Callable[[str], None]) -> None:
    from distributed import LocalCluster

    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # On Windows a loop hears no signals: there Ctrl-C raises KeyboardInterrupt.
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, ended.set)
    make: Any = LocalCluster  # it comes with too few types to be called as it is
    cluster = make(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host=HOST,
        scheduler_port=port,
        dashboard_address=None,
        # What serves the scheduler's state over HTTP needs some port, if nobody looks there either.
        scheduler_kwargs={"dashboard": False, "dashboard_address": f"{HOST}:0"},
        local_directory=folder,
        memory_limit=None,
        preload=[IN_WORKERS],
        silence_logs=logging.CRITICAL,
        asynchronous=True,
    )
    try:
        await cluster
    except (OSError, RuntimeError) as error:
        raise EverywayError(
            "cannot start a scheduler on port",
            text=port,
            hint="another --port, or 0 for a free one",
        ) from error
    try:
        if not ended.is_set():
            ready(cluster.scheduler_address)
        await ended.wait()
    finally:
        await cluster.close()
