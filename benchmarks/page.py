"""How long the page takes: `make bench BENCH=page`. Nothing stands beside it."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

PAGES = {
    "the start page": "/",
    "a puzzle's page": "/puzzle?puzzle=queens+8+--fixed+a1",
    "a picture": "/picture?puzzle=queens+8",
    "an answer, once known": "/answer?puzzle=queens+8&question=count",
    "the first step of a trace": "/trace?puzzle=queens+8",
}
ROUNDS = 20
GALLERY = "/gallery?puzzle=queens+12&part=items&from={}"
PAGE = 24


def get(address: str, path: str) -> float:
    """Return how many seconds a page takes, as a browser asks that has no connection yet."""
    where = urlsplit(address)
    assert where.hostname is not None
    start = time.perf_counter()
    connection = HTTPConnection(where.hostname, where.port, timeout=60)
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    connection.close()
    if answer.status != 200:
        raise SystemExit(f"{path} answers {answer.status}")
    return time.perf_counter() - start


def show(what: str, seconds: float) -> None:
    """Print a row of the table."""
    print(what, f"{1000 * seconds:.1f}", sep="\t", flush=True)


def main() -> None:
    """Print medians in milliseconds."""
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
    from served import served

    print("what\tms")
    with tempfile.TemporaryDirectory() as folder:
        begins, firsts = [], []
        for _ in range(5):
            start = time.perf_counter()
            with served(Path(folder)) as site:
                firsts.append(get(site.address, "/"))
                begins.append(time.perf_counter() - start)
        show("from the command to the first page", statistics.median(begins))
        show("the first page of a new server", statistics.median(firsts))
        with served(Path(folder)) as site:
            for what, path in PAGES.items():
                first = get(site.address, path)
                show(f"{what}, the first time", first)
                times = [get(site.address, path) for _ in range(ROUNDS)]
                show(what, statistics.median(times))
            pages = [get(site.address, GALLERY.format(PAGE * k)) for k in range(ROUNDS)]
            show(f"{PAGE} more of 14200 solutions", statistics.median(pages[1:]))


if __name__ == "__main__":
    main()
