"""One contract for every plot of a fit; a new plot takes one row in ``ROWS``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference import innovations
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.data.table import read_table
from gpstudio.gui import curve_items
from gpstudio.gui.canvas import Canvas
from gpstudio.gui.curve.panel import CurvePanel
from gpstudio.gui.curve_items import Band, CurveLine
from gpstudio.gui.date_axis import DateAxis
from gpstudio.gui.dots import Dots
from gpstudio.gui.main import make_application
from gpstudio.gui.plot import CurvePlot
from gpstudio.gui.plots import PLOTS, FitPlot
from gpstudio.gui.plots.view import PlotView
from gpstudio.gui.theme import DARK, LIGHT
from gpstudio.resources import SAMPLE, resource
from gpstudio.session import diagnostics
from gpstudio.session.fitting import Fit, fit_series

from .conftest import PATIENCE
from .plain_numbers import RECIPE, PlainNumbers, plain_numbers


def dots_as_far_as_the_residuals(plot: Any, fit: Fit) -> None:
    (dots,) = [item for item in plot.items if isinstance(item, Dots)]
    assert dots.dataBounds(1) == (fit.residuals.min(), fit.residuals.max())


def one(plot: Any, kind: type) -> Any:
    (item,) = [item for item in plot.items if isinstance(item, kind)]
    return item


def dots_as_far_as_the_left_out_residuals(plot: Any, fit: Fit) -> None:
    expected = diagnostics.left_out(fit)
    assert one(plot, Dots).dataBounds(1) == (expected.min(), expected.max())


def bars_of_all_readings(plot: Any, fit: Fit) -> None:
    heights = one(plot, pg.BarGraphItem).opts["height"]
    assert heights.sum() == pytest.approx(100.0)
    low, high = one(plot, pg.LinearRegionItem).getRegion()
    assert low < 10.0 < high


def dots_about_a_line(plot: Any, fit: Fit) -> None:
    expected = diagnostics.normal_quantiles(fit)
    assert one(plot, Dots).dataBounds(1) == (expected.found[0], expected.found[-1])
    assert one(plot, CurveLine).size == len(fit.series)


def a_few_curves_in_a_band(plot: Any, fit: Fit) -> None:
    curves = [item for item in plot.items if isinstance(item, CurveLine)]
    assert len(curves) == diagnostics.CURVES
    assert one(plot, Band).boundingRect().width() > 0


def an_image_with_its_colour_bar(plot: Any, fit: Fit) -> None:
    image = one(plot, pg.ImageItem)
    assert image.image.shape == (diagnostics.PICTURE_POINTS,) * 2
    (bar,) = [item for item in plot.childItems() if isinstance(item, pg.ColorBarItem)]
    assert bar.levels()[1] == pytest.approx(np.abs(image.image).max())
    assert isinstance(plot.getAxis("left"), DateAxis)


def bars_within_limits(plot: Any, fit: Fit) -> None:
    expected = diagnostics.autocorrelation(fit)
    bars = one(plot, pg.BarGraphItem)
    assert bars.opts["height"] == pytest.approx(expected.found)
    assert one(plot, Band).boundingRect().width() > 0
    assert "by chance" in plot.getAxis("bottom").labelText


def a_rising_line_for_each_start(plot: Any, fit: Fit) -> None:
    curves = [item for item in plot.items if isinstance(item, CurveLine)]
    assert len(curves) == len(fit.report.climbs.heights) == 3
    assert plot.getAxis("left").labelText == "log evidence"
    assert "3 starts, ends within" in plot.getAxis("bottom").labelText
    highest = max(item.dataBounds(1)[1] for item in plot.items if isinstance(item, Dots))
    assert highest == pytest.approx(fit.report.log_evidence)


def a_falling_line(plot: Any, fit: Fit) -> None:
    left = diagnostics.solver_residuals(fit).found
    low, high = one(plot, Dots).dataBounds(1)
    assert one(plot, CurveLine).size == len(left) > 5
    assert (low, high) == pytest.approx((np.log10(left.min()), np.log10(left.max())))
    assert plot.getAxis("bottom").labelText.startswith("iterations of cg")


def rows_of_dots_of_the_same_colours(plot: Any, fit: Fit) -> None:
    layer, whole = [item for item in plot.items if isinstance(item, pg.ScatterPlotItem)]
    assert [dot.brush().color() for dot in layer.points()] == [
        dot.brush().color() for dot in whole.points()
    ]
    assert len(layer.points()) == 200
    assert whole.dataBounds(1)[0] == pytest.approx(1.0)


ROWS: dict[str, Callable[[Any, Fit], None]] = {
    "residuals": dots_as_far_as_the_residuals,
    "left_out": dots_as_far_as_the_left_out_residuals,
    "pit": bars_of_all_readings,
    "quantiles": dots_about_a_line,
    "prior_draws": a_few_curves_in_a_band,
    "posterior_draws": a_few_curves_in_a_band,
    "prior_covariance": an_image_with_its_colour_bar,
    "posterior_covariance": an_image_with_its_colour_bar,
    "autocorrelation": bars_within_limits,
    "convergence": a_rising_line_for_each_start,
    "solver": a_falling_line,
    "layers": rows_of_dots_of_the_same_colours,
}
"""What must be seen in the plot, by its name."""
Pairs = Callable[[PlainNumbers], tuple[Floats, Floats]]
PAIRS: dict[str, Pairs] = {
    "residuals": lambda numbers: (numbers.time, numbers.residual),
    "left_out": lambda numbers: (numbers.time, numbers.left_out),
    "quantiles": lambda numbers: numbers.ranked,
    "prior_draws": lambda numbers: (numbers.time, numbers.value),
    "posterior_draws": lambda numbers: (numbers.time, numbers.value),
}
"""Of a plot with a dot for each reading: where the dots must be, by other means than the plot's."""


