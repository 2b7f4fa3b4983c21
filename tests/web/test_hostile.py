"""Whatever is sent to the page, it answers in words: no crash, no traceback, no path.

The server is a real one, asked over a socket; what no client library would send is sent by hand.
"""

import contextlib
import json
import re
import socket
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

import pytest
from docblocks import ROOT, make_environment
from served import served

LEAKS = re.compile(r"Traceback|File \"|\.py\b|site-packages|/src/everyway|object at 0x", re.I)
POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
}
PAGES = [
    "/",
    "/runs",
    "/puzzle",
    "/answer",
    "/gallery",
    "/solution",
    "/export",
    "/table",
    "/check",
    "/report",
    "/sheet",
    "/trace",
    "/trace/steps",
    "/trace/jump",
    "/trace/save",
    "/picture",
    "/prove",
    "/set-up",
    "/compare",
    "/nowhere",
]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    with served(folder, environment=make_environment(folder / "home")) as site:
        yield site
        assert site.process.poll() is None, site.said
    assert "Traceback" not in site.said, site.said


class Reply:
    """Status, headers and text of an answer."""

    def __init__(self, status, headers, body):
        self.status, self.headers = status, headers
        binary = headers.get_content_maintype() == "image" and b"<svg" not in body
        self.text = body.decode("latin-1" if binary else "utf-8")

    def __repr__(self):
        return f"<{self.status} {self.text[:300]!r}>"


@pytest.fixture
def ask(site):
    """Return a function that asks the server; each answer is looked through for leaks."""
    where = urlsplit(site.address)

    def ask(target, method="GET", body=None, headers=None):
        connection = HTTPConnection(where.hostname, where.port, timeout=120)
        try:
            connection.request(method, target, body=body, headers=headers or {})
            answer = connection.getresponse()
            reply = Reply(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
        assert reply.status < 500, (target, reply)
        assert not LEAKS.search(reply.text), (target, reply)
        assert str(ROOT) not in reply.text
        return reply

    return ask


@pytest.fixture
def send(site):
    """Return a function that sends bytes as they are, and returns what comes back."""
    where = urlsplit(site.address)

    def send(sent):
        with socket.create_connection((where.hostname, where.port), timeout=60) as connection:
            connection.sendall(sent)
            with contextlib.suppress(OSError):  # the server may have closed it already
                connection.shutdown(socket.SHUT_WR)
            came = b""
            while part := connection.recv(65536):
                came += part
        assert not LEAKS.search(came.decode("utf-8", "replace")), came[:500]
        return came

    return send


def read(ask, text, **headers):
    body = text if isinstance(text, bytes) else json.dumps({"text": text}).encode()
    return ask("/read", "POST", body, {"Content-Type": "application/json"} | headers)


# --- who asks ---


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil.example", "",
     "127.0.0.1@evil.example", "[::1", "10.0.0.1"],
)  # fmt: skip
@pytest.mark.parametrize("target", ["/", "/puzzle?puzzle=queens+6", "/static/vendor/htmx.min.js"])
def test_another_host_is_refused(ask, host, target):
    reply = ask(target, headers={"Host": host})
    assert 400 <= reply.status < 500
    assert "everyway</h1>" not in reply.text


def test_this_machine_by_its_names_is_let_in(ask, site):
    port = urlsplit(site.address).port
    for host in (f"127.0.0.1:{port}", f"localhost:{port}"):
        assert ask("/", headers={"Host": host}).status == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "x"])
@pytest.mark.parametrize("target", ["/read", "/runs/1/cancel"])
def test_another_origin_may_not_post(ask, origin, target):
    body = json.dumps({"text": "queens 6"})
    headers = {"Content-Type": "application/json", "Origin": origin}
    assert ask(target, "POST", body, headers).status == 403


def test_the_page_itself_may_post(ask, site):
    reply = read(ask, "queens 6", Origin=site.address)
    assert reply.status == 200
    assert json.loads(reply.text)["puzzle"]["puzzle"] == "placement"


