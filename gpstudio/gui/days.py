"""Days as people write them in a field: one that could be another day is refused, never guessed."""

from __future__ import annotations

import re
from datetime import date

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QWidget

from gpstudio.core.errors import InputError
from gpstudio.data.dates.months import month_of
from gpstudio.data.series import days_from_dates, iso_day
from gpstudio.gui.day_calendar import DayCalendar
from gpstudio.gui.fields import LineField
from gpstudio.translation import tr

FIRST_YEAR, LAST_YEAR = 1900, 2100
SHEET, EDGE = 18, 8
"""Pixels for the sign of the calendar, and about it."""
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_TURNED = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})")
_NAMED = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?[ -]*([^\W\d_]{3,})\.?,?[ -]*(\d{4})")
_MONTH_FIRST = re.compile(r"([^\W\d_]{3,})\.? *(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})")
_YEAR_FIRST = re.compile(r"(\d{4})[./](\d{1,2})[./](\d{1,2})")


def day_of(text: str) -> float:
    """The day since 1970-01-01 that a text names; raises ``InputError`` where it could be another.

    Year first, as in 2022-05-04; with the month's name, 4 May 2022 or May 4, 2022; day first with
    points, 4.5.2022; with slashes or dashes where one of the two numbers is above 12 or both are
    the same.
    """
    text = text.strip()
    for way in (_ISO, _YEAR_FIRST):
        found = way.fullmatch(text)
        if found:
            return _day(text, *(int(part) for part in found.groups()))
    for way, parts in ((_NAMED, (1, 2, 3)), (_MONTH_FIRST, (2, 1, 3))):
        found = way.fullmatch(text)
        if found:
            number, name, year_written = (found[part] for part in parts)
            if month := month_of(name):
                return _day(text, int(year_written), month, int(number))
    turned = _TURNED.fullmatch(text)
    if not turned:
        raise InputError(
            tr("'{text}' is no date: write it as 2022-05-04 or 4 May 2022.", text=text)
        )
    one, other, year = int(turned[1]), int(turned[3]), int(turned[4])
    if turned[2] != "." and max(one, other) <= 12 and one != other:
        first, second = date(year, other, one), date(year, one, other)
        raise InputError(
            tr(
                "'{text}' could be {first} or {second}: write it as {first}.",
                text=text,
                first=first,
                second=second,
            )
        )
    if other > 12 and turned[2] != ".":
        one, other = other, one
    return _day(text, year, other, one)


def day_text(day: float) -> str:
    """A day as it is written everywhere."""
    return iso_day(day)


def _day(text: str, year: int, month: int, day: int) -> float:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise InputError(
            tr(
                "'{text}' is in the year {year}: write a year from {first_year} on.",
                text=text,
                year=year,
                first_year=FIRST_YEAR,
            )
        )
    try:
        made = date(year, month, day)
    except ValueError:
        raise InputError(
            tr("'{text}' is no day of the calendar: write it as 2022-05-04.", text=text)
        ) from None
    return float(days_from_dates([made])[0])


class DayField(LineField):
    """A day, or nothing; a plain number where times are not dates.

    A click on the sheet at its right, or Alt and Down, opens a calendar to pick the day from.
    """

    dated = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.near: float | None = None
        """The day at which the calendar opens while nothing is written; None for today."""
        self.calendar: DayCalendar | None = None
        self.setTextMargins(0, 0, SHEET, 0)

    def pick(self) -> None:
        """Open the calendar below the field."""
        if not self.dated or not self.isEnabled():
            return
        if self.calendar is None:
            self.calendar = DayCalendar(self)
            self.calendar.picked.connect(self._take)
        try:
            written = self.day()
        except InputError:
            written = None
        self.calendar.open_at(self, self.near if written is None else written)

    def _take(self, day: float) -> None:
        self.setText(day_text(day))
        self.setFocus()
        self.take_typed()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._is_on_sheet(event):
            self.pick()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        shapes = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.IBeamCursor
        self.setCursor(shapes[not self._is_on_sheet(event)])
        super().mouseMoveEvent(event)

    def _is_on_sheet(self, event: QMouseEvent) -> bool:
        return self.dated and event.position().x() >= self.width() - SHEET - EDGE

    def keyPressEvent(self, event: QKeyEvent) -> None:
        alt = event.modifiers() & Qt.KeyboardModifier.AltModifier
        if event.key() == Qt.Key.Key_Down and alt:
            self.pick()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """With a small sheet of a calendar at its right."""
        super().paintEvent(event)
        if not self.dated:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.PlaceholderText), 1.3))
        painter.translate(self.width() - SHEET - 3.0, self.height() / 2.0 - 5.0)
        painter.drawRoundedRect(QRectF(0.0, 0.0, 12.0, 11.0), 2.0, 2.0)
        for place in (3.5, 8.5):
            painter.drawLine(QPointF(place, -2.0), QPointF(place, 1.0))
        painter.drawLine(QPointF(0.0, 4.0), QPointF(12.0, 4.0))
        painter.end()

    def day(self) -> float | None:
        """What is written; raises ``InputError`` where it names no day, or could name two."""
        text = self.text().strip()
        if not text:
            self.mark_wrong(False)
            return None
        try:
            found = day_of(text) if self.dated else _number(text)
        except InputError:
            self.mark_wrong(True)
            raise
        self.mark_wrong(False)
        return found

    def show_day(self, day: float | None) -> None:
        if day is None:
            self.show_text("")
        else:
            self.show_text(day_text(day) if self.dated else f"{day:g}")


def _number(text: str) -> float:
    try:
        return float(text.replace(",", ".", 1).replace("−", "-"))
    except ValueError:
        raise InputError(
            tr("'{text}' is not a number; write it as 30 or 0.5.", text=text)
        ) from None
