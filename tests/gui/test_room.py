"""A window of 1280 by 800 pixels: what has room in it, and what nothing may push about."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QTableView, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from gpstudio.gui.messages import Message
from gpstudio.gui.pages.fits import FitsPage
from gpstudio.gui.pages.seasons import SeasonsPage
from gpstudio.gui.window import Window

from .conftest import PATIENCE, Find

LONG = "What cannot be read is told in a sentence that is long enough for a second line. " * 3
REST = 250
"""Milliseconds."""
WORDED = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


def sized(window: Window, wide: int, high: int) -> None:
    """Shown so, and at rest: some layouts follow a moment later."""
    window.resize(wide, high)
    QTest.qWait(REST)


def place_of(window: Window, widget: QWidget) -> tuple[int, int, int, int]:
    corner = widget.mapTo(window, QPoint(0, 0))
    return corner.x(), corner.y(), widget.width(), widget.height()


def test_that_the_curve_keeps_half_of_the_height_and_no_tab_is_cut(window: Window) -> None:
    sized(window, 1280, 800)
    assert window.plot.height() >= 800 // 2
    for bar in window.pages.findChildren(QTabBar):
        arrows = [one for one in bar.findChildren(QToolButton) if one.isVisible()]
        assert not (bar.isVisible() and arrows), bar.objectName()
    sized(window, 1280, 740)
    assert window.plot.height() >= 740 // 2, "the results give way first"


@pytest.mark.parametrize("size", [(960, 600), (860, 560)])
def test_that_no_page_is_cut_where_the_window_is_small(
    window: Window, size: tuple[int, int]
) -> None:
    sized(window, *size)
    for group in window.pages.face.groups:
        window.pages.turn_to(group.pages[0])
        QTest.qWait(REST)
        bar = window.pages.bars.currentWidget()
        arrows = [one for one in bar.findChildren(QToolButton) if one.isVisible()]
        assert not arrows, f"{bar.objectName()} is cut at {size}"


def test_that_seasons_and_fits_are_not_scrolled_sideways(
    window: Window, find: Find, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        window.commands["open_sample"].trigger()  # which fits it, too
    sized(window, 960, 600)
    for page, name in ((SeasonsPage, "season_table"), (FitsPage, "fits_table")):
        window.pages.turn_to(page)
        QTest.qWait(REST)
        assert find(QTableView, name).horizontalScrollBar().maximum() == 0, name


def test_that_a_message_moves_nothing_and_leaves_work_in_sight(window: Window) -> None:
    sized(window, 1280, 800)
    parts = (window.plot, window.pages, window.fields, window.season, window.status)
    before = [place_of(window, part) for part in parts]
    for message in (Message.info("Saved."), Message.error(LONG)):
        window.messages.show_message(message)
        QApplication.processEvents()
        assert [place_of(window, part) for part in parts] == before
        left, top, wide, high = place_of(window, window.messages)
        assert (left >= 0, left + wide <= 1280, top + high <= 800) == (True, True, True)
        asked = window.messages.sentence.heightForWidth(window.messages.sentence.width())
        assert window.messages.sentence.height() >= asked, "no line of it is cut"
    assert high > window.status.height(), "what is long reaches up"
    window.status._lines[window.importer] = ("Reading…", 0.5)  # as if it read
    window.status._show()
    _, _, narrower, _ = place_of(window, window.messages)
    x, _, _, _ = place_of(window, window.status.bar)
    assert left + narrower < x < 1280
    window.status._lines.clear()
    window.status._show()
    assert place_of(window, window.messages)[2] == wide


def test_that_tools_of_the_plot_have_words_where_there_is_room(window: Window) -> None:
    def words() -> dict[str, bool]:
        tools = window.curve.tools.findChildren(QToolButton)
        return {one.objectName(): one.toolButtonStyle() == WORDED for one in tools}

    sized(window, 1700, 860)
    wide = words()
    assert all(shown for name, shown in wide.items() if "view_" not in name), wide
    sized(window, 1280, 800)
    assert words()["show_residuals_tool"], "what is least easily guessed keeps its word"
    least = window.curve.minimumSizeHint().width()
    sized(window, 900, 620)
    assert least == window.curve.minimumSizeHint().width() < 500, "words keep nothing wide"
    assert not any(words().values())
    assert window.curve.tools.sizeHint().width() <= window.curve.width()
