"""Averaged: against brute force over the very same region, in any number of coordinates."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import t as student

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.learning import averaged, importance
from gpstudio.core.learning.averaged import DROPPED, design_of, weighed
from gpstudio.core.learning.importance import FREEDOM, even_draws
from gpstudio.core.learning.shape import PosteriorShape
from gpstudio.core.mixtures import mixture_level
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


def data(n: int, seed: int = 0, noise: float = 0.3) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 10.0, n))
    return x, 3.0 + np.sin(x) + noise * random.standard_normal(n)


def fitted(x: Floats, y: Floats, weights: Floats | None = None, **words: str) -> Posterior:
    words.setdefault("kernel", "matern32")
    words.setdefault("learning", "averaged")
    return fit(Recipe.of(**words), Readings.of(x[:, None], y, weights))


def shape_of(posterior: Posterior) -> PosteriorShape:
    members = posterior.members
    problem = Problem(posterior.plan, members.readings, QUIET)
    return PosteriorShape(problem.search(0), QUIET)


# Against dense algebra written out, on a fine grid


def by_brute_force(
    x: Floats, y: Floats, new: Floats, places: int = 61
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Weights, means and squared scales of curve and noise over log length and log noise/signal.

    Amplitude (1/c) and level (flat) are integrated in closed form, priors N(log 0.3 range, 1) and
    N(log 0.05, 1.5), all in the formulas' own words.
    """
    n, reach = len(x), float(np.ptp(x))
    one = np.ones(n)
    lengths = math.log(0.3 * reach) + np.linspace(-4.5, 3.5, places)
    ratios = math.log(0.05) + np.linspace(-8.0, 6.0, places)
    rows = []
    for length in lengths:

        def k(a: Floats, b: Floats, length: float = float(np.exp(length))) -> Floats:
            r = math.sqrt(3.0) * np.abs(a[:, None] - b[None, :]) / length
            return np.asarray((1.0 + r) * np.exp(-r))

        K, cross = k(x, x), k(x, new)
        A = K + np.exp(ratios)[:, None, None] * np.eye(n)
        S = np.linalg.solve(A, np.column_stack([y, one, cross])[None])
        hh, level = S[:, :, 1] @ one, S[:, :, 0] @ one
        level = level / hh
        misfit = S[:, :, 0] @ y - hh * level**2
        log_weight = (
            -0.5 * np.linalg.slogdet(A)[1] - 0.5 * np.log(hh)
            - 0.5 * (n - 1) * np.log(misfit)
            - 0.5 * (length - math.log(0.3 * reach)) ** 2
            - 0.5 * ((ratios - math.log(0.05)) / 1.5) ** 2
        )  # fmt: skip
        left = 1.0 - np.einsum("n,rnm->rm", one, S[:, :, 2:])
        mean = np.einsum("n,rnm->rm", y, S[:, :, 2:]) + left * level[:, None]
        spread = 1.0 - np.einsum("nm,rnm->rm", cross, S[:, :, 2:]) + left**2 / hh[:, None]
        c = misfit / (n - 1)
        rows += zip(log_weight, mean, c[:, None] * spread, c * np.exp(ratios), strict=True)
    weights = np.exp([row[0] - max(r[0] for r in rows) for row in rows])
    means, spreads = np.array([row[1] for row in rows]), np.array([row[2] for row in rows])
    return weights / weights.sum(), means, spreads, np.array([row[3] for row in rows]), lengths


@pytest.mark.parametrize("n", [5, 7, 12, 30])
@pytest.mark.parametrize("seed", [1, 2])
def test_that_moments_and_bands_are_those_of_a_fine_grid(n: int, seed: int) -> None:
    x, y = data(n, seed)
    new = np.linspace(-3.0, 13.0, 9)
    weights, means, spreads, noises, _ = by_brute_force(x, y, new)
    posterior = fitted(x, y)
    mean, variance = posterior.predict(new[:, None])
    expected = weights @ means
    inflation = (n - 1) / (n - 3)
    total = weights @ (inflation * spreads + (means - expected) ** 2)
    std = np.sqrt(total)
    assert (np.abs(mean - expected) < 0.04 * std).all()
    np.testing.assert_allclose(np.sqrt(variance), std, rtol=0.03)
    for noise in (False, True):
        scales = np.sqrt(spreads + (noises[:, None] if noise else 0.0))
        lower, upper = posterior.interval(new[:, None], 0.95, noise)
        for edge, wanted in ((lower, 0.025), (upper, 0.975)):
            found = weights @ student.cdf((edge - means) / scales, n - 1)
            np.testing.assert_allclose(found, wanted, atol=0.004)


