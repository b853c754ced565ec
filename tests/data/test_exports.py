"""What is written is complete, harmless, and reads back as what it was."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpstudio import read_table
from gpstudio.data.series import iso_from_days
from gpstudio.data.writing.exports import (
    FORECAST_COLUMNS,
    STAGE_COLUMNS,
    Forecast,
    StageRow,
    harmless,
    write_forecast,
    write_stages,
)

SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=2000)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
HOSTILE = st.builds("".join, st.tuples(st.sampled_from("=+-@\t\r\n＝"), TEXTS))


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as handle:
        return list(csv.reader(handle))


def forecast_of(
    values: list[float], *, group: str = "A", dated: bool = True, time: list[float] | None = None
) -> Forecast:
    numbers = np.array(values)
    times = np.array(time) if time is not None else 18000.0 + np.arange(len(values))
    observed = np.where(np.arange(len(values)) % 2 == 0, numbers, np.nan)
    ahead = np.arange(len(values)) > 1
    return Forecast(group, dated, times, *[numbers] * 6, observed, ahead)


def stage_of(**given: object) -> StageRow:
    return StageRow(**dict.fromkeys(STAGE_COLUMNS) | {"group": "A"} | given)  # type: ignore[arg-type]


def test_that_the_headers_are_the_published_ones():
    assert (
        tuple(
            "group time mean std lower95 upper95 curve_lower95 curve_upper95 observed "
            "is_forecast".split()
        )
        == FORECAST_COLUMNS
    )
    assert (
        tuple(
            "group season stage date lower90 upper90 lower50 upper50 std_days probability_passed "
            "probability_reached as_of crop index bbch quality reason definition".split()
        )
        == STAGE_COLUMNS
    )


def test_that_a_forecast_is_one_plain_row_per_time(tmp_path):
    path = write_forecast(tmp_path / "forecast.csv", [forecast_of([0.1, 0.2, 0.3])])
    assert path.read_bytes().decode() == (
        ",".join(FORECAST_COLUMNS) + "\n"
        "A,2019-04-14,0.1,0.1,0.1,0.1,0.1,0.1,0.1,false\n"
        "A,2019-04-15,0.2,0.2,0.2,0.2,0.2,0.2,,false\n"
        "A,2019-04-16,0.3,0.3,0.3,0.3,0.3,0.3,0.3,true\n"
    )


@SHARED
@given(st.lists(FINITE, min_size=1, max_size=8))
def test_that_numbers_round_trip_to_the_last_bit(tmp_path, values):
    path = write_forecast(tmp_path / "f.csv", [forecast_of(values, dated=False, time=values)])
    rows = rows_of(path)[1:]
    assert [float(row[1]) for row in rows] == values
    assert [float(row[2]) for row in rows] == values
    assert [row[8] for row in rows[1::2]] == [""] * len(rows[1::2])


@SHARED
@given(
    st.lists(st.floats(-1, 1), min_size=1, max_size=8),
    st.lists(st.sampled_from(["A", "Höhe, 2", 'the "best"', "a b"]), min_size=1, unique=True),
)
def test_that_a_forecast_reads_back_as_a_table(tmp_path, values, groups):
    forecasts = [forecast_of(values, group=group) for group in groups]
    path = write_forecast(tmp_path / "f.csv", forecasts)
    table = read_table(path, time="time", value="mean", group="group")
    assert table.rows_in == table.rows_used == len(values) * len(groups)
    for series, forecast in zip(table.series, forecasts, strict=True):
        assert series.group == forecast.group
        assert series.time.tolist() == forecast.time.tolist()
        assert series.value.tolist() == forecast.mean.tolist()


@SHARED
@given(TEXTS | HOSTILE)
def test_that_any_text_comes_back_and_none_begins_a_formula(tmp_path, text):
    path = write_stages(tmp_path / "s.csv", [stage_of(group=text, reason=text)])
    (row,) = rows_of(path)[1:]
    assert row[0] == row[16] == harmless(text)
    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert row[0].removeprefix("'") == text.removeprefix("'")


def test_that_headers_begin_no_formula():
    assert all(harmless(name) == name for name in (*FORECAST_COLUMNS, *STAGE_COLUMNS))


def test_that_negative_numbers_are_never_touched(tmp_path):
    path = write_stages(tmp_path / "s.csv", [stage_of(date=-5.5, std_days=math.nan, crop="-x")])
    (row,) = rows_of(path)[1:]
    assert (row[3], row[8], row[12]) == ("-5.5", "", "'-x")


def test_that_times_of_day_are_written_to_the_second(tmp_path):
    path = write_forecast(tmp_path / "f.csv", [forecast_of([1.0], time=[18265.5625])])
    assert rows_of(path)[1][1] == iso_from_days([18265.5625])[0] == "2020-01-04T13:30:00"


def test_that_no_forecast_is_a_file_with_a_header(tmp_path):
    assert rows_of(write_forecast(tmp_path / "f.csv", [])) == [list(FORECAST_COLUMNS)]


def test_that_a_failing_forecast_leaves_the_old_file(tmp_path):
    path = write_forecast(tmp_path / "f.csv", [forecast_of([1.0])])
    before = path.read_bytes()
    with pytest.raises(ValueError):
        write_forecast(path, [forecast_of([1.0]), forecast_of([1.0, 2.0], time=[1.0])])
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["f.csv"]
