"""Dating the fields of one table together: what was observed in some moves the dates of all.

Every field is fitted alone, and this is done when the fits are there. A field whose own dates were
observed is dated without them, so that the date beside the observed one can be compared with it.

Window, command line and exported scripts date by this alone. It does only what is left to do: a
field whose dates are those that are asked for stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.task import QUIET, Task
from gpstudio.session.facts import NO_FACTS, Facts
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
    if len(fields) < 2 and not any(known.seen for _, known in fields):
        return ""
    told = [(f.series.group, f.curve.fingerprint, known.fingerprint) for f, known in fields]
    return fingerprint(repr(replace(request, horizon=None, times=None, anyway=False)), repr(told))


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
) -> Together:
    """Every fit, dated as is asked for, with what all observed dates teach.

    ``known`` are lessons that were learnt before, perhaps from the same; ``first`` is the field
    that somebody waits for. A fit with other dates is a partial result of the task.
    """
    order = sorted(range(len(fits)), key=lambda place: fits[place].series.group != first)
    dater = _Dater(request, facts, task, first)
    basis, current = basis_of(fits, request, facts), list(fits)
    lessons = known if basis else NO_LESSONS
    if lessons.basis != basis:
        for done, place in enumerate(order):
            task.report(tr("dating each field"), 0.5 * done / len(order))
            current[place] = dater.alone(fits[place])
        lessons = learn(
            (lesson for fit in current for lesson in fit.dates.lessons or ()),
            (past for fit in current for past in fit.dates.pasts),
            basis,
        )
    for done, place in enumerate(order):
        task.report(tr("dating with what was observed"), 0.5 + 0.5 * done / len(order))
        current[place] = dater.taught(current[place], lessons)
    return Together(tuple(current), lessons)


@dataclass(frozen=True, eq=False)
class _Dater:
    request: Request
    facts: Mapping[str, Facts]
    task: Task
    first: str

    def alone(self, fit: Fit) -> Fit:
        """As a teacher of the others: dated by itself, and with the lessons that it gives."""
        self.task.check()
        as_asked = self._is_as_asked(fit)
        if as_asked and fit.dates.lessons is not None:
            return fit
        dated = self._redated(fit, NO_LESSONS)
        if not as_asked:
            self.task.partial(dated)
        return dated

    def taught(self, fit: Fit, lessons: Lessons) -> Fit:
        self.task.check()
        as_asked = self._is_as_asked(fit)
        stays = as_asked and not (fit.dates.without_draws and fit.series.group == self.first)
        if stays and fit.basis.taught.basis == lessons.basis:
            return fit
        if stays and not moves(fit, fit.basis.taught) and not moves(fit, lessons.told):
            return fit.with_dates(fit.dates, replace(fit.basis, taught=lessons.told))
        dated = self._redated(fit, lessons)
        if lessons:
            gives = fit.dates.lessons if as_asked else None
            dated = dated.with_dates(replace(dated.dates, lessons=gives))
        self.task.partial(dated)
        return dated

    def _is_as_asked(self, fit: Fit) -> bool:
        return is_as_asked(fit, self.request, self._known(fit))

    def _known(self, fit: Fit) -> Facts:
        return self.facts.get(fit.series.group, NO_FACTS)

    def _redated(self, fit: Fit, lessons: Lessons) -> Fit:
        asked = self.request.on_times_of(fit.request)
        return redated(fit, asked, self._known(fit), self.task, lessons)


def moves(fit: Fit, taught: Taught) -> bool:
    """Whether the fit's dates, or what is told of them, rest on these lessons."""
    return taught.of_stages or (taught.of_pasts and is_under_way(fit))


def is_under_way(fit: Fit) -> bool:
    """Whether other fields' earlier seasons may say how this one's goes on."""
    dates = fit.dates
    is_foretold = dates.ahead is not None or dates.without_draws
    return is_foretold or any(one.season.cut_right for one in dates.findings.candidates)
