"""Which columns tell the time: the reading's own, and a question where two are as good."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pandas as pd
import pytest
from data.dates.columns_of_text import chosen, profiles_of

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.columns.time_choice import kind_of_time
from gpstudio.data.series import iso_from_days

DAYS = [date(2019, 12, 3) + timedelta(days=9 * k) for k in range(40)]
ISO = [day.isoformat() for day in DAYS]
YEAR = [str(day.year) for day in DAYS]
MONTH = [str(day.month) for day in DAYS]
DAY = [str(day.day) for day in DAYS]
DOY = [str(day.timetuple().tm_yday) for day in DAYS]
MILLIS = [str((day - date(1970, 1, 1)).days * 86_400_000) for day in DAYS]
OPEN = ["03/04/2020", "05/06/2020", "07/08/2020", "09/10/2020"]
LATER = [(day + timedelta(days=5)).isoformat() for day in DAYS]
SOWN = ["2019-10-01"] * 20 + ["2019-10-15"] * 20

# columns of a table -> those that tell the time, and how
FOUND = [
    ({"year": YEAR, "doy": DOY}, "year doy", "year doy"),
    ({"doy": DOY, "year": YEAR}, "year doy", "year doy"),
    ({"Year": YEAR, "Day": DOY}, "Year Day", "year doy"),
    ({"ano": YEAR, "mês": MONTH, "dia": DAY}, "ano mês dia", "year month day"),
    ({"Jahr": YEAR, "Monat": MONTH, "Tag": DAY}, "Jahr Monat Tag", "year month day"),
    ({"year": YEAR, "month": MONTH}, "year month", "year month"),
    ({"year": YEAR, "week": ["1"] * 40}, "year week", "year week"),
    ({"year": YEAR, "doy": DOY, "hour": ["13"] * 40}, "year doy hour", "year doy hour"),
    ({"date": ISO, "hour": ["13"] * 40}, "date hour", "date hour"),
    ({"date": ISO, "time": ["13:30"] * 40}, "date time", "date clock"),
    ({"Data": ISO, "Hora UTC": ["1300 UTC"] * 40}, "Data|Hora UTC", "date hour"),
    ({"Year (YYYY)": YEAR, "Day of Year (DOY)": DOY}, "Year (YYYY)|Day of Year (DOY)", "year doy"),
    ({"date": ISO, "hours": ["6.3"] * 40}, "date", "dates"),
    ({"date": ISO, "sunrise": ["05:30"] * 40}, "date", "dates"),
    ({"date": ISO, "year": YEAR, "doy": DOY}, "date", "dates"),
    ({"millis": MILLIS, "Timestamp": ISO, "Year": YEAR, "DOY": DOY}, "Timestamp", "dates"),
    ({"millis": MILLIS, "year": YEAR}, "millis", "dates"),
    ({"sowing_date": SOWN, "date": ISO}, "date", "dates"),
    ({"sowing_date": SOWN, "reading_date": ISO}, "reading_date", "dates"),
    ({"acquired": ISO, "processed": LATER}, "acquired", "dates"),
    ({"first": SOWN, "second": ISO}, "second", "dates"),
    ({"sowing_date": SOWN, "das": DOY}, "das", "numbers"),
    ({"plot": ["2015035"] * 40, "date": ISO}, "date", "dates"),
    ({"doy": sorted(DOY)}, "doy", "numbers"),
    ({"das": DOY}, "das", "numbers"),
    ({"scene": [f"LC08_038037_{d:%Y%m%d}" for d in DAYS]}, "scene", "dates"),
    ({"column 1": [f"{d:%Y%m%d}" for d in DAYS]}, "column 1", "dates"),
]


@pytest.mark.parametrize(("columns", "names", "kind"), FOUND)
def test_that_the_columns_of_the_reading_are_found(columns, names, kind):
    time = chosen(**columns)
    known = list(columns)
    expected = names.split("|") if "|" in names or names in known else names.split()
    assert [known[place] for place in time.places] == expected
    assert time.kind == kind
    assert not any(decision.is_open for decision in time.decisions)


ASKED = [
    ({"date": ISO, "year": YEAR, "doy": [str(int(d) % 360 + 4) for d in DOY]}, "date"),
    ({"start_date": ISO, "scan_date": LATER}, "start_date"),
    ({"date": ISO, "timestamp": LATER}, "date"),
    ({"first": ISO, "second": LATER}, "first"),
    ({"harvest_year": YEAR, "doy": DOY}, "harvest_year + doy"),
]


@pytest.mark.parametrize(("columns", "first"), ASKED)
def test_that_columns_that_differ_and_are_as_good_are_asked_about(columns, first):
    time = chosen(**columns)
    (decision,) = (d for d in time.decisions if d.is_open)
    assert decision.about == "time"
    assert decision.choices[0] == first
    for choice in decision.choices:
        answered = chosen({"time": choice}, **columns)
        assert " + ".join(list(columns)[place] for place in answered.places) == choice
        assert not any(d.is_open for d in answered.decisions)


def test_that_a_date_that_is_open_gives_way_to_one_that_agrees_and_is_not():
    columns = {"date": OPEN, "month": ["4", "6", "8", "10"], "year": ["2020"] * 4}
    columns["day"] = ["3", "5", "7", "9"]
    time = chosen(**columns)
    assert time.kind == "year month day"
    assert time.decisions[-1].why == "'date' alone could be read otherwise"


def test_that_the_day_seen_goes_before_the_start_of_the_composite():
    seen = [str((day + timedelta(days=k % 16)).timetuple().tm_yday) for k, day in enumerate(DAYS)]
    for name in ("composite_doy", "250m_16_days_composite_day_of_the_year", "DayOfYear"):
        time = chosen(**{"date": ISO, name: seen})
        assert (time.places, time.kind) == ((0, 1), "composite")


def test_that_a_plot_numbered_like_a_date_is_no_time():
    with pytest.raises(InputError, match="no column of dates"):
        chosen(plot=[f"{d:%Y%m%d}" for d in DAYS], depth=DOY[::-1])


def test_that_a_day_of_the_month_alone_is_no_time():
    with pytest.raises(InputError, match="have no year beside them"):
        chosen(month=MONTH, day=DAY)


NAMED = {
    ("year", "doy"): "year doy",
    ("doy", "year"): "doy year",
    ("a", "b"): "year doy",
    ("date", "hour"): "date hour",
    ("date",): "dates",
    ("doy",): "numbers",
    ("date", "composite_doy"): "composite",
}


@pytest.mark.parametrize("names", NAMED)
def test_that_columns_a_person_names_are_understood_in_their_order(names):
    cells = {"year": YEAR, "doy": DOY, "a": YEAR, "b": DOY, "date": ISO, "hour": ["7"] * 40}
    cells["composite_doy"] = DOY
    profiles = profiles_of(**{name: cells[name] for name in names})
    assert kind_of_time(profiles, tuple(range(len(names)))) == NAMED[names]


def test_that_columns_that_tell_no_time_together_are_refused():
    with pytest.raises(InputError, match="'doy' and 'month' tell no time together"):
        kind_of_time(profiles_of(doy=DOY, month=MONTH), (0, 1))


def test_that_the_sentence_says_why_days_come_first(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("date,ndvi\n03/04/2020,0.3\n17/03/2021,0.4\n")
    assert "dates day first because 17/03/2021 occurs" in read_table(path).sentence


def test_that_real_composites_are_dated_by_the_day_seen(shared_data):
    path = shared_data / "A_phenology" / "modis_mod13a1_flux_sites.csv"
    rows = pd.read_csv(path, parse_dates=["date"])
    rows = rows[(rows.site == "AT-Neu") & rows.composite_doy.notna()]
    into = rows.composite_doy - rows.date.dt.day_of_year
    into += np.where(into < 0, np.where(rows.date.dt.is_leap_year, 366, 365), 0)
    seen = {f"{day:%Y-%m-%d}" for day in rows.date + pd.to_timedelta(into, unit="D")}
    starts = {f"{day:%Y-%m-%d}" for day in rows.date}
    table = read_table(path)
    assert "but for 5 rows that keep the start" in table.sentence
    series = next(s for s in table.series if s.group == "AT-Neu")
    assert set(iso_from_days(series.time)) <= seen
    assert not set(iso_from_days(series.time)) <= starts
    started = read_table(path, answers={"composite": "start of the composite"})
    series = next(s for s in started.series if s.group == "AT-Neu")
    assert set(iso_from_days(series.time)) <= starts


def test_that_an_answer_names_the_column(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("sowing_date,date,ndvi\n2020-01-01,2020-03-01,0.3\n2020-01-02,2020-03-02,1\n")
    (series,) = read_table(path, answers={"time": "sowing_date"}).series
    assert iso_from_days(series.time) == ["2020-01-01", "2020-01-02"]
    with pytest.raises(InputError, match="did you mean 'sowing_date'"):
        read_table(path, answers={"time": "sowingdate"})
