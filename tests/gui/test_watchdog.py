"""The watchdog: it notes a wait that is too long, with what the window was doing, and no other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from gpstudio.gui.help.about import AboutWindow
from gpstudio.gui.watchdog import MOST_NOTES, Stall, Watchdog, keep
from gpstudio.gui.window import Window

PATIENCE = 10_000


@pytest.fixture
def watchdog(tmp_path: Path, qtbot: QtBot) -> Iterator[Watchdog]:
    made = Watchdog(tmp_path / "deep" / "slow moments.txt")
    yield made
    made.close()


def dawdle() -> None:
    time.sleep(0.4)


def test_that_a_wait_is_noted_with_the_call_that_it_was_spent_in(
    watchdog: Watchdog, qtbot: QtBot, tmp_path: Path
) -> None:
    QTimer.singleShot(0, dawdle)
    qtbot.waitUntil(lambda: any("dawdle" in s.doing for s in watchdog.stalls), timeout=PATIENCE)
    stall = next(s for s in watchdog.stalls if "dawdle" in s.doing)
    assert stall.seconds > 0.2
    qtbot.waitUntil(lambda: (tmp_path / "deep" / "slow moments.txt").is_file(), timeout=PATIENCE)
    assert "time.sleep(0.4)" in (tmp_path / "deep" / "slow moments.txt").read_text("utf-8")
    assert "slow moments.txt" in watchdog.words


def test_that_the_newest_notes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "slow moments.txt"
    for number in range(MOST_NOTES + 5):
        keep(Stall(datetime(2026, 1, 1), number / 1000, f"  call {number};"), path)
    notes = path.read_text("utf-8")
    assert notes.count("2026-01-01") == MOST_NOTES
    assert "call 4;" not in notes
    assert f"call {MOST_NOTES + 4};" in notes


def test_that_a_folder_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")
    keep(Stall(datetime(2026, 1, 1), 0.2, ""), blocked / "slow moments.txt")
    assert blocked.read_text("utf-8") == ""


def test_that_the_window_tells_how_it_answered_and_ends_its_watchdog(
    window: Window, watchdog: Watchdog
) -> None:
    window.watchdog = watchdog
    watchdog.stalls.append(Stall(datetime(2026, 1, 1), 0.2, ""))
    window.commands["about"].trigger()
    about = window.findChild(AboutWindow)
    assert about is not None
    assert any("the longest 200 ms" in words.text() for words in about.findChildren(QLabel))
    about.close()
    window.projects.give_up()
    window.close()
    assert not watchdog._thread.is_alive()
