"""A whole table from Python: the same numbers as the files, as DataFrames."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from gpstudio import fit_table, read_table
from gpstudio.core.errors import InputError
from gpstudio.session.table_results import Results

QUICK = {"kernel": "matern52(60)", "learning": "fixed"}
REPOSITORY = Path(__file__).resolve().parents[2]


def rows(field: str = "north", shift: float = 0.0) -> pd.DataFrame:
    """One field with one season, a reading every eight days."""
    day = np.arange(0, 360, 8)
    bell = 0.2 + 0.6 * np.exp(-0.5 * ((day - 180.0 - shift) / 40.0) ** 2)
    when = pd.Timestamp("2023-01-01") + pd.to_timedelta(day, unit="D")
    return pd.DataFrame({"field": field, "day": when, "ndvi": np.round(bell, 4)})


@pytest.fixture(scope="module")
def farm() -> pd.DataFrame:
    return pd.concat([rows("south", 20.0), rows("north")], ignore_index=True)


@pytest.fixture(scope="module")
def results(farm: pd.DataFrame) -> Results:
    return fit_table(farm, **QUICK)


def test_that_a_frame_gives_the_same_as_its_file(
    farm: pd.DataFrame, results: Results, tmp_path: Path
) -> None:
    path = tmp_path / "farm.csv"
    farm.to_csv(path, index=False)
    of_file = fit_table(path, **QUICK)
    for name in ("stages", "forecast", "readings"):
        pd.testing.assert_frame_equal(getattr(of_file, name), getattr(results, name))


def test_that_the_frames_are_the_files(results: Results, tmp_path: Path) -> None:
    written = {path.stem: path for path in results.write(tmp_path)}
    assert set(written) == {"forecast", "stages", "fields", "readings", "report"}
    for name in ("stages", "forecast", "readings", "fields"):
        frame: pd.DataFrame = getattr(results, {"fields": "seasons"}.get(name, name))
        texts = {name: "string" for name in frame.columns if frame[name].dtype == "string"}
        file = pd.read_csv(written[name], dtype=texts)
        assert list(frame.columns) == list(file.columns)
        for column in frame.columns:
            if column in texts:
                assert list(frame[column].fillna("")) == list(file[column].fillna(""))
            elif frame[column].dtype.kind == "M":
                days = pd.to_datetime(file[column])
                assert ((frame[column] == days) | (frame[column].isna() & days.isna())).all()
            else:
                np.testing.assert_array_equal(frame[column], file[column])
    assert json.loads(written["report"].read_text("utf-8"))["fits"][0]["group"] == "south"


def test_that_processes_find_the_same(results: Results) -> None:
    again = fit_table(
        results.table, kernel="matern52(40)", learning="ml2(restarts=0)", stages="wheat", workers=2
    )
    here = fit_table(
        results.table, kernel="matern52(40)", learning="ml2(restarts=0)", stages="wheat", workers=1
    )
    pd.testing.assert_frame_equal(again.stages, here.stages)
    pd.testing.assert_frame_equal(again.seasons, here.seasons)
    assert again.summary == here.summary
    assert again.summary.startswith("2 fields: ")
    with pytest.raises(InputError, match="There is no engine 'spark'"):
        fit_table(results.table, engine="spark")


def test_that_texts_are_texts_and_dates_are_dates(results: Results) -> None:
    kinds = results.stages.dtypes
    assert str(kinds["crop"]) == "string"  # though no cell of it is filled
    assert all(kinds[name].kind == "M" for name in ("date", "lower90", "upper90", "as_of"))
    peaks = results.stages.query("stage == 'peak'").set_index("group")["date"]
    assert abs((peaks["south"] - peaks["north"]).days - 20) <= 2


def test_that_every_field_has_a_row_in_the_order_of_the_table(results: Results) -> None:
    fields = results.fields
    assert list(fields["group"]) == [series.group for series in results.table.series]
    assert (fields["readings"] == 45).all()
    assert (fields["seasons"] == 1).all()
    assert fields["kernel"].str.contains("matern52").all()


def test_that_a_field_that_cannot_be_fitted_keeps_the_others(
    farm: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gpstudio.session import many

    fit = many.fit_in_steps

    def fails_in_the_north(series, *rest):  # type: ignore[no-untyped-def]
        if series.group == "north":
            raise InputError("Its readings are of another world.")
        return fit(series, *rest)

    monkeypatch.setattr(many, "fit_in_steps", fails_in_the_north)
    results = fit_table(farm, **QUICK)
    assert set(results.stages.dropna(subset="date")["group"]) == {"south"}
    undated = results.stages.query("group == 'north'")
    assert len(undated) == 3
    assert undated["reason"].str.contains("of another world").all()
    reasons = results.fields.set_index("group")["reason"]
    assert reasons["north"] == "Its readings are of another world."
    assert pd.isna(results.fields.set_index("group")["kernel"]["north"])
    with pytest.raises(InputError, match=r"^Field 'north': Its readings"):
        fit_table(rows(), group="field", **QUICK)


def test_that_dates_in_the_index_are_the_times() -> None:
    plain = fit_table(rows().drop(columns="field"), **QUICK)
    indexed = rows().set_index("day")[["ndvi"]]
    for frame in (indexed, indexed.rename_axis(None)):
        again = fit_table(frame, **QUICK)
        pd.testing.assert_frame_equal(again.forecast, plain.forecast)


def test_that_zones_and_times_of_day_are_read_as_they_are_from_a_file(tmp_path: Path) -> None:
    frame = rows().assign(day=lambda f: f["day"].dt.tz_localize("America/Chicago"))
    path = tmp_path / "zoned.csv"
    frame.to_csv(path, index=False)
    pd.testing.assert_frame_equal(read_table(frame).frame(), read_table(path).frame())


def test_that_a_table_that_was_read_is_taken_as_it_is(results: Results) -> None:
    again = fit_table(results.table, **QUICK)
    pd.testing.assert_frame_equal(again.stages, results.stages)
    with pytest.raises(InputError, match="has been read already"):
        fit_table(results.table, value="ndvi")


def test_that_a_question_names_the_answers_in_python() -> None:
    frame = rows().drop(columns="field")
    frame["day"] = [f"{1 + i % 12:02d}/{1 + i % 11:02d}/2023" for i in range(len(frame))]
    with pytest.raises(InputError, match=r"Say answers=.*'date': 'day first'"):
        fit_table(frame)
    assert len(fit_table(frame, answers={"date": "day first"}, **QUICK).fits) == 1


@pytest.mark.parametrize("when", ["2023-05-01", date(2023, 5, 1), np.datetime64("2023-05-01")])
def test_that_times_are_dates_of_any_kind(when: object) -> None:
    results = fit_table(rows(), as_of=when, predict=(when, "2023-06-01", 1), **QUICK)
    assert (results.stages["as_of"] == pd.Timestamp("2023-05-01")).all()
    # the readings between stand in the forecast too, as in its file
    assert results.forecast["time"].min() == pd.Timestamp("2023-05-01")
    assert {pd.Timestamp("2023-06-01"), pd.Timestamp("2023-05-02")} <= set(results.forecast["time"])


def test_that_a_number_where_dates_are_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="as_of wants a date such as '2024-03-01'"):
        fit_table(rows(), as_of=19_000.0)
    plain = pd.DataFrame({"t": np.arange(40.0), "y": np.sin(np.arange(40.0) / 4.0)})
    with pytest.raises(InputError, match="wants a number"):
        fit_table(plain, as_of="2024-03-01")


def test_that_an_empty_frame_is_told() -> None:
    with pytest.raises(InputError, match="The DataFrame is empty"):
        fit_table(pd.DataFrame())


def test_that_the_command_line_loads_no_pandas(tmp_path: Path) -> None:
    path = tmp_path / "farm.csv"
    rows().to_csv(path, index=False)
    words = ["fit", str(path), "--kernel=matern52(60)", "--learning=fixed", f"--out={tmp_path}"]
    lines = f"""
import sys
from gpstudio.__main__ import main
try:
    main({words!r})
except SystemExit:
    pass
print("pandas" in sys.modules)
"""
    answer = subprocess.run(
        [sys.executable, "-c", lines], cwd=REPOSITORY, capture_output=True, text=True, check=True
    )
    assert (tmp_path / "stages.csv").exists()
    assert answer.stdout.split()[-1] == "False"
