"""For a keyboard, a screen reader, and eyes of every kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.gui.commands.menus import COMMANDS
from gpstudio.gui.pages import DATA, DATES, TRUST
from gpstudio.gui.pages.compare import ComparePage
from gpstudio.gui.theme import DARK, LIGHT, Theme
from gpstudio.gui.window import Window

from .test_forms import pick

INPUTS = (QAbstractButton, QComboBox, QLineEdit, QAbstractItemView)
TEXT_CONTRAST = 4.5
LINE_CONTRAST = 3.0
"""Of lines and marks; their names and dates stand in text beside them."""


def in_a_menu(widget: QWidget) -> bool:
    """pyqtgraph makes a menu of its own for every plot, which nobody can open here."""
    parent = widget.parentWidget()
    while parent is not None and not isinstance(parent, QMenu):
        parent = parent.parentWidget()
    return parent is not None


def inputs(window: Window) -> list[QWidget]:
    """What a person can use; not the parts that Qt makes inside of it."""
    found = [w for kind in INPUTS for w in window.findChildren(kind)]
    own = [w for w in found if not w.objectName().startswith("qt_") and not in_a_menu(w)]
    inner = ("QHeaderView", "QTableCornerButton", "QComboBoxListView", "QMenu")
    return [w for w in own if w.metaObject().className() not in inner]


def test_that_every_input_has_a_name_for_screen_readers_and_a_tooltip(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    for form in window.model.forms.values():
        for spec in form.slot.specs:
            pick(form, spec)
            for widget in inputs(window):
                if isinstance(widget, QToolButton) and widget.defaultAction() is not None:
                    continue  # named by its action
                if widget.metaObject().className() == "QToolButton" and not widget.isVisible():
                    continue  # arrows of the tab bar and the overflow of the toolbar
                assert widget.accessibleName(), f"{widget.objectName()} has no accessible name"
                assert widget.toolTip(), f"{widget.objectName()} has no tooltip"


def test_that_every_input_but_the_plot_can_be_reached_with_the_tab_key(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    pick(window.model.forms["likelihood"], LIKELIHOODS["gaussian"].spec)
    window.model.forms["kernel"].choice.setFocus()
    reached: list[str] = []
    for _ in range(60):
        focus = window.focusWidget()
        if focus is None:
            break
        reached.append(focus.objectName())
        qtbot.keyClick(focus, Qt.Key.Key_Tab)
    assert reached.index("noise_start") == reached.index("likelihood_choice") + 1
    wanted = {f"{slot}_choice" for slot in window.model.forms} | {
        "kernel_line",
        "noise_start",
        "fit_button",
        "fields_list",
        "stage_table",
        "export_button",
    }
    assert wanted <= set(reached)


def test_that_the_tabs_can_be_reached_and_changed_with_the_keyboard(
    window: Window, qtbot: QtBot, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    pages = window.pages
    pages.tabs.setFocus()
    qtbot.keyClick(pages.tabs, Qt.Key.Key_Tab)
    inner = QApplication.focusWidget()
    assert inner is not None
    qtbot.keyClick(inner, Qt.Key.Key_Right)
    assert pages.current is DATES.pages[1]
    qtbot.keyClick(pages.tabs, Qt.Key.Key_Right)
    assert pages.group is DATA
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(pages.tabs, Qt.Key.Key_Tab, control)
    assert pages.current is TRUST.pages[0]
    qtbot.keyClick(pages.tabs, Qt.Key.Key_9, Qt.KeyboardModifier.AltModifier)
    assert pages.current is ComparePage


def test_that_no_two_actions_share_a_shortcut() -> None:
    keys = [command.keys for command in COMMANDS if command.keys]
    assert len(keys) == len(set(keys))


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """As WCAG 2 defines it, from 1 to 21."""
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_text_is_readable_on_everything_it_is_written_on(theme: Theme) -> None:
    for back in (theme.window, theme.card, theme.field, theme.hover, theme.selected):
        assert contrast(theme.text, back) >= TEXT_CONTRAST
        assert contrast(theme.quiet, back) >= TEXT_CONTRAST
    for colour in (theme.accent, theme.error, theme.warning, theme.reading):
        assert contrast(colour, theme.card) >= TEXT_CONTRAST
    assert contrast(theme.on_accent, theme.accent) >= TEXT_CONTRAST


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_fields_are_found_by_their_edges(theme: Theme) -> None:
    for back in (theme.window, theme.card, theme.field):
        assert contrast(theme.edge, back) >= LINE_CONTRAST


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_that_curve_and_stage_lines_stand_out(theme: Theme) -> None:
    assert contrast(theme.curve, theme.card) >= TEXT_CONTRAST
    for colour in theme.of_stages:
        assert contrast(colour, theme.card) >= LINE_CONTRAST
        assert contrast(colour, theme.selected) >= LINE_CONTRAST


def test_that_the_theme_follows_the_wish_and_is_remembered(window: Window) -> None:
    window.commands["theme_dark"].trigger()
    assert window.themes.theme is DARK
    assert window.plot.backgroundBrush().color().name() == DARK.card
    window.commands["theme_light"].trigger()
    assert window.themes.theme is LIGHT
    assert window.plot.backgroundBrush().color().name() == LIGHT.card
    assert window.commands["theme_light"].isChecked()
    window.commands["theme_system"].trigger()