LEARNT = Recipe.of(kernel="matern32", learning="ml2(restarts=2)")
LAYERED = Recipe.of(
    kernel="deep(0.05*matern32(40))", approximation="inducing(points=20)", learning="fixed"
)
ITERATED = Recipe.of(
    kernel="0.1*matern32(40)",
    likelihood="gaussian(0.005)",
    learning="fixed",
    approximation="exact",
    solver="cg(preconditioner=none)",
)
RECIPES = {"convergence": LEARNT, "solver": ITERATED, "layers": LAYERED}
"""Of plots of what a fit with given numbers, solved at once, does not have."""


USUAL = RECIPE


@lru_cache
def fitted(recipe: Recipe) -> Fit:
    return fit_series(read_table(resource(*SAMPLE)).series[0], recipe)


@pytest.fixture
def fit(request: pytest.FixtureRequest) -> Fit:
    """That a plot can be made of."""
    if "view" not in request.fixturenames:
        return fitted(USUAL)
    name = request.getfixturevalue("view").objectName().removeprefix("plot_")
    return fitted(RECIPES.get(name, USUAL))


@pytest.fixture(params=list(ROWS))
def view(request: pytest.FixtureRequest, qtbot: QtBot) -> PlotView:
    make_application()
    view = PlotView(PLOTS[request.param], LIGHT)
    qtbot.addWidget(view)
    view.resize(700, 300)
    return view


def test_that_every_plot_has_a_row() -> None:
    assert set(ROWS) == set(PLOTS.names)


def shown(view: PlotView, fit: Fit, qtbot: QtBot) -> None:
    """Show the plot and wait until its numbers are there."""
    view.show_fit(fit)
    view.show()
    qtbot.waitUntil(lambda: view.getPlotItem().items != [], timeout=PATIENCE)


def test_that_a_plot_draws_what_it_should_and_follows_the_theme(
    view: PlotView, fit: Fit, qtbot: QtBot
) -> None:
    shown(view, fit, qtbot)
    for theme in (LIGHT, DARK):
        view.set_theme(theme)
        ROWS[view.objectName().removeprefix("plot_")](view.getPlotItem(), fit)
        assert view.backgroundBrush().color().name() == theme.card


def test_that_a_plot_with_a_dot_for_each_reading_says_so_and_has_a_row(
    view: PlotView, fit: Fit, qtbot: QtBot
) -> None:
    name = view.objectName().removeprefix("plot_")
    shown(view, fit, qtbot)
    kind, items = PLOTS[name], view.getPlotItem().items
    counts = [len(item.places[0]) for item in items if isinstance(item, Dots)]
    of_readings = bool(counts) and (kind.along_time or len(fit.series) in counts)
    assert kind.one_dot_a_reading == of_readings, f"'{name}' has dots of readings: say so"
    assert kind.one_dot_a_reading == (name in PAIRS), f"where must the dots of '{name}' be?"


