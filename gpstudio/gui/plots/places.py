"""PIT histogram: whether readings fall evenly into the bands that were promised for them."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

from gpstudio.core.spec import Spec
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import Shares, spread_of_places
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


@PLOTS.register
class Places(FitPlot):
    spec = Spec(
        "pit",
        tr("PIT histogram"),
        tr(
            "Where each reading falls in what the others foretell for it. Even bars are honest; a "
            "hump means bands too wide, high ends bands too narrow. The grey band holds 95 % "
            "of chance."
        ),
    )
    prepare = staticmethod(spread_of_places)
    along_time = False

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Shares) -> None:
        name_axis(plot, "left", tr("% of readings"), theme.quiet)
        name_axis(plot, "bottom", tr("quantile of the prediction"), theme.quiet)
        width = float(numbers.edges[1] - numbers.edges[0])
        bars = pg.BarGraphItem(
            x0=numbers.edges[:-1] + 0.06 * width,
            width=0.88 * width,
            height=100.0 * numbers.shares,
            brush=theme.curve_band,
            pen=pg.mkPen(theme.curve),
        )
        usual = pg.LinearRegionItem(
            (100.0 * numbers.lower, 100.0 * numbers.upper),
            orientation="horizontal",
            movable=False,
            brush=pg.mkBrush(theme.quiet + "38"),
            pen=pg.mkPen(theme.quiet),
        )
        plot.addItem(bars)
        plot.addItem(usual)
        expected = 100.0 / len(numbers.shares)
        plot.addItem(pg.InfiniteLine(expected, angle=0, pen=pg.mkPen(theme.text)))
