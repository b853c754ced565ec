"""Years down the side, months or days of the year across the top."""

from __future__ import annotations

import pytest

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_from_days

MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
YEARS = range(2018, 2021)


def climate(months=MONTHS, before="Year,", rows=YEARS, behind="") -> str:
    lines = [f"{before}{','.join(months)}{',ANN' if behind else ''}"]
    for row in rows:
        cells = [f"{month + 0.25}" for month in range(len(months))]
        lines.append(",".join([str(row), *cells]) + behind)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "months",
    [
        MONTHS,
        [month.upper() for month in MONTHS],
        "January February March April May June July August September October November December",
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    ],
)
def test_that_months_across_are_months_of_the_rows_year(file_of, months):
    names = months if isinstance(months, list) else months.split()
    table = read_table(file_of(climate(names, behind=",9.9")))
    (series,) = table.series
    assert iso_from_days(series.time[[0, 11, 12, -1]]) == [
        "2018-01-15",
        "2018-12-15",
        "2019-01-15",
        "2020-12-15",
    ]
    assert series.value[:12].tolist() == [month + 0.25 for month in range(12)]
    assert (table.layout, table.rows_in, table.rows_used) == ("wide by date", 36, 36)
    assert "only months are given" in table.sentence


def test_that_the_first_day_of_the_month_can_be_said(file_of):
    (series,) = read_table(file_of(climate()), answers={"period": "first day"}).series
    assert iso_from_days(series.time[[0, 1]]) == ["2018-01-01", "2018-02-01"]


def test_that_sites_and_years_stand_side_by_side(file_of):
    rows = [f"{site},{year}" for site in "AB" for year in YEARS]
    path = file_of(climate(before="site,year,", rows=rows))
    assert [(s.group, len(s)) for s in read_table(path).series] == [("A", 36), ("B", 36)]
    whole = read_table(path, answers={"field": "one field"})
    # The sites say the same here, which counts once.
    assert ([len(series) for series in whole.series], whole.rows_in) == ([36], 72)


def test_that_days_of_the_year_across_are_days_of_the_rows_year(file_of):
    """Day 60 is 29 February in 2020, and day 366 is no day of 2021."""
    days = [f"doy_{day:03d}" for day in (1, 60, 100, 200, 300, 366)]
    table = read_table(file_of(climate(days, before="plot,year,", rows=["A,2020", "B,2021"])))
    first, second = table.series
    assert iso_from_days(first.time) == [
        "2020-01-01",
        "2020-02-29",
        "2020-04-09",
        "2020-07-18",
        "2020-10-26",
        "2020-12-31",
    ]
    assert iso_from_days(second.time[[1, 2]]) == ["2021-03-01", "2021-04-10"]
    assert [(a.reason, a.count) for a in table.set_aside] == [("with an unreadable date", 1)]


def test_that_a_row_without_a_year_is_accounted_for(file_of):
    table = read_table(file_of(climate(rows=[2018, "", 2019, "x", 2020])))
    assert table.rows_in == 60 == table.rows_used + sum(a.count for a in table.set_aside)
    assert table.rows_used == 36


def test_that_fields_called_like_months_beside_dates_are_no_months(file_of):
    """June and May may be people; the rows have dates of their own."""
    lines = ["date,April,May,June,August,Jan,Mark"]
    lines += [f"2020-0{n}-04,0.1,0.2,0.3,0.4,0.5,0.6" for n in range(1, 7)]
    table = read_table(file_of("\n".join(lines)), answers={"layout": "wide by field"})
    assert len(table.series) == 6


def test_that_years_may_stand_above_the_months(file_of):
    """As a spreadsheet's merged cells leave them."""
    months = "Jan Feb Mar Apr May Jun".split()
    readings = [f"0.{k}" for k in range(12)]
    above = ["field", "2019", *[""] * 5, "2020", *[""] * 5]
    rows = [above, ["", *months, *months], ["A", *readings], ["B", *readings]]
    table = read_table(file_of("\n".join(",".join(row) for row in rows) + "\n"))
    series = table.series[0]
    assert series.value.tolist() == [float(cell) for cell in readings]
    assert iso_from_days(series.time[[0, 5, 6, -1]]) == [
        "2019-01-15", "2019-06-15", "2020-01-15", "2020-06-15",
    ]  # fmt: skip


def test_that_a_season_across_two_years_has_both_above_its_months(file_of):
    """Each month stands there once."""
    months = "oct nov dic ene feb mar abr may".split()
    above = ["", "2021", "", "", "2022", *[""] * 4]
    rows = [above, ["parcela", *months], *([f, *[f"0.{k + 1}" for k in range(8)]] for f in "AB")]
    series = read_table(file_of("\n".join(",".join(row) for row in rows) + "\n")).series[0]
    assert iso_from_days(series.time[[0, 2, 3, -1]]) == [
        "2021-10-15", "2021-12-15", "2022-01-15", "2022-05-15",
    ]  # fmt: skip


def test_that_months_without_a_year_are_told(file_of):
    with pytest.raises(InputError, match="are months of no year"):
        read_table(file_of("field," + ",".join(MONTHS) + "\nA" + ",0.5" * 12 + "\nB" + ",0.4" * 12))
