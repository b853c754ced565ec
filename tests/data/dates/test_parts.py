"""Dates spread over columns, and the day of the reading within a composite."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import numpy as np
import pytest
from data.dates.columns_of_text import days_of, times_of
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.dates.composite import day_seen
from gpstudio.data.series import days_from_dates, iso_from_days

MOMENTS = st.datetimes(datetime(1971, 1, 1), datetime(2099, 12, 31)).map(
    lambda moment: moment.replace(second=0, microsecond=0)
)

SPREAD = {
    "year doy": lambda m: [f"{m.year}.0", f"{m.timetuple().tm_yday}.0"],
    "year month day": lambda m: [str(m.year), f"{m.month:02d}", str(m.day)],
    "day month year": lambda m: [str(m.day), f"{m:%b}", str(m.year)],
}
CLOCKS = {
    "": lambda m: [],
    "hour minute": lambda m: [str(m.hour), f"{m.minute:02d}"],
    "clock": lambda m: [f"{m:%I:%M %p}"],
}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("base", SPREAD)
@given(moments=st.lists(MOMENTS, min_size=1, max_size=5))
def test_that_parts_come_to_the_moment(base, clock, moments):
    rows = [SPREAD[base](m) + CLOCKS[clock](m) for m in moments]
    parts = f"{base} {clock}".split()
    columns = {part: [row[k] for row in rows] for k, part in enumerate(parts)}
    times = times_of(" ".join(parts), **columns)
    expected = moments if clock else [datetime(m.year, m.month, m.day) for m in moments]
    assert times.when.tolist() == pytest.approx(days_of(*expected), abs=1e-9)


HOURS = {
    ("0", "6", "23"): (0, 6, 23),
    ("0", "600", "2300"): (0, 6, 23),
    ("0000 UTC", "0600 UTC", "2300 UTC"): (0, 6, 23),
    ("00:00", "06:00", "23:00"): (0, 6, 23),
    ("0.0", "6.5", "23.0"): (0, 6.5, 23),
    ("12 AM", "6 AM", "11 PM"): (0, 6, 23),
    ("0", "", "24"): (0, 0, 24),
}


@pytest.mark.parametrize("cells", HOURS)
def test_that_hours_are_read_beside_a_date(cells):
    times = times_of("date hour", date=["2020-01-04"] * 3, hour=list(cells))
    day = days_from_dates(["2020-01-04"])[0]
    assert ((times.when - day) * 24).tolist() == pytest.approx(HOURS[cells], abs=1e-6)


def test_that_an_hour_that_is_none_is_unreadable_and_a_blank_year_blank():
    times = times_of("year doy hour", year=["2020", ""], doy=["1", "2"], hour=["2561", "0100"])
    assert np.isnan(times.when).all()
    assert times.blank.tolist() == [False, True]


def test_that_days_that_do_not_exist_are_unreadable():
    times = times_of("year doy", year=["2021", "2020", "2021"], doy=["366", "366", "400"])
    assert iso_from_days(times.when) == ["", "2020-12-31", ""]
    times = times_of("year month day", year=["2021"], month=["2"], day=["29"])
    assert np.isnan(times.when).all()


def test_that_a_day_0_of_the_year_asks_where_counting_starts():
    columns = {"year": ["2020", "2020"], "doy": ["0", "35"]}
    (decision,) = times_of("year doy", **columns).decisions
    assert (decision.about, decision.is_open) == ("doy", True)
    answered = times_of("year doy", {"doy": "from 0"}, **columns)
    assert iso_from_days(answered.when) == ["2020-01-01", "2020-02-05"]


def test_that_months_and_weeks_stand_for_their_middle():
    months = times_of("year month", year=["2020"], month=["März"])
    assert iso_from_days(months.when) == ["2020-03-15"]
    weeks = times_of("year week", year=["2020"], week=["53"])
    assert iso_from_days(weeks.when) == [date.fromisocalendar(2020, 53, 4).isoformat()]
    first = times_of("year week", {"period": "first day"}, year=["2020"], week=["53"])
    assert iso_from_days(first.when) == [date.fromisocalendar(2020, 53, 1).isoformat()]


@given(st.dates(date(1980, 1, 1), date(2090, 1, 1)), st.integers(0, 15))
def test_that_the_day_seen_lies_in_the_composite_across_new_year_too(start, into):
    seen = start + timedelta(days=into)
    found = day_seen(days_from_dates([start]), np.array([float(seen.timetuple().tm_yday)]))
    assert iso_from_days(found) == [seen.isoformat()]


@pytest.mark.parametrize("doy", [-1.0, 0.0, np.nan, 367.0, 300.0, 365.0])
def test_that_a_day_outside_of_the_composite_is_none(doy):
    assert np.isnan(day_seen(days_from_dates(["2021-01-01"]), np.array([doy]))).all()


def test_that_a_row_without_its_day_keeps_the_start_and_is_counted():
    columns = {
        "date": ["2004-12-18", "2005-01-01", "2005-01-17"],
        "composite_doy": ["2", "-1", ""],
    }
    times = times_of("composite", **columns)
    assert iso_from_days(times.when) == ["2005-01-02", "2005-01-01", "2005-01-17"]
    (decision,) = times.decisions
    assert decision.clause == (
        "dates by the day of the reading because column 'composite_doy' gives it, but for 2 rows "
        "that keep the start"
    )
    start = times_of("composite", {"composite": "start of the composite"}, **columns)
    assert iso_from_days(start.when) == columns["date"]
