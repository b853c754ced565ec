"""The last steps up, where each look at all readings takes seconds: few, and each a good one.

The way up on some of the readings has told how the summit bends; with that for a first guess of
the curvature, quasi-Newton (BFGS) steps are nearly Newton's. They end when the slope promises no
more than a twentieth of a nat, or tell what they left.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.learning.climbs import Notebook
from gpstudio.core.learning.learner import EVIDENCE, Evaluate, Learnt
from gpstudio.core.task import Task
from gpstudio.translation import tr

ENOUGH = 0.05
"""Nats that are not worth another step: a third of the standard deviation that the readings leave
to a number."""
MOST = 20
"""Looks at all readings."""
LONGEST = 1.0
"""No coordinate moves further in one step."""
SHORTER = 0.3


@dataclass(frozen=True, eq=False)
class Begun:
    """Where learning ended on some of the readings, and how the objective bends there."""

    place: Floats
    spread: Floats
    """The inverse of its curvature, as far as all readings can be predicted from some."""


def few_steps(
    objective: Evaluate, begun: Begun, low: Floats, high: Floats, task: Task
) -> tuple[Learnt, Begun]:
    """Upwards from ``begun``: the best place seen, and how the objective bends about it."""
    place = np.clip(begun.place, low, high)
    spread = begun.spread.copy()
    value, slope = objective(place)
    if not math.isfinite(value):
        raise InputError(
            tr(
                "The evidence is no number where learning ended: raise the noise, or choose "
                "approximation 'exact' with fewer readings."
            )
        )
    notebook = Notebook()
    notebook.begin()
    notebook.note(value)
    looks, share = 1, 1.0
    promised = math.inf
    while looks < MOST:
        step = _step(place, slope, spread, low, high)
        promised = 0.5 * float(slope @ step)
        if promised < ENOUGH or not np.any(step):
            break
        task.report(tr("learning on all readings"), looks / MOST)
        task.check()
        trial = np.clip(place + share * step, low, high)
        higher, turned = _reached(objective, trial)
        looks += 1
        notebook.note(higher)
        if not higher > value:
            share *= SHORTER
            continue
        spread = _updated(spread, trial - place, slope - turned)
        place, value, slope, share = trial, higher, turned, 1.0
    remarks: tuple[str, ...] = ()
    if promised > ENOUGH:
        remarks = (
            tr(
                "learning stopped after {steps} looks at all readings; a log evidence about "
                "{higher:.2g} higher was in sight",
                steps=looks,
                higher=promised,
            ),
        )
    climbs = notebook.climbs(EVIDENCE)
    return Learnt(place, looks, remarks, climbs=climbs), Begun(place, spread)


def _reached(objective: Evaluate, place: Floats) -> tuple[float, Floats]:
    """A place whose covariance cannot be factored is no better than any other."""
    try:
        return objective(place)
    except InputError:
        return -math.inf, np.zeros(len(place))


def _step(place: Floats, slope: Floats, spread: Floats, low: Floats, high: Floats) -> Floats:
    """Newton's, of the coordinates that a bound does not stop."""
    free = ~((place <= low) & (slope < 0.0)) & ~((place >= high) & (slope > 0.0))
    step = np.zeros(len(place))
    if free.any():
        curvature = np.linalg.inv(spread)[np.ix_(free, free)]
        step[free] = np.linalg.solve(curvature, slope[free])
        step *= min(1.0, LONGEST / float(abs(step).max()))
    return step


def _updated(spread: Floats, moved: Floats, fallen: Floats) -> Floats:
    """BFGS: the inverse curvature that explains how the slope fell along the step."""
    along = float(moved @ fallen)
    if along <= 1e-12 * float(np.linalg.norm(moved) * np.linalg.norm(fallen)):
        return spread
    keep = np.eye(len(moved)) - np.outer(moved, fallen) / along
    return np.asarray(keep @ spread @ keep.T + np.outer(moved, moved) / along)


def spread_at(objective: Evaluate, place: Floats, widths: Floats) -> Floats:
    """The inverse of −(second derivative) by differences of slopes, made positive definite.

    ``widths`` are the steps; the objective is looked at as often as there are coordinates.
    """
    _, here = objective(place)
    bend = np.empty((len(place), len(place)))
    for i, width in enumerate(widths):
        ahead = place.copy()
        ahead[i] += width
        bend[i] = (here - objective(ahead)[1]) / width
    values, axes = np.linalg.eigh(0.5 * (bend + bend.T))
    values = np.maximum(values, max(1e-3, 1e-6 * float(values.max(initial=0.0))))
    return np.asarray((axes / values) @ axes.T)