# The common amplitude


@pytest.mark.parametrize(
    ("words", "integrated"),
    [
        ({}, True),
        ({"kernel": "rbf"}, True),
        ({"kernel": "matern32(3) + rbf(30)"}, True),
        ({"kernel": "2 * matern32(3) * rbf(30) + white(0.1)"}, True),
        ({"kernel": "held(2) * matern32"}, False),
        ({"kernel": "between(2, 1, 3) * matern32"}, False),
        ({"kernel": "around(2, 0.1) * matern32"}, False),
        ({"likelihood": "gaussian(held(0.1))"}, False),
        ({"likelihood": "student_t"}, False),
    ],
)
def test_that_the_amplitude_is_integrated_where_nothing_is_said_of_it(
    words: dict[str, str], integrated: bool
) -> None:
    x, y = data(12)
    posterior = fitted(x, y, **words)
    assert math.isfinite(posterior.members.freedom) is integrated
    if integrated:
        assert posterior.members.freedom == 11.0


@pytest.mark.parametrize("solver", ["kalman", "cholesky"])
@pytest.mark.parametrize("weighted", [False, True])
def test_that_the_integral_over_the_amplitude_is_the_integral(solver: str, weighted: bool) -> None:
    """Σ over a fine grid of log c of the evidence itself, for two shapes; their ratio."""
    x, y = data(9)
    weights = np.linspace(0.5, 2.5, 9) if weighted else None
    posterior = fitted(x, y, weights, solver=solver)
    problem = Problem(posterior.plan, posterior.members.readings, QUIET)
    search = problem.search(0)
    assert search.amplitude is not None
    grown = np.zeros(3)
    grown[search.amplitude.places] = 1.0

    def summed(logs: Floats) -> float:
        grid = np.linspace(-9.0, 9.0, 721)
        found = np.array([search.evaluate(logs + log * grown)[0] for log in grid])
        return float(np.log(np.exp(found - found.max()).sum()) + found.max())

    first, second = np.log([1.0, 2.0, 0.3]), np.log([1.4, 0.7, 0.1])
    expected = summed(first) - summed(second)
    values = [search.amplitude.evaluate(logs, False)[0] for logs in (first, second)]
    assert values[0] - values[1] == pytest.approx(expected, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize(
    "kernel",
    [
        "matern32",
        "matern32(between(2, 1, 3))",
        "rbf(2) + matern32(between(9, 5, 20))",
        "held(1) * matern32(2)",
        "periodic(1, period=3) + matern32(9)",
    ],
)
@pytest.mark.parametrize("weighted", [False, True])
def test_that_the_slope_in_the_coordinates_is_the_slope(kernel: str, weighted: bool) -> None:
    x, y = data(12)
    weights = np.linspace(0.5, 2.5, 12) if weighted else None
    shape = shape_of(fitted(x, y, weights, kernel=kernel, solver="cholesky"))
    point = shape.starts()[0] + 0.1
    gradient = np.empty(shape.size)
    shape.slope(None, point, gradient)
    step = 1e-5
    for place in range(shape.size):
        ahead, behind = point.copy(), point.copy()
        ahead[place] += step
        behind[place] -= step
        slope = (shape.value(None, ahead) - shape.value(None, behind)) / (2 * step)
        assert gradient[place] == pytest.approx(slope, rel=1e-5, abs=1e-6)


# Designs


@pytest.mark.parametrize("n", [6, 12, 40])
def test_that_the_mode_is_level_and_the_lattice_covers_the_region(n: int) -> None:
    shape = shape_of(fitted(*data(n, seed=n)))
    design = design_of(shape)
    gradient = np.empty(shape.size)
    top = shape.slope(None, design.mode, gradient)
    np.testing.assert_allclose(gradient, 0.0, atol=1e-6)
    assert top >= design.values.max() - 1e-9
    kept, weights = weighed(design)
    assert weights.sum() == pytest.approx(1.0)
    share = np.exp(design.values - top)
    assert share[kept].sum() / share.sum() >= 1.0 - DROPPED


def test_that_even_draws_are_normal_and_their_rows_a_students() -> None:
    normals, stretch = even_draws(4, 4_000)
    np.testing.assert_allclose(normals.mean(axis=0), 0.0, atol=0.01)
    np.testing.assert_allclose(np.cov(normals.T), np.eye(4), atol=0.06)
    one = np.sort(normals[:, 0] * stretch)
    level = student.cdf(one, FREEDOM)
    np.testing.assert_allclose(level, (np.arange(4_000) + 0.5) / 4_000, atol=0.01)


def test_that_drawn_places_know_what_a_long_chain_knows() -> None:
    """More than three coordinates, against mcmc with the same priors."""
    x, y = data(20)
    kernel = "periodic(1, period=held(6.3)) + matern32(9)"
    new = np.linspace(-1.0, 12.0, 7)[:, None]
    words = {"kernel": kernel, "solver": "cholesky", "approximation": "exact"}
    averaged = fitted(x, y, **words)
    chains = fitted(x, y, **words, learning="mcmc(samples=300, kept=150)")
    mean, variance = averaged.predict(new)
    wanted, spread = chains.predict(new)
    assert (np.abs(mean - wanted) < 0.3 * np.sqrt(spread)).all()
    np.testing.assert_allclose(np.sqrt(variance), np.sqrt(spread), rtol=0.2)


@pytest.mark.parametrize(
    ("kernel", "columns"), [("rbf([auto, auto])", 2), ("matern32(1) + rbf(6)", 1)]
)
def test_that_designs_agree_with_a_thousand_draws(
    kernel: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lattice in three coordinates, draws in four."""
    random = np.random.default_rng(3)
    inputs = random.uniform(0.0, 10.0, (24, columns))
    values = np.sin(inputs[:, 0]) + 0.3 * inputs[:, -1] + 0.2 * random.standard_normal(24)
    recipe = Recipe.of(kernel=kernel, learning="averaged", approximation="exact")
    readings, new = Readings.of(inputs, values), random.uniform(0.0, 10.0, (20, columns))
    usual = fit(recipe, readings)
    monkeypatch.setattr(averaged, "LATTICE_UP_TO", 0)
    monkeypatch.setattr(averaged, "MOST_MEMBERS", 1_000)
    monkeypatch.setattr(importance, "DRAWS", 1_000)
    members = fit(recipe, readings).members
    assert len(members.weights) > 400
    means, spreads = members.curves(new, QUIET)
    exact = means, np.sqrt(spreads), members.weights, members.freedom
    lower, upper = usual.interval(new, 0.95)
    np.testing.assert_allclose(mixture_level(lower, *exact), 0.025, atol=0.015)
    np.testing.assert_allclose(mixture_level(upper, *exact), 0.975, atol=0.015)


# What is written


def test_that_nothing_leaves_its_bounds() -> None:
    x, y = data(12)
    posterior = fitted(x, y, kernel="matern32(between(0.5, 0.4, 0.6))")
    lengths = np.exp(posterior.members.points[:, 1])
    assert (lengths >= 0.4).all()
    assert (lengths <= 0.6).all()
    assert np.ptp(lengths) > 0.05


def test_that_what_is_held_is_held_for_every_member() -> None:
    x, y = data(12)
    posterior = fitted(x, y, kernel="matern32(held(1.7))", likelihood="gaussian(held(0.07))")
    assert (posterior.members.noises == 0.07).all()
    assert len(posterior.members.weights) > 1
    nothing = fitted(x, y, kernel="held(1) * matern32(held(2))", likelihood="gaussian(held(0.1))")
    assert len(nothing.members.weights) == 1
    assert str(nothing.kernel) == "held(1) * matern32(held(2))"


def test_that_the_report_says_what_was_averaged_over() -> None:
    report = fitted(*data(12)).report
    assert report.design == "a lattice in 2 coordinates"
    assert report.members > 5
    assert 1.0 < report.effective_members <= report.members
    assert fitted(*data(12), learning="ml2").report.members == 1


def test_that_kernel_noise_and_evidence_are_the_modes() -> None:
    x, y = data(20)
    posterior = fitted(x, y)
    kept = fitted(
        x, y, kernel=posterior.report.kernel, likelihood=f"gaussian({posterior.noise!r})",
        learning="fixed",
    )  # fmt: skip
    assert kept.log_evidence == pytest.approx(posterior.log_evidence, abs=1e-9)
    assert build_kernel(parse(posterior.report.kernel)).settings
