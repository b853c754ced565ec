"""The curve given its readings: a mixture over all settings of the numbers that learning gave."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.binding import bind, unbind
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan, link_of, planned
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.learned import Learned
from gpstudio.core.inference.left_out import LeftOut, foretold_about
from gpstudio.core.inference.members import DrawsPlan, Members
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.report import Report
from gpstudio.core.inference.rest import Rest, can_rest
from gpstudio.core.inference.roads import made_ready, road_for
from gpstudio.core.kernels import Kernel
from gpstudio.core.language import Call, print_expression
from gpstudio.core.learning.climbs import Climbs
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.mixtures import Mixture, mixed
from gpstudio.core.scales import Scale
from gpstudio.core.spec import Setting
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

Given: TypeAlias = Readings | Callable[[], Readings]
"""Readings, or what fetches them when they are needed."""
SHARED = Call("together")
FEW_NUMBERS, MOST_VOICES = 4, 32
"""With more numbers than so few, joint draws are taken from so many members, where each further one
costs as much as many of its curves."""
MEDIAN = 1e-9
"""The probability of an interval whose edges are the median: none has a width in some tables."""
FEW_VOICES = 16
"""The same for draws in windows. Dates' quantiles from 1,000 draws had errors of 1.0 to 1.5 times
those of all members' draws (two fields, 62 and 64 members, a course that slowly changes): what the
lot adds is about what the number of draws leaves."""


class CurveBands(NamedTuple):
    """Of the curve and of a new reading, in the readings' own numbers."""

    mean: Floats
    variance: Floats
    reading_variance: Floats
    """Of a new reading about its own mean, which is the curve's where the scale is straight."""
    curve: tuple[Floats, Floats]
    reading: tuple[Floats, Floats]


