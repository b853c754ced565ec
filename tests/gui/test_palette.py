"""The command palette: everything that can be done, by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from gpstudio.gui.commands.exports import export_forecast
from gpstudio.gui.commands.menus import COMMANDS, MENU_OF
from gpstudio.gui.commands.tables import open_sample
from gpstudio.gui.palette.entries import plain
from gpstudio.gui.palette.matching import Lookup
from gpstudio.gui.palette.palette import CommandPalette
from gpstudio.gui.window import Window

TITLES = ("Open", "Export forecast", "Export stages", "Fit", "Fit all fields", "Field A12", "Über")


def titles(typed: str, loose: bool = True) -> list[str]:
    lookup = Lookup(TITLES, ["menu"] * len(TITLES), len(TITLES) if loose else 0)
    return [TITLES[place] for place in lookup.places(typed)]


def test_that_nothing_typed_finds_everything_in_its_order() -> None:
    assert titles("") == list(TITLES)


@pytest.mark.parametrize(
    ("typed", "best"),
    [
        ("stages export", "Export stages"),
        ("exfo", "Export forecast"),
        ("FIT ALL", "Fit all fields"),
        ("a12", "Field A12"),
        ("field a1", "Field A12"),
        ("uber", "Über"),
    ],
)
def test_that_words_are_found_in_any_order_without_capitals_and_accents(
    typed: str, best: str
) -> None:
    assert titles(typed)[0] == best


def test_that_every_word_must_be_met() -> None:
    assert titles("export potatoes") == []


def test_that_the_beginning_of_a_word_comes_before_its_middle() -> None:
    assert titles("or") == ["Export forecast", "Export stages"]
    assert Lookup(["Repeatable", "A table"], ["", ""]).places("tab") == [1, 0]


def test_that_letters_alone_find_only_what_may_be_found_so() -> None:
    assert titles("exfo", loose=False) == []


@pytest.fixture
def palette(window: Window, qtbot: QtBot) -> CommandPalette:
    """Opened with its keys."""
    window.fields.setFocus()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_P, keys)
    made = window.helpers.palette
    assert made is not None
    qtbot.waitUntil(made.line.hasFocus)
    return made


def test_that_every_action_but_its_own_is_listed_with_menu_and_keys(
    palette: CommandPalette,
) -> None:
    listed = {entry.title: entry for entry in palette.entries}
    for command in COMMANDS:
        if command.name == "find_command":
            continue
        entry = listed[plain(command.title).rstrip("…")]
        assert entry.place == plain(MENU_OF[command.name])
        assert bool(entry.keys) == bool(command.keys)
        assert entry.help == command.help


def test_that_enter_runs_what_was_found_and_the_palette_is_away(
    palette: CommandPalette, window: Window, qtbot: QtBot
) -> None:
    qtbot.keyClicks(palette.line, "dark")
    assert palette.chosen is not None
    assert palette.chosen.title == "Dark"
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert not palette.isVisible()
    qtbot.waitUntil(lambda: window.themes.wish == "dark")
    window.commands["theme_system"].trigger()


def test_that_arrows_choose_and_escape_gives_the_keyboard_back(
    window: Window, qtbot: QtBot
) -> None:
    window.model.forms["kernel"].choice.setEnabled(True)
    window.tools.export_button.setFocus()
    before = QApplication.focusWidget()
    window.commands["find_command"].trigger()
    palette = window.helpers.palette
    assert palette is not None
    qtbot.keyClick(palette.line, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 1
    qtbot.keyClick(palette.line, Qt.Key.Key_Up)
    qtbot.keyClick(palette.line, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == 0
    qtbot.keyClick(palette.line, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert QApplication.focusWidget() is before


def test_that_what_cannot_be_done_says_why_and_does_not_run(
    palette: CommandPalette, qtbot: QtBot
) -> None:
    qtbot.keyClicks(palette.line, "export forecast")
    entry = palette.chosen
    assert entry is not None
    assert not entry.enabled
    assert entry.reason == export_forecast.needs.reason
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible()


def test_that_fields_are_jumped_to_by_name(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    window.commands["find_command"].trigger()
    palette = window.helpers.palette
    assert palette is not None
    qtbot.keyClicks(palette.line, "field south")
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.desk.document.selected == "South")


def test_that_seasons_are_jumped_to_by_year(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=60_000):
        open_sample(window)
    window.commands["find_command"].trigger()
    palette = window.helpers.palette
    assert palette is not None
    qtbot.keyClicks(palette.line, "season 2021")
    assert palette.chosen is not None
    assert palette.chosen.title.startswith("Season 2021")
    left = window.plot.box.viewRange()[0][0]
    qtbot.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.plot.box.viewRange()[0][0] != left)


def test_that_looking_elsewhere_puts_it_away(palette: CommandPalette, window: Window) -> None:
    window.tools.export_button.setFocus()
    assert not palette.isVisible()


def test_that_it_stays_inside_a_small_window(palette: CommandPalette, window: Window) -> None:
    window.resize(860, 560)
    QApplication.processEvents()
    assert window.rect().contains(palette.geometry())
