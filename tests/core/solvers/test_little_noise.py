"""Noise far below the curve's variance, through few features: A is definite, though barely."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.solvers import SOLVERS

SKETCH = "nystrom(rank=30, sampling='sketch', passes=1, test_matrix='hadamard')"


def _rows() -> tuple[Floats, Floats]:
    random = np.random.default_rng(0)
    inputs = random.uniform(-2.0, 2.0, (60, 2))
    values = np.sin(1.5 * inputs[:, 0]) + np.cos(inputs[:, 1]) + 0.14 * random.standard_normal(60)
    return inputs, values


@pytest.mark.parametrize("noise", ["held(2.7e-8)", "held(1e-10)"])
@pytest.mark.parametrize("solver", [entry.spec.name for entry in SOLVERS if entry.method])
def test_that_a_value_next_to_nought_is_not_taken_for_a_singular_matrix(
    solver: str, noise: str
) -> None:
    """The preconditioner is of more features than the covariance has: P⁻¹A has values of
    noise/variance. A least-squares solution instead had an evidence millions of nats too high."""

    def evidence(name: str) -> float:
        model = GPRegressor("14.4 * rbf(0.14)", SKETCH, name, "fixed", noise).fit(*_rows())
        assert model.report_.jitter == 0.0
        return model.log_marginal_likelihood_

    assert evidence(solver) == pytest.approx(evidence("woodbury"), rel=1e-6)
