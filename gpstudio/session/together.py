"""Dating the fields of one table together: what was observed in some moves the dates of all.

Every field is fitted alone, and this is done when the fits are there. A field whose own dates were
observed is dated without them, so that the date beside the observed one can be compared with it.

Window, command line and exported scripts date by this alone. It does only what is left to do: a
field whose dates are those that are asked for stays as it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.jobs.fields import Refused, Where, in_order, in_turn, map_fields
from gpstudio.session.dating import NO_DATES
from gpstudio.session.facts import NO_FACTS, Facts, of_groups
from gpstudio.session.fitting import Fit, redated
from gpstudio.session.lessons import NO_LESSONS, Lessons, Taught, learn
from gpstudio.session.request import Request
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Together:
    """The fields in their order, and what they learnt from each other."""

    fits: tuple[Fit, ...]
    lessons: Lessons


def basis_of(fits: Iterable[Fit], request: Request, facts: Mapping[str, Facts]) -> str:
    """The fingerprint of all that what these fields learn from each other follows from: curves,
    what is asked and what is known. Empty where they learn nothing: without a crop, or where there
    is one field alone and nothing was observed in it."""
    if not request.crop:
        return ""
    fields = [(fit, facts.get(fit.series.group, NO_FACTS)) for fit in fits]
    told = [(f.series.group, f.curve.fingerprint, known.fingerprint) for f, known in fields]
    return basis_of_told(request, told, any(known.seen for _, known in fields))


def basis_of_told(request: Request, told: Sequence[tuple[str, str, str]], seen: bool) -> str:
    """The same, from each field's name and the fingerprints of its curve and of what is known."""
    if not request.crop or (len(told) < 2 and not seen):
        return ""
    asked = replace(request, horizon=None, times=None, anyway=False)
    return fingerprint(repr(asked), repr(list(told)))


def is_as_asked(fit: Fit, request: Request, facts: Facts) -> bool:
    """Whether the dates are those that are asked for, but for what other fields teach."""
    of_facts = fit.facts is facts or fit.facts == facts
    return of_facts and fit.request == request.on_times_of(fit.request)


def dated_together(
    fits: Sequence[Fit],
    request: Request,
    facts: Mapping[str, Facts],
    task: Task = QUIET,
    known: Lessons = NO_LESSONS,
    first: str = "",
    where: Where = in_turn,
) -> Together:
    """Every fit, dated as is asked for, with what all observed dates teach.

    ``known`` are lessons that were learnt before, perhaps from the same; ``first`` is the field
    that somebody waits for. A fit with other dates is a partial result of the task. A field that
    cannot be dated says why at its stages, and the others are dated.
    """
    order = sorted(fits, key=lambda fit: fit.series.group != first)
    basis = basis_of(fits, request, facts)
    lessons = known if basis else NO_LESSONS
    if lessons.basis != basis:
        half = _Half(task, tr("dating each field"), 0.0)
        order = _walked(order, _Alone(request, facts, _by_name(order)), where, half)
        # in the order of the table, whichever field is waited for: the numbers are the same then
        teachers = _in_order_of(fits, order)
        lessons = learn(
            (lesson for fit in teachers for lesson in fit.dates.lessons or ()),
            (past for fit in teachers for past in fit.dates.pasts),
            basis,
        )
    half = _Half(task, tr("dating with what was observed"), 0.5)
    dating = _Taught(request, facts, _by_name(order), lessons, first)
    return Together(_in_order_of(fits, _walked(order, dating, where, half)), lessons)


def _in_order_of(fits: Iterable[Fit], dated: Iterable[Fit]) -> tuple[Fit, ...]:
    named = _by_name(dated)
    return tuple(named[fit.series.group] for fit in fits)


def _by_name(fits: Iterable[Fit]) -> dict[str, Fit]:
    return {fit.series.group: fit for fit in fits}


class _Half(Task):
    """One of the two walks over all fields: half of the way."""

    def __init__(self, task: Task, words: str, begin: float) -> None:
        self._task, self._words, self._begin = task, words, begin

    def report(self, status: str, fraction: float | None = None) -> None:
        self._task.report(self._words, self._begin + 0.5 * (fraction or 0.0))

    def partial(self, result: object) -> None:
        self._task.partial(result)

    def check(self) -> None:
        self._task.check()


