"""Laplace's approximation: readings that are not Gaussian, through any solver.

At the most probable curve f, its level Hβ included, a reading pulls with α = d log p/df, and
f = Kα + Hβ, Hᵀα = 0. A Gaussian reading z = f + Vα of noise V pulls as much at the same curve, so
that z and V, the reading's site, stand for it: a solver given them has the mode as its mean, and
all that is asked of a posterior is asked of it. The evidence (Rasmussen & Williams 3.32, the level
integrated out as in their 2.45) is that of z under the Gaussian, and for each reading

    log p(y | f) + ½ α²V + ½ log 2πV.

What V is, the likelihood says. Where the log density is concave in the curve, 1/V is its curvature,
which is Laplace to the letter. For Student-t that is negative where readings lie far off; their
expected curvature, Fisher's information, counts a cloud for as much as a clear day. Taken there,
with ω = α/r and r the misfit: 1/V = ω divided by the ``dulling``, which is Fisher's information on
average and falls with the misfit as ω does. Against quadrature over the readings' precisions
(n = 3, 4, 5; 60 drawn sets each, one reading in seven ten times off), error of the log evidence,
root mean square, and of the log variance, mean:

    curvature  0.33 0.39 0.35    −0.30 −0.26 −0.24
    Fisher's   0.43 0.53 0.58    −0.11 −0.17 −0.27
    ω          0.50 0.63 0.72    −0.41 −0.45 −0.48
    ω, dulled  0.24 0.29 0.33    −0.20 −0.23 −0.26

The gradient follows the mode as it moves: with q the answer of the curve to a push −g on it,
(I + TK) p + THμ = g, Hᵀp = 0, q = Kp + Hμ, T = −dα/df, a number that changes dK and the pull by ∂α
adds −pᵀdKα − qᵀ∂α. Where −dα/df is 1/V this is one step of Gaussian readings, p = Q(−Vg) with
Q = A⁻¹ − A⁻¹HG⁻¹HᵀA⁻¹, so that a matrix inverted once gives the variances, the answer and

    ½ ((α − p)ᵀdK(α − p) − pᵀdKp + tr G⁻¹UᵀdK U − tr A⁻¹dK).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut, foretold_without
from gpstudio.core.inference.mode import Mode, ModeSearch, Solve
from gpstudio.core.inference.propagation import Propagated
from gpstudio.core.inference.readings import Readings, counted
from gpstudio.core.inference.settling import SETTLED, settle
from gpstudio.core.inference.signed_propagation import SignedPropagated
from gpstudio.core.inference.sorted import Sorted
from gpstudio.core.inference.spread import Spread, variance_at_readings
from gpstudio.core.likelihoods import Likelihood, Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.likelihoods.sites import ExpansionSlopes, Sites
from gpstudio.core.spec import Setting
from gpstudio.core.task import Task
from gpstudio.translation import tr, tr_count

HARDLY = 0.25
"""A reading that pulls with less than this share of what it would at no misfit hardly counts."""
SAME, LEAST = 1e-12, 1e-90
"""Curvatures that differ by this share, or are this small, are the same."""
SLACK = 100.0
"""The mode's answer to a push is wanted so many times less finely than the mode."""


def conditioned(
    likelihood: Likelihood,
    solve: Solve,
    columns: Floats,
    readings: Readings,
    numbers: Numbers,
    task: Task,
    shares: Floats | None = None,
    start: Floats | None = None,
) -> Trended:
    """The curve given its readings; ``columns`` are their values and each trend.

    Exact where readings are Gaussian about the curve; others approximate, those of two sorts by
    the ``shares`` that were judged when the numbers were learnt. ``start`` is a curve near the most
    probable one.
    """
    if shares is not None:
        sites = own_sites(Gaussian(Setting()), counted(readings, shares), numbers[:1])
        return Sorted.of_sites(solve(sites.variance, columns), sites, likelihood, numbers)
    if likelihood.closed:
        sites = own_sites(likelihood, readings, numbers)
        return Trended.of(solve(sites.variance, columns), sites)
    here = likelihood.of_outputs(readings.outputs[readings.here])
    search = ModeSearch(
        here, solve, readings.places, columns, readings.relative_noise, numbers, start
    )
    if likelihood.inference == "variational":
        return Spread.nearest(search, task)
    if likelihood.inference == "ep" and not likelihood.takes_away:
        return Propagated.settled(search, task)
    repeated = _repeated(likelihood, readings, numbers)
    if likelihood.takes_away:
        found = SignedPropagated.settled(search, repeated, task)
        if found.is_steady:
            return found
    return Laplace.at_mode(search, repeated, task)


