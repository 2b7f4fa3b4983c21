"""The page as a Starlette application: the routes of all pages, inside the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from everyway.core.errors import EverywayError
from everyway.web import pages
from everyway.web.limits import Limits
from everyway.web.safety import HEADERS, Guard
from everyway.web.show import error_page, status_page

STATIC = Path(__file__).parent / "static"


def collected_routes() -> list[BaseRoute]:
    """Return the routes of every module of ``pages``: a new page is a new module there."""
    found: list[BaseRoute] = []
    for module in sorted(module.name for module in iter_modules(pages.__path__)):
        routes: Sequence[BaseRoute] = import_module(f"{pages.__name__}.{module}").ROUTES
        found.extend(routes)
    return found


def _cannot_take(request: Request, error: Exception) -> Response:
    assert isinstance(error, EverywayError)
    return error_page(request, error)


def _has_status(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return status_page(request, error.status_code)


def _went_wrong(request: Request, error: Exception) -> Response:
    answer = status_page(request, 500)
    answer.headers.update(HEADERS)  # what answers here stands outside of the guard
    return answer


def make_app(limits: Limits | None = None, hosts: Iterable[str] = ()) -> Starlette:
    """Return the application; *hosts* are names it goes by besides those of this machine."""
    limits = limits or Limits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        from everyway.web.runs import Keeper

        app.state.keeper = keeper = Keeper(limits)
        await keeper.open()
        try:
            yield
        finally:
            await keeper.close()

    app = Starlette(
        lifespan=lifespan,
        routes=[*collected_routes(), Mount("/static", StaticFiles(directory=STATIC))],
        middleware=[Middleware(Guard, limits=limits, hosts=tuple(hosts))],
        exception_handlers={
            EverywayError: _cannot_take,
            HTTPException: _has_status,
            Exception: _went_wrong,
        },
    )
    app.state.limits = limits
    return app
