"""Earlier seasons behind the shown one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import SECONDS, Series
from gpstudio.gui.curve.earlier import FEWEST_OF_FAN, EarlierSeasons, earlier_of
from gpstudio.gui.curve.foretold import foretold_of
from gpstudio.gui.plot import CurvePlot
from gpstudio.gui.theme import LIGHT
from gpstudio.gui.window import Window
from gpstudio.phenology.years import YEAR
from gpstudio.session.fitting import Fit, fit_series

from .conftest import Find
from .hand import Hand, place_of

YEARS = 7


@pytest.fixture(scope="module")
def fit() -> Fit:
    """Seven summers, each a bell that is 0.05 higher than the one before."""
    time = np.arange(17_000.0, 17_000.0 + YEARS * YEAR, 8.0)
    year, day = np.divmod(time - 17_000.0, YEAR)
    value = 0.1 + (0.4 + 0.05 * year) * np.exp(-0.5 * ((day - 180.0) / 30.0) ** 2)
    value += 0.005 * np.random.default_rng(4).standard_normal(len(time))
    recipe = Recipe().with_choice("kernel", "matern52").with_choice("learning", "ml2(restarts=0)")
    return fit_series(Series("a", time, value, "date", "ndvi", dated=True), recipe)


@pytest.fixture(scope="module")
def under_way(fit: Fit) -> Fit:
    """The same field on the day before its last peak."""
    last = fit.seasons[-1].peak - 1.0
    seen = fit.series.time <= last
    series = replace(fit.series, time=fit.series.time[seen], value=fit.series.value[seen])
    return fit_series(series, fit.recipe)


def earlier(fit: Fit, place: int) -> EarlierSeasons:
    found = earlier_of(fit, fit.seasons[place].name)
    assert found is not None
    return found


def test_that_earlier_seasons_stand_on_the_same_days(fit: Fit) -> None:
    found = earlier(fit, -2)
    names = [course.name for course in found.courses]
    assert names == sorted(names, reverse=True)
    assert len(names) == len(fit.seasons) - 2
    for back, course in enumerate(found.courses, start=1):
        top = found.time[int(np.nanargmax(course.height))]
        assert top == pytest.approx(fit.seasons[-2].peak, abs=4.0)
        wanted = 0.1 + 0.4 + 0.05 * (YEARS - 2 - back)
        assert np.nanmax(course.height) == pytest.approx(wanted, abs=0.02)


def test_that_a_course_is_the_curve_of_whole_years_before(fit: Fit) -> None:
    found = earlier(fit, -2)
    middle = len(found.time) // 2
    for back, course in enumerate(found.courses, start=1):
        before = found.time[middle] - back * YEAR
        there = np.interp(before, fit.curve.time, fit.curve.mean)
        assert course.height[middle] == pytest.approx(there, abs=2e-3)


def test_that_without_whole_seasons_the_years_themselves_are_moved(fit: Fit) -> None:
    bare = fit.with_dates(replace(fit.dates, pasts=(), ahead=None))
    found = earlier(bare, -2)
    middle = len(found.time) // 2
    for back, course in enumerate(found.courses, start=1):
        before = found.time[middle] - back * YEAR
        there = np.interp(before, fit.curve.time, fit.curve.mean)
        assert course.height[middle] == pytest.approx(there)
        assert int(course.name) in range(2016, 2024)


def test_that_the_season_under_way_is_drawn_to_its_end_as_it_is_foretold(
    under_way: Fit, qtbot: QtBot
) -> None:
    ahead, found = under_way.dates.ahead, foretold_of(under_way)
    assert ahead is not None
    assert found is not None
    assert found.time[0] >= under_way.series.time[-1]
    assert found.time[-1] == ahead.time[-1]
    assert (np.diff(found.posterior, axis=0) >= 0.0).all()
    place = len(found.time) // 2
    draws = ahead.drawn.posterior[ahead.time == found.time[place]][0]
    assert found.posterior[2, place] == pytest.approx(np.median(draws))
    assert found.posterior[4, place] == pytest.approx(np.quantile(draws, 0.95))
    plot = CurvePlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(700, 400)
    plot.show_field(under_way.series, under_way, False, ahead.season.name)
    assert plot.foretold.posterior.is_drawn
    assert not plot.foretold.prior.is_drawn
    assert plot.box.viewRange()[0][1] >= ahead.time[-1] * SECONDS
    plot.show_earlier(True)
    assert plot.foretold.prior.is_drawn
    marks = [mark for mark, _ in plot.tags.seats if mark.is_forecast]
    assert marks
    for mark in marks:
        middle = np.interp(mark.x / SECONDS, found.time, found.posterior[2])
        assert mark.height == pytest.approx(middle, abs=0.02)
    plot.close_work()


def test_that_the_fan_holds_the_years_quantiles(fit: Fit) -> None:
    found = earlier(fit, -1)
    assert len(found.courses) >= FEWEST_OF_FAN
    fan = found.fan
    assert fan is not None
    heights = np.array([course.height for course in found.courses])
    middle = len(found.time) // 2
    assert fan[2, middle] == pytest.approx(np.median(heights[:, middle]))
    assert (np.diff(fan[:, np.isfinite(fan[0])], axis=0) >= 0.0).all()


def test_that_few_years_make_no_fan(fit: Fit) -> None:
    found = earlier(fit, 2)
    assert len(found.courses) == 2 < FEWEST_OF_FAN
    assert found.fan is None


def test_that_the_first_season_has_none_before_it(fit: Fit) -> None:
    assert earlier_of(fit, fit.seasons[0].name) is None
    assert earlier_of(fit, "1950") is None


def test_that_the_plot_draws_a_fan_or_every_year(fit: Fit, qtbot: QtBot) -> None:
    plot = CurvePlot(LIGHT)
    qtbot.addWidget(plot)
    plot.resize(700, 400)
    plot.show_field(fit.series, fit, False, fit.seasons[-1].name)
    assert plot.earlier.outer.boundingRect().isEmpty()
    plot.show_earlier(True)
    assert not plot.earlier.outer.boundingRect().isEmpty()
    assert plot.earlier.outer.boundingRect().contains(plot.earlier.inner.boundingRect())
    assert plot.earlier.lines.count == 1
    plot.show_field(fit.series, fit, False, fit.seasons[2].name)
    assert plot.earlier.outer.boundingRect().isEmpty()
    assert plot.earlier.lines.count == 2
    plot.show_earlier(False)
    assert plot.earlier.lines.count == 0
    plot.close_work()


def test_that_the_crosshair_tells_what_earlier_years_had_on_that_day(
    window: Window,
    opened: Callable[[Path], None],
    fitted: Callable[[], None],
    sample: Path,
    find: Find,
    qtbot: QtBot,
) -> None:
    opened(sample)
    fitted()
    find(QToolButton, "show_earlier_tool").click()
    window.commands["show_season"].trigger()
    fit = window.desk.document.fit
    assert fit is not None
    day = fit.seasons[-1].peak - 10.0
    Hand(window.plot, qtbot).hover(place_of(window.plot, day * SECONDS, 0.25))
    description = window.plot.pointing.readout.description
    assert description is not None
    line = next(line for line in description.lines if line.startswith("that day in"))
    assert [part.split()[-2] for part in line.split(",")] == ["2021b", "2020b"]
