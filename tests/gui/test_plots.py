"""One contract for every plot of a fit; a new plot takes one row in ``ROWS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio.core.recipe import Recipe
from gpstudio.data.table import read_table
from gpstudio.gui.curve_items import Dots
from gpstudio.gui.date_axis import DateAxis
from gpstudio.gui.main import make_application
from gpstudio.gui.plots import PLOTS
from gpstudio.gui.plots.view import PlotView
from gpstudio.gui.theme import DARK, LIGHT
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.fitting import Fit, fit_series


def dots_as_far_as_the_residuals(plot: Any, fit: Fit) -> None:
    (dots,) = [item for item in plot.items if isinstance(item, Dots)]
    assert dots.dataBounds(1) == (fit.residuals.min(), fit.residuals.max())


ROWS: dict[str, Callable[[Any, Fit], None]] = {
    "residuals": dots_as_far_as_the_residuals,
}
"""What must be seen in the plot, by its name."""


@pytest.fixture(scope="module")
def fit() -> Fit:
    recipe = Recipe.of(kernel="0.1*matern32(40)", likelihood="gaussian(0.005)", learning="fixed")
    return fit_series(read_table(resource(*SAMPLE)).series[0], recipe)


@pytest.fixture(params=list(ROWS))
def view(request: pytest.FixtureRequest, qtbot: QtBot) -> PlotView:
    make_application()
    view = PlotView(PLOTS[request.param], LIGHT)
    qtbot.addWidget(view)
    view.resize(700, 300)
    return view


def test_that_every_plot_has_a_row() -> None:
    assert set(ROWS) == set(PLOTS.names)


def test_that_a_plot_draws_what_it_should_and_follows_the_theme(view: PlotView, fit: Fit) -> None:
    view.show()
    view.show_fit(fit)
    for theme in (LIGHT, DARK):
        view.set_theme(theme)
        ROWS[view.objectName().removeprefix("plot_")](view.getPlotItem(), fit)


def test_that_an_unseen_plot_is_drawn_when_it_is_seen(view: PlotView, fit: Fit) -> None:
    view.show_fit(fit)
    assert view.getPlotItem().items == []
    view.show()
    QApplication.processEvents()
    assert view.getPlotItem().items != []


def test_that_without_a_fit_the_plot_is_empty(view: PlotView, fit: Fit) -> None:
    view.show()
    view.show_fit(fit)
    view.show_fit(None)
    assert view.getPlotItem().items == []


def test_that_dates_stand_below_what_runs_along_time(view: PlotView, fit: Fit) -> None:
    view.show()
    view.show_fit(fit)
    kind = PLOTS[view.objectName().removeprefix("plot_")]
    assert isinstance(view.getPlotItem().getAxis("bottom"), DateAxis) == kind.along_time


def test_that_residuals_are_in_standard_deviations_of_the_noise(fit: Fit) -> None:
    mean = fit.posterior.predict(fit.series.time[:, None])[0]
    expected = (fit.series.value - mean) / np.sqrt(0.005)
    np.testing.assert_allclose(fit.residuals, expected)
