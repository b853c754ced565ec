"""The evidence's gradient as learning gets it, against differences of it in 50 digits.

For every kernel and many compositions, where it is written and on each bound of the search.
"""

from __future__ import annotations

from functools import cache

import mpmath as mp
import numpy as np
import pytest
from core.inference.composed_rows import COMPOSED
from core.inference.many_digits import DIGITS, evidence, problem
from core.kernels.rows import Row
from core.kernels.test_every_kernel import ALL

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.problem import Problem
from gpstudio.core.kernels.accuracy import along_time

ROWS = {name: row for name, row in {**ALL, **COMPOSED}.items() if name != "white"}
ALONG_TIME = [name for name, row in ROWS.items() if row.along_time]
STEP = mp.mpf("1e-15")
BEYOND_REASON = 1e12
"""The exponential of a variance at its upper bound is a number that no matrix holds."""


def variance(found: Problem, at: Floats) -> float:
    """The curve's largest."""
    return float(found.at(at)[0].diagonal(found.readings.inputs).max())


def loudness(found: Problem, at: Floats) -> float:
    """Variance over noise."""
    return variance(found, at) / found.at(at)[1][0]


def places(found: Problem) -> list[Floats]:
    """Where the numbers are written, and with each of them on either of its bounds."""
    search = found.search(0)
    written = search.starts[0]
    moved = [written]
    for place in range(len(written)):
        for bound in (search.low, search.high):
            at = written.copy()
            at[place] = bound[place]
            moved.append(at)
    return [at for at in moved if variance(found, at) < BEYOND_REASON]


def slope(row: Row, found: Problem, at: Floats) -> Floats:
    """Central differences in each free number's coordinate."""
    kernel, (noise,) = found.at(at)
    settings = [*kernel.settings, (found.plan.likelihood.parameters[0], None)]
    numbers = [setting.number for _, setting in kernel.settings] + [noise]
    slopes = []
    for place, (parameter, setting) in enumerate(settings):
        if setting is not None and setting.held:
            continue
        sides = []
        for sign in (1, -1):
            values = [mp.mpf(number) for number in numbers]
            if parameter.positive:
                values[place] *= mp.exp(sign * STEP)
            else:
                values[place] += sign * STEP
            sides.append(evidence(row, values[:-1], values[-1]))
        slopes.append(float((sides[0] - sides[1]) / (2 * STEP)))
    return np.array(slopes)


@cache
def expected(name: str) -> list[tuple[Floats, Floats]]:
    """The places, and the slope at each."""
    found = problem(ROWS[name].text, "exact")
    with mp.workdps(DIGITS):
        return [(at, slope(ROWS[name], found, at)) for at in places(found)]


def share(found: Problem, at: Floats, right: Floats) -> float:
    """How far off the slope is, in units of max(1, |g|).

    With noise below a millionth of the variance rounding the matrix alone moves each component by
    a share of the largest: there they are taken together.
    """
    size = np.abs(right)
    if loudness(found, at) > 1e6:
        size = size.max(keepdims=True)
    _, slopes = found.search(0).evaluate(at)
    return float(np.max(np.abs(slopes - right) / np.maximum(1.0, size)))


def allowed(found: Problem, at: Floats) -> float:
    """A millionth, or what the matrix's condition leaves of sixteen digits."""
    return max(1e-6, 4e-15 * loudness(found, at))


@pytest.mark.parametrize("name", ROWS)
def test_that_the_full_matrix_has_the_evidences_slope(name: str) -> None:
    found = problem(ROWS[name].text, "exact")
    for at, right in expected(name):
        assert share(found, at, right) <= allowed(found, at), at


@pytest.mark.parametrize("name", ALONG_TIME)
def test_that_the_state_space_has_the_evidences_slope(name: str) -> None:
    """Where it holds the kernel finely enough for the noise; elsewhere the matrix is taken."""
    found = problem(ROWS[name].text, "markov")
    checked = 0
    for at, right in expected(name):
        kernel, (noise,) = found.at(at)
        finer, holds = along_time(kernel, found.readings.inputs, noise)
        if not holds:
            continue
        checked += 1
        of_series = 30.0 * finer.markov_error() * loudness(found, at)
        assert share(found, at, right) <= allowed(found, at) + of_series, at
    assert checked
