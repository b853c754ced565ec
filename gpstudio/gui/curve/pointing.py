"""What is under the mouse: a read-out beside it, a cursor that says what a click would do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtWidgets import QWidget

from gpstudio.data.series import Series
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Describer, Description
from gpstudio.gui.curve.readout import Crosshair, Readout
from gpstudio.gui.date_axis import on_axis
from gpstudio.gui.theme import Theme


class Target(Protocol):
    """Something on the plot that can be pointed at; places are in pixels of the box."""

    def point_at(self, place: QPointF | None) -> None:
        """The mouse is there now, or nowhere."""

    def description_at(self, place: QPointF) -> Description | None:
        """What is there, in words; None if it is none of these."""

    def cursor_at(self, place: QPointF) -> Qt.CursorShape | None: ...

    def click_at(self, place: QPointF) -> bool:
        """Whether the click was meant for one of these."""


class Pointing(QObject):
    """One for a plot. Targets are asked in their order; where none is, the time itself is told."""

    pointed = Signal(object)
    """The place on the time axis under the mouse, or None."""

    def __init__(
        self,
        view: QWidget,
        box: CurveBox,
        targets: Sequence[Target],
        describer: Callable[[], Describer | None],
    ) -> None:
        super().__init__(view)
        self._view, self._box, self._targets, self._describer = view, box, targets, describer
        self._series: Series | None = None
        self._mouse: QPointF | None = None
        self._in_hand: Description | None = None
        """What a stroke that is under way would do."""
        self.crosshair = Crosshair(box, view)
        self.readout = Readout(view)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._follow)
        box.pointed.connect(self._pointed)
        box.clicked.connect(self._clicked)
        box.stroked.connect(self._stroked)

    def set_theme(self, theme: Theme) -> None:
        self.crosshair.set_theme(theme)
        self.readout.set_theme(theme)

    def show(self, series: Series | None) -> None:
        self._series = series
        if self._mouse is not None:
            self._soon.start()

    def point_at_time(self, x: float | None) -> None:
        """The mouse is at this time on a plot beside this one."""
        self.crosshair.show_at(None if x is None else self._box.mapFromView(QPointF(x, 0.0)).x())

    @property
    def is_on_plot(self) -> bool:
        return self._mouse is not None

    def tell(self, description: Description | None, place: QPointF) -> None:
        self.readout.tell(description, self._on_view(place))

    def day_at(self, place: QPointF) -> float:
        """On the series' time axis."""
        x = self._box.mapToView(place).x()
        return float(x if self._series is None else x / on_axis(self._series, np.ones(1))[0])

    def _pointed(self, place: QPointF | None) -> None:
        self._mouse = place
        self._soon.start()

    def _follow(self) -> None:
        """Only the newest place of the mouse is worth a look."""
        place = self._mouse
        for target in self._targets:
            target.point_at(place)
        seen = None if self._series is None else place
        self.crosshair.show_at(None if seen is None else seen.x())
        self.pointed.emit(None if seen is None else float(self._box.mapToView(seen).x()))
        if place is None:
            if self._in_hand is None:
                self.readout.tell(None, QPoint())
            return
        shapes = (target.cursor_at(place) for target in self._targets)
        self._view.setCursor(next((s for s in shapes if s is not None), Qt.CursorShape.ArrowCursor))
        self.tell(self._description(place), place)

    def _description(self, place: QPointF) -> Description | None:
        for target in self._targets:
            description = target.description_at(place)
            if description is not None:
                return description
        describer = self._describer()
        return None if describer is None else describer.of_place(self.day_at(place))

    def _clicked(self, place: QPointF, keys: Qt.KeyboardModifier) -> None:
        for target in self._targets:
            if target.click_at(place):
                return

    def _stroked(self, description: Description | None, place: QPointF) -> None:
        self._in_hand = description
        self.tell(description, place)

    def _on_view(self, place: QPointF) -> QPoint:
        return self._box.mapToScene(place).toPoint()
