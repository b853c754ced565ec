"""Fields abreast: step by step beside each other, with the answers that each has alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.jobs import abreast as room
from gpstudio.jobs.abreast import Steps, abreast, whole
from gpstudio.jobs.fields import Refused, in_turn, map_fields

FIELDS = [Series(name, np.arange(3.0), np.arange(3.0), "date", "ndvi", True) for name in "abcdefgh"]


@dataclass(eq=False)
class Written:
    """Notes each step of each field; 'c' cannot be done."""

    seen: list[str] = field(default_factory=list)

    def __call__(self, series: Series, task: Task) -> str:
        return whole(self.steps(series, task))

    def steps(self, series: Series, task: Task) -> Steps[str]:
        for step in "12":
            self.seen.append(series.group + step)
            yield
        if series.group == "c":
            raise InputError("no")
        return series.group.upper()


def place(one: Written) -> list[Any]:
    """As a worker does it, guarded."""

    def where(work, fields, task):  # type: ignore[no-untyped-def]
        yield from enumerate(abreast(work, fields, task))

    return list(map_fields(one, FIELDS, where))


def test_answers_are_those_of_each_alone_and_one_that_fails_takes_no_other_with_it() -> None:
    found = place(Written())
    assert found == list(map_fields(Written(), FIELDS, in_turn))
    assert found[2] == (2, Refused("no"))
    assert [answer for _, answer in found[:2]] == ["A", "B"]


def test_a_step_is_done_for_all_that_are_abreast_before_the_next_of_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "SECONDS", 100.0)
    one = Written()
    place(one)
    assert one.seen[:2] == ["a1", "a2"]  # alone: nobody knows yet how long they take
    assert "".join(one.seen[2:]) == "b1c1d1e1f1g1h1b2c2d2e2f2g2h2"


def test_answers_keep_the_order_of_fields_whoever_is_done_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room, "SECONDS", 100.0)

    class Unlike(Written):
        def steps(self, series: Series, task: Task) -> Steps[str]:
            for _ in range(ord("h") - ord(series.group)):  # the later, the fewer steps
                yield
            return series.group

    assert list(abreast(Unlike(), FIELDS, QUIET)) == list("abcdefgh")


def test_slow_fields_wait_for_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "SECONDS", 0.0)
    one = Written()
    place(one)
    assert one.seen == [name.group + step for name in FIELDS for step in "12"]


def test_work_without_steps_is_told_field_by_field() -> None:
    done: list[str] = []

    def one(series: Series, task: Task) -> str:
        done.append(series.group)
        return series.group

    told = abreast(one, FIELDS, QUIET)
    assert [next(told), next(told)] == ["a", "b"]
    assert done == ["a", "b"]


def test_stop_is_heard_between_two_steps() -> None:
    one = Written()

    class Stopped(Task):
        def check(self) -> None:
            if len(one.seen) == 5:
                raise Cancelled

    with pytest.raises(Cancelled):
        list(abreast(one, FIELDS, Stopped()))
    assert len(one.seen) == 5
