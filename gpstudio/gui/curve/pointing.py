"""What mouse and keyboard do on the plot: point, pick, take readings out and bring them back."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, QPoint, QPointF, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series
from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.lasso import Lasso
from gpstudio.gui.curve.readings import ReadingsLayer
from gpstudio.gui.curve.readout import Crosshair, Readout
from gpstudio.gui.curve.spots import EXCLUDED, USED, Spot
from gpstudio.gui.curve.telling import Teller, Told
from gpstudio.gui.plots.registered import on_axis
from gpstudio.gui.theme import Theme
from gpstudio.session.field_commands import ExcludeReadings, RestoreReadings
from gpstudio.session.fitting import Fit

Key = Qt.Key
HELP = (
    "Left and Right step through the readings, Delete takes one out, Insert brings it back. "
    "Click a reading to take it out, Shift and drag to take out several."
)


class Pointing(QObject):
    """One for a plot, of which it knows the box and the layers."""

    wished = Signal(object)
    """A command for the document."""

    def __init__(self, view: QWidget, box: CurveBox, readings: ReadingsLayer) -> None:
        """``view`` is the widget that has the keyboard; its viewport is measured as the scene."""
        super().__init__(view)
        self._view, self._box, self._readings = view, box, readings
        self._series: Series | None = None
        self._teller: Teller | None = None
        self._mouse: QPointF | None = None
        self.crosshair, self.lasso = Crosshair(box), Lasso(box, self.take_inside)
        self.readout = Readout(view)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._follow)
        box.pointed.connect(self._pointed)
        box.clicked.connect(self._clicked)
        self._keys: dict[Qt.Key, Callable[[], None]] = {
            Key.Key_Left: lambda: self._step(-1),
            Key.Key_Right: lambda: self._step(1),
            Key.Key_Home: lambda: self._step(-len(self._readings.spots)),
            Key.Key_End: lambda: self._step(len(self._readings.spots)),
            Key.Key_Delete: lambda: self._turn("used"),
            Key.Key_Backspace: lambda: self._turn("used"),
            Key.Key_Insert: lambda: self._turn("excluded"),
            Key.Key_Space: lambda: self._turn(""),
        }

    def set_theme(self, theme: Theme) -> None:
        for part in (self.crosshair, self.lasso, self.readout):
            part.set_theme(theme)

    def show(self, series: Series | None, fit: Fit | None) -> None:
        """What there is to point at."""
        self._series = series
        spots = self._readings.spots
        self._teller = None if series is None else Teller(series, fit, spots)
        if self._mouse is not None:
            self._soon.start()
        elif self._readings.picked is None:
            self.readout.tell(None, QPoint())
        self._describe()

    # the mouse

    def _pointed(self, place: QPointF | None) -> None:
        self._mouse = place
        self._soon.start()

    def _follow(self) -> None:
        """Only the newest place of the mouse is worth a look."""
        place = self._mouse
        self._readings.point_at(place)
        self.crosshair.show_at(None if place is None or self._series is None else place.x())
        self._view.setCursor(self._cursor())
        if place is None:
            self.readout.tell(None, QPoint())
        else:
            self.readout.tell(self._told(place), self._on_view(place))

    def _told(self, place: QPointF) -> Told | None:
        if self._teller is None:
            return None
        hovered = self._readings.hovered
        if hovered is not None:
            return self._teller.of_spot(self._readings.spots[hovered])
        return self._teller.of_place(self._box.mapToView(place).x() / self._unit)

    def _cursor(self) -> Qt.CursorShape:
        over = self._readings.hovered is not None
        return Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor

    def _clicked(self, place: QPointF, keys: Qt.KeyboardModifier) -> None:
        found = self._readings.find(place)
        if found is not None:
            self._wish(self._readings.spots[found], "")

    def take_inside(self, corners: Floats) -> None:
        """Take the readings in a shape out; where all of them are out already, bring them back."""
        readings = self._readings
        spots = readings.spots
        found = spots.inside(corners / np.array([self._unit, 1.0]))
        used, out = found[spots.kind[found] == USED], found[spots.kind[found] == EXCLUDED]
        if self._series is None:
            return
        if len(used):
            self.wished.emit(ExcludeReadings(self._series.group, spots.names(used)))
        elif len(out):
            self.wished.emit(RestoreReadings(self._series.group, spots.names(out)))

    # the keyboard

    def press(self, event: QKeyEvent) -> bool:
        """Whether the key means something here."""
        act = self._keys.get(Key(event.key()))
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if act is None or plain or self._series is None:
            return False
        act()
        return True

    def _step(self, by: int) -> None:
        self._readings.step(by)
        self.say_picked()

    def _turn(self, only: str) -> None:
        """Take the picked reading out or bring it back; with a kind, only one of these."""
        picked = self._readings.picked
        if picked is not None:
            self._wish(self._readings.spots[picked], only)

    def say_picked(self) -> None:
        """The reading the keyboard stands on, beside it and for a screen reader; kept in view."""
        readings = self._readings
        if readings.picked is None or self._teller is None:
            return
        spot = readings.spots[readings.picked]
        x, y = readings.place_of(spot)
        left, right = self._box.viewRange()[0]
        if not left <= x <= right:
            half = 0.5 * (right - left)
            self._box.setXRange(x - half, x + half, padding=0)
            self._box.settled.emit()
        place = self._on_view(readings.halo.at(x, y))
        self.readout.tell(self._teller.of_spot(spot), place)
        self._describe(announce=True)

    def _wish(self, spot: Spot, only: str) -> None:
        if self._series is None or spot.kind == "aside" or (only and spot.kind != only):
            return
        command = ExcludeReadings if spot.kind == "used" else RestoreReadings
        self.wished.emit(command(self._series.group, (spot.name,)))

    def _describe(self, announce: bool = False) -> None:
        picked = self._readings.picked
        words = HELP if self._series is not None else ""
        if picked is not None and self._teller is not None:
            spots = self._readings.spots
            said = self._teller.spoken(spots[picked], picked, len(spots))
            words = f"{said}. {HELP}"
            if announce and QAccessible.isActive():
                event = QAccessibleAnnouncementEvent(self._view, said)
                QAccessible.updateAccessibility(event)
        if words != self._view.accessibleDescription():
            self._view.setAccessibleDescription(words)

    @property
    def _unit(self) -> float:
        """Of the horizontal axis, for one of the series' time."""
        return 1.0 if self._series is None else float(on_axis(self._series, np.ones(1))[0])

    def _on_view(self, place: QPointF) -> QPoint:
        return self._box.mapToScene(place).toPoint()
