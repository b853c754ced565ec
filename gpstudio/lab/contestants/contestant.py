"""What a contestant is: a way from rows with classes to probabilities of other rows."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Rows:
    """To learn from, and to foretell."""

    inputs: Floats
    places: Integers
    fresh: Floats
    classes: int
    points: int
    """Inducing inputs, where somebody takes them."""
    seed: int


Tell: TypeAlias = Callable[[Rows, Task], Floats]
"""(m, classes): probabilities of the fresh rows, or 1 for what they are taken for."""


@dataclass(frozen=True)
class Contestant:
    name: str
    """In files."""
    title: str
    growth: float
    """The power of the rows with which its time grows."""
    tell: Tell
    chances: bool = True
    """Whether it says how probable a class is."""


class Limited(Task):
    """Work of so many seconds at most, be it of the clock or of the processor: a machine that has
    other work beside is not the contestant's fault."""

    def __init__(self, task: Task, seconds: float, told: str) -> None:
        self._task, self._told, self._allowed = task, told, seconds
        self._began = time.perf_counter(), time.process_time()

    @property
    def seconds(self) -> float:
        """Since it began, by the clock."""
        return time.perf_counter() - self._began[0]

    @property
    def processor(self) -> float:
        """Of the whole program."""
        return time.process_time() - self._began[1]

    def report(self, status: str, fraction: float | None = None) -> None:
        self._task.report(status, fraction)

    def check(self) -> None:
        self._task.check()
        if undisturbed(self.seconds, self.processor) > self._allowed:
            raise InputError(tr("it took longer than {limit}.", limit=self._told))


def undisturbed(seconds: float, processor: float) -> float:
    """What work would take on an idle machine: several threads take more of the processor than of
    the clock, other work beside more of the clock."""
    return min(seconds, processor)
