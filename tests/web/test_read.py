"""The live reading of texts for the editor."""

from __future__ import annotations

from starlette.testclient import TestClient

from everyway import Alphametic, Queens


def test_a_line_is_read(client: TestClient) -> None:
    said = client.post("/read", json={"text": "queens 8"}).json()
    assert said["puzzle"] == Queens(8).to_dict()
    assert said["line"] == "queens 8x8 --number 8"
    assert said["svg"].startswith("<svg")
    assert "count" in said["questions"]


def test_plain_data_is_read(client: TestClient) -> None:
    data = Alphametic("A + A = BA").to_dict()
    assert client.post("/read", json={"puzzle": data}).json()["puzzle"] == data


def test_an_error_says_where(client: TestClient) -> None:
    answer = client.post("/read", json={"text": "SEND + MORE MONEY ="})
    assert answer.status_code == 400
    said = answer.json()
    assert said["where"] == {"line": 1, "column": 13}
    assert said["text"] == "MONEY"
    assert said["error"]
    assert said["hint"]


def test_what_is_no_json_object_is_refused(client: TestClient) -> None:
    kind = {"content-type": "application/json"}
    assert client.post("/read", content="[1]", headers=kind).status_code == 400
    assert client.post("/read", content="{", headers=kind).status_code == 400
    assert client.post("/read", content="text=a").status_code == 415
    assert client.post("/read", json={"text": 5}).status_code == 400
    assert client.get("/read").status_code == 405
