"""The slope of a deep curve: the shallow one's where nothing is bent, else that of its draws."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.errors import InputError
from gpstudio.core.inference.deep import road, walk

X = np.linspace(0.0, 1.0, 14)
Y = np.tanh(12 * (X - 0.4)) + 0.05 * np.random.default_rng(0).normal(size=14)
THERE = np.linspace(-0.1, 1.2, 9)
PLAIN = "1 * matern52(0.2)"
ALL = "inducing(points=14)"


def slopes(kernel: str, approximation: str = "auto") -> tuple[np.ndarray, np.ndarray]:
    gp = GPRegressor(
        kernel, noise="held(0.01)", approximation=approximation, learning="fixed", mean="zero",
    ).fit(X, Y)  # fmt: skip
    return gp.predict_derivative(THERE)


@pytest.mark.parametrize("approximation", [ALL, "exact"])
@pytest.mark.parametrize("kernel", [f"deep({PLAIN})", f"deep(1e-14 * rbf(9), {PLAIN})"])
def test_that_layers_that_bend_nothing_have_the_shallow_slope(
    kernel: str, approximation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(walk, "STEPS", 20)
    for ours, theirs in zip(slopes(kernel, approximation), slopes(PLAIN, "exact"), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, atol=1e-6 * np.abs(theirs).max())


@pytest.mark.parametrize(
    "choices",
    [
        {"approximation": "inducing(points=6, learn='yes')", "learning": "ml2(restarts=0)"},
        {"approximation": "exact", "learning": "mcmc(samples=200, chains=2, warm_up=20, kept=400)"},
    ],
)
@pytest.mark.parametrize("carried", ["added", "once"])
def test_that_slopes_are_those_of_draws(
    choices: dict[str, str], carried: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for chance: differences of draws, and by the chain rule."""
    monkeypatch.setattr(walk, "STEPS", 60)
    monkeypatch.setattr(road, "PATHS", 400)
    layers = "held(0.05) * rbf(held(0.3)), held(1) * rbf(held(0.4))"
    kernel = f"deep({layers}, inputs='{carried}')"
    gp = GPRegressor(kernel, noise="held(0.01)", mean="zero", **choices).fit(X, Y)  # type: ignore[arg-type]
    there, step = THERE[1:-1], 1e-3
    pairs = np.concatenate([there - step, there + step])
    draws = gp.sample_y(pairs, 2000)
    found = (draws[len(there) :] - draws[: len(there)]) / (2.0 * step)
    mean, std = gp.predict_derivative(there)
    np.testing.assert_allclose(mean, found.mean(axis=1), atol=0.2 * std.max())
    np.testing.assert_allclose(std, found.std(axis=1), rtol=0.25)


@pytest.mark.parametrize("text", ["deep(rbf, rbf, inputs='beside')", "deep(rbf, rbf, width=2)"])
def test_that_other_slopes_are_refused_in_words(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walk, "STEPS", 5)
    gp = GPRegressor(text, approximation="inducing(points=5)").fit(X, Y)
    with pytest.raises(InputError, match="first derivative is known, where each layer is one"):
        gp.predict_derivative(THERE)
    with pytest.raises(InputError, match="first derivative is known"):
        GPRegressor(f"deep({PLAIN})", learning="fixed").fit(X, Y).predict_derivative(THERE, 2)
