"""Deep models by drawing, against quadrature and against models of one layer."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.stats import ks_2samp, kstest, multivariate_normal

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.drawing import Density
from gpstudio.core.inference.deep.drawn import Draws
from gpstudio.core.inference.deep.drawn_road import APART, run_shares
from gpstudio.core.inference.deep.effort import Effort
from gpstudio.core.inference.deep.many import LayerOfMany
from gpstudio.core.inference.deep.numbers import LayerNumbers, Ways
from gpstudio.core.inference.deep.particles import clouds, of_runs
from gpstudio.core.inference.deep.stack import Stack
from gpstudio.core.inference.deep.swarm import Swarm
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.language import parse
from gpstudio.core.learning.starts import Scales
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.spec import Setting
from gpstudio.core.task import QUIET

TIMES = np.array([[0.1], [0.4]])
VALUES = np.array([0.8, -0.5])
TEXT = "deep(1 * rbf(0.2), 1 * rbf(0.5), inputs='once')"


def density(
    text: str, times: Floats = TIMES, values: Floats = VALUES, moves: bool = False
) -> Density:
    kernel = build_kernel(parse(text), 1)
    assert isinstance(kernel, Deep)
    noise = Gaussian(Setting(0.05))
    scales = Scales.of(times, values, known=True)
    numbers = LayerNumbers(kernel, noise.settings, Ways.of(kernel, times), scales)
    stack = Stack(kernel.parts, times, values, 0.05, added=kernel.carried == "added")
    return Density(kernel, stack, numbers, numbers.start(0), moves)


@cache
def plane() -> tuple[Floats, Floats, Floats]:
    """Both numbers of the hidden layer on a grid, with their weights and the readings' logs."""
    nodes, shares = np.polynomial.hermite_e.hermegauss(60)
    grid = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1).reshape(-1, 2)
    weights = np.outer(shares, shares).ravel() / shares.sum() ** 2
    stack = density(TEXT).stack
    logs = np.array([_height(stack.at(drives[None]).top) for drives in grid])
    return grid, weights, logs


def _height(top: tuple[Floats, Floats]) -> float:
    lower, solved = top
    spent = np.log(lower.diagonal()).sum() + 0.5 * len(lower) * np.log(2.0 * np.pi)
    return float(-0.5 * VALUES @ solved - spent)


@pytest.mark.parametrize(
    "text",
    ["0.3 * rbf(0.2) + 2 * matern32(1)", "0.3 * rational_quadratic(0.4, alpha=1) + 2 * rbf(1)"],
)
def test_that_layers_of_many_are_what_matrices_say(text: str) -> None:
    """Of compiled terms and of formulas, for one kernel and for each its own."""
    random = np.random.default_rng(8)
    below, values, drives = random.normal(size=(3, 2, 6))
    noise = 0.1 + random.random((2, 6))
    kernel = build_kernel(parse(text), 1)
    other = kernel.with_settings([setting.at(1.5) for _, setting in kernel.settings])
    for kernels in ((kernel,), (kernel, other)):
        layer = LayerOfMany.of(kernels, noise[: len(kernels)], 0.2, 0.01)
        stands, led = layer.standing(below, values, QUIET), layer.led(below, drives, QUIET)
        for one in range(2):
            place = one % len(kernels)
            covariance = kernels[place].block(below[one][:, None], below[one][:, None]) + 0.2
            covariance[np.diag_indices(6)] *= 1.01
            covariance[np.diag_indices(6)] += noise[place]
            exact = multivariate_normal(np.zeros(6), covariance).logpdf(values[one])
            assert stands.told.heights[one] == pytest.approx(exact, abs=1e-10)
            lower = np.linalg.cholesky(covariance)
            np.testing.assert_allclose(lower @ stands.told.drives[one], values[one], atol=1e-10)
            np.testing.assert_allclose(
                stands.tails(np.arange(2), 3)[one].T, lower[3:, 3:], atol=1e-10
            )
            np.testing.assert_allclose(led[one], lower @ drives[one], atol=1e-10)


