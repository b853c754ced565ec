"""The tables themselves: published columns, one row for each thing, and back again."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gpstudio import read_table
from gpstudio.core.errors import InputError
from gpstudio.data.harmless import as_it_was, harmless
from gpstudio.data.series import Clock, Series, iso_from_days
from gpstudio.data.writing.columns import TABLES, as_markdown
from gpstudio.data.writing.forecast import FORECAST_COLUMNS, Forecast, write_forecast
from gpstudio.data.writing.form import WrittenAs
from gpstudio.data.writing.hindcast import HINDCAST
from gpstudio.data.writing.readings import READINGS, write_readings
from gpstudio.data.writing.rivals import RIVAL_COLUMNS
from gpstudio.data.writing.stages import STAGE_COLUMNS, StageRow, write_stages
from gpstudio.phenology.quality import Grade
from gpstudio.phenology.rules import RULES
from gpstudio.phenology.stages import UNDATED, StageDate

from .readers import READERS, read_csv

SHARED = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
HOSTILE = st.builds("".join, st.tuples(st.sampled_from("=+-@\t\r\n＝"), TEXTS))
README = Path(__file__).parents[3] / "README.md"


def forecast_of(
    values: list[float], *, group: str = "A", dated: bool = True, time: list[float] | None = None
) -> Forecast:
    numbers = np.array(values)
    times = np.array(time) if time is not None else 18000.0 + np.arange(len(values))
    observed = np.where(np.arange(len(values)) % 2 == 0, numbers, np.nan)
    ahead = np.arange(len(values)) > 1
    return Forecast(group, dated, times, *[numbers] * 6, observed, ahead)


def stage_of(group: str = "A", **known: object) -> StageRow:
    return StageRow(replace(UNDATED, **known), group, Clock.NUMBERS, "NDVI")  # type: ignore[arg-type]


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
            "group season stage date lower90 upper90 lower50 upper50 std_days width90 "
            "probability_passed probability_reached as_of earlier days_late forecast crop index "
            "bbch quality reason definition observed quality_words".split()
        )
        == STAGE_COLUMNS
    )
    assert [column.name for column in READINGS] == ["group", "time", "value", "weight"]
    assert (
        tuple("group method rmse process_rmse compared gain verdict trouble".split())
        == RIVAL_COLUMNS
    )
    assert [column.name for column in HINDCAST] == (
        "group season stage as_of days_ahead date lower90 upper90 lower50 upper50 date_now "
        "days_off quality reason".split()
    )


def test_that_every_column_says_what_it_means_in_the_readme_too():
    for columns in TABLES.values():
        for column in columns:
            assert len(column.help) > 10
            assert column.help.endswith(".")
            assert harmless(column.name) == column.name
    assert as_markdown() in README.read_text(encoding="utf-8")


def test_that_our_own_texts_need_no_apostrophe():
    for rule in RULES:
        assert harmless(rule.spec.formula) == rule.spec.formula


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
    rows = read_csv(path)[1:]
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
    answers = {"zeros": "kept"}  # of a few numbers made up here, zeros look like a mask
    table = read_table(path, time="time", value="mean", group="group", answers=answers)
    assert table.rows_in == table.rows_used == len(values) * len(groups)
    for series, forecast in zip(table.series, forecasts, strict=True):
        assert series.group == forecast.group
        assert series.time.tolist() == forecast.time.tolist()
        assert series.value.tolist() == forecast.mean.tolist()


@SHARED
@given(TEXTS | HOSTILE)
def test_that_any_text_comes_back_and_none_begins_a_formula(tmp_path, text):
    path = write_stages(tmp_path / "s.csv", [stage_of(group=text, reason=text)])
    (row,) = read_csv(path)[1:]
    assert row[0] == row[STAGE_COLUMNS.index("reason")] == harmless(text)
    assert not row[0].startswith(("=", "+", "-", "@", "\t", "\r", "\n"))
    assert as_it_was(row[0]) == text


def test_that_each_cell_of_a_stage_is_what_its_column_says():
    """No two of its numbers are alike, so that a column that reads another's would be seen."""
    quality = Grade("B", ("gap",), "Fair: 12 days without a reading.")
    date = StageDate(
        "2019", "heading", 18_006.0, 18_001.0, 18_011.0, 18_004.0, 18_008.0, 2.5, 0.75, 0.5,
        18_020.0, "", "peak +3 d", "wheat", "55", "Z55", "combined", ("peak +3 d",), quality,
        18_009.0, -3.5, (18_002.0, 18_007.0, 18_012.0), (18_013.0, 7.5),
    )  # fmt: skip
    row = StageRow(date, "North", Clock.DAYS, "NDVI")
    assert {name: row[name] for name in STAGE_COLUMNS} == {
        "group": "North", "season": "2019", "stage": "heading", "date": "2019-04-20",
        "lower90": "2019-04-15", "upper90": "2019-04-25", "lower50": "2019-04-18",
        "upper50": "2019-04-22", "std_days": 2.5, "probability_passed": 0.5,
        "probability_reached": 0.75, "as_of": "2019-05-04", "crop": "wheat", "index": "NDVI",
        "bbch": "55", "quality": "B: gap", "definition": "peak +3 d", "width90": 10.0,
        "observed": "2019-04-23", "quality_words": "Fair: 12 days without a reading.",
        "earlier": "2019-04-27", "days_late": -3.5, "forecast": False,
        "reason": "combined; Fair: 12 days without a reading; 4 d earlier than the median of the "
        "other seasons; earlier seasons alone say 2019-04-21 (2019-04-16 to 2019-04-26); observed "
        "on 2019-04-23, 3 d after it",
    }  # fmt: skip
    elsewhere = StageRow(replace(date, crop=""), "", Clock.DAYS, "NDVI", crop="maize")
    assert elsewhere["crop"] == "maize"  # known of the field, where only the curve was asked
    numbers = StageRow(replace(date, prior=None), "", Clock.NUMBERS, "NDVI")
    assert (numbers["date"], numbers["as_of"]) == (18_006.0, 18_020.0)
    assert StageRow(replace(date, as_of=18_005.0), "", Clock.DAYS, "NDVI")["forecast"] is True
    vague = StageRow(replace(date, days_late=None, observed=None), "", Clock.DAYS, "NDVI")
    assert str(vague["reason"]).endswith(
        "without a reading; other seasons: 2019-04-27 ± 8 d; earlier seasons alone say 2019-04-21 "
        "(2019-04-16 to 2019-04-26)"
    )
    alone = StageRow(replace(date, date=None, reason="not yet"), "", Clock.DAYS, "NDVI")
    assert alone["forecast"] is False
    assert "not yet; other seasons: 2019-04-27 ± 8 d" in str(alone["reason"])


