"""However work ends, its job says so exactly once, last, and in words."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.task import Cancelled, Task
from gpstudio.jobs import job as job_module
from gpstudio.jobs.events import END, Event, Failed, Finished, Partial, Progress, Stopped
from gpstudio.jobs.job import Job


def ended(work: Callable[..., Any], *arguments: Any) -> tuple[Job, list[Event]]:
    job = Job(work, *arguments).start()
    assert job.join(30.0), "the work has not ended"
    return job, list(job.events_so_far())


def raising(error: BaseException) -> Callable[..., None]:
    def work(task: Task) -> None:
        task.partial("half")
        raise error

    return work


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (InputError("The file is empty."), Failed),
        (Cancelled(), Stopped),
        (MemoryError(), Failed),
        (ValueError("no\nTraceback (most recent call last):\n  File x"), Failed),
        (KeyError("field"), Failed),
        (StopIteration(), Failed),
        (RuntimeError("x" * 5_000), Failed),
        (RecursionError("too deep"), Failed),
        (SystemExit(3), Failed),
        (KeyboardInterrupt(), Failed),
    ],
    ids=lambda value: getattr(type(value), "__name__", ""),
)
def test_that_every_end_is_told_once_and_last_in_one_sentence(
    error: BaseException, kind: type[Event]
) -> None:
    job, events = ended(raising(error))
    assert [isinstance(event, END) for event in events] == [False, True]
    assert isinstance(events[0], Partial)
    last = events[-1]
    assert isinstance(last, kind)
    if isinstance(last, Failed):
        assert last.sentence
        assert "\n" not in last.sentence
        assert "Traceback" not in last.sentence
        assert len(last.sentence) < 400
        assert last.fault == (not isinstance(error, InputError | MemoryError))
        assert bool(last.details) == last.fault
    assert not job.is_running


def test_that_a_stop_before_the_start_leaves_no_answer() -> None:
    job = Job(lambda task: "answer" if task.check() is None else None)
    job.stop()
    job.start()
    assert job.join(30.0)
    assert [type(event) for event in job.events_so_far()] == [Stopped]


def test_that_stopping_twice_or_after_the_end_changes_nothing() -> None:
    job, events = ended(lambda task: 5)
    job.stop()
    job.stop()
    assert [type(event) for event in events] == [Finished]
    assert list(job.events_so_far()) == []
    assert events[0].seconds >= 0.0  # type: ignore[union-attr]


def test_that_any_callable_may_be_work() -> None:
    class Adder:
        def __call__(self, a: int, task: Task) -> int:
            return a + 1

    for work in (functools.partial(lambda a, task: a + 1), Adder()):
        _, events = ended(work, 1)
        assert isinstance(events[-1], Finished)
        assert events[-1].result == 2


def test_that_progress_is_thinned_but_parts_never_are() -> None:
    def work(task: Task) -> None:
        for step in range(2_000):
            task.report("step", step / 2_000)
            task.partial(step)

    _, events = ended(work)
    parts = [event.result for event in events if isinstance(event, Partial)]
    assert parts == list(range(2_000))
    assert 1 <= sum(isinstance(event, Progress) for event in events) < 500


def test_that_events_waits_for_the_end() -> None:
    go = threading.Event()

    def work(task: Task) -> str:
        go.wait(30.0)
        return "done"

    job = Job(work).start()
    threading.Timer(0.05, go.set).start()
    (last,) = job.events()
    assert isinstance(last, Finished)
    assert job.join(30.0)


def test_that_nothing_is_begun_where_hardly_any_memory_is_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(job_module, "available_bytes", lambda: 1e6)
    _, events = ended(lambda task: begun.append(True))
    (last,) = events
    assert isinstance(last, Failed)
    assert "memory" in last.sentence
    assert not last.fault
    assert not begun
