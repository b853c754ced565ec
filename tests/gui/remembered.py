"""Fits that windows ask for again and again: the same readings and wishes have the same answer.

Hundreds of tests begin with one of two fitted fields. The first of them in a process fits it by the
whole road; the others get a fit of their own with that result, frozen as it is, in the same steps:
a curve first, then dates. That the same recipe and readings give the same numbers is shown
elsewhere, ``tests/session/test_fitting.py``.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from gpstudio.core.learning.population import Population
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.session.dating import NO_DATES
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.fitting import Fit, fit_series
from gpstudio.session.lessons import NO_LESSONS, Lessons
from gpstudio.session.request import USUAL, Request
from gpstudio.session.result import FieldResult

Remembered = tuple[FieldResult, dict[str, Any]]
AT_HAND = ("posterior", "residuals")
MOST = 40
"""Results at hand weigh megabytes."""

_done: dict[Hashable, Remembered] = {}


def fit_remembered(
    series: Series,
    recipe: Recipe,
    request: Request = USUAL,
    facts: Facts = NO_FACTS,
    task: Task = QUIET,
    lessons: Lessons = NO_LESSONS,
    population: Population | None = None,
) -> Fit:
    """``fit_series``, once a process for each set of arguments."""
    is_alone = lessons is NO_LESSONS and population is None
    key = _key(series, recipe, request, facts) if is_alone else None
    if key not in _done:
        fit = fit_series(series, recipe, request, facts, task, lessons, population)
        if key is not None and len(_done) < MOST:
            held = vars(fit)
            _done[key] = fit.result, {name: held[name] for name in AT_HAND if name in held}
        return fit
    result, held = _done[key]
    task.check()
    fit = Fit(series, result)
    vars(fit).update(held)
    task.partial(fit.with_dates(NO_DATES))
    return fit


def _key(series: Series, recipe: Recipe, request: Request, facts: Facts) -> Hashable:
    """None where something cannot be compared."""
    named = (series.group, series.time_name, series.value_name, series.dated)
    key = (series.fingerprint, *named, recipe, request, facts.fingerprint)
    try:
        hash(key)
    except TypeError:
        return None
    return key
