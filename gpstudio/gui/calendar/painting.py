"""How a line of the calendar is painted: intervals as bars, dates as the stages' own marks."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from gpstudio.gui.calendar.lines import places
from gpstudio.gui.calendar.model import STRIP, CalendarModel, Index
from gpstudio.gui.fields import describe
from gpstudio.gui.stage_looks import draw_mark, stage_colour
from gpstudio.gui.theme import Theme
from gpstudio.phenology.stages import StageDate
from gpstudio.translation import tr

ROW_HEIGHT = 32
MARK = 11.0
MARGIN = 12.0
"""Pixels left free at either end of a strip."""
LANES = 3
LANE_STEP = 8.0
"""Neighbours in the season stand on different heights, so that wide intervals do not cover them."""
BARS = ((2.5, 0.4), (6.0, 0.4))
"""Height and opacity of the 90 % and of the 50 % interval."""
PALE = 0.35
"""Opacity of dates that are outdated."""
ROOM_FOR_A_MONTH = 46.0


class StripDelegate(QStyledItemDelegate):
    """Paints one line; only those in view are asked for."""

    def __init__(self, theme: Theme, model: CalendarModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._model = model

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        where: QRect = option.rect  # type: ignore[attr-defined]
        state = option.state  # type: ignore[attr-defined]
        painter.save()
        if state & QStyle.StateFlag.State_Selected:
            painter.fillRect(where, QColor(self.theme.selected))
        if index.column() == STRIP:
            painter.setClipRect(where)
            self._paint_strip(painter, inside_of(where), index.row())
        else:
            painter.setPen(QColor(self.theme.text))
            room = where.adjusted(9, 0, -6, 0)
            cut = Qt.TextElideMode.ElideMiddle
            words = painter.fontMetrics().elidedText(str(index.data() or ""), cut, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()

    def _paint_strip(self, painter: QPainter, inside: QRectF, row: int) -> None:
        theme, scale = self.theme, self._model.scale
        painter.setPen(QPen(QColor(theme.border), 1))
        for tick in scale.ticks(inside.width(), ROOM_FOR_A_MONTH):
            x = inside.left() + scale.x(tick.time, inside.width())
            painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()))
        line = self._model.lines[row]
        pens = (
            (line.as_of, QPen(QColor(theme.text), 1.2, Qt.PenStyle.DashLine)),
            (self._model.today, QPen(QColor(theme.accent), 1.6)),
        )
        for day, pen in pens:
            when = None if day is None else day + self._model.shift(row)
            if when is not None and scale.first <= when <= scale.last:
                x = inside.left() + scale.x(when, inside.width())
                painter.setPen(pen)
                painter.drawLine(QPointF(x, inside.top()), QPointF(x, inside.bottom()))
        stages = self._model.drawn(row)
        if not stages:
            painter.setPen(QColor(theme.quiet))
            room = painter.fontMetrics().elidedText(
                line.reason, Qt.TextElideMode.ElideRight, int(inside.width())
            )
            painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, room)
            return
        painter.setOpacity(PALE if line.outdated else 1.0)
        for stage in stages:
            self._paint_bars(painter, inside, stage, self._model.shift(row))
        for stage in stages:
            draw_mark(painter, stage.stage, place_of(self._model, inside, row, stage), MARK, theme)

    def _paint_bars(
        self, painter: QPainter, inside: QRectF, stage: StageDate, shift: float
    ) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        y = inside.center().y() + lane_of(stage.stage)
        ends = ((stage.lower90, stage.upper90), (stage.lower50, stage.upper50))
        for (height, opacity), (lower, upper) in zip(BARS, ends, strict=True):
            if lower is None or upper is None:
                continue
            left, right = (
                inside.left() + self._model.scale.x(time + shift, inside.width())
                for time in (lower, upper)
            )
            colour = QColor(stage_colour(stage.stage, self.theme))
            colour.setAlphaF(opacity)
            painter.setBrush(colour)
            painter.drawRoundedRect(QRectF(left, y - height / 2, right - left, height), 1.5, 1.5)


class TimeHeader(QHeaderView):
    """Months above the strips, in place of a heading; and the day that is asked about."""

    def __init__(self, theme: Theme, model: CalendarModel, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.theme = theme
        self._calendar = model
        describe(self, tr("Time"), tr("Months of the strips below."))
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        super().paintSection(painter, rect, section)
        painter.restore()
        if section != STRIP or not self._calendar.lines:
            return
        inside, scale = inside_of(rect), self._calendar.scale
        painter.save()
        painter.setClipRect(rect)
        painter.setPen(QColor(self.theme.quiet))
        for tick in scale.ticks(inside.width(), ROOM_FOR_A_MONTH):
            x = inside.left() + scale.x(tick.time, inside.width())
            if x + 3 + painter.fontMetrics().horizontalAdvance(tick.words) <= inside.right():
                painter.drawText(QPointF(x + 3, inside.bottom() - 8), tick.words)
            painter.drawLine(QPointF(x, inside.bottom() - 5), QPointF(x, inside.bottom()))
        if self._calendar.today is not None:
            x = inside.left() + scale.x(self._calendar.today, inside.width())
            painter.setPen(QColor(self.theme.accent))
            painter.drawText(QPointF(x - 14, inside.top() + 10), tr("today"))
        painter.restore()


def inside_of(where: QRect) -> QRectF:
    """What of a cell the scale covers."""
    return QRectF(where).adjusted(MARGIN, 0.0, -MARGIN, 0.0)


def lane_of(stage: str) -> float:
    """Pixels below the middle of the line."""
    place = places().get(stage, 0)
    return LANE_STEP * (place % LANES - (LANES - 1) / 2)


def place_of(model: CalendarModel, inside: QRectF, row: int, stage: StageDate) -> QPointF:
    """Where a stage's mark stands."""
    date = model.scale.first if stage.date is None else stage.date + model.shift(row)
    x = inside.left() + model.scale.x(date, inside.width())
    return QPointF(x, inside.center().y() + lane_of(stage.stage))
