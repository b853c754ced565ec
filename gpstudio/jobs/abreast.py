"""Fields abreast: each step of the work of some fields in turn, before the next step of any.

A field is some thousand short steps through more code than a processor has at hand. Where a step
is done for several fields, one after the other, its code is at hand for all but the first: that
saves a sixth of their time. No field's numbers know of the others.

Work that can be done so has ``steps(series, task)`` besides its call: a generator that yields where
another field may have its turn, and returns the answer. Who only passes on another's steps says
whether there are any (``in_steps``): without them each answer is told as it comes.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

from gpstudio.core.task import Task
from gpstudio.data.series import Series

Answer = TypeVar("Answer")
Steps: TypeAlias = Generator[None, None, Answer]

SECONDS = 0.05
"""What fields abreast may take together: nobody waits longer for the first of them."""
MOST = 10
"""Fields abreast: more of them only drive each other's numbers out of reach."""


def whole(steps: Steps[Answer]) -> Answer:
    """The answer of steps that nobody waits between."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            answer: Answer = ended.value
            return answer


def has_steps(one: Callable[..., Any]) -> bool:
    return bool(getattr(one, "in_steps", hasattr(one, "steps")))


def steps_of(one: Callable[[Series, Task], Answer], series: Series, task: Task) -> Steps[Answer]:
    """Of any work: all at once where it says no steps."""
    steps: Callable[[Series, Task], Steps[Answer]] | None = getattr(one, "steps", None)
    if steps is None:
        return one(series, task)
    return (yield from steps(series, task))


def abreast(
    one: Callable[[Series, Task], Answer], fields: Sequence[Series], task: Task, most: int = MOST
) -> Iterator[Answer]:
    """The answers of the fields, in their order: as many abreast as are soon done."""
    at, side_by_side, many = 0, 1, most if has_steps(one) else 1
    while at < len(fields):
        some = fields[at : at + side_by_side]
        began = time.perf_counter()
        yield from _in_step([steps_of(one, series, task) for series in some], task)
        each = (time.perf_counter() - began) / len(some)
        at += len(some)
        side_by_side = max(1, min(many, int(SECONDS / max(each, 1e-9))))


def _in_step(lines: Sequence[Steps[Any]], task: Task) -> list[Any]:
    answers: dict[int, Any] = {}
    while len(answers) < len(lines):
        for place, steps in enumerate(lines):
            if place in answers:
                continue
            task.check()
            try:
                next(steps)
            except StopIteration as ended:
                answers[place] = ended.value
    return [answers[place] for place in range(len(lines))]
