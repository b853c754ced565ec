"""Bands, draws, residuals and views of the plot, and its figure in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.series import SECONDS, Series
from gpstudio.gui.curve.numbers import DRAWS, half_band, half_band_at_once, some_draws
from gpstudio.gui.curve.sampling import cut, envelope, sampled
from gpstudio.gui.curve.views import Views
from gpstudio.gui.export import picture_of, save_pdf, save_png, save_svg
from gpstudio.gui.window import Window
from gpstudio.session.fitting import Fit, fit_series

from .conftest import PATIENCE, Find
from .hand import Hand, place_of


@pytest.fixture
def shown(
    window: Window, opened: Callable[[Path], None], fitted: Callable[[], None], season: Path
) -> Window:
    """The field North with its fit."""
    opened(season)
    fitted()
    return window


@pytest.fixture
def hand(shown: Window, qtbot: QtBot) -> Hand:
    return Hand(shown.plot, qtbot)


def fit_of(window: Window) -> Fit:
    fit = window.desk.document.fit
    assert fit is not None
    return fit


def view_of(window: Window) -> tuple[float, float]:
    left, right = window.plot.box.viewRange()[0]
    return left, right


def until_quiet(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.plot.extras.is_busy, timeout=PATIENCE)


def small_fit(learning: str) -> Fit:
    time = np.arange(0.0, 60.0, 3.0)
    value = 0.45 + 0.4 * np.sin(time / 6.0)
    value += 0.04 * np.random.default_rng(2).standard_normal(len(time))
    series = Series("a", time, value, "day", "ndvi", dated=False)
    recipe = Recipe().with_choice("kernel", "matern32").with_choice("learning", learning)
    return fit_series(series, recipe)


def test_that_the_50_percent_band_of_a_normal_is_that_of_its_quantiles() -> None:
    fit = small_fit("ml2(restarts=0)")
    at_once = half_band_at_once(fit)
    assert at_once is not None
    lower, upper = fit.posterior.interval(fit.curve.time[:, None], 0.5)
    np.testing.assert_allclose(at_once.lower, lower, rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(at_once.upper, upper, rtol=1e-6, atol=1e-9)


def test_that_the_50_percent_band_of_a_mixture_is_not_guessed() -> None:
    fit = small_fit("averaged")
    assert half_band_at_once(fit) is None
    band = half_band(fit)
    lower, upper = fit.posterior.interval(fit.curve.time[:, None], 0.5)
    np.testing.assert_allclose(band.lower, lower)
    np.testing.assert_allclose(band.upper, upper)
    assert (band.lower > fit.curve.lower).all()
    assert (band.upper < fit.curve.upper).all()


def test_that_half_of_the_draws_lie_in_the_50_percent_band() -> None:
    fit = small_fit("averaged")
    band = half_band(fit)
    (draws,) = fit.posterior.draws_in([fit.curve.time], 400, 1)
    inside = (draws >= band.lower[:, None]) & (draws <= band.upper[:, None])
    assert inside.mean() == pytest.approx(0.5, abs=0.05)
    some = some_draws(fit)
    assert some.curves.shape == (len(some.time), DRAWS)


def test_that_the_50_percent_band_is_drawn_inside_the_95_percent_band(
    shown: Window, qtbot: QtBot
) -> None:
    until_quiet(shown, qtbot)
    half, whole = (i.boundingRect() for i in (shown.plot.extras.half, shown.plot.curve_band))
    assert not half.isEmpty()
    assert whole.contains(half)


def test_that_draws_come_when_they_are_wanted_and_go_when_not(
    shown: Window, find: Find, qtbot: QtBot
) -> None:
    lines = shown.plot.extras.draws
    assert lines.count == 0
    find(QToolButton, "show_draws_tool").click()
    qtbot.waitUntil(lambda: lines.count == DRAWS, timeout=PATIENCE)
    assert shown.commands["show_draws"].isChecked()
    find(QToolButton, "show_draws_tool").click()
    assert lines.count == 0


def test_that_dates_that_change_keep_the_draws(shown: Window, qtbot: QtBot) -> None:
    shown.commands["show_draws"].trigger()
    lines = shown.plot.extras.draws
    qtbot.waitUntil(lambda: lines.count == DRAWS, timeout=PATIENCE)
    season = fit_of(shown).seasons[0]
    shown.plot.ends.set_end(0, season.start + 5)
    qtbot.waitUntil(lambda: shown.desk.document.fit_is_current, timeout=PATIENCE)
    assert lines.count == DRAWS
    assert not shown.plot.extras.is_busy


def test_that_residuals_are_shown_below_and_go_with_the_curve(
    shown: Window, find: Find, qtbot: QtBot, hand: Hand
) -> None:
    find(QToolButton, "show_residuals_tool").click()
    residuals = shown.curve.residuals
    assert residuals is not None
    assert residuals.isVisible()
    qtbot.wait(50)
    np.testing.assert_allclose(residuals.dots._y, fit_of(shown).residuals)
    shown.commands["show_season"].trigger()
    assert residuals.box.viewRange()[0] == pytest.approx(view_of(shown), rel=1e-3)
    time = fit_of(shown).series.time[3] * SECONDS
    above = place_of(shown.plot, time, 0.5).x() + shown.plot.mapToGlobal(QPoint()).x()
    below = residuals.box.mapViewToScene(residuals.dots.boundingRect().center())
    assert below is not None
    at = residuals.levels.across(time) + residuals.box.sceneBoundingRect().left()
    assert at + residuals.mapToGlobal(QPoint()).x() == pytest.approx(above, abs=2.0)
    hand.hover(place_of(shown.plot, time, 0.5))
    assert residuals.crosshair.isVisible()
    find(QToolButton, "show_residuals_tool").click()
    assert not residuals.isVisible()


def test_that_one_goes_back_to_where_one_looked_and_forward_again(
    shown: Window, find: Find, hand: Hand, qtbot: QtBot
) -> None:
    back, forward = find(QToolButton, "view_back_tool"), find(QToolButton, "view_forward_tool")
    whole = view_of(shown)
    assert not back.isEnabled()
    place = place_of(shown.plot, fit_of(shown).series.time[4] * SECONDS, 0.3)
    hand.wheel(place, 3)
    qtbot.waitUntil(back.isEnabled, timeout=PATIENCE)
    near = view_of(shown)
    assert near[1] - near[0] < whole[1] - whole[0]
    hand.drag([place, place - QPoint(60, 0)])
    qtbot.waitUntil(lambda: view_of(shown)[0] > near[0], timeout=PATIENCE)
    back.click()
    assert view_of(shown) == pytest.approx(near)
    back.click()
    assert view_of(shown) == pytest.approx(whole)
    assert not back.isEnabled()
    forward.click()
    assert view_of(shown) == pytest.approx(near)
    shown.commands["show_whole"].trigger()
    assert not forward.isEnabled()


def test_that_views_are_remembered_as_in_a_browser() -> None:
    views = Views()
    assert views.back() is None
    views.begin((0.0, 10.0))
    views.note((0.0, 10.0))
    assert not views.can_go_back
    views.note((2.0, 3.0))
    views.note((4.0, 5.0))
    assert views.back() == (2.0, 3.0)
    assert views.back() == (0.0, 10.0)
    assert views.back() is None
    assert views.forward() == (2.0, 3.0)
    views.note((7.0, 8.0))
    assert views.forward() is None
    assert views.back() == (2.0, 3.0)


def test_that_the_whole_height_of_everything_is_in_view_below_the_names(shown: Window) -> None:
    low, high = shown.plot.box.viewRange()[1]
    curve = fit_of(shown).curve
    assert low < curve.reading_lower.min()
    assert shown.plot.stages.signs.down(float(curve.reading_upper.max())) >= 0.0
    tags, top = shown.plot.tags, shown.plot.box.sceneBoundingRect().top()
    assert all(tags.mapRectToScene(box).bottom() <= top for _, box in tags.seats)
    assert high > curve.reading_upper.max()


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_that_a_figure_shows_the_residuals_too_where_they_are_shown(
    shown: Window, kind: str, tmp_path: Path, qtbot: QtBot
) -> None:
    sizes = []
    for name in ("alone", "both"):
        path = tmp_path / f"{name}.{kind}"
        {"png": save_png, "svg": save_svg, "pdf": save_pdf}[kind](shown.curve, path)
        sizes.append(path.stat().st_size)
        shown.commands["show_residuals"].trigger()
        qtbot.wait(50)
    assert min(sizes) > 1_000
    written = (tmp_path / f"both.{kind}").read_bytes()
    assert written.startswith({"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[kind])
    if kind == "svg":
        words = " ".join(ElementTree.fromstring(written).itertext())
        assert "residual" in words


def test_that_nothing_of_a_drawing_lies_outside_the_plot(
    shown: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    """SVG hides nothing: what would be drawn outside is not drawn."""
    shown.plot.setXRange(*(fit_of(shown).series.time[[2, 5]] * SECONDS), padding=0)
    shown.plot.choose_stage("2021", "senescence")
    path = tmp_path / "figure.svg"
    save_svg(shown.curve, path)
    box = shown.plot.box.sceneBoundingRect()
    places = []
    for element in ElementTree.parse(path).getroot().iter():
        points = element.get("points", "").split()
        places += [float(point.split(",")[0]) for point in points]
    curved = np.array([x for x in places if x > box.left() + 1.0])
    assert len(curved) > 50
    assert curved.max() <= box.right() + 12.0


def test_that_the_crosshair_is_not_in_the_figure(shown: Window, hand: Hand) -> None:
    before = picture_of(shown.plot)
    hand.hover(place_of(shown.plot, fit_of(shown).series.time[4] * SECONDS, 0.3))
    assert shown.plot.pointing.readout.isVisible()
    assert picture_of(shown.plot) == before


def test_that_a_copied_figure_is_a_picture_on_the_clipboard(shown: Window) -> None:
    size = shown.plot.viewport().size()
    shown.commands["copy_figure"].trigger()
    assert QGuiApplication.clipboard().image().size() == 2 * size


def test_that_downsampling_keeps_extremes_ends_and_order() -> None:
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0.0, 1_000.0, 100_000))
    y = np.cumsum(random.standard_normal(100_000))
    y[31_234] += 500.0
    places = sampled(x, y, 100.0, 900.0, 1.0)
    assert (np.diff(places) > 0).all()
    assert len(places) <= 4 * 802
    inside = (x >= 100.0) & (x <= 900.0)
    for column in range(101, 899, 37):
        here = inside & (np.floor(x) == column)
        kept = here[places]
        assert y[places][kept].max() == y[here].max()
        assert y[places][kept].min() == y[here].min()
        assert y[places][kept][0] == y[here][0]
        assert y[places][kept][-1] == y[here][-1]
    assert 31_234 in places


def test_that_few_points_are_all_drawn_with_one_beyond_each_edge() -> None:
    x = np.arange(100.0)
    assert sampled(x, x, 20.0, 30.0, 0.01).tolist() == list(range(19, 32))


def test_that_a_band_of_many_points_keeps_its_outermost_edges() -> None:
    x = np.linspace(0.0, 100.0, 50_001)
    wave = np.sin(40.0 * x)
    places, lower, upper = envelope(x, wave - 1.0, wave + 1.0, 0.0, 100.0, 0.5)
    assert len(places) < 1_000
    assert lower[:-2].max() < -1.9
    assert upper[:-2].min() > 1.9
    assert (places[0], places[-1]) == (0.0, 100.0)


def test_that_what_is_cut_ends_on_the_edges() -> None:
    x = np.array([0.0, 1.0, 2.0])
    places, heights = cut(x, 0.5, 1.5, 10.0 * x)
    assert places.tolist() == [0.5, 1.0, 1.5]
    assert heights.tolist() == [5.0, 10.0, 15.0]
    assert len(cut(x, 5.0, 6.0, x)[0]) == 0
