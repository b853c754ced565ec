"""One field on a lattice: weights of the settings, and the curves of those that are kept."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.members import DrawsPlan
from gpstudio.core.inference.problem import freedom
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.together.course import ERROR, SLIGHT, Course, wave_roots, waves
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.learning.population import (
    NODES,
    OUTSIDE,
    UNLIKE,
    WARY,
    Shared,
    loosened,
    settings_of,
)
from gpstudio.core.learning.starts import Scales
from gpstudio.core.operators.markov import Steps, steps


class Prepared(NamedTuple):
    """A lattice as the passes take it, for all fields."""

    settings: Floats
    log_priors: Floats
    """Of each setting, relative to one of so many alike."""
    lengths: Floats
    ratios: Floats
    roots: Floats
    counts: tuple[int, ...]


ROWS = 64
"""Normals are made for so many more times."""


@lru_cache(maxsize=64)
def prepared(course: Course, shared: Shared) -> Prepared:
    """The shared lattice: settings of a population that is somewhat wider, and some for fields that
    are unlike it in their length, their noise or their size."""
    last, shared = len(shared.centre) - 1, shared.wider(WARY)
    away = [settings_of(loosened(shared, one), OUTSIDE) for one in (0, 1, last)]
    count = OUTSIDE * len(away)
    priors = np.repeat([(1.0 - UNLIKE) / NODES, UNLIKE / count], [NODES, count])
    logs = np.log(priors * (NODES + count))
    settings = np.concatenate([settings_of(shared, NODES), *away])
    return prepared_at(course, settings, SLIGHT)._replace(log_priors=logs)


@lru_cache(maxsize=64)
def prepared_alone(course: Course, shared: Shared, count: int) -> Prepared:
    """So many settings of a population, all alike."""
    return prepared_at(course, settings_of(shared, count), SLIGHT)


def prepared_at(course: Course, settings: Floats, error: float = ERROR) -> Prepared:
    roots, counts = wave_roots(course, settings, error)
    lengths, ratios = np.exp(settings[:, 0]), np.exp(settings[:, 1])
    return Prepared(settings, np.zeros(len(settings)), lengths, ratios, roots, counts)


@lru_cache(maxsize=8)
def forms(order: int) -> tuple[Steps, Steps]:
    """Of a length of one: as they are, and with the digits of short steps."""
    form = MarkovForm.matern(order, 1.0)
    return steps(form, 1, careful=False), steps(form, 1, careful=True)


def standard_normals(rows: int, count: int, *seed: int) -> Floats:
    """Of a seed: all fields share them, since a seed's are the same, and so are the first rows of
    however many."""
    return _normals(-(-rows // ROWS) * ROWS, count, *seed)[:rows]


@lru_cache(maxsize=8)
def _normals(rows: int, count: int, *seed: int) -> Floats:
    normals = np.random.default_rng(list(seed)).standard_normal((rows, count))
    normals.flags.writeable = False
    return normals


class Levels(NamedTuple):
    """What readings say at each of so many settings."""

    determinants: Floats
    """log |A| + log |M|, for a variance of one."""
    misfits: Floats
    levels: Floats


@dataclass(frozen=True, eq=False)
class CourseCurve:
    """Readings made ready."""

    course: Course
    time: Floats
    noise: Floats
    columns: Floats
    """Readings and, where there is one, the level."""
    level: bool
    counted: float
    quietest: float
    """The least noise of a usual reading: that of rounding."""
    spread: float
    """The readings' own variance."""

    @classmethod
    def of(cls, course: Course, readings: Readings, levelled: bool) -> CourseCurve:
        here = readings.here
        time, values = readings.inputs[here, 0], readings.values[here]
        scales = Scales.of(
            time[:, None], values + readings.centre, readings.usual_noise, readings.step
        )
        columns = [values, np.ones(len(time))] if levelled else [values]
        return cls(
            course,
            time,
            np.ascontiguousarray(readings.relative_noise[here]),
            np.column_stack(columns),
            levelled,
            readings.counted,
            scales.quietest,
            scales.variance,
        )

    @property
    def repeats(self) -> float:
        """As how many more readings they count."""
        return self.counted - len(self.time)

    def freedom(self, shared: Shared) -> float:
        """Degrees of freedom of the variance."""
        free, extra = freedom(self.counted, int(self.level))
        return free - extra + shared.freedom if shared.freedom else free

    def levels(self, at: Prepared) -> Levels:
        from gpstudio.core.inference.together.passes import Lattice, levels_for

        out = np.empty((len(at.lengths), 3))
        most = max(at.counts)
        field = Lattice(at.lengths, at.ratios, at.roots, np.array(at.counts))
        levels_for(self.course.order + 1)(self._field(most), field, out)
        determinants = out[:, 0] + self.repeats * np.log(at.ratios)
        return Levels(determinants, out[:, 1], out[:, 2])

    def heights(self, levels: Levels, at: Prepared, shared: Shared) -> tuple[Floats, Floats]:
        """Of each setting its log evidence with its prior, the variance integrated out, but for a
        constant of the field; and the variance's mean precision."""
        from gpstudio.core.inference.held_above import raise_each

        half, own = 0.5 * self.freedom(shared), 0.5 * shared.freedom
        whole = at.log_priors - 0.5 * levels.determinants
        whole += math.lgamma(half) + half * math.log(2.0)
        if own:
            floors = shared.freedom * np.exp(at.settings[:, -1])
            whole += own * np.log(0.5 * floors) - math.lgamma(own)
        else:
            floors = np.full(len(whole), freedom(self.counted, int(self.level))[1] * self.spread)
        precisions = np.empty(len(whole))
        misfits, least = levels.misfits + floors, self.quietest / at.ratios
        raise_each(half, misfits, least, whole, precisions)
        return whole, precisions

    def curves(
        self, settings: Floats, amplitudes: Floats, targets: Floats
    ) -> tuple[Floats, Floats]:
        """Mean and squared scale of the curve at ``targets`` for each setting and its variance."""
        from gpstudio.core.inference.together.passes import Lattice, curves_for

        at, count = prepared_at(self.course, settings), len(targets)
        ascending = bool(np.all(targets[1:] >= targets[:-1]))
        order = np.arange(count) if ascending else np.argsort(targets, kind="stable")
        times, most = targets[order], max(at.counts)
        found = np.empty((2, len(settings), count))
        curves_for(self.course.order + 1)(
            self._field(most), Lattice(at.lengths, at.ratios, at.roots, np.array(at.counts)),
            amplitudes, times - self.time[0], self._ups(times, most), *found,
        )  # fmt: skip
        if ascending:
            return found[0], found[1]
        back = np.argsort(order, kind="stable")
        return found[0][:, back], found[1][:, back]

    def draws(self, settings: Floats, amplitudes: Floats, times: Floats, plan: DrawsPlan) -> Floats:
        """Joint draws at ascending times, (times, draws)."""
        from gpstudio.core.inference.together.chain import Asked
        from gpstudio.core.inference.together.draws import draws_for
        from gpstudio.core.inference.together.passes import Lattice

        at = prepared_at(self.course, settings, SLIGHT)
        most, count, states = max(at.counts), int(plan.edges[-1]), self.course.order + 1
        places = np.searchsorted(self.time, times, side="right")
        asked, found = Asked(times - self.time[0], places), np.empty((len(times), count))
        normals = standard_normals(states * len(times) + 1, count, plan.seed, 5)
        weights = standard_normals(self.level + most, count, plan.seed, 8)
        draws_for(states)(
            self._field(most), Lattice(at.lengths, at.ratios, at.roots, np.array(at.counts)),
            amplitudes, asked, self._ups(times, most), plan.edges,
            normals, weights, plan.stretch, found,
        )  # fmt: skip
        return found

    def _ups(self, times: Floats, most: int) -> Floats:
        """The level and the waves at these times."""
        return waves(times, self.course.period, most, int(self.level))

    def _waves(self, most: int) -> Floats:
        """So many at the readings; those that were made last are kept."""
        known = vars(self).get("_made")
        if known is None or known.shape[1] < most:
            known = vars(self)["_made"] = waves(self.time, self.course.period, most)
        return np.asarray(known[:, :most])

    def _field(self, most: int) -> tuple[object, ...]:
        """With so many waves at least; what was made last is kept."""
        known = vars(self).get("_field_made")
        if known is None or known[0] < most:
            known = vars(self)["_field_made"] = most, self._field_of(most)
        found: tuple[object, ...] = known[1]
        return found

    def _field_of(self, most: int) -> tuple[object, ...]:
        from gpstudio.core.inference.together.passes import Field
        from gpstudio.core.lanes import rounded

        count = self.columns.shape[1]
        columns = np.zeros((len(self.time), rounded(count + most)))
        columns[:, :count] = self.columns
        if most:
            columns[:, count : count + most] = self._waves(most)
        plain, careful = forms(self.course.order)
        least = float(self.noise.min())
        time = self.time - self.time[0]
        return Field(time, self.noise, least, columns, self.level, plain, careful)


def shares_of(heights: Floats) -> tuple[Floats, float]:
    """Weights that are 1 together, and the logarithm of the mean of what they are shares of."""
    top = float(heights.max())
    weights = np.exp(heights - top)
    total = float(weights.sum())
    return weights / total, top + math.log(total / len(heights))