class Posterior:
    """Inputs are rows, in the user's units. Kernel, numbers and evidence are the mode's.

    All answers are in the readings' own numbers, as ``link`` leads there, but for ``latent``,
    ``derivative``, ``noise`` and ``finest_noise``, which speak of the curve on its own scale, and
    of readings there: under a log link the derivative is the relative rate of change.

    What was learned is all that it holds; members are made of it when they are first asked for,
    unless the road through learning left them at hand. Ten thousand posteriors cost nothing before.
    """

    def __init__(self, learned: Learned, readings: Given, members: Members | None) -> None:
        self._learned = learned
        self._given = readings
        if members is not None:
            self.members = members

    def __reduce__(self) -> tuple[Callable[..., Posterior], tuple[Learned, Readings]]:
        return posterior_of, (self.learned, self._observed)

    @cached_property
    def members(self) -> Members:
        learned, readings = self._learned, self._observed
        plan = planned(learned.written, len(readings.values), readings.inputs.shape[1])
        plan, readings = made_ready(plan, readings)
        settled = learned.settled, learned.places
        return road_for(plan, readings).members(plan, readings, learned.learnt, settled)

    @property
    def _observed(self) -> Readings:
        return self._given() if callable(self._given) else self._given

    @property
    def plan(self) -> Plan:
        return self.members.plan

    @cached_property
    def _at_mode(self) -> tuple[Kernel, Numbers]:
        return self.members.at_mode

    @property
    def kernel(self) -> Kernel:
        return self._at_mode[0]

    @property
    def numbers(self) -> Numbers:
        """The likelihood's."""
        return self._at_mode[1]

    @property
    def learned(self) -> Learned:
        """What there is to keep: the readings and this make the same posterior again."""
        report, learned = self.report, self._learned
        return learned if report is learned.report else replace(learned, report=report)

    @property
    def report(self) -> Report:
        """How the fit was made, with what solvers have remarked since then."""
        members = vars(self).get("members")  # not made for this
        report = self._learned.report
        remarked = () if members is None else members.remarks
        new = tuple(remark for remark in remarked if remark not in report.remarks)
        return replace(report, remarks=(*report.remarks, *new)) if new else report

    def with_report(self, report: Report) -> Posterior:
        """The same, told otherwise."""
        learned = replace(self._learned, report=report)
        return posterior_of(learned, self._given, vars(self).get("members"))

    @property
    def can_rest(self) -> bool:
        """Along time: whether it returns to a level behind the last reading, and could stay."""
        return can_rest(self.plan)

    def resting(self, rests: bool = True, until: float = math.inf) -> Posterior:
        """The same, but that behind the last reading it stays on the ground until then, or again
        does not."""
        if (self._learned.rests, self._learned.rests_until) == (rests, until):
            return self
        learned = replace(self._learned, rests=rests, rests_until=until)
        return posterior_of(learned, self._given, vars(self).get("members"))

    @cached_property
    def _rest(self) -> Rest | None:
        learned = self._learned
        return Rest.of(self.members, self.link, learned.rests_until) if learned.rests else None

    def _member_curves(self, inputs: Floats, task: Task) -> tuple[Floats, Floats]:
        """Of each member its mean and its squared scale, (members, inputs)."""
        means, spreads = self.members.curves(inputs, task)
        if self._rest is not None:
            means = means + self._rest.lift(inputs, means, spreads)
        return means, spreads

    @property
    def log_evidence(self) -> float:
        return self._learned.report.log_evidence

    @property
    def climbs(self) -> Climbs:
        """The way of learning: as it was noted, or walked again where it can be."""
        noted = self._learned.report.climbs
        return noted if noted.heights else self.members.climbs()

    @property
    def noise(self) -> float:
        """The likelihood's noise, on the scale of the plan; NaN where it has none."""
        return self.plan.likelihood.noise(self.numbers)

    @property
    def likelihood_text(self) -> str:
        return likelihood_text(self.plan, self.numbers)

    @property
    def finest_noise(self) -> float:
        """Of a reading about the curve, on the curve's own scale: the least where they differ."""
        if self.plan.likelihood.shifts:
            return self.noise * float(np.min(self._readings.relative_noise))
        return float(np.min(self.sites.variance))

    @property
    def is_shared(self) -> bool:
        """Whether it is weighed by what the fields of a table have in common."""
        return self._learned.written.learning == SHARED

    @cached_property
    def link(self) -> Scale:
        return link_of(self._learned.written)

    def scatter(self, inputs: Floats, task: Task = QUIET) -> Floats:
        """What the variance of a new reading has beside the curve's."""
        if self.plan.likelihood.shifts and self.plan.scale.is_identity:  # the same everywhere
            zero = np.zeros((2, len(self.members.weights), len(inputs)))
            return self._reading(*zero)[1]
        curves = self._member_curves(inputs, task)
        return self._reading(*curves)[1] - self._moments(*curves)[1]

    @property
    def _trended(self) -> Trended:
        """The solution with the mode's numbers."""
        return self.members.mode()

    @property
    def coefficients(self) -> Floats:
        """Of the mean's trends, with the mode's numbers."""
        return self._trended.coefficients

    @property
    def sites(self) -> Sites:
        """What the readings say of the curve, with the mode's numbers."""
        return self._trended.sites

    @property
    def _readings(self) -> Readings:
        return self.members.readings

    def left_out(self, task: Task = QUIET) -> LeftOut:
        """Each reading as the others foretell it, with the mode's numbers."""
        return self.members.left_out(task)

    def residuals(self, readings: Readings, level: Floats) -> Floats:
        """Of readings about this level of the curve, with the mode's numbers: in standard
        deviations of their own noise, or how far off a standard normal is as rarely."""
        likelihood = self.plan.likelihood.of_outputs(readings.outputs)
        values = self.plan.scale.inside(readings.as_given)
        curve = self.link.inside(level)
        return likelihood.residuals(values, curve, readings.relative_noise, self.numbers)

    def noise_at(self, readings: Readings, level: Floats) -> Floats:
        """The variance with which each reading speaks of the curve, where it has this level:
        outside of a scale that bends, as its slope there makes of the noise."""
        likelihood = self.plan.likelihood.of_outputs(readings.outputs)
        curve, relative = self.link.inside(level), readings.relative_noise
        noise = likelihood.noise_at(curve, relative, self.numbers)
        return np.asarray(noise * np.exp(-2.0 * self.plan.scale.log_slope(curve)))

    def predict(
        self, inputs: Floats, include_noise: bool = False, task: Task = QUIET
    ) -> tuple[Floats, Floats]:
        """Mean and variance of the curve, or of a new reading of it."""
        curves = self._member_curves(inputs, task)
        return self._reading(*curves) if include_noise else self._moments(*curves)

    def latent(self, inputs: Floats, task: Task = QUIET) -> tuple[Floats, Floats]:
        """Mean and variance of the curve on its own scale, before the link."""
        means, spreads = self._member_curves(inputs, task)
        return self._mixed(means, spreads * self.members.inflation)

    def foretold(self, others: Readings, task: Task = QUIET) -> LeftOut:
        """Readings that it was not made of, on their own scale, as it foretells them."""
        members = self.members
        likelihood = self.plan.likelihood.of_outputs(others.outputs)
        numbers = likelihood.scaled(members.weights @ members.numbers, members.inflation)
        curve = self.latent(others.inputs, task)
        return foretold_about(likelihood, numbers, others.on(self.plan.scale), *curve)

    def derivative(
        self, inputs: Floats, order: int = 1, task: Task = QUIET
    ) -> tuple[Floats, Floats]:
        """Mean and variance of the derivative, along the single input, of the curve on its own
        scale: of counts, of their level's logarithm."""
        if inputs.shape[1] != 1:
            raise InputError(
                tr("A derivative is along one input, here are {inputs}.", inputs=inputs.shape[1])
            )
        means, spreads = self.members.derivatives(inputs, order, task)
        if self._rest is not None:
            means = means + self._rest.slopes(inputs, order)
        return self._mixed(means, spreads * self.members.inflation)

    def interval(
        self,
        inputs: Floats,
        probability: float = 0.95,
        include_noise: bool = False,
        task: Task = QUIET,
    ) -> tuple[Floats, Floats]:
        """Between which two values the curve (or a new reading) lies with that probability, as
        likely to be above as below: quantiles of the mixture itself."""
        return self._interval(*self._member_curves(inputs, task), probability, include_noise)

    def quantiles(
        self,
        inputs: Floats,
        shares: Sequence[float],
        include_noise: bool = False,
        task: Task = QUIET,
    ) -> Floats:
        """Below which values the curve (or a new reading) lies with these probabilities, (inputs,
        shares): edges of intervals, each as likely to be above as below."""
        curves, found = self._member_curves(inputs, task), np.empty((len(inputs), len(shares)))
        for place, share in enumerate(shares):
            around = max(abs(2.0 * share - 1.0), MEDIAN)
            edges = self._interval(*curves, around, include_noise)
            found[:, place] = edges[0] if share < 0.5 else edges[1]
        return found

    def bands(self, inputs: Floats, probability: float = 0.95, task: Task = QUIET) -> CurveBands:
        """``predict``, and the ``interval`` of the curve and of a new reading, in one pass."""
        curves = self._member_curves(inputs, task)
        return CurveBands(
            *self._moments(*curves),
            self._reading(*curves)[1],
            self._interval(*curves, probability, False),
            self._interval(*curves, probability, True),
        )

    def covariance(self, inputs: Floats, include_noise: bool = False, task: Task = QUIET) -> Floats:
        """Joint covariance of the curve at the inputs, or of new readings there: of the members,
        and between them. On a scale that bends errors that are not normal stand between two
        readings as normal ones that are as wide."""
        members, freedom = self.members, self.members.freedom
        bends = not self.plan.scale.is_identity
        lift = 0.0 if self._rest is None else self._rest.lift_at(inputs)
        total = np.zeros((len(inputs), len(inputs)))
        centres = np.empty((len(members.weights), len(inputs)))
        for place, weight in enumerate(members.weights):
            centre, inside = members.joint(place, inputs, task)
            centre = centre + lift
            if include_noise and bends:
                noise = self.plan.likelihood.scatter(centre, centre, self._numbers[place])
                inside[np.diag_indices_from(inside)] += noise
            total += weight * self.link.covariance(centre, inside, freedom)
            centres[place] = self.link.moments(centre, np.diag(inside), freedom)[0]
        if len(members.weights) > 1:
            off = centres - members.weights @ centres
            total += (off * members.weights[:, None]).T @ off
        if include_noise:
            total[np.diag_indices_from(total)] = self.predict(inputs, True, task)[1]
        return total

    def draws(self, inputs: Floats, count: int, seed: int, task: Task = QUIET) -> Floats:
        """Joint draws of the curve, (inputs, count); the level's uncertainty included."""
        return self._risen(self._draws(inputs, count, seed, task), inputs)

    def _draws(self, inputs: Floats, count: int, seed: int, task: Task) -> Floats:
        members = self.members
        if members.is_one_normal:
            return self._curves(0, inputs, count, seed, task)
        random = np.random.default_rng([seed, 4])
        weights = self.members.weights
        if self._is_many(MOST_VOICES):
            weights = shared_out(weights, MOST_VOICES, random.random()) / MOST_VOICES
        counts = shared_out(weights, count, random.random())
        at_once = members.drawn(inputs, counts.tolist(), seed, task)
        if at_once is not None:
            return at_once[:, random.permutation(count)]
        seeds = random.integers(2**31, size=len(counts))

        def curves(place: int) -> Floats:
            return self._curves(place, inputs, int(counts[place]), int(seeds[place]), task)

        drawn = members.each(curves, np.flatnonzero(counts).tolist())
        return np.concatenate(drawn, axis=1)[:, random.permutation(count)]

    def _risen(self, curves: Floats, inputs: Floats) -> Floats:
        """Draws in the readings' own numbers, (inputs, count)."""
        if self._rest is not None:
            curves = curves + self._rest.lift_at(inputs)[:, None]
        return self.link.outside(curves)

    def draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task = QUIET
    ) -> list[Floats]:
        """Joint draws of the curve within each window of inputs along its single one, (inputs,
        count) each, distributed as ``draws`` are; the draws of two windows do not belong together.

        Much cheaper than draws at all those inputs at once: see ``solvers/windows.py``.
        """
        if not windows:
            return []
        drawn = self._draws_in(windows, count, seed, task)
        pairs = zip(drawn, windows, strict=True)
        return [self._risen(curves, window[:, None]) for curves, window in pairs]

    def _draws_in(
        self, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Floats]:
        if self.members.is_one_normal:
            return self._curves_in(0, windows, count, seed, task)
        weights, most = self.members.weights, self.members.voices or FEW_VOICES
        few = (0 < self.members.voices < len(weights)) or self._is_many(most)
        lots = _lots(seed, len(weights), count, self.members.freedom, few)
        if few:
            weights = shared_out(weights, most, lots.voices) / most
        counts = shared_out(weights, count, lots.begin)
        edges = np.append(0, np.cumsum(counts))
        plan = DrawsPlan(edges, lots.stretch, seed)
        at_once = self.members.drawn_in(windows, plan)
        if at_once is not None:
            return at_once
        seeds = lots.seeds
        drawn = [np.empty((len(window), count)) for window in windows]

        def fill(place: int) -> None:
            first, last = int(edges[place]), int(edges[place + 1])
            parts = self._curves_in(place, windows, last - first, int(seeds[place]), task)
            for whole, part in zip(drawn, parts, strict=True):
                whole[:, first:last] = part

        self.members.each(fill, np.flatnonzero(counts).tolist())
        return drawn

    def _is_many(self, most: int) -> bool:
        """Whether some members, by lot, speak for all in draws: of a kernel with many numbers and
        many states, whose members are draws themselves."""
        from gpstudio.core.solvers.apart import few_forget

        members = self.members
        if members.draws_at_once or len(members.weights) <= most:
            return False
        if members.points.shape[1] <= FEW_NUMBERS:
            return False
        return not few_forget(self.kernel)

    def _curves(self, place: int, inputs: Floats, count: int, seed: int, task: Task) -> Floats:
        """Of one member."""
        members = self.members
        mean, _, drift = members.parts(place, inputs, task)
        random = np.random.default_rng([seed, 3])
        levels = random.standard_normal((drift.shape[1], count))
        trended = members.trended(place, task)
        curves = trended.solution.draws(inputs, count, seed, task)
        members.hear(place, trended)
        swing = (curves + drift @ levels) * stretched(count, self.members.freedom, random)
        return np.asarray(mean[:, None] + swing)

    def _curves_in(
        self, place: int, windows: Sequence[Floats], count: int, seed: int, task: Task
    ) -> list[Floats]:
        """Of one member."""
        members = self.members
        trended = members.trended(place, task)
        random = np.random.default_rng([seed, 7])
        levels = random.standard_normal((len(trended.coefficients), count))
        stretch = stretched(count, self.members.freedom, random)
        found = trended.solution.draws_in(windows, count, seed, task)
        members.hear(place, trended)
        columns = np.concatenate([within.mean for within in found])
        mean, drift = members.levelled(trended, columns, np.concatenate(windows)[:, None])
        drawn, start = [], 0
        for _, curves in found:
            here = slice(start, start := start + len(curves))
            swing = drift[here] @ levels
            swing += curves
            swing *= stretch
            swing += mean[here, None]
            drawn.append(swing)
        return drawn

    def _moments(self, means: Floats, spreads: Floats) -> tuple[Floats, Floats]:
        """Of the curve, in the readings' own numbers."""
        return self._mixed(*self.link.moments(means, spreads, self.members.freedom))

    def _mixed(self, means: Floats, variances: Floats) -> tuple[Floats, Floats]:
        return mixed(self.members.weights, means, variances)

    def _reading(self, means: Floats, spreads: Floats) -> tuple[Floats, Floats]:
        """Mean and variance of a new reading."""
        members, plan = self.members, self.plan
        curves = Mixture(means, spreads, members.weights, members.freedom)
        return plan.likelihood.reading(curves, self._numbers, plan.scale)

    @cached_property
    def _numbers(self) -> list[Numbers]:
        """The likelihood's, of each member."""
        return [tuple(each) for each in self.members.numbers.tolist()]

    def _interval(
        self, means: Floats, spreads: Floats, probability: float, include_noise: bool
    ) -> tuple[Floats, Floats]:
        members, likelihood = self.members, self.plan.likelihood
        curves = Mixture(means, spreads, members.weights, members.freedom)
        if include_noise:
            edges = likelihood.interval(curves, self._numbers, probability)
            outside = self.plan.scale.outside
            return outside(edges[0]), outside(edges[1])
        upper = 0.5 * (1.0 + probability)
        lower_edge, upper_edge = curves.quantile(1.0 - upper), curves.quantile(upper)
        return self.link.outside(lower_edge), self.link.outside(upper_edge)


