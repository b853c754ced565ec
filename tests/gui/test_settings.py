"""Settings that do something and are kept; shortcuts without clashes; the layout."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from gpstudio.gui.commands.menus import COMMANDS
from gpstudio.gui.settings.declared import (
    CLUSTER,
    COMPUTE,
    CROP,
    HORIZON,
    SCALING,
    SETTINGS,
    THEME,
)
from gpstudio.gui.settings.layout import PanelLayout
from gpstudio.gui.settings.shortcuts import Shortcuts
from gpstudio.gui.settings.usual import usual_request
from gpstudio.gui.settings.window import SettingsWindow
from gpstudio.gui.theme import DARK
from gpstudio.gui.window import Window
from gpstudio.session.request import USUAL

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def settings(window: Window) -> SettingsWindow:
    window.commands["open_settings"].trigger()
    made = window.helpers.settings
    assert made is not None
    assert made.isVisible()
    assert not made.isModal()
    return made


@pytest.fixture
def shortcuts(window: Window) -> Shortcuts:
    return window.helpers.shortcuts


def choose(settings: SettingsWindow, name: str, value: str) -> None:
    field = settings.general.fields[name]
    field.setCurrentIndex(field.findData(value))
    field.activated.emit(field.currentIndex())


def test_that_every_setting_shows_its_usual_value_first(settings: SettingsWindow) -> None:
    for setting in SETTINGS:
        field = settings.general.fields[setting.name]
        assert field.currentData() == setting.entries[0].name
        assert field.accessibleName() == setting.title
        assert [field.itemData(i) for i in range(field.count())] == [
            entry.name for entry in setting.entries
        ]


def test_that_colours_change_at_once_and_the_menu_follows(
    settings: SettingsWindow, window: Window
) -> None:
    choose(settings, "theme", "dark")
    assert window.themes.theme is DARK
    assert window.commands["theme_dark"].isChecked()
    window.commands["theme_light"].trigger()
    assert settings.general.fields["theme"].currentData() == "light"
    window.commands["theme_system"].trigger()


def test_that_a_new_table_is_asked_for_what_is_usual(
    settings: SettingsWindow, window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    choose(settings, CROP.name, "wheat")
    choose(settings, HORIZON.name, "90")
    opened(season)
    request = window.desk.document.request
    assert (request.stages, request.horizon) == ("wheat", 90.0)
    assert window.season.form.crop.currentData() == "wheat"
    window.commands["undo"].trigger()
    assert window.desk.document.request == USUAL


def test_that_many_fields_are_fitted_where_it_was_chosen(
    settings: SettingsWindow, window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = window.desk.where
    assert where.words() == "processes"
    for chosen in ("here", "dask=local"):
        choose(settings, COMPUTE.name, chosen)
        assert where.words() == chosen
    choose(settings, COMPUTE.name, "cluster")
    monkeypatch.setenv(CLUSTER, "tcp://there:8786")
    assert where.words() == "dask=tcp://there:8786"


def test_that_who_asked_for_something_is_believed(
    settings: SettingsWindow, window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    choose(settings, CROP.name, "wheat")
    opened(season)
    assert usual_request(window.desk.document) is None


def test_that_the_usual_changes_nothing(
    window: Window, opened: Callable[[Path], None], season: Path
) -> None:
    opened(season)
    assert window.desk.document.request == USUAL
    assert window.desk.history.undo_title is None


def test_that_a_value_that_is_gone_gives_way_to_the_usual_one() -> None:
    QSettings().setValue(CROP.name, "triffids")
    assert CROP.value == CROP.entries[0].name
    QSettings().remove(CROP.name)


SIZE = """
from gpstudio.gui.main import make_application
application = make_application()
print(application.primaryScreen().devicePixelRatio())
"""


@pytest.mark.parametrize(("outside", "size"), [("", 1.5), ("2", 2.0)])
def test_that_the_size_holds_from_the_next_start_unless_it_is_set_outside(
    tmp_path: Path, outside: str, size: float
) -> None:
    folder = tmp_path / "GP Studio"
    folder.mkdir()
    (folder / "GP Studio.conf").write_text(f"[General]\n{SCALING.name}=150\n", encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(tmp_path)}
    environment.pop("QT_SCALE_FACTOR", None)
    if outside:
        environment["QT_SCALE_FACTOR"] = outside
    ended = subprocess.run(
        [sys.executable, "-c", SIZE], env=environment, capture_output=True, text=True,
        check=False, timeout=110,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert float(ended.stdout) == size


def test_that_keys_are_changed_by_pressing_them_and_are_kept(
    window: Window, qtbot: QtBot, shortcuts: Shortcuts
) -> None:
    window.commands["edit_shortcuts"].trigger()
    assert window.helpers.settings is not None
    page = window.helpers.settings.keys
    qtbot.keyClicks(page.filter, "fit all")
    assert page.selected == "fit_all"
    page.edit.setFocus()
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(page.edit, Qt.Key.Key_A, keys)
    qtbot.waitUntil(lambda: "Ctrl+Shift+A now" in page.said.text())
    assert window.commands["fit_all"].shortcut().toString() == "Ctrl+Shift+A"
    assert "(Ctrl+Shift+A)" in window.commands["fit_all"].toolTip()
    assert Shortcuts(window.commands).keys("fit_all").toString() == "Ctrl+Shift+A"
    qtbot.mouseClick(page.reset, Qt.MouseButton.LeftButton)
    assert window.commands["fit_all"].shortcut().toString() == "Shift+F5"
    assert QSettings().value("shortcuts/fit_all") is None


def test_that_a_clash_is_told_and_changes_nothing(window: Window, qtbot: QtBot) -> None:
    window.commands["edit_shortcuts"].trigger()
    assert window.helpers.settings is not None
    page = window.helpers.settings.keys
    page.select("fit_all")
    page.edit.setFocus()
    qtbot.keyClick(page.edit, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "Export forecast" in page.said.text())
    assert page.said.property("rank") == "error"
    assert window.commands["fit_all"].shortcut().toString() == "Shift+F5"
    assert page.edit.keySequence().toString() == "Shift+F5"


@pytest.mark.parametrize(
    "keys", ["A", "Shift+A", "Ctrl+C", "Space", "Left", "F5", "Esc", "Tab", "+", "Ctrl+K, Ctrl+B"]
)
def test_that_keys_for_writing_moving_and_the_lab_are_refused(
    shortcuts: Shortcuts, keys: str
) -> None:
    assert shortcuts.choose("fit_all", QKeySequence(keys))
    assert shortcuts.keys("fit_all").toString() == "Shift+F5"


@pytest.mark.parametrize("keys", ["Ctrl+J", "Alt+J", "F9", "Shift+F9", "Ctrl++", ""])
def test_that_free_keys_and_none_are_taken(shortcuts: Shortcuts, keys: str) -> None:
    assert shortcuts.choose("fit_all", QKeySequence(keys)) == ""
    assert shortcuts.keys("fit_all").toString() == keys
    shortcuts.reset_all()


def test_that_usual_keys_that_somebody_else_has_now_are_not_taken_back(
    shortcuts: Shortcuts,
) -> None:
    assert shortcuts.choose("fit_all", QKeySequence("F9")) == ""
    assert shortcuts.choose("fit_selected", QKeySequence("Shift+F5")) == ""
    assert "Fit selected fields" in shortcuts.reset("fit_all")
    shortcuts.reset_all()
    for command in COMMANDS:
        assert shortcuts.keys(command.name) == QKeySequence(command.keys)


def test_that_kept_keys_hold_before_usual_ones_that_are_new(window: Window) -> None:
    QSettings().setValue("shortcuts/fit_all", "Ctrl+E")
    QSettings().setValue("shortcuts/fit_selected", "Ctrl+E")
    QSettings().setValue("shortcuts/undo", "no keys at all")
    made = Shortcuts(window.commands)
    keys = [made.keys(command.name) for command in COMMANDS]
    held = [one.toString() for one in keys if not one.isEmpty()]
    assert len(held) == len(set(held))
    assert made.keys("fit_all").toString() == "Ctrl+E"
    assert made.keys("export_forecast").isEmpty()
    made.reset_all()
    assert made.keys("export_forecast").toString() == "Ctrl+E"


def test_that_the_manual_tells_the_keys_as_they_are(window: Window, shortcuts: Shortcuts) -> None:
    assert shortcuts.choose("fit_all", QKeySequence("F9")) == ""
    window.helpers.open_manual("keyboard")
    assert window.helpers.manual is not None
    assert "F9" in window.helpers.manual.reader.toPlainText()
    shortcuts.reset_all()


def test_that_undo_in_a_field_is_still_the_fields_own(window: Window, qtbot: QtBot) -> None:
    window.commands["edit_shortcuts"].trigger()
    assert window.helpers.settings is not None
    line: QLineEdit = window.helpers.settings.keys.filter
    qtbot.keyClicks(line, "abc")
    qtbot.keyClick(line, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert line.text() == ""


def shares(window: Window) -> list[float]:
    sizes = window.splitter.sizes()
    return [size / sum(sizes) for size in sizes]


def test_that_the_layout_is_restored_and_reset(window: Window, qtbot: QtBot) -> None:
    layout = window.helpers.layout
    usual = window.splitter.sizes()
    window.splitter.setSizes([400, 600, 280])
    moved = shares(window)
    layout.keep()
    QSettings().remove("layout/window")  # a screen smaller than the window would move them again
    window.splitter.setSizes(usual)
    assert shares(window) != pytest.approx(moved, abs=0.02)
    PanelLayout(window).restore()
    qtbot.waitUntil(lambda: shares(window) == pytest.approx(moved, abs=0.02))
    window.commands["reset_layout"].trigger()
    qtbot.wait(1)
    room = window.screen().availableSize()
    assert window.width() == max(min(1360, room.width()), window.minimumWidth())
    found = shares(window)
    window.splitter.setSizes(usual)
    assert found == pytest.approx(shares(window), abs=0.01)
    assert found != pytest.approx(moved, abs=0.02)
    assert QSettings().value("layout/columns") is None


def test_that_the_first_window_is_no_larger_than_the_screen(window: Window, qtbot: QtBot) -> None:
    window.resize(4000, 3000)
    window.helpers.layout.restore()
    qtbot.wait(1)
    room = window.screen().availableSize()
    assert window.width() == max(min(1360, room.width()), window.minimumWidth())


def test_that_a_damaged_layout_is_left_alone(window: Window) -> None:
    QSettings().setValue("layout/window", "nonsense")
    QSettings().setValue("layout/columns", "nonsense")
    before = window.splitter.sizes()
    window.helpers.layout.restore()
    assert window.splitter.sizes() == before


def test_that_settings_are_named_once() -> None:
    assert len({setting.name for setting in SETTINGS}) == len(SETTINGS)
    assert THEME.name == "theme"