@pytest.mark.parametrize("family", ["rbf(0.4)", "rational_quadratic(0.4, alpha=1)"])
@pytest.mark.parametrize("first", [0, 5, 11])
def test_that_what_stands_is_as_good_as_all_anew(family: str, first: int) -> None:
    """Where the last rows of some particles move: how likely values are, and where drives lead."""
    random, n = np.random.default_rng(9), 12
    below, values = random.normal(size=(2, 3, n))
    kernels = [build_kernel(parse(f"{size} * {family}"), 1) for size in (0.7, 1.0, 1.3)]
    layer = LayerOfMany.of(kernels, 0.1 + random.random((3, n)), 0.2, 0.01)
    stands, which = layer.standing(below, values, QUIET), np.array([2, 0])
    drives = stands.told.drives[which].copy()
    for _ in range(2):
        moved, others = below[which], values[which]
        moved[:, first:] += random.normal(size=(2, n - first))
        led = stands.led(which, moved, first, QUIET)
        np.testing.assert_allclose(led, layer.some(which).led(moved, drives, QUIET), atol=1e-9)
        others[:, first:] += 1.0
        heights = stands.heights(which, moved, others, first, QUIET)
        anew = layer.some(which).told(moved, others, QUIET).heights
        np.testing.assert_allclose(heights, anew, atol=1e-9)


def test_that_what_has_no_factor_is_nowhere() -> None:
    layer = LayerOfMany.of([build_kernel(parse("rbf(1)"), 1)], np.full((1, 3), -2.0))
    told = layer.told(np.zeros((1, 3)), np.ones((1, 3)), QUIET)
    assert told.heights[0] == -np.inf
    stands, which = layer.standing(np.zeros((1, 3)), np.ones((1, 3)), QUIET), np.array([0])
    assert stands.heights(which, np.zeros((1, 3)), np.ones((1, 3)), 2, QUIET)[0] == -np.inf
    assert np.isnan(stands.led(which, np.zeros((1, 3)), 2, QUIET)).all()
    assert np.isnan(layer.led(np.zeros((1, 3)), np.ones((1, 3)), QUIET)).all()


