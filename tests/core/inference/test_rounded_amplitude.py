"""The common amplitude integrated out over readings so coarse that rounding is their noise."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.one_matern.curve import MaternCurve
from gpstudio.core.inference.one_matern.data import roomy
from gpstudio.core.inference.one_matern.driver import slope_for, value_for
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.learning.learner import Search
from gpstudio.core.learning.shape import PosteriorShape
from gpstudio.core.recipe import Recipe
from gpstudio.core.resolution import rounding
from gpstudio.core.task import QUIET

ORDER = 1
STEP = 0.3
X = np.sort(np.random.default_rng(4).uniform(0.0, 10.0, 14))
Y = STEP * np.round(np.sin(X) / STEP)
FIRST, SECOND = np.log([1.0, 2.0, 3e-3]), np.log([1.4, 3.0, 1e-4])
"""Logarithms of variance, length and noise: with the second the noise is below rounding."""


def search_of() -> Search:
    recipe = Recipe.of(kernel="matern32", solver="cholesky")
    readings = Readings.of(X[:, None], Y, written_in=STEP)
    return Problem(*made_ready(choose(recipe, len(Y), 1), readings), QUIET).search(0)


def curve_of() -> MaternCurve:
    readings = Readings.of(X[:, None], Y, written_in=STEP).centred()
    return MaternCurve.of(ORDER, readings, True)


def test_that_the_integral_begins_where_the_noise_is_that_of_rounding() -> None:
    """Σ over a fine grid of log c of the evidence itself, for two shapes; their ratio."""
    search = search_of()
    assert search.amplitude is not None
    grown = np.zeros(3)
    grown[search.amplitude.places] = 1.0

    def summed(logs: Floats) -> float:
        least = np.log(rounding(STEP)) - logs[2]
        nodes, shares = np.polynomial.legendre.leggauss(200)
        grid, shares = least + 8.0 * (nodes + 1.0), 8.0 * shares
        found = np.array([search.evaluate(logs + log * grown)[0] for log in grid])
        return float(np.log(shares @ np.exp(found - found.max())) + found.max())

    expected = summed(FIRST) - summed(SECOND)
    values = [search.amplitude.evaluate(logs, False)[0] for logs in (FIRST, SECOND)]
    assert values[0] - values[1] == pytest.approx(expected, rel=1e-7, abs=1e-7)


@pytest.mark.parametrize("logs", [FIRST, SECOND], ids=["above", "below"])
def test_that_the_amplitude_makes_the_noise_no_less_than_rounding(logs: Floats) -> None:
    search = search_of()
    assert search.amplitude is not None
    raised = logs[2] + search.amplitude.evaluate(logs, False)[2]
    assert raised >= np.log(rounding(STEP))


def differences(value, point: Floats, step: float = 1e-5) -> Floats:  # type: ignore[no-untyped-def]
    found = []
    for place in range(len(point)):
        ahead, behind = point.copy(), point.copy()
        ahead[place] += step
        behind[place] -= step
        found.append((value(ahead) - value(behind)) / (2.0 * step))
    return np.array(found)


@pytest.mark.parametrize("noise", [-2.0, -6.0, -10.0])
def test_that_both_roads_know_value_and_slope(noise: float) -> None:
    shape, curve = PosteriorShape(search_of(), QUIET), curve_of()
    data = roomy(curve.data)
    value, slope = value_for(ORDER + 1), slope_for(ORDER + 1)
    base = float(np.log(np.var(Y)))

    def general(point: Floats) -> float:
        return shape.value(None, np.add(point, [0.0, base]))

    points = [np.array([0.6, noise]), np.array([0.9, noise + 0.5])]
    mine = [value(data, point) for point in points]
    other = [general(point) for point in points]
    assert mine[0] - mine[1] == pytest.approx(other[0] - other[1], rel=1e-8, abs=1e-8)
    here, there = np.empty(2), np.empty(2)
    slope(data, points[0], here)
    shape.slope(None, np.add(points[0], [0.0, base]), there)
    expected = differences(general, points[0])
    np.testing.assert_allclose(here, expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(there, expected, rtol=1e-5, atol=1e-6)
