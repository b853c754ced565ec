"""Light and dark, and what changing them costs."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from gpstudio.gui.theme import DARK, LIGHT, Theme, Themes
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
    assert window.commands["theme_system"].isChecked()
    themes.set_wish("dark")
    assert dressings.count > 0
    themes.set_wish("system")
    window.removeEventFilter(dressings)


def test_that_a_window_is_dressed_when_it_is_whole(application: QApplication) -> None:
    """Else most of its making goes to dressing each part anew with every parent that it gets."""
    themes, dressings = Themes(application), Dressings()
    sheet = application.styleSheet()
    application.installEventFilter(dressings)
    window = Window(themes)
    application.removeEventFilter(dressings)
    parts = len(window.findChildren(QWidget))
    window.projects.give_up()
    window.close()
    window.deleteLater()
    assert application.styleSheet() == sheet != ""
    assert parts > 300
    assert dressings.count <= parts + 50


def test_that_the_settings_of_a_window_that_is_gone_are_not_told(application: QApplication) -> None:
    """Otherwise every later change of colours would fail, and the window never be forgotten."""
    themes, told = Themes(application), list[Theme]()
    gone = Window(themes)
    themes.changed.connect(told.append)
    gone.commands["open_settings"].trigger()
    gone.projects.give_up()
    gone.close()
    gone.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not isValid(gone)
    themes.set_wish("dark")  # an exception in a slot fails the test, too
    assert (themes.theme, told) == (DARK, [DARK])
    themes.set_wish("system")
    assert told == [DARK, LIGHT]
    themes.deleteLater()
