"""How dates are written is decided on the whole column, and asked when the column cannot say."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest
from data.dates.columns_of_text import column, read
from hypothesis import given, settings
from hypothesis import strategies as st

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import profile
from gpstudio.data.dates import ColumnDates, read_dates
from gpstudio.data.decisions import ABOUT, Decision
from gpstudio.data.series import iso_from_days

WAYS = {
    "YYYY-MM-DD": "%Y-%m-%d",
    "YYYY/MM/DD": "%Y/%m/%d",
    "YYYY.MM.DD": "%Y.%m.%d",
    "YYYYMMDD": "%Y%m%d",
    "YYYY-DDD": "%Y-%j",
    "YYYYDDD": "%Y%j",
    "DD/MM/YYYY": "%d/%m/%Y",
    "DD.MM.YYYY": "%d.%m.%Y",
    "DD-MM-YYYY": "%d-%m-%Y",
    "MM/DD/YYYY": "%m/%d/%Y",
    "MM-DD-YYYY": "%m-%d-%Y",
    "Mon DD, YYYY": "%b %d, %Y",
    "DD-Mon-YYYY": "%d-%b-%Y",
    "YYYY-MM-DD hh:mm": "%Y-%m-%d %H:%M",
    "YYYY-MM-DD hh:mm:ss UTC": "%Y-%m-%dT%H:%M:%SZ",
    "DD/MM/YYYY hh:mm": "%d/%m/%Y %H:%M",
}


@pytest.mark.parametrize("way", WAYS)
def test_that_every_way_to_write_a_date_is_read_and_named(way):
    days = [date(2020, 3, 25) + timedelta(days=7 * k) for k in range(60)]
    dates = read(*(day.strftime(WAYS[way]) for day in days))
    assert dates.question is None
    assert dates.format == way
    assert iso_from_days(dates.days) == [day.isoformat() for day in days]


@given(
    st.lists(st.dates(date(1850, 1, 1), date(2150, 1, 1)), min_size=1, max_size=20),
    st.sampled_from(sorted(WAYS)),
)
def test_that_a_date_is_read_right_or_asked_about(days, way):
    dates = read(*(day.strftime(WAYS[way]) for day in days))
    iso = [day.isoformat() for day in days]
    if dates.question is None:
        assert iso_from_days(dates.days) == iso
    else:
        assert all(day.day <= 12 for day in days)
        right = "day first" if way.startswith("DD") else "month first"
        answered = read(*(day.strftime(WAYS[way]) for day in days), date=right)
        assert answered.question is None
        assert iso_from_days(answered.days) == iso


def test_that_one_day_above_twelve_settles_the_whole_column():
    dates = read(*["03/04/2020"] * 5000, "17/03/2021")
    assert dates.question is None
    assert dates.format == "DD/MM/YYYY"
    assert iso_from_days(dates.days[:1]) == ["2020-04-03"]


def test_that_a_column_without_a_day_above_twelve_is_a_question_that_shows_both_dates():
    question = read("04/04/2020", "03/04/2020").question
    assert question is not None
    assert question.about == "date"
    assert question.choices == ("day first", "month first")
    assert question.text == (
        "Column 'date': is 03/04/2020 the date 2020-04-03 (day first) or 2020-03-04 (month first)?"
    )


def test_that_days_that_are_the_same_either_way_are_no_question():
    dates = read("01/01/2020", "02/02/2020")
    assert dates.question is None
    assert iso_from_days(dates.days) == ["2020-01-01", "2020-02-02"]


def test_that_contradicting_witnesses_are_a_question_and_the_losers_unreadable():
    cells = ("17/03/2021", "03/17/2021", "01/02/2021")
    assert read(*cells).question is not None
    answered = read(*cells, date="month first")
    assert iso_from_days(answered.days) == ["", "2021-03-17", "2021-01-02"]


def test_that_an_answer_against_the_evidence_is_refused():
    with pytest.raises(InputError, match="'17/03/2021' shows"):
        read("03/04/2020", "17/03/2021", date="month first")


def test_that_two_digit_years_are_read_when_the_column_tells_their_place():
    dates = read("5/22/18", "6/6/18")
    assert dates.format == "MM/DD/YY"
    assert iso_from_days(dates.days) == ["2018-05-22", "2018-06-06"]


def test_that_two_digit_years_that_could_be_days_are_a_question():
    question = read("17/03/21").question
    assert question is not None
    assert question.choices == ("day first", "year first")


def test_that_time_zones_come_to_utc():
    dates = read("2020-01-04T13:30:00Z", "2020-01-04T13:30:00+02:00", "2020-01-04 01:00:00-03:30")
    assert iso_from_days(dates.days) == [
        "2020-01-04T13:30:00",
        "2020-01-04T11:30:00",
        "2020-01-04T04:30:00",
    ]


def test_that_days_that_do_not_exist_are_unreadable():
    dates = read("2021-02-28", "2021-02-29", "2021-13-01", "2021-00-10", "2021-03-01 25:00")
    assert np.isfinite(dates.days).tolist() == [True, False, False, False, False]


def test_that_a_day_366_needs_a_leap_year():
    assert iso_from_days(read("2020-366", "2021-366", "2021-000").days) == ["2020-12-31", "", ""]


def test_that_epoch_seconds_and_identifiers_are_no_dates():
    assert profile("id", column("1577836800", "1577923200")).kind == "number"
    assert read_dates("id", column("99999999")) is None


def test_that_hours_without_marks_are_read():
    assert iso_from_days(read("2021092300", "2021092313").days) == [
        "2021-09-23",
        "2021-09-23T13:00:00",
    ]


def test_that_blank_cells_are_blank_and_not_unreadable():
    dates = read("2020-01-04", "", " NA ", "soon")
    assert dates.blank.tolist() == [False, True, True, False]
    assert dates.share == 0.5


def only(dates: ColumnDates, about: str) -> Decision:
    (found,) = [decision for decision in dates.decisions if decision.about == about]
    return found


def test_that_a_settled_order_says_which_cell_settles_it():
    decision = only(read("03/04/2020", "17/03/2021"), "date")
    assert not decision.is_open
    assert decision.chosen == "day first"
    assert decision.choices == ("day first", "month first")
    assert decision.clause == "dates day first because 17/03/2021 occurs"


def test_that_two_and_four_digit_years_have_one_order():
    dates = read("3/4/20", "17/03/2021")
    assert dates.question is None
    assert iso_from_days(dates.days) == ["2020-04-03", "2021-03-17"]


def test_that_digits_in_the_order_of_the_day_are_read_or_asked_about():
    assert iso_from_days(read("17032021", "4032021").days) == ["2021-03-17", "2021-03-04"]
    assert read("05042021").question is not None


def test_that_two_ways_beyond_doubt_are_both_read_and_stated():
    dates = read("2020-01-04", "2020-01-17", "17/03/2021", "4/03/2021")
    assert dates.question is None
    assert iso_from_days(dates.days) == ["2020-01-04", "2020-01-17", "2021-03-17", "2021-03-04"]
    assert only(dates, "ways").why == "both 2020-01-04 and 17/03/2021 occur"
    alone = read("2020-01-04", "2020-01-17", "17/03/2021", ways="main way")
    assert iso_from_days(alone.days) == ["2020-01-04", "2020-01-17", ""]


def test_that_a_second_way_that_is_open_is_asked_about():
    question = read("2020-01-04", "2020-01-17", "03/04/2021").question
    assert question is not None
    assert question.about == "date"


def test_that_a_few_open_cells_amid_others_are_set_aside():
    cells = [f"2020-{month:02d}-{day:02d}" for month in range(1, 13) for day in range(1, 29)]
    dates = read(*cells, "03/04/2021")
    assert dates.question is None
    assert not np.isfinite(dates.days[-1])


def test_that_a_spreadsheet_that_swapped_day_and_month_is_asked_about():
    cells = ("2020-04-03", "2020-05-03", "17/03/2020", "25/03/2020")
    question = read(*cells).question
    assert question is not None
    assert question.about == "ways"
    assert iso_from_days(read(*cells, ways="day and month swapped").days) == [
        "2020-03-04",
        "2020-03-05",
        "2020-03-17",
        "2020-03-25",
    ]


@given(
    st.lists(
        st.tuples(
            st.dates(date(1990, 1, 1), date(2049, 12, 31)),
            st.sampled_from(sorted(way for way in WAYS if not way.startswith("MM"))),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_that_mixed_ways_are_never_misread_in_silence(written):
    """A cell is right, unread, or under an open question, whatever else stands in the column.

    One order holds for a column: months first amid days first cannot be told, and are left out.
    """
    dates = read(*(day.strftime(WAYS[way]) for day, way in written))
    if dates.question is None:
        for found, (day, _) in zip(iso_from_days(dates.days), written, strict=True):
            assert found in ("", day.isoformat())


@given(st.lists(st.dates(date(2000, 1, 1), date(2049, 12, 31)), min_size=1, max_size=12))
def test_that_days_up_to_twelve_alone_are_always_asked_about(days):
    cells = [day.replace(day=day.day % 12 + 1).strftime("%d/%m/%Y") for day in days]
    same = all(cell[:2] == cell[3:5] for cell in cells)
    assert (read(*cells).question is None) == same


def test_that_years_of_another_calendar_are_asked_about():
    cells = ("29/02/2563", "17/03/2564")  # 2020 was a leap year, 2563 is none
    question = read(*cells).question
    assert question is not None
    assert question.about == "calendar"
    assert iso_from_days(read(*cells, calendar="Buddhist years").days) == [
        "2020-02-29",
        "2021-03-17",
    ]
    assert read(*cells, calendar="as written").question is None


PIECES = ["2020", "20", "17", "03", "3", "99", "0", "٣", "Jan", "mar", "de", "T", "Z", "W12", "PM"]
MARKS = ["-", "/", ".", " ", ":", ",", "_", "+", "'", "e", ""]


@settings(max_examples=250, deadline=1000)
@given(
    st.lists(
        st.lists(st.sampled_from(PIECES + MARKS), max_size=12).map("".join) | st.text(max_size=20),
        max_size=6,
    ),
    st.sampled_from(["date", "time", "plot", "year", "system:index", "x"]),
)
def test_that_no_column_brings_more_than_unread_cells(cells, name):
    found = profile(name, column(*cells))
    assert found.kind in ("date", "number", "text", "empty")
    dates = read_dates(name, column(*cells))
    if dates is not None:
        assert len(dates.days) == len(cells)
        assert not (np.isfinite(dates.days) & dates.blank).any()
        for decision in dates.decisions:
            assert decision.about in ABOUT
            assert decision.chosen in decision.choices
            assert set(decision.choices) <= set(ABOUT[decision.about])
