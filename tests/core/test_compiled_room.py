"""Room on the stack, places of arrays and forced inlining: what the state-space passes stand on."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.compiled import address, compiled, local_numbers

six = local_numbers(6)


@compiled(inline=True)
def product(left: Floats, right: Floats, out: Floats) -> None:
    """out = left · right, 2 × 3 by 3 × 1, flat."""
    for i in range(2):
        out[i] = 0.0
        for j in range(3):
            out[i] += left[3 * i + j] * right[j]


@compiled
def through_the_stack(matrix: Floats, vector: Floats, out: Floats) -> float:
    room, other = six(matrix), six(matrix)
    place = address(matrix)
    for i in range(6):
        room[i] = place[i]
        other[i] = -1.0
    product(room, address(vector), address(out))
    return other[5]


def test_that_room_and_places_hold_what_is_put_there() -> None:
    matrix, vector, out = np.arange(6.0).reshape(2, 3), np.array([1.0, 10.0, 100.0]), np.zeros(2)
    assert through_the_stack(matrix, vector, out) == -1.0
    np.testing.assert_array_equal(out, matrix @ vector)


def test_that_an_inlined_piece_can_be_called_from_python_too() -> None:
    out = np.zeros(2)
    product(np.arange(6.0), np.ones(3), out)
    np.testing.assert_array_equal(out, [3.0, 12.0])


def test_that_room_does_not_leave_compiled_code() -> None:
    @compiled
    def leak(like: float) -> object:
        return six(like)

    with pytest.raises(Exception, match=r"cannot convert native|NotImplementedError|CPointer"):
        leak(1.0)
