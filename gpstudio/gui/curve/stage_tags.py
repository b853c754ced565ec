"""The lane above the plot where the shown season's stages are named.

It has a height of its own, so that no name covers a curve and none pushes the value axis. A name
without space is shortened, to a short word or to its letters; pointing at it tells all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QApplication

from gpstudio.data.series import Clock, Series
from gpstudio.gui.curve.of_field import OfField
from gpstudio.gui.curve.overlay import PixelOverlay
from gpstudio.gui.curve.stage_marks import StageMark, mine
from gpstudio.gui.curve.tag_rows import FAR, GAP, MOST_ROWS, farthest, seated
from gpstudio.gui.doubt import Doubt
from gpstudio.gui.stage_looks import draw_mark
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_brief, stage_short, stage_title, time_text

SIZE = 9.0
"""Pixels of a mark."""
MOST_OF_HEIGHT = 0.2
"""Share of the whole picture that the lane may take."""
PADDING, ROW, AROUND = 5.0, 20.0, 3.0
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
LANE = 1
"""The row of a plot's layout between its title and its box."""


@dataclass(frozen=True)
class Tag:
    """A name with its date, and its place on the axis."""

    x: float
    text: str


class StageTags(OfField, PixelOverlay):
    """Names and dates, each led to its line. Its units are pixels, its origin the lane's upper left
    corner; hands on it are handed on as places of the box, above its upper edge."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=50.0)
        # the box hides what is drawn outside of it
        self._plot = box.parentItem()
        self.setParentItem(self._plot)
        self._marks: Sequence[StageMark] = ()
        self._meant: tuple[str, str] | None = None
        self._theme: Theme | None = None
        self._clock: Clock = Clock.DAYS
        self._doubt: Doubt | None = None
        self._most_names = 0
        self._rows = 0
        self._say: Callable[[StageMark], str] = self.words
        """What is written of each, for the space there is."""
        self._seats: tuple[Any, list[tuple[StageMark, QRectF]]] | None = None
        box.geometryChanged.connect(self._settle)
        self._plot.geometryChanged.connect(self._make_space)

    def getViewBox(self) -> pg.ViewBox:
        """Though it is no child of it."""
        return self.box

    # its place

    @property
    def height(self) -> float:
        return 2.0 * AROUND + self._rows * ROW if self._rows else 0.0

    def boundingRect(self) -> QRectF:
        return QRectF(0.0, 0.0, self.box.rect().width(), self.height)

    def keep_space(self, most_names: int) -> None:
        """For a field whose seasons have up to so many names: the same for every season, so that
        nothing jumps."""
        self._most_names = most_names
        self._make_space()

    def _make_space(self) -> None:
        rows = min(self._most_names, self.rows_for(self._plot.size().height()))
        if rows != self._rows:
            self.prepareGeometryChange()
            self._rows, self._seats = rows, None
            self._plot.layout.setRowFixedHeight(LANE, self.height)
            self._plot.layout.activate()  # before anybody asks where things are
            self._settle()

    def _settle(self) -> None:
        self.prepareGeometryChange()
        place = self.box.geometry().topLeft()
        self.setPos(place.x(), place.y() - self.height)

    @staticmethod
    def rows_for(height: float) -> int:
        """Rows of names that a picture of this height has space for."""
        return min(max(int(MOST_OF_HEIGHT * height / ROW), 1), MOST_ROWS)

    # what is named

    def show_marks(
        self,
        marks: Sequence[StageMark],
        meant: tuple[str, str] | None,
        theme: Theme,
        of: Series | None = None,
        doubt: Doubt | None = None,
    ) -> None:
        self.be_of(of)
        self._clock = Clock.DAYS if of is None else of.clock
        self._marks, self._meant, self._theme = mine(marks), meant, theme
        self._doubt, self._seats = doubt, None
        self.update()

    @property
    def shown(self) -> list[Tag]:
        return [Tag(mark.x, self.words(mark)) for mark in self._marks]

    def words(self, mark: StageMark) -> str:
        return f"{stage_title(mark.stage.stage)}  {time_text(mark.stage.date, self._clock)}"

    def _brief(self, mark: StageMark) -> str:
        return f"{stage_brief(mark.stage.stage)}  {time_text(mark.stage.date, self._clock)}"

    @property
    def seats(self) -> list[tuple[StageMark, QRectF]]:
        """Every name in view with its box, in pixels."""
        view, box = self.box.viewRange()[0], self.box.rect()
        asked = (tuple(view), box.width(), self._rows)
        if self._seats is None or self._seats[0] != asked:
            self._seats = asked, self._seat(float(box.width()), max(self._rows, 1))
        return self._seats[1]

    def _seat(self, space: float, most: int) -> list[tuple[StageMark, QRectF]]:
        """With as many words as leave every name near its line."""
        left, right = self.box.viewRange()[0]
        inside = [mark for mark in self._marks if left <= mark.x <= right]
        places = [self.across(mark.x) for mark in inside]
        metrics = QFontMetricsF(self._font())
        for say in (self.words, self._brief, _name, _letters, _nothing):
            self._say = say
            widths = [self._width(metrics.horizontalAdvance(say(mark))) for mark in inside]
            seats = seated(places, widths, space, most)
            near = farthest(seats, places, widths, space) <= FAR
            ends = [seat.left + width for seat, width in zip(seats, widths, strict=True)]
            if near and max(ends, default=0.0) <= space and all(s.row < most for s in seats):
                break
        return [
            (mark, self._box_of(min(seat.row, most - 1), seat.left, width))
            for mark, width, seat in zip(inside, widths, seats, strict=True)
        ]

    def _width(self, of_words: float) -> float:
        return SIZE + (3.0 * PADDING + of_words if of_words else 2.0 * PADDING)

    def _box_of(self, row: int, left: float, width: float) -> QRectF:
        return QRectF(left, AROUND + row * ROW, width, ROW - 3.0)

    def _font(self) -> QFont:
        return QApplication.font()

    @property
    def doubt_box(self) -> QRectF | None:
        """Where the reason of a doubt stands: over its band, as far as that is in view, and until
        one of its stages is meant."""
        if self._doubt is None or not self._rows or self._marks:
            return None
        start, end = (self.across(x) for x in self._doubt.ends)
        space = float(self.box.rect().width())
        if end < 0.0 or start > space:
            return None
        words = QFontMetricsF(self._font()).horizontalAdvance(self._doubt.words)
        width = min(words + 2.0 * PADDING, space)
        middle = 0.5 * (max(start, 0.0) + min(end, space))
        left = min(max(middle - 0.5 * width, 0.0), space - width)
        return self._box_of(self._rows - 1, left, width)

    # hands; places are those of the box

    def mark_at(self, place: QPointF) -> StageMark | None:
        there = self.mapFromItem(self.box, place)
        return next((mark for mark, box in self.seats if box.contains(there)), None)

    def doubt_at(self, place: QPointF) -> Doubt | None:
        box = self.doubt_box
        there = self.mapFromItem(self.box, place)
        return self._doubt if box is not None and box.contains(there) else None

    def hoverEvent(self, ev: Any) -> None:
        away = ev.isExit() or ev.buttons() != Qt.MouseButton.NoButton
        self.box.point(None if away else self.mapToItem(self.box, ev.pos()), by=self)

    def mouseClickEvent(self, ev: Any) -> None:
        place = self.mapToItem(self.box, ev.pos())
        if ev.button() == LEFT:
            ev.accept()
            self.box.clicked.emit(place, ev.modifiers())
        elif ev.button() == RIGHT:
            ev.accept()
            self.box.menu_asked.emit(place, ev.screenPos())

    def wheelEvent(self, ev: Any) -> None:
        self.box.wheelEvent(ev)

    # drawing

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self._theme is None or not self._rows:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        if self._doubt is not None:
            self._write_doubt(painter, self._doubt, self._theme)
        for mark, box in self.seats:
            self._lead(painter, mark, box, self._theme)
        for mark, box in self.seats:
            self._write(painter, mark, box, self._theme)

    def _lead(self, painter: QPainter, mark: StageMark, box: QRectF, theme: Theme) -> None:
        """From a name to its line: straight down where it stands beside it, else aslant."""
        x = self.across(mark.x)
        near = min(max(x, box.left()), box.right())
        painter.setPen(QPen(mark.colour(theme), 1.2))
        if abs(near - x) > GAP + 1.0:
            painter.drawLine(QPointF(near, box.bottom()), QPointF(x, self.height))
        else:
            painter.drawLine(QPointF(x, box.top()), QPointF(x, self.height))

    def _write(self, painter: QPainter, mark: StageMark, box: QRectF, theme: Theme) -> None:
        is_meant = mark.name == self._meant
        painter.setPen(QPen(mark.colour(theme), 2.0 if is_meant else 1.0))
        painter.setBrush(QColor(theme.selected if is_meant else theme.card))
        painter.drawRoundedRect(box, 3.0, 3.0)
        middle = QPointF(box.left() + PADDING + 0.5 * SIZE, box.center().y())
        draw_mark(painter, mark.stage.stage, middle, SIZE, theme)
        painter.setPen(QColor(theme.text))
        text = box.adjusted(SIZE + 2.0 * PADDING, 0.0, 0.0, 0.0)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, int(left), self._say(mark))

    def _write_doubt(self, painter: QPainter, doubt: Doubt, theme: Theme) -> None:
        box = self.doubt_box
        if box is None:
            return
        painter.setPen(QPen(QColor(theme.border), 1.0))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(box, 3.0, 3.0)
        painter.setPen(QColor(theme.quiet))
        painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), doubt.words)


def _name(mark: StageMark) -> str:
    return stage_brief(mark.stage.stage)


def _letters(mark: StageMark) -> str:
    return stage_short(mark.stage.stage)


def _nothing(mark: StageMark) -> str:
    return ""
