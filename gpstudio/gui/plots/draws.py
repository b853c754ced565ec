"""Draws: whole curves as the kernel expects them before, and the readings allow them after."""

from __future__ import annotations

from typing import Any

from gpstudio.core.spec import Spec
from gpstudio.gui.curve_items import Band, CurveLine
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import Curves, posterior_curves, prior_curves
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


class _Draws(FitPlot):
    """A band with single curves in it."""

    one_dot_a_reading = True

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Curves) -> None:
        name_axis(plot, "left", fit.series.value_name, theme.quiet)
        x = on_axis(fit.series, numbers.time)
        band = Band()
        band.set_colour(theme.reading_band)
        band.set_edges(x, numbers.lower, numbers.upper)
        plot.addItem(band)
        colours = (theme.curve, *theme.stages)
        for place, column in enumerate(numbers.draws.T):
            curve = CurveLine(width=1.4)
            curve.set_look(colours[place % len(colours)], dashed=False)
            curve.set_places(x, column)
            plot.addItem(curve)
        dots = Dots()
        dots.set_colour(theme.reading)
        dots.set_places(on_axis(fit.series, fit.series.time), fit.series.value)
        plot.addItem(dots)


@PLOTS.register
class PriorDraws(_Draws):
    spec = Spec(
        "prior_draws",
        tr("Prior draws"),
        tr(
            "Curves that the kernel expects before any reading, with its 95 % band. Readings "
            "far outside speak against the kernel."
        ),
    )
    prepare = staticmethod(prior_curves)


@PLOTS.register
class PosteriorDraws(_Draws):
    spec = Spec(
        "posterior_draws",
        tr("Posterior draws"),
        tr(
            "Whole curves that could have made these readings, with the curve's 95 % band. "
            "Stages are dated on many such curves."
        ),
    )
    prepare = staticmethod(posterior_curves)
