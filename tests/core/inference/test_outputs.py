"""Two outputs that share a curve, read out of one state: against the whole matrix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.language import Expression, parse
from gpstudio.core.likelihoods import Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.recipe import Recipe
from gpstudio.core.solvers.kalman import KalmanSolution
from gpstudio.core.spec import Parameter, Setting
from gpstudio.core.task import QUIET

SHARES = np.array([[1.0, 0.7], [0.0, -1.2]])
"""y₀ = f + e₀ and y₁ = 0.7 f − 1.2 g + e₁."""
NOISES = (0.05, 0.3)
PAIRS = {
    "few states": "1.3 * matern12(3) + 0.4 * matern12(8)",
    "many states": "1.3 * matern52(3) + 0.4 * matern52(8)",
    "a slope and a wave": "linear(0.02, 0.3, held(4)) + 0.5 * periodic(1, period=held(7))",
    "a fitted sum": "1.3 * rbf(2.5) + 0.4 * matern32(6)",
    "a product": "1.3 * matern32(9) * cosine(5) + 0.4 * matern12(8)",
}
ERRORS = {"a fitted sum": 1e-6, "a slope and a wave": 1e-7}
"""Series and fits stand for two of the kernels."""


@dataclass(frozen=True, eq=False)
class Shared(Kernel):
    """Each output reads each of the curves so many times; rows are a time and an output."""

    curves: tuple[Kernel, ...]
    offers = frozenset({"markov"})

    @property
    def settings(self) -> tuple[tuple[Parameter, Setting], ...]:
        return tuple(pair for curve in self.curves for pair in curve.settings)

    def with_settings(self, settings: Sequence[Setting]) -> Shared:
        left, curves = list(settings), []
        for curve in self.curves:
            curves.append(curve.with_settings(left[: len(curve.settings)]))
            left = left[len(curve.settings) :]
        return Shared(tuple(curves))

    def expression(self) -> Expression:
        raise AssertionError("the recipe language has no word for it")

    def block(self, a: Floats, b: Floats) -> Floats:
        of_a, of_b = a[:, 1].astype(int), b[:, 1].astype(int)
        return np.asarray(
            sum(
                np.outer(by[of_a], by[of_b]) * curve.block(a[:, :1], b[:, :1])
                for curve, by in zip(self.curves, SHARES, strict=True)
            )
        )

    def diagonal(self, a: Floats) -> Floats:
        return np.diag(self.block(a, a))

    def gradients(self, a: Floats, b: Floats) -> Iterator[Floats]:
        raise AssertionError("its evidence's slopes come from the state")

    def input_gradients(self, a: Floats, b: Floats) -> Floats:
        raise AssertionError("nobody climbs in the inputs")

    def markov_form(self) -> MarkovForm:
        first, second = (
            curve.markov_form().read_by(by) for curve, by in zip(self.curves, SHARES, strict=True)
        )
        return first.plus(second)


class NoiseByOutput(Gaussian):
    """Each output with a noise of its own, by nothing but what a likelihood may say."""

    outputs: Integers

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        (one,) = self.spec.parameters
        return tuple(replace(one, name=f"noise {output}") for output in range(2))

    def of_outputs(self, outputs: Integers) -> NoiseByOutput:
        other = NoiseByOutput(self.written[0])
        other.written, other.outputs = self.written, outputs
        return other

    def sites(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Sites:
        variance = np.array(numbers)[self.outputs] * relative_noise
        steep = np.where(self.outputs[:, None] == np.arange(2), variance[:, None], 0.0)
        return Sites(values, variance, 0.0, np.zeros(2), steep)


def readings() -> Readings:
    """Out of order, both outputs at some times, one reading missing, some surer than others."""
    random = np.random.default_rng(6)
    times = np.concatenate([random.uniform(0.0, 20.0, 30), np.arange(2.0, 14.0, 2.0)])
    times = np.append(times, times[30:])
    outputs = random.integers(2, size=len(times))
    outputs[-6:] = 1 - outputs[30:36]
    values = np.sin(times / 2.0) * SHARES[0, outputs] + 0.2 * random.standard_normal(len(times))
    values[3] = np.nan
    relative = random.choice([0.5, 1.0, 2.0], len(times))
    return Readings.of(times[:, None], values, relative_noise=relative, outputs=outputs)


def kernel_of(name: str) -> Shared:
    return Shared(build_kernel(parse(PAIRS[name])).parts)


def problem(name: str) -> Problem:
    kernel = kernel_of(name)
    plan = choose(Recipe.of(kernel=PAIRS[name], approximation="markov", solver="kalman"), 40, 1)
    noise = NoiseByOutput(Setting(NOISES[0]))
    noise.written = tuple(map(Setting, NOISES))
    return Problem(replace(plan, kernel=kernel, likelihood=noise), readings(), QUIET)


def dense(name: str, data: Readings, noises: Sequence[float]) -> tuple[Floats, Floats]:
    """The covariance of the readings that are there with themselves, noise included."""
    rows = data.places[data.here]
    variance = np.array(noises)[data.outputs[data.here]] * data.relative_noise[data.here]
    return rows, kernel_of(name).block(rows, rows) + np.diag(variance)


@pytest.mark.parametrize("name", PAIRS)
def test_that_two_outputs_are_read_out_of_one_state(name: str) -> None:
    asked, data = problem(name), readings()
    found = asked.condition(kernel_of(name), NOISES)
    rows, A = dense(name, data, NOISES)
    values, digits = data.values[data.here], ERRORS.get(name, 1e-9)
    assert found.log_evidence == pytest.approx(evidence_of(values, A), rel=digits)
    columns = np.column_stack([values, np.ones(len(values))])
    times = np.concatenate([np.linspace(-2.0, 23.0, 26), data.inputs[:8, 0]])
    targets = np.column_stack([times, np.arange(len(times)) % 2])[::-1]
    across = kernel_of(name).block(targets, rows)
    explained = across @ np.linalg.solve(A, np.column_stack([columns, across.T]))
    prior = kernel_of(name).block(targets, targets)
    mean, variance = found.solution.predict(targets, QUIET)
    left = prior - explained[:, 2:]
    np.testing.assert_allclose(mean, explained[:, :2], rtol=digits, atol=digits)
    np.testing.assert_allclose(variance, np.diag(left), rtol=digits, atol=digits)
    covariance = found.solution.covariance(targets, QUIET)
    np.testing.assert_allclose(covariance, left, atol=10.0 * digits)


def evidence_of(values: Floats, A: Floats) -> float:
    """With an estimated level: Rasmussen and Williams, equation 2.45."""
    ones = np.ones(len(values))
    precision = ones @ np.linalg.solve(A, ones)
    level = ones @ np.linalg.solve(A, values) / precision
    about = multivariate_normal(cov=A).logpdf(values - level)
    return float(about - 0.5 * np.log(precision) + 0.5 * np.log(2.0 * np.pi))


@pytest.mark.parametrize("name", ["few states", "many states"])
def test_that_each_outputs_noise_is_learnt_from_its_own_readings(name: str) -> None:
    """By the slopes of the evidence, in the kernel's numbers and both noises."""
    asked = problem(name)
    numbers = [setting.number for _, setting in kernel_of(name).settings]
    at, step = np.log([*numbers, *NOISES]), 1e-5

    def evidence(logs: Floats) -> float:
        return asked.condition(*asked.at(logs)).log_evidence

    slope = [
        (evidence(at + step * e) - evidence(at - step * e)) / (2 * step) for e in np.eye(len(at))
    ]
    found = asked.condition(*asked.at(at)).gradient(QUIET)
    assert len(found) == len(at)
    np.testing.assert_allclose(found, slope, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("name", ["few states", "a fitted sum"])
def test_that_draws_and_slopes_are_of_the_output_they_are_asked_of(name: str) -> None:
    solution = problem(name).condition(kernel_of(name), NOISES).solution
    targets = np.column_stack([np.repeat([3.3, 9.0, 22.0], 2), np.tile([0.0, 1.0], 3)])
    draws, expected = solution.draws(targets, 4_000, 1, QUIET), solution.covariance(targets, QUIET)
    spread = np.sqrt(np.diag(expected))
    error = np.sqrt((np.outer(spread, spread) ** 2 + expected**2) / 4_000)
    assert (abs(np.cov(draws) - expected) < 5.0 * error).all()


def test_that_an_outputs_slope_is_its_own() -> None:
    solution = problem("many states").condition(kernel_of("many states"), NOISES).solution
    targets, step = np.column_stack([np.repeat([3.3, 9.0], 2), [0.0, 1.0, 0.0, 1.0]]), 1e-5
    found, _ = solution.derivative(targets, 1, QUIET)
    ahead, behind = (
        solution.predict(targets + np.array([by, 0.0]), QUIET)[0] for by in (step, -step)
    )
    np.testing.assert_allclose(found, (ahead - behind) / (2.0 * step), rtol=1e-6, atol=1e-8)


def test_that_an_output_of_its_own_is_the_usual_curve() -> None:
    """Where one output alone is read, the passes that know no outputs give the same."""
    form = kernel_of("few states").markov_form()
    time, values = np.linspace(0.0, 9.0, 12), np.sin(np.arange(12.0))[:, None]
    values = np.column_stack([values, np.ones(12)])
    noise, ones = np.full(12, 0.1), np.ones(12, dtype=np.int64)
    several = KalmanSolution(form, time, noise, values, QUIET, ones)
    alone = KalmanSolution(form.of_output(1), time, noise, values, QUIET)
    assert several.log_determinant == pytest.approx(alone.log_determinant, rel=1e-12)
    np.testing.assert_allclose(several.quadratic, alone.quadratic, rtol=1e-12)
    at = np.linspace(-1.0, 11.0, 9)
    for mine, other in zip(
        several.predict(np.column_stack([at, np.ones(9)]), QUIET),
        alone.predict(at[:, None], QUIET),
        strict=True,
    ):
        np.testing.assert_allclose(mine, other, rtol=1e-11)


def test_that_outputs_stay_beside_their_readings() -> None:
    data = readings()
    assert (np.diff(data.inputs[:, 0]) >= 0.0).all()
    for other in (data.centred(), data.at(np.arange(42)), data.taught(True)):
        np.testing.assert_array_equal(other.places, data.places)
    shuffled = Readings.of(
        np.array([[3.0], [1.0], [2.0], [1.0], [1.0]]),
        np.array([30.0, 10.0, np.nan, 11.0, 10.0]),
        outputs=np.array([1, 0, 1, 1, 0]),
    )
    np.testing.assert_array_equal(shuffled.places, [[1, 0], [1, 1], [2, 1], [3, 1]])
    np.testing.assert_array_equal(shuffled.as_given, [10.0, 11.0, np.nan, 30.0])
    plain = Readings.of(data.inputs, data.values)
    assert not plain.outputs.any()
    np.testing.assert_array_equal(plain.places, plain.inputs)
