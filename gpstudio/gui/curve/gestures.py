"""What a stroke of the mouse can mean on the plot. A further meaning is a class of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QPointF, Qt

from gpstudio.gui.curve.describing import Description


@dataclass(frozen=True)
class Stroke:
    """A stroke so far, in pixels of the box."""

    start: QPointF
    now: QPointF
    keys: Qt.KeyboardModifier

    def holds(self, key: Qt.KeyboardModifier) -> bool:
        return bool(self.keys & key)


class Gesture(Protocol):
    def wants(self, stroke: Stroke) -> bool:
        """Whether a stroke that begins here is one of these."""

    def move(self, stroke: Stroke) -> None: ...

    def end(self, stroke: Stroke) -> None: ...

    def cancel(self) -> None:
        """As if nothing had been drawn."""

    @property
    def description(self) -> Description | None:
        """What is in the hand, in words."""


class GivenUp:
    """What is left of a stroke that was given up: it means nothing, to its end."""

    def wants(self, stroke: Stroke) -> bool:
        return True

    def move(self, stroke: Stroke) -> None:
        """Nothing."""

    def end(self, stroke: Stroke) -> None:
        """Nothing."""

    def cancel(self) -> None:
        """Nothing."""

    @property
    def description(self) -> Description | None:
        return None
