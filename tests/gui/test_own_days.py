"""Readings with a time of day: the window tells their own day, and the hour where it is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gpstudio.data.series import Clock, days_from_dates
from gpstudio.gui.date_axis import DAY, labels, step_for, ticks
from gpstudio.gui.days import day_text
from gpstudio.gui.pages.stages import StagesPage
from gpstudio.gui.report_pdf.write import write_reports
from gpstudio.gui.season.stage_model import PASSED
from gpstudio.gui.window import Window
from gpstudio.gui.words import time_text
from gpstudio.session.commands import SetChoice
from gpstudio.session.field_commands import SetRequest

from .conftest import PATIENCE
from .pdf_reading import Document

pytestmark = pytest.mark.gui
LAST = "2021-08-17"


@pytest.fixture(params=["13:00", "23:59"])
def shown(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    request: pytest.FixtureRequest,
    tmp_path: Path,
) -> Window:
    """A bell a year, read every eight days at this time of day, the last time on ``LAST``."""
    days = np.arange(np.datetime64(LAST) - 592, np.datetime64(LAST) + 1, 8)
    phase = (days - np.datetime64("2020-01-01")).astype(float) % 365.0
    value = 0.2 + 0.6 * np.exp(-(((phase - 150.0) / 40.0) ** 2))
    lines = [f"{day}T{request.param},{v:.4f}" for day, v in zip(days, value, strict=True)]
    path = tmp_path / "field.csv"
    path.write_text("\n".join(["time,ndvi", *lines]), encoding="utf-8")
    opened(path)
    window.desk.do(SetChoice("kernel", "matern52(40)"))
    window.desk.do(SetChoice("learning", "fixed"))
    fitted()
    return window


def test_that_what_is_asked_is_told_of_the_day_of_the_last_reading(shown: Window) -> None:
    assert shown.season.form.as_of.placeholderText() == f"{LAST}, the last reading"
    model = shown.pages[StagesPage].view.table.stages
    assert model.asked_of == LAST
    heading = str(model.headerData(PASSED, Qt.Orientation.Horizontal))
    assert heading.endswith(f" by {LAST}")


def test_that_the_report_on_paper_tells_the_same_days(shown: Window, tmp_path: Path) -> None:
    fit = shown.desk.document.fit
    assert fit is not None
    written = {one.text for one in Document(write_reports(tmp_path / "a.pdf", [fit])).written(0)}
    newest = [stage for stage in fit.stages if stage.season == fit.seasons[-1].name]
    for stage in newest:
        times = np.floor(np.array([stage.date, stage.lower90, stage.upper90], dtype=float))
        day, lower, upper = map(str, times.astype(int).astype("datetime64[D]"))
        assert day in written
        assert f"{lower[5:]} to {upper[5:]}" in written
    assert newest


def test_that_a_day_that_is_asked_about_may_have_a_time(shown: Window, qtbot: QtBot) -> None:
    time = float(days_from_dates(["2021-07-01T23:00"])[0])
    shown.desk.do(SetRequest(replace(shown.desk.document.request, as_of=time)))
    qtbot.waitUntil(lambda: shown.desk.document.fit_is_current, timeout=PATIENCE)
    assert shown.season.form.as_of.text() == "2021-07-01"
    assert shown.pages[StagesPage].view.table.stages.asked_of == "2021-07-01"


@pytest.mark.parametrize("time", ["2021-07-01T13:00", "1969-06-30T23:59", "1960-02-29T00:00"])
def test_that_one_time_is_one_day_wherever_it_is_told(time: str) -> None:
    (number,) = days_from_dates([time])
    assert time_text(float(number), Clock.HOURS) == day_text(float(number)) == time[:10]


def test_that_ticks_of_days_stand_at_their_midnights_also_before_1970() -> None:
    first, last = days_from_dates(["1969-06-29T13:00", "1969-07-01T23:59"]) * DAY
    found = ticks(float(first), float(last), step_for(DAY))
    assert (found % DAY == 0.0).all()
    assert labels(found, DAY) == ["30 Jun 1969", "1 Jul"]
