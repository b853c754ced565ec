"""The forecast of a field that lies fallow: it stays on the ground and does not rise to a mean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.fallow import lies_fallow
from gpstudio.session.curve import Curve
from gpstudio.session.dating import Subject, is_sward
from gpstudio.translation import tr


def is_at_rest(subject: Subject) -> bool:
    """Whether its crop is over, and neither a course, a trend nor the next cut leads it on."""
    series = subject.series
    if not series.dated or is_sward(subject):
        return False
    last = float(series.time[-1])
    fallow = lies_fallow(subject.findings.seasons, subject.grid, subject.mean, last)
    return fallow and subject.posterior.can_rest


def at_rest(posterior: Posterior) -> Posterior:
    """The posterior of such a field, which says so."""
    report = posterior.report
    why = tr("its season is over: the curve falls as far as the last readings lead it and stays")
    return posterior.with_report(replace(report, reason=f"{report.reason}; {why}")).resting()


def redrawn(
    curve: Curve, posterior: Posterior, last: float, in_short: bool, task: Task = QUIET
) -> Curve:
    """What changes of it lies behind the last reading."""
    places = np.arange(len(curve.time))
    behind = curve.time > last
    if not behind.any():
        return curve
    if in_short:
        return curve.begun_again(posterior, behind, task)
    seen = curve.at(places[~behind])
    return seen.joined(Curve.of(posterior, curve.time[behind], task))
