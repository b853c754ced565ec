"""Residuals below the curve: its time axis goes with that of the plot above."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from gpstudio.gui.canvas import Canvas
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve.readout import Crosshair
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.dots import Dots
from gpstudio.gui.literal import name_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

USUAL = 1.959963984540054
"""Standard deviations within which 19 readings of 20 lie."""
LEAST = 3.0
"""So much is always in view to either side, so that small residuals look small."""


class Levels(PixelOverlay):
    """Zero, and where the usual residuals end."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=1.0)
        self._middle, self._edge = QColor(), QColor()

    def set_theme(self, theme: Theme) -> None:
        self._middle, self._edge = QColor(theme.curve), QColor(theme.quiet)
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        width = self.box.rect().width()
        for level in (-USUAL, 0.0, USUAL):
            is_middle = level == 0.0
            style = Qt.PenStyle.SolidLine if is_middle else Qt.PenStyle.DotLine
            painter.setPen(QPen(self._middle if is_middle else self._edge, 1.0, style))
            painter.drawLine(QPointF(0.0, self.down(level)), QPointF(width, self.down(level)))


class ResidualPlot(Canvas):
    """Reading minus curve in standard deviations of its noise."""

    pointed = Signal(object)
    """The place on the time axis under the mouse, or None."""

    def __init__(self, theme: Theme, above: CurveBox, parent: QWidget | None = None) -> None:
        self.box = CurveBox()
        super().__init__(parent, self.box)
        self.setObjectName("residual_plot")
        self.setAccessibleName(tr("Residuals"))
        self.setAccessibleDescription(
            tr("How far each reading lies from the curve, in standard deviations of the noise.")
        )
        self.setMinimumHeight(56)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the plot above has the keyboard for both
        self._above = above
        self._theme = theme
        self._fit: Fit | None = None
        plot = self.getPlotItem()
        plot.layout.setContentsMargins(6, 2, 14, 4)
        plot.disableAutoRange()
        self.box.setMouseEnabled(x=True, y=False)
        self.box.setXLink(above)
        self.levels, self.crosshair = Levels(self.box), Crosshair(self.box, self)
        self.dots = Dots()
        plot.addItem(self.dots, ignoreBounds=True)
        self.box.settled.connect(above.settled)
        self.box.pointed.connect(self._point)
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.dots.set_colour(theme.reading)
        self.levels.set_theme(theme)
        self.crosshair.set_theme(theme)
        self._dress()

    def show_fit(self, fit: Fit | None) -> None:
        if fit is self._fit:
            return
        self._fit = fit
        self._dress()
        if fit is None:
            self.dots.set_places(np.empty(0), np.empty(0))
            return
        residuals = fit.residuals
        self.dots.set_places(on_axis(fit.series, fit.series.time), residuals, of=fit.series)
        known = residuals[np.isfinite(residuals)]
        reach = max(LEAST, 1.06 * float(np.max(np.abs(known), initial=0.0)))
        self.setYRange(-reach, reach, padding=0)

    def show_time(self, x: float | None) -> None:
        """The crosshair at a place on the time axis."""
        self.crosshair.show_at(None if x is None else self.levels.across(x))

    def paint_figure(self, painter: QPainter, target: QRectF) -> None:
        """As it is on screen, for files."""
        self.scene().prepareForPaint()
        self.scene().render(painter, target, pg.GraphicsView.viewRect(self))

    def _point(self, place: QPointF | None) -> None:
        self.pointed.emit(None if place is None else float(self.box.mapToView(place).x()))

    def _dress(self) -> None:
        fit = self._fit
        dated = fit is None or fit.series.dated
        self.dress(self._theme, dated, empty=fit is None)
        plot = self.getPlotItem()
        plot.getAxis("left").setWidth(56)
        # the plot above writes the times, which are the same
        plot.showAxis("bottom", False)
        if fit is not None:
            name_axis(plot, "left", tr("residual, σ"), self._theme.quiet)
