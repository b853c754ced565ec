"""Landmarks that stand for each other drop out, and nothing else changes."""

from __future__ import annotations

from dataclasses import dataclass

import mpmath
import numpy as np
import pytest
from scipy.linalg.lapack import dpstrf

from gpstudio.core.algebra.blas import MatrixPanel, pstrf
from gpstudio.core.approximations.nystrom.landmarks import LandmarkCovariance
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.task import QUIET, Task

GAPS = (0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3)


def _kernel(text: str) -> Kernel:
    return build_kernel(parse(text), 1)


def _with_twins(gap: float) -> Floats:
    some = np.random.default_rng(3).uniform(0.0, 10.0, 12)
    return np.concatenate([some, some[:5] + gap, some[3:4]])[:, None]


def _product(operator: LandmarkCovariance) -> Floats:
    features = operator.features_at(operator.inputs)
    return features @ features.T


def _many_digits(inputs: Floats, landmarks: Floats) -> Floats:
    """K̂ for exp(−|r|), in 60 digits; landmarks that are the same to the digit count once."""
    landmarks = np.unique(landmarks)
    with mpmath.workdps(60):
        points = [mpmath.mpf(float(x)) for x in inputs[:, 0]]
        marks = [mpmath.mpf(float(x)) for x in landmarks]
        across = mpmath.matrix([[mpmath.exp(-abs(x - z)) for z in marks] for x in points])
        inner = mpmath.matrix([[mpmath.exp(-abs(a - b)) for b in marks] for a in marks])
        product = across * inner**-1 * across.T
        return np.array(product.tolist(), dtype=float)


@pytest.mark.parametrize("gap", GAPS)
def test_that_near_duplicates_cost_no_digits(gap: float) -> None:
    inputs = np.linspace(0.0, 10.0, 25)[:, None]
    landmarks = _with_twins(gap)
    operator = LandmarkCovariance(_kernel("matern12(1)"), inputs, landmarks)
    expected = _many_digits(inputs, landmarks)
    # where two are nearer than rounding, K̂ itself knows their slope no better than that
    np.testing.assert_allclose(_product(operator), expected, atol=max(2e-13, 2 * min(gap, 1e-12)))
    assert operator.rank == (12 if gap == 0.0 else operator.rank)
    assert 12 <= operator.rank <= 17


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("text", ["rbf(2)", "0.7 * matern52(3)", "rbf(5) + matern32(1)"])
def test_that_readings_among_the_landmarks_are_exact(text: str, gap: float) -> None:
    """K̂ at a landmark is K, for any landmarks: which jitter would not keep."""
    kernel, landmarks = _kernel(text), _with_twins(gap)
    operator = LandmarkCovariance(kernel, landmarks, landmarks)
    exact = kernel.block(landmarks, landmarks)
    np.testing.assert_allclose(_product(operator), exact, atol=3e-14)
    assert (operator.missed() < 3e-14).all()


def test_that_landmarks_apart_are_all_kept() -> None:
    kernel, landmarks = _kernel("matern32(1)"), np.arange(40.0)[:, None]
    operator = LandmarkCovariance(kernel, landmarks, landmarks)
    assert operator.rank == 40
    across = kernel.block(landmarks + 0.3, landmarks)
    expected = across @ np.linalg.solve(kernel.block(landmarks, landmarks), across.T)
    features = operator.features_at(landmarks + 0.3)
    np.testing.assert_allclose(features @ features.T, expected, atol=1e-13)


@dataclass(frozen=True, eq=False)
class Pull:
    """Any symmetric G, as ``low_rank.Half`` wants it."""

    matrix: Floats
    operator: LandmarkCovariance

    @property
    def gathered(self) -> Floats:
        raise NotImplementedError

    def __call__(self, rows: slice, features: Floats, /) -> Floats:
        raise NotImplementedError

    def folded(self, rows: slice, features: Floats, by: Floats) -> Floats:
        whole = self.operator.features_at(self.operator.inputs)
        return np.asfortranarray(self.matrix[rows] @ whole @ by)

    def inner(self, task: Task = QUIET) -> Floats:
        features = self.operator.features_at(self.operator.inputs)
        return np.asfortranarray(features.T @ self.matrix @ features)

    def inverse_diagonal(self, task: Task = QUIET) -> Floats:
        raise NotImplementedError


