"""What people write around a header and below a table leaves its names, roles and readings alone.

Real tables, on which nothing of this was tuned, get rows of units and remarks with any number of
cells, names in a row above, blank rows, footers.
"""

from __future__ import annotations

import csv
import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from gpstudio import read_table
from gpstudio.data.table import Table

Rows: TypeAlias = list[list[str]]

TABLES = (
    "A_phenology/wheat_ch_2022_sentinel2_points.csv",
    "A_phenology/sentinel2_ndvi_chile_crops.csv",
    "A_phenology/neon_modis_ndvi.csv",
    "D_ugly/satveg_evi_decimal_comma.csv",
    "D_ugly/uav_wheat_plots_us_dates.csv",
    "D_ugly/meteoswiss_daily_temperature.txt",
    "D_ugly/eo_browser_statistics_norisk.csv",
)
ROWS = 30
DATES = ("TT.MM.JJJJ", "yyyy-mm-dd", "(date)", "[UTC]", "jj/mm/aaaa", "d.m.yyyy")
OTHERS = ("[x]", "m²", "(Text)", "-", "cm", "kg/ha", "(unitless)", "%", "°C")


def _units(rows: Rows, times: list[int], count: int, chance: random.Random) -> list[str]:
    width = len(rows[0])
    filled = chance.sample(range(width), count)
    return [
        "" if place not in filled else chance.choice(DATES if place in times else OTHERS)
        for place in range(width)
    ]


def _below(rows: Rows, *others: list[str]) -> Rows:
    return [rows[0], *others, *rows[1:]]


def _name_above(rows: Rows, *, merged: bool) -> Rows:
    names, above = list(rows[0]), [""] * len(rows[0])
    above[-1], names[-1] = names[-1], ""
    if merged:
        above[1] = "measured"
    return [above, names, *rows[1:]]


AROUND: dict[str, Callable[[Rows], Rows]] = {
    "blank cells below": lambda rows: _below(rows, [""] * len(rows[0])),
    "a blank line below": lambda rows: _below(rows, []),
    "a remark below the last name": lambda rows: _below(
        rows, [*[""] * (len(rows[0]) - 1), "by hand"]
    ),
    "a name in the row above": lambda rows: _name_above(rows, merged=False),
    "a title": lambda rows: [["Export of 2023", *[""] * (len(rows[0]) - 1)], *rows],
    "merged cells above": lambda rows: [["", "all"] + [""] * (len(rows[0]) - 2), *rows],
    "a sum below": lambda rows: [*rows, ["Summe", *[""] * (len(rows[0]) - 1)]],
    "a source below a blank row": lambda rows: [*rows, [""] * len(rows[0]), ["Source: own data"]],
}


def _table(folder: Path, rows: Rows) -> Table:
    text = io.StringIO()
    csv.writer(text, delimiter=";", lineterminator="\n").writerows(rows)
    path = folder / "table.csv"
    path.write_text(text.getvalue(), encoding="utf-8")
    return read_table(path)


def _columns(table: Table) -> list[tuple[str, str, str]]:
    return [(column.name, column.role, column.unit) for column in table.columns]


def _understood(table: Table) -> tuple[object, ...]:
    asked = [question.about for question in table.questions]
    readings = [(s.group, s.time.tolist(), s.value.tolist()) for s in table.series]
    return _columns(table), asked, readings


@pytest.fixture(scope="module", params=TABLES)
def rows(request: pytest.FixtureRequest, shared_data: Path) -> Rows:
    text = (shared_data / request.param).read_text("utf-8-sig")
    delimiter = ";" if request.param.endswith(".txt") else ","
    found = [row for row in csv.reader(io.StringIO(text), delimiter=delimiter) if len(row) > 1]
    return found[: ROWS + 1]


def test_that_units_below_any_names_change_nothing(rows: Rows, tmp_path: Path) -> None:
    plain = _table(tmp_path, rows)
    times = [place for place, column in enumerate(plain.columns) if column.role == "time"]
    chance, width = random.Random(7), len(rows[0])
    for count in sorted({1, 2, width // 2, width - 1, width}):
        units = _units(rows, times, count, chance)
        assert _understood(_table(tmp_path, _below(rows, units))) == _understood(plain), units
        assert _understood(_table(tmp_path, [units, *rows])) == _understood(plain), units
    only = [DATES[0] if place in times[:1] else "" for place in range(width)]
    assert _understood(_table(tmp_path, _below(rows, [""] * width, only))) == _understood(plain)


@pytest.mark.parametrize("what", AROUND)
def test_that_rows_around_a_table_change_nothing(what: str, rows: Rows, tmp_path: Path) -> None:
    assert _understood(_table(tmp_path, AROUND[what](rows))) == _understood(_table(tmp_path, rows))
