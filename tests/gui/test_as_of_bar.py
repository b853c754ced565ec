"""The slider over the season: what was known on a day, live, without asking the document."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.hiding import FEWEST
from gpstudio.data.table import read_table
from gpstudio.gui.curve.as_of_bar import BEFORE
from gpstudio.gui.window import Window
from gpstudio.session.commands import SelectField, SetRecipe
from gpstudio.session.fitting import fit_series

from .conftest import PATIENCE

RECIPE = Recipe.of(kernel="0.1 * matern32(60)", likelihood="gaussian(0.0004)", learning="fixed")


@pytest.fixture
def fitted(window: Window, season: Path, qtbot: QtBot) -> Window:
    desk = window.desk
    desk.take(read_table(season))
    desk.do(SetRecipe(RECIPE))
    desk.fit()
    qtbot.waitUntil(lambda: desk.document.fit is not None and not desk.is_busy, timeout=PATIENCE)
    window.commands["show_as_of"].trigger()
    return window


def slide(window: Window, qtbot: QtBot, place: int) -> float:
    bar = window.curve.as_of
    bar.slider.setValue(place)
    day = bar.day
    assert day is not None

    def there() -> bool:
        fit = window.desk.looked_back
        return fit is not None and fit.request.as_of == day

    qtbot.waitUntil(there, timeout=PATIENCE)
    return day


def test_that_the_slider_runs_over_the_shown_season(fitted: Window) -> None:
    bar, fit = fitted.curve.as_of, fitted.desk.document.fit
    assert fit is not None
    assert bar.isVisible()
    chosen = fit.seasons[-1]
    first = max(fit.series.time[FEWEST - 1], chosen.start - BEFORE)
    last = min(fit.series.time[-1], chosen.end)
    assert bar.slider.maximum() == pytest.approx(last - first, abs=2.0)
    assert bar.day is None
    assert not bar.keep.isEnabled()


def test_that_what_is_shown_is_what_was_known_then_and_nothing_was_asked(
    fitted: Window, qtbot: QtBot
) -> None:
    desk, bar = fitted.desk, fitted.curve.as_of
    before, shown = desk.document, fitted.season_shown
    day = slide(fitted, qtbot, bar.slider.maximum() // 2)
    fit = desk.shown_fit
    assert fit is not None
    assert desk.document is before  # a look is no step
    series = before.series
    assert series is not None
    known = series.time <= day
    assert 0 < known.sum() < len(series)
    assert np.array_equal(fit.series.time, series.time[known])
    alone = fit_series(series, RECIPE, fit.request, before.facts_of(before.selected))
    assert np.array_equal(alone.curve.mean, fit.curve.mean)
    assert [stage.date for stage in alone.stages] == [stage.date for stage in fit.stages]
    bar.leave()
    assert desk.shown_fit is before.fit
    assert fitted.season_shown == shown


def test_that_a_look_goes_with_the_field_the_model_and_the_bar(
    fitted: Window, qtbot: QtBot
) -> None:
    desk, bar = fitted.desk, fitted.curve.as_of
    assert desk.document.table is not None
    slide(fitted, qtbot, bar.slider.maximum() // 2)
    fitted.point_at(desk.document.table.groups[1])
    assert desk.looked_back is None
    fitted.do(SelectField(desk.document.table.groups[0]))
    assert bar.day is None  # another field's slider begins at its end
    slide(fitted, qtbot, bar.slider.maximum() // 2)
    fitted.do(SetRecipe(Recipe.of(kernel="matern32", learning="fixed")))
    assert desk.looked_back is None
    desk.undo()
    fitted.commands["show_as_of"].trigger()
    assert desk.looked_back is None
    assert not bar.isVisible()


def test_that_the_day_can_be_asked_of_all_fields(fitted: Window, qtbot: QtBot) -> None:
    day = slide(fitted, qtbot, fitted.curve.as_of.slider.maximum() // 2)
    qtbot.mouseClick(fitted.curve.as_of.keep, Qt.MouseButton.LeftButton)
    assert fitted.desk.document.request.as_of == day
    assert fitted.desk.looked_back is None
    assert fitted.desk.history.undo_title == "change the day that is asked about"
    qtbot.waitUntil(lambda: not fitted.is_busy, timeout=PATIENCE)
