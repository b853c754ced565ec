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
        while True:
            following = powers[-1] @ nilpotent / len(powers)
            if not following.any():
                return np.array(powers)
            powers.append(following)

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
            np.kron(self.stationary, other.stationary),
            np.kron(self.readout, other.readout),
            np.array(
                [np.kron(g, theirs) for g in self.feedback_gradients]
                + [np.kron(mine, g) for g in other.feedback_gradients]
            ),
            np.array(
                [np.kron(g, other.stationary) for g in self.stationary_gradients]
                + [np.kron(self.stationary, g) for g in other.stationary_gradients]
            ),
        )


def _blocks(a: Floats, b: Floats) -> Floats:
    size = len(a) + len(b)
    joined = np.zeros((size, size))
    joined[: len(a), : len(a)] = a
    joined[len(a) :, len(a) :] = b
    return joined


def _stacked_blocks(a: Floats, b: Floats) -> Floats:
    nothing_a, nothing_b = np.zeros(a.shape[1:]), np.zeros(b.shape[1:])
    return np.array([_blocks(g, nothing_b) for g in a] + [_blocks(nothing_a, g) for g in b])
