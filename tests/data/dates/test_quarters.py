"""Quarters, and months with years of two digits: read where nothing else can be meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from data.dates.columns_of_text import column, read

from gpstudio.core.errors import InputError
from gpstudio.data.dates import is_date, read_dates
from gpstudio.data.series import iso_from_days
from gpstudio.data.table import read_table

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


@pytest.mark.parametrize("way", ["{y}Q{q}", "{y}-Q{q}", "{y} q{q}", "Q{q} {y}", "Q{q}/{y}"])
def test_that_quarters_stand_in_their_middle_or_on_their_first_day(way: str) -> None:
    cells = [way.format(y=year, q=quarter) for year in (2020, 2021) for quarter in (1, 2, 3, 4)]
    dates = read(*cells)
    assert iso_from_days(dates.days[:4]) == ["2020-02-15", "2020-05-15", "2020-08-15", "2020-11-15"]
    (decision,) = dates.decisions
    assert (decision.about, decision.why) == ("period", "only quarters are given")
    first = read(*cells, period="first day")
    assert iso_from_days(first.days[4:6]) == ["2021-01-01", "2021-04-01"]


@pytest.mark.parametrize("way", ["{m}-{y:02}", "{m} {y:02}", "{m}/{y:02}", "{m} '{y:02}"])
def test_that_months_with_short_years_are_read_where_the_years_are_in_a_row(way: str) -> None:
    dates = read(*(way.format(m=month, y=year) for year in (98, 99) for month in MONTHS))
    assert iso_from_days(dates.days[[0, 13]]) == ["1998-01-15", "1999-02-15"]


@pytest.mark.parametrize(
    "cells",
    [
        ("May-03", "May-11", "May-19", "Jun-01", "Jun-09"),  # days of a year that nobody says
        ("Jan-10", "Feb-10", "Jan-12", "Feb-12", "Mar-12", "Mar-10"),  # 11 is left out
        ("Jan-10", "Feb-10"),
    ],
)
def test_that_days_of_an_unknown_year_are_no_years(cells: tuple[str, ...]) -> None:
    assert read_dates("date", column(*cells), {}) is None


@pytest.mark.parametrize(
    ("heads", "first"),
    [
        ([f"{year}Q{quarter}" for year in (2019, 2020) for quarter in (1, 2, 3, 4)], "2019-02-15"),
        ([f"Q{quarter} {year}" for year in (2019, 2020) for quarter in (1, 2, 3, 4)], "2019-02-15"),
        ([f"{month}-{year}" for year in (20, 21) for month in MONTHS], "2020-01-15"),
        ([f"NDVI {month} '{year}" for year in (20, 21) for month in MONTHS], "2020-01-15"),
        ([f"{year}-{month}" for year in (20, 21) for month in MONTHS], "2020-01-15"),
    ],
)
def test_that_they_stand_across_the_top_too(tmp_path: Path, heads: list[str], first: str) -> None:
    path = tmp_path / "wide.csv"
    cells = ",".join(f"0.{2 + place % 7}" for place in range(len(heads)))
    path.write_text(f"field,{','.join(heads)}\nA,{cells}\nB,{cells}\n", encoding="utf-8")
    table = read_table(path)
    assert [len(series) for series in table.series] == [len(heads)] * 2
    assert iso_from_days(table.series[0].time[:1]) == [first]


def test_that_columns_of_days_beside_dates_are_no_dates_across(tmp_path: Path) -> None:
    path = tmp_path / "days.csv"
    rows = "".join(f"2021-0{month}-01,0.{month},0.{month + 1}\n" for month in range(1, 9))
    path.write_text("date,may_10,may_20\n" + rows, encoding="utf-8")
    table = read_table(path)
    assert len(table.series[0]) == 8  # a row a reading, on the days of the first column


def test_that_month_names_across_want_a_year(tmp_path: Path) -> None:
    path = tmp_path / "months.csv"
    cells = ",".join(f"0.{2 + place % 7}" for place in range(12))
    path.write_text(f"field,{','.join(MONTHS)}\nA,{cells}\nB,{cells}\n", encoding="utf-8")
    with pytest.raises(InputError):
        read_table(path)


def test_that_years_before_months_are_told_from_days_by_their_order() -> None:
    """As years the cells come in order, as days they do not; and the other way about."""
    dates = read(*(f"{year}-{month}" for year in (10, 11, 12) for month in MONTHS))
    assert iso_from_days(dates.days[[0, 13]]) == ["2010-01-15", "2011-02-15"]
    assert not dates.question
    above_31 = read(*(f"'{year}-{month}" for year in (98, 99) for month in MONTHS))
    assert iso_from_days(above_31.days[[0, 13]]) == ["1998-01-15", "1999-02-15"]
    days = [f"{day}-{month}" for month in MONTHS for day in (10, 11, 12)]
    assert read_dates("date", column(*days), {}) is None


@pytest.mark.parametrize(
    "cells",
    [
        [f"10-{month}" for month in MONTHS],  # in order as months of 2010 and as days
        [f"{year}-{month}" for month in ("Feb", "Jan", "Mar") for year in (11, 10)],  # neither
    ],
)
def test_that_years_that_may_be_days_are_asked_about(cells: list[str]) -> None:
    dates = read(*cells)
    assert dates.question is not None
    assert dates.question.choices == ("year and month", "day first")
    assert cells[0] in dates.question.text
    assert read(*cells, date="year and month").question is None
    with pytest.raises(InputError, match="without their year"):
        read(*cells, date="day first")


@pytest.mark.parametrize("way", ["{d:02}-{m}", "{d}. {m}", "{m} {d}", "{d} {m}", "{m}-{d:02}"])
def test_that_a_year_beside_makes_days_of_them(tmp_path: Path, way: str) -> None:
    path = tmp_path / "days.csv"
    days = [way.format(d=day, m=month) for month in MONTHS for day in (3, 10, 21)]
    rows = "".join(f"2019,{day},0.{k % 7 + 1}\n" for k, day in enumerate(days))
    path.write_text("year,day,ndvi\n" + rows, encoding="utf-8")
    (series,) = read_table(path).series
    assert iso_from_days(series.time[[0, 4, -1]]) == ["2019-01-03", "2019-02-10", "2019-12-21"]
    path.write_text("day,ndvi\n" + rows.replace("2019,", ""), encoding="utf-8")
    with pytest.raises(InputError, match="without their year"):
        read_table(path)


def test_that_a_word_with_a_number_is_no_date() -> None:
    assert [is_date(cell) for cell in ("Jan-10", "10-Jan", "plot 12", "12 wheat")] == [
        True, True, False, False,
    ]  # fmt: skip
