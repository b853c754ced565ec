"""Times of day come to UTC, or are asked about where their zone has only a name."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from data.dates.columns_of_text import column, read
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.dates import read_dates
from gpstudio.data.series import days_from_dates, iso_from_days

WRITTEN = {
    "2020-01-04T13:30Z": "2020-01-04T13:30",
    "2020-01-04T13:30:05.250Z": "2020-01-04T13:30:05.250",
    "2020-01-04 13:30:05,25": "2020-01-04T13:30:05.250",
    "2020-01-04T13": "2020-01-04T13:00",
    "2020-01-04 13h30": "2020-01-04T13:30",
    "2020-01-04T13:30+02": "2020-01-04T11:30",
    "2020-01-04T13:30+0530": "2020-01-04T08:00",
    "2020-01-04 13:30 UTC": "2020-01-04T13:30",
    "2020-01-04 13:30 GMT-03:00": "2020-01-04T16:30",
    "2020-01-04T00:30+02:00": "2020-01-03T22:30",
    "2020-01-04 24:00": "2020-01-05T00:00",
    "2020-01-04 12:00 AM": "2020-01-04T00:00",
    "2020-01-04 12:05 pm": "2020-01-04T12:05",
    "2020-01-04 1:05 p.m.": "2020-01-04T13:05",
    "Jan 4, 2020, 1:30:00 PM": "2020-01-04T13:30",
    "Sat Jan 04 2020 13:30:00 GMT+0100 (CET)": "2020-01-04T12:30",
    "Sat Jan  4 13:30:05 2020": "2020-01-04T13:30:05",
    "04JAN2020:13:30:05": "2020-01-04T13:30:05",
    "20200104T133005Z": "2020-01-04T13:30:05",
    "20200104133005": "2020-01-04T13:30:05",
    "2020010413": "2020-01-04T13:00",
    "2020_01_04_13:30": "2020-01-04T13:30",
}


@pytest.mark.parametrize("cell", WRITTEN)
def test_that_a_time_of_day_is_read_and_moved_to_utc(cell):
    dates = read(cell)
    assert dates.question is None
    assert dates.days.tolist() == pytest.approx(days_from_dates([WRITTEN[cell]]).tolist(), abs=1e-9)


@given(
    st.datetimes(pd.Timestamp("1971-01-01"), pd.Timestamp("2100-01-01")),
    st.integers(-14 * 4, 14 * 4),
)
def test_that_offsets_agree_with_pandas(moment, quarters):
    sign, minutes = "-" if quarters < 0 else "+", abs(quarters) * 15
    cell = f"{moment:%Y-%m-%dT%H:%M:%S}{sign}{minutes // 60:02d}:{minutes % 60:02d}"
    expected = pd.Timestamp(cell).tz_convert("UTC").timestamp() / 86_400
    assert read(cell).days[0] == pytest.approx(expected, abs=1e-9)


@given(st.times())
def test_that_twelve_hour_clocks_agree_with_those_of_twenty_four(time):
    twelve = read(f"4 Feb 2020 {time:%I:%M:%S %p}")
    assert twelve.days[0] == read(f"4 Feb 2020 {time:%H:%M:%S}").days[0]


@pytest.mark.parametrize(
    "cell",
    ["2020-01-04 25:00", "2020-01-04 13:60", "2020-01-04 13:30 PM", "2020-01-04 10:00+20:00"],
)
def test_that_what_no_clock_shows_is_unreadable(cell):
    assert np.isfinite(read("2020-01-04 10:00", cell).days).tolist() == [True, False]


def test_that_a_zone_by_name_is_asked_about():
    cells = ("2020-01-04 13:30 CET", "2020-07-04 13:30 CEST")
    question = read(*cells).question
    assert question is not None
    assert question.about == "zone"
    kept = read(*cells, zone="clock as it stands")
    assert iso_from_days(kept.days) == ["2020-01-04T13:30:00", "2020-07-04T13:30:00"]
    assert kept.question is None
    assert iso_from_days(read(*cells, zone="day only").days) == ["2020-01-04", "2020-07-04"]


def test_that_times_without_a_zone_amid_others_are_stated():
    dates = read("2020-01-04 13:30Z", "2020-01-04 13:30")
    assert dates.question is None
    assert [(d.about, d.why) for d in dates.decisions] == [
        ("zone", "some times have no zone and are taken for UTC")
    ]


def test_that_a_time_of_day_alone_is_no_date():
    assert read_dates("time", column("13:30", "14:30")) is None
