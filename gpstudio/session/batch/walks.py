"""The two walks over the fields of a batch: each alone, and again with what they teach each other.

An answer is an entry of the journal, made where the field was fitted: whoever keeps the journal
holds no curve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from gpstudio.core.task import Task
from gpstudio.data.series import Series
from gpstudio.jobs.abreast import Steps, steps_of, whole
from gpstudio.jobs.fields import One, Refused, Where, begin, map_fields, part_of, threads_of
from gpstudio.phenology.earlier import PastSeason
from gpstudio.session.batch.asked import Asked, Told
from gpstudio.session.batch.entry import (
    OF_A_FIT,
    Sections,
    Stations,
    fit_of,
    pasts_of,
    sections_of,
    sections_of_unfitted,
    series_of,
    taught_of,
)
from gpstudio.session.batch.journal import Entry, Journal
from gpstudio.session.fitting import Fit, redated
from gpstudio.session.lessons import NO_LESSONS, Lesson, Lessons, learn
from gpstudio.session.many import Unfitted, fitting_of
from gpstudio.session.result import Basis
from gpstudio.session.together import basis_of_told


@dataclass(frozen=True, eq=False)
class _Fitted:
    """A field by itself; what travels with all fields of a walk travels with ``fitting``."""

    fitting: One[Fit]
    forecast: bool

    def __call__(self, series: Series, task: Task) -> Entry:
        return whole(self.steps(series, task))

    def steps(self, series: Series, task: Task) -> Steps[Entry]:
        fit = yield from steps_of(self.fitting, series, task)
        yield
        return Entry.of(sections_of(fit, self.forecast))

    def of_fields(self, fields: Sequence[Series]) -> _Fitted:
        return replace(self, fitting=part_of(self.fitting, fields))


def fit_alone(journal: Journal, asked: Asked, where: Where, task: Task) -> None:
    """The fields that are not in the journal yet. What all fields have in common is learnt anew
    from the whole table: a shard, and a batch that is gone on with, find the very same."""
    left = [place for place in asked.places if place not in journal.entries]
    fields = [asked.table.series[place] for place in left]
    if not fields:
        return
    in_short = not asked.forecast
    work = partial(fitting_of, asked.recipe, asked.request, asked.facts, in_short=in_short)
    begin(_Fitted(work(), asked.forecast), len(fields), where)
    fitted = _Fitted(work(population=asked.population(task, threads_of(where))), asked.forecast)
    for number, one in map_fields(fitted, fields, where, task):
        if isinstance(one, Refused):
            unfitted = Unfitted(fields[number], one.reason, asked.request)
            one = Entry.of(sections_of_unfitted(unfitted))
        journal.add(left[number], one)


@dataclass(frozen=True, eq=False)
class _Again:
    """A field that was fitted, from what the journal holds of it."""

    basis: Basis
    stations: Stations
    lessons: Lessons
    read: Callable[[str], Sections]
    """What a field's fit is made of again, by its name."""

    def fit(self, series: Series) -> Fit:
        return fit_of(self.read(series.group).__getitem__, self.basis, self.stations)

    def dated(self, series: Series, task: Task) -> Fit:
        fit = self.fit(series)
        return redated(fit, fit.request, fit.facts, task, self.lessons)

    def here(self, fields: Sequence[Series]) -> Callable[[str], Sections]:
        """The sections of these, to be sent along."""
        return {one.group: self.read(one.group) for one in fields}.__getitem__


@dataclass(frozen=True, eq=False)
class _Teaching(_Again):
    """The lessons that a field gives in which stages were observed."""

    def __call__(self, series: Series, task: Task) -> tuple[Lesson, ...]:
        return self.dated(series, task).dates.lessons or ()

    def of_fields(self, fields: Sequence[Series]) -> _Teaching:
        return replace(self, read=self.here(fields))


@dataclass(frozen=True, eq=False)
class _Taught(_Again):
    forecast: bool

    def __call__(self, series: Series, task: Task) -> Entry:
        return Entry.of(sections_of(self.dated(series, task), self.forecast))

    def of_fields(self, fields: Sequence[Series]) -> _Taught:
        return replace(self, read=self.here(fields))


def date_together(journal: Journal, told: Told, where: Where, task: Task) -> Lessons:
    """Those fields whose dates what all of them teach can move, as ``dated_together`` does."""
    briefs = {place: journal.entries[place].brief for place in sorted(journal.entries)}
    fitted = {place: brief for place, brief in briefs.items() if not brief.reason}
    basis = basis_of_told(
        told.request,
        [(brief.group, brief.curve, brief.facts) for brief in fitted.values()],
        any(brief.seen for brief in fitted.values()),
    )
    if not basis:
        return NO_LESSONS
    again = _Again(
        Basis("", told.recipe, told.request), told.stations, NO_LESSONS,
        _Reader(journal, {brief.group: place for place, brief in fitted.items()}),
    )  # fmt: skip
    seen = [place for place, brief in fitted.items() if brief.seen]
    taught = dict(map_fields(_Teaching(**vars(again)), _series(journal, seen), where, task))
    lessons = [one for _, found in sorted(taught.items()) if not isinstance(found, Refused)
               for one in found]  # fmt: skip
    learnt = learn(lessons, _pasts(journal, fitted), basis)
    left = [
        place
        for place, brief in fitted.items()
        if taught_of(learnt.told, brief) and journal.entries[place].taught != basis
    ]
    dating = _Taught(**{**vars(again), "lessons": learnt}, forecast=told.forecast)
    fields = _series(journal, left)
    for number, one in map_fields(dating, fields, where, task):
        if not isinstance(one, Refused):  # dated by itself it stays
            journal.add(left[number], one, taught=basis)
    return learnt


@dataclass(frozen=True)
class _Reader:
    journal: Journal
    places: Mapping[str, int]

    def __call__(self, group: str) -> Sections:
        place = self.places[group]
        return {name: self.journal.section(place, name) for name in OF_A_FIT}


def _series(journal: Journal, places: Sequence[int]) -> list[Series]:
    return [series_of(journal.section(place, "series")) for place in places]


def _pasts(journal: Journal, fitted: Mapping[int, object]) -> Iterator[PastSeason]:
    """Read one by one: no more are asked for than are kept."""
    for place in fitted:
        yield from pasts_of(journal.section(place, "pasts"))
