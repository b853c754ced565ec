"""Deep models by drawing, against quadrature and against models of one layer."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kstest, multivariate_normal

from gpstudio import GPRegressor
from gpstudio.core.inference.deep.annealing import annealed, of_runs
from gpstudio.core.inference.deep.drawn import foretold, traced
from gpstudio.core.inference.deep.sampling import drawn
from gpstudio.core.inference.deep.stack import Stack, is_deep, stack_of
from gpstudio.core.errors import InputError
from gpstudio.core.language import parse

TIMES = np.array([[0.1], [0.4]])
VALUES = np.array([0.8, -0.5])


def stack(words: str, inputs: np.ndarray = TIMES, values: np.ndarray = VALUES) -> Stack:
    return Stack(stack_of(parse(words)), inputs, values, 0.05)


TWO = stack("deep(1*rbf(0.2), 1*rbf(0.5))")


def plane() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Both numbers of the hidden layer on a grid, with their weights and the readings' logs."""
    nodes, shares = np.polynomial.hermite_e.hermegauss(60)
    grid = np.stack(np.meshgrid(nodes, nodes, indexing="ij"), axis=-1).reshape(-1, 2)
    weights = np.outer(shares, shares).ravel() / shares.sum() ** 2
    logs = np.array([TWO.at(drives[None]).height for drives in grid])
    return grid, weights, logs


def test_the_annealed_evidence_is_that_of_quadrature() -> None:
    _, weights, logs = plane()
    exact = np.log(weights @ np.exp(logs))
    found = annealed(TWO, steps=20, runs=60, seed=1)
    assert found.error < 0.1
    assert abs(found.log_evidence - exact) < 3.0 * found.error
    assert found == annealed(TWO, steps=20, runs=60, seed=1)


def test_drawn_hidden_curves_are_those_of_the_density() -> None:
    """Of the first number alone, its distribution by quadrature."""
    grid, weights, logs = plane()
    mass = weights * np.exp(logs)
    sums = mass.reshape(60, 60).sum(axis=1)
    share = np.cumsum(sums) / sums.sum()
    nodes = grid[::60, 0]
    draws = [one.drives[0, 0] for one in drawn(TWO, 400, 3, warm_up=50, thinning=5)]
    told = kstest(draws, lambda x: np.interp(x, nodes, share - 0.5 * sums / sums.sum()))
    assert told.pvalue > 0.01


def test_one_layer_is_the_model_that_everybody_knows() -> None:
    one = stack("deep(1*rbf(0.2))")
    covariance = one.kernels[0].block(TIMES, TIMES) + 0.05 * np.eye(2)
    exact = multivariate_normal(np.zeros(2), covariance).logpdf(VALUES)
    assert annealed(one, steps=3, runs=2, seed=0).log_evidence == pytest.approx(exact, abs=1e-10)
    plain = GPRegressor(
        "1*rbf(0.2)", noise="held(0.05)", mean="zero", learning="fixed", approximation="exact",
        solver="cholesky",
    ).fit(TIMES, VALUES)  # fmt: skip
    there = np.linspace(-0.5, 1.0, 7)[:, None]
    mean, std = plain.predict(there, return_std=True)
    found = foretold(one, [one.at(np.zeros((0, 2)))], there, 0)
    np.testing.assert_allclose(found.mean, mean, atol=1e-8)
    np.testing.assert_allclose(np.sqrt(found.variance), std, atol=1e-8)


def test_hidden_curves_are_carried_on_as_they_were_drawn() -> None:
    """At the readings' own times the layers hold what was drawn, and nothing else."""
    draws = list(drawn(TWO, 3, 0, warm_up=10))
    for one in draws:
        values, curve = traced(TWO, one, TIMES, 5)
        np.testing.assert_allclose(values[1], one.values[1], atol=0.02)
        assert curve.shape == (2,)
    found = foretold(TWO, draws, np.array([[40.0]]), 0)
    assert 0.3 < found.variance[0] < 1.2


def test_runs_tell_their_error() -> None:
    found = of_runs(np.log([1.0, 3.0]))
    assert found.log_evidence == pytest.approx(np.log(2.0))
    assert found.error == pytest.approx(np.sqrt(2.0) / 2.0 / np.sqrt(2.0))
    assert found.effective == pytest.approx(1.6)
    assert of_runs(np.zeros(1)).error == np.inf


def test_what_is_written_is_read_or_refused_in_words() -> None:
    assert is_deep(parse("deep(rbf, rbf)"))
    assert not is_deep(parse("rbf + deep(rbf)"))
    assert len(stack_of(parse("deep(rbf(2), matern32(1) + linear)"))) == 2
    with pytest.raises(InputError, match="1 to 5 layers"):
        stack_of(parse("deep()"))
