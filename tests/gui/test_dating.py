"""Dates in the window follow what a person says: no fit, no button."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from gpstudio.gui.window import Window
from gpstudio.session.facts import Seen
from gpstudio.session.field_commands import (
    DrawSeason,
    ExcludeReadings,
    NoteSeen,
    SetRequest,
    TakeFacts,
)
from gpstudio.session.request import Request

pytestmark = pytest.mark.gui
WHEAT = Request(stages="wheat", index="NDVI")


def many(folder: Path, fields: str = "ABC") -> Path:
    random = np.random.default_rng(0)
    days = np.datetime64("2020-10-01") + np.arange(0, 720, 8)
    lines = ["field,date,ndvi"]
    for place, name in enumerate(fields):
        for step, day in enumerate(days):
            time = 8.0 * step
            value = 0.2 + 0.02 * random.standard_normal()
            for middle in (220.0, 585.0):
                value += 0.6 * np.exp(-0.5 * ((time - middle - 3.0 * place) / 28.0) ** 2)
            lines.append(f"{name},{day},{value:.4f}")
    path = folder / "fields.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def test_that_a_crop_brings_its_stages_without_a_fit(
    qtbot: QtBot, window: Window, opened: Callable[[Path], None], fitted: Callable[[], None],
    tmp_path: Path,
) -> None:  # fmt: skip
    opened(many(tmp_path, "A"))
    fitted()
    before = window.desk.document.fit
    assert before is not None
    window.desk.do(SetRequest(WHEAT))
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=10_000)
    after = window.desk.document.fit
    assert after is not None
    assert after.posterior is before.posterior
    assert "heading" in {stage.stage for stage in after.stages}
    window.desk.undo()
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=10_000)
    assert "heading" not in {stage.stage for stage in window.desk.document.fit.stages}


def test_that_a_drawn_season_is_dated_at_once(
    qtbot: QtBot, window: Window, opened: Callable[[Path], None], fitted: Callable[[], None],
    tmp_path: Path,
) -> None:  # fmt: skip
    opened(many(tmp_path, "A"))
    fitted()
    season = window.desk.document.fit.seasons[0]
    start, end = season.start + 20.0, season.end - 10.0
    window.desk.do(DrawSeason("A", start, end))
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=10_000)
    first = window.desk.document.fit.seasons[0]
    assert (first.start, first.end) == (start, end)


def test_that_an_excluded_reading_asks_for_a_fit_and_undo_brings_the_old_one_back(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], tmp_path: Path
) -> None:
    opened(many(tmp_path, "A"))
    fitted()
    document = window.desk.document
    series = document.series
    assert series is not None
    window.desk.do(ExcludeReadings("A", ((float(series.time[4]), float(series.value[4])),)))
    assert not window.desk.document.curve_is_current
    window.desk.undo()
    assert window.desk.document.fit_is_current


def test_that_many_fields_are_fitted_and_learn_from_what_was_seen_in_some(
    qtbot: QtBot, window: Window, opened: Callable[[Path], None], tmp_path: Path
) -> None:
    opened(many(tmp_path))
    window.desk.do(SetRequest(WHEAT))
    with qtbot.waitSignal(window.desk.fitted_many, timeout=60_000) as done:
        window.desk.fit_many(["A", "B", "C"])
    assert len(done.args[0].fits) == 3
    assert set(window.desk.document.fits) == {"A", "B", "C"}
    before = _heading(window, "C")
    seen = {name: [s.peak + 15.0 for s in window.desk.document.fits[name].seasons] for name in "AB"}
    facts = {
        name: window.desk.document.facts_of(name).__class__(
            seen=tuple(Seen("heading", day) for day in days)
        )
        for name, days in seen.items()
    }
    window.desk.do(TakeFacts(facts, "observed dates"))
    qtbot.waitUntil(lambda: bool(window.desk.document.lessons), timeout=30_000)
    qtbot.waitUntil(lambda: _heading(window, "C") != before, timeout=30_000)
    peak = window.desk.document.fits["C"].seasons[0].peak
    assert abs(_heading(window, "C") - peak - 15.0) < abs(before - peak - 15.0)


def test_that_a_stage_noted_in_the_window_stands_beside_its_date(
    qtbot: QtBot, window: Window, opened: Callable[[Path], None], fitted: Callable[[], None],
    tmp_path: Path,
) -> None:  # fmt: skip
    opened(many(tmp_path, "A"))
    window.desk.do(SetRequest(WHEAT))
    fitted()
    season = window.desk.document.fit.seasons[0]
    window.desk.do(NoteSeen("A", "heading", season.name, season.peak + 4.0))
    qtbot.waitUntil(lambda: window.desk.document.fit_is_current, timeout=10_000)
    stage = next(s for s in window.desk.document.fit.stages if s.stage == "heading")
    assert stage.observed == season.peak + 4.0


def _heading(window: Window, group: str) -> float:
    stage = next(s for s in window.desk.document.fits[group].stages if s.stage == "heading")
    assert stage.date is not None
    return stage.date
