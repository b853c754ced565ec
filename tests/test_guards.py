"""The guards of the test suite catch what they are there to catch, and nothing else.

One other process runs all files of bad and good tests; each rule looks at what became of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path
from textwrap import dedent

import pytest

HERE = Path(__file__).resolve().parent
FILES: dict[str, str] = {}
"""What is tried: a file of tests each."""


def tried(text: str) -> str:
    """A file of the other process; its name."""
    name = f"test_{len(FILES)}.py"
    FILES[name] = dedent(text)
    return name


class Ran:
    """What the other process said."""

    def __init__(self, said: str) -> None:
        self.said = said.splitlines()

    def assert_ended(
        self, file: str, passed: int, errors: int = 0, told: tuple[str, ...] = ()
    ) -> None:
        """So many tests of the file ended so, and these lines came in this order."""
        ends = re.compile(rf"{file}::\w+ ([A-Z]+)")
        found = Counter(end[1] for line in self.said if (end := ends.match(line)))
        wanted = {"PASSED": passed, "ERROR": errors}
        assert found == {end: n for end, n in wanted.items() if n}, "\n".join(self.said)
        lines = iter(self.said)
        for pattern in told:
            assert any(fnmatchcase(line, pattern) for line in lines), pattern


def run(folder: Path, *words: str) -> Ran:
    environment = {**os.environ, "PYTHONPATH": str(HERE), "GPSTUDIO_OF_OLD": "one"}
    (folder / "conftest.py").write_text("from guards import leak_guard, modal_guard\n")
    (folder / "pytest.ini").write_text("[pytest]\nqt_api = pyside6\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *words],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return Ran(done.stdout)


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Ran:
    folder = tmp_path_factory.mktemp("guarded")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    return run(folder)


A_THREAD_LEFT_RUNNING = tried(
    """
    import threading

    stop = threading.Event()

    def test_leaves_a_thread():
        threading.Thread(target=stop.wait, name="forgotten").start()

    def test_comes_after():
        stop.set()
    """
)


def test_that_a_thread_left_running_fails_its_test_and_tells_where_it_began(ran: Ran) -> None:
    ran.assert_ended(
        A_THREAD_LEFT_RUNNING,
        passed=2,
        errors=1,
        told=(
            "*thread 'forgotten' is still running*",
            "*in test_leaves_a_thread*name=*forgotten*",
        ),
    )


A_THREAD_WHICH_ENDS = tried(
    """
    import threading, time

    def test_leaves_a_short_thread():
        threading.Thread(target=time.sleep, args=(0.2,)).start()
    """
)


def test_that_a_thread_which_ends_by_itself_soon_after_its_test_is_no_leak(ran: Ran) -> None:
    ran.assert_ended(A_THREAD_WHICH_ENDS, passed=1)


A_TICKING_TIMER_FAILS = tried(
    """
    from PySide6.QtCore import QTimer

    kept = []

    def test_leaves_a_timer(qtbot):
        kept.append(QTimer(objectName="heartbeat"))
        kept[-1].start(1000)

    def test_comes_after(qtbot):
        assert not kept[-1].isActive()

    def test_stops_its_timer(qtbot):
        timer = QTimer()
        timer.start(5)
        timer.stop()
    """
)


def test_that_a_ticking_timer_fails_its_test_and_tells_where_it_began(ran: Ran) -> None:
    ran.assert_ended(
        A_TICKING_TIMER_FAILS,
        passed=3,
        errors=1,
        told=(
            "*QTimer 'heartbeat' is still ticking*",
            "*in test_leaves_a_timer*start(1000)*",
        ),
    )


A_WIDGET_LEFT_ALIVE = tried(
    """
    from PySide6.QtWidgets import QApplication, QWidget

    kept = []

    def test_leaves_a_window(qtbot):
        kept.append(QWidget(objectName="forgotten"))
        kept[-1].show()

    def test_comes_after(qtbot):
        assert not QApplication.topLevelWidgets()

    def test_hands_its_window_to_qtbot(qtbot):
        window = QWidget()
        qtbot.addWidget(window)
        window.show()

    def test_leaves_only_a_cycle(qtbot):
        window = QWidget()
        window.me = window
    """
)


def test_that_a_widget_left_alive_fails_its_test_and_is_named(ran: Ran) -> None:
    ran.assert_ended(
        A_WIDGET_LEFT_ALIVE,
        passed=4,
        errors=1,
        told=("*top-level widget QWidget 'forgotten' is still alive*",),
    )


A_CHANGED_ENVIRONMENT_FAILS = tried(
    """
    import os

    def test_leaves_variables():
        os.environ["GPSTUDIO_NEW"] = "here"
        os.environ["GPSTUDIO_OF_OLD"] = "other"

    def test_comes_after():
        assert "GPSTUDIO_NEW" not in os.environ
        assert os.environ["GPSTUDIO_OF_OLD"] == "one"

    def test_takes_its_own_back(monkeypatch):
        monkeypatch.setenv("GPSTUDIO_NEW", "here")
    """
)


def test_that_a_changed_environment_fails_its_test_and_is_taken_back(ran: Ran) -> None:
    ran.assert_ended(
        A_CHANGED_ENVIRONMENT_FAILS,
        passed=3,
        errors=1,
        told=(
            "*GPSTUDIO_NEW in the environment is 'here', before None*",
            "*GPSTUDIO_OF_OLD in the environment is 'other', before 'one'*",
        ),
    )


A_QT_THREAD_LEFT = tried(
    """
    from PySide6.QtCore import QThread

    thread = QThread(objectName="forgotten")

    def test_leaves_a_thread(qtbot):
        thread.start()

    def test_comes_after(qtbot):
        thread.quit()
        assert thread.wait(5000)
    """
)


def test_that_a_qt_thread_left_running_fails_its_test_and_tells_where_it_began(ran: Ran) -> None:
    ran.assert_ended(
        A_QT_THREAD_LEFT,
        passed=2,
        errors=1,
        told=(
            "*QThread 'forgotten' is still running*",
            "*in test_leaves_a_thread*thread.start()*",
        ),
    )


WORK_LEFT_IN_THE = tried(
    """
    import threading
    from PySide6.QtCore import QThreadPool

    stop = threading.Event()

    def test_leaves_work(qtbot):
        QThreadPool.globalInstance().start(lambda: stop.wait(20))

    def test_comes_after(qtbot):
        stop.set()
    """
)


def test_that_work_left_in_the_thread_pool_fails_its_test(ran: Ran) -> None:
    ran.assert_ended(
        WORK_LEFT_IN_THE,
        passed=2,
        errors=1,
        told=("*work is still running in Qt's global thread pool*",),
    )


A_DIALOG_NOBODY_ANSWERS = tried(
    """
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QMenu, QMessageBox, QWidget

    def test_asks(qtbot):
        window = QWidget()
        qtbot.addWidget(window)
        QMessageBox.question(window, "Overwrite", "Overwrite the file?")

    def test_pops_up(qtbot):
        window = QWidget()
        qtbot.addWidget(window)
        menu = QMenu("Choices", window)
        menu.addAction("one")
        menu.exec(QPoint(0, 0))

    def test_comes_after(qtbot):
        pass
    """
)


def test_that_a_dialog_nobody_answers_is_closed_and_fails_its_test(ran: Ran) -> None:
    ran.assert_ended(
        A_DIALOG_NOBODY_ANSWERS,
        passed=3,
        errors=2,
        told=(
            "*nobody answered: QMessageBox*Overwrite the file?*",
            "*nobody answered: QMenu*",
        ),
    )


A_DIALOG_WHICH_IS = tried(
    """
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

    def test_answers(qtbot):
        window = QWidget()
        qtbot.addWidget(window)

        def answer():
            box = QApplication.activeModalWidget()
            box.button(QMessageBox.StandardButton.Yes).click()

        QTimer.singleShot(0, answer)
        reply = QMessageBox.question(window, "Overwrite", "Overwrite the file?")
        assert reply == QMessageBox.StandardButton.Yes
    """
)


def test_that_a_dialog_which_is_answered_is_no_fault(ran: Ran) -> None:
    ran.assert_ended(A_DIALOG_WHICH_IS, passed=1)


def test_that_the_guards_do_not_load_qt_themselves(tmp_path: Path) -> None:
    (tmp_path / "test_alone.py").write_text(
        "import sys\n\n"
        "def test_needs_no_window():\n"
        "    assert not [name for name in sys.modules if name.startswith('PySide6')]\n"
    )
    run(tmp_path, "-p", "no:pytest-qt").assert_ended("test_alone.py", passed=1)
