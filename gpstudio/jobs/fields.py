"""Many fields: the one walk over them, whoever asks (window, command line, Python) and wherever it
is done.

``where`` is handed the work, the fields and the task, and yields the place of each field with its
answer as soon as it is there, in any order. ``in_turn`` does one after the other where it is
called; ``chunks.InChunks`` hands them to an engine. Work and answers can be pickled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias, TypeVar

from gpstudio.core.errors import InputError
from gpstudio.core.memory import short_of
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.jobs.abreast import Steps, has_steps, steps_of, whole
from gpstudio.translation import tr

Answer = TypeVar("Answer")
One: TypeAlias = Callable[[Series, Task], Answer]
Placed: TypeAlias = tuple[int, Answer]
"""The place of a field among all that are walked over, and its answer."""
Where: TypeAlias = Callable[[One[Any], Sequence[Series], Task], Iterator[Placed[Any]]]


@dataclass(frozen=True)
class Refused:
    """In place of an answer: why there is none."""

    reason: str
    short: bool = False
    """Whether memory did not suffice: elsewhere, or alone, it may."""


@dataclass(frozen=True)
class _Guarded(Generic[Answer]):
    """A field for which there is no answer does not keep the others from theirs."""

    one: One[Answer]

    def __call__(self, series: Series, task: Task) -> Answer | Refused:
        return whole(self.steps(series, task))

    def steps(self, series: Series, task: Task) -> Steps[Answer | Refused]:
        try:
            return (yield from steps_of(self.one, series, task))
        except InputError as error:
            return Refused(str(error))
        except MemoryError as error:
            return Refused(short_of(error), short=True)

    @property
    def in_steps(self) -> bool:
        return has_steps(self.one)

    def of_fields(self, fields: Sequence[Series]) -> _Guarded[Answer]:
        return replace(self, one=part_of(self.one, fields))


def part_of(one: One[Answer], fields: Sequence[Series]) -> One[Answer]:
    """The work as it is sent along with some of the fields: without what it knows of the others,
    where it says how (``of_fields``)."""
    divided: Callable[[Sequence[Series]], One[Answer]] | None = getattr(one, "of_fields", None)
    return one if divided is None else divided(fields)


class Share(Task):
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


def name_of(series: Series) -> str:
    """Of a field, for people."""
    return series.called


def in_turn(one: One[Answer], fields: Sequence[Series], task: Task) -> Iterator[Placed[Answer]]:
    """One after the other, in the thread that asks."""
    for place, series in enumerate(fields):
        task.check()
        share = Share(task, place, len(fields), name_of(series))
        share.report("")
        yield place, one(series, share)


def map_fields(
    one: One[Answer], fields: Sequence[Series], where: Where = in_turn, task: Task = QUIET
) -> Iterator[Placed[Answer | Refused]]:
    """What ``one`` makes of each field, as it comes."""
    return where(_Guarded(one), fields, task)


def begin(one: One[Any], fields: int, where: Where) -> None:
    """Have the place make ready for such work on so many fields, where it says how (``begin``):
    nobody waits for it, and something else may be done meanwhile."""
    begun: Callable[[One[Any], int], None] | None = getattr(where, "begin", None)
    if begun is not None:
        begun(_Guarded(one), fields)


def threads_of(where: Where) -> int:
    """How many processors of this computer the place takes, where it says so; else zero."""
    return int(getattr(where, "threads", 0))


def in_order(found: Mapping[int, Answer]) -> tuple[Answer, ...]:
    """What came as it came, by its places."""
    return tuple(found[place] for place in sorted(found))
