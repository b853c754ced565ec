"""A draw through the layers: each point keeps its colour on the way."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.session.layers_traced import Traced, traced
from gpstudio.translation import tr

HIGH = 0.85
"""Of a layer's row, which is of height one."""
DOT = 6


@PLOTS.register
class Layers(FitPlot):
    spec = Spec(
        "layers",
        tr("Through the layers"),
        tr(
            "One drawn curve of a deep model: below what the first layer makes of time, above it "
            "what each next layer makes of that, on top the curve. A time has one colour "
            "everywhere, from the first (dark) to the last (light)."
        ),
    )
    prepare = staticmethod(traced)
    along_time = False

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Traced) -> None:
        rows = [
            *((tr("layer {n}", n=place + 1), pair) for place, pair in enumerate(numbers.layers)),
            (tr("the curve"), numbers.whole),
        ]
        colours = pg.colormap.get("viridis").getLookupTable(nPts=len(numbers.steps[0]))
        brushes = [pg.mkBrush(*colour) for colour in colours.tolist()]
        for height, (_, (into, out)) in enumerate(rows):
            dots = pg.ScatterPlotItem(
                _share(into), height + HIGH * _share(out), size=DOT, pen=None, brush=brushes
            )
            plot.addItem(dots)
        ticks = [(height + 0.5 * HIGH, name) for height, (name, _) in enumerate(rows)]
        plot.getAxis("left").setTicks([ticks])
        name_axis(plot, "left", tr("what comes out"), theme.quiet)
        name_axis(plot, "bottom", tr("what goes in, as a share of its range"), theme.quiet)


def _share(values: Floats) -> Floats:
    low, range_ = values.min(), np.ptp(values)
    return np.asarray((values - low) / (range_ if range_ > 0.0 else 1.0))
