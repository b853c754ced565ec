"""What falls on a window: the first file of what was dragged there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

FALLS = (QEvent.Type.DragEnter, QEvent.Type.Drop)


class FileDrops(QObject):
    """Lets files be dropped on a widget, and hands them on."""

    def __init__(self, widget: QWidget, take: Callable[[Path], object]) -> None:
        super().__init__(widget)
        self._take = take
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in FALLS or not isinstance(event, QDropEvent):
            return False
        path = dropped_file(event)
        if path is not None:
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                self._take(path)
        return True


def dropped_file(event: QDropEvent) -> Path | None:
    """Also of the events that come before the fall, which are of the same family."""
    urls = event.mimeData().urls()
    return next((Path(url.toLocalFile()) for url in urls if url.isLocalFile()), None)
