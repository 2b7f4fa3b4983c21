"""Serve the page on this machine, until Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import Callable
from types import NoneType
from typing import TYPE_CHECKING

from everyway.core.errors import EverywayError
from everyway.core.question import check_whole
from everyway.web.limits import Limits

if TYPE_CHECKING:
    import uvicorn

PORT = 8080
TRIED_PORTS = 20
"""Without a port asked for, so many from the usual one are tried until one is free."""

GRACE = 1
"""Seconds that pages which are under way have to come to their end when the server ends."""


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens on *host*; without a port, on the first free from 8080.

    Raises ``EverywayError`` where nothing can listen there.
    """
    if port is not None:
        check_whole(port, "a port", 0, 65535)
    ports = range(PORT, PORT + TRIED_PORTS) if port is None else [port]
    trouble = None
    for number in ports:
        try:
            family = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host, number), family=family, backlog=128)
        except (OSError, UnicodeError, OverflowError) as error:
            trouble = error
    hint = getattr(trouble, "strerror", None) or str(trouble)
    hint = hint.partition(" (while attempting")[0]  # to bind to what stands here anyway
    where = host if port is None else f"{host}:{port}"
    raise EverywayError("cannot listen on", text=where, hint=hint) from trouble


def address_of(listening: socket.socket, host: str) -> str:
    """Return the address under which a browser finds what listens there."""
    port = listening.getsockname()[1]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    *,
    limits: Limits | None = None,
    open_browser: bool = False,
    said: Callable[[str], None] | None = None,
) -> None:
    """Serve the page until Ctrl-C; *said* is told the address once requests are taken.

    Raises ``EverywayError`` where nothing can listen there.
    """
    listening = listen(host, port)
    address = address_of(listening, host)
    try:
        import uvicorn

        from everyway.web.app import make_app

        config = uvicorn.Config(
            make_app(limits, [host]),
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            proxy_headers=False,
            ws="none",
            loop="asyncio",
            http="h11",
            timeout_graceful_shutdown=GRACE,
            h11_max_incomplete_event_size=1 << 17,
        )
        if said is not None:
            said(address)
        if open_browser:
            _open(address)
        server = uvicorn.Server(config)
        _say_no_more_at_the_end(server)
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # uvicorn has ended all that it served, and passes the signal on
    finally:
        listening.close()


def _say_no_more_at_the_end(server: uvicorn.Server) -> None:
    """Have *server* report nothing of the pages that still waited when it was told to end."""

    def worth_saying(record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not server.should_exit or not isinstance(error, asyncio.CancelledError | NoneType)

    logging.getLogger("uvicorn.error").addFilter(worth_saying)


def _open(address: str) -> None:
    """Open a browser, in a thread: some browsers only return when they are closed."""
    import threading
    import webbrowser

    def show() -> None:
        try:
            webbrowser.open(address)
        except Exception:
            print(f"open {address} in a browser", file=sys.stderr)

    threading.Thread(target=show, daemon=True).start()