@pytest.mark.parametrize("target", PAGES)
def test_every_answer_has_the_headers_that_keep_it_safe(ask, target):
    headers = ask(f"{target}?puzzle=queens+4&time=1").headers
    assert {part.strip() for part in headers["Content-Security-Policy"].split(";")} >= POLICY
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] in ("no-referrer", "same-origin")
    assert "Python" not in headers.get("Server", "")


# --- what is not there ---


@pytest.mark.parametrize(
    "path",
    ["../app.py", "../../../../../../etc/passwd", "%2e%2e/app.py", "..%2fapp.py", "..%5capp.py",
     "....//app.py", "/etc/passwd", "%2fetc%2fpasswd", "%00", "vendor/%00.js", "vendor", "", ".",
     "..%252fapp.py", "vendor/../../app.py", "\\..\\app.py", "%c0%ae%c0%ae/app.py", "a" * 5000],
)  # fmt: skip
def test_nothing_but_the_page_s_own_files_is_served(ask, path):
    reply = ask(f"/static/{path}")
    assert 400 <= reply.status < 500
    assert "root:" not in reply.text
    assert "import " not in reply.text


@pytest.mark.parametrize("target", [*PAGES, "/read", "/static/vendor/htmx.min.js"])
@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "WRONG"])
def test_other_methods_are_refused(ask, target, method):
    assert 400 <= ask(target, method).status < 500


@pytest.mark.parametrize("run", ["0", "-1", "999999", "x", "%00", "..%2f..", "a" * 300, "1%0d%0a"])
def test_runs_that_are_not_there(ask, site, run):
    assert 400 <= ask(f"/runs/{run}/events").status < 500
    cancelled = ask(f"/runs/{run}/cancel", "POST", headers={"Origin": site.address})
    assert 400 <= cancelled.status < 500


# --- bodies ---


def test_a_body_that_is_too_large_is_refused_before_it_is_read(send, site):
    host = urlsplit(site.address).netloc
    head = f"POST /read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    came = send(f"{head}Content-Length: 1000000000\r\n\r\n".encode() + b"x")
    assert re.match(rb"HTTP/1.1 4\d\d ", came), came[:200]


def test_a_body_of_unknown_length_ends_somewhere(send, site):
    host = urlsplit(site.address).netloc
    head = (
        f"POST /read HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
    )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    try:
        came = send(head.encode() + chunk * 200 + b"0\r\n\r\n")
    except (BrokenPipeError, ConnectionResetError):
        return
    assert re.match(rb"HTTP/1.1 4\d\d ", came), came[:200]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"5", b'"queens 8"', b"{}", b'{"text": 5}', b'{"text": null}',
     b'{"text": ["queens 8"]}', b'{"text": {"a": 1}}', b"\xff\xfe", b'{"text": "\xff"}',
     b"[" * 100_000, b'{"text":' * 20_000, b'{"text": ' + b"9" * 50_000 + b"}", b"\0" * 100,
     b'{"text": NaN}', b'{"text": "queens 8", "text": 5}', b"text=queens+8",
     b'\xef\xbb\xbf{"text": "queens 8"}'],
)  # fmt: skip
def test_a_body_that_is_no_question_is_told_so(ask, body):
    reply = read(ask, body)
    if reply.status == 200:
        assert json.loads(reply.text).keys() & {"error", "puzzle"}
    else:
        assert 400 <= reply.status < 500


# --- texts that are no puzzle, or one that is far too large ---

