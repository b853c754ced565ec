"""Opening a table, in every way a person can, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QLabel,
    QPushButton,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from gpstudio.gui import recent
from gpstudio.gui.commands.tables import open_path
from gpstudio.gui.main import begin
from gpstudio.gui.window import Window

from .conftest import PATIENCE, Find, shown_dialog


def drop(window: QWidget, path: Path, where: QPoint) -> bool:
    """Let a file fall on the widget at that place; whether somebody took it."""
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path))])
    # a file manager offers the name as text too, which a line would gladly take
    files.setText(str(path))
    target = window.childAt(where)
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    while target is not None:
        if target.acceptDrops():
            enter = QDragEnterEvent(QPoint(1, 1), Qt.DropAction.CopyAction, files, buttons, keys)
            QGuiApplication.sendEvent(target, enter)
            if enter.isAccepted():
                fall = QDropEvent(QPointF(1, 1), Qt.DropAction.CopyAction, files, buttons, keys)
                QGuiApplication.sendEvent(target, fall)
                return fall.isAccepted()
        target = target.parentWidget()
    return False


def test_that_the_open_dialog_opens_the_chosen_file(
    window: Window, qtbot: QtBot, season: Path, find: Find, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(season), ""))
    window.commands["open_file"].trigger()
    shown_dialog(window, qtbot).import_button.click()
    fields = find(QAbstractItemView, "fields_list").model()
    assert [fields.index(row, 0).data() for row in range(fields.rowCount())] == ["North", "South"]
    assert season.name in window.windowTitle()


def test_that_a_dialog_left_without_a_choice_changes_nothing(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    window.commands["open_file"].trigger()
    assert not window.desk.is_busy
    assert window.desk.document.table is None


@pytest.mark.parametrize("target", ["curve_plot", "kernel_line", "fields_list", "stage_table"])
def test_that_a_file_dropped_anywhere_is_opened(
    window: Window, qtbot: QtBot, season: Path, target: str
) -> None:
    widget = window.findChild(QFrame, target) or window.findChild(object, target)
    where = widget.mapTo(window, widget.rect().center())  # type: ignore[union-attr, attr-defined]
    assert drop(window, season, where)
    dialog = shown_dialog(window, qtbot)
    assert season.name in dialog.windowTitle()
    dialog.reject()
    assert window.desk.document.table is None


def test_that_opened_files_are_offered_again_newest_first(
    window: Window, opened: Callable[[Path], None], season: Path, sample: Path, qtbot: QtBot
) -> None:
    opened(sample)
    opened(season)
    window.recent_menu.aboutToShow.emit()
    offered = window.recent_menu.actions()
    assert [action.text() for action in offered] == [season.name, sample.name]
    offered[1].trigger()
    shown_dialog(window, qtbot).import_button.click()
    assert window.desk.document.table is not None
    assert window.desk.document.table.path == sample


def test_that_a_recent_file_that_is_gone_is_not_offered(tmp_path: Path, window: Window) -> None:
    path = tmp_path / "gone.csv"
    path.write_text("x", encoding="utf-8")
    recent.remember(path)
    assert recent.recent_files() == [path]
    path.unlink()
    assert recent.recent_files() == []


def test_that_the_file_of_the_command_line_is_opened_after_the_first_paint(
    window: Window, qtbot: QtBot, season: Path
) -> None:
    begin(window, season)
    shown_dialog(window, qtbot).import_button.click()
    assert window.desk.document.selected == "North"
    assert window.desk.document.fit is None


def test_that_the_sample_is_opened_fitted_and_named_as_such(
    window: Window, qtbot: QtBot, find: Find
) -> None:
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        window.commands["open_sample"].trigger()
    assert window.desk.document.selected == "ALARC2_Smith6"
    assert "sample" in find(QLabel, "message").text()
    assert recent.recent_files() == []


def test_that_after_opening_the_enter_key_fits(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot
) -> None:
    opened(season)
    button = window.tools.fit_button
    qtbot.waitUntil(lambda: window.focusWidget() is button)
    with qtbot.waitSignal(window.desk.fitted, timeout=PATIENCE):
        qtbot.keyClick(button, Qt.Key.Key_Space)


def test_that_rows_set_aside_are_shown_with_their_reasons(
    opened: Callable[[Path], None], season: Path, find: Find
) -> None:
    opened(season)
    told = find(QLabel, "set_aside").text()
    assert "3 of 18 rows" in told
    for reason in ("without a date", "without a value", "with an unreadable value"):
        assert f"1 row {reason}" in told
    assert "3 rows set aside" in find(QLabel, "status").text()


def test_that_the_columns_are_shown_with_role_and_format(
    opened: Callable[[Path], None], season: Path, find: Find
) -> None:
    opened(season)
    columns = find(QTableWidget, "columns_table")
    rows = [
        [columns.item(row, place).text() for place in range(4)] for row in range(columns.rowCount())
    ]
    assert rows[0][:2] == ["plot", "Field"]
    assert rows[1][:2] == ["date", "Time"]
    assert rows[1][3] == "DD.MM.YYYY"
    assert rows[2][:2] == ["ndvi", "Reading"]
    assert rows[3][:2] == ["note", "Not used"]


def test_that_a_file_that_cannot_be_read_is_one_sentence_and_leaves_what_was_open(
    window: Window, opened: Callable[[Path], None], sample: Path, tmp_path: Path, qtbot: QtBot,
    find: Find,
) -> None:  # fmt: skip
    opened(sample)
    before = window.desk.document
    empty = tmp_path / "empty.csv"
    empty.touch()
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        open_path(window, empty)
    assert window.desk.document is before
    told = find(QLabel, "message").text()
    assert "'empty.csv' is empty" in told
    assert "Traceback" not in told
    qtbot.mouseClick(find(QPushButton, "copy_message"), Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == told
    qtbot.mouseClick(find(QPushButton, "close_message"), Qt.MouseButton.LeftButton)
    assert window.messages.isHidden()
