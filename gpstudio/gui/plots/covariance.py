"""Covariance as a picture: which times know of each other, before and after the readings."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QRectF

from gpstudio.core.spec import Spec
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.literal import in_markup, name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import Picture, posterior_picture, prior_picture
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

BELOW, ABOVE = "#d55e00", "#0072b2"
"""Orange and blue of Okabe and Ito: every eye tells them apart; zero is as the ground."""
BAR_WIDTH = 14


class _Covariance(FitPlot):
    upright_time = True

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Picture) -> None:
        series, name = fit.series, fit.series.value_name
        x = on_axis(series, numbers.time)
        largest = float(np.max(np.abs(numbers.covariance))) or 1.0
        below = float(numbers.covariance.min()) < -0.02 * largest
        image = pg.ImageItem(numbers.covariance, axisOrder="row-major")
        step = (x[-1] - x[0]) / max(len(x) - 1, 1) or 1.0
        size = x[-1] - x[0] + step
        image.setRect(QRectF(x[0] - step / 2, x[0] - step / 2, size, size))
        colours = _colours(theme, below)
        image.setColorMap(colours)
        image.setLevels((-largest if below else 0.0, largest))
        plot.addItem(image)
        self._add_bar(plot, image, colours, theme, f"{name}²" if name else "covariance")
        label = "" if series.dated else series.time_name
        name_axis(plot, "left", label, theme.quiet)

    def _add_bar(self, plot: Any, image: Any, colours: Any, theme: Theme, label: str) -> None:
        bar = pg.ColorBarItem(
            values=tuple(image.getLevels()), width=BAR_WIDTH, colorMap=colours, interactive=False
        )
        bar.setImageItem(image, insert_in=plot)
        axis = bar.getAxis("right")
        axis.setTextPen(theme.quiet)
        axis.setPen(theme.border)
        axis.autoSIPrefix = False
        axis.setLabel(in_markup(label), color=theme.quiet)


def _colours(theme: Theme, below: bool) -> Any:
    """From the ground up to blue; down to orange too where some covariance is below zero."""
    if below:
        return pg.ColorMap([0.0, 0.5, 1.0], [BELOW, theme.card, ABOVE])
    return pg.ColorMap([0.0, 0.5, 1.0], [theme.card, theme.curve_band, theme.curve])


@PLOTS.register
class PriorCovariance(_Covariance):
    spec = Spec(
        "prior_covariance",
        tr("Prior covariance"),
        tr("How much the kernel lets the curve at one time know of the curve at another."),
    )
    prepare = staticmethod(prior_picture)


@PLOTS.register
class PosteriorCovariance(_Covariance):
    spec = Spec(
        "posterior_covariance",
        tr("Posterior covariance"),
        tr("What is still uncertain after the readings, and uncertain together."),
    )
    prepare = staticmethod(posterior_picture)
