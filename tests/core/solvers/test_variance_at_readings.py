"""The curve's variance where its readings are, whatever these weigh."""

from __future__ import annotations

import numpy as np

from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.solvers import SOLVERS
from gpstudio.core.task import QUIET


def test_that_it_is_that_of_any_place_to_ten_digits() -> None:
    """Of readings that say next to nothing, something, and next to everything."""
    x = np.random.default_rng(0).uniform(0.0, 10.0, (60, 1))
    noise = np.resize([1e-8, 1e-3, 1.0, 1e3, 1e6, 1e9], 60)
    noise[7] = np.inf
    operator = DenseCovariance(build_kernel(parse("2 * matern32(1)")), x)
    solution = SOLVERS["cholesky"]().condition(operator, noise, x, QUIET)
    found = solution.variance_at_readings(x, QUIET)
    here = np.isfinite(noise)
    # where a reading is next to certain, a prediction keeps fewer digits
    np.testing.assert_allclose(found[here], solution.predict(x[here], QUIET)[1], 1e-9, 1e-13)
