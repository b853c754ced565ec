"""The forecast of a field that lies fallow: it stays on the ground and does not rise to a mean."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.fallow import fallow_until
from gpstudio.session.curve import Curve
from gpstudio.session.dating import Subject, is_sward
from gpstudio.translation import tr


def rest_of(subject: Subject) -> float | None:
    """The day until which it is to stay on the ground, infinite where nobody knows of one; None
    where its crop is not over, or where a course, a trend or the next cut leads it on."""
    series = subject.series
    if not series.dated or is_sward(subject):
        return None
    last = float(series.time[-1])
    until = fallow_until(subject.findings.seasons, subject.grid, subject.mean, last)
    return until if subject.posterior.can_rest else None


def at_rest(posterior: Posterior, until: float) -> Posterior:
    """The posterior of such a field, which says so."""
    report = posterior.report
    why = tr("its season is over: the curve falls as far as the last readings lead it and stays")
    if math.isfinite(until):
        why = tr(
            "its season is over: the curve falls as far as the last readings lead it and stays "
            "until {day}, as soon as it rose after an earlier season",
            day=np.datetime64(math.floor(until), "D"),
        )
    reason = f"{report.reason}; {why}"
    return posterior.with_report(replace(report, reason=reason)).resting(until=until)


def redrawn(
    curve: Curve, posterior: Posterior, last: float, in_short: bool, task: Task = QUIET
) -> Curve:
    """What changes of it lies behind the last reading."""
    places = np.arange(len(curve.time))
    behind = curve.time > last
    if not behind.any():
        return curve
    if in_short:
        return curve.begun_again(posterior, "rests", repr(posterior.learned.rests_until))
    seen = curve.at(places[~behind])
    return seen.joined(Curve.of(posterior, curve.time[behind], task))