def own_sites(likelihood: Likelihood, readings: Readings, numbers: Numbers) -> Sites:
    """Of readings that are their own sites."""
    values, likelihood = readings.values, likelihood.of_outputs(readings.outputs)
    sites = likelihood.sites(values, values, readings.relative_noise, numbers)
    more, slopes = _repeated(likelihood, readings, numbers)
    return replace(sites, log_normaliser=sites.log_normaliser + more, slopes=sites.slopes + slopes)


def _repeated(likelihood: Likelihood, readings: Readings, numbers: Numbers) -> tuple[float, Floats]:
    """Of rows that count as several readings."""
    if (readings.repeats == 1.0).all():
        return 0.0, np.zeros(len(numbers))
    here = readings.here
    likelihood = likelihood.of_outputs(readings.outputs[here])
    return likelihood.repeated(readings.relative_noise[here], readings.repeats[here], numbers)


@dataclass(frozen=True, eq=False)
class Laplace(Trended):
    """A Gaussian in place of the posterior, centred on its mode."""

    search: ModeSearch
    mode: Mode

    @classmethod
    def at_mode(cls, search: ModeSearch, repeated: tuple[float, Floats], task: Task) -> Laplace:
        """``repeated`` is what the rows do not say of all readings, with its slopes."""
        mode, here = search.mode(task), search.here
        expanded = search.expansion(mode.curve)
        found = expanded.sites(mode.curve[here])
        sites = replace(
            found,
            target=search.whole(found.target, 0.0),
            variance=search.whole(found.variance, np.inf),
            log_normaliser=found.log_normaliser + repeated[0],
            slopes=repeated[1],
        )
        solution = mode.solution
        if solution is None or not np.array_equal(expanded.step, expanded.variance):
            solution = search.solve(sites.variance, search.with_values(sites.target))
        plain = Trended.of(solution, sites)
        return cls(
            plain.solution, sites, plain.coefficients, plain.root, plain.log_evidence, search, mode
        )

    def left_out(self, pull: Floats, own: Floats, readings: Readings) -> LeftOut:
        """The Gaussian that stands for each reading, divided out of that for all."""
        search = self.search
        likelihood = search.likelihood.of_outputs(readings.outputs)
        return foretold_without(likelihood, search.numbers, self.sites, pull, own, readings)

    @property
    def remarks(self) -> tuple[str, ...]:
        search, far = self.search, 0
        if not search.likelihood.concave:
            usual = search.expansion(search.usual()).step
            far = int(np.sum(HARDLY * search.expansion(self.mode.curve).step > usual))
        remarks = []
        if far:
            remarks.append(
                tr_count(
                    far,
                    "{n:,} reading hardly counts, being far off the curve",
                    "{n:,} readings hardly count, being far off the curve",
                )
            )
        if search.likelihood.takes_away:
            remarks.append(
                tr("expectation propagation did not settle: the most probable curve stands for it")
            )
        if self.mode.left > SETTLED:
            remarks.append(tr("the most probable curve was not found to the last digit"))
        return tuple(remarks)

    @property
    def course(self) -> Floats | None:
        return self.mode.curve if self.search.likelihood.concave else None

    def gradient(self, task: Task) -> Floats:
        here, variance = self.search.here, self.sites.variance[self.search.here]
        slopes = self._slopes()
        if self.solution.holds_inverse and self._steps_by_sites(slopes):
            return self._at_once(slopes, task)
        slack = 0.5 * variance_at_readings(self, self.search, task)[here] / variance**2
        push = self.search.whole(-slack * slopes.variance, 0.0)
        answer, pull = self._answer(push, slopes, task)
        of_numbers = [
            float(np.sum(own.log_density + slack * own.variance - answer[here] * own.pull))
            for own in slopes.in_numbers
        ]
        in_kernel = self._in_kernel(answer, pull, task)[:-1]
        return np.append(in_kernel, of_numbers + self.sites.slopes)

    def _steps_by_sites(self, slopes: ExpansionSlopes) -> bool:
        """Whether the mode's own step is that of the sites: then one such step answers a push."""
        own = 1.0 / self.sites.variance[self.search.here]
        return bool((abs(own + slopes.pull) <= SAME * own + LEAST).all())

    def _at_once(self, slopes: ExpansionSlopes, task: Task) -> Floats:
        """From one inverse: ½ (1/V − diag A⁻¹) is half the curve's own variance over V²."""
        from gpstudio.core.algebra.lapack import add_square

        here, variance = self.search.here, self.sites.variance[self.search.here]
        weights = self.solution.weights(task)[here]
        drift = weights[:, 1:] @ self.root
        of_numbers: list[float] = []

        def pull(inverse: Floats) -> tuple[Floats, Floats]:
            own = 1.0 / variance - inverse.diagonal()
            slack = 0.5 * (own + np.einsum("nq,nq->n", drift, drift))
            pushed = -variance * slack * slopes.variance
            of_column = self.solution.solved(self.search.whole(pushed, 0.0), task)[here]
            answered = of_column - drift @ (drift.T @ pushed)
            answer = pushed - variance * answered
            of_numbers.extend(
                float(np.sum(own.log_density + slack * own.variance - answer * own.pull))
                for own in slopes.in_numbers
            )
            first = weights @ self.mixing
            first[:, 0] -= answered
            add_square(inverse, answered)
            return first, inverse

        in_kernel = 0.5 * self.solution.pulled(pull, task)[:-1]
        return np.append(in_kernel, of_numbers + self.sites.slopes)

    def _slopes(self) -> ExpansionSlopes:
        search, here = self.search, self.search.here
        return search.likelihood.slopes(
            search.columns[here, 0], self.mode.curve[here], search.relative_noise[here],
            search.numbers,
        )  # fmt: skip

    def _answer(self, push: Floats, slopes: ExpansionSlopes, task: Task) -> tuple[Floats, Floats]:
        """q and p of the ``push``: the mode's own step, made linear, repeated."""
        step = self.search.expansion(self.mode.curve).step
        stepping, noise = self.search.whole(step, np.inf), self.search.whole(step, 0.0)
        beyond = self.search.whole(1.0 / step + slopes.pull, 0.0)

        def again(answer: Floats) -> Floats:
            pushed = noise * (push + beyond * answer)
            pull = self.search.pulls(stepping, pushed, task)
            return np.array([pull, pushed - noise * pull])

        def ruler(answer: Floats) -> Floats:
            return np.full(len(answer), SLACK * abs(answer).max(initial=0.0) or 1.0)

        pull, answer = settle(again, np.zeros(len(push)), ruler).place
        return answer, pull

    def _in_kernel(self, answer: Floats, pull: Floats, task: Task) -> Floats:
        """½ (αᵀdKα + tr G⁻¹UᵀdK U − tr A⁻¹dK) − pᵀdKα from two gradients of one solution.

        ½αᵀdKα − pᵀdKα = ½(α − p)ᵀdK(α − p) − ½pᵀdKp, and twice the first column's half, less the
        second's, leaves one trace.
        """
        here, variance = self.search.here, self.sites.variance
        of_push = self.search.whole(answer[here] + variance[here] * pull[here], 0.0)
        columns = np.column_stack([self.search.with_values(self.sites.target), of_push])
        solution = self.search.solve(variance, columns)
        coefficients = self.root @ (self.root.T @ solution.quadratic[1:-1, -1])
        first, second = np.zeros((2, *solution.quadratic.shape))
        first[:-1, :-1] = self.mixing
        first[1:-1, 0] += coefficients
        first[-1, 0] = -1.0
        second[1:-1, 0] = -coefficients
        second[-1, 0] = 1.0
        once = solution.gradient(first / math.sqrt(2.0), task)
        return 2.0 * once - solution.gradient(second, task)
