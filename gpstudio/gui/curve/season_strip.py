"""The strip of the seasons along the bottom of the plot.

Every stretch of the curve that was looked at has its bar, with the reason why it is a season or why
it is none. What was refused stands where no season is, or as a thin bar over the season that it is
part of: no bar lies on another. A click on a season's bar shows that season.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

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
THIN = 5.0
"""Pixels: of a bar over another."""
LEAST_FREE = 0.5
"""Of a stretch that was refused: what a bar beside those of seasons shows of it."""
Stretch: TypeAlias = tuple[float, float]
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
        fit = self._fit
        if fit is None:
            return ()
        asked = (fit, self._season, tuple(self.box.viewRange()[0]), self.box.rect().getRect())
        if self._bars is None or self._bars[0] != asked:
            self._bars = asked, self._laid(fit)
        return self._bars[1]

    def _laid(self, fit: Fit) -> list[Bar]:
        """Seasons first, then the longest of the others."""
        found = sorted(fit.dates.findings.candidates, key=_importance)
        taken: list[Stretch] = []
        bars = []
        for candidate in found:
            season = candidate.season
            ends = on_axis(fit.series, np.array([season.start, season.end])).tolist()
            whole = self.across(ends[0]), self.across(ends[1])
            free = free_part(whole, taken)
            taken.append(free)
            is_part = not candidate.accepted and _length(free) < LEAST_FREE * _length(whole)
            bars.append(self._bar(candidate, whole if is_part else free, is_part))
        return bars

    def _bar(self, candidate: Candidate, ends: Stretch, is_part: bool) -> Bar:
        bottom = self.box.rect().bottom() - HEIGHT
        top, high = (bottom - THIN - 1.0, THIN) if is_part else (bottom + 1.0, HEIGHT - 2.0)
        box = QRectF(ends[0] + 1.0, top, _length(ends) - 2.0, high)
        is_shown = candidate.accepted and candidate.season.name == self._season
        return Bar(candidate, box, is_shown)

    def bar_at(self, place: QPointF) -> Bar | None:
        return next(
            (bar for bar in self.bars if bar.box.adjusted(-1, -1, 1, 1).contains(place)), None
        )

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
        metrics = painter.fontMetrics()
        if metrics.horizontalAdvance(bar.name) + 6 <= seen.width() and seen.height() > THIN:
            painter.setPen(QColor(theme.text if bar.is_shown else theme.quiet))
            painter.drawText(seen, int(Qt.AlignmentFlag.AlignCenter), bar.name)


def _importance(candidate: Candidate) -> tuple[bool, float]:
    return not candidate.accepted, candidate.season.start - candidate.season.end


def free_part(stretch: Stretch, taken: Sequence[Stretch]) -> Stretch:
    """The longest part of a stretch that no other has; of no length where there is none."""
    left, right = stretch
    edges = [(left, left), *sorted(taken), (right, right)]
    reach, best = left, (left, left)
    for start, end in edges:
        part = (max(reach, left), min(start, right))
        if part[1] - part[0] > best[1] - best[0]:
            best = part
        reach = max(reach, end)
    return best


def _length(stretch: Stretch) -> float:
    return stretch[1] - stretch[0]
