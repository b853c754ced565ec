"""Left-out residuals: each reading against what all others say of it."""

from __future__ import annotations

from typing import Any

import pyqtgraph as pg

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.plots.residuals import USUAL
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import left_out
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr


@PLOTS.register
class LeftOutPlot(FitPlot):
    spec = Spec(
        "left_out",
        tr("Left-out residuals"),
        tr(
            "How far each reading lies from what all others foretell, in standard deviations: "
            "readings that drag the curve stand out."
        ),
    )
    prepare = staticmethod(left_out)
    one_dot_a_reading = True

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Floats) -> None:
        name_axis(plot, "left", tr("reading − prediction, in σ"), theme.quiet)
        for height in (-USUAL, 0.0, USUAL):
            pen = pg.mkPen(theme.curve if height == 0.0 else theme.border, width=1)
            plot.addItem(pg.InfiniteLine(height, angle=0, pen=pen))
        dots = Dots()
        dots.set_colour(theme.reading)
        dots.set_places(on_axis(fit.series, fit.series.time), numbers)
        plot.addItem(dots)
