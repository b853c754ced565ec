"""Many fields: the one walk over them, whoever asks (window, command line, Python) and wherever it
is done.

``where`` is handed the work, the fields and the task, and yields one answer a field, in the order
of the fields, as soon as it is there. ``in_turn`` does one after the other where it is called. Work
and answers can be pickled, so that processes and clusters may stand in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from gpstudio.core.errors import InputError
from gpstudio.core.memory import short_of
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.translation import tr

Answer = TypeVar("Answer")
One: TypeAlias = Callable[[Series, Task], Answer]
Where: TypeAlias = Callable[[One[Any], Sequence[Series], Task], Iterator[Any]]


@dataclass(frozen=True)
class Refused:
    """In place of an answer: why there is none."""

    reason: str


@dataclass(frozen=True)
class _Guarded(Generic[Answer]):
    """A field for which there is no answer does not keep the others from theirs."""

    one: One[Answer]

    def __call__(self, series: Series, task: Task) -> Answer | Refused:
        try:
            return self.one(series, task)
        except InputError as error:
            return Refused(str(error))
        except MemoryError as error:
            return Refused(short_of(error))


class _Share(Task):
    """One field's part of the whole: its progress counts as that much of all."""

    def __init__(self, task: Task, place: int, count: int, name: str) -> None:
        self._task, self._place, self._count, self._name = task, place, count, name

    def report(self, status: str, fraction: float | None = None) -> None:
        done = (self._place + (fraction or 0.0)) / self._count
        words = tr(
            "{place:,} of {count:,}: {name}",
            place=self._place + 1,
            count=self._count,
            name=self._name,
        )
        self._task.report(words, done)

    def check(self) -> None:
        self._task.check()


def in_turn(one: One[Answer], fields: Sequence[Series], task: Task) -> Iterator[Answer]:
    """One after the other, in the thread that asks."""
    for place, series in enumerate(fields):
        task.check()
        share = _Share(task, place, len(fields), series.group or series.value_name)
        share.report("")
        yield one(series, share)


def map_fields(
    one: One[Answer], fields: Sequence[Series], where: Where = in_turn, task: Task = QUIET
) -> Iterator[Answer | Refused]:
    """What ``one`` makes of each field, in their order."""
    return where(_Guarded(one), fields, task)
