"""What the plot draws of stages: intervals and lines beneath the curve, marks on it, names above,
and the rule of the one that is meant."""

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
from gpstudio.gui.curve.tag_rows import GAP, MOST_ROWS, seated
from gpstudio.gui.curve_items import Everywhere, exposed, in_pixels, pixel_of, thick
from gpstudio.gui.stage_looks import draw_mark
from gpstudio.gui.theme import Theme
from gpstudio.gui.words import stage_title, time_text

MOST_OF_HEIGHT = 0.4
"""Share of the plot that the names may take."""
WIDEST = 3.0
"""Pixels of a line."""
SIZE = 9.0
"""Pixels of a mark."""
OUTER, INNER = 0.16, 0.20
"""Opacities of the 90 % interval, and of the 50 % interval on top of it."""
ELSEWHERE = 0.40
"""How much of that the stages of other seasons have."""


class StageLines(Everywhere):
    """Intervals as stripes, the darker half of them inside, and a line on each date."""

    def __init__(self) -> None:
        super().__init__()
        self._stripes: list[tuple[float, float, QColor]] = []
        self._lines: list[tuple[float, QColor, float, Qt.PenStyle]] = []
        self._pens: list[tuple[float, QPen]] = []
        self._fine = 0.0
        """Of the device that the pens were made for."""

    def show_marks(
        self,
        marks: Sequence[StageMark],
        meant: tuple[str, str] | None,
        theme: Theme,
        of: Series | None = None,
    ) -> None:
        """Everything is made ready here, since painting follows a hand."""
        self.be_of(of)
        self._stripes, self._lines, self._fine = [], [], 0.0
        for mark in marks:
            strength = 1.0 if mark.is_mine else ELSEWHERE
            is_meant = mark.name == meant
            if mark.is_shaded or is_meant:
                for ends, opacity in ((mark.outer, OUTER), (mark.inner, INNER)):
                    self._stripes.append((*ends, mark.colour(theme, opacity * strength)))
            width = 3.0 if is_meant else 2.0 if mark.is_mine else 1.0
            self._lines.append((mark.x, mark.colour(theme, strength), width, mark.stroke))
        self.update()

    @property
    def stripes(self) -> list[tuple[float, float]]:
        """From where to where it is shaded."""
        return [(left, right) for left, right, _ in self._stripes]

    def paint(self, painter: QPainter, option: Any = None, *_: Any) -> None:
        pixel = pixel_of(self)
        if pixel is None:
            return
        view = exposed(self.boundingRect(), option, WIDEST * pixel[0])
        self._make_pens(painter)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        with in_pixels(painter) as pixels:
            box, way = pixels.way.mapRect(view), pixels.way
            for start, end, colour in self._stripes:
                left, right = max(start, view.left()), min(end, view.right())
                if left < right:
                    x = way.m11() * left + way.dx()
                    wide = way.m11() * (right - left)
                    painter.fillRect(QRectF(x, box.top(), wide, box.height()), colour)
            for place, pen in self._pens:
                if view.left() <= place <= view.right():
                    painter.setPen(pen)
                    x = way.m11() * place + way.dx()
                    painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))

    def _make_pens(self, painter: QPainter) -> None:
        """Once for a device."""
        fine = painter.device().devicePixelRatioF()
        if fine == self._fine:
            return
        self._fine, self._pens = fine, []
        for place, colour, width, stroke in self._lines:
            pen = thick(colour, width, painter)
            pen.setStyle(stroke)
            self._pens.append((place, pen))


class StageSigns(OfField, PixelOverlay):
    """The mark of each of the shown season's stages on the curve; with bars for intervals that are
    not shaded."""

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=12.0)
        self._marks: Sequence[StageMark] = ()
        self._theme: Theme | None = None

    def show_marks(
        self, marks: Sequence[StageMark], theme: Theme, of: Series | None = None
    ) -> None:
        self.be_of(of)
        self._marks, self._theme = mine(marks), theme
        self.update()

    def paint(self, painter: QPainter, *_: Any) -> None:
        left, right = self.box.viewRange()[0]
        seen = [m for m in self._marks if m.outer[0] <= right and m.outer[1] >= left]
        if self._theme is None:
            return
        for mark in seen:
            if not mark.is_shaded:
                y = self.down(mark.height)
                for ends, width in ((mark.outer, 1.2), (mark.inner, 3.2)):
                    painter.setPen(QPen(mark.colour(self._theme), width))
                    start, end = (self.across(x) for x in ends)
                    self.draw_line(painter, QPointF(start, y), QPointF(end, y))
        for mark in seen:
            if not left <= mark.x <= right:
                continue
            place = self.at(mark.x, mark.height)
            draw_mark(painter, mark.stage.stage, place, SIZE, self._theme)


@dataclass(frozen=True)
class Tag:
    """A name with its date, and its place on the axis."""

    x: float
    text: str