def misplaced(name: str, plot: Any, numbers: PlainNumbers) -> list[str]:
    """What is wrong with the dots of a plot, reading by reading."""
    found, wanted = one(plot, Dots).places, PAIRS[name](numbers)
    if len(found[0]) != len(wanted[0]):
        return [f"'{name}' has {len(found[0])} dots for {len(wanted[0])} readings"]
    # readings of one day may stand in any order
    dots, readings = (sorted(zip(x.tolist(), y.tolist(), strict=True)) for x, y in (found, wanted))
    return [
        f"'{name}' shows a dot at {dot}, where the reading is at {reading}: dots must be paired "
        f"with their own readings"
        for dot, reading in zip(dots, readings, strict=True)
        if not np.allclose(dot, reading, rtol=1e-9, atol=1e-8)
    ]


@pytest.mark.parametrize("name", list(PAIRS))
def test_that_every_dot_is_paired_with_its_own_reading_also_of_the_next_field(
    name: str, qtbot: QtBot, tmp_path: Path
) -> None:
    sample, other = resource(*SAMPLE), tmp_path / "other.csv"
    rows = sample.read_text(encoding="utf-8").splitlines()
    other.write_text("\n".join([rows[0], *rows[1::2]]), encoding="utf-8")
    make_application()
    view = PlotView(PLOTS[name], LIGHT)
    qtbot.addWidget(view)
    view.show()
    for path in (sample, other):
        with qtbot.waitSignal(view.drawn, timeout=PATIENCE):
            view.show_fit(fit_series(read_table(path).series[0], RECIPE))
        numbers = plain_numbers(path, "date", "ndvi")
        assert misplaced(name, view.getPlotItem(), numbers) == []


def test_that_the_curve_and_the_residuals_below_it_speak_of_the_reading_under_the_mouse(
    qtbot: QtBot,
) -> None:
    make_application()
    panel, numbers = CurvePanel(LIGHT), plain_numbers(resource(*SAMPLE), "date", "ndvi")
    qtbot.addWidget(panel)
    panel.resize(1000, 500)
    panel.show_residuals(True)
    fit = fitted(USUAL)
    panel.show_field(fit.series, fit, False, "")
    panel.show()
    QApplication.processEvents()
    plot, below = panel.plot, panel.residuals
    assert below is not None
    for dots, wanted in ((plot.readings.used, numbers.value), (below.dots, numbers.residual)):
        found = sorted(zip(*(part.tolist() for part in dots.places), strict=True))
        expected = sorted(zip(numbers.time.tolist(), wanted.tolist(), strict=True))
        np.testing.assert_allclose(found, expected, err_msg="dots are paired with other readings")
    alone = [place for place, t in enumerate(numbers.time) if np.sum(numbers.time == t) == 1]
    for place in alone[3::12]:
        x, y = float(numbers.time[place]), float(numbers.value[place])
        plot.box.pointed.emit(plot.box.mapFromView(QPointF(x, y)))
        day = date.fromtimestamp(0) + timedelta(seconds=x)
        QApplication.processEvents()
        assert heading_of(plot) == f"Reading of {day}: {y:.3f}"
    plot.close_work()


def heading_of(plot: CurvePlot) -> str:
    description = plot.pointing.readout.description
    return "" if description is None else description.heading


def test_that_an_unseen_plot_is_drawn_when_it_is_seen(
    view: PlotView, fit: Fit, qtbot: QtBot
) -> None:
    view.show_fit(fit)
    assert view.getPlotItem().items == []
    shown(view, fit, qtbot)


def test_that_without_a_fit_the_plot_is_empty(view: PlotView, fit: Fit, qtbot: QtBot) -> None:
    shown(view, fit, qtbot)
    view.show_fit(None)
    assert view.getPlotItem().items == []
    assert not [i for i in view.getPlotItem().childItems() if isinstance(i, pg.ColorBarItem)]


