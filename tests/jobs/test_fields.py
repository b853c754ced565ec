"""The walk over many fields: in their order, each answered or refused, anywhere."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Cancelled, Task
from gpstudio.data.series import Series
from gpstudio.jobs.fields import One, Refused, in_order, map_fields


def field(group: str) -> Series:
    return Series(group, np.arange(3.0), np.ones(3), "day", "ndvi", False)


FIELDS = [field(name) for name in ("a", "bad", "b", "big")]


def size(series: Series, task: Task) -> str:
    task.report("measuring", 0.5)
    if series.group == "bad":
        raise InputError("It is bad.")
    if series.group == "big":
        raise MemoryError
    return series.group


class Listening(Task):
    def __init__(self, stop_at: int = 99) -> None:
        self.told: list[tuple[str, float | None]] = []
        self._left = stop_at

    def report(self, status: str, fraction: float | None = None) -> None:
        self.told.append((status, fraction))

    def check(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise Cancelled


def test_that_a_field_without_an_answer_does_not_keep_the_others_from_theirs() -> None:
    found = in_order(dict(map_fields(size, FIELDS)))
    assert found[:3] == ("a", Refused("It is bad."), "b")
    assert isinstance(found[3], Refused)
    assert "memory" in found[3].reason
    assert found[3].short


def test_that_each_field_counts_as_its_share_of_the_whole() -> None:
    task = Listening()
    list(map_fields(size, FIELDS[:3:2], task=task))
    names = ["1 of 2: a", "1 of 2: a", "2 of 2: b", "2 of 2: b"]
    assert task.told == list(zip(names, [0.0, 0.25, 0.5, 0.75], strict=True))


def test_that_answers_come_one_by_one_and_stop_ends_them() -> None:
    found = map_fields(size, FIELDS, task=Listening(stop_at=1))
    assert next(found) == (0, "a")
    with pytest.raises(Cancelled):
        next(found)


def test_that_the_work_can_be_sent_to_where_it_is_done() -> None:
    seen = []

    def sent(one: One[Any], fields: Sequence[Series], task: Task) -> Iterator[Any]:
        for place, series in enumerate(fields):
            work, mine = pickle.loads(pickle.dumps((one, series)))
            seen.append(mine.group)
            yield place, pickle.loads(pickle.dumps(work(mine, QUIET)))

    assert list(map_fields(size, FIELDS, sent))[:3] == list(map_fields(size, FIELDS))[:3]
    assert seen == [series.group for series in FIELDS]
