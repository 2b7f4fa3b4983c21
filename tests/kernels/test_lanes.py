"""Vectors against Python: every operation, for every width and size of element."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from everyway.core.errors import EverywayError
from everyway.kernels import processor
from everyway.kernels.jit import kernel
from everyway.kernels.lanes import (
    Lanes,
    keep_first,
    load,
    nonzero,
    pack,
    popcounts,
    splat,
    store,
    total,
    widen,
)
from everyway.kernels.processor import VARIABLE, forced_width, width

SHAPES = [Lanes(16, 32), Lanes(16, 16), Lanes(16, 8), Lanes(32, 16), Lanes(32, 8), Lanes(32, 4)]
SHAPES += [Lanes(64, 8), Lanes(64, 4), Lanes(64, 2)]
NARROW = [shape for shape in SHAPES if shape.bits < 64]


@kernel
def calculate(lanes: Lanes, a: int, b: int, k: int, target: int) -> tuple[int, int]:
    x = load(lanes, a)
    y = load(lanes, b)
    step = lanes.count * lanes.size
    store(target, x & y)
    store(target + step, x | y)
    store(target + 2 * step, x ^ y)
    store(target + 3 * step, ~x)
    store(target + 4 * step, -x)
    store(target + 5 * step, x + y)
    store(target + 6 * step, x << k)
    store(target + 7 * step, x >> k)
    store(target + 8 * step, splat(lanes, k))
    store(target + 9 * step, keep_first(x, k))
    store(target + 10 * step, popcounts(x))
    return nonzero(x & y), total(x)


@kernel
def pack_lanes(lanes: Lanes, source: int, chosen: int, target: int) -> None:
    pack(target, load(lanes, source), chosen)


@kernel
def widened(wide: Lanes, narrow: Lanes, source: int, target: int) -> None:
    store(target, widen(wide, narrow, source))


def numbers(shape: Lanes, data: st.DataObject) -> np.ndarray:
    some = st.one_of(st.integers(0, (1 << shape.bits) - 1), st.sampled_from([0, 1]))
    drawn = data.draw(st.lists(some, min_size=shape.count, max_size=shape.count))
    return np.array(drawn, dtype=f"u{shape.size}")


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
@given(data=st.data())
@settings(max_examples=20)
def test_operations_as_in_python(shape: Lanes, data: st.DataObject) -> None:
    a, b = numbers(shape, data), numbers(shape, data)
    k = data.draw(st.integers(0, min(shape.bits - 1, shape.count)))
    target = np.zeros((11, shape.count), dtype=a.dtype)
    mask, whole = calculate(shape, a.ctypes.data, b.ctypes.data, k, target.ctypes.data)
    cut = (1 << shape.bits) - 1
    xs, ys = [int(x) for x in a], [int(y) for y in b]
    pairs = list(zip(xs, ys, strict=True))
    expected = [
        [x & y for x, y in pairs],
        [x | y for x, y in pairs],
        [x ^ y for x, y in pairs],
        [~x & cut for x in xs],
        [-x & cut for x in xs],
        [(x + y) & cut for x, y in pairs],
        [x << k & cut for x in xs],
        [x >> k for x in xs],
        [k] * shape.count,
        xs[:k] + [0] * (shape.count - k),
        [x.bit_count() for x in xs],
    ]
    assert target.tolist() == expected
    assert mask == sum(1 << i for i, (x, y) in enumerate(pairs) if x & y)
    assert whole & cut == sum(xs) & cut


@pytest.mark.parametrize("shape", NARROW, ids=repr)
@given(data=st.data())
@settings(max_examples=40)
def test_packing_keeps_the_chosen_lanes_in_order(shape: Lanes, data: st.DataObject) -> None:
    source = numbers(shape, data)
    chosen = data.draw(st.integers(0, (1 << shape.count) - 1))
    room = np.full(2 * shape.count, 7, dtype=source.dtype)
    pack_lanes(shape, source.ctypes.data, chosen, room.ctypes.data)
    kept = [x for i, x in enumerate(source.tolist()) if chosen >> i & 1]
    assert room.tolist()[: len(kept)] == kept
    # No more than a vector is written.
    assert room.tolist()[shape.count :] == [7] * shape.count


@pytest.mark.parametrize("narrow", [Lanes(16, 32), Lanes(32, 8)], ids=repr)
def test_widening(narrow: Lanes) -> None:
    source = np.array([1, 2, 3, (1 << narrow.bits) - 1], dtype=f"u{narrow.size}")
    target = np.zeros(4, dtype=np.int64)
    widened(Lanes(64, 4), narrow, source.ctypes.data, target.ctypes.data)
    assert target.tolist() == source.tolist()


def test_the_width_can_be_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "256")
    assert width() == 256
    with forced_width(0):
        assert width() == 0
    assert width() == 256
    with pytest.raises(ValueError, match="no such width"), forced_width(100):
        pass


def test_a_bad_width_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "wide")
    with pytest.raises(EverywayError, match="EVERYWAY_VECTOR_BITS cannot be"):
        width()


@pytest.mark.parametrize(
    ("arm", "features", "expected"),
    [
        (True, set(), 128),
        (False, {"avx2", "avx512bw", "avx512vbmi2", "avx512vpopcntdq"}, 512),
        (False, {"avx2", "avx512bw"}, 256),
        (False, {"sse2"}, 0),
    ],
)
def test_the_width_follows_the_processor(
    monkeypatch: pytest.MonkeyPatch, arm: bool, features: set[str], expected: int
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(processor, "is_arm", lambda: arm)
    monkeypatch.setattr(processor, "_features", lambda: features)
    assert processor._best_width.__wrapped__() == expected
