"""One contract for every command of the window; a new command takes one row in ``ROWS``.

The window is brought through its states once; in each, what can be done is compared with the rows,
which were written by what a person could want there, not by what the commands say they need.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from gpstudio.core.task import Task
from gpstudio.data.table import read_table
from gpstudio.gui.commands import menus, needs
from gpstudio.gui.commands.command import WindowCommand
from gpstudio.gui.commands.menus import COMMANDS, EVERY_MENU, MENU_OF, MENUS
from gpstudio.gui.commands.needs import NOTHING, OF_THE_FIELDS, Need
from gpstudio.gui.commands.pages import name_of
from gpstudio.gui.pages import PAGES
from gpstudio.gui.palette.entries import of_actions, plain
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice
from gpstudio.session.fitting import Fit, fit_series

from .conftest import PATIENCE

NO_TABLE, UNFITTED, OTHER_FITTED, FITTED, BUSY = (
    "no table",
    "unfitted",
    "other field",
    "fitted",
    "busy",
)
UNDONE, LOOKED, BACK, SAVED, ELSEWHERE = "undone", "looked", "looked back", "saved", "elsewhere"
STATES = {
    NO_TABLE: "nothing is open",
    UNFITTED: "a table of two fields is open and none is fitted",
    OTHER_FITTED: "the field that is not shown is fitted, with a kernel that was chosen",
    FITTED: "the shown field is fitted too",
    BUSY: "it is being fitted again",
    UNDONE: "that was stopped, and the choice of the kernel was taken back",
    LOOKED: "the selected season was looked at",
    BACK: "and the view before it again",
    SAVED: "all is saved as a project",
    ELSEWHERE: "the page of welcome stands over the fields",
}
ANYWHERE = frozenset(STATES)
WITH_FIELDS = ANYWHERE - {NO_TABLE, ELSEWHERE}
WITH_ANY_FIT = WITH_FIELDS - {UNFITTED}
WITH_FIT = WITH_ANY_FIT - {OTHER_FITTED}
WITH_TABLE = ANYWHERE - {NO_TABLE}
CHOSEN = frozenset({OTHER_FITTED, FITTED, BUSY})
AFTER_UNDO = frozenset({UNDONE, LOOKED, BACK, SAVED})
ROWS = {
    "new_project": ANYWHERE,
    "open_file": ANYWHERE,
    "open_project": ANYWHERE,
    "open_sample": ANYWHERE,
    "save_project": WITH_TABLE,
    "save_project_as": WITH_TABLE,
    "open_earlier": frozenset({SAVED, ELSEWHERE}),
    "add_readings": WITH_FIELDS,
    "show_as_of": WITH_FIELDS,
    "load_fields": WITH_FIELDS,
    "load_temperatures": WITH_FIELDS,
    "load_sowings": WITH_FIELDS,
    "load_observed": WITH_FIELDS,
    "choose_crops": ANYWHERE,
    "copy_crop": ANYWHERE,
    "export_forecast": WITH_FIT,
    "export_stages": WITH_FIT,
    "export_all_stages": WITH_ANY_FIT,
    "export_fields": WITH_ANY_FIT,
    "export_all_forecasts": WITH_ANY_FIT,
    "export_readings": WITH_FIELDS,
    "export_figure": WITH_FIELDS,
    "export_report": WITH_FIT,
    "export_reports": WITH_ANY_FIT,
    "export_script": WITH_FIELDS,
    "export_command": WITH_FIELDS,
    "quit_program": ANYWHERE,
    "undo": CHOSEN,
    "redo": AFTER_UNDO,
    "paste_table": ANYWHERE,
    "copy_figure": WITH_FIELDS,
    "open_settings": ANYWHERE,
    "six_digits": ANYWHERE,
    "own_name_of_fields": ANYWHERE,
    "edit_shortcuts": ANYWHERE,
    "fit": WITH_FIELDS,
    "fit_all": WITH_FIELDS,
    "fit_selected": WITH_FIELDS,
    "fit_anyway": WITH_FIELDS,
    "learn_population": frozenset(),
    "back_to_automatic": CHOSEN,
    "stop": frozenset({BUSY}),
    "find_command": ANYWHERE,
    "show_fields": ANYWHERE,
    "show_classes": ANYWHERE,
    "show_lab": ANYWHERE,
    "show_whole": WITH_FIELDS,
    "show_season": WITH_FIT,
    "view_back": frozenset({LOOKED}),
    "view_forward": frozenset({BACK, SAVED}),
    "show_draws": WITH_FIT,
    "show_earlier": WITH_FIT,
    "show_residuals": WITH_FIT,
    "mouse_move": ANYWHERE,
    "mouse_select": WITH_FIELDS,
    "mouse_season": WITH_FIT,
    "theme_system": ANYWHERE,
    "theme_light": ANYWHERE,
    "theme_dark": ANYWHERE,
    "reset_layout": ANYWHERE,
    "show_welcome": ANYWHERE,
    "show_manual": ANYWHERE,
    "begin_tour": ANYWHERE,
    "show_news": ANYWHERE,
    "show_check": ANYWHERE,
    "about": ANYWHERE,
    **dict.fromkeys(map(name_of, PAGES), WITH_TABLE),
}
"""In which states a command can be done, by its name."""


def states(
    window: Window, qtbot: QtBot, season: Path, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """Bring the window into one state after the other."""
    desk = window.desk

    def rests() -> bool:
        return not (window.is_busy or desk.is_dating or window.turns.is_pending)

    def waiting(*_: object, task: Task) -> Fit:
        while True:
            task.check()

    yield NO_TABLE
    desk.take(read_table(season))
    yield UNFITTED
    desk.do(SetChoice("kernel", "0.1*matern32(40)"))
    with qtbot.waitSignal(desk.fitted_many, timeout=PATIENCE):
        desk.fit_many(["South"])
    qtbot.waitUntil(rests, timeout=PATIENCE)
    yield OTHER_FITTED
    with qtbot.waitSignal(desk.fitted, timeout=PATIENCE):
        window.commands["fit"].trigger()
    qtbot.waitUntil(rests, timeout=PATIENCE)
    yield FITTED
    desk.fit_work = waiting
    window.commands["fit"].trigger()
    yield BUSY
    window.commands["stop"].trigger()
    qtbot.waitUntil(rests, timeout=PATIENCE)
    desk.fit_work = fit_series
    window.commands["undo"].trigger()
    qtbot.waitUntil(rests, timeout=PATIENCE)
    yield UNDONE
    window.commands["show_season"].trigger()
    qtbot.waitUntil(lambda: window.plot.looking.can_go_back, timeout=PATIENCE)
    yield LOOKED
    window.commands["view_back"].trigger()
    yield BACK
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(saved), ""))
    window.commands["save_project_as"].trigger()
    qtbot.waitUntil(lambda: window.projects.has_versions, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.projects.runner.is_saving, timeout=PATIENCE)
    yield SAVED
    window.commands["show_welcome"].trigger()
    yield ELSEWHERE


def told(window: Window, command: WindowCommand) -> str:
    """What the palette says of why the command cannot be done."""
    titles = {plain(window.commands[command.name].text()).rstrip("…")}
    return next(entry.reason for entry in of_actions(window.commands) if entry.title in titles)


def mistakes(window: Window, state: str) -> Iterator[str]:
    for command in COMMANDS:
        enabled = window.commands[command.name].isEnabled()
        if enabled != (state in ROWS[command.name]):
            able = "can" if enabled else "cannot"
            yield (
                f"'{command.name}' {able} be done where {STATES[state]}, against its row: look "
                f"at what it needs"
            )
        if command.name == "find_command":
            continue
        reason = told(window, command)
        if enabled == bool(reason):
            yield f"'{command.name}' is enabled: {enabled}, and '{reason}' is told of it: {state}"
        if reason not in ("", OF_THE_FIELDS, command.needs.reason):
            yield f"'{command.name}' tells '{reason}', which is not what it needs: {state}"


def test_that_a_command_can_be_done_exactly_where_there_is_something_to_do(
    window: Window, qtbot: QtBot, season: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, seen = [], []
    for state in states(window, qtbot, season, tmp_path / "saved.gpstudio", monkeypatch):
        seen.append(state)
        found += list(mistakes(window, state))
    assert seen == list(STATES)
    assert found == []


def test_that_every_command_has_a_row() -> None:
    assert set(ROWS) == {command.name for command in COMMANDS}


def test_that_every_command_of_the_package_stands_in_one_menu() -> None:
    modules = [value for value in vars(menus).values() if inspect.ismodule(value)]
    declared = {
        value.name
        for module in modules
        for value in vars(module).values()
        if isinstance(value, WindowCommand)
    } | set(map(name_of, PAGES))
    names = [command.name for command in COMMANDS]
    assert declared == set(names) == set(MENU_OF)
    assert len(names) == len(set(names))


def test_that_every_need_but_none_says_what_to_do_and_is_asked_by_a_command() -> None:
    declared = {name: need for name, need in vars(needs).items() if isinstance(need, Need)}
    asked = {id(command.needs) for command in COMMANDS}
    for name, need in declared.items():
        assert id(need) in asked, f"no command needs {name}"
        assert need is NOTHING or need.reason.endswith("."), f"{name} gives no reason"
    assert not NOTHING.reason


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_that_a_command_is_declared_in_words(command: WindowCommand) -> None:
    assert command.title
    assert command.help.endswith(".")
    assert command.needs is NOTHING or command.needs.reason


RECENT = "Open recent"


def shown_in(menu: QMenu) -> list[str]:
    """Names of the commands, titles of menus of their own, and an empty one for a line."""
    names = []
    for action in menu.actions():
        inner = action.menu()
        titled = inner.title() if isinstance(inner, QMenu) else action.objectName()
        if titled.replace("&", "") != RECENT:
            names.append(titled)
    return names


def test_that_menus_show_what_is_declared_with_a_line_between_groups(window: Window) -> None:
    bar = {action.text(): action.menu() for action in window.menuBar().actions()}
    assert list(bar) == [menu.title for menu in MENUS]
    bar |= {menu.title: window.commands.menu(menu.title) for menu in EVERY_MENU}
    for menu in EVERY_MENU:
        expected: list[str] = []
        for place, group in enumerate(menu.groups):
            if place == len(menu.groups) - 1:  # menus of their own stand ahead of the last group
                expected += [word for inner in menu.inner for word in ("", inner.title)]
            expected += [*([""] if expected else []), *(command.name for command in group)]
        shown = bar[menu.title]
        assert isinstance(shown, QMenu)
        assert shown_in(shown) == expected


def test_that_no_two_commands_have_the_same_keys() -> None:
    keys = [command.keys for command in COMMANDS if command.keys]
    assert sorted(keys) == sorted(set(keys))