TEXTS = {
    "nothing": "",
    "blanks": " \n\t ",
    "a NUL": "queens 8\0",
    "only NULs": "\0" * 50,
    "half a character": "queens \ud800",
    "half a character in a sum": "S\udfffND + MORE = MONEY",
    "another direction": "\u202equeens 8",
    "marks": "a" + "\u0301" * 500,
    "a file": "/etc/passwd",
    "a file of rows": "regions /etc/passwd",
    "standard input": "regions -",
    "a file with a known ending": "../../pyproject.toml",
    "script": "<script>alert(1)</script>",
    "an attribute": '"><img src=x onerror=alert(1)>',
    "a template": "{{ 7 * 7 }}{% raw %}",
    "a quotation mark": 'queens 8 "',
    "an option of the command": "queens 8 --output x.svg",
    "unknown option": "queens 8 --frobnicate",
    "an option without value": "queens 8 --fixed",
    "lines in a line": "queens 8\r\nSet-Cookie: a=b",
    "deep JSON": "[" * 3000,
    "deep objects": '{"a":' * 1000,
    "deep TOML": "puzzle = 'placement'\na = " + "[" * 3000,
    "a long number": '{"puzzle": "magic", "order": ' + "9" * 5000 + "}",
    "infinity": '{"puzzle": "magic", "order": Infinity}',
    "a board": "queens 1000000x1000000",
    "a board of many dimensions": "queens " + "x".join("2" * 40),
    "a large board": "queens 100x100",
    "a wide board": "queens 2x5000",
    "a deep board": "queens 20x20x20",
    "the most queens": "queens 99999999999999999999",
    "a large tour": "tour 1000x1000",
    "many discs": "hanoi 5000",
    "many pegs": "hanoi 3 --pegs 26",
    "too many discs": "hanoi 1000000000",
    "a large magic square": "magic 1000",
    "a magic square": "magic 30",
    "permutations": "permutations " + "abcdefghij" * 90,
    "power set": "powerset " + "abcdefghijklmnopqrstuvwxyz",
    "komachi": "komachi 1" + "0" * 3000,
    "powers": "A ** B ** C ** D = E",
    "brackets": "(" * 2000 + "A" + ")" * 2000 + " = B",
    "signs": "-" * 3000 + "A = B",
    "addends": " + ".join(["AB"] * 1500) + " = CD",
    "a formula": '{"puzzle": "digits", "formula": "9^9^9^9^n"}',
    "rows": "\n".join(["A" * 200] * 20),
    "many rows": "A\n" * 1500,
    "wrong types": '{"puzzle": {}, "board": [[[]]], "number": null}',
    "a list": "[]",
    "a date": 'puzzle = "magic"\norder = 1979-05-27',
    "a key many times": 'puzzle = "magic"\npuzzle = "magic"',
    "a cube of snakes": '{"puzzle": "snake", "board": "100x100x100", "word": "S"}',
    "a chain": '{"puzzle": "chain", "board": "50x50"}',
}
SHORT = {"time": "1"}


@pytest.mark.parametrize("name", TEXTS)
def test_any_text_is_read_or_refused_in_words(ask, name):
    reply = read(ask, TEXTS[name])
    assert reply.status in (200, 400, 413, 422)
    said = json.loads(reply.text)
    assert ("puzzle" in said) != ("error" in said)
    if "error" in said:
        assert said["error"].strip()
        assert "\n" not in said["error"].strip()


FIELDS = {
    "placement": ("board", "piece", "number", "fixed", "holes", "regions", "torus"),
    "tour": ("board", "piece", "start", "end"),
    "chain": ("board", "word"),
    "alphametic": ("text", "base", "known"),
    "komachi": ("digits", "target", "operators"),
    "hanoi": ("discs", "pegs", "start", "goal", "moves"),
    "magic": ("order", "given", "numbers", "sum"),
    "permutations": ("items", "k"),
    "nonsense": ("board",),
}
VALUES = ["", "\0", "-1", "9" * 400, "1e9", "x" * 5000, "🂡", "\u202e", "a1 a1", "8x8x8x8", "((("]


@pytest.mark.parametrize("kind", FIELDS)
def test_any_form_is_read_or_refused_in_words(ask, kind):
    for field in FIELDS[kind]:
        for value in VALUES:
            form = urlencode([("kind", kind), (field, value), (field, value)])
            body = json.dumps({"form": form}).encode()
            reply = read(ask, body)
            assert json.loads(reply.text).keys() & {"error", "puzzle"}
    for form in ("", "kind", "&&&", "kind=" + kind + "&" * 2000, "%ff=%ff", "kind=%00"):
        read(ask, json.dumps({"form": form}).encode())


SOME = ["/puzzle", "/answer", "/export"]
"""Pages that read a puzzle here, in a run, and for a file; the others do one of these, too."""

ALL = pytest.param(PAGES, marks=pytest.mark.slow, id="all pages")


