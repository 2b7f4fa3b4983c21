"""Sums worked out and drawn as on paper, for tests: written apart from the code that reads them."""

from math import isqrt


def division(divisor, dividend):
    """Draw a long division with all its digits."""
    quotient, digits = str(dividend // divisor), str(dividend)
    left = len(str(divisor)) + 3
    lines = [quotient.rjust(left + len(digits)), f"{divisor} ) {digits}"]
    first = len(digits) - len(quotient)
    rest = 0
    for place, digit in enumerate(digits):
        rest = 10 * rest + int(digit)
        if place >= first and rest >= divisor:
            product = rest // divisor * divisor
            lines += [str(rest).rjust(left + place + 1)] if place > first else []
            lines.append(str(product).rjust(left + place + 1))
            rest -= product
    return "\n".join([*lines, str(rest).rjust(left + len(digits))])


def square_root(number, divisors=False):
    """Draw a square root with all its digits, the divisor of each turn before it or not."""
    digits, root = str(number), str(isqrt(number))
    pairs = [digits[max(0, end - 2) : end] for end in range(len(digits), 0, -2)][::-1]
    left = 8
    lines = [" ".join(root).rjust(left + len(digits)), "√".rjust(left) + digits]
    rest, so_far, end = 0, 0, left
    for turn, (pair, digit) in enumerate(zip(pairs, root, strict=True)):
        rest, end = 100 * rest + int(pair), end + len(pair)
        divisor = 20 * so_far + int(digit)
        so_far = 10 * so_far + int(digit)
        if digit == "0":
            continue
        if turn:
            before = f"{divisor} ) " if divisors else ""
            lines.append(f"{before}{rest}".rjust(end))
        lines.append(str(divisor * int(digit)).rjust(end))
        rest -= divisor * int(digit)
    return "\n".join([*lines, str(rest).rjust(end)])


def multiplication(a, b):
    """Draw a long multiplication with all its digits, no line for a zero."""
    parts = [a * int(digit) for digit in reversed(str(b))]
    lines = [f"{a:>12}", f"×{b:>11}", "-" * 12]
    lines += [f"{part}".rjust(12 - k) for k, part in enumerate(parts) if part]
    return "\n".join([*lines, "-" * 12, f"{a * b:>12}"])
