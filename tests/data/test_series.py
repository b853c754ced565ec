"""Days and dates: one door, exact to the second in both directions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.core.errors import InputError
from gpstudio.data.series import (
    SECONDS,
    Clock,
    Series,
    days_from_dates,
    iso_day,
    iso_from_days,
    own_day,
)

MOMENTS = st.datetimes(min_value=datetime(1, 1, 1), max_value=datetime(9999, 12, 31))


def test_that_days_count_from_1970():
    assert days_from_dates(["1970-01-01", "1970-01-11", "1969-12-31"]).tolist() == [0, 10, -1]


def test_that_whole_days_print_as_dates_and_others_to_the_second():
    assert iso_from_days([18265.0, 18265.5625, np.nan]) == [
        "2020-01-04",
        "2020-01-04T13:30:00",
        "",
    ]


def test_that_a_breath_before_midnight_is_midnight():
    assert iso_from_days([18264.9999999999]) == ["2020-01-04"]


@pytest.mark.parametrize("clock", ["00:00:00", "13:00:00", "23:59:00", "23:59:59", "23:59:59.700"])
@pytest.mark.parametrize("day", ["2020-01-04", "1969-12-31", "1950-03-01", "0001-01-01"])
def test_that_a_time_belongs_to_its_own_day_however_late(day, clock):
    (time,) = days_from_dates([f"{day}T{clock}"])
    assert iso_day(time) == day
    assert own_day(time) == days_from_dates([day])[0]
    assert iso_from_days([time])[0] == (day if clock == "00:00:00" else f"{day}T{clock[:8]}")


def test_that_strings_dates_and_datetime64_of_any_unit_agree():
    expected = [18265.0]
    for given_date in (
        ["2020-01-04"],
        [date(2020, 1, 4)],
        [datetime(2020, 1, 4)],
        np.array(["2020-01-04"], dtype="datetime64[D]"),
        np.array(["2020-01-04"], dtype="datetime64[ns]"),
    ):
        assert days_from_dates(given_date).tolist() == expected


def test_that_no_date_is_no_number():
    assert np.isnan(days_from_dates(np.array(["NaT"], dtype="datetime64[s]"))).all()


def test_that_a_word_is_named_when_it_is_no_date():
    with pytest.raises(InputError, match="'soon' is not a date"):
        days_from_dates(["2020-01-04", "soon"])


@given(st.lists(MOMENTS, min_size=1, max_size=5))
def test_that_moments_survive_the_way_to_days_and_back(moments):
    seconds = [moment.replace(microsecond=0) for moment in moments]
    written = iso_from_days(days_from_dates([m.isoformat() for m in seconds]))
    assert [datetime.fromisoformat(text) for text in written] == seconds


@given(st.integers(-700_000 * SECONDS, 2_000_000 * SECONDS))
def test_that_days_survive_the_way_to_dates_and_back(second):
    days = np.array([second / SECONDS])
    back = days_from_dates(iso_from_days(days))
    assert round(float(back[0]) * SECONDS) == second


def test_that_between_days_without_an_hour_the_nearer_is_told() -> None:
    """A day's number stands for all of it: by midnights dates would be half a day early."""
    (day,) = days_from_dates(["2021-07-01"])
    field = Series("", day + np.array([0.0, 5.0]), np.zeros(2), "time", "ndvi", True)
    assert field.clock is Clock.DAYS
    assert [iso_day(day + part, field.clock) for part in (-0.5, 0.0, 0.4, 0.6)] == [
        "2021-07-01", "2021-07-01", "2021-07-01", "2021-07-02",
    ]  # fmt: skip
    assert replace(field, time=field.time + 13.0 / 24.0).clock is Clock.HOURS
    assert not replace(field, dated=False).clock


@pytest.mark.parametrize("time", [-750_000.0, -719_162.0, -700_000.5, -1.0, 0.0, 19_000.7, 2e6])
def test_that_a_day_is_told_alike_by_both_calendars(time):
    assert iso_day(time) == iso_from_days([own_day(time)])[0]
