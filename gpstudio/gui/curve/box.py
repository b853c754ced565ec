"""The plot's box: hands strokes of the mouse to the first gesture that wants them.

What nobody wants moves the view, as ever: dragging pans, the wheel and the right button zoom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QPointF, Qt, Signal

from gpstudio.data.series import Series
from gpstudio.gui.curve.gestures import Gesture, GivenUp, Stroke
from gpstudio.gui.curve.of_field import NO_FIELD

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


class CurveBox(pg.ViewBox):
    clicked = Signal(object, object)
    """Where, in pixels of the box, and with which keys held."""
    menu_asked = Signal(object, object)
    """Where in pixels of the box, and on the screen."""
    pointed = Signal(object)
    """Where the mouse is, in pixels of the box; None when it has left, and while it drags."""
    stroked = Signal(object, object)
    """What a gesture has in hand, in words or None, and where."""
    settled = Signal()
    """A hand has moved the view and let go."""

    def __init__(self) -> None:
        super().__init__(enableMenu=False)
        self.gestures: Sequence[Gesture] = ()
        self._gesture: Gesture | None = None
        self.origin = NO_FIELD
        """The field that is shown: what is drawn of another is not painted."""
        self._pointer: object = None
        """What the mouse is on: the box itself, or the lane above it."""

    def turn_to(self, series: Series | None) -> None:
        """Show this field from now on."""
        origin = NO_FIELD if series is None else series.origin
        if origin is not self.origin:
            self.origin = origin
            self.scene().update()

    def setRange(self, *given: Any, **named: Any) -> None:
        """With the new scale at once: set while painting, it would have all painted twice."""
        super().setRange(*given, **named)
        self.updateMatrix()

    def mouseDragEvent(self, ev: Any, axis: int | None = None) -> None:
        if ev.isStart():
            self._gesture = None
            if ev.button() == LEFT and axis is None:
                start = Stroke(ev.buttonDownPos(), ev.buttonDownPos(), ev.modifiers())
                self._gesture = next((g for g in self.gestures if g.wants(start)), None)
        if self._gesture is None:
            super().mouseDragEvent(ev, axis)
            if ev.isFinish():
                self.settled.emit()
            return
        ev.accept()
        stroke = Stroke(ev.buttonDownPos(), ev.pos(), ev.modifiers())
        gesture = self._gesture
        gesture.move(stroke)
        if ev.isFinish():
            self._gesture = None
            gesture.end(stroke)
        self.stroked.emit(None if ev.isFinish() else gesture.description, stroke.now)

    def mouseClickEvent(self, ev: Any) -> None:
        if ev.button() == LEFT:
            ev.accept()
            self.clicked.emit(QPointF(ev.pos()), ev.modifiers())
        elif ev.button() == RIGHT:
            ev.accept()
            self.menu_asked.emit(QPointF(ev.pos()), ev.screenPos())

    def wheelEvent(self, ev: Any, axis: int | None = None) -> None:
        super().wheelEvent(ev, axis)
        self.settled.emit()

    def hoverEvent(self, ev: Any) -> None:
        away = ev.isExit() or ev.buttons() != Qt.MouseButton.NoButton
        self.point(None if away else QPointF(ev.pos()), by=self)

    def point(self, place: QPointF | None, by: object) -> None:
        """The mouse is there, or has left: that of one is told after it has come to the other."""
        if place is None and by is not self._pointer:
            return
        self._pointer = by
        self.pointed.emit(place)

    def cancel(self) -> bool:
        """Give up what a stroke has begun; False when there is none."""
        if self._gesture is None:
            return False
        self._gesture.cancel()
        self._gesture = GivenUp()
        return True
