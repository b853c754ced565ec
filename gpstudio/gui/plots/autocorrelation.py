"""Autocorrelation: whether readings near each other share what the model did not foretell."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

from gpstudio.core.spec import Spec
from gpstudio.gui.curve_items import Band
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import JointFigures, autocorrelation
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


@PLOTS.register
class Autocorrelation(FitPlot):
    spec = Spec(
        "autocorrelation",
        tr("Autocorrelation"),
        tr(
            "Whether what is new in each reading comes again some days later. Several bars beyond "
            "the grey band (95 % of chance) mean that the kernel misses something so long."
        ),
    )
    prepare = staticmethod(autocorrelation)
    along_time = False

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: JointFigures) -> None:
        unit = tr("days") if fit.series.dated else fit.series.time_name
        name_axis(plot, "left", tr("correlation"), theme.quiet)
        words = [tr("apart, in {unit}", unit=unit), told(numbers)]
        if numbers.readings < len(fit.series):
            words.append(tr("the latest {count:,} readings", count=numbers.readings))
        name_axis(plot, "bottom", " · ".join(words), theme.quiet)
        band = Band()
        band.set_colour(theme.quiet + "38")
        band.set_edges(numbers.lags, -numbers.limits, numbers.limits)
        plot.addItem(band)
        step = float(numbers.lags[0]) if len(numbers.lags) < 2 else _step(numbers)
        bars = pg.BarGraphItem(
            x=numbers.lags, height=numbers.found, width=0.36 * step, brush=theme.curve_band,
            pen=pg.mkPen(theme.curve),
        )  # fmt: skip
        plot.addItem(bars)
        plot.addItem(pg.InfiniteLine(0.0, angle=0, pen=pg.mkPen(theme.text)))
        dots = Dots()
        dots.set_colour(theme.reading)
        dots.set_places(numbers.lags, numbers.found)
        plot.addItem(dots)


def told(numbers: JointFigures) -> str:
    """How many lie beyond the limits, and how many would by chance."""
    lags = len(numbers.lags)
    return tr(
        "{beyond} of {lags} beyond 95 % limits, {expected:.1f} by chance",
        beyond=numbers.beyond,
        lags=lags,
        expected=0.05 * lags,
    )


def _step(numbers: JointFigures) -> float:
    return float((numbers.lags[1:] - numbers.lags[:-1]).min())
