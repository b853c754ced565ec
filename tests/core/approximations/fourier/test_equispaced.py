"""Equispaced waves against the kernels they stand for and the exact fit."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.fourier.equispaced import Equispaced
from gpstudio.core.approximations.fourier.equispaced_covariance import EquispacedCovariance
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.solvers.woodbury import Woodbury
from gpstudio.core.task import QUIET, Cancelled, Task

KERNELS = {
    1: (
        "1.3 * rbf(0.7)",
        "matern52(1)",
        "matern(1, nu=3.5)",
        "rational_quadratic(0.8, alpha=2)",
        "spectral_mixture([1, 0.5], [0.3, 1], [0.2, 0.1])",
        "0.5 * rbf(0.5) + 2 * matern52(2)",
    ),
    2: (
        "1.3 * rbf([1, 2])",
        "spectral_mixture([1], [0.3], [0.2])",
        "rbf(1, dims=[0]) + 0.5 * rbf(2, dims=[1]) + 0.1 * rbf(1)",
        "matern(2, nu=3.5, dims=[1]) + rbf(1, dims=[0])",
    ),
    3: ("rbf([3, 3, 4], dims=[0, 1, 2])", "rbf([1, 2], dims=[2, 0])"),
}
PAIRS = [(inputs, text) for inputs, texts in KERNELS.items() for text in texts]


def _settled(text: str, inputs: Floats, tolerance: float = 1e-6, room: float = 1.1) -> Equispaced:
    kernel = build_kernel(parse(text), inputs.shape[1])
    made = Equispaced(tolerance, room).prepared(Ground(kernel, inputs, 0.05, 0))
    assert isinstance(made, Equispaced)
    return made


def _operator(
    text: str, inputs: Floats, tolerance: float = 1e-6, room: float = 1.1
) -> EquispacedCovariance:
    made = _settled(text, inputs, tolerance, room)
    operator = made.operator(build_kernel(parse(text), inputs.shape[1]), inputs)
    assert isinstance(operator, EquispacedCovariance)
    return operator


def _inputs(dimensions: int, n: int = 60) -> Floats:
    return np.random.default_rng(4).uniform(5.0, 8.0, (n, dimensions))


@pytest.mark.parametrize(("dimensions", "text"), PAIRS)
@pytest.mark.parametrize("tolerance", [1e-2, 1e-5])
def test_that_every_covariance_is_the_kernels_to_the_tolerance(
    dimensions: int, text: str, tolerance: float
) -> None:
    inputs = _inputs(dimensions)
    operator = _operator(text, inputs, tolerance)
    kernel, lattice = operator.kernel, operator.lattice
    variance = float(kernel.diagonal(inputs[:1])[0])
    random = np.random.default_rng(6)
    targets = random.uniform(
        lattice.low - lattice.reach, lattice.high + lattice.reach, (90, dimensions)
    )
    error = abs(operator.cross(targets) - kernel.block(inputs, targets)).max()
    assert error <= tolerance * variance
    assert abs(operator.prior_variance(targets) - variance).max() <= tolerance * variance


def test_that_features_and_sums_over_readings_are_one_matrix() -> None:
    inputs = _inputs(2)
    operator = _operator("1.3 * rbf([1, 2])", inputs, 1e-4)
    features, random = operator.features_at(inputs), np.random.default_rng(1)
    precisions = random.uniform(0.1, 9.0, len(inputs))
    columns, coefficients = (
        random.standard_normal((60, 3)),
        random.standard_normal((operator.rank, 2)),
    )
    gram = features.T @ (precisions[:, None] * features)
    np.testing.assert_allclose(np.tril(operator.gram(precisions)), np.tril(gram), atol=1e-10)
    np.testing.assert_allclose(operator.gathered(columns), features.T @ columns, atol=1e-10)
    np.testing.assert_allclose(operator.spread(coefficients), features @ coefficients, atol=1e-10)
    rows = random.standard_normal((3, operator.rank))
    normal = operator.normal(precisions)
    np.testing.assert_allclose(normal.times(rows), rows + rows @ gram, atol=1e-9)
    np.testing.assert_allclose(
        operator.cross(inputs[:9] + 0.1),
        features @ operator.features_at(inputs[:9] + 0.1).T,
        atol=1e-10,
    )
    factor = np.linalg.cholesky(gram + np.eye(len(gram)))
    explained = np.einsum("jn,jn->n", *[np.linalg.solve(factor, features.T)] * 2)
    np.testing.assert_allclose(operator.explained(np.asfortranarray(factor)), explained, atol=1e-9)


@pytest.mark.parametrize(("dimensions", "text"), [pair for pair in PAIRS if pair[0] < 3])
def test_that_curve_band_and_evidence_are_the_exact_ones(dimensions: int, text: str) -> None:
    """With readings of unequal weight, some missing, and targets beyond them."""
    random = np.random.default_rng(2)
    inputs = random.uniform(-2.0, 2.0, (150, dimensions))
    values = np.sin(1.5 * inputs[:, 0]) + np.cos(inputs[:, -1]) + 0.1 * random.standard_normal(150)
    values[5:9] = np.nan
    targets = random.uniform(-3.0, 3.0, (40, dimensions))
    weights = random.uniform(0.2, 3.0, 150)

    def fitted(approximation: str, solver: str) -> GPRegressor:
        words = {"kernel": text, "noise": "held(0.02)", "learning": "fixed"}
        model = GPRegressor(**words, approximation=approximation, solver=solver)
        return model.fit(inputs, values, sample_weight=weights)

    exact, near = fitted("exact", "cholesky"), fitted("equispaced(tolerance=1e-6)", "woodbury")
    mean, std = exact.predict(targets, return_std=True)
    near_mean, near_std = near.predict(targets, return_std=True)
    assert abs(near_mean - mean).max() < 1e-4
    assert abs(near_std / std - 1.0).max() < 2e-3
    evidence = exact.log_marginal_likelihood_
    assert near.log_marginal_likelihood_ == pytest.approx(evidence, abs=3e-3)
    assert near.report_.approximation_error < 1e-6
    assert near.report_.remarks == exact.report_.remarks


def test_that_the_fit_comes_nearer_as_the_tolerance_shrinks() -> None:
    random = np.random.default_rng(2)
    inputs = random.uniform(-2.0, 2.0, (150, 1))
    values = np.sin(3.0 * inputs[:, 0]) + 0.1 * random.standard_normal(150)
    words = {"kernel": "matern52(1)", "noise": "held(0.01)", "learning": "fixed"}
    exact = GPRegressor(**words, approximation="exact", solver="cholesky").fit(inputs, values)
    targets = np.linspace(-2.0, 2.0, 50)[:, None]
    std = exact.predict(targets, return_std=True)[1]
    errors = []
    for tolerance in (1e-3, 1e-5, 1e-7, 1e-9):
        written = f"equispaced(tolerance={tolerance})"
        near = GPRegressor(**words, approximation=written).fit(inputs, values)
        errors.append(float(abs(near.predict(targets, return_std=True)[1] / std - 1.0).max()))
    assert errors[0] > 10 * errors[1] > 100 * errors[2] > 1000 * errors[3]
    assert errors[3] < 1e-6


def test_that_far_from_all_readings_the_curve_is_as_if_there_were_none() -> None:
    inputs = _inputs(1)
    operator = _operator("1.3 * rbf(0.5)", inputs)
    solution = Woodbury().condition(operator, np.full(60, 0.01), np.ones((60, 1)), QUIET)
    edge = float(operator.lattice.high[0] + operator.lattice.reach[0])
    targets = np.array([edge - 1e-6, edge + 1e-6, 1e3, -1e3])[:, None]
    mean, variance = solution.predict(targets, QUIET)
    # a period away from the readings waves alone would repeat them
    assert abs(mean).max() < 1e-5
    np.testing.assert_allclose(variance, 1.3, rtol=1e-5)
    far = targets[1:]
    np.testing.assert_allclose(solution.covariance(far, QUIET), 1.3 * np.eye(3), atol=1e-9)
    draws = solution.draws(far, 2_000, 0, QUIET)
    np.testing.assert_allclose(draws.std(axis=1), np.sqrt(1.3), rtol=0.1)
    with pytest.raises(InputError, match="one after the other"):
        solution.covariance(targets, QUIET)


def test_that_learning_ends_where_the_exact_fit_does() -> None:
    random = np.random.default_rng(8)
    inputs = random.uniform(0.0, 10.0, (300, 1))
    values = np.sin(2.0 * inputs[:, 0]) + 0.2 * random.standard_normal(300)
    words = {"kernel": "rbf", "learning": "ml2(restarts=0)"}
    exact = GPRegressor(**words, approximation="exact", solver="cholesky").fit(inputs, values)
    near = GPRegressor(**words, approximation="equispaced").fit(inputs, values)
    assert near.noise_ == pytest.approx(exact.noise_, rel=1e-3)
    evidence = exact.log_marginal_likelihood_
    assert near.log_marginal_likelihood_ == pytest.approx(evidence, abs=1e-3)
    assert near.report_.approximation_error < 1e-5
    assert not any("waves" in remark for remark in near.report_.remarks)


def test_that_a_kernel_that_left_its_waves_is_told_of() -> None:
    inputs = _inputs(1)
    made = _settled("rbf(1)", inputs)
    kept, left = (
        made.operator(build_kernel(parse(f"rbf({length})"), 1), inputs) for length in (0.95, 0.5)
    )
    assert isinstance(kept, EquispacedCovariance)
    assert isinstance(left, EquispacedCovariance)
    assert kept.remarks == ()
    assert "fit again from the numbers found" in left.remarks[0]


def test_that_one_reading_and_readings_all_at_one_place_are_no_trouble() -> None:
    for inputs in (np.full((1, 2), 3.0), np.full((5, 2), -7.0)):
        operator = _operator("rbf(2)", inputs)
        assert operator.cross(inputs + 1.0) == pytest.approx(
            operator.kernel.block(inputs, inputs + 1.0), abs=1e-6
        )


@pytest.mark.parametrize(
    ("kernel", "dimensions", "said"),
    [
        ("rbf(1)", 4, "takes up to 3 inputs, here are 4"),
        ("linear(1)", 1, "needs a spectral kernel"),
        ("matern12(0.001)", 1, "choose a smoother kernel such as rbf or matern52.*'markov'"),
        ("matern32(0.01)", 2, "choose a smoother kernel.*or approximation 'nystrom'"),
        ("rational_quadratic(1, alpha=0.4)", 1, "'equispaced'.*choose"),
    ],
)
def test_that_what_it_cannot_hold_is_one_sentence(kernel: str, dimensions: int, said: str) -> None:
    inputs = np.random.default_rng(0).uniform(0.0, 1.0, (30, dimensions))
    model = GPRegressor(
        kernel=kernel, noise="held(0.1)", learning="fixed", approximation="equispaced"
    )
    with pytest.raises(InputError, match=said) as caught:
        model.fit(inputs, inputs[:, 0])
    assert "\n" not in str(caught.value)


def test_that_too_many_waves_to_factor_name_the_solver_that_can() -> None:
    inputs = _inputs(2)
    operator = _operator("rbf(0.05)", inputs)
    with pytest.raises(InputError, match="choose solver 'toeplitz'"):
        Woodbury().condition(operator, np.ones(60), np.ones((60, 1)), QUIET)


class Impatient(Task):
    def check(self) -> None:
        raise Cancelled


def test_that_settling_and_products_can_be_stopped() -> None:
    inputs = _inputs(1)
    operator = _operator("rbf(1)", inputs)
    ground = Ground(operator.kernel, inputs, 0.05, 0)
    for work in (
        lambda: Equispaced().prepared(ground, Impatient()),
        lambda: operator.cross(inputs, Impatient()),
        lambda: operator.times(np.ones((60, 1)), Impatient()),
        lambda: operator.normal(np.ones(60)).times(np.ones((1, operator.rank)), Impatient()),
    ):
        with pytest.raises(Cancelled):
            work()
