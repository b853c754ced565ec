"""Arrays that follow a line of the journal come back as they were, to the last digit."""

from __future__ import annotations

import json

import numpy as np
import pytest

from gpstudio.core.arrays import AnyArray
from gpstudio.session.batch.inline import EVEN, MOST_EVEN, Behind, DrawnBehind
from gpstudio.session.project.codec.pools import Misfit

NUMBERS = np.random.default_rng(3).standard_normal(11)
ARRAYS = {
    "days": np.arange(18_262.0, 18_300.0),
    "thirds": 7.0 + np.arange(50) / 3.0,  # steps that rounding makes uneven
    "almost days": np.append(np.arange(20.0), 21.0),
    "numbers": NUMBERS,
    "several rows": np.outer(NUMBERS, NUMBERS),
    "none": np.empty(0),
    "one": np.array([np.nan]),
    "endless": np.array([0.0, np.inf, np.inf, np.inf]),
    "counts": np.arange(5),
    "every second": np.arange(20.0)[::2],
    "backwards": NUMBERS[::-1],
    "flags": np.array([True, False]),
}


def written(arrays: dict[str, AnyArray]) -> bytes:
    pool = Behind()
    return pool.behind(json.dumps([pool.put(array) for array in arrays.values()]).encode())


def test_that_every_array_comes_back_and_can_be_written_to() -> None:
    line, drawn = DrawnBehind.parted(written(ARRAYS))
    for record, array in zip(json.loads(line), ARRAYS.values(), strict=True):
        again = drawn.get(record)
        assert (again.dtype, again.shape) == (array.dtype, array.shape)
        np.testing.assert_array_equal(again, array)
        assert again.flags.writeable


def test_that_days_in_a_row_take_no_room() -> None:
    assert len(written({"days": np.arange(1e5)})) < 60


@pytest.mark.parametrize(
    "record",
    [
        [EVEN, [0.0, 1.0], MOST_EVEN + 1],
        [EVEN, [0.0, 1.0], -1],
        [EVEN, [0.0], 5],
        ["float64", 8, [1]],  # beyond the end
        ["float64", -8, [1]],
        ["object", 0, [1]],
        ["float64", 0],
    ],
)
def test_that_what_was_not_written_so_is_refused(record: object) -> None:
    _, drawn = DrawnBehind.parted(written({"one": np.ones(1)}))
    with pytest.raises(Misfit):
        drawn.get(record)
