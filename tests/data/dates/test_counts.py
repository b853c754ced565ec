"""Numbers that count towards a date: right by independent formulas, asked where two ways are."""

from __future__ import annotations

import mpmath
import numpy as np
import pandas as pd
import pytest
from data.dates.columns_of_text import column, days_of, profiles_of, read
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.utils.datetime import CALENDAR_MAC_1904, from_excel

from gpstudio.data.columns.profile import profile
from gpstudio.data.dates.counts import COUNTS, from_decimal_years
from gpstudio.data.series import iso_from_days


def year_by_mpmath(text: str) -> mpmath.mpf:
    """Days since 1970 of a decimal year: leap years counted by the rule, in fifty digits."""
    with mpmath.workdps(50):
        value = mpmath.mpf(text)
        year = int(mpmath.floor(value))

        def before(y: int) -> int:
            return 365 * y + (y - 1) // 4 - (y - 1) // 100 + (y - 1) // 400

        length = before(year + 1) - before(year)
        return before(year) - before(1970) + (value - year) * length


@given(st.integers(1800, 2199), st.integers(0, 9999))
def test_that_decimal_years_agree_with_fifty_digits(year, fraction):
    text = f"{year}.{fraction:04d}"
    found = from_decimal_years(np.array([float(text)]))[0]
    assert abs(found - year_by_mpmath(text)) < 1e-8 * 366 + 1e-9


def test_that_decimal_years_know_leap_years():
    dates = read("2015.5", "2016.5", "2000.0", "1900.5", name="year_fraction")
    assert dates.format == "decimal years"
    assert iso_from_days(dates.days) == [
        "2015-07-02T12:00:00",
        "2016-07-02",
        "2000-01-01",
        "1900-07-02T12:00:00",
    ]


def test_that_decimal_years_with_a_comma_are_read():
    dates = read("2015,0438", "2015,5000", name="decimal_year")
    assert iso_from_days(dates.days[1:]) == ["2015-07-02T12:00:00"]


@given(st.floats(1, 59.99) | st.floats(61, 80_000))
def test_that_serials_of_1900_agree_with_openpyxl(number):
    found = COUNTS["serials 1900"].days(np.array([number]))[0]
    expected = from_excel(number)
    assert found == pytest.approx(days_of(expected)[0], abs=1e-5)


@given(st.floats(1, 80_000))
def test_that_serials_of_1904_agree_with_openpyxl(number):
    found = COUNTS["serials 1904"].days(np.array([number]))[0]
    assert found == pytest.approx(days_of(from_excel(number, CALENDAR_MAC_1904))[0], abs=1e-5)


def test_that_the_29_february_1900_that_never_was_is_no_date():
    days = COUNTS["serials 1900"].days(np.array([59.0, 60.0, 60.5, 61.0]))
    assert iso_from_days(days) == ["1900-02-28", "", "", "1900-03-01"]


def test_that_the_base_of_serials_is_asked_with_both_dates():
    question = read("43831", "43832.5").question
    assert question is not None
    assert question.about == "numbers"
    assert question.choices == ("serials 1900", "serials 1904", "plain numbers")
    assert "2020-01-01 (serials 1900) or 2024-01-02 (serials 1904)" in question.text
    answered = read("43831", "43832.5", numbers="serials 1900")
    assert answered.question is None
    assert iso_from_days(answered.days) == ["2020-01-01", "2020-01-02T12:00:00"]
    assert iso_from_days(read("43831", numbers="serials 1904").days) == ["2024-01-02"]


UNITS = {"s": 1, "ms": 1_000, "us": 1_000_000, "ns": 1_000_000_000}


@pytest.mark.parametrize("unit", UNITS)
@given(st.integers(300_000_000, 4_000_000_000))
def test_that_unix_times_agree_with_pandas(unit, seconds):
    number = seconds * UNITS[unit]
    expected = pd.Timestamp(number, unit=unit).to_pydatetime()
    dates = read(str(number), name="timestamp")
    written_as_digits = dates.look == "digits"  # 1971092300 is also an hour of 1971
    assert written_as_digits or dates.days[0] == pytest.approx(days_of(expected)[0], abs=1e-6)
    assert not written_as_digits or unit == "s"


@pytest.mark.parametrize("cell", ["1.6251840e12", "1,625,184,000,000", "1625184000000.0"])
def test_that_milliseconds_are_read_however_they_are_written(cell):
    dates = read(cell, cell, name="system:time_start")
    assert dates.question is None
    assert dates.format == "Unix milliseconds"
    assert iso_from_days(dates.days[:1]) == ["2021-07-02"]
    assert dates.decisions[0].why == f"{cell} is then 2021-07-02"


def test_that_julian_days_and_days_since_1970_are_read_where_their_size_tells():
    assert iso_from_days(read("2458849.5").days) == ["2020-01-01"]
    assert iso_from_days(read("18262").days) == ["2020-01-01"]
    assert iso_from_days(read("58849", name="mjd").days) == ["2020-01-01"]


NO_DATES = {
    "plot": ["2015035", "2015036"],
    "plot_id": ["20200101", "20200102"],
    "field": ["201501", "201502"],
    "yield": ["43831", "43832"],
    "height": ["2015.5", "2016.5"],
    "red": ["1577836800", "1577923200"],
    "elevation": ["1010", "2000"],
    "sample": ["2010-11", "2011-12"],
}


@pytest.mark.parametrize("name", NO_DATES)
def test_that_numbers_are_no_dates_under_a_name_of_something_else(name):
    assert profile(name, column(*NO_DATES[name])).kind != "date"


def test_that_the_name_makes_dates_of_digits():
    names = ["doy_date", "MESS_DATUM", "date", "acquisition_date", "obsDate", "modis_date"]
    found = profiles_of(**{name: ["2015035", "2015036"] for name in names})
    assert {p.kind for p in found} == {"date"}


def test_that_years_with_three_digits_behind_the_point_may_be_days_and_are_asked_about():
    question = read("2015.035", "2015.120", name="year").question
    assert question is not None
    assert question.choices == ("decimal years", "years and days", "plain numbers")
    days = read("2015.035", "2015.120", name="year", numbers="years and days")
    assert iso_from_days(days.days) == ["2015-02-04", "2015-04-30"]
    assert read("2015.035", "2015.812", name="year").question is None


def test_that_years_with_twelfths_written_as_months_are_asked_about():
    question = read("2015.01", "2015.12", name="date").question
    assert question is not None
    assert "years and months" in question.choices


def test_that_a_fill_value_amid_unix_times_is_no_date():
    cells = [str(1_577_836_800_000 + 86_400_000 * k) for k in range(30)]
    dates = read(*cells, "-9999", name="system:time_start")
    assert dates.format == "Unix milliseconds"
    assert np.isfinite(dates.days).tolist() == [True] * 30 + [False]


@pytest.mark.parametrize("cell", ["20200104.0", "2020004.0", "4012020.0"])
def test_that_whole_numbers_with_a_point_are_read_as_digits(cell):
    dates = read(cell, cell.replace("4", "25", 1) if cell[0] == "4" else cell)
    assert iso_from_days(dates.days[:1]) == ["2020-01-04"]
