"""The solver's way: what was left of the equations after each iteration."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.core.spec import Spec
from gpstudio.gui.curve_items import CurveLine
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.plots.fit_plot import PLOTS, FitPlot
from gpstudio.gui.theme import Theme
from gpstudio.session.diagnostics import Residuals, solver_residuals
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

SMALLEST = 1e-17


@PLOTS.register
class SolverResiduals(FitPlot):
    spec = Spec(
        "solver",
        tr("Solver residuals"),
        tr(
            "What an iterative solver left of the equations after each step, as a share of the "
            "readings. Where it does not fall, take a better preconditioner or more noise."
        ),
    )
    prepare = staticmethod(solver_residuals)
    along_time = False

    def draw(self, plot: Any, fit: Fit, theme: Theme, numbers: Residuals) -> None:
        count = len(numbers.found)
        words = tr("iterations of {solver}", solver=numbers.solver)
        if numbers.iterations > count + 2:
            shown = tr("{count:,} of {iterations:,}", count=count, iterations=numbers.iterations)
            words = f"{words} · {shown}"
        name_axis(plot, "left", tr("log₁₀ of the residual"), theme.quiet)
        name_axis(plot, "bottom", words, theme.quiet)
        steps = np.arange(1.0, count + 1.0)
        height = np.log10(np.maximum(numbers.found, SMALLEST))
        curve = CurveLine(width=1.6)
        curve.set_look(theme.curve, dashed=False)
        curve.set_places(steps, height)
        plot.addItem(curve)
        dots = Dots()
        dots.set_colour(theme.reading)
        dots.set_places(steps, height)
        plot.addItem(dots)
