"""What keeps a page on one's own machine one's own: who may ask, how much, and what is told.

A page of some other site can make a browser send requests here. So a request must name a host that
this server goes by (else a name of that site's could be pointed at this machine), must not come
from another site unless somebody follows a link, and every answer forbids the browser to load or
run anything from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from everyway.web.limits import Limits

LOOPBACK = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(
    r"\[(?P<six>[0-9A-Fa-f:.]+)\](:[0-9]{1,5})?|(?P<name>[A-Za-z0-9._-]+)(:[0-9]{1,5})?"
)
CHANGES_NOTHING = ("GET", "HEAD")

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Without any referrer browsers name no origin either when a form is sent.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def host_name(host: str) -> str | None:
    """Return the name in a ``Host`` header, without its port, or None if it is none.

    >>> host_name("localhost:8000"), host_name("[::1]:8000"), host_name("a b")
    ('localhost', '::1', None)
    """
    found = HOST.fullmatch(host)
    if found is None:
        return None
    return (found["six"] or found["name"]).lower()


def is_address(name: str) -> bool:
    """Return whether *name* is an address in numbers, which no name server can turn elsewhere.

    >>> is_address("192.168.0.7"), is_address("::1"), is_address("example.org")
    (True, True, False)
    """
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_of(origin: str, host: str) -> bool:
    """Return whether an ``Origin`` header names the site at *host*.

    >>> is_of("http://[::1]:80", "[::1]:80"), is_of("null", "localhost"), is_of("http://[", "[")
    (True, False, False)
    """
    try:
        return urlsplit(origin).netloc == host
    except ValueError:  # no browser writes such a thing
        return False


class Guard:
    """Refuses what must not be asked, and adds the headers to all answers made within it."""

    def __init__(self, app: ASGIApp, limits: Limits, hosts: Iterable[str] = ()) -> None:
        self._app = app
        self._limits = limits
        self._hosts = {*LOOPBACK, *(host.lower() for host in hosts)}
        # Who listens to others is found by its addresses. No name of another site's is one.
        self._open = any(is_address(host) and host not in LOOPBACK for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, or answer it with a refusal in one line."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, _Bounded(receive, self._limits.body), with_headers)
        else:
            status, text = refusal
            response = PlainTextResponse(f"everyway: {text}\n", status)
            await response(scope, receive, with_headers)

    def _is_own(self, name: str | None) -> bool:
        return name is not None and (name in self._hosts or (self._open and is_address(name)))

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if len(headers.getlist("host")) != 1 or not self._is_own(host_name(host)):
            return 403, "this server does not go by that name"
        if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > self._limits.address:
            return 414, f"an address of over {self._limits.address} bytes is too long"
        changes = scope["method"] not in CHANGES_NOTHING
        origin = headers.get("origin")
        if origin is not None and not is_of(origin, host):
            return 403, "a page of another site cannot ask here"
        site = headers.get("sec-fetch-site", "none")
        # Somebody follows a link; a frame in another page is none.
        navigates = headers.get("sec-fetch-mode") == "navigate"
        followed = not changes and navigates and headers.get("sec-fetch-dest") in (None, "document")
        if site not in ("same-origin", "none") and not followed:
            return 403, "a page of another site cannot ask here"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._limits.body:
            return 413, f"over {self._limits.body} bytes are too much"
        return None


class _Bounded:
    """A body that ends with an error where it becomes too long."""

    def __init__(self, receive: Receive, most: int) -> None:
        self._receive = receive
        self._left = most

    async def __call__(self) -> Message:
        message = await self._receive()
        if message["type"] == "http.request":
            self._left -= len(message.get("body", b""))
            if self._left < 0:
                raise HTTPException(413, "that is too much to read")
        return message