def likelihood_text(plan: Plan, numbers: Numbers) -> str:
    """As a recipe writes it, with its numbers."""
    spec, written = plan.likelihood.spec, plan.written.likelihood
    options = bind(spec, written)[1] if isinstance(written, Call) else {}
    return print_expression(unbind(spec, [(Setting(number),) for number in numbers], options))


def posterior_of(learned: Learned, readings: Given, members: Members | None = None) -> Posterior:
    """Everything that predicts, draws or diagnoses, from what was learned of these readings.

    ``members`` are what they make together, where a road has just made them.
    """
    return Posterior(learned, readings, members)


class _Lots(NamedTuple):
    """What chance has to say of draws in windows."""

    voices: float
    begin: float
    seeds: Integers
    stretch: Floats


@lru_cache(maxsize=64)
def _lots(seed: int, members: int, count: int, freedom: float, many: bool) -> _Lots:
    """The same for all fields of so many members: a table's fields share few of them."""
    random = np.random.default_rng([seed, 6])
    voices = float(random.random()) if many else 0.0
    begin, seeds = float(random.random()), random.integers(2**31, size=members)
    return _Lots(voices, begin, seeds, stretched(count, freedom, random))


def stretched(count: int, freedom: float, random: np.random.Generator) -> Floats:
    """What makes normal draws those of a Student-t's curve."""
    if not math.isfinite(freedom):
        return np.ones(count)
    return np.asarray(np.sqrt(freedom / random.chisquare(freedom, count)))


def shared_out(weights: Floats, count: int, begin: float) -> Integers:
    """How many of ``count`` draws each member gives: its share, the odd ones by lot."""
    edges = np.cumsum(weights) * count
    edges[-1] = count
    teeth = begin + np.arange(count)
    return np.bincount(np.searchsorted(edges, teeth, side="right"), minlength=len(weights))
