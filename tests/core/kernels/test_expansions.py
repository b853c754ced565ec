"""Kernels whose state space is a series or a fit: each is held to the error that it tells."""

from __future__ import annotations

from collections.abc import Iterator

import mpmath as mp
import numpy as np
import pytest
from core.kernels.stationary_rows import STATIONARY_ROWS, STATIONARY_VARIANTS

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.accuracy import along_time
from gpstudio.core.kernels.states.exponentials import (
    MAGNIFIED,
    PROMISE,
    RBF_FITS,
    ROUNDED,
    RbfFit,
    error_allowed,
    rbf_fit,
)
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.kernels.states.fourier_series import MOST, cosine_weights, series_error
from gpstudio.core.kernels.states.rational_exponentials import RATES, WAVES, fit_error, fitted
from gpstudio.core.language import parse

ZERO = np.zeros((1, 1))
GAPS = np.concatenate([[0.0], np.geomspace(1e-7, 1e3, 500), np.linspace(0.0, 60.0, 2000)])
"""Not so far that a wave of thousands of turns loses its digits."""


def kernel(text: str) -> Kernel:
    return build_kernel(parse(text))


# RBF


@pytest.mark.parametrize("fit", RBF_FITS)
def test_that_the_rbfs_terms_err_by_what_is_said(fit: RbfFit) -> None:
    s = np.unique(
        np.concatenate([np.geomspace(1e-9, 1, 2000), np.linspace(0, 14, 40_000), [0, 20, 60, 1e3]])
    )
    terms = np.exp(-np.outer(s, fit.exponents))
    error = np.abs((terms * fit.coefficients).real.sum(axis=1) - np.exp(-(s**2) / 2)).max()
    assert 0.5 * fit.error < error <= fit.error


def test_that_the_rbfs_terms_hardly_cancel() -> None:
    for fit, most, slowest in zip(RBF_FITS, (12, 6), (2, 1.5), strict=True):
        assert np.abs(fit.coefficients).sum() < most
        assert fit.exponents.real.min() > slowest


def test_that_the_coarsest_fit_is_taken_that_is_fine_enough() -> None:
    coarse, fine = RBF_FITS
    assert rbf_fit(coarse.error) is coarse
    assert rbf_fit(0.99 * coarse.error) is fine
    assert rbf_fit(0.0) is fine


def test_that_a_taylor_form_of_as_many_states_errs_fifty_thousand_times_more() -> None:
    """1/Σₖ (ω²/2)ᵏ/k!, k to 12, for the spectrum exp(−ω²/2): by quadrature in the spectrum."""
    w = np.linspace(0, 60, 60_001)
    x = w**2 / 2
    taylor = 1 / sum(x**k / float(mp.factorial(k)) for k in range(13))
    gaps = np.linspace(0, 8, 81)
    spread = np.cos(np.outer(gaps, w)) @ (taylor - np.exp(-x)) * (w[1] - w[0])
    assert np.abs(spread).max() * np.sqrt(2 / np.pi) > 5e4 * RBF_FITS[0].error


# Rational quadratic


def rational(s: Floats, alpha: float) -> Floats:
    return np.exp(-alpha * np.log1p(s**2 / (2 * alpha)))


def terms(s: Floats) -> tuple[Floats, Floats]:
    return np.exp(-np.outer(s, RATES)), np.exp(-np.outer(s, WAVES))


@pytest.mark.parametrize(
    ("alpha", "documented"),
    [(0.3, 8e-4), (0.4, 7e-5), (0.5, 7e-6), (0.7, 8e-7), (1, 6e-8), (1.4, 2e-8)]
    + [(alpha, 8e-9) for alpha in (2, 2.5, 3.3, 5, 8, 15, 40, 100, 1e3, 1e6)],
)
def test_that_the_rational_quadratics_terms_err_by_what_is_said(
    alpha: float, documented: float
) -> None:
    s = np.unique(np.concatenate([[0], np.linspace(0, 14, 6000), np.geomspace(1e-6, 1e14, 6000)]))
    fit, _ = fitted(alpha)
    rates, waves = terms(s)
    error = np.abs(rates @ fit.rates + (waves @ fit.waves).real - rational(s, alpha)).max()
    assert error <= fit_error(alpha) <= documented
    assert error >= 0.5 * fit_error(alpha)


@pytest.mark.parametrize("alpha", [0.5, 1, 2, 10, 1e3])
def test_that_the_rational_quadratics_terms_hardly_cancel(alpha: float) -> None:
    fit, _ = fitted(alpha)
    assert np.abs(fit.rates).sum() + np.abs(fit.waves).sum() < 12


