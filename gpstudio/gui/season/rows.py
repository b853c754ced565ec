"""Rows of a form: a name on the left, a field on the right, shown or not as one."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from gpstudio.gui.fields import TITLE_WIDTH, ChoiceBox, describe, label, restyle
from gpstudio.gui.literal import tip
from gpstudio.gui.season.words import ListEntry


class FormRows(QGridLayout):
    """Names and fields in two columns, in line with the forms below."""

    def __init__(self) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(8)
        self.setVerticalSpacing(6)
        self.setColumnMinimumWidth(0, TITLE_WIDTH)
        self.setColumnStretch(1, 1)
        self._names: dict[QWidget, QWidget] = {}

    def add(self, title: str, field: QWidget, help: str, rank: str = "") -> None:
        row = self.rowCount()
        name = label(title, rank)
        name.setBuddy(field)
        name.setToolTip(tip(help))
        describe(field, title, help)
        self.addWidget(name, row, 0)
        self.addWidget(field, row, 1)
        self._names[field] = name

    def add_wide(self, field: QWidget) -> None:
        """Over both columns."""
        self.addWidget(field, self.rowCount(), 0, 1, 2)

    def show_row(self, field: QWidget, shown: bool) -> None:
        field.setVisible(shown)
        self._names[field].setVisible(shown)


class OneLine(QLabel):
    """A sentence that is as long as its place: the rest of it is in the tooltip."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.say("")

    def say(self, sentence: str, rank: str = "quiet") -> None:
        self.setText(sentence)
        self.setAccessibleName(sentence)
        self.setToolTip(tip(sentence))
        restyle(self, rank=rank)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        end = Qt.TextElideMode.ElideRight
        words = self.fontMetrics().elidedText(self.text(), end, room.width())
        painter.drawText(room, self.alignment(), words)
        painter.end()


def choice(name: str) -> ChoiceBox:
    made = ChoiceBox()
    made.setObjectName(name)
    return made


def fill(field: ChoiceBox, entries: tuple[ListEntry, ...], chosen: str) -> None:
    """Offer these and show one, without telling anybody."""
    entries = tuple(ListEntry(entry.name, entry.title, tip(entry.help)) for entry in entries)
    there = tuple(
        ListEntry(
            field.itemData(i), field.itemText(i), field.itemData(i, Qt.ItemDataRole.ToolTipRole)
        )
        for i in range(field.count())
    )
    if there != entries:
        blocked = field.blockSignals(True)
        field.clear()
        for place, entry in enumerate(entries):
            field.addItem(entry.title, entry.name)
            field.setItemData(place, entry.help, Qt.ItemDataRole.ToolTipRole)
        field.blockSignals(blocked)
    field.show_choice(chosen)
