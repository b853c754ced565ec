"""Words of eight numbers: what numpy makes of them, to the last digit, wherever they lie."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled, local_numbers
from gpstudio.core.lanes import LANES, add, put, rounded, square, take, times

SHARE = 0.1
ROW, OTHER = np.random.default_rng(4).standard_normal((2, 29))


@compiled
def all_of_them(row: Floats, at: int, share: float, other: Floats, there: int, which: int) -> None:
    mine, theirs = address(row), address(other)
    if which == 0:
        put(mine, at, share, theirs, there)
    elif which == 1:
        add(mine, at, share, theirs, there)
    elif which == 2:
        take(mine, at, share, theirs, there)
    elif which == 3:
        times(mine, at, share, theirs, there)
    else:
        square(mine, at, share, theirs, there)


WAYS: dict[str, Callable[[Floats, Floats], Floats]] = {
    "put": lambda row, other: SHARE * other,
    "add": lambda row, other: row + SHARE * other,
    "take": lambda row, other: row - SHARE * other,
    "times": lambda row, other: row * (SHARE * other),
    "square": lambda row, other: row + SHARE * other * other,
}


@pytest.mark.parametrize(("at", "there"), [(0, 0), (3, 5), (21, 13)])
@pytest.mark.parametrize("name", WAYS)
def test_that_a_word_is_what_each_of_its_numbers_is(name: str, at: int, there: int) -> None:
    row, expected = ROW.copy(), ROW.copy()
    expected[at : at + LANES] = WAYS[name](ROW[at : at + LANES], OTHER[there : there + LANES])
    all_of_them(row, at, SHARE, OTHER, there, list(WAYS).index(name))
    np.testing.assert_array_equal(row, expected)


room = local_numbers(2 * LANES)


@compiled
def summed(rows: Floats, out: Floats) -> None:
    """Two words in registers."""
    here, given, found = room(0.0), address(rows), address(out)
    for i in range(2 * LANES):
        here[i] = 0.0
    for x in range(len(rows)):
        add(here, 0, 1.0, given, x * 2 * LANES)
        take(here, LANES, 1.0, given, x * 2 * LANES + LANES)
    put(found, 0, 1.0, here, 0)
    put(found, LANES, 1.0, here, LANES)


def test_that_sums_are_taken_in_their_order() -> None:
    rows = np.random.default_rng(5).standard_normal((40, 2 * LANES))
    out, expected = np.empty(2 * LANES), np.zeros(2 * LANES)
    summed(rows, out)
    for row in rows:
        expected += np.repeat([1.0, -1.0], LANES) * row
    np.testing.assert_array_equal(out, expected)


def test_that_numbers_are_counted_in_whole_words() -> None:
    assert [rounded(count) for count in (0, 1, 8, 9)] == [0, 8, 8, 16]
