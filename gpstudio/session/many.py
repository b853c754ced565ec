"""Fitting many fields one after the other: each is handed over as it is done, and kept.

A field that cannot be fitted does not end the work: its sentence is handed over in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.core.inference.memory import short_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.request import Request
from gpstudio.translation import tr


@dataclass(frozen=True)
class Unfitted:
    """A field without a fit, and why."""

    group: str
    reason: str


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of so many fields."""

    fits: tuple[Fit, ...]
    unfitted: tuple[Unfitted, ...]


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


def fit_fields(
    fields: Sequence[Series],
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    task: Task = QUIET,
) -> Outcome:
    """Every field; each ``Fit`` or ``Unfitted`` is a partial result of the task."""
    fits: list[Fit] = []
    unfitted: list[Unfitted] = []
    for place, series in enumerate(fields):
        task.check()
        share = _Share(task, place, len(fields), series.group or series.value_name)
        share.report("")
        try:
            mine = facts.get(series.group, NO_FACTS)
            fits.append(fit_series(series, recipe, request, mine, share))
            task.partial(fits[-1])
        except (InputError, MemoryError) as error:
            reason = short_of(error) if isinstance(error, MemoryError) else str(error)
            unfitted.append(Unfitted(series.group, reason))
            task.partial(unfitted[-1])
    return Outcome(tuple(fits), tuple(unfitted))
