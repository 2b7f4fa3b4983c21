"""Who may ask, how much, and what every answer forbids the browser."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from everyway.web.app import make_app
from everyway.web.limits import Limits
from everyway.web.safety import POLICY

READ = {"text": "queens 4"}


@pytest.mark.parametrize("path", ["/", "/nowhere", "/static/style.css", "/picture?puzzle=magic+3"])
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"


def test_a_mistake_of_the_program_has_the_headers_and_tells_nothing() -> None:
    def fails(request: Request) -> Response:
        raise RuntimeError("/home/somebody/secret")

    app = make_app()
    app.router.routes.insert(0, Route("/fails", fails))
    with TestClient(app, "http://127.0.0.1", raise_server_exceptions=False) as client:
        answer = client.get("/fails")
    assert answer.status_code == 500
    assert answer.headers["content-security-policy"] == POLICY
    assert "secret" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "a b", "[::2]"])
def test_another_name_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/", headers={"host": host})
    assert answer.status_code == 403
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("host", ["localhost", "localhost:8080", "127.0.0.1:1", "[::1]:80"])
def test_the_names_of_this_machine_are_taken(client: TestClient, host: str) -> None:
    assert client.get("/", headers={"host": host}).status_code == 200


def test_a_name_that_is_given_is_taken() -> None:
    with TestClient(make_app(hosts=["puzzles.home"]), "http://puzzles.home") as client:
        assert client.get("/").status_code == 200


def test_who_listens_to_others_is_found_by_its_address_alone() -> None:
    with TestClient(make_app(hosts=["0.0.0.0"]), "http://192.168.0.7:8080") as client:
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"host": "evil.example"}).status_code == 403
    with TestClient(make_app(hosts=["127.0.0.1"]), "http://192.168.0.7:8080") as client:
        assert client.get("/").status_code == 403


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:81", "http://[", ""]
)
def test_another_site_cannot_post(client: TestClient, origin: str) -> None:
    assert client.post("/read", json=READ, headers={"origin": origin}).status_code == 403


def test_the_page_itself_can_post(client: TestClient) -> None:
    headers = {"origin": "http://127.0.0.1", "sec-fetch-site": "same-origin"}
    assert client.post("/read", json=READ, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("mode", "dest", "status"),
    [("navigate", "document", 200), ("navigate", "iframe", 403), ("no-cors", "image", 403)],
)
def test_another_site_may_link_but_not_load(
    client: TestClient, mode: str, dest: str, status: int
) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": dest}
    assert client.get("/puzzle?puzzle=queens+4", headers=headers).status_code == status


def test_a_long_address_is_refused() -> None:
    with TestClient(make_app(Limits(address=200)), "http://127.0.0.1") as client:
        assert client.get("/?a=" + "b" * 300).status_code == 414


def test_a_large_body_is_refused() -> None:
    def in_parts():
        yield b'{"text": "'
        yield b"a" * 300

    with TestClient(make_app(Limits(body=200)), "http://127.0.0.1") as client:
        assert client.post("/read", json={"text": "a" * 300}).status_code == 413
        # Without a length in the header the body is counted as it comes.
        kind = {"content-type": "application/json"}
        assert client.post("/read", content=in_parts(), headers=kind).status_code == 413
