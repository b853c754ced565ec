"""Dating the fields of one table together: what was observed in some moves the dates of all.

Every field is fitted alone, and this is done when the fits are there. A field whose own dates were
observed is dated without them, so that the date beside the observed one can be compared with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from gpstudio.core.task import QUIET, Task
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit, redated, with_findings_of
from gpstudio.session.lessons import NO_LESSONS, Lessons, learn
from gpstudio.session.request import Request
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class Together:
    """The fields in their order, and what they learnt from each other."""

    fits: tuple[Fit, ...]
    lessons: Lessons


def dated_together(
    fits: Sequence[Fit], request: Request, facts: Mapping[str, Facts], task: Task = QUIET
) -> Together:
    """Every fit, dated as is asked for, with what all observed dates teach."""
    current = [_as_asked(fit, request, facts, task) for fit in fits]
    lessons = learn(
        (lesson for fit in current for lesson in fit.dates.lessons),
        (past for fit in current for past in fit.dates.pasts),
    )
    if not lessons:
        return Together(tuple(current), lessons)
    taught = []
    for place, fit in enumerate(current):
        task.report(tr("dating with what was observed"), place / len(current))
        task.check()
        learns = lessons.calibrations or _is_under_way(fit)
        known = redated(fit, request, fit.facts, task, lessons) if learns else fit
        taught.append(with_findings_of(known, replace(known, lessons=lessons)))
    return Together(tuple(taught), lessons)


def _is_under_way(fit: Fit) -> bool:
    """Whether other fields' earlier seasons may say how this one's goes on."""
    return fit.dates.ahead is not None or any(
        candidate.season.cut_right for candidate in fit.dates.findings.candidates
    )


def _as_asked(fit: Fit, request: Request, facts: Mapping[str, Facts], task: Task) -> Fit:
    """The fit itself, where its dates already are those of the request and of nothing else."""
    mine = facts.get(fit.series.group, NO_FACTS)
    if (fit.request, fit.facts) == (request, mine) and fit.lessons is NO_LESSONS:
        return fit
    task.check()
    return redated(fit, request, mine, task)
