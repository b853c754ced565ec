"""What a person asked for is seen to be done, and nothing that took long is lost by one key."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QDate, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from gpstudio.core.task import Task
from gpstudio.gui import twice
from gpstudio.gui.commands import fitting
from gpstudio.gui.copied import copied_words
from gpstudio.gui.days import DayField, day_of
from gpstudio.gui.twice import ASK_AGAIN, AskedTwice
from gpstudio.gui.window import Window

from .conftest import PATIENCE, Find


def shows(window: Window, name: str) -> bool:
    button = window.messages.findChild(QPushButton, name)
    assert button is not None
    return button.isVisible()


def test_that_what_was_written_can_be_opened_from_where_it_is_told(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    qtbot: QtBot,
    find: Find,
) -> None:
    opened(season)
    asked: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", asked.append)
    path = tmp_path / "readings.csv"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    with qtbot.waitSignal(window.desk.said, timeout=PATIENCE):
        window.commands["export_readings"].trigger()
    assert shows(window, "open_written")
    qtbot.mouseClick(find(QPushButton, "open_written"), Qt.MouseButton.LeftButton)
    qtbot.mouseClick(find(QPushButton, "show_in_folder"), Qt.MouseButton.LeftButton)
    assert [Path(url.toLocalFile()) for url in asked] == [path, tmp_path]
    window.messages.show_message(fitting.Message.info("Something else."))
    assert not shows(window, "open_written")
    assert not shows(window, "show_in_folder")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("field\tdate\nNorth\t2021-05-01\nSouth\t2021-05-02\n", "2 rows are copied."),
        ("a\tb\nc\td", "1 row is copied."),
        ("one sentence\nand another", "Copied."),
    ],
)
def test_that_a_copy_is_told_by_what_it_holds(text: str, said: str) -> None:
    data = QMimeData()
    assert copied_words(data) == ""
    data.setText(text)
    assert copied_words(data) == said


def test_that_every_copy_is_told_in_the_status_line(window: Window, qtbot: QtBot) -> None:
    QGuiApplication.clipboard().setText("a\tb\nc\td")
    qtbot.waitUntil(lambda: window.status.words.text() == "1 row is copied.", timeout=PATIENCE)


def test_that_enter_presses_the_button_that_is_outlined(
    window: Window, opened: Callable[[Path], None], season: Path, qtbot: QtBot, find: Find
) -> None:
    opened(season)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        title = window.season.title
        before = title.isChecked()
        title.setFocus()
        qtbot.keyClick(title, key)
        assert title.isChecked() != before


def test_that_work_of_minutes_is_stopped_by_the_second_press_of_a_key(
    window: Window,
    opened: Callable[[Path], None],
    season: Path,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    find: Find,
) -> None:
    opened(season)

    def waiting(*_: object, task: Task) -> None:
        while True:
            task.check()

    window.desk.fit_work = waiting
    window.commands["fit"].trigger()
    monkeypatch.setattr(fitting, "LONG", -1.0)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.desk.is_busy
    assert not window.desk.is_stopping
    assert find(QLabel, "message").text() == ASK_AGAIN
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.desk.is_busy, timeout=PATIENCE)
    assert window.messages.message is None
    window.commands["fit"].trigger()
    window.tools.fit_button.click()  # it says Stop
    qtbot.waitUntil(lambda: not window.desk.is_busy, timeout=PATIENCE)


def test_that_a_second_press_counts_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(twice.time, "monotonic", lambda: now[0])
    asked = AskedTwice()
    assert not asked.again()
    now[0] += 11.0
    assert not asked.again()
    now[0] += 9.0
    assert asked.again()
    assert not asked.again()


def test_that_a_day_is_picked_from_a_calendar(qtbot: QtBot) -> None:
    field = DayField()
    qtbot.addWidget(field)
    field.resize(160, 28)
    field.show()
    field.near = day_of("2015-07-01")
    taken: list[float | None] = []
    field.settled.connect(lambda: taken.append(field.day()))
    qtbot.keyClick(field, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert field.calendar is not None
    sheet = field.calendar.sheet
    assert sheet.isVisible()
    assert sheet.selectedDate() == QDate(2015, 7, 1)
    sheet.clicked.emit(QDate(2015, 7, 20))
    assert field.text() == "2015-07-20"
    assert taken == [day_of("20 July 2015")]
    assert not field.calendar.isVisible()
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(field.width() - 10, 14))
    assert sheet.selectedDate() == QDate(2015, 7, 20)
    field.calendar.hide()
    field.dated = False
    qtbot.mouseClick(field, Qt.MouseButton.LeftButton, pos=QPoint(field.width() - 10, 14))
    assert not field.calendar.isVisible()
