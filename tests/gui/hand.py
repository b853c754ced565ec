"""A hand on a plot: real mouse events, with the pauses that a hand makes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio.gui.plot import CurvePlot

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT, NO_BUTTON = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
PAUSE = 15
"""Milliseconds between two events; the scene ignores moves that come more often than every 10."""


def place_of(plot: CurvePlot, x: float, y: float) -> QPoint:
    """Where a place on the axes is on screen, in pixels of the viewport."""
    return plot.box.mapViewToScene(QPointF(x, y)).toPoint()


class Hand:
    """Places are in pixels of the plot's viewport."""

    def __init__(self, plot: CurvePlot, qtbot: QtBot) -> None:
        self._plot, self._qtbot = plot, qtbot

    def hover(self, place: QPoint) -> None:
        self._send(QEvent.Type.MouseMove, place, NO_BUTTON, NO_BUTTON, NO_KEYS)

    def leave(self) -> None:
        QApplication.sendEvent(self._plot, QEvent(QEvent.Type.Leave))
        self._qtbot.wait(PAUSE)

    def click(self, place: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self.hover(place)
        self.press(place, keys)
        self.release(place, keys)

    def drag(self, way: Sequence[QPoint], keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self.hover(way[0])
        self.press(way[0], keys)
        for place in way[1:]:
            self.move(place, keys)
        self.release(way[-1], keys)

    def press(self, place: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self._send(QEvent.Type.MouseButtonPress, place, LEFT, LEFT, keys)

    def move(self, place: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self._send(QEvent.Type.MouseMove, place, NO_BUTTON, LEFT, keys)

    def release(self, place: QPoint, keys: Qt.KeyboardModifier = NO_KEYS) -> None:
        self._send(QEvent.Type.MouseButtonRelease, place, LEFT, NO_BUTTON, keys)

    def right_click(self, place: QPoint) -> None:
        right = Qt.MouseButton.RightButton
        self.hover(place)
        self._send(QEvent.Type.MouseButtonPress, place, right, right, NO_KEYS)
        self._send(QEvent.Type.MouseButtonRelease, place, right, NO_BUTTON, NO_KEYS)

    def wheel(self, place: QPoint, steps: int) -> None:
        viewport = self._plot.viewport()
        event = QWheelEvent(
            QPointF(place), QPointF(viewport.mapToGlobal(place)), QPoint(), QPoint(0, 120 * steps),
            NO_BUTTON, NO_KEYS, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(viewport, event)
        self._qtbot.wait(PAUSE)

    def _send(
        self,
        kind: QEvent.Type,
        place: QPoint,
        button: Qt.MouseButton,
        held: Qt.MouseButton,
        keys: Qt.KeyboardModifier,
    ) -> None:
        viewport = self._plot.viewport()
        there = QPointF(viewport.mapToGlobal(place))
        QApplication.sendEvent(
            viewport, QMouseEvent(kind, QPointF(place), there, button, held, keys)
        )
        self._qtbot.wait(PAUSE)
        QApplication.processEvents()  # on a busy machine painting alone takes the pause
