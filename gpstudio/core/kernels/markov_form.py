"""A covariance along one input, written as a state that drifts and is shaken.

The state x(t) has dimension D, the curve is f = hᵀx, and between two times Δ apart

    x(t + Δ) = exp(F Δ) x(t) + noise,      cov x = P at all times,

so cov(f(t), f(t + Δ)) = hᵀ exp(F Δ) P h. ``feedback`` F is upper triangular with one rate on the
diagonal of each block, so exp(F Δ) is a plain exponential times a short polynomial in Δ.

Sums put states side by side; products take Kronecker products. The derivative of F and P with
respect to each log parameter travels along. In every family here the derivative of F commutes
with F, so d exp(F Δ) = Δ · dF · exp(F Δ), which the evidence gradient relies on; Kronecker
products keep this.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats

TERMS = 15
NEAR = 0.125
"""With rate · Δ up to NEAR, TERMS terms leave a relative error below 1e-13, also where the noise of
a step grows as Δ⁵ (Matérn 5/2); steeper families need more."""


@dataclass(frozen=True, eq=False)
class MarkovForm:
    feedback: Floats
    """F, (D, D)."""
    stationary: Floats
    """P, (D, D)."""
    readout: Floats
    """h, (D,)."""
    feedback_gradients: Floats
    """dF / d log θ, (parameters, D, D)."""
    stationary_gradients: Floats
    """dP / d log θ, (parameters, D, D)."""

    @property
    def dimension(self) -> int:
        return len(self.readout)

    @property
    def variance(self) -> float:
        return float(self.readout @ self.stationary @ self.readout)

    def decay(self) -> Floats:
        """The rate at which each state forgets, (D,)."""
        return -np.diag(self.feedback).copy()

    def powers(self) -> Floats:
        """Nᵏ/k! for the nilpotent part N of F: exp(F Δ) = e^{-decay Δ} Σₖ Δᵏ powers[k]."""
        nilpotent = self.feedback + np.diag(self.decay())
        powers = [np.eye(self.dimension)]
        while len(powers) < self.dimension:
            following = powers[-1] @ nilpotent / len(powers)
            if not following.any():
                break
            powers.append(following)
        return np.array(powers)

    def shaking(self) -> Floats:
        """Coefficients of the noise that a step adds, Q(Δ) = P − exp(FΔ) P exp(FΔ)ᵀ = Σₖ Δᵏ T[k−1].

        The difference loses every digit of Q when Δ is short (for Matérn 3/2 Q grows as Δ³); this
        series, good for steps up to ``near``, keeps them.
        """
        return _series(self.feedback, self._shake())

    def shaking_gradients(self) -> Floats:
        """d T / d log θ, (parameters, terms, D, D)."""
        F, P = self.feedback, self.stationary
        gradients = []
        for dF, dP in zip(self.feedback_gradients, self.stationary_gradients, strict=True):
            dW = -(dF @ P + P @ dF.T + F @ dP + dP @ F.T)
            terms, slopes = [self._shake()], [dW]
            for k in range(2, TERMS + 1):
                above, slope = terms[-1], slopes[-1]
                terms.append((F @ above + above @ F.T) / k)
                slopes.append((dF @ above + above @ dF.T + F @ slope + slope @ F.T) / k)
            gradients.append(slopes)
        return np.array(gradients).reshape(-1, TERMS, self.dimension, self.dimension)

    @property
    def near(self) -> float:
        """The longest step for which ``shaking`` holds to the last digits."""
        fastest = float(self.decay().max())
        return NEAR / fastest if fastest > 0 else np.inf

    def _shake(self) -> Floats:
        drift = self.feedback @ self.stationary
        return np.asarray(-(drift + drift.T))

    def scaled(self, variance: float) -> MarkovForm:
        """variance · k, with the variance as its first parameter."""
        stationary = variance * self.stationary
        return MarkovForm(
            self.feedback,
            stationary,
            self.readout,
            np.concatenate([np.zeros_like(self.feedback)[None], self.feedback_gradients]),
            np.concatenate([stationary[None], variance * self.stationary_gradients]),
        )

    def plus(self, other: MarkovForm) -> MarkovForm:
        """k₁ + k₂: the states side by side."""
        return MarkovForm(
            _blocks(self.feedback, other.feedback),
            _blocks(self.stationary, other.stationary),
            np.concatenate([self.readout, other.readout]),
            _stacked_blocks(self.feedback_gradients, other.feedback_gradients),
            _stacked_blocks(self.stationary_gradients, other.stationary_gradients),
        )

    def times(self, other: MarkovForm) -> MarkovForm:
        """k₁ · k₂: Kronecker products, since exp(F₁Δ) ⊗ exp(F₂Δ) = exp((F₁⊗I + I⊗F₂)Δ)."""
        mine, theirs = np.eye(self.dimension), np.eye(other.dimension)
        return MarkovForm(
            np.kron(self.feedback, theirs) + np.kron(mine, other.feedback),
            np.asarray(np.kron(self.stationary, other.stationary)),
            np.asarray(np.kron(self.readout, other.readout)),
            np.array(
                [np.kron(g, theirs) for g in self.feedback_gradients]
                + [np.kron(mine, g) for g in other.feedback_gradients]
            ),
            np.array(
                [np.kron(g, other.stationary) for g in self.stationary_gradients]
                + [np.kron(self.stationary, g) for g in other.stationary_gradients]
            ),
        )


def _series(feedback: Floats, first: Floats) -> Floats:
    terms = [first]
    for k in range(2, TERMS + 1):
        terms.append((feedback @ terms[-1] + terms[-1] @ feedback.T) / k)
    return np.array(terms)


def _blocks(a: Floats, b: Floats) -> Floats:
    size = len(a) + len(b)
    joined = np.zeros((size, size))
    joined[: len(a), : len(a)] = a
    joined[len(a) :, len(a) :] = b
    return joined


def _stacked_blocks(a: Floats, b: Floats) -> Floats:
    nothing_a, nothing_b = np.zeros(a.shape[1:]), np.zeros(b.shape[1:])
    return np.array([_blocks(g, nothing_b) for g in a] + [_blocks(nothing_a, g) for g in b])