def _walked(fits: Sequence[Fit], dating: _Dating, where: Where, task: Task) -> list[Fit]:
    """The fits as they are dated, in the order in which they are handed in; those that stay as they
    are go nowhere."""
    dated = {place: same for place, fit in enumerate(fits) if (same := dating.staying(fit))}
    left = [place for place in range(len(fits)) if place not in dated]
    found = map_fields(dating, [fits[place].series for place in left], where, task)
    for number, one in found:
        place = left[number]
        fit = fits[place]
        answer = dating.undated(fit, one.reason) if isinstance(one, Refused) else one.on(fit.series)
        dated[place] = answer
        if dating.is_news(fit):
            task.partial(answer)
    return list(in_order(dated))


@dataclass(frozen=True, eq=False)
class _Dating(ABC):
    """What is done with each field; it can be sent to where it is done."""

    request: Request
    facts: Mapping[str, Facts]
    fits: Mapping[str, Fit]

    @abstractmethod
    def __call__(self, series: Series, task: Task) -> Fit:
        """The field's fit with the dates that are asked for."""

    def of_fields(self, fields: Sequence[Series]) -> _Dating:
        """As it is sent along with these."""
        fits = {series.group: self.fits[series.group] for series in fields}
        return replace(self, facts=of_groups(self.facts, fields), fits=fits)

    def undated(self, fit: Fit, reason: str) -> Fit:
        """Looked at as is asked for, and without a date: the reason stands at every stage."""
        basis = replace(fit.basis, request=self._asked(fit), facts=self._known(fit))
        findings = replace(NO_DATES.findings, reason=reason)
        return fit.with_dates(replace(NO_DATES, findings=findings, lessons=None), basis)

    @abstractmethod
    def staying(self, fit: Fit) -> Fit | None:
        """Where nothing is to be dated: the fit, at most with other words about its dates."""

    def is_news(self, fit: Fit) -> bool:
        """Whether dates that were made of it are to be shown."""
        return True

    def _is_as_asked(self, fit: Fit) -> bool:
        return is_as_asked(fit, self.request, self._known(fit))

    def _known(self, fit: Fit) -> Facts:
        return self.facts.get(fit.series.group, NO_FACTS)

    def _asked(self, fit: Fit) -> Request:
        return self.request.on_times_of(fit.request)

    def _redated(self, fit: Fit, lessons: Lessons, task: Task) -> Fit:
        return redated(fit, self._asked(fit), self._known(fit), task, lessons)


@dataclass(frozen=True, eq=False)
class _Alone(_Dating):
    """As a teacher of the others: dated by itself, and with the lessons that it gives."""

    def __call__(self, series: Series, task: Task) -> Fit:
        return self._redated(self.fits[series.group], NO_LESSONS, task)

    def staying(self, fit: Fit) -> Fit | None:
        return fit if self._is_as_asked(fit) and fit.dates.lessons is not None else None

    def is_news(self, fit: Fit) -> bool:
        # a field that is shown with what it learnt is not shown without it meanwhile
        return not self._is_as_asked(fit)


@dataclass(frozen=True, eq=False)
class _Taught(_Dating):
    """Dated with what all of them teach."""

    lessons: Lessons
    first: str

    def __call__(self, series: Series, task: Task) -> Fit:
        fit, lessons = self.fits[series.group], self.lessons
        dated = self._redated(fit, lessons, task)
        if lessons:
            gives = fit.dates.lessons if self._is_as_asked(fit) else None
            dated = dated.with_dates(replace(dated.dates, lessons=gives))
        return dated

    def staying(self, fit: Fit) -> Fit | None:
        lessons = self.lessons
        if not self._is_as_asked(fit):
            return None
        if fit.dates.without_draws and fit.series.group == self.first:
            return None
        if fit.basis.taught.basis == lessons.basis:
            return fit
        if not moves(fit, fit.basis.taught) and not moves(fit, lessons.told):
            return fit.with_dates(fit.dates, replace(fit.basis, taught=lessons.told))
        return None


def moves(fit: Fit, taught: Taught) -> bool:
    """Whether the fit's dates, or what is told of them, rest on these lessons."""
    return taught.of_stages or (taught.of_pasts and is_under_way(fit))


def is_under_way(fit: Fit) -> bool:
    """Whether other fields' earlier seasons may say how this one's goes on."""
    dates = fit.dates
    is_foretold = dates.ahead is not None or dates.without_draws
    return is_foretold or any(one.season.is_open for one in dates.findings.candidates)
