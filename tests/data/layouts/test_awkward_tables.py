"""Tables as field teams make them: read right, asked about, or refused in one clear sentence."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from gpstudio import read_table
from gpstudio.data.series import iso_from_days

DAYS = [date(2021, 4, 3) + timedelta(days=9 * step) for step in range(12)]
FIELDS = {
    name: [(day, round(0.2 + 0.03 * step + 0.1 * place, 3)) for step, day in enumerate(DAYS)]
    for place, name in enumerate(("North", "South", "Hill 3"))
}


def german(value: float) -> str:
    return f"{value:.3f}".replace(".", ",")


def found_in(table) -> dict[str, list[tuple[str, float]]]:
    return {
        series.group: list(zip(iso_from_days(series.time), series.value.tolist(), strict=True))
        for series in table.series
    }


TRUE = {name: [(day.isoformat(), value) for day, value in rows] for name, rows in FIELDS.items()}


def test_that_a_date_in_three_columns_below_its_name_is_one(file_of):
    text = "field;Datum;;;ndvi\n;Jahr;Monat;Tag;\n" + "".join(
        f"{name};{day.year};{day.month};{day.day};{german(value)}\n"
        for name, rows in FIELDS.items()
        for day, value in rows
    )
    assert found_in(read_table(file_of(text))) == TRUE


def test_that_percent_signs_stand_behind_numbers(file_of):
    text = "field\tdate\tndvi\tcloud\n" + "".join(
        f"{name}\t{day.day}. April {day.year}\t{german(100 * value)[:-2]} %\t{day.day}%\n"
        for name, rows in FIELDS.items()
        for day, value in rows[:3]
    )
    table = read_table(file_of(text.encode("utf-16")))
    assert [round(v, 4) for v in table.series[0].value.tolist()] == [0.2, 0.23, 0.26]


@pytest.mark.parametrize("nothing", ["k.A.", "#NV", "n/d", "#WERT!"])
def test_that_what_spreadsheets_of_other_languages_write_for_nothing_is_nothing(file_of, nothing):
    rows = "".join(f"{day};{german(value)}\n" for day, value in FIELDS["North"])
    table = read_table(file_of(f"date;ndvi\n{rows}2021-09-09;{nothing}\n"))
    assert [(a.reason, a.count) for a in table.set_aside] == [("without a value", 1)]
