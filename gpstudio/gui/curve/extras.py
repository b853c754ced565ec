"""What is drawn about the curve beyond its mean and its 95 % bands, made away from the window."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject

from gpstudio.gui.curve import colours
from gpstudio.gui.curve.drawn_lines import DrawnLines
from gpstudio.gui.curve.later import Later
from gpstudio.gui.curve.numbers import Draws, HalfBand, half_band, half_band_at_once, some_draws
from gpstudio.gui.curve_items import Band
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit

NOTHING = np.empty(0)


class Extras(QObject):
    """The 50 % band, and joint draws where they are wanted."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.half = Band()
        self.draws = DrawnLines(width=0.9, opacity=0.4)
        self._fit: Fit | None = None
        self._trial: Fit | None = None
        self._at_once: HalfBand | None = None
        self._wants_draws = False
        self._half_later = Later(half_band, self)
        self._half_later.arrived.connect(self._draw_half)
        self._draws_later = Later(some_draws, self)
        self._draws_later.arrived.connect(self._draw_draws)

    def set_theme(self, theme: Theme) -> None:
        self.half.set_colour(colours.half_band(theme))
        self.draws.set_colour(theme.curve)

    def show(self, fit: Fit | None, trial: Fit | None) -> None:
        self._fit, self._trial = fit, trial
        shown = trial or fit
        self._at_once = None if shown is None else half_band_at_once(shown)
        # a trial follows a hand: what it cannot show at once it does not show
        self._half_later.show(fit, wanted=self._at_once is None and trial is None)
        self._draw_half()
        self._ask_draws()

    def want_draws(self, wanted: bool) -> None:
        self._wants_draws = wanted
        self._ask_draws()

    @property
    def is_busy(self) -> bool:
        return self._half_later.is_busy or self._draws_later.is_busy

    def close(self) -> bool:
        return all([self._half_later.close(), self._draws_later.close()])

    def _ask_draws(self) -> None:
        self._draws_later.show(self._fit, self._wants_draws and self._trial is None)
        self._draw_draws()

    def _draw_half(self) -> None:
        shown = self._trial or self._fit
        band: HalfBand | None = self._at_once or self._half_later.numbers
        if band is None or shown is None:
            self.half.set_edges(NOTHING, NOTHING, NOTHING)
        else:
            x = on_axis(shown.series, shown.curve.time)
            self.half.set_edges(x, band.lower, band.upper, shown.series)

    def _draw_draws(self) -> None:
        draws: Draws | None = self._draws_later.numbers
        if draws is None or self._fit is None:
            self.draws.set_lines(())
        else:
            x = on_axis(self._fit.series, draws.time)
            self.draws.set_lines([(x, column) for column in draws.curves.T], self._fit.series)