def test_that_negative_numbers_are_never_touched(tmp_path):
    path = write_stages(tmp_path / "s.csv", [stage_of(date=-5.5, std=math.nan, crop="-x")])
    (row,) = read_csv(path)[1:]
    cells = dict(zip(STAGE_COLUMNS, row, strict=True))
    assert (cells["date"], cells["std_days"], cells["crop"]) == ("-5.5", "", "'-x")


def test_that_times_of_day_are_written_to_the_second(tmp_path):
    path = write_forecast(tmp_path / "f.csv", [forecast_of([1.0], time=[18265.5625])])
    assert read_csv(path)[1][1] == iso_from_days([18265.5625])[0] == "2020-01-04T13:30:00"


def test_that_no_forecast_is_a_file_with_a_header(tmp_path):
    assert read_csv(write_forecast(tmp_path / "f.csv", [])) == [list(FORECAST_COLUMNS)]


def test_that_dates_and_numbers_do_not_share_a_column(tmp_path):
    forecasts = [forecast_of([1.0]), forecast_of([1.0], dated=False)]
    with pytest.raises(InputError, match="write two"):
        write_forecast(tmp_path / "f.csv", forecasts)
    assert list(tmp_path.iterdir()) == []


FORMS = [WrittenAs.of(), WrittenAs.of("semicolon", "comma"), WrittenAs.of("tab", "comma")]
FORMS += [WrittenAs.of("comma", "comma"), *(WrittenAs.of(kind=k) for k in ("xlsx", "parquet"))]


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_that_the_readings_read_back_as_the_same_series(tmp_path, form):
    days = np.array([18000.0, 18008.0, 18008.5])
    west = Series("-12", days, np.array([0.25, -0.5, 1 / 3]), "day", "ndvi", True)
    east = Series("A;=1", days + 1, np.array([0.5, 0.75, 0.1]), "day", "ndvi", True, days / 20_000)
    path = write_readings(form.named(tmp_path / "readings"), [west, east], form=form)
    header, *rows = READERS[form.kind](path, form)
    assert header == ["group", "time", "value", "weight"]
    assert [float(str(row[3]).replace(",", ".")) for row in rows] == [1.0] * 3 + list(east.weight)
    table = read_table(path)
    assert table.rows_used == 6
    for given_, found in zip((west, east), table.series, strict=True):
        assert found.group == given_.group
        assert found.time.tolist() == given_.time.tolist()
        assert found.value.tolist() == given_.value.tolist()


def test_that_fields_called_by_numbers_stay_apart(tmp_path):
    days = np.array([18000.0, 18008.0])
    fields = [Series(str(n), days, days / 1e5 + n / 10, "day", "ndvi", True) for n in (1, 2, 30)]
    table = read_table(write_readings(tmp_path / "readings.csv", fields))
    assert [series.group for series in table.series] == ["1", "2", "30"]
