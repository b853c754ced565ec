"""Fitting many fields one after the other: each is handed over as it is done, and kept.

A field that cannot be fitted does not end the work: its sentence is handed over in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.core.memory import short_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.stages import StageRow
from gpstudio.phenology.quality import not_fitted
from gpstudio.session.dating import undated_stages
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit, fit_series, stage_row
from gpstudio.session.request import USUAL, Request
from gpstudio.translation import tr, tr_count

MOST_TOLD = 3
"""Fields that one line names, where each has a reason of its own."""


@dataclass(frozen=True)
class Unfitted:
    """A field without a fit, and why."""

    series: Series
    reason: str
    request: Request = USUAL

    @property
    def group(self) -> str:
        return self.series.group

    @property
    def sentence(self) -> str:
        """The reason alone, where there is but one field, which has no name."""
        if not self.group:
            return self.reason
        return tr("Field '{group}': {reason}", group=self.group, reason=self.reason)

    @property
    def stage_rows(self) -> tuple[StageRow, ...]:
        """Every stage that was asked for, with the reason why it has no date."""
        index = self.request.index or self.series.value_name
        stages = undated_stages(self.reason, self.request, not_fitted)
        return tuple(stage_row(self.series, stage, index) for stage in stages)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of so many fields."""

    fits: tuple[Fit, ...]
    unfitted: tuple[Unfitted, ...]

    @property
    def told(self) -> tuple[str, ...]:
        """Every field without a fit, and how many of all these are."""
        lost, count = len(self.unfitted), len(self.unfitted) + len(self.fits)
        if not lost:
            return ()
        if not self.fits:
            return (self._failure,)
        last = tr_count(
            lost,
            "{n:,} of {count:,} fields has no fit: report.json and the stages say why, and the "
            "files hold the others.",
            "{n:,} of {count:,} fields have no fit: report.json and the stages say why, and the "
            "files hold the others.",
            count=count,
        )
        return (*(one.sentence for one in self.unfitted), last)

    @property
    def _failure(self) -> str:
        first, count = self.unfitted[0], len(self.unfitted)
        if count == 1:
            return first.sentence
        same = all(one.reason == first.reason for one in self.unfitted)
        told = [first.reason] if same else [one.sentence for one in self.unfitted[:MOST_TOLD]]
        return tr(
            "None of {count:,} fields can be fitted. {reasons}",
            count=count,
            reasons=" ".join(told),
        )


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
            unfitted.append(Unfitted(series, reason, request))
            task.partial(unfitted[-1])
    return Outcome(tuple(fits), tuple(unfitted))
