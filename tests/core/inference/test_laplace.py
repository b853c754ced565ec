"""Student-t readings by Laplace's approximation, against dense formulas and brute force."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import minimize

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.laplace import Laplace
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import Posterior, fit
from gpstudio.core.recipe import Recipe
from gpstudio.core.regressor import GPRegressor
from gpstudio.core.task import QUIET, Task

SOLVERS = ("kalman", "cholesky")
MEANS = ("constant", "zero")
NUMBERS = (1.3, 3.0, 0.02)
"""Variance, length and noise."""


def data(n: int = 30, seed: int = 0) -> tuple[Floats, Floats]:
    """One reading in six lies far off."""
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 20.0, n))
    y = 5.0 + np.sin(x) + 0.15 * random.standard_normal(n)
    y[2::6] += 2.0 * random.standard_normal(len(y[2::6]))
    return x, y


def posterior(
    x: Floats,
    y: Floats,
    weights: Floats | None = None,
    numbers: tuple[float, ...] = NUMBERS,
    freedom: float | None = 4.0,
    **choices: str,
) -> Posterior:
    variance, length, noise = (float(number) for number in numbers)
    named = f"student_t({noise!r}, freedom={freedom!r})" if freedom else f"gaussian({noise!r})"
    recipe = Recipe.of(
        **{
            "kernel": f"{variance!r} * matern32({length!r})",
            "likelihood": named,
            "learning": "fixed",
            **choices,
        }
    )
    return fit(recipe, Readings.of(x.reshape(len(y), -1), y, weights))


def laplace(found: Posterior) -> Laplace:
    assert isinstance(found._trended, Laplace)
    return found._trended


class Dense:
    """The same by the book: K, t densities, determinants; nothing of the house."""

    def __init__(
        self, x: Floats, y: Floats, weights: Floats | None = None, freedom: float = 4.0
    ) -> None:
        variance, length, noise = NUMBERS
        self.kernel = lambda a, b: variance * _matern32(abs(a[:, None] - b) / length)
        self.x, self.y, self.freedom = x, y, freedom
        self.K = self.kernel(x, x) + 1e-12 * np.eye(len(x))
        self.scale = noise / (np.ones(len(x)) if weights is None else weights)

    def minus_log_joint(self, unknown: Floats) -> float:
        """Of f = L u and the level, up to a constant."""
        u, level = unknown[:-1], unknown[-1]
        curve = np.linalg.cholesky(self.K) @ u
        density = stats.t.logpdf(self.y - curve - level, self.freedom, scale=np.sqrt(self.scale))
        return -float(density.sum() - 0.5 * u @ u)

    def mode(self, start: Floats, level: float) -> tuple[Floats, float]:
        unknown = np.append(np.linalg.solve(np.linalg.cholesky(self.K), start), level)
        found = minimize(self.minus_log_joint, unknown, method="BFGS", options={"gtol": 1e-9})
        return np.linalg.cholesky(self.K) @ found.x[:-1], float(found.x[-1])

    def evidence(self, misfit: Floats, W: Floats, level: bool) -> float:
        """R&W 3.32 with any W: B = I + KW, and the level integrated out."""
        n, v = len(self.y), self.freedom
        pull = (v + 1) * misfit / (v * self.scale + misfit**2)
        curve = self.K @ pull
        joint = stats.t.logpdf(misfit, v, scale=np.sqrt(self.scale)).sum() - 0.5 * pull @ curve
        sign, size = np.linalg.slogdet(np.eye(n) + self.K * W)
        assert sign > 0
        found = joint - 0.5 * size
        if level:
            one = np.ones(n)
            G = one @ (W * np.linalg.solve(np.eye(n) + self.K * W, one))
            found += 0.5 * math.log(2 * math.pi) - 0.5 * math.log(G)
        return float(found)

    def variance(self, targets: Floats, W: Floats) -> Floats:
        cross = self.kernel(self.x, targets)
        inside = W[:, None] * np.linalg.solve(np.eye(len(W)) + self.K * W, cross)
        explained = np.einsum("nt,nt->t", cross, inside)
        return np.asarray(np.diag(self.kernel(targets, targets)) - explained)

    def curvature(self, misfit: Floats) -> Floats:
        v = self.freedom
        return (v + 1) * (v * self.scale - misfit**2) / (v * self.scale + misfit**2) ** 2

    def dulled(self, misfit: Floats) -> Floats:
        v = self.freedom
        return (v + 1) ** 2 / (v + 3) / (v * self.scale + misfit**2)


def _matern32(r: Floats) -> Floats:
    return (1 + math.sqrt(3) * r) * np.exp(-math.sqrt(3) * r)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("weighted", [False, True])
def test_that_the_curve_is_the_mode_that_a_plain_optimiser_finds(
    solver: str, weighted: bool
) -> None:
    x, y = data()
    weights = np.linspace(0.3, 3.0, len(x)) if weighted else None
    found = posterior(x, y, weights, solver=solver)
    dense = Dense(x, y, weights)
    at_readings, _ = found.predict(x[:, None])
    level = found.report.mean[0]
    curve, optimum = dense.mode(at_readings - level + 0.05 * np.cos(x), level + 0.1)
    assert level == pytest.approx(optimum, abs=1e-5)
    np.testing.assert_allclose(at_readings, curve + optimum, atol=1e-5)
    # and it is a summit: the pulls balance the prior to the last digits
    misfit = y - at_readings
    pull = 5.0 * misfit / (4.0 * dense.scale + misfit**2)
    np.testing.assert_allclose(at_readings - level, dense.K @ pull, atol=1e-7)
    assert abs(pull.sum()) < 1e-6


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", MEANS)
def test_that_the_evidence_is_rasmussen_and_williams_3_32(solver: str, mean: str) -> None:
    x, y = data()
    y = y - 5.0
    found = posterior(x, y, mean=mean, solver=solver)
    dense = Dense(x, y)
    misfit = y - found.predict(x[:, None])[0]
    expected = dense.evidence(misfit, dense.dulled(misfit), mean == "constant")
    assert found.log_evidence == pytest.approx(expected, rel=1e-8)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_variances_are_those_of_the_approximation(solver: str) -> None:
    x, y = data()
    targets = np.array([-3.0, 0.5, 7.7, 40.0])
    found = posterior(x, y - 5.0, mean="zero", solver=solver)
    dense = Dense(x, y - 5.0)
    misfit = y - 5.0 - found.predict(x[:, None])[0]
    A = dense.K + np.diag(1.0 / dense.dulled(misfit))
    cross = dense.kernel(targets, x)
    expected = dense.kernel(targets, targets) - cross @ np.linalg.solve(A, cross.T)
    np.testing.assert_allclose(found.covariance(targets[:, None]), expected, atol=1e-9)
    np.testing.assert_allclose(found.predict(targets[:, None])[1], np.diag(expected), atol=1e-9)
    draws = found.draws(targets[:, None], 4_000, 0)
    np.testing.assert_allclose(np.cov(draws), expected, atol=0.1)


def exact(dense: Dense, targets: Floats, points: int) -> tuple[float, Floats, Floats]:
    """Evidence, mean and variance by quadrature over each reading's precision.

    A Student-t is a Gaussian of variance scale/τ, τ ~ Gamma(ν/2, ν/2).
    """
    a, n = 0.5 * dense.freedom, len(dense.y)
    logs = np.linspace(-16.0 / a - 1.0, math.log(2.0 + 16.0 / a) + 0.4, points)
    shares = np.exp(a * (logs - np.exp(logs)))
    shares /= shares.sum()
    places = np.array(list(itertools.product(range(points), repeat=n)))
    share = shares[places].prod(axis=1)
    places, share = places[share > 1e-12 * share.max()], share[share > 1e-12 * share.max()]
    A = np.broadcast_to(dense.K, (len(places), n, n)).copy()
    A[:, np.arange(n), np.arange(n)] += dense.scale * np.exp(-logs[places])
    cross = dense.kernel(dense.x, targets)
    columns = np.column_stack([dense.y, cross])
    solved = np.linalg.solve(A, np.broadcast_to(columns, (len(A), *columns.shape)))
    misfit = solved[:, :, 0] @ dense.y
    density = -0.5 * (misfit + np.linalg.slogdet(A)[1] + n * math.log(2 * math.pi))
    weight = share * np.exp(density - density.max())
    means = solved[:, :, 0] @ cross
    explained = np.einsum("nt,cnt->ct", cross, solved[:, :, 1:])
    variances = np.diag(dense.kernel(targets, targets)) - explained
    posterior = weight / weight.sum()
    mean = posterior @ means
    return (
        float(density.max() + math.log(weight.sum())),
        mean,
        posterior @ (variances + means**2) - mean**2,
    )


def test_that_evidence_and_variance_are_nearer_the_truth_than_other_curvatures_give() -> None:
    """Four readings, brute force over the precisions of all of them."""
    evidences: dict[str, list[float]] = {}
    spreads: dict[str, list[float]] = {}
    noise = NUMBERS[2]
    for seed in range(16):
        random = np.random.default_rng(seed)
        x = np.sort(random.uniform(0.0, 6.0, 4))
        off = np.where(random.random(4) < 0.15, 10.0, 1.0)
        y = np.sin(x) + math.sqrt(noise) * off * random.standard_t(4.0, 4)
        found, dense = posterior(x, y, mean="zero"), Dense(x, y)
        targets = np.append(x, [1.0, 9.0])
        truth, _, variance = exact(dense, targets, 19)
        misfit = y - found.predict(x[:, None])[0]
        for name, W in {
            "ours": dense.dulled(misfit),
            "curvature": dense.curvature(misfit),
            "fisher": np.full(4, 5.0 / (7.0 * noise)),
            "pulling": 7.0 / 5.0 * dense.dulled(misfit),
        }.items():
            evidence = dense.evidence(misfit, W, level=False)
            evidences.setdefault(name, []).append(evidence - truth)
            spread = np.log(dense.variance(targets, W) / variance)
            spreads.setdefault(name, []).append(float(np.mean(abs(spread))))
    size = {name: float(np.sqrt(np.mean(np.square(some)))) for name, some in evidences.items()}
    assert size["ours"] < min(0.5, size["curvature"], size["fisher"], size["pulling"])
    off_by = {name: float(np.median(some)) for name, some in spreads.items()}
    assert off_by["ours"] < min(0.4, off_by["curvature"], off_by["pulling"])


def slope_of_evidence_is_told(at: Callable[[Floats], Posterior], atol: float) -> None:
    """By differences, in the logarithms of the numbers."""
    logs, step = np.log(NUMBERS), 1e-4
    slope = [
        (at(logs + step * e).log_evidence - at(logs - step * e).log_evidence) / (2 * step)
        for e in np.eye(3)
    ]
    found = at(logs)._trended.gradient(QUIET)
    np.testing.assert_allclose(found, slope, rtol=1e-5, atol=atol)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("freedom", [1.5, 4.0])
def test_that_the_gradient_is_the_evidences_slope(solver: str, mean: str, freedom: float) -> None:
    """With weights, a missing reading and one time twice."""
    x, y = data(24)
    x[7], y[11] = x[6], np.nan
    weights = np.linspace(0.2, 3.0, len(x))

    def at(logs: Floats) -> Posterior:
        return posterior(x, y, weights, tuple(np.exp(logs)), freedom, mean=mean, solver=solver)

    slope_of_evidence_is_told(at, atol=1e-6)


@pytest.mark.parametrize("mean", MEANS)
def test_that_both_solvers_tell_the_same(mean: str) -> None:
    x, y = data()
    first, second = (posterior(x, y, mean=mean, solver=solver) for solver in SOLVERS)
    assert first.log_evidence == pytest.approx(second.log_evidence, rel=1e-9)
    targets = np.linspace(-5.0, 25.0, 40)[:, None]
    for one, other in zip(first.predict(targets), second.predict(targets), strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7)
    gradients = (found._trended.gradient(QUIET) for found in (first, second))
    np.testing.assert_allclose(*gradients, rtol=1e-6)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", MEANS)
def test_that_with_boundless_freedom_all_is_as_with_gaussian_readings(
    solver: str, mean: str
) -> None:
    x, y = data()
    x[7], y[11] = x[6], np.nan
    weights = np.linspace(0.2, 3.0, len(x))
    numbers = (1.3, 3.0, 0.3)
    robust, plain = (
        posterior(x, y, weights, numbers, freedom, solver=solver, mean=mean)
        for freedom in (1e8, None)
    )
    assert robust.log_evidence == pytest.approx(plain.log_evidence, rel=1e-6)
    targets = np.linspace(-5.0, 25.0, 40)[:, None]
    for noise in (False, True):
        for one, other in zip(
            robust.predict(targets, noise), plain.predict(targets, noise), strict=True
        ):
            np.testing.assert_allclose(one, other, rtol=1e-6)
    np.testing.assert_allclose(
        robust._trended.gradient(QUIET), plain._trended.gradient(QUIET), rtol=1e-5, atol=1e-5
    )


def test_that_a_missing_reading_changes_nothing() -> None:
    x, y = data()
    with_gap = np.append(y, np.nan), np.append(x, 3.3)
    for solver in SOLVERS:
        first = posterior(x, y, solver=solver)
        second = posterior(with_gap[1], with_gap[0], solver=solver)
        assert first.log_evidence == pytest.approx(second.log_evidence, rel=1e-8)
        targets = np.linspace(-5.0, 25.0, 40)[:, None]
        for one, other in zip(first.predict(targets), second.predict(targets), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


def test_that_the_further_off_a_reading_lies_the_less_it_bends_the_curve() -> None:
    x, y = data()
    y = 5.0 + np.sin(x)
    targets = np.linspace(0.0, 20.0, 50)[:, None]
    without = posterior(np.delete(x, 9), np.delete(y, 9)).predict(targets)[0]
    bent = []
    for height in (1.0, 10.0, 1_000.0):
        off = y.copy()
        off[9] += height
        bent.append(abs(posterior(x, off).predict(targets)[0] - without).max())
    assert bent[0] > 2 * bent[1] > 4 * bent[2]
    assert bent[2] < 1e-3
    assert "1 reading hardly counts, being far off the curve" in posterior(x, off).report.remarks


def test_that_no_random_start_leads_higher() -> None:
    for seed in range(5):
        x, y = data(40, seed)
        found = laplace(posterior(x, y))
        random = np.random.default_rng(seed)
        others = [
            found.search.climb(found.search.usual() + random.standard_t(2.0, len(x)), QUIET).height
            for _ in range(8)
        ]
        assert found.mode.height >= max(others) - 1e-6


def test_that_learning_finds_the_scale_of_the_good_readings() -> None:
    random = np.random.default_rng(5)
    x = np.linspace(0.0, 40.0, 160)
    y = np.sin(x) + 0.1 * random.standard_normal(len(x))
    y[::10] += random.choice([-3.0, 3.0], len(y[::10]))
    learn = {"kernel": "matern32", "learning": "ml2(restarts=1)"}
    robust = fit(Recipe.of(likelihood="student_t", **learn), Readings.of(x[:, None], y))
    plain = fit(Recipe.of(likelihood="gaussian", **learn), Readings.of(x[:, None], y))
    assert math.sqrt(plain.noise) > 0.6
    # a t with 4 degrees takes a tenth of clouds for √1.9 times the scale
    assert 0.11 < math.sqrt(robust.noise) < 0.17
    slope = robust._trended.gradient(QUIET)
    np.testing.assert_allclose(slope, 0.0, atol=1e-2)
    missed = [
        math.sqrt(np.mean((found.predict(x[:, None])[0] - np.sin(x)) ** 2))
        for found in (robust, plain)
    ]
    assert missed[0] < 0.4 * missed[1]


def test_that_it_works_with_several_inputs() -> None:
    random = np.random.default_rng(0)
    x = random.uniform(0.0, 4.0, (60, 2))
    truth = np.sin(x[:, 0]) * np.cos(x[:, 1])
    y = truth + 0.05 * random.standard_normal(60)
    y[::9] += 3.0
    found = GPRegressor(
        "held(1) * rbf(held(1.5))", noise="student_t(0.01)", learning="ml2(restarts=0)"
    ).fit(x, y)
    assert np.sqrt(np.mean((np.asarray(found.predict(x)) - truth) ** 2)) < 0.1
    assert 0.03 < math.sqrt(found.noise_) < 0.14


def test_that_the_interval_of_a_new_reading_holds_readings_as_often_as_it_says() -> None:
    """Curve from the posterior, reading from the t about it."""
    x, y = data()
    found = posterior(x, y, freedom=2.5)
    targets = np.array([[3.0], [25.0]])
    low, high = found.interval(targets, 0.9, include_noise=True)
    random = np.random.default_rng(0)
    readings = found.draws(targets, 100_000, 0)
    readings = readings + math.sqrt(NUMBERS[2]) * random.standard_t(2.5, readings.shape)
    held = np.mean((readings > low[:, None]) & (readings < high[:, None]), axis=1)
    np.testing.assert_allclose(held, 0.9, atol=5e-3)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_a_reading_left_out_is_foretold_as_by_a_fit_without_it(solver: str) -> None:
    """Near enough: the other readings' pulls are those of the fit with it."""
    x, y = data(36)
    found = posterior(x, y, solver=solver)
    quick = found.left_out()
    fits = [posterior(np.delete(x, i), np.delete(y, i), solver=solver) for i in range(len(x))]
    told = [fit.predict(x[i : i + 1, None]) for i, fit in enumerate(fits)]
    mean, curve = (np.array([float(pair[part][0]) for pair in told]) for part in (0, 1))
    np.testing.assert_allclose(np.median(abs(quick.mean - mean)), 0.0, atol=0.02)
    likelihood, numbers = found.plan.likelihood, NUMBERS[2:]
    density, residual = likelihood.foretold(y, mean, curve, np.ones(len(x)), numbers)
    assert quick.log_score == pytest.approx(density.sum(), abs=0.03 * len(x))
    np.testing.assert_allclose(quick.residuals, residual, atol=0.6)


