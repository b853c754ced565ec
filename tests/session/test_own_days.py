"""Readings with a time of day: whatever is told of them is told of their own day."""

from __future__ import annotations

import csv
import json
import runpy
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import iso_from_days
from gpstudio.data.table import Table, read_table
from gpstudio.session.document import Document
from gpstudio.session.field_commands import DrawSeason
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request
from gpstudio.session.results import write_results
from gpstudio.session.script import python_script

RECIPE = Recipe.of(kernel="matern52(40)", learning="fixed")
FIRST = {"now": "2020-01-03", "before 1970": "1961-01-03"}
CLOCKS = ("13:00", "23:59")


@dataclass(frozen=True)
class Written:
    table: Table
    fit: Fit
    folder: Path
    last: str
    """The day of the last reading."""

    def rows(self, name: str) -> list[dict[str, str]]:
        with (self.folder / name).open(encoding="utf-8", newline="") as handle:
            return list(csv.DictReader(handle))


@pytest.fixture(params=[(era, clock) for era in FIRST for clock in CLOCKS], ids=" ".join)
def written(request: pytest.FixtureRequest, tmp_path: Path) -> Written:
    era, clock = request.param
    days = np.datetime64(FIRST[era]) + np.arange(0, 600, 8)
    phase = np.arange(0, 600, 8) % 365.0
    value = 0.2 + 0.6 * np.exp(-(((phase - 180.0) / 40.0) ** 2))
    lines = [f"{day}T{clock},{v:.4f}" for day, v in zip(days, value, strict=True)]
    path = tmp_path / "field.csv"
    path.write_text("\n".join(["time,ndvi", *lines]), encoding="utf-8")
    table = read_table(path)
    fit = fit_series(table.series[0], RECIPE, Request(as_of=float(table.series[0].time[-1])))
    write_results(tmp_path / "out", table, [fit])
    return Written(table, fit, tmp_path / "out", str(days[-1]))


def day(time: float | None) -> str:
    """By another road than the program's."""
    assert time is not None
    (written,) = np.datetime_as_string(np.array([np.floor(time)]).astype("datetime64[D]"))
    return str(written)


def test_that_stages_are_told_on_their_own_days(written: Written) -> None:
    rows = written.rows("stages.csv")
    assert len(rows) == len(written.fit.stages) > 0
    for row, stage in zip(rows, written.fit.stages, strict=True):
        assert row["as_of"] == written.last
        for name in ("date", "lower90", "upper90", "lower50", "upper50"):
            assert row[name] == day(getattr(stage, name))


def test_that_the_report_tells_their_own_days(written: Written) -> None:
    report = json.loads((written.folder / "report.json").read_text(encoding="utf-8"))
    dating = report["fits"][0]["dating"]
    assert dating["asked"]["as_of"] == written.last
    found = written.fit.dates.findings.candidates
    assert len(dating["seasons"]) == len(found) > 0
    for told, candidate in zip(dating["seasons"], found, strict=True):
        for name in ("start", "peak", "end"):
            assert told[name] == day(getattr(candidate.season, name))


def test_that_readings_keep_their_time_of_day(written: Written) -> None:
    times = iso_from_days(written.table.series[0].time)
    assert all(time.endswith(("T13:00:00", "T23:59:00")) for time in times)
    rows = written.rows("forecast.csv")
    assert [row["time"] for row in rows if row["observed"]] == times
    last = times[-1]
    assert {row["is_forecast"] for row in rows if row["time"] <= last} == {"false"}


def test_that_the_exported_script_tells_the_same_days(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fit = written.fit
    document = replace(
        Document(written.table, "", RECIPE, fit.request), fits={fit.series.group: fit}
    )
    path = tmp_path / "script.py"
    path.write_text(python_script(document).text, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", [str(path), str(tmp_path / "again")])
    runpy.run_path(str(path), run_name="__main__")
    again = replace(written, folder=tmp_path / "again")
    assert again.rows("stages.csv") == written.rows("stages.csv")


def test_that_undo_names_the_days_of_a_drawn_season() -> None:
    title = DrawSeason("", 18_000.9, 18_100.6).title
    assert title == f"draw a season from {day(18_000.0)} to {day(18_100.0)}"


def test_that_stages_of_days_without_an_hour_are_told_on_the_nearest(tmp_path: Path) -> None:
    days = np.datetime64("2020-01-03") + np.arange(0, 600, 8)
    value = 0.2 + 0.6 * np.exp(-((((days - days[0]).astype(float) % 365.0 - 180.0) / 40.0) ** 2))
    path = tmp_path / "field.csv"
    lines = [f"{day},{v:.4f}" for day, v in zip(days, value, strict=True)]
    path.write_text("\n".join(["time,ndvi", *lines]), encoding="utf-8")
    table = read_table(path)
    fit = fit_series(table.series[0], RECIPE)
    write_results(tmp_path / "out", table, [fit])
    told = Written(table, fit, tmp_path / "out", "").rows("stages.csv")
    late = [(stage.date or 0.0) % 1.0 >= 0.5 for stage in fit.stages]
    assert any(late)
    for row, stage in zip(told, fit.stages, strict=True):
        for name in ("date", "lower90", "upper90"):
            assert row[name] == day(getattr(stage, name) + 0.5)
