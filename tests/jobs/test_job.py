"""A job tells what happens in one stream, ends once, and stops when asked."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core import event as numba_events

from gpstudio.core.compiling import COMPILING, Compiling
from gpstudio.core.errors import InputError
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task
from gpstudio.jobs.events import Event, Failed, Finished, Partial, Progress, Stopped
from gpstudio.jobs.job import Job

PATIENCE = 60.0


@pytest.fixture
def jobs() -> Iterator[list[Job]]:
    """Jobs that a test started; whatever became of them, they end with the test."""
    started: list[Job] = []
    yield started
    for job in started:
        job.stop()
        assert job.join(PATIENCE)


def told(job: Job) -> list[Event]:
    return list(job.events())


def test_that_a_result_comes_last_and_once(jobs: list[Job]) -> None:
    def work(a: int, b: int, task: Task) -> int:
        task.report("adding", 0.5)
        task.partial(a)
        return a + b

    jobs.append(Job(work, 2, 3).start())
    events = told(jobs[0])
    assert [type(event) for event in events] == [Progress, Partial, Finished]
    assert isinstance(events[-1], Finished)
    assert events[-1].result == 5
    assert list(jobs[0].events_so_far()) == []


def test_that_a_mistake_of_the_person_is_told_as_its_sentence(jobs: list[Job]) -> None:
    def work(task: Task) -> None:
        raise InputError("The file is empty.")

    jobs.append(Job(work).start())
    (event,) = told(jobs[0])
    assert isinstance(event, Failed)
    assert event.sentence == "The file is empty."
    assert not event.fault


def test_that_a_fault_of_ours_keeps_its_traceback_out_of_the_sentence(jobs: list[Job]) -> None:
    def work(task: Task) -> None:
        raise ZeroDivisionError("division by zero")

    jobs.append(Job(work).start())
    (event,) = told(jobs[0])
    assert isinstance(event, Failed)
    assert event.fault
    assert "\n" not in event.sentence
    assert "Traceback" not in event.sentence
    assert "Traceback" in event.details


def test_that_progress_is_thinned_out(jobs: list[Job]) -> None:
    def work(task: Task) -> None:
        for step in range(10_000):
            task.report("counting", step / 10_000)

    jobs.append(Job(work).start())
    events = told(jobs[0])
    assert sum(isinstance(event, Progress) for event in events) < 100


def test_that_a_stop_that_comes_too_late_is_a_stop_all_the_same(jobs: list[Job]) -> None:
    stopped = threading.Event()

    def work(task: Task) -> str:
        stopped.wait(PATIENCE)
        return "an answer nobody waits for"

    jobs.append(Job(work).start())
    jobs[0].stop()
    stopped.set()
    (event,) = told(jobs[0])
    assert isinstance(event, Stopped)


def _long_dense(task: Task) -> Any:
    inputs = np.random.default_rng(0).uniform(size=(2_500, 3))
    recipe = Recipe.of(kernel="rbf", learning="ml2(restarts=50)")
    return fit(recipe, Readings.of(inputs, inputs.sum(axis=1)), task)


def _long_markov(task: Task) -> Any:
    inputs = np.arange(400_000.0)[:, None]
    recipe = Recipe.of(learning="ml2(restarts=50)")
    return fit(recipe, Readings.of(inputs, np.sin(inputs[:, 0] / 30.0)), task)


@pytest.mark.parametrize("work", [_long_dense, _long_markov])
def test_that_learning_stops_in_the_middle(jobs: list[Job], work: Any) -> None:
    jobs.append(Job(work).start())
    time.sleep(1.5)
    assert jobs[0].is_running
    jobs[0].stop()
    last = told(jobs[0])[-1]
    assert isinstance(last, Stopped)


def test_that_a_job_that_has_ended_holds_nothing_of_what_it_worked_on() -> None:
    class Thing:
        pass

    thing = Thing()
    seen = weakref.ref(thing)
    job = Job(lambda given, task: None, thing).start()
    assert job.join(10.0)
    del thing
    assert seen() is None


def test_that_the_last_of_quick_reports_is_told_while_the_work_goes_on(jobs: list[Job]) -> None:
    """Reports are thinned out; what a long step is called must not be what is left out."""
    go_on = threading.Event()

    def work(task: Task) -> None:
        task.report("reading", 0.1)
        task.report("thinking", 0.2)
        assert go_on.wait(PATIENCE)

    jobs.append(Job(work).start())
    said = []
    for event in jobs[0].events():
        said.append(event)
        if event == Progress("thinking", 0.2):
            go_on.set()
    assert said[:2] == [Progress("reading", 0.1), Progress("thinking", 0.2)]
    assert [type(event) for event in said[2:]] == [Finished]


def test_that_a_report_that_came_too_soon_is_not_told_after_the_end(jobs: list[Job]) -> None:
    def work(task: Task) -> None:
        task.report("reading", 0.1)
        task.report("ready", 1.0)

    jobs.append(Job(work).start())
    assert jobs[0].join(PATIENCE)
    assert [type(event) for event in jobs[0].events_so_far()] == [Progress, Finished]
    assert list(jobs[0].events_so_far()) == []


def test_that_it_is_said_when_everybody_waits_for_the_compiler(
    jobs: list[Job], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what was said before, when that is over; nothing where it took no time."""
    monkeypatch.setattr("gpstudio.jobs.job.COMPILING", compiling := Compiling())
    monkeypatch.setattr("gpstudio.jobs.job.LONG_TO_COMPILE", 0.05)
    over = threading.Event()

    def work(task: Task) -> None:
        task.report("fitting", 0.5)
        compiling.begin()
        over.wait(5)

    jobs.append(Job(work).start())
    said: list[Event] = []
    for status, then in (("compiling, once on this machine", compiling.end), ("fitting", over.set)):
        while not said or getattr(said[-1], "status", "") != status:
            assert jobs[-1].is_running
            said += jobs[-1].events_so_far()
        then()
    said += jobs[-1].events()
    assert [event.status for event in said if isinstance(event, Progress)] == [
        "fitting",
        "compiling, once on this machine",
        "fitting",
    ]
    assert isinstance(said[-1], Finished)


def test_that_the_compiler_tells_when_it_begins_and_ends() -> None:
    during = []

    class Watching(numba_events.Listener):  # type: ignore[misc]
        def on_start(self, event: Any) -> None:
            during.append(COMPILING.seconds)

        def on_end(self, event: Any) -> None:
            """As it is."""

    with numba_events.install_listener("numba:compile", Watching()):
        njit(lambda x: x + 1)(1)
    assert during
    assert during[0] > 0.0
    assert COMPILING.seconds == 0.0
