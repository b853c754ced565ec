"""Months by name, weeks, months without a day, and dates inside identifiers."""

from __future__ import annotations

from datetime import date

import numpy as np
import pytest
from data.dates.columns_of_text import column, read
from hypothesis import given
from hypothesis import strategies as st

from gpstudio.data.columns.profile import profile
from gpstudio.data.dates import is_date, read_dates
from gpstudio.data.dates.months import MONTHS, month_of
from gpstudio.data.series import iso_from_days

ENGLISH = [
    "%d %b %Y",
    "%d %B %Y",
    "%d-%b-%Y",
    "%d/%b/%Y",
    "%d%b%Y",
    "%b %d %Y",
    "%B %d, %Y",
    "%b-%d-%Y",
    "%a, %d %b %Y",
    "%A %d %B %Y",
    "%a %b %d %Y",
    "%A, %B %d, %Y",
    "%Y %b %d",
    "%Y-%b-%d",
    "%Y%b%d",
    "%d-%b-%y",
]


@pytest.mark.parametrize("way", ENGLISH)
@given(day=st.dates(date(1970, 1, 1), date(2068, 12, 31)))
def test_that_english_months_are_read_in_any_order(way, day):
    dates = read(day.strftime(way))
    assert dates.question is None
    assert iso_from_days(dates.days) == [day.isoformat()]


# Of the common locale data repository, medium and long dates of 17 of a month.
ELSEWHERE = {
    "17. März 2020": "2020-03-17",
    "17. Jänner 2020": "2020-01-17",
    "Dienstag, 17. März 2020": "2020-03-17",
    "17. Mai. 2020": "2020-05-17",
    "Di., 17. Dez. 2020": "2020-12-17",
    "1er février 2020": "2020-02-01",
    "lundi 17 août 2020": "2020-08-17",
    "17 juil. 2020": "2020-07-17",
    "17 juin 2020": "2020-06-17",
    "17 de enero de 2020": "2020-01-17",
    "viernes, 17 de abril de 2020": "2020-04-17",
    "17 sept 2020": "2020-09-17",
    "terça-feira, 17 de março de 2020": "2020-03-17",
    "17 de dez. de 2020": "2020-12-17",
    "17 out 2020": "2020-10-17",
    "venerdì 17 luglio 2020": "2020-07-17",
    "17 giu 2020": "2020-06-17",
    "17 stycznia 2020": "2020-01-17",
    "17 paź 2020": "2020-10-17",
    "17 października 2020": "2020-10-17",
    "17. toukokuuta 2020": "2020-05-17",
    "17 marras 2020": "2020-11-17",
    "17 maart 2020": "2020-03-17",
    "17 maj 2020": "2020-05-17",
    "17 Ağu 2020": "2020-08-17",
    "17 Kasım 2020": "2020-11-17",
    "17 iunie 2020": "2020-06-17",
    "17 мая 2020": "2020-05-17",
    "17 сентября 2020": "2020-09-17",
}


@pytest.mark.parametrize("cell", ELSEWHERE)
def test_that_months_of_other_languages_are_read(cell):
    assert iso_from_days(read(cell).days) == [ELSEWHERE[cell]]


def test_that_a_beginning_that_two_months_share_is_no_month():
    assert month_of("jui") == 0
    assert month_of("ma") == 0
    assert set(MONTHS.values()) == set(range(1, 13))


@given(st.dates(date(1971, 1, 4), date(2100, 12, 31)))
def test_that_iso_weeks_agree_with_python(day):
    year, week, weekday = day.isocalendar()
    dates = read(f"{year}-W{week:02d}-{weekday}", f"{year}W{week:02d}{weekday}")
    assert iso_from_days(dates.days) == [day.isoformat()] * 2
    thursday = date.fromisocalendar(year, week, 4)
    assert iso_from_days(read(f"{year}-W{week:02d}").days) == [thursday.isoformat()]


def test_that_a_week_53_needs_a_long_year():
    assert np.isfinite(read("2020-W53", "2021-W53", "2021-W00").days).tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    "cell", ["Mar-2020", "March 2020", "2020 Mar", "2020-03", "03/2020", "202003", "março de 2020"]
)
def test_that_a_month_is_its_middle_and_this_is_stated(cell):
    dates = read(cell, cell.replace("2020", "2019"))
    assert dates.question is None
    assert iso_from_days(dates.days[:1]) == ["2020-03-15"]
    (period,) = [d for d in dates.decisions if d.about == "period"]
    assert (period.chosen, period.why) == ("middle", "only months are given")
    first = read(cell, cell.replace("2020", "2019"), period="first day")
    assert iso_from_days(first.days[:1]) == ["2020-03-01"]


def test_that_six_digits_that_could_be_a_day_are_asked_about():
    question = read("200103", "201112").question
    assert question is not None
    assert question.choices[:2] == ("year and month", "year first")
    assert read("200103", "201912").question is None


IDENTIFIERS = {
    "20200112T181709_20200112T182113_T12SVB": "2020-01-12T18:17:09",
    "LC08_038037_20200112": "2020-01-12",
    "1_2_LC08_038037_20200112": "2020-01-12",
    "LC08_L2SP_038037_20200112_20200824_02_T1": "2020-01-12",
    "S2A_MSIL2A_20200112T181709_N0213_R084_T12SVB_20200112T205000": "2020-01-12T18:17:09",
    "MOD13Q1.A2019001.h12v04.006.2019029222222": "2019-01-01",
    "A2015035": "2015-02-04",
    "1_2005_01_01_p10": "2005-01-01",
    "LE70380372020012EDC00": "2020-01-12",
}


@pytest.mark.parametrize("cell", IDENTIFIERS)
def test_that_the_date_inside_an_identifier_is_found(cell):
    dates = read(cell, name="system:index")
    assert iso_from_days(dates.days) == [IDENTIFIERS[cell]]
    assert profile("system:index", column(cell)).kind == "date"
    assert profile("scene", column(cell)).kind == "text"
    assert not is_date(cell)


@pytest.mark.parametrize("cell", ["2021_07_02", "2015_035", "2015-035", "2020 07 02", "2020.7.2"])
def test_that_marks_of_all_kinds_stand_between_numbers(cell):
    assert read(cell).question is None
    assert is_date(cell)


@pytest.mark.parametrize(
    "cell", ["LC08_038037", "T12SVB", "00000000000000000000", "99_99_9999", "field 2020", "1234567"]
)
def test_that_other_identifiers_hold_no_date(cell):
    found = read_dates("system:index", column(cell))
    assert found is None or not np.isfinite(found.days).any()
