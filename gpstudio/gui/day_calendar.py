"""A calendar below a field, from which a day is picked."""

from __future__ import annotations

from datetime import date

import numpy as np
from PySide6.QtCore import QDate, QPoint, Qt, Signal
from PySide6.QtGui import QTextCharFormat
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCalendarWidget,
    QFrame,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from gpstudio.data.series import days_from_dates
from gpstudio.gui.fields import describe, scaled
from gpstudio.translation import tr

WIDE, HIGH = 290, 220
"""Pixels."""
BUTTONS = (
    ("qt_calendar_prevmonth", tr("Month before"), tr("Show the month before.")),
    ("qt_calendar_nextmonth", tr("Next month"), tr("Show the next month.")),
    ("qt_calendar_monthbutton", tr("Month"), tr("Choose another month.")),
    ("qt_calendar_yearbutton", tr("Year"), tr("Write another year.")),
)
"""Qt's own, which have no names."""


class DayCalendar(QFrame):
    """Belongs to its field, so that an editor in a table stays open beneath it."""

    picked = Signal(float)
    """Days since 1970-01-01."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("day_calendar")
        self.setProperty("card", True)
        self.sheet = QCalendarWidget()
        self.sheet.setObjectName("day_sheet")
        self.sheet.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.sheet.setFirstDayOfWeek(Qt.DayOfWeek.Monday)
        self.sheet.setMinimumSize(scaled(WIDE), scaled(HIGH))
        for day in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):  # Qt's red is faint on black
            self.sheet.setWeekdayTextFormat(day, QTextCharFormat())
        describe(self.sheet, tr("Calendar"), tr("Arrow keys go from day to day, Enter takes one."))
        for name, title, help in BUTTONS:
            button = self.sheet.findChild(QToolButton, name)
            if button is not None:
                describe(button, title, help)
        view = self.sheet.findChild(QAbstractItemView, "qt_calendar_calendarview")
        if view is not None:
            describe(view, tr("Days"), tr("Arrow keys go from day to day, Enter takes one."))
        self.sheet.clicked.connect(self._pick)
        self.sheet.activated.connect(self._pick)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.sheet)

    def open_at(self, field: QWidget, day: float | None) -> None:
        """Below the field, on the day or on today."""
        self.sheet.setSelectedDate(QDate.currentDate() if day is None else _as_date(day))
        self.adjustSize()
        below = field.mapToGlobal(QPoint(0, field.height() + 2))
        room = field.screen().availableGeometry()
        x = max(room.left(), min(below.x(), room.right() - self.width()))
        over = below.y() + self.height() > room.bottom()
        above = field.mapToGlobal(QPoint(0, -self.height() - 2)).y()
        self.move(x, above if over else below.y())
        self.show()
        self.sheet.setFocus()

    def _pick(self, chosen: QDate) -> None:
        if not self.isVisible():
            return  # the second of the two signals of one press
        self.hide()
        made = date(chosen.year(), chosen.month(), chosen.day())
        self.picked.emit(float(days_from_dates([made])[0]))


def _as_date(day: float) -> QDate:
    made: date = np.datetime64(int(np.floor(day)), "D").astype(object)
    return QDate(made.year, made.month, made.day)
