"""Convergence: how learning rose, look by look, from each of its starts."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.spec import Spec
from gpstudio.gui.curve_items import CurveLine
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import climbs
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

DEEPEST = 40.0
"""So far below the best at most is shown: first looks may be thousands below, and the last steps
could not be told apart."""


@PLOTS.register
class Convergence(FitPlot):
    spec = Spec(
        "convergence",
        tr("Convergence"),
        tr(
            "How learning climbed: a line for each start, a dot for each look. Lines that end at "
            "one height found the same summit; the highest is used. A line still rising at its "
            "end stopped too early. The lower edge is 40 below."
        ),
    )
    prepare = staticmethod(climbs)
    along_time = False

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Climbs) -> None:
        name_axis(plot, "left", numbers.measure, theme.quiet)
        name_axis(plot, "bottom", told(numbers, bool(fit.report.climbs.heights)), theme.quiet)
        summit = max(map(max, numbers.heights))
        colours = (theme.curve, *theme.stages)
        for place, heights in enumerate(numbers.heights):
            found = np.array(heights)
            looks = np.arange(1.0, len(found) + 1.0)
            floor = summit - DEEPEST
            curve = CurveLine(width=1.6)
            curve.set_look(colours[place % len(colours)], dashed=place > 0)
            curve.set_places(looks, np.maximum(np.maximum.accumulate(found), floor))
            plot.addItem(curve)
            seen = found >= floor
            dots = Dots()
            dots.set_colour(colours[place % len(colours)])
            dots.set_places(looks[seen], found[seen])
            plot.addItem(dots)


def told(numbers: Climbs, noted: bool) -> str:
    """What the axis counts, and what is not there."""
    starts = len(numbers.heights)
    words = [tr("looks")]
    if numbers.begun > starts:
        words.append(tr("{starts} of {begun} starts", starts=starts, begun=numbers.begun))
    elif starts > 1:
        words.append(tr("{starts} starts", starts=starts))
    ends = [max(heights) for heights in numbers.heights]
    if starts > 1:
        apart = max(ends) - min(ends)
        words[-1] = tr("{starts}, ends within {apart:.2g}", starts=words[-1], apart=apart)
    if not noted:
        words.append(tr("the quick road notes no steps: they were made again"))
    return " · ".join(words)
