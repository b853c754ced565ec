"""A plan on its readings: everything as a function of the free numbers' coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import SupportsFloat

import numpy as np

from gpstudio.core.approximations import Approximation
from gpstudio.core.approximations.approximation import Bound, Ground, Through
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.amplitude import amplitude_of
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.laplace import conditioned
from gpstudio.core.inference.left_out import LeftOut, held_out, leave_one_out, score_slope
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel
from gpstudio.core.language import print_number
from gpstudio.core.learning.free_numbers import FreeNumbers
from gpstudio.core.learning.learner import Amplitude, Search, unheard
from gpstudio.core.learning.starts import Scales, bounds, is_silent
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.likelihoods.likelihood import Likelihood
from gpstudio.core.operators.operator import Operator
from gpstudio.core.solvers import Solution
from gpstudio.core.spec import Parameter, Setting
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

FARTHEST = 1e100
"""Written numbers may be so many times larger or smaller than what they speak of."""
VARIANCES = ("variance", "noise")
FEWEST_COUNTS = 3
"""Counts from which on they tell how far their level swings: they differ by chance alone."""
NEAR = 0.5
"""Numbers that differ by less, in their coordinates, have curves that are alike."""
FEWEST_FREEDOM = 3.0
"""Below it a Student-t has no variance to tell."""


class Problem:
    """The plan on its readings as a function of the free numbers' logarithms."""

    def __init__(
        self, plan: Plan, readings: Readings, task: Task, shares: Floats | None = None
    ) -> None:
        self.plan = plan
        self.readings = readings
        self._shares = shares
        self._task = task
        self._scales = scales_of(plan.likelihood, readings)
        settings = [*plan.kernel.settings, *plan.likelihood.settings]
        self._of_kernel = len(plan.kernel.settings)
        self._numbers = FreeNumbers(settings, self._scales)
        self._settings, self._free = self._numbers.settings, self._numbers.places
        _refuse_far(self._settings, self._scales)
        self._approximation: Approximation | None = None
        self.settled: Floats | None = None
        """The coordinates for which the approximation was settled; None: those of the start."""
        self._looked: tuple[Floats, Floats | None] | None = None
        """Where learning looked last, and the curve there: only from look to look, so that what is
        asked afterwards does not hang on it."""
        trends, values = plan.mean.trends(readings.inputs), readings.values[:, None]
        self._columns = np.column_stack([values, trends]) if trends.shape[1] else values

    def search(self, seed: int) -> Search:
        free, moves = self._numbers, self.plan.learner.moves
        starts = free.starts()
        low, high = free.span if moves else (starts[0], starts[0])
        noise = next((k for k, one in enumerate(free.parameters) if one.role == "noise"), None)
        floor = -np.inf
        if moves and self._scales.quietest > 0.0:
            floor = math.log(self._scales.quietest)
        search = Search(
            self._evaluate,
            starts,
            low=low,
            high=high,
            seed=seed,
            others=free.others,
            prior=free.prior,
            written=free.written_prior,
            units=free.units,
            noise=noise,
            names=free.names,
            readings=self.readings.present,
            left_out=lambda coordinates: self.left_out(coordinates).log_score,
            left_out_slope=self._left_out_slope if self._has_left_out_slope else None,
            held_out=lambda coordinates, folds: self.held_out(coordinates, folds).log_density,
            noise_floor=floor,
            walled=free.walled,
            height=lambda coordinates: self.condition(*self.at(coordinates)).log_evidence,
            amplitude=self.amplitude(),
        )
        return unheard(search) if self._scales.silent else search

    def amplitude(self) -> Amplitude | None:
        """What a common factor on curve and noise can be integrated out with, where it can."""
        if not self.plan.likelihood.closed or self._scales.silent:
            return None
        places = amplitude_of(self.plan.kernel, self._settings, self._free, self._scales)
        if places is None:
            return None
        free, extra = self.freedom
        base, noise = places[0], places[-1]

        def evaluate(logs: Floats, slope: bool) -> tuple[float, Floats, float]:
            trended = self.condition(*self.at(logs))
            floor = extra * math.exp(math.log(self._scales.variance) - logs[base])
            least = self._scales.quietest * math.exp(-logs[noise])
            value, factor, rise = trended.without_amplitude(free, floor, least)
            if not slope:
                return value, np.zeros(len(logs)), factor
            gradient = trended.gradient_without_amplitude(factor, self._task)[self._free]
            gradient[noise] += rise
            return value, gradient, factor

        return Amplitude(places, free, evaluate, amplitude_remarks(extra))

    @property
    def freedom(self) -> tuple[float, float]:
        return freedom(self.readings.counted, self._columns.shape[1] - 1)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of what the readings can tell."""
        return silent_remarks() if self._scales.silent and self.plan.learner.moves else ()

    @property
    def approximation(self) -> Approximation:
        """With its landmarks or frequencies settled; for the numbers that learning starts from
        until ``prepare`` says others."""
        if self._approximation is None:
            begun = self._numbers.begun
            self._prepare(begun, None if self.plan.learner.moves else self._bound(begun))
        assert self._approximation is not None
        return self._approximation

    def prepare(self, logs: Floats) -> None:
        """Settle the approximation anew, for these numbers."""
        self.settled = logs
        settings = self._numbers.at(logs)
        self._prepare(settings, self._bound(settings))

    def settle_again(self, settled: Floats | None, kept: Floats | None) -> None:
        """As it was settled before, for these coordinates; with what was kept nothing is learnt."""
        if kept is not None:
            self._approximation, self.settled = self.plan.approximation.with_kept(kept), settled
        elif settled is not None:
            self.prepare(settled)

    @property
    def kept(self) -> Floats | None:
        """What was learnt of the approximation itself."""
        return None if self._approximation is None else self._approximation.kept()

    def _prepare(self, settings: Sequence[Setting], bound: Bound | None) -> None:
        readings = self.readings
        ground = Ground(
            self.plan.kernel.with_settings(settings[: self._of_kernel]),
            readings.told(readings.places),
            self._typical_noise(settings),
            self.plan.seed,
            bound,
        )
        # from what was settled before: what climbs must not end below it
        settled = self._approximation or self.plan.approximation
        self._approximation = settled.prepared(ground, self._task)

    def _typical_noise(self, settings: Sequence[Setting]) -> float:
        """Of a reading about the curve, on the curve's own scale."""
        readings, likelihood = self.readings, self.plan.likelihood
        numbers = tuple(setting.number for setting in settings[self._of_kernel :])
        if likelihood.shifts:
            return likelihood.noise(numbers) * readings.usual_noise
        values, relative = map(readings.told, (readings.values, readings.relative_noise))
        usual = likelihood.usual(values)
        return float(np.median(likelihood.sites(values, usual, relative, numbers).variance))

    def _bound(self, settings: Sequence[Setting]) -> Bound:
        pairs = [(self._settings[i][0], settings[i]) for i in self._free]
        place = np.array([parameter.coordinate(setting.number) for parameter, setting in pairs])
        search = self.search(self.plan.seed)
        moves = self.plan.learner.moves

        def evidence(coordinates: Floats, through: Through) -> tuple[float, Floats, Floats]:
            kernel, numbers = self.at(coordinates)
            trended = self._through(through(kernel).at(self.readings.places), numbers)
            slopes, own = trended.gradient(self._task), self._of_kernel
            last = len(slopes) - len(numbers)
            in_numbers = np.append(slopes[:own], slopes[last:])[self._free]
            return trended.log_evidence, in_numbers, slopes[own:last]

        return Bound(
            place, search.low if moves else place, search.high if moves else place, evidence
        )

    def rest(self) -> None:
        """Learning is over: nobody watches or stops what is asked from now on."""
        self._task = QUIET

    @property
    def solution_numbers(self) -> int:
        """About how many numbers a solution holds."""
        n = len(self.readings.values)
        return self.plan.solver.kept_numbers(n, self.plan.rank(n, self.readings.inputs.shape[1]))

    def numbers(self, coordinates: Floats) -> Numbers:
        """The likelihood's alone, as ``at`` gives them."""
        return tuple(setting.number for setting in self._numbers.at(coordinates)[self._of_kernel :])

    def left_out(self, coordinates: Floats) -> LeftOut:
        """Each reading as the others foretell it."""
        return leave_one_out(self.condition(*self.at(coordinates)), self.readings, self._task)

    @property
    def _has_left_out_slope(self) -> bool:
        return self.plan.likelihood.closed and self.plan.solver.needs == "entries"

    def _left_out_slope(self, coordinates: Floats) -> tuple[float, Floats]:
        trended = self.condition(*self.at(coordinates))
        score, slope = score_slope(trended, self.readings, self._task)
        return score, slope[self._free]

    def held_out(self, coordinates: Floats, folds: Floats) -> LeftOut:
        """Each fold as the others foretell it."""
        kernel, numbers = self.at(coordinates)
        return held_out(
            lambda readings: self.condition(kernel, numbers, readings),
            self.plan.likelihood,
            numbers,
            self.plan.mean.trends,
            self.readings,
            folds,
            self._task,
        )

    def at(self, logs: Floats) -> tuple[Kernel, Numbers]:
        """The kernel with numbers, and the likelihood's numbers."""
        settings = self._numbers.at(logs)
        kernel = self.plan.kernel.with_settings(settings[: self._of_kernel])
        return kernel, tuple(setting.number for setting in settings[self._of_kernel :])

    def condition(
        self,
        kernel: Kernel,
        numbers: Numbers,
        readings: Readings | None = None,
        task: Task | None = None,
        start: Floats | None = None,
    ) -> Trended:
        """``readings`` are the same with some held out; ``task`` is the learner's own if None;
        ``start`` is a curve near the most probable one."""
        operator = self.approximation.operator(kernel, self.readings.places)
        return self._through(operator, numbers, readings, task, start)

    def _through(
        self,
        operator: Operator,
        numbers: Numbers,
        readings: Readings | None = None,
        task: Task | None = None,
        start: Floats | None = None,
    ) -> Trended:
        task = task or self._task
        if not self.plan.likelihood.closed:
            operator = operator.for_several()

        def solve(variances: Floats, columns: Floats) -> Solution:
            return self.plan.solver.condition(operator, variances, columns, task)

        readings = readings or self.readings
        likelihood, columns = self.plan.likelihood, self._columns
        return conditioned(likelihood, solve, columns, readings, numbers, task, self._shares, start)

    def at_bounds(self, logs: Floats) -> tuple[str, ...]:
        """Remarks on numbers that learning would have pushed further than it may."""
        if not self.plan.learner.moves or self._scales.silent:
            return ()
        remarks = []
        for place, log in zip(self._free, logs, strict=True):
            parameter, setting = self._settings[place]
            span = bounds(parameter, setting, self._scales)
            low, high = (parameter.coordinate(bound) for bound in span)
            if min(log - low, high - log) < 1e-6 and low < high:
                number = print_number(float(f"{parameter.at_coordinate(log):.4g}"))
                rounded = parameter.role == "noise" and span[0] == self._scales.quietest
                remarks.append(_as_rounded(number) if rounded else _at_bound(parameter, number))
        return tuple(remarks)

    def _evaluate(self, logs: Floats) -> tuple[float, Floats]:
        start = None
        if self._looked is not None and abs(logs - self._looked[0]).max(initial=0.0) < NEAR:
            start = self._looked[1]
        trended = self.condition(*self.at(logs), start=start)
        self._looked = logs.copy(), trended.course
        return trended.log_evidence, trended.gradient(self._task)[self._free]


