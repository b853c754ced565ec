"""A covariance along one input, written as a state that drifts and is shaken.

The state x(t) has dimension D, the curve is f = h(t)ᵀx, with another h for each output where there
are several, and between two times Δ apart

    x(t + Δ) = exp(F Δ) x(t) + noise,      cov x = P at all times,

so cov(f(t), f(t + Δ)) = h(t + Δ)ᵀ exp(F Δ) P h(t). F, P and the noise are block diagonal;
``blocks`` says what a block may be. Sums put blocks side by side, products multiply them, so
whatever is made of the forms below by ``plus``, ``times`` and ``scaled`` is a form again.

These make all that a family needs:

    MarkovForm.matern(order, length)         Matérn with ν = order + ½
    MarkovForm.cosine(frequency)             cos(ω r)
    MarkovForm.constant()                    1
    MarkovForm.linear(centre)                (t − c)(t′ − c)
    MarkovForm.cosines(weights, frequency)   Σⱼ wⱼ cos(jωr): periodic families, by their series
    MarkovForm.exponentials(c, μ)            Σⱼ Re cⱼ exp(−μⱼ r): fitted sums, RBF and the like
    MarkovForm.walk(level, slope, since)     a walk whose slope walks too, from a stated beginning
    MarkovForm.decaying(rate, P, h)          any chain of states with one rate

The derivatives with respect to the logarithm of each parameter travel along: a form starts with
those its constructor names, ``scaled`` puts the variance before them, joining appends, and
``chained`` replaces them by others they depend on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.states.blocks import NEAR, QUARTER, TERMS, Blocks
from gpstudio.core.kernels.states.product import multiplied
from gpstudio.core.kernels.states.reading import (
    correlation,
    powers_of,
    shifted,
    smoothness,
    walked_together,
)
from gpstudio.core.kernels.states.terms import (
    chained_states,
    fitted_terms,
    matern_chain,
    still,
    turning,
    walking,
)
from gpstudio.translation import tr

__all__ = ["NEAR", "TERMS", "MarkovForm"]
MANY_ORIGINS = tr(
    "Random walks in one kernel begin at one origin: write the same for all, or leave it out."
)


@dataclass(frozen=True, eq=False)
class MarkovForm:
    parts: tuple[Blocks, ...]
    origin: float = 0.0
    """Where the readouts' polynomials count time from."""

    # Made of

    @staticmethod
    def decaying(rate: float, stationary: Floats, readout: Floats) -> MarkovForm:
        """States x₁, x₂ = x₁′/λ + x₁, x₃ = x₂′/λ + x₂ … of one rate λ, the last one shaken.

        One parameter, a length that λ is inversely proportional to. Write ``stationary``, their
        covariance, in whole numbers and put roots into ``readout``: then what cancels in the noise
        of a short step cancels to the last digit.
        """
        return MarkovForm((chained_states(rate, stationary, readout),))

    @staticmethod
    def matern(order: int, length: float) -> MarkovForm:
        """Matérn with ν = order + ½, of variance 1; its parameter is the length.

        xⱼ is white noise through (1 + s)^{−a}, a = order + 2 − j, so that cov(xⱼ, xₖ) is in
        proportion to C(a + b − 2, a − 1) 2^{2·order + 2 − a − b}: whole numbers.
        """
        return MarkovForm.decaying(math.sqrt(2 * order + 1) / length, *matern_chain(order))

    @staticmethod
    def constant() -> MarkovForm:
        """k = 1; no parameter."""
        return MarkovForm((still(np.ones(1)),))

    @staticmethod
    def linear(centre: float = 0.0) -> MarkovForm:
        """k = (t − centre)(t′ − centre): a slope, read out ever further; no parameter."""
        return MarkovForm((still(np.array([0.0, 1.0])),), centre)

    @staticmethod
    def cosine(frequency: float) -> MarkovForm:
        """k = cos(ω r), ω the angular ``frequency``; its parameter is the period."""
        return MarkovForm((turning(np.ones(1), np.array([frequency])),))

    @staticmethod
    def cosines(
        weights: Floats, frequency: float, weight_slopes: Floats | None = None
    ) -> MarkovForm:
        """k = Σⱼ wⱼ cos(jωr), j from 0; wⱼ ≥ 0.

        Its parameters: those that ``weight_slopes`` = d w / d log θ, (parameters, j), speaks of,
        then the period.
        """
        slopes = np.zeros((0, len(weights))) if weight_slopes is None else weight_slopes
        level = MarkovForm.constant().weighted(weights[:1], slopes[:, :1])
        frequencies = frequency * np.arange(1.0, len(weights))
        equal = MarkovForm((turning(np.ones(len(frequencies)), frequencies),))
        waves = equal.weighted(weights[1:], slopes[:, 1:])
        return MarkovForm((*level.padded(0, 1).parts, *waves.parts))

    @staticmethod
    def exponentials(
        coefficients: Sequence[complex] | AnyArray,
        exponents: Sequence[complex] | AnyArray,
        coefficient_slopes: AnyArray | None = None,
        exponent_slopes: AnyArray | None = None,
    ) -> MarkovForm:
        """k = Σⱼ Re cⱼ exp(−μⱼ r), Re μⱼ > 0, where only the sum need be a covariance.

        Its parameters are those that ``coefficient_slopes`` = d c / d log θ and
        ``exponent_slopes`` = d μ / d log θ, both (parameters, terms) and complex, speak of. A
        length that all μ are inversely proportional to has the slopes 0 and −μ, and is what is
        assumed where none are given. Readings need noise well above the error of the fit.
        """
        c, mu = np.asarray(coefficients, complex), np.asarray(exponents, complex)
        dmu = -mu[None] if exponent_slopes is None else np.asarray(exponent_slopes)
        dc = np.zeros_like(dmu) if coefficient_slopes is None else np.asarray(coefficient_slopes)
        return MarkovForm((fitted_terms(c, mu, dc, dmu),))

    @staticmethod
    def walk(level: float, slope: float, since: float) -> MarkovForm:
        """A level that walks with variance ``level`` · Δ, driven by a slope that walks with
        ``slope`` · Δ, both zero until ``since``; its parameters are these two.

        Of differences it is the covariance G(r) = −level · r/2 + slope · r³/12, the first entry of
        exp(FΔ) P, with F a chain of whole steps: two states, or four with a slope. The last ones
        stay at zero; they carry P.
        """
        return MarkovForm((walking(level, slope, since),))

    # Joined

    def plus(self, other: MarkovForm) -> MarkovForm:
        """k₁ + k₂: the blocks side by side."""
        mine, theirs, origin = _of_one_origin(self, other)
        return MarkovForm(
            (
                *(part.padded(0, other.parameters) for part in mine),
                *(part.padded(self.parameters, 0) for part in theirs),
            ),
            origin,
        )

    def times(self, other: MarkovForm) -> MarkovForm:
        """k₁ · k₂: each block times each."""
        mine, theirs, origin = _of_one_origin(self, other)
        return MarkovForm(tuple(multiplied(a, b) for a, b in product(mine, theirs)), origin)

    def scaled(self, variance: float) -> MarkovForm:
        """variance · k, with the variance as its first parameter."""
        return replace(self, parts=tuple(part.scaled(variance) for part in self.parts))

    def weighted(self, weights: Floats, slopes: Floats) -> MarkovForm:
        """Each block times a weight of its own; what moves the weights, (parameters, blocks), are
        the first parameters."""
        parts, place = [], 0
        for part in self.parts:
            here = slice(place, place + part.count)
            place += part.count
            moved = part.padded(len(slopes), 0)
            weight = weights[here, None, None]
            changes = weight * moved.stationary_slopes
            changes[: len(slopes)] = slopes[:, here, None, None] * part.stationary
            stationary = weight * part.stationary
            parts.append(replace(moved, stationary=stationary, stationary_slopes=changes))
        return replace(self, parts=tuple(parts))

    def padded(self, before: int, after: int) -> MarkovForm:
        """With so many further parameters before and after its own, which nothing depends on."""
        return replace(self, parts=tuple(part.padded(before, after) for part in self.parts))

    def chained(self, jacobian: Floats) -> MarkovForm:
        """With other parameters: jacobian[new, old] = ∂ log old / ∂ log new.

        A power, k·k, has its numbers twice: ``form.times(form).chained(np.hstack([one, one]))``.
        """
        return replace(self, parts=tuple(part.chained(jacobian) for part in self.parts))

    def read_by(self, loadings: Floats) -> MarkovForm:
        """The same curve as several outputs read it, each by so many times, (outputs,). Sums of
        such forms are outputs that share some of their curves."""
        before = (1.0 if part.loadings is None else part.loadings for part in self.parts)
        parts = zip(self.parts, before, strict=True)
        return replace(self, parts=tuple(replace(p, loadings=loadings * by) for p, by in parts))

    # Seen as a whole

    @property
    def parameters(self) -> int:
        return len(self.parts[0].decay_slopes)

    @cached_property
    def dimension(self) -> int:
        return sum(part.count * part.width for part in self.parts)

    @property
    def degree(self) -> int:
        """Of the readouts' polynomials; 0 where the covariance is stationary."""
        return max(len(part.trend) for part in self.parts) - 1

    @cached_property
    def feedback(self) -> Floats:
        """F, (D, D)."""
        return _diagonal([part.feedback() for part in self.parts])

    @cached_property
    def stationary(self) -> Floats:
        """P, (D, D)."""
        return _diagonal([part.stationary for part in self.parts])

    @property
    def since(self) -> float:
        """Where its walks begin; infinite where it has none."""
        begun = {part.since for part in self.parts if part.since is not None}
        if len(begun) > 1:
            raise InputError(MANY_ORIGINS)
        return begun.pop() if begun else math.inf

    def started(self, time: float) -> Floats:
        """The state's covariance at a time, (D, D)."""
        return _diagonal([part.started(time) for part in self.parts])

    @property
    def anchor(self) -> Floats:
        """P of the blocks that steps add something to, (D, D)."""
        return _diagonal([part.stationary * part.forgets[:, None, None] for part in self.parts])

    @property
    def feedback_gradients(self) -> Floats:
        """dF / d log θ, (parameters, D, D)."""
        return _diagonal([part.feedback_slopes() for part in self.parts])

    @property
    def stationary_gradients(self) -> Floats:
        """dP / d log θ, (parameters, D, D)."""
        return _diagonal([part.stationary_slopes for part in self.parts])

    @cached_property
    def readout(self) -> Floats:
        """h(t) = Σₚ readout[p] (t − origin)ᵖ, (degree + 1, D)."""
        readout, place = np.zeros((self.degree + 1, self.dimension)), 0
        for part in self.parts:
            end = place + part.readout.size
            readout[: len(part.trend), place:end] = part.trend[:, None] * part.readout.ravel()
            place = end
        return readout

    @property
    def several(self) -> bool:
        """Whether outputs read the state differently."""
        return any(part.loadings is not None for part in self.parts)

    def of_output(self, output: int) -> MarkovForm:
        """What that output reads, as a curve of its own."""

        def alone(part: Blocks) -> Blocks:
            by = 1.0 if part.loadings is None else part.loadings[output]
            return replace(part, readout=by * part.readout, loadings=None)

        return replace(self, parts=tuple(map(alone, self.parts)))

    def readout_at(self, times: Floats, outputs: Integers | None = None) -> Floats:
        """h at each time, and of each output where they differ, (times, D)."""
        rows = powers_of(times - self.origin, self.degree) @ self.readout
        if outputs is not None:
            place = 0
            for part in self.parts:
                end = place + part.readout.size
                rows[:, place:end] *= _loads(part, outputs)[:, None]
                place = end
        return rows

    def variance_at(self, times: Floats, outputs: Integers | None = None) -> Floats:
        if self.since < math.inf:
            return self._together(times, times, np.zeros_like(times), outputs, outputs)
        h = self.readout_at(times, outputs)
        return np.asarray(np.einsum("ni,ij,nj->n", h, self.stationary, h))

    def transition(self, step: float) -> Floats:
        """exp(F step), (D, D)."""
        moves = []
        for part in self.parts:
            inner = sum(step**k * power for k, power in enumerate(part.powers()))
            faded = np.exp(-part.decay * step)[:, None, None] * inner
            if part.turns:
                angle = (part.turn * step)[:, None, None]
                size = part.coupling.shape[-1]
                turned = np.cos(angle) * np.eye(2) + np.sin(angle) * QUARTER
                faded = np.einsum("bij,bxy->bixjy", faded, turned)
                faded = faded.reshape(part.count, 2 * size, 2 * size)
            moves.append(faded)
        return _diagonal(moves)

    def covariance(
        self, a: Floats, b: Floats, of_a: Integers | None = None, of_b: Integers | None = None
    ) -> Floats:
        """k(a, b) for every pair of times, and of their outputs, from the blocks, (a, b)."""
        rows, columns = a[:, None], b[None, :]
        return self._together(rows, columns, np.abs(rows - columns), of_a, of_b)

    def _together(
        self, a: Floats, b: Floats, gaps: Floats, of_a: Integers | None, of_b: Integers | None
    ) -> Floats:
        """k of times that broadcast, and the gaps between them."""
        total = np.zeros_like(gaps)
        for part in self.parts:
            order = len(part.trend) - 1
            left = powers_of(a.ravel() - self.origin, order) @ part.trend
            right = powers_of(b.ravel() - self.origin, order) @ part.trend
            left = left if of_a is None else left * _loads(part, of_a)
            right = right if of_b is None else right * _loads(part, of_b)
            if part.since is None:
                alike = correlation(part, gaps)
            else:
                alike = walked_together(part, np.minimum(a, b), gaps)
            total += left.reshape(a.shape) * alike * right.reshape(b.shape)
        return total

    # What a step adds

    def shaking(self) -> Floats:
        """Coefficients of the noise that a step adds, Q(Δ) = P − exp(FΔ) P exp(FΔ)ᵀ = Σₖ Δᵏ T[k−1].

        The difference loses every digit of Q when Δ is short (for Matérn 3/2 Q grows as Δ³); this
        series, good for steps up to ``near``, keeps them. Blocks that are not whole have no noise
        of their own; their rows are zero.
        """
        return _diagonal([part.shaking[0] for part in self.parts])

    def shaking_gradients(self) -> Floats:
        """d T / d log θ, (parameters, terms, D, D)."""
        return _diagonal([np.moveaxis(part.shaking[1], 0, 1) for part in self.parts])

    @property
    def near(self) -> float:
        """The longest step for which ``shaking`` holds to the last digits."""
        rates = [float(part.decay.max()) for part in self.parts if part.whole]
        fastest = max(rates, default=0.0)
        return NEAR / fastest if fastest > 0 else np.inf

    # Derivatives of the curve

    @property
    def derivatives(self) -> float:
        """How many derivatives in time the curve has; infinite where its noise reaches none."""
        return min(smoothness(part) for part in self.parts)


def _loads(part: Blocks, outputs: Integers) -> Floats:
    return np.ones(len(outputs)) if part.loadings is None else part.loadings[outputs]


def _of_one_origin(
    a: MarkovForm, b: MarkovForm
) -> tuple[tuple[Blocks, ...], tuple[Blocks, ...], float]:
    """The parts of both, their polynomials counted from one time."""
    if a.degree == 0 or a.origin == b.origin:
        return a.parts, b.parts, b.origin
    shift = a.origin - b.origin
    moved = tuple(replace(part, trend=shifted(part.trend, shift)) for part in b.parts)
    return a.parts, moved, a.origin


def _diagonal(stacks: Sequence[Floats]) -> Floats:
    """All blocks of all stacks (…, blocks, width, width) along one diagonal, (…, D, D)."""
    size = sum(stack.shape[-3] * stack.shape[-1] for stack in stacks)
    joined = np.zeros((*stacks[0].shape[:-3], size, size))
    place = 0
    for stack in stacks:
        for block in range(stack.shape[-3]):
            here = slice(place, place + stack.shape[-1])
            joined[..., here, here] = stack[..., block, :, :]
            place += stack.shape[-1]
    return joined