def test_that_held_out_readings_are_judged_by_their_own_density() -> None:
    x, y = data(30)
    found = posterior(x, y)
    folds = np.arange(30) % 3
    held = found.members.problem.held_out(np.log(NUMBERS), folds)
    density = np.empty(30)
    for fold in range(3):
        out = folds == fold
        mean, curve = posterior(x[~out], y[~out]).predict(x[out, None])
        asked = y[out], mean, curve, np.ones(10), NUMBERS[2:]
        density[out] = found.plan.likelihood.foretold(*asked)[0]
    assert held.log_density == pytest.approx(density.mean(), rel=1e-6)


def test_that_averaged_numbers_take_it_too() -> None:
    x, y = data(24)
    robust = posterior(x, y, kernel="matern32", learning="averaged")
    assert robust.report.members > 1
    width = robust.predict(x[:, None])[1].mean()
    plain = posterior(x, y, freedom=None, kernel="matern32", learning="averaged")
    assert width < plain.predict(x[:, None])[1].mean()


def test_that_a_new_reading_scatters_with_the_ts_variance() -> None:
    x, y = data()
    gp = GPRegressor("1 * matern32(3)", learning="fixed", noise="student_t(0.02, freedom=5)")
    gp.fit(x, y)
    curve, reading = (np.asarray(gp.predict(x, True, False, noise)[1]) for noise in (False, True))
    np.testing.assert_allclose(reading**2 - curve**2, 0.02 * 5 / 3, rtol=1e-9)
    covariance = gp.predict(x[:3], return_cov=True, include_noise=True)[1]
    np.testing.assert_allclose(np.diag(covariance), reading[:3] ** 2, rtol=1e-9)


