"""Fitting many fields: each is handed over as it is done, and kept.

A field that cannot be fitted does not end the work: its sentence is handed over in its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.stages import StageRow
from gpstudio.jobs.abreast import Steps, whole
from gpstudio.jobs.fields import (
    One,
    Refused,
    Where,
    begin,
    in_order,
    in_turn,
    map_fields,
    threads_of,
)
from gpstudio.phenology.quality import not_fitted
from gpstudio.session.dating import undated_stages
from gpstudio.session.facts import NO_FACTS, Facts, of_groups
from gpstudio.session.fitting import Fit, fit_in_steps, stage_rows_of
from gpstudio.session.lessons import NO_LESSONS
from gpstudio.session.population import NO_POPULATION, Known, population_of
from gpstudio.session.request import USUAL, Request
from gpstudio.session.season_rows import looks_of, season_rows_of, summary_of
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
        return stage_rows_of(self.series, index, stages)


@dataclass(frozen=True, eq=False)
class FitsOutcome:
    """What became of so many fields."""

    fits: tuple[Fit, ...]
    unfitted: tuple[Unfitted, ...]
    population: Population | None = None
    """What the fields have in common, where they were learnt together."""

    @property
    def words(self) -> tuple[str, ...]:
        """What was learnt of all of them."""
        return () if self.population is None else self.population.words

    @property
    def summary(self) -> str:
        """Of several fields, how many need a look, and why; empty where no dates were asked for."""
        asked: tuple[Fit | Unfitted, ...] = (*self.fits, *self.unfitted)
        if len(asked) < 2 or not any(one.request.wants_stages for one in asked):
            return ""
        return summary_of([looks_of(season_rows_of(one.stage_rows, one.group)) for one in asked])

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


@dataclass(frozen=True, eq=False)
class _Fitting:
    """What is done with each field; it can be sent to where it is done."""

    recipe: Recipe
    request: Request
    facts: Mapping[str, Facts]
    population: Population | None
    in_short: bool

    def __call__(self, series: Series, task: Task) -> Fit:
        return whole(self.steps(series, task))

    def steps(self, series: Series, task: Task) -> Steps[Fit]:
        facts = self.facts.get(series.group, NO_FACTS)
        return fit_in_steps(
            series, self.recipe, self.request, facts, task, NO_LESSONS, self.population,
            self.in_short,
        )  # fmt: skip

    def of_fields(self, fields: Sequence[Series]) -> _Fitting:
        return replace(self, facts=of_groups(self.facts, fields))


def fitting_of(
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    population: Population | None = None,
    in_short: bool = False,
) -> One[Fit]:
    """What is done with each field of a table; see ``fit_series``."""
    return _Fitting(recipe, request, facts, population, in_short)


def fit_fields(
    fields: Sequence[Series],
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    task: Task = QUIET,
    where: Where = in_turn,
    population: Known = None,
    among: Sequence[Series] = (),
) -> FitsOutcome:
    """Every field; each ``Fit`` or ``Unfitted`` is a partial result of the task, as it comes.

    Where the recipe is for learning together, what the fields have in common is learnt first, and
    is a partial result too: from these fields, or from all those ``among`` which they are.
    """
    begin(fitting_of(recipe, request, facts), len(fields), where)
    threads = threads_of(where)
    known = population_known(population, among or fields, recipe, request, facts, task, threads)
    if known is not None and known is not population:
        task.partial(known)
    fits: dict[int, Fit] = {}
    unfitted: dict[int, Unfitted] = {}
    fitting = fitting_of(recipe, request, facts, known)
    for place, one in map_fields(fitting, fields, where, task):
        series = fields[place]
        if isinstance(one, Refused):
            unfitted[place] = Unfitted(series, one.reason, request)
            task.partial(unfitted[place])
        else:
            fits[place] = one.on(series)
            task.partial(fits[place])
    return FitsOutcome(in_order(fits), in_order(unfitted), known)


def population_known(
    given: Known,
    fields: Sequence[Series],
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    task: Task = QUIET,
    threads: int = 0,
) -> Population | None:
    """What is given, else what these fields have in common."""
    if given is None:
        return population_of(fields, recipe, task, request.as_of, facts, threads)
    return None if given == NO_POPULATION else given