@pytest.mark.parametrize("alpha", [0.3, 0.7, 1, 2, 10, 300])
def test_that_the_fits_slope_is_the_slope_of_the_fit(alpha: float) -> None:
    """By five points far enough apart: the map to the coefficients makes what is rounded off some
    10⁷ times larger, which a short step would divide by."""
    _, slope = fitted(alpha)
    step = 1e-3
    beside = [fitted(alpha * np.exp(side * step))[0] for side in (-2, -1, 1, 2)]
    for mine, *(far_behind, behind, ahead, far_ahead) in zip(slope, *beside, strict=True):
        theirs = (8 * (ahead - behind) - (far_ahead - far_behind)) / (12 * step)
        np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)


def test_that_a_tail_too_heavy_for_the_terms_is_told() -> None:
    assert kernel("rational_quadratic(1, alpha=0.1)").markov_error() > 0.01


# Periodic


@pytest.mark.parametrize(("length", "waves"), [(0.3, 21), (1, 8), (3, 4)])
def test_that_the_series_is_as_long_as_it_must_be(length: float, waves: int) -> None:
    error = 1e-8
    weights, _ = cosine_weights(length, error)
    assert len(weights) - 1 == waves
    assert series_error(length, error) < error <= 1 - weights[:-1].sum()


@pytest.mark.parametrize("error", [1e-9, 1e-12, 1e-15])
@pytest.mark.parametrize("length", [0.3, 1, 3])
def test_that_what_the_series_leaves_out_is_told_to_its_digits(length: float, error: float) -> None:
    with mp.workdps(40):
        z, count = mp.mpf(length) ** -2, len(cosine_weights(length, error)[0])
        left = 2 * mp.exp(-z) * mp.nsum(lambda j: mp.besseli(j, z), [count, mp.inf])
    assert series_error(length, error) == pytest.approx(float(left), rel=1e-6)
    assert float(left) <= error


@pytest.mark.parametrize("length", [0.06, 0.3, 1, 3, 50])
def test_that_the_series_has_the_bessel_functions_weights_and_slopes(length: float) -> None:
    weights, slopes = cosine_weights(length, 1e-8)

    def weight(j: int, log_length: mp.mpf) -> mp.mpf:
        z = mp.exp(-2 * log_length)
        return (1 if j == 0 else 2) * mp.besseli(j, z) * mp.exp(-z)

    with mp.workdps(30):
        at = mp.log(mp.mpf(length))
        expected = [float(weight(j, at)) for j in range(len(weights))]
        steep = [float(mp.diff(lambda x, j=j: weight(j, x), at)) for j in range(len(weights))]
    np.testing.assert_allclose(weights, expected, rtol=1e-12)
    np.testing.assert_allclose(slopes, steep, rtol=1e-9, atol=1e-13)


def test_that_a_shape_too_sharp_for_the_series_is_told() -> None:
    weights, _ = cosine_weights(0.01, 1e-9)
    assert len(weights) == MOST + 1
    assert 0.01 < series_error(0.01, 1e-9) < 1
    assert len(cosine_weights(0.06, 1e-9)[0]) < MOST + 1


# All of them as states


STATES = {
    name: row
    for name, row in {**STATIONARY_ROWS, **STATIONARY_VARIANTS}.items()
    if "markov" in row.offers
}
JOINED = [
    "rbf(3) * cosine(7)",
    "2 * periodic(1, period=9) * matern32(20) + 0.3 * rbf(4)",
    "(2 * rbf(3)) ** 2",
    "rational_quadratic(3, alpha=2) * cosine(7) + matern12(2)",
    "rbf(2) * rational_quadratic(30, alpha=2)",
]


@pytest.mark.parametrize("text", [*(row.text for row in STATES.values()), *JOINED])
def test_that_the_state_errs_by_no_more_than_it_tells(text: str) -> None:
    made = kernel(text)
    found = made.markov_form().covariance(GAPS, ZERO[:, 0])[:, 0]
    expected = made.block(GAPS[:, None], ZERO)[:, 0]
    variance = made.diagonal(ZERO)[0]
    assert np.abs(found - expected).max() <= (made.markov_error() + 3e-12) * variance


@pytest.mark.parametrize("name", [name for name in STATES if "matern" in name] + ["cosine"])
def test_that_an_exact_state_tells_no_error(name: str) -> None:
    assert kernel(STATES[name].text).markov_error() == 0.0


def slopes_of(form: MarkovForm, gaps: Floats) -> Iterator[Floats]:
    """Of hᵀ exp(FΔ) P h; dF and F commute."""
    h, P = form.readout[0], form.stationary
    for dF, dP in zip(form.feedback_gradients, form.stationary_gradients, strict=True):
        rows = []
        for gap in gaps:
            move = form.transition(gap)
            rows.append(h @ move @ (gap * dF @ P + dP) @ h)
        yield np.array(rows)


