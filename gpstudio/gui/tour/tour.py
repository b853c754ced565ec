"""The tour itself: goes from step to step and follows the window; the window stays usable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from gpstudio.gui.theme import Theme
from gpstudio.gui.tour.callout import Callout, Ring
from gpstudio.gui.tour.steps import STEPS, TourStep

if TYPE_CHECKING:
    from gpstudio.gui.window import Window

_MOVES = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class Tour(QObject):
    """Shown when it is asked for; never by itself."""

    def __init__(self, window: Window, theme: Theme) -> None:
        super().__init__(window)
        self._window = window
        self._place = 0
        self._target: QWidget | None = None
        self._before: QWidget | None = None
        self.ring = Ring(theme, window)
        self.callout = Callout(theme, window)
        self.callout.moved.connect(self._move)
        self.callout.left.connect(self.leave)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._follow)

    @property
    def is_running(self) -> bool:
        return self._target is not None

    @property
    def step(self) -> TourStep:
        return STEPS[self._place]

    def set_theme(self, theme: Theme) -> None:
        for part in (self.ring, self.callout):
            part.theme = theme
            part.update()

    def begin(self) -> None:
        self._before = self._window.focusWidget()
        self._window.sides.show_fields()
        self._window.installEventFilter(self)
        self._turn_to(0)

    def leave(self) -> None:
        self._aim_at(None)
        self._window.removeEventFilter(self)
        self.callout.hide()
        self.ring.hide()
        before, self._before = self._before, None
        # fields of the model come and go while the tour is there
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()

    def _move(self, by: int) -> None:
        place = self._place + by
        if place >= len(STEPS):
            self.leave()
        else:
            self._turn_to(max(place, 0))

    def _turn_to(self, place: int) -> None:
        self._place = place
        self._aim_at(self.step.target(self._window))
        self.callout.show_step(place, self.step)
        self._follow()
        self.callout.next.setFocus()

    def _aim_at(self, target: QWidget | None) -> None:
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = target
        if target is not None:
            target.installEventFilter(self)

    def _follow(self) -> None:
        target, window = self._target, self._window
        if target is None:
            return
        if target.isVisible():
            corner = target.mapTo(window, QPoint(0, 0))
            where = QRect(corner, target.size()).intersected(window.rect())
            self.ring.stand_about(where)
        else:
            where = QRect(window.rect().center(), window.rect().center())
            self.ring.hide()
        self.callout.stand_beside(where, window.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self._soon.start(0)  # once all of them have moved
        return super().eventFilter(watched, event)
