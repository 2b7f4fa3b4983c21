"""How many arrangements there are, by closed formulas and short recurrences; no listing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, perm, prod

Counts = tuple[int, ...]
"""How often each kind of item stands among the items."""


def is_distinct(counts: Sequence[int]) -> bool:
    """Return whether no item is repeated."""
    return all(number <= 1 for number in counts)


def multinomial(counts: Sequence[int]) -> int:
    """Return the number of ways to order all items: n! over the product of the factorials.

    >>> multinomial([1, 4, 4, 2])  # the letters of MISSISSIPPI
    34650
    """
    ways, seen = 1, 0
    for number in counts:
        seen += number
        ways *= comb(seen, number)
    return ways


def partial_permutations(counts: Sequence[int], k: int) -> int:
    """Return the number of sequences of *k* of the items, equal items not told apart.

    With different items that is n! / (n - k)!; with all items, the multinomial coefficient.
    Otherwise k! times the coefficient of x^k in the product of the truncated exponential series
    1 + x + … + x^c / c!, one for each kind: about n k multiplications.

    >>> partial_permutations([1, 1, 1, 1], 3), partial_permutations([3, 2, 1], 3)
    (24, 19)
    """
    items = sum(counts)
    if not 0 <= k <= items:
        return 0
    if is_distinct(counts):
        return perm(items, k)
    if k == items:
        return multinomial(counts)
    return _sequences(tuple(sorted(number for number in counts if number)), k)


@lru_cache(maxsize=4096)
def _sequences(counts: Counts, k: int) -> int:
    ways = [1] + [0] * k
    for number in counts:
        # The new kind takes j of m places.
        ways = [
            sum(comb(m, j) * ways[m - j] for j in range(min(m, number) + 1)) for m in range(k + 1)
        ]
    return ways[k]


def selections(counts: Sequence[int], k: int) -> int:
    """Return the number of ways to choose *k* of the items, equal items not told apart.

    With different items that is the binomial coefficient.

    >>> selections([1, 1, 1, 1, 1], 3), selections([3, 2, 1], 3)
    (10, 6)
    """
    if not 0 <= k <= sum(counts):
        return 0
    if is_distinct(counts):
        return comb(sum(counts), k)
    return selections_by_size(counts)[k]


def selections_by_size(counts: Sequence[int]) -> list[int]:
    """Return the number of ways to choose k of the items, for k = 0, 1, …, n.

    These are the coefficients of the product of the polynomials 1 + x + … + x^c.

    >>> selections_by_size([3, 2, 1])
    [1, 3, 5, 6, 5, 3, 1]
    """
    if is_distinct(counts):
        items = sum(counts)
        ways = [1]
        for k in range(items):
            # Each from the one before, for a binomial coefficient alone takes long to work out.
            ways.append(ways[-1] * (items - k) // (k + 1))
        return ways
    ways = [1]
    for number in counts:
        ways = times_run(ways, number)
    return ways


def times_run(ways: Sequence[int], number: int) -> list[int]:
    """Return the coefficients of a polynomial times 1 + x + … + x^number."""
    product, window = [], 0
    for k in range(len(ways) + number):
        window += ways[k] if k < len(ways) else 0
        window -= ways[k - number - 1] if k > number else 0
        product.append(window)
    return product


def subsets(counts: Sequence[int]) -> int:
    """Return the number of subsets, of any size: the product of c + 1.

    >>> subsets([1, 1, 1, 1]), subsets([3, 2, 1])
    (16, 24)
    """
    return prod(number + 1 for number in counts)


def palindromes(counts: Sequence[int], k: int) -> int:
    """Return the number of sequences of *k* of the items that read the same backwards.

    Half of the places are filled with pairs of equal items, and the one in the middle, if there
    is one, with any item.

    >>> palindromes([2, 2, 1], 5), palindromes([1, 1], 2)
    (2, 0)
    """
    if k % 2 == 0:
        return partial_permutations([number // 2 for number in counts], k // 2)
    total = 0
    for middle, number in enumerate(counts):
        if number:
            rest = [(c - (kind == middle)) // 2 for kind, c in enumerate(counts)]
            total += partial_permutations(rest, k // 2)
    return total


def factorial_digits(rank: int, n: int) -> list[int]:
    """Return the digits of *rank* in the factorial number system: digit i counts i!, i < n.

    >>> factorial_digits(17, 4)  # 1 * 1! + 2 * 2! + 2 * 3!
    [0, 1, 2, 2]
    """
    digits = []
    for base in range(1, n + 1):
        rank, digit = divmod(rank, base)
        digits.append(digit)
    return digits
