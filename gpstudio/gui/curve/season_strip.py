"""The strip of the seasons along the bottom of the plot.

Every stretch of the curve that was looked at has its bar, with the reason why it is a season or why
it is none. A click on a season's bar shows that season.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Describer, Description
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.phenology.candidates import Candidate
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

HEIGHT = 15.0
"""Pixels."""
LETTERS = 10
NOTHING = QColor(0, 0, 0, 0)


@dataclass(frozen=True)
class Bar:
    """One stretch, in pixels."""

    candidate: Candidate
    box: QRectF
    is_shown: bool

    @property
    def name(self) -> str:
        return self.candidate.season.name if self.candidate.accepted else tr("no season")

    @property
    def can_be_shown(self) -> bool:
        return self.candidate.accepted and not self.is_shown


class SeasonStrip(OfField, PixelOverlay):
    def __init__(
        self,
        box: CurveBox,
        choose: Callable[[str], None],
        describer: Callable[[], Describer | None],
    ) -> None:
        """``choose`` is told a season's name."""
        super().__init__(box, height=20.0)
        self._choose, self._describer = choose, describer
        self._fit: Fit | None = None
        self._season = ""
        self._theme: Theme | None = None
        self._bars: tuple[Any, list[Bar]] | None = None
        """Those of a view, which the mouse asks for at every step."""

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def show(self, fit: Fit | None, season: str) -> None:
        self.be_of(None if fit is None else fit.series)
        self._fit, self._season = fit, season
        self.update()

    @property
    def bars(self) -> Sequence[Bar]:
        """The longest first, so that none hides another."""
        fit = self._fit
        if fit is None:
            return ()
        asked = (fit, self._season, tuple(self.box.viewRange()[0]), self.box.rect().getRect())
        if self._bars is None or self._bars[0] != asked:
            found = fit.dates.findings.candidates
            ordered = sorted(found, key=lambda c: c.season.start - c.season.end)
            self._bars = asked, [self._bar(fit, candidate) for candidate in ordered]
        return self._bars[1]

    def _bar(self, fit: Fit, candidate: Candidate) -> Bar:
        season, whole = candidate.season, self.box.rect()
        ends = on_axis(fit.series, np.array([season.start, season.end]))
        left, right = (self.across(end) for end in ends)
        box = QRectF(left + 1.0, whole.bottom() - HEIGHT + 1.0, right - left - 2.0, HEIGHT - 2.0)
        return Bar(candidate, box, candidate.accepted and season.name == self._season)

    def bar_at(self, place: QPointF) -> Bar | None:
        if place.y() < self.box.rect().bottom() - HEIGHT:
            return None
        over = [bar for bar in self.bars if bar.box.left() <= place.x() <= bar.box.right()]
        return over[-1] if over else None

    def point_at(self, place: QPointF | None) -> None:
        """Nothing changes its look."""

    def description_at(self, place: QPointF) -> Description | None:
        bar, describer = self.bar_at(place), self._describer()
        if bar is None or describer is None:
            return None
        season = bar.candidate.season
        head = tr("Season {name}", name=season.name) if bar.candidate.accepted else tr("No season")
        when = tr(
            "{start} to {end}", start=describer.day(season.start), end=describer.day(season.end)
        )
        hint = tr("Click to show it.") if bar.can_be_shown else ""
        return Description(head, (when, bar.candidate.reason), hint)

    def cursor_at(self, place: QPointF) -> Qt.CursorShape | None:
        bar = self.bar_at(place)
        can = bar is not None and bar.can_be_shown
        return Qt.CursorShape.PointingHandCursor if can else None

    def click_at(self, place: QPointF) -> bool:
        bar = self.bar_at(place)
        if bar is not None and bar.can_be_shown:
            self._choose(bar.candidate.season.name)
        return bar is not None

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self._theme is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = painter.font()
        font.setPixelSize(LETTERS)
        painter.setFont(font)
        whole = QRectF(self.box.rect())
        for bar in self.bars:
            if bar.box.width() > 0.0 and bar.box.intersects(whole):
                self._paint_bar(painter, bar, bar.box.intersected(whole), self._theme)

    def _paint_bar(self, painter: QPainter, bar: Bar, seen: QRectF, theme: Theme) -> None:
        taken = bar.candidate.accepted
        pen = QPen(QColor(theme.accent if bar.is_shown else theme.border if taken else theme.quiet))
        pen.setStyle(Qt.PenStyle.SolidLine if taken else Qt.PenStyle.DotLine)
        painter.setPen(pen)
        back = QColor(theme.selected if bar.is_shown else theme.card)
        painter.setBrush(back if taken else NOTHING)
        painter.drawRoundedRect(seen, 3.0, 3.0)
        if painter.fontMetrics().horizontalAdvance(bar.name) + 6 <= seen.width():
            painter.setPen(QColor(theme.text if bar.is_shown else theme.quiet))
            painter.drawText(seen, int(Qt.AlignmentFlag.AlignCenter), bar.name)
