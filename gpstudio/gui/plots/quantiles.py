"""Normal quantile plot: whether the readings' scatter has the tails of a normal distribution."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.spec import Spec
from gpstudio.gui.curve_items import Band, CurveLine
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import Quantiles, normal_quantiles
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


@PLOTS.register
class NormalQuantiles(FitPlot):
    spec = Spec(
        "quantiles",
        tr("Normal quantiles"),
        tr(
            "What is left of each reading, in order, against a normal distribution: dots should "
            "follow the line. Clouds lie below its lower end; Student-t noise forgives them."
        ),
    )
    prepare = staticmethod(normal_quantiles)
    along_time = False
    one_dot_a_reading = True

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Quantiles) -> None:
        name_axis(plot, "left", tr("left-out residual, in σ"), theme.quiet)
        name_axis(plot, "bottom", tr("normal quantile"), theme.quiet)
        band = Band()
        band.set_colour(theme.reading_band)
        band.set_edges(numbers.expected, numbers.lower, numbers.upper)
        plot.addItem(band)
        line = CurveLine(width=1.4)
        line.set_look(theme.curve, dashed=False)
        line.set_places(numbers.expected, np.array(numbers.expected))
        plot.addItem(line)
        dots = Dots()
        dots.set_colour(theme.reading)
        dots.set_places(numbers.expected, numbers.found)
        plot.addItem(dots)
