"""What helps to find one's way: for keyboards, screen readers, small windows and large letters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.gui.help.topics import topic_of
from gpstudio.gui.window import Window
from gpstudio.session.field_commands import SetRequest
from gpstudio.session.request import Request

from .test_access import inputs


@pytest.fixture
def everything(window: Window) -> list[QWidget]:
    """All of it opened once, over the one window."""
    window.helpers.open_manual("stages")
    window.helpers.edit_shortcuts()
    window.helpers.begin_tour()
    window.helpers.find_command()
    helpers = window.helpers
    assert helpers.manual is not None
    assert helpers.settings is not None
    assert helpers.tour is not None
    assert helpers.palette is not None
    return [helpers.manual, helpers.settings, helpers.tour.callout, helpers.palette]


def test_that_every_input_of_them_has_a_name_a_tooltip_and_a_page(
    everything: list[QWidget], window: Window
) -> None:
    own = [widget for part in everything for widget in inputs(part)]  # type: ignore[arg-type]
    assert len(own) > 15
    for widget in own:
        if isinstance(widget.parentWidget(), QTabBar | QLineEdit):
            continue  # Qt's own arrows of a bar of tabs, and the cross that empties a line
        assert widget.accessibleName(), f"{widget.objectName()} in {widget.parent()} has no name"
        assert widget.toolTip(), f"{widget.objectName()} has no tooltip"
        assert topic_of(widget), f"{widget.objectName()} has no page"


def tab_order(start: QWidget, qtbot: QtBot) -> list[str]:
    reached: list[str] = []
    start.setFocus()
    for _ in range(30):
        focus = QApplication.focusWidget()
        if focus is None or focus.objectName() in reached:
            break
        reached.append(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    return reached


def has_keyboard(widget: QWidget, qtbot: QtBot) -> None:
    def has_it() -> bool:
        widget.activateWindow()
        return widget.isActiveWindow()

    qtbot.waitUntil(has_it)


def test_that_the_manual_is_used_by_the_keyboard_alone(window: Window, qtbot: QtBot) -> None:
    window.helpers.open_manual("stages")
    manual = window.helpers.manual
    assert manual is not None
    manual.open_page("crops")
    has_keyboard(manual, qtbot)
    reached = tab_order(manual.search, qtbot)
    assert {"manual_search", "manual_pages", "manual_back"} <= set(reached)
    manual.list.setFocus()
    qtbot.keyClick(manual.list, Qt.Key.Key_Up)
    assert manual.page.name == "quality"
    qtbot.keyClick(manual, Qt.Key.Key_Escape)
    assert not manual.isVisible()


def test_that_the_shortcut_editor_is_used_by_the_keyboard_alone(
    window: Window, qtbot: QtBot
) -> None:
    window.commands["edit_shortcuts"].trigger()
    settings = window.helpers.settings
    assert settings is not None
    has_keyboard(settings, qtbot)
    page = settings.keys
    reached = tab_order(page.filter, qtbot)
    assert {"shortcuts_filter", "shortcuts_table", "shortcuts_reset_all"} <= set(reached)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    assert page.selected == list(page._commands)[1]


def test_that_f1_in_the_settings_opens_their_page(window: Window, qtbot: QtBot) -> None:
    window.commands["open_settings"].trigger()
    settings = window.helpers.settings
    assert settings is not None
    has_keyboard(settings, qtbot)
    qtbot.keyClick(settings, Qt.Key.Key_F1)
    assert window.helpers.manual is not None
    assert window.helpers.manual.page.name == "settings"


@pytest.mark.parametrize("large", [1.0, 1.5, 2.0])
def test_that_no_words_of_them_are_cut_off(
    everything: list[QWidget], window: Window, qtbot: QtBot, large: float
) -> None:
    """Letters of twice the size in windows of the same size are harder than twice of both."""
    font = window.font()
    font.setPointSizeF(font.pointSizeF() * large)
    for part in everything:
        part.setFont(font)
        for child in part.findChildren(QWidget):
            child.setFont(font)
    tour = window.helpers.tour
    assert tour is not None
    QApplication.processEvents()
    tour._follow()
    QApplication.processEvents()
    for part in everything:
        for button in part.findChildren(QPushButton):
            if button.isVisible():
                assert button.width() >= button.sizeHint().width(), button.objectName()
        for label in part.findChildren(QLabel):
            if label.isVisible() and label.wordWrap():
                needed = label.heightForWidth(label.width())
                assert label.height() >= needed, label.text()


def test_that_windows_of_their_own_go_with_the_window(
    window: Window, everything: list[QWidget]
) -> None:
    window.close()
    assert not any(part.isVisible() for part in everything[:2])


def test_that_what_was_asked_before_is_not_overruled_by_the_usual(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    window.desk.do(SetRequest(Request(stages="barley")))
    opened(season)
    assert window.desk.document.request.stages == "barley"
