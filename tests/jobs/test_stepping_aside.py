"""Work waits while somebody is answered, goes on afterwards, and is held up by nobody for good."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gpstudio.core.task import Task
from gpstudio.jobs import stepping_aside
from gpstudio.jobs.events import Finished, Partial, Stopped
from gpstudio.jobs.job import Job
from gpstudio.jobs.stepping_aside import ROOM

PATIENCE = 60.0


@pytest.fixture(autouse=True)
def room() -> Iterator[None]:
    yield
    ROOM.give_back()


def work(task: Task) -> str:
    task.partial("begun")
    task.check()
    return "done"


def test_that_work_waits_until_it_may_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping_aside, "LONGEST", PATIENCE)
    ROOM.ask()
    assert ROOM.is_taken
    job = Job(work).start()
    assert not job.join(0.05)
    assert list(job.events_so_far()) == []
    ROOM.give_back()
    assert not ROOM.is_taken
    assert [type(event) for event in job.events()] == [Partial, Finished]
    assert job.join(PATIENCE)


def test_that_room_that_nobody_gives_back_ends_by_itself() -> None:
    ROOM.ask()
    job = Job(work).start()
    assert [type(event) for event in job.events()] == [Partial, Finished]
    assert job.join(PATIENCE)


def test_that_a_stop_is_heard_also_by_work_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping_aside, "LONGEST", PATIENCE)
    ROOM.ask()
    job = Job(work).start()
    job.stop()
    ROOM.give_back()
    assert [type(event) for event in job.events()] == [Partial, Stopped]
    assert job.join(PATIENCE)
