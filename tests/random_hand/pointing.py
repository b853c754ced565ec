"""Mouse and keyboard as the system delivers them: to a top-level window, not to a widget, so that
popups, modal dialogs, grabs and double clicks are what they are for a person."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QInputMethodEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEYS = Qt.KeyboardModifier.NoModifier


def window_of(widget: QWidget) -> QWindow | None:
    return widget.window().windowHandle()


def click(top: QWidget, place: QPoint, button: Qt.MouseButton, keys: Qt.KeyboardModifier) -> None:
    hover(top, place)
    drag(top, [place], button, keys)


def double_click(top: QWidget, place: QPoint) -> None:
    click(top, place, LEFT, NO_KEYS)
    window = None if is_gone(top) else window_of(top)
    if window is not None:
        QTest.mouseDClick(window, LEFT, NO_KEYS, place)


def drag(
    top: QWidget, way: Sequence[QPoint], button: Qt.MouseButton, keys: Qt.KeyboardModifier
) -> None:
    """The window may go while the button is held: then so does the drag."""
    window = None if is_gone(top) else window_of(top)
    if window is None:
        return
    QTest.mousePress(window, button, keys, way[0])
    for place in way[1:]:
        if is_gone(top):
            return
        QTest.mouseMove(window, place)
    if not is_gone(top):
        QTest.mouseRelease(window, button, keys, way[-1])


def is_gone(top: QWidget) -> bool:
    return not isValid(top) or window_of(top) is None


def hover(top: QWidget, place: QPoint) -> None:
    window = window_of(top)
    if window is not None:
        QTest.mouseMove(window, place)


def wheel(top: QWidget, place: QPoint, turn: QPoint, keys: Qt.KeyboardModifier) -> None:
    window = window_of(top)
    if window is not None:
        QTest.wheelEvent(window, QPointF(place), turn, QPoint(), keys)


def press(top: QWidget, key: Qt.Key, keys: Qt.KeyboardModifier) -> None:
    """The key may close the window: then nobody hears it go up again, nor Shift and the like that
    were held with it, which QTest would send to the ghost."""
    window = window_of(top)
    if top.windowType() == Qt.WindowType.Popup:
        keys = NO_KEYS  # Alt alone closes a menu, and QTest would send what follows to its ghost
    if window is not None:
        QTest.keyPress(window, key, keys)
        if not is_gone(top):
            QTest.keyRelease(window, key)


def write(text: str) -> None:
    """As an input method does, into what has the keyboard."""
    widget = QApplication.focusWidget()
    if widget is not None:
        event = QInputMethodEvent("", [])
        event.setCommitString(text)
        QApplication.sendEvent(widget, event)
