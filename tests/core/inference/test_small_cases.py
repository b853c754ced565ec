"""Every kernel and many compositions on a few readings, against 50-digit arithmetic."""

from __future__ import annotations

from functools import cache

import mpmath as mp
import numpy as np
import pytest
from core.inference.composed_rows import COMPOSED, SEVERAL_INPUTS
from core.inference.many_digits import DIGITS, NOISE, TARGETS, Answers, answers, inputs, posterior
from core.kernels.rows import Row
from core.kernels.test_every_kernel import ALL

from gpstudio.core.inference.posterior import Posterior

ROWS = {name: row for name, row in {**ALL, **COMPOSED}.items() if name != "white"}
ALONG_TIME = [name for name, row in ROWS.items() if row.along_time]
TINY = np.finfo(float).tiny
means = pytest.mark.parametrize("mean", ["zero", "constant"])


@cache
def expected(name: str, mean: str, dimensions: int = 1) -> Answers:
    row: Row = {**SEVERAL_INPUTS, **ROWS}[name]
    with mp.workdps(DIGITS):
        return answers(row, mean, dimensions)


def check(found: Posterior, right: Answers, dimensions: int, tolerance: float = 1e-9) -> None:
    """To 1e-9 relative; below 1e-8 of the prior's own a variance counts as that much. Where a walk
    has not begun both are zero."""
    targets = inputs(TARGETS, dimensions)
    mean, variance = found.predict(targets)
    prior = found.kernel.diagonal(targets)
    assert found.log_evidence == pytest.approx(float(right.evidence), rel=tolerance)
    off = np.abs(mean - right.mean) / np.abs(right.mean).max()
    assert off.max() <= tolerance
    off = np.abs(variance - right.variance) / np.maximum(
        right.variance, np.maximum(1e-8 * prior, TINY)
    )
    assert off.max() <= tolerance


@means
@pytest.mark.parametrize("name", ROWS)
def test_that_the_full_matrix_is_right_to_nine_digits(name: str, mean: str) -> None:
    check(posterior(ROWS[name].text, "exact", mean), expected(name, mean), 1)


@means
@pytest.mark.parametrize("name", ALONG_TIME)
def test_that_the_state_space_is_right_to_nine_digits_or_to_its_own_error(
    name: str, mean: str
) -> None:
    """A series or a fit that stands for the covariance may err as it says of itself."""
    found = posterior(ROWS[name].text, "markov", mean)
    assert found.report.approximation.startswith("markov")
    of_series = found.report.covariance_error * found.kernel.diagonal(TARGETS[:, None]).max()
    check(found, expected(name, mean), 1, 1e-9 + 30.0 * of_series / NOISE)


@means
@pytest.mark.parametrize("name", SEVERAL_INPUTS)
def test_that_several_inputs_are_right_to_nine_digits(name: str, mean: str) -> None:
    found = posterior(SEVERAL_INPUTS[name].text, "auto", mean, 3)
    check(found, expected(name, mean, 3), 3)
