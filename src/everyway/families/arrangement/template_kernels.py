"""Compiled code for the lists that are asked for most: different items, in lexicographic order.

The last few places of a row, all within its last word, run through a template while the others
hold still. A row then costs a few loads and stores, however much changes from one to the next. All
numbers are places, items and counters of rows; none comes near the size of a word.
"""

from __future__ import annotations

from everyway.families.arrangement.block_kernels import (
    WORD,
    Array,
    Target,
    next_partial,
    put_word,
    word_at,
)
from everyway.kernels.jit import kernel, part

LOW_HALF = 0xFFFFFFFF


@part
def write_still(target: Target, row: int, run: int, image_at: int) -> int:
    """Write all words but the last of *run* rows, which are the image's; return the last word."""
    address = target.address + row * target.width
    last = max(0, target.width - WORD)
    for at in range(0, last, WORD):
        word = word_at(image_at + at)
        for j in range(run):
            put_word(address + j * target.width + at, word)
    return word_at(image_at + last)


@kernel
def permutations_by_template(
    target: Target,
    image: Array,
    image_at: int,
    array: Array,
    halves: tuple[int, int],
    template: Array,
    tables: Array,
    tables_at: int,
    offset: int,
) -> int:
    """Write permutations of different items; the last places run through a template.

    These places are in two *halves*; each half has a table of words, one for each way to fill it.
    A row of the template says where in the memory of the tables two words are: together with the
    image, which has zeros there, they are the row's last word. *offset* is the row of the template
    that comes next; the new one is returned.
    """
    prefix = target.width - halves[0] - halves[1]
    last = max(0, target.width - WORD)
    rows = len(template)
    row = 0
    fill_tables(tables, array, prefix, halves, prefix - last)
    while row < target.rows:
        run = min(rows - offset, target.rows - row)
        still = write_still(target, row, run, image_at)
        address = target.address + row * target.width + last
        for places in template[offset : offset + run]:
            word = word_at(tables_at + (places & LOW_HALF)) | word_at(tables_at + (places >> 32))
            put_word(address, word | still)
            address += target.width
        row += run
        offset += run
        if offset == rows:
            offset = 0
            for place in range(next_partial(array, prefix), prefix):
                image[place] = array[place]
            fill_tables(tables, array, prefix, halves, prefix - last)
    return offset


@part
def fill_tables(
    tables: Array, array: Array, prefix: int, halves: tuple[int, int], byte: int
) -> None:
    """Write the bytes of either half, from *byte* of the word on, for the items left in *array*.

    Number x of a half has a digit for each place, in base the number of items that are left.
    """
    left = len(array) - prefix
    for h in range(2):
        blocks, size = 1, 1
        for _ in range(halves[h]):
            size *= left
        for _ in range(halves[h]):
            size //= left
            x = 0
            for _ in range(blocks):
                for digit in range(left):
                    for _ in range(size):
                        tables[h, x, byte] = array[prefix + digit]
                        x += 1
            blocks *= left
            byte += 1


@kernel
def combinations_by_template(
    target: Target,
    image: Array,
    image_at: int,
    chosen: Array,
    items: int,
    firsts: Array,
    words: Array,
    offset: int,
) -> int:
    """Write combinations of different items; the last places run through a template.

    The template lists, in *words*, all ways to choose so many of all items; those that come after
    the last item *chosen* before are its last rows. *firsts* are the first items of its rows.
    *offset* is the row that comes next; the new one is returned.
    """
    prefix = len(chosen)
    last = max(0, target.width - WORD)
    row = 0
    while row < target.rows:
        run = min(len(words) - offset, target.rows - row)
        still = write_still(target, row, run, image_at)
        address = target.address + row * target.width + last
        for word in words[offset : offset + run]:
            put_word(address, word | still)
            address += target.width
        row += run
        offset += run
        if offset == len(words):
            place = prefix - 1
            while place >= 0 and chosen[place] == items - target.width + place:
                place -= 1
            if place < 0:
                return 0
            chosen[place] += 1
            for later in range(place + 1, prefix):
                chosen[later] = chosen[later - 1] + 1
            for later in range(place, prefix):
                image[later] = chosen[later]
            offset = first_after(firsts, chosen[prefix - 1])
    return offset


@part
def first_after(firsts: Array, item: int) -> int:
    """Return the first place at which rising numbers are greater than *item*."""
    low, high = 0, len(firsts)
    while low < high:
        middle = (low + high) // 2
        if firsts[middle] > item:
            high = middle
        else:
            low = middle + 1
    return low