def test_that_up_to_two_degrees_the_variance_is_infinite_and_the_interval_is_not() -> None:
    x, y = data()
    found = posterior(x, y, freedom=2.0)
    mean, variance = found.predict(x[:, None], include_noise=True)
    assert np.isfinite(mean).all()
    assert np.isinf(variance).all()
    low, high = found.interval(x[:, None], 0.95, include_noise=True)
    assert np.isfinite(low).all()
    assert (high - low > 2 * math.sqrt(0.02) * stats.t.ppf(0.975, 2.0)).all()


@pytest.mark.parametrize("n", [1, 2, 3])
def test_that_few_readings_are_enough(n: int) -> None:
    x, y = data(n)
    for mean in MEANS:
        found = posterior(x, y, mean=mean)
        assert np.isfinite(found.log_evidence)
        assert np.isfinite(found._trended.gradient(QUIET)).all()


def test_that_units_do_not_matter() -> None:
    x, y = data()
    targets = np.linspace(-5.0, 25.0, 20)[:, None]
    mean, variance = posterior(x, y).predict(targets)
    for factor in (1e-9, 1e9):
        numbers = (NUMBERS[0] * factor**2, NUMBERS[1], NUMBERS[2] * factor**2)
        scaled = posterior(x, y * factor, numbers=numbers)
        np.testing.assert_allclose(scaled.predict(targets)[0], mean * factor, rtol=1e-6)
        np.testing.assert_allclose(scaled.predict(targets)[1], variance * factor**2, rtol=1e-6)
        change = -(len(x) - 1) * math.log(factor)
        expected = posterior(x, y).log_evidence + change
        assert scaled.log_evidence == pytest.approx(expected, rel=1e-7)


def test_that_it_can_be_stopped() -> None:
    class Stopped(Exception):
        pass

    class Impatient(Task):
        looks = 0

        def check(self) -> None:
            self.looks += 1
            if self.looks > 20:
                raise Stopped

    x, y = data()
    recipe = Recipe.of(likelihood="student_t")
    with pytest.raises(Stopped):
        fit(recipe, Readings.of(x[:, None], y), Impatient())
