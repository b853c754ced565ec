"""The bridge from jobs to signals."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.gui.bridge import Bridge


@pytest.fixture
def bridge(qtbot: QtBot) -> Iterator[Bridge]:
    made = Bridge()
    yield made
    made.close()


def double(number: int, *, task: Task) -> int:
    task.report("doubling", 0.5)
    task.partial(number)
    return 2 * number


def wait_for_stop(*, task: Task) -> None:
    while True:
        task.check()
        time.sleep(0.005)


def test_that_progress_and_partial_results_come_before_the_result(
    bridge: Bridge, qtbot: QtBot
) -> None:
    heard: list[object] = []
    bridge.progressed.connect(lambda status, fraction: heard.append((status, fraction)))
    bridge.partial_arrived.connect(heard.append)
    bridge.finished.connect(heard.append)
    with qtbot.waitSignal(bridge.finished):
        bridge.start(double, 21)
    assert heard == [("doubling", 0.5), 21, 42]
    assert not bridge.is_busy


def test_that_a_newer_job_silences_the_older_one_even_when_that_does_not_stop(
    bridge: Bridge, qtbot: QtBot
) -> None:
    let_go = threading.Event()

    def stubborn(*, task: Task) -> str:
        let_go.wait(10)
        return "old"

    results: list[object] = []
    bridge.finished.connect(results.append)
    bridge.partial_arrived.connect(results.append)
    bridge.start(stubborn)
    with qtbot.waitSignal(bridge.finished):
        bridge.start(double, 1)
    let_go.set()
    qtbot.wait(120)
    assert results == [1, 2]


def test_that_an_answer_that_crosses_with_the_stop_is_a_stop(bridge: Bridge, qtbot: QtBot) -> None:
    done = threading.Event()

    def quick(*, task: Task) -> str:
        done.set()
        return "too late"

    results: list[object] = []
    bridge.finished.connect(results.append)
    bridge.start(quick)
    done.wait(5)
    with qtbot.waitSignal(bridge.stopped):
        bridge.stop()
    assert results == []


def test_that_stopping_lasts_until_the_work_has_ended(bridge: Bridge, qtbot: QtBot) -> None:
    bridge.start(wait_for_stop)
    assert not bridge.is_stopping
    with qtbot.waitSignal(bridge.stopped, timeout=500):
        bridge.stop()
        assert bridge.is_stopping
    assert not bridge.is_busy


def test_that_the_users_error_is_told_as_its_sentence_and_ours_with_details(
    bridge: Bridge, qtbot: QtBot
) -> None:
    def wrong_words(*, task: Task) -> None:
        raise InputError("The file is empty; choose another one.")

    def fault(*, task: Task) -> None:
        raise ZeroDivisionError("by hand")

    with qtbot.waitSignal(bridge.failed) as told:
        bridge.start(wrong_words)
    assert told.args == ["The file is empty; choose another one.", ""]
    with qtbot.waitSignal(bridge.failed) as told:
        bridge.start(fault)
    sentence, details = told.args
    assert "inside GP Studio" in sentence
    assert "Traceback" not in sentence
    assert "Traceback" in details


def test_that_the_timer_ticks_only_while_a_job_lives(bridge: Bridge, qtbot: QtBot) -> None:
    timer = bridge.findChild(QTimer, "bridge_timer")
    assert timer is not None
    assert not timer.isActive()
    with qtbot.waitSignal(bridge.finished):
        bridge.start(double, 1)
        assert timer.isActive()
    assert not timer.isActive()


def test_that_closing_stops_and_joins_the_work(bridge: Bridge) -> None:
    bridge.start(wait_for_stop)
    assert bridge.close()
    assert not any(t.name == "job wait_for_stop" for t in threading.enumerate())


def test_that_a_slot_may_start_the_next_job(bridge: Bridge, qtbot: QtBot) -> None:
    results: list[int] = []

    def next_job(result: int) -> None:
        results.append(result)
        if len(results) < 3:
            bridge.start(double, result)

    bridge.finished.connect(next_job)
    bridge.start(double, 1)
    qtbot.waitUntil(lambda: len(results) == 3)
    assert results == [2, 4, 8]
