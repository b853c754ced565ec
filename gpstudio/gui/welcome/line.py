"""One line that can be chosen: a title, what it is about, and a word at its end."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from gpstudio.gui.fields import label
from gpstudio.gui.literal import tip
from gpstudio.gui.welcome.thumbnail import Thumbnail


class Name(QLabel):
    """As long as its place; what does not fit is left out in the middle, since names are often
    told apart by their ends."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("rank", "heading")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        room = self.contentsRect()
        middle = Qt.TextElideMode.ElideMiddle
        words = self.fontMetrics().elidedText(self.text(), middle, room.width())
        painter.drawText(room, self.alignment(), words)
        painter.end()


class TwoRankButton(QPushButton):
    """A button as wide as its place, with words of two ranks."""

    unwanted = Signal()
    """The key Delete was pressed on it."""

    def __init__(
        self,
        name: str,
        title: str,
        about: str = "",
        end: str = "",
        help: str = "",
        parent: QWidget | None = None,
        picture: Thumbnail | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setProperty("line", True)
        self.setAutoDefault(False)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setAccessibleName(", ".join(part for part in (title, end) if part))
        self.setAccessibleDescription(about or help)
        self.setToolTip(tip(help or about))
        self.title = Name(title)
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(self.title)
        parts: list[QLabel] = [self.title]
        if about:
            parts.append(label(about, "quiet", wrap=True))
            column.addWidget(parts[-1])
        self._row = row = QHBoxLayout(self)
        row.setContentsMargins(10, *((6, 10, 6) if picture is None else (4, 10, 4)))
        row.setSpacing(12)
        self.picture = picture
        if picture is not None:
            row.addWidget(picture, 0, Qt.AlignmentFlag.AlignVCenter)
            column.insertStretch(0, 1)
            column.addStretch(1)
        row.addLayout(column, 1)
        if end:
            parts.append(label(end, "quiet"))
            top = Qt.AlignmentFlag.AlignTop
            row.addWidget(parts[-1], 0, top if picture is None else Qt.AlignmentFlag.AlignVCenter)
        for part in parts:
            part.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        """Of the words inside: a button itself knows of none."""
        return self._row.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Wrapped words ask for as much height as their width needs, and for no more."""
        row = self._row
        return QSize(row.minimumSize().width(), row.heightForWidth(max(self.width(), 1)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete:
            self.unwanted.emit()
        else:
            super().keyPressEvent(event)