@pytest.mark.parametrize("pages", [pytest.param(SOME, id="some pages"), ALL])
@pytest.mark.parametrize("name", TEXTS)
def test_any_text_in_an_address_gives_a_page(ask, name, pages):
    text = TEXTS[name].encode("utf-8", "surrogatepass")
    for target in pages:
        reply = ask(f"{target}?{urlencode({'puzzle': text, 'question': 'first'} | SHORT)}")
        assert "<script>alert" not in reply.text
        assert "<img src=x" not in reply.text
        assert "Set-Cookie" not in reply.headers
        if target != "/trace/save":  # that is a file
            assert len(reply.text) < 3_000_000, target
    assert ask("/").status == 200


PARAMETERS = {
    "question": ["", "nonsense", "count\0", "__class__", "%ff"],
    "up_to": ["nonsense", "\0", "symmetry,symmetry"],
    "engine": ["nonsense", "../plain", "__init__", ""],
    "time": ["nan", "inf", "-1", "0", "1e308", "x", "9" * 400, "٣"],
    "limit": ["-1", "0", "1e9", "x", "9" * 400, "1.5"],
    "seed": ["-1", "x", "9" * 400, "1e3"],
    "square": ["zz99", "-", "\0", "a1,a1", "9" * 400],
    "page": ["-1", "x", "9" * 400],
    "start": ["-1", "x", "9" * 400],
    "stop": ["-1", "x", "9" * 400],
    "solution": ["", "{", "[]", "[" * 3000, "null", '["a1", "a1"]', "[-1]", "[1e999]", '"x"',
                 "[99999999999999999999999]", "{}", "\0"],
    "as": ["exe", "", "../svg", "svg\0", "gif", "png"],
    "candidate": ["", "\0", "[" * 3000, "nonsense", "a1 a1"],
    "name": ["nonsense", "__class__", "", "\0"],
    "extra": ["\0", "x" * 3000, "--help"],
    "method": ["nonsense", "", "__class__"],
    "nonsense": ["x"],
}  # fmt: skip


FEW = ("queens 4",)
MORE = pytest.param(("queens 4", "hanoi 2", "AB + BA = CC"), marks=pytest.mark.slow)


@pytest.mark.parametrize("puzzles", [FEW, MORE], ids=len)
@pytest.mark.parametrize("name", PARAMETERS)
def test_any_parameter_is_understood_or_refused_in_words(ask, name, puzzles):
    for puzzle in puzzles:
        for value in PARAMETERS[name]:
            for target in PAGES:
                fields = {"puzzle": puzzle, "question": "first"} | SHORT | {name: value}
                reply = ask(f"{target}?{urlencode(fields)}")
                assert reply.status in (200, 303) or len(reply.text) > 10, (target, name, value)


def test_a_parameter_twice_and_bytes_that_are_no_text(ask):
    for target in PAGES:
        for query in (
            "puzzle=queens+4&puzzle=queens+5",
            "puzzle=%ff%fe",
            "puzzle=queens+4&question=%80",
            "%ff=%ff",
            "&&&===",
            "puzzle",
            "puzzle=queens%204;question=count",
            "x=" + "&x=".join("1" * 2000),
        ):
            ask(f"{target}?{query}&time=1")


def test_a_long_address_is_refused(ask, send, site):
    assert 400 <= ask("/puzzle?puzzle=" + "A" * 50_000).status < 500
    host = urlsplit(site.address).netloc.encode()
    for size in (70_000, 1_000_000):
        try:
            line = b"GET /puzzle?puzzle=" + b"A" * size
            came = send(line + b" HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
        except (BrokenPipeError, ConnectionResetError):
            continue
        assert re.match(rb"HTTP/1.1 4\d\d ", came), came[:200]


@pytest.mark.parametrize(
    "sent",
    [b"\r\n\r\n", b"nonsense\r\n\r\n", b"GET\r\n\r\n", b"\0" * 100, b"\x16\x03\x01\x02\x00\x01",
     b"GET / HTTP/9.9\r\n\r\n", b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
     b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
     b"POST /read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
     b"POST /read HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\n{"],
)  # fmt: skip
def test_what_is_no_request_gets_no_page(send, ask, sent):
    came = send(sent)
    assert not came.startswith(b"HTTP/1.1 200"), came[:200]
    assert not came.startswith(b"HTTP/1.1 5"), came[:200]
    assert ask("/").status == 200