@pytest.mark.parametrize(
    "text",
    [
        "deep(1 * rbf(0.3), 1 * rbf(0.4), 1 * rbf(0.5), inputs='once')",
        "deep(0.4 * rbf(0.3), 0.3 * matern52(0.5), rbf(0.5))",
    ],
)
@pytest.mark.parametrize("moves", [False, True])
def test_that_moves_leave_what_is_beforehand_as_it_is(
    text: str, moves: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where readings do not count yet; values above that are held must say how likely they are."""
    random, n = np.random.default_rng(12), 4
    times = np.linspace(0.0, 1.0, n)[:, None]
    swarm = Swarm.of(
        density(text, times, np.sin(7 * times[:, 0]), moves), 200 if moves else 800, random, QUIET
    )
    first, offsets = swarm.values.copy(), swarm.offsets.copy()
    monkeypatch.setattr("gpstudio.core.inference.deep.swarm.OF_NUMBERS", 0.7)
    swarm.move(10 if moves else 25, 0.0, QUIET)
    assert np.mean(swarm.values == first) < 0.3
    told = [(swarm.offsets, offsets), (swarm.values[:, -1], first[:, -1])]
    told.append((np.diff(swarm.values[:, -1]), np.diff(first[:, -1])))
    told.append((np.diff(swarm.values[:, 0]), np.diff(first[:, 0])))
    for now, before in told:
        for one, other in zip(now.T, before.T, strict=True):
            assert ks_2samp(np.abs(one), np.abs(other)).pvalue > 1e-3


def test_that_the_evidence_is_that_of_quadrature() -> None:
    _, weights, logs = plane()
    exact = np.log(weights @ np.exp(logs))
    found = clouds(density(TEXT), 4, Effort(60, 5), 1, QUIET)
    told = of_runs(np.array([one.log_integral for one in found]))
    assert told.error < 0.2
    assert abs(told.log_evidence - exact) < 3.0 * told.error
    again = clouds(density(TEXT), 1, Effort(60, 5), 1, QUIET)[0]
    assert again.log_integral == found[0].log_integral


def test_that_drawn_hidden_curves_are_those_of_the_density() -> None:
    """How far apart the hidden values are, all that readings tell of them, by quadrature."""
    grid, weights, logs = plane()
    lower = density(TEXT).stack.at(np.zeros((1, 2))).lowers[0]
    gaps, mass = np.abs(grid @ (lower[0] - lower[1])), weights * np.exp(logs)
    order = np.argsort(gaps)
    share = np.cumsum(mass[order]) / mass.sum()
    (found,) = clouds(density(TEXT), 1, Effort(400, 5), 3, QUIET)
    drawn = np.abs(found.drives[:, 0] @ (lower[0] - lower[1]))
    assert kstest(drawn, lambda x: np.interp(x, gaps[order], share)).pvalue > 0.01


def test_that_one_layer_is_the_model_that_everybody_knows() -> None:
    one = density("deep(1 * rbf(0.2))")
    covariance = one.stack.kernels[0].block(TIMES, TIMES) + 0.05 * np.eye(2)
    exact = multivariate_normal(np.zeros(2), covariance).logpdf(VALUES)
    assert clouds(one, 1, Effort(2, 1), 0, QUIET)[0].log_integral == pytest.approx(exact, abs=1e-10)
    plain = GPRegressor(
        "1*rbf(0.2)", noise="held(0.05)", mean="zero", learning="fixed", approximation="exact",
        solver="cholesky",
    ).fit(TIMES, VALUES)  # fmt: skip
    there = np.linspace(-0.5, 1.0, 7)[:, None]
    mean, std = plain.predict(there, return_std=True)
    paths = Draws.of([(one.stack, one.stack.at(np.zeros((0, 2))))], 0)
    means, variances = paths.curves(there, QUIET)
    np.testing.assert_allclose(means[0, :, 0], mean, atol=1e-8)
    np.testing.assert_allclose(np.sqrt(variances[0, :, 0]), std, atol=1e-8)


def test_that_hidden_curves_are_carried_on_as_they_were_drawn() -> None:
    """At the readings' own times the layers hold what was drawn, and nothing else."""
    tilt = density(TEXT)
    found = clouds(tilt, 1, Effort(60, 1), 0, QUIET)[0]
    paths = Draws.of([(tilt.stack, tilt.stack.at(drives)) for drives in found.drives], 0)
    for path, drawn in enumerate(paths.drawn):
        below, mean, covariance = paths.together(path, TIMES, np.random.default_rng(5), QUIET)
        np.testing.assert_allclose(below[1], drawn.values[1], atol=0.02)
        assert mean.shape == (2,)
        assert (np.linalg.eigvalsh(covariance) > 0.0).all()
    _, far = paths.curves(np.array([[40.0]]), QUIET)
    assert 0.2 < far.mean() < 1.2


def test_that_runs_tell_their_error() -> None:
    found = of_runs(np.log([1.0, 3.0]))
    assert found.log_evidence == pytest.approx(np.log(2.0))
    assert found.error == pytest.approx(np.sqrt(2.0) / 2.0 / np.sqrt(2.0))
    assert found.effective == pytest.approx(1.6)
    assert of_runs(np.zeros(1)).error == np.inf


def test_that_runs_speak_for_what_they_found_as_far_as_that_is_known() -> None:
    np.testing.assert_array_equal(run_shares(np.log([1.0, 2.0])), [1.0, 1.0])
    far = run_shares(np.array([0.0, -40.0 - APART]))
    assert far[1] / far[0] == pytest.approx(np.exp(-40.0 / (20.0 + 0.5 * APART)))
