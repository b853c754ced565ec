"""Draws earlier seasons: their fan behind the curve's bands, single ones as thin lines on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.gui.curve.colours import mixed
from gpstudio.gui.curve.drawn_lines import DrawnLines
from gpstudio.gui.curve.earlier import EarlierCourse, EarlierSeasons, earlier_of
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve_items import Band
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

OUTER, INNER = 0.16, 0.30
"""How far the fan's colours are from the background's to that of quiet text."""
MOST_NAMED = 6
LETTERS = 10
NOTHING = np.empty(0)


class CourseNames(OfField, PixelOverlay):
    """The name of each course, at its highest point in view."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=8.0)
        self._names: Sequence[tuple[str, Floats, Floats]] = ()
        self._colour, self._back = QColor(), QColor()

    def set_theme(self, theme: Theme) -> None:
        self._colour, self._back = QColor(theme.quiet), QColor(theme.card)
        self._back.setAlphaF(0.8)
        self.update()

    def show_names(
        self, names: Sequence[tuple[str, Floats, Floats]], of: Series | None = None
    ) -> None:
        """Each with the places and heights of its course."""
        self.be_of(of)
        self._names = names
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        left, right = self.box.viewRange()[0]
        font = painter.font()
        font.setPixelSize(LETTERS)
        painter.setFont(font)
        taken: list[QRectF] = []
        for name, x, y in self._names:
            inside = (x >= left) & (x <= right)
            if not inside.any():
                continue
            top = int(np.argmax(np.where(inside, y, -np.inf)))
            box = self._free(painter, name, self.at(float(x[top]), float(y[top])), taken)
            taken.append(box)
            painter.fillRect(box, self._back)
            painter.setPen(self._colour)
            painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), name)

    def _free(
        self, painter: QPainter, name: str, place: QPointF, taken: Sequence[QRectF]
    ) -> QRectF:
        """Above the place; further up where another name stands."""
        metrics = painter.fontMetrics()
        width, height = metrics.horizontalAdvance(name) + 6.0, float(metrics.height())
        box = QRectF(place.x() - 0.5 * width, place.y() - height - 3.0, width, height)
        while any(box.intersects(other) for other in taken):
            box.translate(0.0, -height)
        return box


class EarlierLayer:
    def __init__(self, box: pg.ViewBox) -> None:
        self.outer, self.inner = Band(), Band()
        self.lines = DrawnLines(width=1.2)
        self.names = CourseNames(box)
        self.shown: EarlierSeasons | None = None
        self._wanted = False
        self._fit: Fit | None = None
        self._season = ""

    def set_theme(self, theme: Theme) -> None:
        self.outer.set_colour(mixed(theme.card, theme.quiet, OUTER))
        self.inner.set_colour(mixed(theme.card, theme.quiet, INNER))
        self.lines.set_colour(theme.quiet)
        self.names.set_theme(theme)

    def want(self, wanted: bool) -> None:
        self._wanted = wanted
        self._draw()

    def show(self, fit: Fit | None, season: str) -> None:
        if (fit, season) != (self._fit, self._season):
            self._fit, self._season = fit, season
            self._draw()

    def on(self, time: float) -> list[tuple[str, float]]:
        """Names and heights of earlier seasons on that day of the year, the latest first."""
        return [] if self.shown is None else self.shown.on(time)[:MOST_NAMED]

    def _draw(self) -> None:
        fit = self._fit
        self.shown = earlier_of(fit, self._season) if self._wanted and fit is not None else None
        fan = None if self.shown is None else self.shown.fan
        self._draw_fan(fan)
        self._draw_lines(fan)

    def _draw_fan(self, fan: Floats | None) -> None:
        for band, low, high in ((self.outer, 0, 4), (self.inner, 1, 3)):
            if fan is None or self.shown is None or self._fit is None:
                band.set_edges(NOTHING, NOTHING, NOTHING)
                continue
            known = np.isfinite(fan[low])
            x = on_axis(self._fit.series, self.shown.time[known])
            band.set_edges(x, fan[low][known], fan[high][known], self._fit.series)

    def _draw_lines(self, fan: Floats | None) -> None:
        """Every course; of a fan its median alone."""
        if self.shown is None or self._fit is None:
            self.lines.set_lines(())
            self.names.show_names(())
            return
        courses = (
            self.shown.courses if fan is None else [EarlierCourse(tr("earlier, median"), fan[2])]
        )
        drawn, names = [], []
        for course in courses:
            known = np.isfinite(course.height)
            x = on_axis(self._fit.series, self.shown.time[known])
            drawn.append((x, course.height[known]))
            names.append((course.name, *drawn[-1]))
        self.lines.set_lines(drawn, self._fit.series)
        self.names.show_names(names if len(names) <= MOST_NAMED else (), self._fit.series)
