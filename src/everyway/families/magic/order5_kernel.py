"""Squares of order 5 by their diagonals, one of each class of 32: compiled.

The numbers 1 to 25 are the bits of one word. A count is below 275305224, the number of all squares
up to symmetry, and nodes of one call are below 10**9, so nothing overflows.
"""

from __future__ import annotations

from everyway.kernels.bits import lowest
from everyway.kernels.jit import kernel, part
from everyway.kernels.memory import Numbers

TOTAL = 65
MOST = 25


@part
def is_free(numbers: int, number: int) -> bool:
    """Return whether *number* is one of the 25 and among *numbers*."""
    return 0 < number <= MOST and (numbers >> number) & 1 == 1


@part
def shifted(numbers: int, step: int) -> int:
    """Return the set of x for which x + *step* is among *numbers*."""
    if step < -MOST or step > MOST:
        return 0
    return numbers >> step if step >= 0 else numbers << -step


@part
def partners(mirrored: int, total: int) -> int:
    """Return the set of x for which *total* - x is in a set, given with 26 - x for each x."""
    return shifted(mirrored, MOST + 1 - total)


@part
def out(x: int) -> int:
    """Return the number *x* as a bit."""
    return 1 << x


@part
def back(x: int) -> int:
    """Return the number 26 - *x* as a bit."""
    return 1 << (MOST + 1 - x)


@part
def mirror(numbers: int) -> int:
    """Return the set of 26 - x for every x of *numbers*."""
    found = 0
    while numbers:
        found |= back(lowest(numbers))
        numbers &= numbers - 1
    return found


@part
def count_within(
    unused: int, a: int, b: int, d: int, e: int, p: int, q: int, r: int, s: int, centre: int
) -> tuple[int, int]:
    """Return how many squares have these diagonals, and how many nodes the search has.

    The diagonals are a b centre d e, falling, and p r centre s q, from the upper right. The
    border comes first: the top row, the second column, the bottom row, the fourth column. Of a
    number that is tried, all that must be free with it are looked up at once, as sets.
    """
    count = nodes = 0
    top, bottom = TOTAL - a - p, TOTAL - q - e
    second, fourth = TOTAL - b - s, TOTAL - r - d
    middle = TOTAL - centre
    mirrored = mirror(unused)
    w1 = unused
    while w1:
        x12 = lowest(w1)
        w1 &= w1 - 1
        u1, m1 = unused ^ out(x12), mirrored ^ back(x12)
        w2 = u1 & partners(m1, top - x12)
        while w2:
            x13 = lowest(w2)
            w2 &= w2 - 1
            x14 = top - x12 - x13
            if x14 == x13:
                continue
            u2, m2 = u1 ^ out(x13) ^ out(x14), m1 ^ back(x13) ^ back(x14)
            w3 = u2 & partners(m2, second - x12)
            while w3:
                x52 = lowest(w3)
                w3 &= w3 - 1
                x32 = second - x12 - x52
                if x32 == x52:
                    continue
                u3, m3 = u2 ^ out(x52) ^ out(x32), m2 ^ back(x52) ^ back(x32)
                further = fourth - x14 - bottom + x52  # x34 is x53 and so much
                w4 = u3 & partners(m3, bottom - x52) & shifted(u3, further)
                while w4:
                    x53 = lowest(w4)
                    w4 &= w4 - 1
                    x54 = bottom - x52 - x53
                    x34 = x53 + further
                    if x54 == x53 or x34 in (x53, x54):
                        continue
                    found, visited = count_sides(
                        u3 ^ out(x53) ^ out(x54) ^ out(x34),
                        m3 ^ back(x53) ^ back(x54) ^ back(x34),
                        TOTAL - a - q, TOTAL - p - e, TOTAL - b - r,
                        middle - x13 - x53, middle - x32 - x34,
                    )  # fmt: skip
                    count += found
                    nodes += visited + 1
    return count, nodes


@part
def count_sides(
    unused: int, mirrored: int, left: int, right: int, upper: int, column: int, row: int
) -> tuple[int, int]:
    """Return in how many ways the last eight cells can be filled, and the number of nodes.

    They are the first and last cells of the three middle rows, which have *left* and *right* to
    their columns' sums and *row* in the middle row; and the second and fourth cells of the middle
    column, with *column* between them; *upper* is what is left to the second row.
    """
    count = nodes = 0
    w5 = unused & partners(mirrored, row)
    while w5:
        x31 = lowest(w5)
        w5 &= w5 - 1
        x35 = row - x31
        if x35 == x31:
            continue
        u5, m5 = unused ^ out(x31) ^ out(x35), mirrored ^ back(x31) ^ back(x35)
        w6 = u5 & partners(m5, left - x31)
        while w6:
            x21 = lowest(w6)
            w6 &= w6 - 1
            x41 = left - x31 - x21
            if x41 == x21:
                continue
            nodes += 1
            u6, m6 = u5 ^ out(x21) ^ out(x41), m5 ^ back(x21) ^ back(x41)
            further = right - x35 - upper + x21  # x45 is x23 and so much
            w7 = u6 & partners(m6, column) & partners(m6, upper - x21) & shifted(u6, further)
            while w7:
                x23 = lowest(w7)
                w7 &= w7 - 1
                x43, x25, x45 = column - x23, upper - x21 - x23, x23 + further
                fresh = x43 != x23 and x25 != x23 and x25 != x43
                if fresh and x45 != x23 and x45 != x43 and x45 != x25:
                    count += 1
    return count, nodes


@kernel
def count_with(centre: int, a: int, b: int, d: int, tally: Numbers) -> None:
    """Add to *tally* the squares with a, b, centre, d on the falling diagonal, and the nodes.

    Of the 32 squares of a class one has a, the least number of both diagonals beside the
    centre, in the corner, b less than d, and the upper right corner less than the lower left.
    """
    e = TOTAL - a - b - d - centre
    unused = ((1 << (MOST + 1)) - 1) & ~((2 << a) - 1) & ~(1 << centre)
    if not (is_free(unused, b) and is_free(unused, d)):
        return
    unused &= ~(1 << b | 1 << d)
    if not is_free(unused, e):
        return
    unused &= ~(1 << e)
    whole = ((1 << (MOST + 1)) - 2) & ~(1 << a | 1 << b | 1 << centre | 1 << d | 1 << e)
    for p in range(a + 1, MOST + 1):
        for q in range(p + 1, MOST + 1):
            if not (is_free(unused, p) and is_free(unused, q)):
                continue
            corners = unused & ~(1 << p | 1 << q)
            for r in range(a + 1, MOST + 1):
                s = TOTAL - centre - p - q - r
                if r == s or not (is_free(corners, r) and is_free(corners, s)):
                    continue
                inner = whole & ~(1 << p | 1 << q | 1 << r | 1 << s)
                found, visited = count_within(inner, a, b, d, e, p, q, r, s, centre)
                tally[0] += found
                tally[1] += visited
