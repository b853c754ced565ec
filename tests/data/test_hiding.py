"""A field as it stood on a day."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.data.hiding import FEWEST, as_of
from gpstudio.data.series import Series, days_from_dates

DAY = float(days_from_dates(["2021-05-01"])[0])


def series(time: np.ndarray, dated: bool = True) -> Series:
    aside = (np.array([DAY - 1.0, DAY + 30.0]), np.zeros(2))
    weight = np.linspace(0.1, 1.0, len(time))
    return Series("f", time, np.arange(len(time)) / 10.0, "d", "NDVI", dated, weight, aside)


def test_that_what_was_read_later_is_seen_and_takes_no_part() -> None:
    whole = series(DAY + np.arange(-20.0, 20.0, 2.0))
    seen = as_of(whole, DAY)
    assert seen.time.tolist() == whole.time[:11].tolist()
    assert seen.weight is not None
    assert len(seen.weight) == len(seen.value) == 11
    assert seen.later is not None
    assert seen.later.time.tolist() == whole.time[11:].tolist()
    assert seen.unused is not None
    assert seen.unused[0].tolist() == sorted([DAY - 1.0, DAY + 30.0, *whole.time[11:]])
    assert seen.origin is whole.origin
    assert as_of(whole, DAY) is seen
    assert as_of(seen, DAY) is seen
    assert as_of(whole, None) is whole
    assert as_of(whole, DAY + 18.0) is whole


@pytest.mark.parametrize(("day", "left"), [(DAY, 24), (DAY + 0.5, 13), (DAY - 1.0, 0)])
def test_that_a_day_lasts_to_its_end(day: float, left: int) -> None:
    """Readings of every hour from midnight on; a moment is a moment."""
    whole = series(DAY + np.arange(60) / 24.0)
    if left:
        assert len(as_of(whole, day)) == left
    else:
        with pytest.raises(InputError, match="Nothing was read by 2021-04-30"):
            as_of(whole, day)


def test_that_a_day_which_leaves_too_little_is_told() -> None:
    whole = series(DAY + np.arange(0.0, 100.0, 10.0))
    with pytest.raises(InputError, match=r"Nothing was read by 2021-04-21.*first.*2021-05-01"):
        as_of(whole, DAY - 10.0)
    with pytest.raises(InputError, match=r"By 2021-05-02 there is 1 reading.*2021-06-10 or later"):
        as_of(whole, DAY + 1.0)
    assert len(as_of(whole, DAY + 40.0)) == FEWEST
    with pytest.raises(InputError, match="By 25 there are 3 readings"):
        as_of(series(np.arange(0.0, 100.0, 10.0), dated=False), 25.0)
    short = series(DAY + np.arange(0.0, 30.0, 10.0))
    assert as_of(short, DAY + 20.0) is short
    with pytest.raises(InputError, match="leave the day out"):
        as_of(short, DAY + 10.0)
