"""Adding readings in the window: what would change is shown, then taken, and fits follow."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.adding.addition import Addition
from gpstudio.data.series import SECONDS
from gpstudio.data.table import read_table
from gpstudio.gui.adding.dialog import AddingDialog
from gpstudio.gui.commands.tables import add_path
from gpstudio.gui.window import Window

from .conftest import PATIENCE
from .test_importing import press_enter

HEAD = "field,date,ndvi\n"


def written(path: Path, text: str) -> Path:
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def table(folder: Path) -> Path:
    rows = "".join(
        f"{field},2026-04-{day:02},{0.2 + 0.02 * day:.2f}\n"
        for field in ("North", "South")
        for day in range(1, 21)
    )
    return written(folder / "first.csv", rows)


def dialog_of(window: Window, qtbot: QtBot) -> AddingDialog:
    def is_there() -> bool:
        dialog = window.adder.dialog
        shown = dialog is not None and dialog.isVisible() and dialog.addition is not None
        return shown and not window.adder.is_busy

    qtbot.waitUntil(is_there, timeout=PATIENCE)
    assert window.adder.dialog is not None
    return window.adder.dialog


def test_that_what_changes_is_shown_before_it_is_taken_and_fits_follow(
    window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = window.desk
    desk.take(read_table(table(tmp_path)))
    desk.fit_many(["North"])
    qtbot.waitUntil(lambda: "North" in desk.document.fits and not desk.is_busy, timeout=PATIENCE)
    before = desk.document.table
    more = written(tmp_path / "may.csv", "north,2026-05-01,0.7\nWest,2026-05-01,0.3\n")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(more), ""))
    window.commands["add_readings"].trigger()
    dialog = dialog_of(window, qtbot)
    assert dialog.sentence.text() == (
        "1 field gets 1 reading, to 2026-05-01; 1 new field with 1 reading."
    )
    assert [dialog.table.cells(place)[:3] for place in (0, 1)] == [
        ["West", "1", "2026-05-01"],
        ["North", "1", "2026-05-01"],
    ]
    assert desk.document.table is before
    qtbot.mouseClick(dialog.add_button, Qt.MouseButton.LeftButton)
    assert desk.document.table is not None
    assert list(desk.document.table.groups) == ["North", "South", "West"]
    shown = desk.document.series
    assert shown is not None
    assert window.plot.box.viewRange()[0][1] >= shown.time[-1] * SECONDS  # what came is in view
    qtbot.waitUntil(
        lambda: desk.document.state_of("North") == "current" and not desk.is_busy, timeout=PATIENCE
    )
    assert "West" not in desk.document.fits  # nobody had fitted all of the others
    window.commands["undo"].trigger()
    assert desk.document.table is before
    assert desk.document.state_of("North") == "current"


def test_that_a_question_is_answered_with_a_click_and_nothing_new_is_not_taken(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    window.desk.take(read_table(table(tmp_path)))
    add_path(window, written(tmp_path / "other.csv", "North,2026-04-20,0.5\n"))
    dialog = dialog_of(window, qtbot)
    assert not dialog.add_button.isEnabled()
    button = next(b for b in dialog.questions.buttons if b.text() == "the old one counts")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.questions.isVisible(), timeout=PATIENCE)
    assert dialog.sentence.text().startswith("Nothing new")
    assert not dialog.add_button.isEnabled()


def test_that_a_file_that_cannot_be_read_is_told_and_the_table_stays(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    window.desk.take(read_table(table(tmp_path)))

    def refuse(*_: object, task: Task) -> None:
        raise InputError("This is no table.")

    window.adder.work = refuse  # type: ignore[assignment]
    add_path(window, tmp_path / "none.csv")
    qtbot.waitUntil(lambda: window.messages.message is not None, timeout=PATIENCE)
    assert window.messages.message is not None
    assert window.messages.message.sentence == "This is no table."
    assert window.adder.dialog is None or not window.adder.dialog.isVisible()


def test_that_the_enter_key_throws_nothing_away_while_a_file_is_read(
    window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    def endless(*_: object, task: Task) -> Addition:
        while True:
            task.check()
            time.sleep(0.01)

    window.desk.take(read_table(table(tmp_path)))
    window.adder.work = endless
    add_path(window, written(tmp_path / "may.csv", "North,2026-05-01,0.7\n"))
    qtbot.waitUntil(
        lambda: window.adder.dialog is not None and window.adder.dialog.progress.isVisible(),
        timeout=PATIENCE,
    )
    dialog = window.adder.dialog
    assert dialog is not None
    press_enter(dialog, qtbot)
    assert window.adder.is_busy
    qtbot.mouseClick(dialog.progress.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=PATIENCE)