def _as_rounded(number: str) -> str:
    return tr(
        "the noise {number} is no more than that of writing the readings with so few digits",
        number=number,
    )


def _at_bound(parameter: Parameter, number: str) -> str:
    title = parameter.title.lower()
    if parameter.column is None:
        return tr("the {title} {number} lies at its bound", title=title, number=number)
    return tr(
        "the {title} {number} of input {column} lies at its bound",
        title=title,
        number=number,
        column=parameter.column,
    )


def _refuse_far(settings: Sequence[tuple[Parameter, Setting]], scales: Scales) -> None:
    """Numbers whose squares beside the readings' own no double holds."""
    for parameter, setting in settings:
        if not setting.value or parameter.role not in (*VARIANCES, "length", "period"):
            continue
        varies = parameter.role in VARIANCES
        size = scales.size(parameter) if varies else scales.extent(parameter).range
        if not 1.0 / FARTHEST < setting.value / size < FARTHEST:
            raise OverflowError(f"{parameter.name} is {setting.value}, the readings' size {size}")


def scales_of(likelihood: Likelihood, readings: Readings) -> Scales:
    """Of the readings that are there. Whole numbers that scatter as their level says tell by their
    number how far it swings; all others by how much they differ."""
    values = likelihood.usual(readings.told(readings.as_given))
    few = is_silent(values) if likelihood.shifts else len(values) < FEWEST_COUNTS
    step: SupportsFloat = 0.0
    if likelihood.shifts:
        step = readings.written_in if readings.scale.is_identity else readings.step
    swing = likelihood.link.swing or readings.scale.swing
    return Scales.of(
        readings.told(readings.inputs),
        values,
        readings.usual_noise,
        step,
        few,
        swing,
        likelihood.sized,
    )


def freedom(counted: float, coefficients: int) -> tuple[float, float]:
    """Degrees of freedom of the amplitude, and how many of them are a prior's, from as many
    readings as are counted.

    Where readings leave fewer than three, a scaled inverse χ² about their own variance makes up for
    what is missing.
    """
    of_readings = counted - coefficients
    extra = max(FEWEST_FREEDOM - of_readings, 0.0)
    return of_readings + extra, extra


def amplitude_remarks(extra: float) -> tuple[str, ...]:
    """``extra``: the degrees of freedom that are a prior's."""
    if extra == 0.0:
        return ()
    return (
        tr(
            "so few readings do not tell how far the curve swings: the band takes their own spread "
            "for it"
        ),
    )


def silent_remarks() -> tuple[str, ...]:
    return (
        tr(
            "fewer than three distinct values do not tell how far the curve swings: nothing was "
            "learnt, the band is as wide as usual"
        ),
    )
