"""Fields that learnt together: a single fit, later readings, and learning anew, in the window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from alike_fields import field
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetRecipe
from gpstudio.session.field_commands import ExcludeReadings, SetRequest
from gpstudio.session.fitting import fit_series
from gpstudio.session.request import Request

from .conftest import PATIENCE

FIELDS = 8


@pytest.fixture
def fields(tmp_path: Path) -> Path:
    lines = ["field,day,level"]
    for seed in range(FIELDS):
        time, values, _ = field(seed, 20)
        lines += [
            f"F{seed},{t:.2f},{v:.4f}" for t, v in zip(time.tolist(), values.tolist(), strict=True)
        ]
    path = tmp_path / "fields.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture
def ready(window: Window, fields: Path) -> Callable[[], None]:
    """The table is open, with a model that is quick, and nothing to date."""

    def take() -> None:
        window.desk.take(read_table(fields, time="day", value="level", group="field"))
        window.desk.do(SetRecipe(Recipe.of(kernel="matern32", likelihood="gaussian")))
        window.desk.do(SetRequest(Request(stages="none")))

    return take


def test_that_a_single_fit_is_weighed_by_what_all_have_in_common(
    window: Window, ready: Callable[[], None], qtbot: QtBot
) -> None:
    desk = window.desk
    ready()
    with qtbot.waitSignal(desk.fitted, timeout=PATIENCE):
        window.commands["fit"].trigger()
    assert desk.document.fit is not None
    assert desk.document.fit.report.taught_by == 0  # nothing was learnt yet
    with qtbot.waitSignal(desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    known = desk.document.population
    assert known is not None
    assert {desk.document.state_of(group) for group in desk.document.fits} == {"current"}
    shown = " ".join(one.text() for one in window.model.findChildren(QLabel))
    assert "Learnt together from 8 fields" in shown
    series = desk.document.series
    assert series is not None
    out = ((float(series.time[2]), float(series.value[2])),)
    desk.do(ExcludeReadings(series.group, out))
    with qtbot.waitSignal(desk.fitted, timeout=PATIENCE):
        window.commands["fit"].trigger()
    document = desk.document
    assert document.population is known
    assert document.fit is not None
    assert document.series is not None
    again = fit_series(document.series, document.recipe, document.request, population=known)
    np.testing.assert_array_equal(document.fit.curve.mean, again.curve.mean)
    assert document.fit_is_current


def test_that_the_population_is_learnt_anew_when_asked_and_that_is_undone(
    window: Window, ready: Callable[[], None], qtbot: QtBot
) -> None:
    desk = window.desk
    ready()
    with qtbot.waitSignal(desk.fitted_many, timeout=PATIENCE):
        window.commands["fit_all"].trigger()
    before = desk.document.population
    series = desk.document.series
    assert series is not None
    assert before is not None
    window.commands["learn_population"].trigger()
    qtbot.waitUntil(lambda: not window.is_busy, timeout=PATIENCE)
    assert desk.document.population is before
    assert "same was learnt" in window.messages.sentence.text()
    desk.do(ExcludeReadings(series.group, ((float(series.time[2]), float(series.value[2])),)))
    with qtbot.waitSignal(desk.fitted_many, timeout=PATIENCE):
        window.commands["learn_population"].trigger()
    learnt = desk.document.population
    assert learnt is not None
    assert learnt != before
    assert {desk.document.state_of(group) for group in desk.document.fits} == {"current"}
    assert desk.history.undo_title == "learn the population anew"
    window.commands["undo"].trigger()
    assert desk.document.population is before
    assert desk.document.state_of(series.group) == "other curve"
    qtbot.waitUntil(lambda: "population is another one" in hint(window), timeout=PATIENCE)
    window.commands["redo"].trigger()
    assert desk.document.population is learnt


def hint(window: Window) -> str:
    return " ".join(one.text() for one in window.tools.findChildren(QLabel))


def test_that_who_cannot_learn_together_is_told(window: Window, season: Path, qtbot: QtBot) -> None:
    desk = window.desk
    desk.take(read_table(season))
    assert not window.commands["learn_population"].isEnabled()
    desk.do(SetRecipe(Recipe.of(kernel="rbf", learning="together")))
    qtbot.waitUntil(window.commands["learn_population"].isEnabled, timeout=PATIENCE)
    window.commands["learn_population"].trigger()
    qtbot.waitUntil(lambda: not window.is_busy, timeout=PATIENCE)
    assert desk.document.population is None
    assert "cannot learn together" in window.messages.sentence.text()
