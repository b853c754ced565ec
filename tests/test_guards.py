"""The guards of the test suite catch what they are there to catch, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

HERE = Path(__file__).resolve().parent


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """An empty suite elsewhere that has only the guards; run in a process of its own."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    pytester.makeconftest("from guards import leak_guard, modal_guard")
    pytester.makeini("[pytest]\nqt_api = pyside6\naddopts = -p no:cacheprovider")
    return pytester


def test_that_a_thread_left_running_fails_its_test_and_tells_where_it_began(
    suite: pytest.Pytester,
) -> None:
    suite.makepyfile(
        """
        import threading

        stop = threading.Event()

        def test_leaves_a_thread():
            threading.Thread(target=stop.wait, name="forgotten").start()

        def test_comes_after():
            stop.set()
        """
    )
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(
        ["*thread 'forgotten' is still running*", "*in test_leaves_a_thread*name=*forgotten*"]
    )


def test_that_a_thread_which_ends_by_itself_soon_after_its_test_is_no_leak(
    suite: pytest.Pytester,
) -> None:
    suite.makepyfile(
        """
        import threading, time

        def test_leaves_a_short_thread():
            threading.Thread(target=time.sleep, args=(0.2,)).start()
        """
    )
    suite.runpytest_subprocess().assert_outcomes(passed=1)


def test_that_a_ticking_timer_fails_its_test_and_tells_where_it_began(
    suite: pytest.Pytester,
) -> None:
    suite.makepyfile(
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
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(
        ["*QTimer 'heartbeat' is still ticking*", "*in test_leaves_a_timer*start(1000)*"]
    )


def test_that_a_widget_left_alive_fails_its_test_and_is_named(suite: pytest.Pytester) -> None:
    suite.makepyfile(
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
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=4, errors=1)
    result.stdout.fnmatch_lines(["*top-level widget QWidget 'forgotten' is still alive*"])


def test_that_a_changed_environment_fails_its_test_and_is_taken_back(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GPSTUDIO_OF_OLD", "one")
    suite.makepyfile(
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
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=3, errors=1)
    result.stdout.fnmatch_lines(
        [
            "*GPSTUDIO_NEW in the environment is 'here', before None*",
            "*GPSTUDIO_OF_OLD in the environment is 'other', before 'one'*",
        ]
    )


def test_that_a_qt_thread_left_running_fails_its_test_and_tells_where_it_began(
    suite: pytest.Pytester,
) -> None:
    suite.makepyfile(
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
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(
        ["*QThread 'forgotten' is still running*", "*in test_leaves_a_thread*thread.start()*"]
    )


def test_that_work_left_in_the_thread_pool_fails_its_test(suite: pytest.Pytester) -> None:
    suite.makepyfile(
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
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["*work is still running in Qt's global thread pool*"])


def test_that_a_dialog_nobody_answers_is_closed_and_fails_its_test(
    suite: pytest.Pytester,
) -> None:
    suite.makepyfile(
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
    result = suite.runpytest_subprocess()
    result.assert_outcomes(passed=3, errors=2)
    result.stdout.fnmatch_lines(
        ["*nobody answered: QMessageBox*Overwrite the file?*", "*nobody answered: QMenu*"]
    )


def test_that_a_dialog_which_is_answered_is_no_fault(suite: pytest.Pytester) -> None:
    suite.makepyfile(
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
    suite.runpytest_subprocess().assert_outcomes(passed=1)


def test_that_the_guards_do_not_load_qt_themselves(suite: pytest.Pytester) -> None:
    suite.makeini("[pytest]\naddopts = -p no:pytest-qt -p no:cacheprovider")
    suite.makepyfile(
        """
        import sys

        def test_needs_no_window():
            assert not [name for name in sys.modules if name.startswith("PySide6")]
        """
    )
    suite.runpytest_subprocess().assert_outcomes(passed=1)
