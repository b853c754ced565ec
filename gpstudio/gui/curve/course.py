"""The layer of the curve: mean, bands and forecast; with a trial, the learnt curve beneath it."""

from __future__ import annotations

from typing import Any

import numpy as np

from gpstudio.gui.curve import colours
from gpstudio.gui.curve.title import LegendEntry
from gpstudio.gui.curve_items import Band, CurveLine, Stripe
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.session.trial import POINTS
from gpstudio.translation import tr

NOTHING = np.empty(0)


class CourseLayer:
    """Items are public so that the plot can order them among others."""

    def __init__(self) -> None:
        self.ahead = Stripe()
        self.reading_band, self.curve_band = Band(), Band()
        self.learnt = CurveLine(width=1.0)
        self.mean = CurveLine()

    def set_theme(self, theme: Theme) -> None:
        self.reading_band.set_colour(theme.reading_band)
        self.curve_band.set_colour(theme.curve_band)

    def show(self, fit: Fit | None, trial: Fit | None, stale: bool, theme: Theme) -> None:
        if fit is None:
            self._clear(theme)
            return
        series, curve = (trial or fit).series, (trial or fit).curve
        x = on_axis(series, curve.time)
        self.reading_band.set_edges(x, curve.reading_lower, curve.reading_upper, series)
        self.curve_band.set_edges(x, curve.lower, curve.upper, series)
        self.mean.set_look(theme.curve, dashed=stale)
        self.mean.set_places(x, curve.mean, series)
        self.learnt.set_look(theme.quiet, dashed=False)
        before: Any = (NOTHING, NOTHING)
        if trial is not None:
            before = on_axis(fit.series, fit.curve.time), fit.curve.mean
        every = 1 + len(before[0]) // POINTS
        self.learnt.set_places(before[0][::every], before[1][::every], fit.series)
        last = float(on_axis(series, series.time[-1:])[0])
        self.ahead.set_ends((last, float(x[-1])), theme.ahead, series)

    def _clear(self, theme: Theme) -> None:
        for line in (self.mean, self.learnt):
            line.set_places(NOTHING, NOTHING)
        for band in (self.curve_band, self.reading_band):
            band.set_edges(NOTHING, NOTHING, NOTHING)
        self.ahead.set_ends(None, theme.ahead)

    def legend(self, theme: Theme, trial: bool) -> list[LegendEntry]:
        """As long with a trial as without, so that the plot keeps its height."""
        bands = [
            LegendEntry("■", theme.curve_band, tr("50, 95 % of curve"), colours.half_band(theme)),
            LegendEntry("■", theme.reading_band, tr("95 % of readings")),
        ]
        if trial:
            return [
                LegendEntry("━", theme.quiet, "learnt"),
                LegendEntry("━", theme.curve, "trial"),
                *bands,
            ]
        return [
            LegendEntry("━", theme.curve, tr("curve")),
            *bands,
            LegendEntry("■", theme.ahead, tr("forecast")),
        ]
