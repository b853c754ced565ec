"""Laplace's approximation: readings that are not Gaussian, through any solver.

At the most probable curve f and level β, a reading of misfit r = y − f − Hβ pulls with α = pull(r),
f = Kα and Hᵀα = 0. A Gaussian reading z = y − r + Vα of noise V pulls as much at the same curve,
so that z and V stand for the readings: a solver given them has the mode as its mean, and all that
is asked of a posterior is asked of it. The evidence (Rasmussen & Williams 3.32, the level
integrated out as in their 2.45) is that of z under the Gaussian, and for each reading

    log p(y | f) + ½ α²V + ½ log 2πV.

The mode: readings pull as with the Gaussian noise 1/ω, ω = pull/r, at the misfit they have;
solving with it and looking again climbs at every step, being the EM algorithm.

What V is. Curvature of −log p, 1/V = d pull/dr, would be Laplace to the letter; for Student-t it
is negative where readings lie far off. Their expected curvature, Fisher's information, counts a
cloud for as much as a clear day. Taken here: 1/V = ω divided by the ``dulling``, which is Fisher's
information on average and falls with the misfit as ω does. Against quadrature over the readings'
precisions (n = 3, 4, 5; 60 drawn sets each, one reading in seven ten times off), error of the log
evidence, root mean square, and of the log variance, mean:

    curvature  0.33 0.39 0.35    −0.30 −0.26 −0.24
    Fisher's   0.43 0.53 0.58    −0.11 −0.17 −0.27
    ω          0.50 0.63 0.72    −0.41 −0.45 −0.48
    ω, dulled  0.24 0.29 0.33    −0.20 −0.23 −0.26

The gradient follows the mode as it moves: with q the answer of the curve to a push g on the
misfits, (I + TK) p + THμ = g, Hᵀp = 0, q = Kp + Hμ, T = d pull/dr, a number that changes dK and the
pull by ∂α adds −pᵀdKα − qᵀ∂α.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut
from gpstudio.core.inference.mode import Mode, Robust
from gpstudio.core.inference.settling import SETTLED, settle
from gpstudio.core.task import Task
from gpstudio.translation import tr, tr_count

HARDLY = 0.25
"""A reading that pulls with less than this share of what it would at no misfit hardly counts."""
SLACK = 100.0
"""The mode's answer to a push is wanted so many times less finely than the mode."""


