"""The keyboard on the plot, and what a screen reader hears of it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from gpstudio.gui.curve.box import CurveBox
from gpstudio.gui.curve.describing import Describer
from gpstudio.gui.curve.pointing import Pointing
from gpstudio.gui.curve.readings import ReadingsLayer
from gpstudio.gui.curve.stage_layer import StageLayer
from gpstudio.gui.curve.taking import Taking
from gpstudio.translation import tr

Key = Qt.Key
HELP = tr(
    "Left and Right step through readings, Up and Down through stages. Delete or a click takes a "
    "reading out, Insert or a click brings it back; Shift and drag take several. Plus and minus "
    "zoom, Shift with arrows moves."
)
SHIFT = Qt.KeyboardModifier.ShiftModifier
PLAIN = Qt.KeyboardModifier.NoModifier
A_STEP, A_ZOOM = 0.15, 1.25
"""Share of the view that a key moves it by, and the factor by which one zooms."""


class Keys:
    """Knows which keys mean something, and does it."""

    def __init__(
        self,
        view: QWidget,
        box: CurveBox,
        readings: ReadingsLayer,
        taking: Taking,
        stages: StageLayer,
        pointing: Pointing,
        describer: Callable[[], Describer | None],
    ) -> None:
        self._view, self._box, self._readings = view, box, readings
        self._taking, self._stages, self._pointing = taking, stages, pointing
        self._describer = describer
        everything = 1 << 60
        self._acts: dict[tuple[Key, Qt.KeyboardModifier], Callable[[], None]] = {
            (Key.Key_Left, PLAIN): lambda: self._step(-1),
            (Key.Key_Right, PLAIN): lambda: self._step(1),
            (Key.Key_Home, PLAIN): lambda: self._step(-everything),
            (Key.Key_End, PLAIN): lambda: self._step(everything),
            (Key.Key_Up, PLAIN): lambda: self._step_stage(-1),
            (Key.Key_Down, PLAIN): lambda: self._step_stage(1),
            (Key.Key_Delete, PLAIN): lambda: self._turn("used"),
            (Key.Key_Backspace, PLAIN): lambda: self._turn("used"),
            (Key.Key_Insert, PLAIN): lambda: self._turn("excluded"),
            (Key.Key_Space, PLAIN): lambda: self._turn(""),
            (Key.Key_Left, SHIFT): lambda: self._move(-A_STEP),
            (Key.Key_Right, SHIFT): lambda: self._move(A_STEP),
            (Key.Key_Plus, PLAIN): lambda: self._zoom(1.0 / A_ZOOM),
            (Key.Key_Equal, PLAIN): lambda: self._zoom(1.0 / A_ZOOM),
            (Key.Key_Plus, SHIFT): lambda: self._zoom(1.0 / A_ZOOM),
            (Key.Key_Minus, PLAIN): lambda: self._zoom(A_ZOOM),
        }

    def press(self, event: QKeyEvent) -> bool:
        """Whether the key means something here."""
        if event.key() == Key.Key_Escape:
            return self._box.cancel()
        act = self._act(event)
        if act is not None:
            act()
        return act is not None

    def wants(self, event: QKeyEvent) -> bool:
        """Whether the plot comes before a shortcut of the window with this key."""
        return self._act(event) is not None

    def _act(self, event: QKeyEvent) -> Callable[[], None] | None:
        if self._describer() is None:
            return None
        keys = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return self._acts.get((Key(event.key()), keys))

    def _step(self, by: int) -> None:
        self._readings.step(by)
        self.say_picked()

    def _step_stage(self, by: int) -> None:
        description = self._stages.step(by)
        place = self._stages.place_of(self._stages.kept)
        if description is not None and place is not None:
            self._pointing.tell(description, place)
            self._announce(description.sentence)

    def _turn(self, only: str) -> None:
        picked = self._readings.picked
        if picked is not None:
            self._taking.turn(self._readings.spots[picked], only)

    def _move(self, share: float) -> None:
        left, right = self._box.viewRange()[0]
        self._box.translateBy(x=share * (right - left))
        self._box.settled.emit()

    def _zoom(self, factor: float) -> None:
        """About the picked reading if it is in view, else about the middle."""
        left, right = self._box.viewRange()[0]
        middle = 0.5 * (left + right)
        if self._readings.picked is not None:
            x, _ = self._readings.place_of(self._readings.spots[self._readings.picked])
            middle = x if left <= x <= right else middle
        ends = middle + (left - middle) * factor, middle + (right - middle) * factor
        self._box.setXRange(*ends, padding=0)
        self._box.settled.emit()

    def say_picked(self) -> None:
        """The reading the keyboard stands on, beside it and for a screen reader; kept in view."""
        readings, describer = self._readings, self._describer()
        if readings.picked is None or describer is None:
            return
        spot = readings.spots[readings.picked]
        x, y = readings.place_of(spot)
        left, right = self._box.viewRange()[0]
        if not left <= x <= right:
            half = 0.5 * (right - left)
            self._box.setXRange(x - half, x + half, padding=0)
            self._box.settled.emit()
        self._pointing.tell(describer.of_spot(spot), readings.halo.at(x, y))
        self.describe(announce=True)

    def describe(self, announce: bool = False) -> None:
        """What a screen reader says of the plot."""
        picked, describer = self._readings.picked, self._describer()
        words = HELP if describer is not None else ""
        if picked is not None and describer is not None:
            spots = self._readings.spots
            said = describer.spoken(spots[picked], picked, len(spots))
            if announce:
                self._announce(said)
                return
            words = f"{said}. {HELP}"
        self._view.setAccessibleDescription(words)

    def _announce(self, said: str) -> None:
        """At once, and whenever the plot is asked about."""
        self._view.setAccessibleDescription(f"{said.rstrip('.')}. {HELP}")
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._view, said))

    @property
    def place(self) -> QPointF | None:
        """Where the keyboard stands, in pixels of the box."""
        readings = self._readings
        if readings.picked is None:
            return None
        return readings.halo.at(*readings.place_of(readings.spots[readings.picked]))
