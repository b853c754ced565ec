"""How every rival stands against the Gaussian process on one field's own readings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.rivals.held_out import (
    HeldOut,
    Predictor,
    common,
    held_out,
    margin,
    predictor_of,
)
from gpstudio.phenology.rivals.rival import Method
from gpstudio.phenology.season import Season
from gpstudio.translation import tr

CLEAR = 2.0
"""Standard errors from which a difference is said to be one."""
FEWEST = 10
"""Readings that both must have answered before anything is said."""
ROUNDING = 1e-9
"""Of the largest reading: errors that are smaller than this are those of the arithmetic."""
PROCESS = "gaussian process"


@dataclass(frozen=True)
class Standing:
    """One rival, measured on the readings that it and the Gaussian process both answered."""

    method: str
    title: str
    rmse: float
    process_rmse: float
    compared: int
    missing: int
    """Readings left out for which it had no curve."""
    gain: float
    """Its mean squared error less the Gaussian process's; above zero the process is better."""
    gain_error: float
    verdict: str
    clear: bool = False
    """Whether the readings tell the two apart."""


def league(
    time: Floats,
    value: Floats,
    weight: Floats | None,
    seasons: Sequence[Season],
    process: Predictor,
    methods: Sequence[Method],
    folds: Callable[[Floats], Integers],
    task: Task = QUIET,
) -> tuple[Standing, ...]:
    """In the order of ``methods``; readings outside every season are not counted, because a
    seasonal curve says nothing of them. Each standing is a partial result of the task."""
    least = (ROUNDING * float(np.abs(np.nan_to_num(value)).max(initial=0.0))) ** 2
    ours = held_out(PROCESS, process, time, value, weight, folds, task)
    standings = []
    for method in methods:
        name = method.spec.name
        predictor = predictor_of(method, seasons, task)
        theirs = held_out(name, predictor, time, value, weight, folds, task)
        standings.append(_standing(method, ours, theirs, seasons, least))
        task.partial(standings[-1])
    return tuple(standings)


def _standing(
    method: Method, ours: HeldOut, theirs: HeldOut, seasons: Sequence[Season], least: float
) -> Standing:
    counted = common([ours, theirs])
    if seasons:
        inside = [(ours.time >= s.start) & (ours.time <= s.end) for s in seasons]
        counted &= np.logical_or.reduce(inside)
    gain, error = margin(ours, theirs, counted)
    compared = int(counted.sum())
    clear = compared >= FEWEST and abs(gain) > max(CLEAR * error, least)
    return Standing(
        method.spec.name,
        method.spec.title,
        theirs.rmse_on(counted),
        ours.rmse_on(counted),
        compared,
        theirs.missing,
        gain,
        error,
        _verdict(gain, clear, compared, theirs),
        clear,
    )


def _verdict(gain: float, clear: bool, compared: int, theirs: HeldOut) -> str:
    if compared < FEWEST:
        reason = theirs.refusals[0] if theirs.refusals else tr("Its curve misses most readings.")
        return tr(
            "Too few readings to compare on ({compared}). {reason}",
            compared=compared,
            reason=reason,
        )
    if not clear:
        return tr("The readings do not tell them apart.")
    return tr("The Gaussian process is better.") if gain > 0.0 else tr("This curve is better.")
