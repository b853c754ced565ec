"""Light and dark, and what changing them costs."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject

from gpstudio.gui.theme import LIGHT, Theme
from gpstudio.gui.window import Window


class Dressings(QObject):
    """Counts how often a widget is given a style."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.StyleChange
        return False


def test_that_a_wish_that_leaves_the_colours_dresses_nothing_anew(window: Window) -> None:
    themes, dressings, told = window.themes, Dressings(), list[Theme]()
    themes.set_wish("light")
    window.installEventFilter(dressings)
    themes.changed.connect(told.append)
    themes.set_wish("system")
    assert themes.theme is LIGHT  # nobody prefers dark where there is no screen
    assert dressings.count == 0
    assert told == [LIGHT]
    assert window.acts["theme_system"].isChecked()
    themes.set_wish("dark")
    assert dressings.count > 0
    themes.set_wish("system")
    window.removeEventFilter(dressings)
