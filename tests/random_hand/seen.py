"""What is there to be clicked on."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget
from shiboken6 import isValid


def answered(dialog: QWidget, random: Random) -> str:
    """Click one of its buttons, or close it."""
    buttons = [b for b in dialog.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
    if buttons and random.random() < 0.8:
        button = random.choice(buttons)
        words = button.text()
        button.click()
        return words
    if isinstance(dialog, QDialog):
        dialog.reject()
    else:
        dialog.close()
    return "closed"


def is_seen(widget: QWidget) -> bool:
    """Whether any of it is neither hidden nor scrolled away."""
    return isValid(widget) and widget.isVisible() and not widget.visibleRegion().isEmpty()


def named(top: QWidget, place: QPoint) -> str:
    under = top.childAt(place)
    widget = top if under is None else under
    return f"{type(widget).__name__} '{widget.objectName()}' at {place.x()},{place.y()}"