class StageTags(OfField, PixelOverlay):
    """Names and dates of the shown season's stages along the top, each led to its line."""

    PADDING = 5.0
    ROW = 22.0
    TOP = 5.0

    def __init__(self, box: pg.ViewBox) -> None:
        super().__init__(box, height=50.0)
        self._marks: Sequence[StageMark] = ()
        self._meant: tuple[str, str] | None = None
        self._theme: Theme | None = None
        self._dated = True
        self._say: Callable[[StageMark], str] = self.words
        """What is written of each, for the room there is."""
        self._seats: tuple[Any, list[tuple[StageMark, QRectF]]] | None = None

    def show_marks(
        self,
        marks: Sequence[StageMark],
        meant: tuple[str, str] | None,
        theme: Theme,
        of: Series | None = None,
    ) -> None:
        self.be_of(of)
        clock = Clock.DAYS if of is None else of.clock
        self._marks, self._meant, self._theme, self._clock = mine(marks), meant, theme, clock
        self._seats = None
        self.update()

    @property
    def shown(self) -> list[Tag]:
        return [Tag(mark.x, self.words(mark)) for mark in self._marks]

    def words(self, mark: StageMark) -> str:
        return f"{stage_title(mark.stage.stage)}  {time_text(mark.stage.date, self._clock)}"

    @property
    def seats(self) -> list[tuple[StageMark, QRectF]]:
        """Every name in view with its box, in pixels."""
        view, box = self.box.viewRange()[0], self.box.rect()
        asked = (tuple(view), box.width(), box.height())
        if self._seats is None or self._seats[0] != asked:
            self._seats = asked, self._seat(float(box.width()), self.rows_for(box.height()))
        return self._seats[1]

    def _seat(self, room: float, most: int) -> list[tuple[StageMark, QRectF]]:
        """With name and date; in a low plot with the name alone, or its mark."""
        left, right = self.box.viewRange()[0]
        inside = [mark for mark in self._marks if left <= mark.x <= right]
        places = [self.across(mark.x) for mark in inside]
        metrics = QFontMetricsF(self._font())
        for say in (self.words, _title, _nothing):
            self._say = say
            widths = [self._width(metrics.horizontalAdvance(say(mark))) for mark in inside]
            seats = seated(places, widths, room, most)
            if all(seat.row < most for seat in seats):
                break
        return [
            (mark, self._box_of(seat.row, seat.left, width))
            for mark, width, seat in zip(inside, widths, seats, strict=True)
        ]

    def _width(self, of_words: float) -> float:
        return SIZE + (3.0 * self.PADDING + of_words if of_words else 2.0 * self.PADDING)

    def rows_for(self, height: float) -> int:
        """Rows of names that a plot of this height has room for."""
        return min(max(int(MOST_OF_HEIGHT * height / self.ROW), 1), MOST_ROWS)

    def _box_of(self, row: int, left: float, width: float) -> QRectF:
        return QRectF(left, self.TOP + row * self.ROW, width, self.ROW - 3.0)

    def _font(self) -> QFont:
        return QApplication.font()

    def height_of(self, rows: int) -> float:
        """Pixels that so many rows of names take, with their leading lines."""
        return self.TOP + rows * self.ROW + 2.0 * GAP

    def mark_at(self, place: QPointF) -> StageMark | None:
        return next((mark for mark, box in self.seats if box.contains(place)), None)

    def paint(self, painter: QPainter, *_: Any) -> None:
        if self._theme is None or not self._marks:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        seats = self.seats
        foot = max((box.bottom() for _, box in seats), default=0.0) + GAP
        for mark, box in seats:
            self._lead(painter, mark, box, foot, self._theme)
        for mark, box in seats:
            self._write(painter, mark, box, self._theme)

    def _lead(
        self, painter: QPainter, mark: StageMark, box: QRectF, foot: float, theme: Theme
    ) -> None:
        """From a name that had to move aside to its line, below all names."""
        x = self.across(mark.x)
        near = min(max(x, box.left()), box.right())
        if abs(near - x) > GAP + 1.0:
            painter.setPen(QPen(mark.colour(theme), 1.2))
            painter.drawLine(QPointF(near, box.bottom()), QPointF(x, foot))

    def _write(self, painter: QPainter, mark: StageMark, box: QRectF, theme: Theme) -> None:
        is_meant = mark.name == self._meant
        back = QColor(theme.selected if is_meant else theme.card)
        back.setAlphaF(0.94)
        painter.setPen(QPen(mark.colour(theme), 2.0 if is_meant else 1.0))
        painter.setBrush(back)
        painter.drawRoundedRect(box, 3.0, 3.0)
        middle = QPointF(box.left() + self.PADDING + 0.5 * SIZE, box.center().y())
        draw_mark(painter, mark.stage.stage, middle, SIZE, theme)
        painter.setPen(QColor(theme.text))
        text = box.adjusted(SIZE + 2.0 * self.PADDING, 0.0, 0.0, 0.0)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(text, int(left), self._say(mark))


def _title(mark: StageMark) -> str:
    return stage_title(mark.stage.stage)


def _nothing(mark: StageMark) -> str:
    return ""
