"""Draws how the season under way may go on, and what earlier seasons alone would say."""

from __future__ import annotations

from typing import Any

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.gui.curve.foretold import Foretold, foretold_of
from gpstudio.gui.curve.sampling import cut
from gpstudio.gui.curve_items import Everywhere, exposed, in_pixels, thick
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit

OPACITY = 0.13
"""Of the 90 % interval, which lies over the curve's own bands."""


class ForetoldItem(Everywhere):
    """A median with dashes in a see-through band; dotted lines where it is the prior's."""

    def __init__(self, is_prior: bool) -> None:
        super().__init__()
        self._is_prior = is_prior
        self._x = np.empty(0)
        self._bands = np.empty((5, 0))
        self._colour = QColor()

    def set_colour(self, colour: str) -> None:
        self._colour = QColor(colour)
        self.update()

    def set_bands(self, x: Floats, bands: Floats, of: Series | None = None) -> None:
        """``bands`` are five quantiles of each place, the lowest first."""
        self.be_of(of)
        self._x, self._bands = x, bands
        self.update()

    @property
    def is_drawn(self) -> bool:
        return len(self._x) > 1

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        if not self.is_drawn:
            return
        view = exposed(self.boundingRect(), None, 0.0)
        x, *bands = cut(self._x, view.left(), view.right(), *self._bands)
        if len(x) < 2:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        veil = QColor(self._colour)
        veil.setAlphaF(OPACITY)
        with in_pixels(painter) as pixels:
            around = np.concatenate([x, x[::-1]])
            if self._is_prior:
                self._edges(painter, pixels, x, (bands[0], bands[4]))
            else:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(veil)
                for low, high in ((bands[0], bands[4]), (bands[1], bands[3])):
                    painter.drawPolygon(pixels.polygon(around, np.concatenate([high, low[::-1]])))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            pen = thick(self._colour, 1.2 if self._is_prior else 2.0, painter)
            pen.setStyle(Qt.PenStyle.DotLine if self._is_prior else Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPolyline(pixels.polygon(x, bands[2]))

    def _edges(
        self, painter: QPainter, pixels: Any, x: Floats, lines: tuple[Floats, Floats]
    ) -> None:
        pen = thick(self._colour, 0.8, painter)
        pen.setStyle(Qt.PenStyle.DotLine if self._is_prior else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        for line in lines:
            painter.drawPolyline(pixels.polygon(x, line))


class ForetoldLayer:
    def __init__(self) -> None:
        self.posterior, self.prior = ForetoldItem(is_prior=False), ForetoldItem(is_prior=True)
        self.shown: Foretold | None = None
        self._fit: Fit | None = None
        self._wants_prior = False

    def set_theme(self, theme: Theme) -> None:
        self.posterior.set_colour(theme.curve)
        self.prior.set_colour(theme.quiet)

    def want_prior(self, wanted: bool) -> None:
        """What earlier seasons alone would say, beside."""
        self._wants_prior = wanted
        self._draw()

    def show(self, fit: Fit | None) -> None:
        if fit is not self._fit:
            self._fit = fit
            self.shown = None if fit is None else foretold_of(fit)
            self._draw()

    def _draw(self) -> None:
        nothing = np.empty(0), np.empty((5, 0))
        shown, fit = self.shown, self._fit
        if shown is None or fit is None:
            self.posterior.set_bands(*nothing)
            self.prior.set_bands(*nothing)
            return
        self.posterior.set_bands(on_axis(fit.series, shown.time), shown.posterior, fit.series)
        prior = (on_axis(fit.series, shown.prior_time), shown.prior)
        self.prior.set_bands(*(prior if self._wants_prior else nothing), fit.series)
