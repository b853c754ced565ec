"""Whatever approximation meets whatever solver: a finite answer, or one sentence that says what to
choose instead."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations import APPROXIMATIONS
from gpstudio.core.errors import InputError
from gpstudio.core.solvers import SOLVERS

WRITTEN = {
    entry.spec.name: f"{entry.spec.name}({entry.budget}=20)" if entry.budget else entry.spec.name
    for entry in APPROXIMATIONS
}
PAIRS = [(name, solver) for name in WRITTEN for solver in SOLVERS.names]


def _rows(dimensions: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(2)
    inputs = random.uniform(-2.0, 2.0, (40, dimensions))
    values = np.sin(inputs[:, 0]) + 0.1 * random.standard_normal(40)
    values[::9] = np.nan
    return inputs, values


@pytest.mark.parametrize("noise", ["0.02", "student_t(0.02)"])
@pytest.mark.parametrize("dimensions", [1, 2])
@pytest.mark.parametrize(("name", "solver"), PAIRS)
def test_that_every_pair_answers_or_says_what_would(
    name: str, solver: str, dimensions: int, noise: str
) -> None:
    inputs, values = _rows(dimensions)
    weights = np.linspace(0.5, 2.0, len(values))
    kernel = "matern32(2)" if "markov" in APPROXIMATIONS[name].needs else "rbf(2)"
    model = GPRegressor(kernel, WRITTEN[name], solver, "fixed", noise)
    try:
        model.fit(inputs, values, weights)
    except InputError as refused:
        assert "choose" in str(refused)
        assert "\n" not in str(refused)
        return
    mean, std = model.predict(inputs, return_std=True)
    _, covariance = model.predict(inputs, return_cov=True)
    draws = model.sample_y(inputs, 2)
    for found in (mean, std, covariance, draws, model.log_marginal_likelihood_):
        assert np.isfinite(found).all()
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("solver", ["auto", *(e.spec.name for e in SOLVERS if e.method)])
@pytest.mark.parametrize(
    "name", sorted({n for n in WRITTEN if "features" in APPROXIMATIONS[n].gives} - {"inducing"})
)
def test_that_a_derivative_through_features_is_refused_naming_exact(name: str, solver: str) -> None:
    model = GPRegressor("rbf(1)", WRITTEN[name], solver, "fixed", "0.02").fit(*_rows(1))
    with pytest.raises(InputError, match="approximation 'exact'"):
        model.predict_derivative(np.linspace(0.0, 1.0, 3))


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("nystrom(rank=41)", "'exact'"),
        ("nystrom(rank=0)", "1"),
        ("inducing(points=41)", "'exact'"),
        ("inducing(points=0)", "1"),
        ("fourier", "'exact'"),
        ("equispaced", "'exact'"),
    ],
)
def test_that_bad_ranks_and_kernels_name_what_would_do(written: str, instead: str) -> None:
    with pytest.raises(InputError, match=instead) as refused:
        GPRegressor("linear(1)", written, learning="fixed", noise="0.02").fit(*_rows(2))
    assert "\n" not in str(refused.value)
