"""Which plans are learnt together, and where the numbers of a setting stand among a plan's own."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.sorting import gaussian
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.states.fourier_series import cosine_rows
from gpstudio.core.language import Sum
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.spec import Setting

OPEN = Setting()
MANY = 1_000
"""Readings for which an approximation is asked whether it leaves anything out."""
ERROR, SLIGHT = 1e-9, 1e-5
"""What the course's series leaves, as a share of the noise; and where settings are but weighed, or
curves drawn: their log evidence is off by less than 0.001, and what draws are drawn about by less
than 0.001 of how they scatter, for two thirds of the time."""
ASKED = "_course"
"""Where a plan keeps it."""
SHORTEST_SHAPE = 0.2
"""Of a course, whatever is written: below it a series has more terms than readings tell of."""


@dataclass(frozen=True)
class Course:
    """A Matérn of ν = order + ½, perhaps beside a course that repeats."""

    order: int
    period: float
    """Of the course; zero where there is none."""
    places: tuple[int, ...]
    """Among the free coordinates: the Matérn's variance, its length, the noise; with a course also
    its variance and its shape."""
    shapes: tuple[float, float]
    """Between which the course's shape may be; logarithms."""

    @property
    def numbers(self) -> int:
        """Of a setting."""
        return len(self.places)

    def coordinates(self, settings: Floats, variances: Floats) -> Floats:
        """A plan's free coordinates, of settings and the logarithms of the Matérn's variances."""
        found = np.empty((len(settings), len(self.places)))
        variance, length, noise, *course = self.places
        found[:, variance], found[:, length] = variances, settings[:, 0]
        found[:, noise] = settings[:, 1] + variances
        if course:
            found[:, course[0]] = settings[:, 2] + variances
            found[:, course[1]] = self.shaped(settings)
        return found

    def settings(self, coordinates: Floats) -> Floats:
        """The settings of such coordinates, but for the size."""
        variance, length, noise, *course = (coordinates[:, place] for place in self.places)
        columns = [length, noise - variance]
        if course:
            columns += [course[0] - variance, course[1]]
        return np.column_stack(columns)

    def shaped(self, settings: Floats) -> Floats:
        return np.clip(settings[:, 3], *self.shapes)


def course_of(plan: Plan) -> Course | None:
    """None where the plan's kernel, mean or noise is not learnt together. Of readings of two sorts
    it is asked for the Gaussian sort. A plan is that of many fields, and is asked once."""
    known = vars(plan)
    if ASKED not in known:
        known[ASKED] = _course_of(plan)
    course: Course | None = known[ASKED]
    return course


def _course_of(plan: Plan) -> Course | None:
    likelihood = gaussian(plan).likelihood if plan.likelihood.sorts else plan.likelihood
    if not (isinstance(likelihood, Gaussian) and likelihood.written == (OPEN,)):
        return None
    is_exact = plan.along_time or not plan.approximation.rank(MANY, 1)
    if not (is_exact and plan.mean.is_flat):
        return None
    course = course_of_kernel(plan.kernel)
    levelled = plan.mean.trends(np.zeros((1, 1))).shape[1] > 0
    return course if course is None or levelled or not course.period else None


def course_of_kernel(kernel: Kernel) -> Course | None:
    if kernel.matern_order is not None:
        is_open = all(setting == OPEN for _, setting in kernel.settings)
        return Course(kernel.matern_order, 0.0, (0, 1, 2), (0.0, 0.0)) if is_open else None
    if len(kernel.parts) != 2 or not isinstance(kernel.expression(), Sum):
        return None
    waves = [part.wave_period for part in kernel.parts]
    orders = [part.matern_order for part in kernel.parts]
    for wave, matern in ((0, 1), (1, 0)):
        period, order = waves[wave], orders[matern]
        if period is None or order is None:
            continue
        (_, size), (_, shape), _ = kernel.parts[wave].settings
        others = kernel.parts[matern].settings
        told = [size, *(setting for _, setting in others)]
        if any(setting != OPEN for setting in told) or shape.held or shape.centre is not None:
            return None
        own, beside = (0, 2) if wave == 0 else (2, 0)
        low = max(shape.low or 0.0, SHORTEST_SHAPE)
        high = math.inf if shape.high is None else shape.high
        logs = math.log(low), math.log(high)
        return Course(order, period, (beside, beside + 1, 4, own, own + 1), logs)
    return None


def wave_roots(
    course: Course, settings: Floats, error: float = ERROR
) -> tuple[Floats, tuple[int, ...]]:
    """Of each setting the roots of the waves' variances over the Matérn's, (settings, waves), and
    how many of them count: cosine and sine of each turn but the first term, a level's."""
    if not course.period:
        return np.zeros((len(settings), 0)), (0,) * len(settings)
    shapes, noises, sizes = np.exp(course.shaped(settings)), settings[:, 1], settings[:, 2]
    errors = error * np.minimum(1.0, np.exp(noises - sizes))
    weights, terms = cosine_rows(shapes.tolist(), errors)
    roots = np.sqrt(np.exp(sizes)[:, None] * np.repeat(weights[:, 1:], 2, axis=1))
    return roots, tuple((2 * (terms - 1)).tolist())


def waves(time: Floats, period: float, count: int, ones: int = 0) -> Floats:
    """cos and sin of each turn at these times behind so many columns of ones, (times, columns)."""
    from gpstudio.core.inference.together.compiled_waves import turned

    found = np.ones((len(time), ones + count))
    if count:
        turned(2.0 * np.pi / period * np.remainder(time, period), ones, found)
    return found
