"""Held-out error: how well a curve foretells readings it was not shown.

The same for every rival and for the Gaussian process, so that whether one beats another is seen on
the user's own readings. Single readings left out ask how well a curve goes between near neighbours;
blocks of time left out ask how it bridges clouds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.rivals.rival import Clean, Curve, Method
from gpstudio.phenology.rivals.seasons import draw
from gpstudio.phenology.season import Season
from gpstudio.translation import tr

Predictor: TypeAlias = Callable[[Floats, Floats, Floats], Curve]
"""From times, values and weights to a curve; ``InputError`` where it refuses."""

FOLDS = 10
BLOCK_FOLDS = 5
BLOCK = 30.0
"""Days in a block: a cloudy month."""


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Errors on readings left out, in the order of time; NaN where there was no curve."""

    name: str
    time: Floats
    error: Floats
    """Curve minus reading."""
    weight: Floats
    fold: Integers
    refusals: tuple[str, ...] = ()

    @property
    def answered(self) -> Flags:
        return np.asarray(np.isfinite(self.error))

    @property
    def missing(self) -> int:
        """Readings for which there was no curve."""
        return int(np.count_nonzero(~self.answered & (self.fold >= 0)))

    @property
    def rmse(self) -> float:
        return self.rmse_on(self.answered)

    def rmse_on(self, which: Flags) -> float:
        """Over some readings only, so that rivals are measured on the same ones."""
        weight = self.weight[which]
        if not len(weight):
            return float("nan")
        return float(np.sqrt(weight @ self.error[which] ** 2 / weight.sum()))


def held_out(
    name: str,
    predictor: Predictor,
    time: Floats,
    value: Floats,
    weight: Floats | None,
    folds: Callable[[Floats], Integers],
    task: Task = QUIET,
) -> HeldOut:
    """Fit without each fold in turn and compare the curve with what was left out.

    ``folds`` numbers ascending times; a reading numbered below 0 is never left out.
    """
    readings = Clean.of(time, value, weight)
    number = folds(readings.time)
    error = np.full(len(readings), np.nan)
    refusals = []
    which = np.unique(number[number >= 0])
    for place, fold in enumerate(which):
        task.report(tr("leaving out, {name}", name=name), place / len(which))
        task.check()
        out = number == fold
        try:
            curve = predictor(readings.time[~out], readings.value[~out], readings.weight[~out])
            error[out] = curve(readings.time[out]) - readings.value[out]
        except InputError as refusal:
            refusals.append(str(refusal))
    return HeldOut(name, readings.time, error, readings.weight, number, tuple(refusals))


def singles(folds: int = FOLDS, seed: int = 0) -> Callable[[Floats], Integers]:
    """Readings one here, one there; with as many folds as readings, each by itself. Readings of
    one time stay together, or the curve would have seen what it is to foretell."""

    def numbered(time: Floats) -> Integers:
        days, which = np.unique(time, return_inverse=True)
        order = np.random.default_rng(seed).permutation(len(days))
        return np.asarray((order % folds)[which], dtype=np.int64)

    return numbered


def blocks(length: float = BLOCK, folds: int = BLOCK_FOLDS) -> Callable[[Floats], Integers]:
    """Stretches of time, every ``folds``-th one left out together. The ends of the series stay,
    since what lies beyond them is a forecast, another question."""

    def numbered(time: Floats) -> Integers:
        block = np.floor((time - time[0]) / length).astype(np.int64)
        number = block % folds
        number[(time == time[0]) | (time == time[-1])] = -1
        return np.asarray(number, dtype=np.int64)

    return numbered


def predictor_of(method: Method, seasons: Sequence[Season], task: Task = QUIET) -> Predictor:
    """A rival as a predictor. Its seasons are those of the whole series: it is told more than
    the Gaussian process is."""

    def predict(time: Floats, value: Floats, weight: Floats) -> Curve:
        return draw(method, time, value, weight, seasons, task).at

    return predict


def common(measured: Sequence[HeldOut]) -> Flags:
    """Readings that all of them answered."""
    return np.asarray(np.logical_and.reduce([one.answered for one in measured]))


def margin(one: HeldOut, other: HeldOut, which: Flags) -> tuple[float, float]:
    """By how much one's mean squared error is below the other's over some readings, and its
    standard error from the differences between folds: readings of one fold err together."""
    gained = one.weight * (other.error**2 - one.error**2)
    folds = np.unique(one.fold[which])
    sums = np.array([[gained[m].sum(), one.weight[m].sum()] for m in _each(one.fold, folds, which)])
    if len(folds) < 2:
        return float("nan"), float("nan")
    mean = float(sums[:, 0].sum() / sums[:, 1].sum())
    off = sums[:, 0] - mean * sums[:, 1]
    count = len(folds)
    return mean, float(np.sqrt(count / (count - 1) * (off**2).sum()) / sums[:, 1].sum())


def _each(fold: Integers, folds: Integers, which: Flags) -> list[Flags]:
    return [np.asarray((fold == number) & which) for number in folds]