@pytest.mark.parametrize("twin", [False, True], ids=["apart", "twins"])
def test_that_slopes_are_those_of_the_product(twin: bool) -> None:
    kernel = _kernel("1.5 * matern32(2) + 0.1 * matern12(1)")
    inputs = np.linspace(0.0, 10.0, 30)[:, None]
    landmarks = _with_twins(0.0) if twin else _with_twins(0.1)[:12]
    random = np.random.default_rng(1)
    pull = random.standard_normal((30, 30))
    pull = np.asfortranarray(pull + pull.T)
    operator = LandmarkCovariance(kernel, inputs, landmarks)
    found = operator.pulled(Pull(pull, operator), np.zeros(30))
    settings, step = [setting for _, setting in kernel.settings], 1e-5
    for place, slope in enumerate(found):
        sides = []
        for sign in (1, -1):
            moved = list(settings)
            moved[place] = moved[place].at(moved[place].number * np.exp(sign * step))
            other = LandmarkCovariance(kernel.with_settings(moved), inputs, landmarks)
            sides.append(float((pull * _product(other)).sum()))
        assert slope == pytest.approx((sides[0] - sides[1]) / (2 * step), rel=1e-6, abs=1e-6)


def test_that_a_kernel_of_few_directions_has_as_many_features() -> None:
    kernel = build_kernel(parse("linear(1, offset=1, centre=0)"), 3)
    inputs = np.random.default_rng(2).standard_normal((50, 3))
    operator = LandmarkCovariance(kernel, inputs, inputs[:20])
    assert operator.rank == 4
    np.testing.assert_allclose(_product(operator), kernel.block(inputs, inputs), atol=1e-12)


def test_that_the_pivots_and_their_factor_are_lapacks() -> None:
    kernel, landmarks = _kernel("rbf(3)"), _with_twins(1e-9)
    matrix = np.asfortranarray(kernel.block(landmarks, landmarks))
    expected, order, rank, _ = dpstrf(matrix, lower=1, tol=1e-12)
    found = matrix.copy(order="F")
    count, places = pstrf(MatrixPanel.whole(found), 1e-12)
    assert count == rank < len(landmarks)
    np.testing.assert_array_equal(places, order - 1)
    lower = np.tril(found)[:, :count]
    np.testing.assert_allclose(lower, np.tril(expected)[:, :count], atol=1e-14)
    np.testing.assert_allclose(lower @ lower.T, matrix[np.ix_(places, places)], atol=1e-11)


def test_that_variances_far_apart_are_judged_each_by_its_own() -> None:
    """A landmark where the kernel is 10⁻²⁰ of its largest is not redundant for that."""
    kernel = _kernel("modulated(rbf(1), by=exp(-0.5 * x))")
    landmarks = np.array([[0.0], [10.0], [10.0 + 1e-13], [20.0], [40.0]])
    operator = LandmarkCovariance(kernel, landmarks, landmarks)
    assert operator.rank == 4
    exact = kernel.block(landmarks, landmarks)
    deviations = np.sqrt(exact.diagonal())
    off = (_product(operator) - exact) / deviations / deviations[:, None]
    np.testing.assert_allclose(off, 0.0, atol=1e-12)


def test_that_landmarks_without_a_number_are_refused() -> None:
    landmarks = np.array([[0.0], [np.nan], [2.0]])
    operator = LandmarkCovariance(_kernel("rbf(1)"), np.zeros((2, 1)), landmarks)
    with pytest.raises(InputError, match="remove rows"):
        operator.features_at(np.zeros((2, 1)))