@pytest.mark.parametrize("text", [*(row.text for row in STATES.values()), *JOINED[:3]])
def test_that_the_states_slopes_are_the_kernels(text: str) -> None:
    made = kernel(text)
    gaps = np.array([0.0, 0.01, 0.4, 1.7, 5.0, 23.0])
    found = list(slopes_of(made.markov_form(), gaps))
    expected = [slope[:, 0] for slope in made.gradients(gaps[:, None], ZERO)]
    assert len(found) == len(expected)
    # a fit's slope errs by a few hundred times what the fit does
    tolerance = 1e-11 + 500 * made.markov_error() * made.diagonal(ZERO)[0]
    for mine, theirs in zip(found, expected, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=tolerance)


def test_that_errors_are_joined_as_the_covariances_are() -> None:
    rbf, periodic = RBF_FITS[0].error, kernel("periodic(1, period=9)").markov_error()
    for text, expected in (
        ("3 * rbf(2)", rbf),
        ("rbf(2) + periodic(1, period=9)", max(rbf, periodic)),
        ("rbf(2) * periodic(1, period=9)", (1 + rbf) * (1 + periodic) - 1),
        ("rbf(2) * matern32(9)", rbf),
        ("rbf(2) ** 3", (1 + rbf) ** 3 - 1),
        ("matern32(3) * cosine(4) + matern52(9)", 0.0),
    ):
        assert kernel(text).markov_error() == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("text", [*(row.text for row in STATES.values()), *JOINED])
def test_that_a_kernel_keeps_within_the_error_that_it_is_given(text: str) -> None:
    """Where its terms reach so far: a fit tells no less than what rounding makes of it."""
    made, told = kernel(text), []
    for error in (1e-6, 1e-9, 1e-12):
        finer = made.within(error)
        assert finer == made
        assert str(finer) == str(made)
        told.append(finer.markov_error())
    assert told == sorted(told, reverse=True)
    if "rational" in text:
        assert told[0] == pytest.approx(told[-1], rel=0.1)
    elif "rbf" in text or "spectral_mixture" in text:
        assert told[-1] <= 1e-9
        assert told[-1] >= ROUNDED
    else:
        assert told[-1] <= 1e-12


# How much noise they want


def readings(kind: str, count: int) -> Floats:
    rng = np.random.default_rng(5)
    return {
        "scattered": np.sort(rng.uniform(0, 100, count)),
        "even": np.linspace(0, 100, count),
        "in heaps": np.sort(np.repeat(rng.uniform(0, 100, count // 20), 20))
        + np.tile(np.linspace(0, 1e-3, 20), count // 20),
        "all at once": np.linspace(0, 1e-6, count),
    }[kind]


FITTED = ["rbf(4)", "rational_quadratic(4, alpha=1)", "rational_quadratic(4, alpha=20)"]


@pytest.mark.parametrize("kind", ["scattered", "even", "in heaps", "all at once"])
@pytest.mark.parametrize("text", [*FITTED, "spectral_mixture(1, frequencies=0.1, scales=0.03)"])
def test_that_with_the_noise_it_wants_the_matrix_is_positive_definite(text: str, kind: str) -> None:
    made, times = kernel(text), readings(kind, 400)
    noise = made.markov_error() / error_allowed(1.0, 1.0)
    finer, holds = along_time(made, times[:, None], 1.0001 * noise)
    assert holds
    covariance = finer.markov_form().covariance(times, times)
    lowest = np.linalg.eigvalsh((covariance + covariance.T) / 2).min()
    assert lowest + noise > 0.9 * noise


def test_that_the_error_allowed_is_what_keeps_the_promise() -> None:
    assert error_allowed(1.0, 0.0) == 1.0
    assert error_allowed(1e-3, 2.0) == pytest.approx(PROMISE / MAGNIFIED * 5e-4)
    exact = kernel("matern32(9) + linear(1, centre=held(0))")
    assert along_time(exact, np.zeros((1, 1)), 0.0) == (exact, True)
    assert not along_time(kernel("periodic(1, period=9)"), np.zeros((1, 1)), 0.0).holds


@pytest.mark.parametrize(
    "text", ["rbf(9)", "rational_quadratic(4, alpha=2)", "rbf(9) * cosine(30)"]
)
def test_that_learning_finds_the_same_by_both_roads(text: str) -> None:
    """So the slopes of the evidence are right along the state space too."""
    rng = np.random.default_rng(0)
    times = 20_000 + np.sort(rng.uniform(0, 100, 80))
    values = np.sin(times / 5) + 0.3 * np.cos(times / 1.7) + 0.1 * rng.normal(size=80)
    best = [
        GPRegressor(text, approximation=road, learning="ml2(restarts=0)", mean="zero")
        .fit(times, values)
        .log_marginal_likelihood_
        for road in ("markov", "exact")
    ]
    assert best[0] == pytest.approx(best[1], abs=1e-4)
