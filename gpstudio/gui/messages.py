"""The message bar: one sentence at a time, which can be copied and closed; never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from gpstudio.gui.fields import describe, label, restyle
from gpstudio.gui.status_line import StatusLine
from gpstudio.translation import tr

MARGIN = 12
"""Pixels at its sides."""


@dataclass(frozen=True)
class Message:
    kind: Literal["info", "error"]
    sentence: str
    details: str = ""
    """What is copied with the sentence, for those who mend the program."""
    elsewhere: Callable[[], object] | None = None
    """Asks where else to write what could not be written."""
    written: Path | None = None
    """A file or folder that is there now, to be opened from here."""

    @classmethod
    def info(cls, sentence: str) -> Message:
        return cls("info", sentence)

    @classmethod
    def saved(cls, sentence: str, path: Path) -> Message:
        return cls("info", sentence, written=path)

    @classmethod
    def error(
        cls, sentence: str, details: str = "", elsewhere: Callable[[], object] | None = None
    ) -> Message:
        return cls("error", sentence, details, elsewhere)


class MessageBar(QFrame):
    """Shows the newest message over the status line, so that nothing moves when it comes or goes.

    A long one reaches up over what stands there. What is told of running work stays in sight at
    its right.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("message_bar")
        self._message: Message | None = None
        self.sentence = label(wrap=True)
        self.sentence.setObjectName("message")
        self.sentence.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.elsewhere_button = QPushButton(tr("Choose another folder…"))
        self.elsewhere_button.setObjectName("write_elsewhere")
        describe(
            self.elsewhere_button,
            tr("Choose another folder"),
            tr("Write it to another folder, or under another name."),
        )
        self.elsewhere_button.clicked.connect(self._ask_elsewhere)
        self.open_button = QPushButton(tr("Open"))
        self.open_button.setObjectName("open_written")
        describe(self.open_button, tr("Open"), tr("Open the file with its own program."))
        self.open_button.clicked.connect(lambda: self._show_written(of_folder=False))
        self.folder_button = QPushButton(tr("Show in folder"))
        self.folder_button.setObjectName("show_in_folder")
        describe(self.folder_button, tr("Show in folder"), tr("Open the folder that it is in."))
        self.folder_button.clicked.connect(lambda: self._show_written(of_folder=True))
        self.copy_button = QPushButton(tr("Copy"))
        self.copy_button.setObjectName("copy_message")
        describe(self.copy_button, tr("Copy message"), tr("Copy this message to the clipboard."))
        self.copy_button.clicked.connect(self._copy)
        self.close_button = QPushButton(tr("Close"))
        self.close_button.setObjectName("close_message")
        describe(self.close_button, tr("Close message"), tr("Put this message away."))
        self.close_button.clicked.connect(self.clear)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 3, 4, 3)
        row.setSpacing(6)
        row.addWidget(self.sentence, 1)
        row.addWidget(self.elsewhere_button)
        row.addWidget(self.open_button)
        row.addWidget(self.folder_button)
        row.addWidget(self.copy_button)
        row.addWidget(self.close_button)
        for button in self.findChildren(QPushButton):
            button.setProperty("small", True)
        self._status: StatusLine | None = None
        self.hide()

    def lie_over(self, status: StatusLine) -> None:
        """Both are of one parent."""
        self._status = status
        status.installEventFilter(self)
        status.work_shown.connect(self._place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self._place()
        return super().eventFilter(watched, event)

    def _place(self) -> None:
        status = self._status
        if status is None:
            return
        status.make_way(self._message is not None)
        if self._message is None:
            return
        place = status.geometry()
        wide = place.width() - 2 * MARGIN - status.room_of_work
        high = max(self.heightForWidth(wide), place.height() - 2)
        self.setGeometry(place.left() + MARGIN, place.bottom() - high, wide, high)
        self.raise_()

    @property
    def message(self) -> Message | None:
        return self._message

    def show_message(self, message: Message) -> None:
        self._message = message
        self.sentence.setText(message.sentence)
        self.setAccessibleName(message.sentence)
        self.elsewhere_button.setVisible(message.elsewhere is not None)
        written = message.written
        self.open_button.setVisible(written is not None and not written.is_dir())
        self.folder_button.setVisible(written is not None)
        restyle(self, banner=message.kind)
        self._place()
        self.show()

    def clear(self) -> None:
        self._message = None
        self.hide()
        self._place()

    def _show_written(self, of_folder: bool) -> None:
        """In whatever program the system has for it."""
        written = self._message.written if self._message is not None else None
        if written is not None:
            shown = written.parent if of_folder and not written.is_dir() else written
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(shown)))

    def _ask_elsewhere(self) -> None:
        message = self._message
        if message is not None and message.elsewhere is not None:
            self.clear()
            message.elsewhere()

    def _copy(self) -> None:
        if self._message is not None:
            parts = [self._message.sentence, self._message.details]
            QGuiApplication.clipboard().setText("\n\n".join(part for part in parts if part))
