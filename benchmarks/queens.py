"""n queens beside a plain bitmask search in C, in one run: `make bench BENCH=queens`.

The C program is the one that everybody writes: depth first, three bitmasks, half of the first row.
It is built with the system's compiler, if there is one. Both sides are timed by the processor time
they use, which other programs on the machine disturb least, the best of several rounds; two
workers are timed by the clock, beside one worker timed by the clock in the same round. All
must give the same value, or the run fails. `python benchmarks/queens.py 14 18` counts n = 14 to 18;
`... lists` only lists solutions, `... starts` only starts processes, with and without machine code
on disk.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from everyway import Count, Queens
from everyway.kernels.processor import width
from everyway.runs.choice import choose
from everyway.runs.crews import available_cores

ROUNDS = 3
LAST_IN_C = 17
"""Beyond, the C program takes minutes."""
WORKERS_FROM = 16
ENGINES = ("lanes", "halves")
LISTED = (12, 13, 14)
IN_LINES = 15

PLAIN_C = """
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t place(uint32_t full, uint32_t columns, uint32_t left, uint32_t right) {
    uint64_t count = 0;
    for (uint32_t free = full & ~(columns | left | right); free; free &= free - 1) {
        uint32_t bit = free & -free;
        if ((columns | bit) == full) return 1;
        count += place(full, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return count;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    uint32_t full = (1u << n) - 1;
    uint64_t count = 0;
    for (int x = 0; x < n / 2; x++)
        count += 2 * place(full, 1u << x, 2u << x, (1u << x) >> 1);
    if (n % 2) count += place(full, 1u << n / 2, 2u << n / 2, (1u << n / 2) >> 1);
    printf("%llu\\n", (unsigned long long)count);
}
"""


def build(folder: str) -> str | None:
    """Build the C program in *folder*; return its path, or None without a compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    source, program = Path(folder) / "plain.c", Path(folder) / "plain"
    source.write_text(PLAIN_C, "utf-8")
    subprocess.run([compiler, "-O3", "-march=native", "-o", str(program), str(source)], check=True)
    return str(program)


def run_c(program: str, n: int) -> tuple[float, int]:
    """Return the processor time of the C program for *n*, and its count."""
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    ran = subprocess.run([program, str(n)], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return after - before, int(ran.stdout)


def ours(n: int, engine: str | None, workers: int = 1) -> tuple[float, float, int]:
    """Return processor time, time by the clock, and the count of *n* queens."""
    clock, busy = time.perf_counter(), time.process_time()
    value = Queens(n).ask(Count(), engine=engine, workers=workers).value
    return time.process_time() - busy, time.perf_counter() - clock, value


def check(n: int, values: set[int]) -> None:
    """Stop the run if not all counts of *n* queens are the same."""
    if len(values) != 1:
        raise SystemExit(f"n = {n}: the counts differ: {sorted(values)}")


def compare(n: int, program: str | None) -> None:
    """Print the seconds of every side for *n*, and the ratios to the C program."""
    values, line = set(), [str(n)]
    plain = None
    if program is not None and n <= LAST_IN_C:
        runs = [run_c(program, n) for _ in range(1 if n >= 16 else ROUNDS)]
        plain = min(seconds for seconds, _ in runs)
        values |= {value for _, value in runs}
    line.append("-" if plain is None else f"{plain:.4f}")
    for engine in ENGINES:
        Queens(n).ask(Count(), engine=engine)  # loaded, as in any process that asks twice
        timed = [ours(n, engine) for _ in range(ROUNDS)]
        values |= {value for _, _, value in timed}
        busy = min(seconds for seconds, _, _ in timed)
        line += [f"{busy:.4f}", "-" if plain is None else f"{plain / busy:.1f}"]
    chosen = choose(Queens(n), Count())
    name = chosen.attempts[0].engine.name
    guess = next(c.offer.seconds for c in chosen.candidates if c.engine.name == name)
    line += [name, f"{guess:.4f}"]
    if n >= WORKERS_FROM and available_cores() > 1:
        pairs = [(ours(n, None, 1), ours(n, None, 2)) for _ in range(ROUNDS)]
        values |= {side[2] for pair in pairs for side in pair}
        line.append(f"{max(one[1] / two[1] for one, two in pairs):.2f}")
    else:
        line.append("-")
    check(n, values)
    print("\t".join(line), flush=True)


def listing(n: int) -> None:
    """Print how many solutions of *n* queens a second are listed in order, in either form."""
    next(Queens(6).blocks())
    busy = time.process_time()
    number = sum(len(block) for block in Queens(n).blocks())
    blocks = time.process_time() - busy
    busy = time.process_time()
    listed = sum(1 for _ in Queens(n).solutions(engine="lanes"))
    objects = time.process_time() - busy
    check(n, {number, listed})
    print(f"{n}\t{number}\t{number / blocks / 1e6:.2f}\t{number / objects / 1e6:.2f}", flush=True)


def lists() -> None:
    """Print how fast solutions are listed."""
    print("listed in order, million solutions a second of processor time:\nn\tall\tblocks\tobjects")
    for n in LISTED:
        listing(n)
    file_of_lines(IN_LINES)


def file_of_lines(n: int) -> None:
    """Print how long all solutions of *n* queens take as lines of text, and the memory."""
    import resource

    words = [sys.executable, "-m", "everyway", "show", "queens", str(n), "--style", "squares", "-q"]
    with tempfile.TemporaryFile() as file:
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run(words, stdout=file, check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        size = file.tell() / 1e6
    seconds = used.ru_utime - before
    print(
        f"{n} queens as lines: {size:.0f} MB, {seconds:.1f} s, {used.ru_maxrss >> 10} MiB at most"
    )


def starting() -> None:
    """Print how long a question takes from a shell: without, and with, machine code on disk."""
    print("from a shell, by the clock\tcold\twarm")
    for n in (8, 13, 14, 17):
        with tempfile.TemporaryDirectory() as folder:
            words = [sys.executable, "-m", "everyway", "count", "queens", str(n), "-q"]
            seconds = []
            for _ in range(1 + ROUNDS):
                clock = time.perf_counter()
                environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
                subprocess.run(words, env=environment, check=True, capture_output=True)
                seconds.append(time.perf_counter() - clock)
        print(f"count queens {n}\t{seconds[0]:.2f}\t{min(seconds[1:]):.2f}", flush=True)


def main(words: list[str]) -> None:
    """Print a line for each n; then lists, and how long it takes to start."""
    if words in (["lists"], ["starts"]):
        lists() if words == ["lists"] else starting()
        return
    first, last = (int(words[0]), int(words[1])) if len(words) == 2 else (14, 17)
    with tempfile.TemporaryDirectory() as folder:
        program = build(folder)
        if program is None:
            print("no C compiler: counted without the C program", file=sys.stderr)
        print(f"vectors of {width()} bits; seconds of processor time")
        print("n\tC\tlanes\tC/lanes\thalves\tC/halves\tchosen\testimate\t2 workers")
        for n in range(first, last + 1):
            compare(n, program)
    lists()
    starting()


if __name__ == "__main__":
    main(sys.argv[1:])
