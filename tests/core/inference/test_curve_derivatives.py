"""Slopes and bends of the curve with their variance, against differences of it in many digits."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from core.inference.composed_rows import COMPOSED
from core.inference.many_digits import NOISE, as_points, covariance, posterior, repeated
from core.kernels.rows import Row
from core.kernels.test_every_kernel import ALL

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET

ROWS = {name: row for name, row in {**ALL, **COMPOSED}.items() if name != "white"}
TARGETS = np.array([-6.0, -1.2, 0.9, 2.5, 4.1])
"""One of them at a reading."""
STEP = mp.mpf("1e-12")
OF_A_FIT = {"rational_quadratic": {1: 1e-2, 2: 0.2}}
FINE = {1: 1e-2, 2: 1e-2}
"""Of fitted kernels, as shares of the largest mean or variance: a fit is held to its covariance
alone, and every derivative makes its ripples larger. A heavy tail's is rough for the bend."""
STENCILS = {1: (-1, 0, 1), 2: (1, -2, 1)}


def expected(row: Row, order: int) -> tuple[Floats, Floats]:
    """Mean and variance of the derivative: of a weighed sum of the curve at three near times."""
    stencil = STENCILS[order]
    scale = (2 * STEP) if order == 1 else STEP**2
    points, values = repeated(1)
    numbers = [mp.mpf(number) for number in row.numbers]
    inverse = mp.inverse(covariance(row, points, numbers, mp.mpf(NOISE)))
    weights = inverse * mp.matrix(values)
    means, variances = [], []
    for (centre,) in as_points(TARGETS[:, None]):
        near = [(centre + side * STEP,) for side in (-1, 0, 1)]
        cross = mp.matrix(
            [
                mp.fdot(stencil, [row.covariance(t, p, *numbers) for t in near]) / scale
                for p in points
            ]
        )
        own = sum(
            one * other * row.covariance(s, t, *numbers)
            for one, s in zip(stencil, near, strict=True)
            for other, t in zip(stencil, near, strict=True)
        )
        means.append(float((cross.T * weights)[0]))
        variances.append(float(own / scale**2 - (cross.T * inverse * cross)[0]))
    return np.array(means), np.array(variances)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row.along_time])
def test_that_the_state_space_knows_the_curves_derivatives(name: str, order: int) -> None:
    row = ROWS[name]
    found = posterior(row.text, "markov", "zero")
    solution = found._trended.solution
    if found.kernel.markov_form().derivatives < order:
        with pytest.raises(InputError, match=f"derivatives, not {order}"):
            solution.derivative(TARGETS[:, None], order, QUIET)
        return
    mean, variance = solution.derivative(TARGETS[:, None], order, QUIET)
    with mp.workdps(100):
        slope, spread = expected(row, order)
    exact = found.report.covariance_error == 0.0
    allowed = 1e-8 if exact else OF_A_FIT.get(name, FINE)[order]
    assert np.abs(mean[:, 0] - slope).max() <= allowed * np.abs(slope).max()
    assert np.abs(variance - spread).max() <= allowed * spread.max()
    assert (variance >= 0.0).all()


@pytest.mark.parametrize("name", ["matern32", "matern52", "rbf", "rational_quadratic", "sum"])
def test_that_the_full_matrix_knows_the_curves_slope(name: str) -> None:
    found = posterior(ROWS[name].text, "exact", "zero")
    mean, variance = found._trended.solution.derivative(TARGETS[:, None], 1, QUIET)
    with mp.workdps(100):
        slope, spread = expected(ROWS[name], 1)
    np.testing.assert_allclose(mean[:, 0], slope, rtol=0, atol=1e-8 * np.abs(slope).max())
    np.testing.assert_allclose(variance, spread, rtol=0, atol=1e-8 * spread.max())