@dataclass(frozen=True, eq=False)
class Laplace(Trended):
    """A Gaussian in place of the posterior, centred on its mode."""

    robust: Robust
    mode: Mode
    noise: Floats
    """V of each reading, infinite where it is missing."""

    @classmethod
    def at_mode(cls, robust: Robust, task: Task) -> Laplace:
        mode = robust.mode(task)
        here, likelihood = robust.here, robust.likelihood
        misfit, scale = mode.misfit[here], robust.scale[here]
        noise = np.full(len(robust.scale), np.inf)
        noise[here] = likelihood.dulling * likelihood.pulling_noise(misfit, scale)
        solution = robust.solve(noise, robust.standing(mode, noise))
        plain = Trended.of(solution, robust.noise / scale, robust.noise)
        of_readings = likelihood.log_density(misfit, scale) + 0.5 * (
            mode.pull[here] ** 2 * noise[here] + np.log(2.0 * np.pi * noise[here])
        )
        return cls(
            plain.solution,
            plain.coefficients,
            plain.root,
            plain.log_evidence + float(of_readings.sum()),
            plain.noise_slope,
            robust,
            mode,
            noise,
        )

    def left_out(self, pull: Floats, own: Floats, values: Floats) -> LeftOut:
        """The reading that stands for each, divided out of the Gaussian."""
        scale, noise, misfit = (
            np.where(np.isfinite(own), part, np.nan)
            for part in (self.robust.scale, self.noise, self.mode.misfit)
        )
        curve = np.maximum(1.0 / own - noise, 0.0)
        mean = values - misfit + noise * pull - pull / own
        likelihood = self.robust.likelihood
        heavy = likelihood.foretold(values - mean, curve, scale)
        return LeftOut(mean, curve + likelihood.variance(1.0) * scale, values, heavy)

    @property
    def remarks(self) -> tuple[str, ...]:
        here, likelihood = self.robust.here, self.robust.likelihood
        scale = self.robust.scale[here]
        noise = likelihood.pulling_noise(self.mode.misfit[here], scale)
        far = int(np.sum(HARDLY * noise > likelihood.pulling_noise(0.0 * scale, scale)))
        remarks = []
        if far:
            remarks.append(
                tr_count(
                    far,
                    "{n:,} reading hardly counts, being far off the curve",
                    "{n:,} readings hardly count, being far off the curve",
                )
            )
        if self.mode.left > SETTLED:
            remarks.append(tr("the most probable curve was not found to the last digit"))
        return tuple(remarks)

    def gradient(self, task: Task) -> Floats:
        """In the coordinate of each kernel setting, then in the noise's logarithm."""
        here, likelihood = self.robust.here, self.robust.likelihood
        misfit, scale, noise = self.mode.misfit[here], self.robust.scale[here], self.noise[here]
        slack = 0.5 * self._variance_at_readings(task)[here] / noise**2 * likelihood.dulling
        in_misfit, in_scale = likelihood.pulling_noise_slopes(misfit, scale)
        push = np.zeros(len(self.noise))
        push[here] = slack * in_misfit
        answer, pull = self._answer(push, task)
        of_noise = likelihood.log_density_slope(misfit, scale) + slack * in_scale
        of_noise -= answer[here] * likelihood.pull_scale_slope(misfit, scale)
        gradient = self._in_kernel(answer, pull, task)
        gradient[-1] = float(of_noise.sum()) + self.noise_slope
        return gradient

    def _variance_at_readings(self, task: Task) -> Floats:
        """Of the curve with its level, as far as the evidence knows of it."""
        here = self.robust.here
        variance = np.array(self.solution.variance_at_readings(self.robust.inputs, task))
        drift = self.noise[here, None] * self.solution.weights(task)[here, 1:] @ self.root
        variance[here] += np.einsum("nq,nq->n", drift, drift)
        return variance

    def _answer(self, push: Floats, task: Task) -> tuple[Floats, Floats]:
        """q and p of the ``push``: the mode's own step, made linear, repeated."""
        here = self.robust.here
        pulling = self.robust.pulling_noise(self.mode.misfit)
        noise = np.where(here, pulling, 0.0)
        beyond = 1.0 / pulling
        beyond[here] -= self.robust.likelihood.pull_slope(
            self.mode.misfit[here], self.robust.scale[here]
        )

        def step(answer: Floats) -> Floats:
            pushed = noise * (push + beyond * answer)
            pull = self.robust.pulls(pulling, pushed, task)
            return np.array([pull, pushed - noise * pull])

        def ruler(answer: Floats) -> Floats:
            return np.full(len(answer), SLACK * abs(answer).max(initial=0.0) or 1.0)

        pull, answer = settle(step, np.zeros(len(push)), ruler).place
        return answer, pull

    def _in_kernel(self, answer: Floats, pull: Floats, task: Task) -> Floats:
        """½ (αᵀdKα + tr G⁻¹UᵀdK U − tr A⁻¹dK) − pᵀdKα from two gradients of one solution.

        ½αᵀdKα − pᵀdKα = ½(α − p)ᵀdK(α − p) − ½pᵀdKp, and twice the first column's half, less the
        second's, leaves one trace.
        """
        here = self.robust.here
        of_push = np.zeros(len(answer))
        of_push[here] = answer[here] + self.noise[here] * pull[here]
        columns = np.column_stack([self.robust.standing(self.mode, self.noise), of_push])
        solution = self.robust.solve(self.noise, columns)
        coefficients = self.root @ (self.root.T @ solution.quadratic[1:-1, -1])
        first, second = np.zeros((2, *solution.quadratic.shape))
        first[:-1, :-1] = self.mixing
        first[1:-1, 0] += coefficients
        first[-1, 0] = -1.0
        second[1:-1, 0] = -coefficients
        second[-1, 0] = 1.0
        once = solution.gradient(first / math.sqrt(2.0), task)
        return 2.0 * once - solution.gradient(second, task)