def test_that_dates_stand_below_what_runs_along_time(
    view: PlotView, fit: Fit, qtbot: QtBot
) -> None:
    shown(view, fit, qtbot)
    kind = PLOTS[view.objectName().removeprefix("plot_")]
    assert isinstance(view.getPlotItem().getAxis("bottom"), DateAxis) == kind.along_time


def test_that_what_cannot_be_made_is_told_in_its_place(fit: Fit, qtbot: QtBot) -> None:
    class Broken(FitPlot):
        spec = Spec("broken", "Broken", "Never there.")

        @staticmethod
        def prepare(fit: Fit, task: Task) -> None:
            raise InputError("There are too few readings for this.")

        def draw(self, plot: Any, fit: Fit, theme: Any, numbers: Any) -> None:
            raise AssertionError

    make_application()
    view = PlotView(Broken, LIGHT)
    qtbot.addWidget(view)
    view.show()
    with qtbot.waitSignal(view.drawn, timeout=PATIENCE):
        view.show_fit(fit)
    assert view.trouble == "There are too few readings for this."
    view.grab()


def test_that_numbers_of_an_earlier_fit_are_never_drawn(fit: Fit, qtbot: QtBot) -> None:
    make_application()
    view = PlotView(PLOTS["left_out"], LIGHT)
    qtbot.addWidget(view)
    view.show()
    newer = replace(fit)
    view.show_fit(fit)
    with qtbot.waitSignal(view.drawn, timeout=PATIENCE):
        view.show_fit(newer)
    assert view._numbers is not None
    assert view._numbers[0] is newer


def test_that_the_readings_that_were_left_out_of_the_autocorrelation_are_told(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(innovations, "MOST", 100)
    make_application()
    view = PlotView(PLOTS["autocorrelation"], LIGHT)
    qtbot.addWidget(view)
    shown(view, fitted(USUAL), qtbot)
    words = view.getPlotItem().getAxis("bottom").labelText
    assert words.endswith("the latest 100 readings")


def test_that_a_point_is_round_whatever_the_unit_of_its_axis(qtbot: QtBot) -> None:
    make_application()
    view = Canvas()
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.dress(LIGHT, dated=False, empty=True)
    dots = Dots()
    dots.set_colour("#000000")
    dots.set_places(np.array([0.0]), np.array([0.0]))
    view.addItem(dots)
    view.setXRange(-0.01, 0.01)
    view.setYRange(-100.0, 100.0)
    view.show()
    QApplication.processEvents()
    picture = view.grab().toImage()
    dark = [
        (x, y)
        for x in range(picture.width())
        for y in range(picture.height())
        if picture.pixelColor(x, y).lightness() < 100
    ]
    wide, high = np.ptp(np.array(dark), axis=0)
    assert 2 <= wide <= 8
    assert abs(int(wide) - int(high)) <= 1


def test_that_residuals_are_in_standard_deviations_of_the_noise(fit: Fit) -> None:
    mean = fit.posterior.predict(fit.series.time[:, None])[0]
    expected = (fit.series.value - mean) / np.sqrt(0.005)
    np.testing.assert_allclose(fit.residuals, expected)


def painted(item: Any, is_screen: bool, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The lightness of every pixel of an item, painted as on screen or as for a file."""
    monkeypatch.setattr(curve_items, "is_screen", lambda painter: is_screen)
    picture = QImage(300, 200, QImage.Format.Format_RGB32)
    picture.fill("#ffffff")
    painter = QPainter(picture)
    item.paint(painter)
    painter.end()
    return np.frombuffer(picture.constBits(), np.uint8).astype(float).reshape(200, 300, 4)


@pytest.mark.parametrize("kind", [Band, CurveLine])
def test_that_quick_painting_shows_what_painting_it_whole_does(
    kind: type, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_application()
    x = np.linspace(0.0, 300.0, 400)
    y = 100.0 + 60.0 * np.sin(x / 12.0)
    item = kind()
    if kind is Band:
        item.set_colour("#0072b2")
        item.set_edges(x, y - 20.0, y + 20.0)
    else:
        item.set_look("#0072b2", dashed=False)
        item.set_places(x, y)
    quick, whole = (painted(item, screen, monkeypatch) for screen in (True, False))
    assert whole.min() < 10.0
    assert np.abs(quick - whole).mean() < 2.0
    # no seam is lighter than what it joins
    assert (quick - whole).max() < 100.0
