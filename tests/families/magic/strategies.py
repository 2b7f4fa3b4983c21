"""Random magic square puzzles that are small enough for every engine."""

from __future__ import annotations

from hypothesis import strategies as st

from everyway.families.magic.construct import doubly_even, siamese
from everyway.families.magic.groups import group_elements
from everyway.families.magic.puzzle import MagicSquare
from everyway.families.magic.rules import CLASSES
from everyway.families.magic.square import Square
from everyway.families.magic.transforms import moved


@st.composite
def small_puzzles(draw: st.DrawFn) -> MagicSquare:
    """Order 3 with any numbers, or 4 with many cells given; solvable more often than not."""
    order = draw(st.sampled_from([3, 3, 3, 4]))
    class_ = draw(st.sampled_from(CLASSES))
    step = draw(st.sampled_from([1, 1, 1, 3, -2]))
    shift = draw(st.integers(-20, 20))
    cells = Square(tuple(x for row in (siamese(3) if order == 3 else doubly_even(4)) for x in row))
    kind = class_ if class_ in ("magic", "semi-magic") else "magic"
    elements = group_elements(order, kind)
    square = moved(cells, elements[draw(st.integers(0, len(elements) - 1))])
    numbers = [step * x + shift for x in square.cells]
    used = sorted(numbers)
    total = None
    if draw(st.booleans()) and order == 3:
        more = draw(st.sets(st.integers(-60, 60).filter(lambda x: x not in used), max_size=2))
        if more:
            used, total = sorted([*used, *more]), sum(numbers[:order])
    least = 0 if order == 3 else 8
    places = draw(
        st.sets(st.integers(0, order * order - 1), min_size=least, max_size=order * order)
    )
    given = [numbers[i] if i in places else None for i in range(order * order)]
    if draw(st.integers(0, 5)) == 0 and len(places) > 1:
        first, second, *_ = sorted(places)
        given[first], given[second] = given[second], given[first]
    return MagicSquare(order, class_, given=given, numbers=used, sum=total)
