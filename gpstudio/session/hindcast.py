"""What would have been told on one day after the other: how each date and its interval closed in.

Every day is asked as if it were today: the table is cut there, fitted and dated by the same road as
any other (``Request.as_of``). Each date is held against what all readings tell of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.hiding import FEWEST
from gpstudio.data.series import Series, iso_day, own_day
from gpstudio.data.writing.hindcast import HindcastRow
from gpstudio.data.writing.stage_remarks import remark_of
from gpstudio.phenology.season import Season
from gpstudio.phenology.stages import UNDATED, StageDate
from gpstudio.session.facts import Facts
from gpstudio.session.fitting import Fit
from gpstudio.session.many import fit_fields
from gpstudio.session.request import Request
from gpstudio.session.together import dated_together
from gpstudio.translation import tr

BEFORE, AFTER = 60.0, 30.0
"""Days before a season begins and after a stage has passed for which its date is told."""
NEAR = 120.0
"""Days between the peaks of what was told as one season then and now, at most."""
NOT_THEN = tr("no such season was seen or foretold by then")
MOST_DAYS = 1_000
"""Days that are asked about at once."""


@dataclass(frozen=True, eq=False)
class Told:
    """One stage of one season, as all readings tell it and as it was told day by day."""

    now: StageDate
    season: Season
    then: tuple[tuple[float, StageDate | None], ...]
    """Days that were asked about; None where no such season was seen."""

    @property
    def date(self) -> float:
        assert self.now.date is not None
        return self.now.date


@dataclass(frozen=True, eq=False)
class Hindcast:
    series: Series
    told: tuple[Told, ...]

    @property
    def rows(self) -> Iterator[HindcastRow]:
        return (_row(self.series, told, day, then) for told in self.told for day, then in told.then)


def hindcast(
    fields: Sequence[Series],
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    every: float,
    task: Task = QUIET,
) -> tuple[Hindcast, ...]:
    """Of every field that can be fitted; ``request.as_of`` is the last day that is asked about."""
    days = days_of(fields, every, request.as_of)
    now: dict[str, Fit] = {}
    then: dict[str, list[tuple[float, Fit | None]]] = {series.group: [] for series in fields}
    for place, day in enumerate(days):
        words = tr(
            "as of {day}, {n:,} of {count:,}", day=iso_day(day), n=place + 1, count=len(days)
        )
        part = _Part(task, words, place / len(days))
        found = _as_of(fields, recipe, replace(request, as_of=day), facts, part)
        now = now or found
        for group in now:
            then[group].append((day, found.get(group)))
    return tuple(_closed_in(fit, then[group][::-1]) for group, fit in now.items())


def days_of(fields: Sequence[Series], every: float, last: float | None = None) -> list[float]:
    """The days that are asked about, the last one first: so many apart, from the last reading back
    to where some field has readings enough."""
    if not all(series.dated for series in fields):
        raise InputError(
            tr(
                "A hindcast goes from day to day, and the times of this table are no dates: name "
                "the column of dates with --time."
            )
        )
    if not every >= 1.0:
        raise InputError(tr("--every wants a number of days from 1, not '{every:g}'.", every=every))
    long = [series for series in fields if len(series) > FEWEST]
    if not long:
        raise InputError(
            tr("A hindcast wants more than {fewest} readings of a field.", fewest=FEWEST)
        )
    end = max(own_day(float(series.time[-1]), series.clock) for series in long)
    end = end if last is None else min(end, last)
    first = min(own_day(float(series.time[FEWEST - 1]), series.clock) for series in long)
    count = int((end - first) // every) + 1
    if count < 1:
        raise InputError(
            tr(
                "There are too few readings by {end}: ask as of {first} or later.",
                end=iso_day(end),
                first=iso_day(first),
            )
        )
    if count > MOST_DAYS:
        raise InputError(
            tr(
                "Every {every:g} days are {count:,} days to ask about, more than {most:,}: take at "
                "least {enough:,.0f} days.",
                every=every,
                count=count,
                most=MOST_DAYS,
                enough=(end - first) / (MOST_DAYS - 1) + 1.0,
            )
        )
    return [end - every * place for place in range(count)]


class _Part(Task):
    """One day's share of the whole."""

    def __init__(self, task: Task, words: str, done: float) -> None:
        self._task, self._words, self._done = task, words, done

    def report(self, status: str, fraction: float | None = None) -> None:
        self._task.report(self._words, self._done)

    def check(self) -> None:
        self._task.check()


def _as_of(
    fields: Sequence[Series],
    recipe: Recipe,
    request: Request,
    facts: Mapping[str, Facts],
    task: Task,
) -> dict[str, Fit]:
    """The fields that can be fitted on that day, by name."""
    outcome = fit_fields(fields, recipe, request, facts, task)
    together = dated_together(outcome.fits, request, facts, task)
    return {fit.series.group: fit for fit in together.fits}


def _closed_in(now: Fit, then: Sequence[tuple[float, Fit | None]]) -> Hindcast:
    seasons = {season.name: season for season in now.seasons}
    told = []
    for stage in now.stages:
        season = seasons.get(stage.season)
        if season is None or stage.date is None:
            continue
        asked = [(d, fit) for d, fit in then if season.start - BEFORE <= d <= stage.date + AFTER]
        said = tuple((day, _told_of(stage, season, fit)) for day, fit in asked)
        told.append(Told(stage, season, said))
    return Hindcast(now.series, tuple(told))


def _told_of(stage: StageDate, season: Season, fit: Fit | None) -> StageDate | None:
    """What a fit says of the stage in the season that is the same, whatever it was called then."""
    if fit is None:
        return None
    near = [one for one in fit.seasons if abs(one.peak - season.peak) < NEAR]
    if not near:
        return None
    same = min(near, key=lambda one: abs(one.peak - season.peak)).name
    return next((s for s in fit.stages if (s.season, s.stage) == (same, stage.stage)), None)


def _row(series: Series, told: Told, day: float, then: StageDate | None) -> HindcastRow:
    def said(time: float | None) -> str | None:
        return None if time is None else iso_day(time, series.clock)

    shown = then or UNDATED
    return HindcastRow(
        group=series.group,
        season=told.season.name,
        stage=told.now.stage,
        as_of=iso_day(day),
        days_ahead=told.date - day,
        date=said(shown.date),
        lower90=said(shown.lower90),
        upper90=said(shown.upper90),
        lower50=said(shown.lower50),
        upper50=said(shown.upper50),
        date_now=iso_day(told.date, series.clock),
        days_off=None if shown.date is None else shown.date - told.date,
        quality=None if shown.grade is None else shown.grade.written,
        reason=NOT_THEN if then is None else remark_of(then, series.clock),
    )
