"""Error measures, leverage scores and memory against dense formulas."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.lab import measures
from gpstudio.lab.kernels import rbf


@pytest.mark.parametrize("n", [1, 7, 512, 700])
def test_that_distance_is_the_dense_formula(n: int) -> None:
    random = np.random.default_rng(1)
    root = random.standard_normal((n, n))
    exact = np.asfortranarray(root @ root.T / n)
    features = random.standard_normal((n, 5))
    frobenius, largest = measures.distance(exact, features)
    off = exact - features @ features.T
    assert frobenius == pytest.approx(np.linalg.norm(off) / np.linalg.norm(exact), rel=1e-12)
    assert largest == pytest.approx(np.abs(off).max(), rel=1e-12)


def test_that_leverage_scores_are_the_dense_formula() -> None:
    random = np.random.default_rng(2)
    root = random.standard_normal((60, 60))
    matrix = root @ root.T
    scores, ridge = measures.leverage(*np.linalg.eigh(matrix), share=0.25)
    dense = np.diag(matrix @ np.linalg.inv(matrix + ridge * np.eye(60)))
    assert scores == pytest.approx(dense, rel=1e-9)
    assert scores.sum() == pytest.approx(15.0, rel=1e-9)


def test_that_equal_scores_are_flat_and_a_few_large_ones_uneven() -> None:
    assert measures.called(measures.unevenness(np.ones(50))) == "flat"
    few = np.full(1_000, 0.01)
    few[:60] = 1.0
    assert measures.called(measures.unevenness(few)) == "uneven"


def test_that_memory_is_the_peak_of_what_was_allocated() -> None:
    held = np.ones(1_000_000)

    def work() -> float:
        return float((held + 1.0).sum())

    result, peak = measures.with_peak(work)
    assert result == 2_000_000.0
    assert 8_000_000 <= peak < 9_000_000


def test_that_rows_are_drawn_by_the_seed_and_in_order() -> None:
    assert measures.some_rows(5, 10, 0).tolist() == [0, 1, 2, 3, 4]
    some = measures.some_rows(1_000, 50, 3)
    assert len(set(some.tolist())) == 50
    assert (np.diff(some) > 0).all()
    assert (some == measures.some_rows(1_000, 50, 3)).all()
    assert (some != measures.some_rows(1_000, 50, 4)).any()


@pytest.mark.parametrize("sigma", [0.1, 2.1, 10.0])
def test_that_sigma_is_the_thesis_s(sigma: float) -> None:
    a, b = np.array([[0.3, -1.0]]), np.array([[0.5, 0.2]])
    squared = 0.2**2 + 1.2**2
    expected = 2.5 * np.exp(-squared / sigma**2)
    assert rbf(sigma, 2.5).block(a, b)[0, 0] == pytest.approx(expected, rel=1e-12)
