from __future__ import annotations

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from everyway.web.app import make_app
from everyway.web.limits import Limits

BASE = "http://127.0.0.1"


@pytest.fixture
def client() -> Iterator[TestClient]:
    with TestClient(make_app(Limits()), BASE) as made:
        yield made
