"""The monkey for a moment, and that it would notice what it is there to notice."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QTimer, qWarning
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot
from random_hand.faults import Faults
from random_hand.reopening import difference, reopened
from random_hand.watch import Watch
from random_hand.world import World

from gpstudio.gui.bridge import Bridge
from gpstudio.gui.theme import Themes
from gpstudio.gui.window import Window
from gpstudio.session.commands import SetChoice

ROOT = Path(__file__).resolve().parents[2]
MONKEY = ROOT / "tests" / "benchmarks" / "monkey.py"
EVENTS, SEEDS = "200", "2"


def broken(task: object = None) -> None:
    raise ZeroDivisionError("broken on purpose")


@pytest.mark.slow
def test_that_a_monkey_finds_nothing_in_a_moment() -> None:
    """In processes of its own: were it to crash one, the tests would go on."""
    words = [sys.executable, str(MONKEY), EVENTS, SEEDS]
    ended = subprocess.run(words, capture_output=True, text=True, check=False, timeout=230)
    assert ended.returncode == 0, f"{ended.stdout}\n{ended.stderr[-8000:]}"
    assert ended.stdout.count("project reopened, the same") == int(SEEDS)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_faults_of_slots_threads_jobs_and_qt_are_heard(qtbot: QtBot) -> None:
    bridge = Bridge()
    told: list[str] = []
    with Faults(told.append) as faults:
        QTimer.singleShot(0, broken)
        qtbot.waitUntil(lambda: len(faults) == 1)
        thread = threading.Thread(target=broken)
        thread.start()
        thread.join()
        assert len(faults) == 2
        bridge.start(broken)
        qtbot.waitUntil(lambda: len(faults) == 3)
        qWarning("a painter that does not paint")
    bridge.close()
    assert faults.kinds == {
        "exception ZeroDivisionError: broken on purpose": 2,
        "fault of a job: Something went wrong inside GP Studio "
        "(ZeroDivisionError: broken on purpose).": 1,
        "Qt: a painter that does not paint": 1,
    }
    assert "in broken" in told[0]


def test_that_a_hang_is_noticed_with_its_stack_and_a_loop_within_a_loop_is_none(
    qtbot: QtBot,
) -> None:
    told: list[str] = []
    with Watch(told.append, hang=0.3) as watch:
        qtbot.wait(500)
        assert not watch.hangs
        time.sleep(0.6)
        watch.beat()
    assert len(watch.hangs) == 1
    assert watch.longest.seconds >= 0.6
    assert any("time.sleep(0.6)" in words for words in told)


def test_that_a_project_comes_back_and_another_document_would_be_told(
    application: QApplication, tmp_path: Path
) -> None:
    themes = Themes(application)
    window = Window(themes)
    window.show()
    window.desk.do(SetChoice("kernel", "matern32(60)"))
    before = window.desk.document
    with World(tmp_path, Random(1)):
        assert reopened(window, themes, tmp_path / "kept.gpstudio") == ""
    other = SetChoice("kernel", "matern52(60)").apply(before)
    assert difference(before, other) == "other parts than were saved: recipe"
    themes.deleteLater()


def test_that_file_dialogs_answer_alike_for_a_seed_and_are_given_back(tmp_path: Path) -> None:
    before = QFileDialog.getOpenFileName
    answers = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        with World(tmp_path / folder, Random(5)):
            found = [QFileDialog.getOpenFileName(None, "Open a table") for _ in range(20)]
        answers.append([Path(name).name for name, _ in found])
    assert answers[0] == answers[1]
    assert "" in answers[0]
    assert len(set(answers[0])) > 5
    assert QFileDialog.getOpenFileName is before
