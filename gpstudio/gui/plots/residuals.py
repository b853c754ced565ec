"""Residuals: how far each reading lies from the curve, where clouds stand out."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

from gpstudio.core.spec import Spec
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

USUAL = 2.0
"""About nineteen readings of twenty lie within so many standard deviations."""


@PLOTS.register
class ResidualsPlot(FitPlot):
    spec = Spec(
        "residuals",
        tr("Residuals"),
        tr("How far each reading lies from the curve, in standard deviations of the noise."),
    )
    one_dot_a_reading = True

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Any) -> None:
        name_axis(plot, "left", tr("reading − curve, in σ"), theme.quiet)
        for height in (-USUAL, 0.0, USUAL):
            pen = pg.mkPen(theme.curve if height == 0.0 else theme.border, width=1)
            plot.addItem(pg.InfiniteLine(height, angle=0, pen=pen))
        dots = Dots()
        dots.set_colour(theme.reading)
        dots.set_places(on_axis(fit.series, fit.series.time), fit.residuals)
        plot.addItem(dots)
