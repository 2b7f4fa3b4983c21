"""A server for all tests of the page, in this process, with its worker processes."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from everyway.web.app import make_app
from everyway.web.limits import Limits

BASE = "http://127.0.0.1"


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    with TestClient(make_app(Limits()), BASE) as made:
        yield made


def settled(client: TestClient, address: str) -> Response:
    """Return the page of *address* as a browser without JavaScript comes to see it."""
    page = client.get(address)
    while (
        again := re.search(r'http-equiv="refresh" content="0; url=([^"]+)"', page.text)
    ) is not None:
        page = client.get(again[1])
    return page
