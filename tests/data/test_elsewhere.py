"""Tables as teams of other countries and services write them."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import read_table
from gpstudio.data.series import iso_from_days

DAYS = (np.datetime64("2021-04-03") + 10 * np.arange(20)).tolist()
NDVI = np.round(0.45 + 0.3 * np.sin(np.arange(20) / 3.0), 3).tolist()
MONTHS = "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października".split()


def fields(table) -> list[str]:
    return [series.group for series in table.series]


@pytest.mark.parametrize("encoding", ["utf-8", "cp1250"])
def test_that_a_polish_table_is_read_in_either_encoding(file_of, encoding):
    lines = ["Pole;Działka A;Działka B;Działka C", "Odmiana;Arkadia;Arkadia;Ozon"]
    for day, value in zip(DAYS, NDVI, strict=True):
        cells = [f"{value + k / 100:.3f}".replace(".", ",") for k in range(3)]
        lines.append(";".join([f"{day.day} {MONTHS[day.month - 1]} {day.year}", *cells]))
    table = read_table(file_of("\n".join(lines) + "\n", encoding=encoding))
    assert table.rows_used == 60
    assert fields(table) == ["Działka A Arkadia", "Działka B Arkadia", "Działka C Ozon"]
    assert iso_from_days(table.series[0].time) == [day.isoformat() for day in DAYS]


def test_that_a_table_from_the_west_stays_western(file_of):
    lines = ["Parcela;Época;Fecha;NDVI", *(f"Ñandú;é;{d};0.5" for d in DAYS)]
    assert read_table(file_of("\n".join(lines), encoding="cp1252")).encoding == "windows-1252"


def test_that_numbers_of_rows_are_no_rival_of_the_readings(file_of):
    rows = [f'"{n + 1}","P",{DAYS[n]},{NDVI[n]}' for n in range(20)]
    table = read_table(file_of("\n".join(['"","plot","when","index"', *rows])))
    assert table.series[0].value.tolist() == NDVI


def test_that_indices_in_a_column_of_any_name_are_variables(file_of):
    """As farmOS lists its quantities: each row has a number of its own, which names no field."""
    lines = ["Asset ID,Asset name,Log ID,Timestamp,Quantity value,Quantity label"]
    for n, day in enumerate(DAYS):
        lines.append(f'4,"Field 1, east",{1000 + 2 * n},{day}T10:00:00+00:00,{NDVI[n]},NDVI')
        lines.append(f'4,"Field 1, east",{1001 + 2 * n},{day}T10:00:00+00:00,0.31,NIR')
    table = read_table(file_of("\n".join(lines)))
    assert (fields(table), table.rows_used) == (["Field 1, east"], 20)
    assert table.series[0].value.tolist() == NDVI


def test_that_a_name_that_two_fields_share_names_neither(file_of):
    lines = ["Field ID,Field name,Date,NDVI"]
    lines += [f"{k},Home,{day},{NDVI[n]}" for k in (1, 2) for n, day in enumerate(DAYS)]
    assert fields(read_table(file_of("\n".join(lines)))) == ["1", "2"]


def test_that_columns_that_never_change_leave_pixels_side_by_side(file_of):
    lines = ["modis_date,calendar_date,band,tile,pixel1,pixel2"]
    for day, value in zip(DAYS, NDVI, strict=True):
        cells = f"{10_000 * value:.0f},{9_000 * value:.0f}"
        lines.append(f"A{day:%Y%j},{day},500m_16_days_NDVI,h18v04,{cells}")
    table = read_table(file_of("\n".join(lines)))
    assert fields(table) == ["pixel1", "pixel2"]
    assert table.series[0].value.tolist() == pytest.approx(NDVI)


def test_that_seconds_called_dt_are_times(file_of):
    lines = ["polygon_id,dt,ndvi"]
    stamps = np.array(DAYS, dtype="datetime64[s]").astype(int)
    lines += [f"5f8a,{stamp},{value}" for stamp, value in zip(stamps, NDVI, strict=True)]
    table = read_table(file_of("\n".join(lines)))
    assert iso_from_days(table.series[0].time) == [day.isoformat() for day in DAYS]


@pytest.mark.parametrize("mark", ['""', "'"])
def test_that_objects_in_a_column_are_taken_apart(file_of, mark):
    """As Agromonitoring's statistics are saved, by a program or by pandas."""
    lines = ["polygon_id;dt;cl;data"]
    stamps = np.array(DAYS, dtype="datetime64[s]").astype(int)
    for stamp, value in zip(stamps, NDVI, strict=True):
        told = f"{{~std~: 0.05, ~num~: 412, ~mean~: {value}, ~p75~: 0.7, ~label~: ~x~}}"
        lines.append(f'5f8a;{stamp};3;"{told.replace("~", mark)}"')
    table = read_table(file_of("\n".join(lines)))
    assert table.series[0].value.tolist() == NDVI
    assert table.series[0].value_name == "mean"
    assert "'data' taken apart" in table.sentence


def of_days(days: list[int]) -> str:
    lines = ["Talhão,Dia do ano,NDVI"]
    lines += [f"{name},{day},{NDVI[n]}" for name in "AB" for n, day in enumerate(days)]
    return "\n".join(lines) + "\n"


def test_that_days_of_a_year_are_of_the_year_in_the_name_of_the_file(file_of):
    path = file_of(of_days(list(range(100, 200, 5))), name="safra_2021_ndvi.csv")
    table = read_table(path)
    assert fields(table) == ["A", "B"]
    assert iso_from_days(table.series[0].time[:2]) == ["2021-04-10", "2021-04-15"]
    assert "days are of 2021 because the name of the file says so" in table.sentence
    assert not read_table(path, time="Dia do ano", answers={"year": "no year"}).is_dated


def test_that_days_that_go_on_behind_new_year_are_of_no_one_year(file_of):
    days = [*range(270, 366, 10), *range(4, 104, 10)]
    path = file_of(of_days(days), name="safra_2021.csv")
    assert all(
        decision.about != "year" for decision in read_table(path, time="Dia do ano").decisions
    )
