"""Ridge leverage, the sums of eigenvalues and the draws that samplings are made of."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from threading import Event

import numpy as np
import pytest
from scipy.stats import chisquare

from gpstudio.core.algebra.aside import aside
from gpstudio.core.algebra.eigen import eigenpairs, largest_sum
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.drawing import drawn
from gpstudio.core.approximations.nystrom.ridge import (
    exact_scores,
    scores_of_factor,
    scores_through,
)
from gpstudio.core.approximations.nystrom.sampling import (
    SAMPLINGS,
    Drawing,
    ridge_leverage,
    rpcholesky,
)
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.pivots import pivoted
from gpstudio.core.task import QUIET, Cancelled, Task

KERNEL = build_kernel(parse("1.5 * rbf(0.8) + 0.1 * matern12(2)"), 2)
RIDGE = 0.03


def _inputs(n: int = 150) -> Floats:
    random = np.random.default_rng(8)
    cluster = 0.1 * random.standard_normal((2 * n // 3, 2))
    return np.concatenate([cluster, 3.0 * random.standard_normal((n - len(cluster), 2))])


def _dense(matrix: Floats, ridge: float) -> Floats:
    return np.diag(matrix @ np.linalg.inv(matrix + ridge * np.eye(len(matrix))))


def test_that_exact_scores_are_the_dense_formula() -> None:
    inputs = _inputs()
    expected = _dense(KERNEL.block(inputs, inputs), RIDGE)
    np.testing.assert_allclose(exact_scores(KERNEL, inputs, RIDGE), expected, rtol=1e-9)


def test_that_scores_of_a_factor_are_those_of_the_matrix_it_stands_for() -> None:
    inputs = _inputs()
    pivots = pivoted(KERNEL, inputs, 40, "random", np.random.default_rng(1))
    stands = pivots.factor @ pivots.factor.T + np.diag(pivots.residual)
    np.testing.assert_allclose(scores_of_factor(pivots, RIDGE), _dense(stands, RIDGE), rtol=1e-9)


def test_that_scores_through_landmarks_are_their_formula_and_no_less_than_the_true_ones() -> None:
    inputs, random = _inputs(), np.random.default_rng(3)
    matrix, places = KERNEL.block(inputs, inputs), random.choice(150, 30, replace=False)
    weights = random.uniform(1.0, 3.0, 30)
    across = matrix[:, places]
    inner = across[places] + np.diag(RIDGE / weights**2)
    expected = np.diag(matrix - across @ np.linalg.solve(inner, across.T)) / RIDGE
    found = scores_through(KERNEL, inputs, inputs[places], weights, RIDGE)
    np.testing.assert_allclose(found, expected, rtol=1e-8, atol=1e-10)
    # of readings taken once each: K S (SᵀKS + λ)⁻¹ SᵀK is no more than K (K + λ)⁻¹ K
    once = scores_through(KERNEL, inputs, inputs[places], np.ones(30), RIDGE)
    assert (once >= _dense(matrix, RIDGE) - 1e-10).all()


def test_that_approximate_ridge_leverage_is_near_the_exact_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ground = Ground(KERNEL, _inputs(600), RIDGE, 0)
    exact = SAMPLINGS["ridge_leverage"]().probabilities(ground, 150, np.random.default_rng(1))
    monkeypatch.setattr(ridge_leverage, "EXACT_UP_TO", 10)
    near = SAMPLINGS["ridge_leverage"]().probabilities(ground, 150, np.random.default_rng(1))
    assert exact is not None
    assert near is not None
    # a kink leaves much beyond any factor: what is left over counts as if each by itself
    assert 0.5 * abs(near - exact).sum() < 0.1
    assert near.sum() == pytest.approx(1.0)


@pytest.mark.parametrize("rank", [20, 60, 200])
def test_that_recursive_scores_are_near_those_at_their_own_ridge(rank: int) -> None:
    """Scores at (trace − the k largest)/k, k = rank/(4 log rank), by the dense matrix: those of the
    recursion are clipped overestimates, within a factor where they matter."""
    inputs = _inputs(600)
    matrix = KERNEL.block(inputs, inputs)
    k = int(np.ceil(rank / (4 * np.log(rank))))
    ridge = np.linalg.eigvalsh(matrix)[:-k].sum() / k
    exact = _dense(matrix, ridge)
    ground = Ground(KERNEL, inputs, RIDGE, 0)
    runs = [
        SAMPLINGS["recursive"]().probabilities(ground, rank, np.random.default_rng(seed))
        for seed in range(5)
    ]
    found = np.mean(runs, axis=0)
    assert 0.5 * abs(found - exact / exact.sum()).sum() < 0.25
    # what counts: readings at large stand out as they should
    share, expected = found[400:].sum(), exact[400:].sum() / exact.sum()
    assert share == pytest.approx(expected, abs=0.15)


@pytest.mark.parametrize("count", [1, 5, 20, 150, 400])
def test_that_the_sum_of_the_largest_eigenvalues_is_near(count: int) -> None:
    inputs = _inputs(300)
    matrix = np.asfortranarray(KERNEL.block(inputs, inputs))
    expected = np.linalg.eigvalsh(matrix)[::-1][:count].sum()
    found = largest_sum(matrix, count, np.random.default_rng(1), QUIET)
    assert expected * 0.98 <= found <= expected * (1 + 1e-12)


def test_that_the_sum_of_a_matrix_of_few_directions_is_its_trace() -> None:
    half = np.random.default_rng(1).standard_normal((200, 3))
    found = largest_sum(np.asfortranarray(half @ half.T), 10, np.random.default_rng(1), QUIET)
    assert found == pytest.approx((half**2).sum(), rel=1e-10)


def test_that_eigenpairs_are_numpys() -> None:
    half = np.random.default_rng(1).standard_normal((40, 40))
    values, vectors = eigenpairs(half @ half.T, QUIET)
    np.testing.assert_allclose(vectors * values @ vectors.T, half @ half.T, atol=1e-10)
    assert (np.diff(values) >= 0).all()


class Impatient(Task):
    def check(self) -> None:
        raise Cancelled


class Patient(Task):
    """Waits a little, then stops the work."""

    def __init__(self) -> None:
        self.looks = 0

    def check(self) -> None:
        self.looks += 1
        if self.looks > 2:
            raise Cancelled


def test_that_work_aside_is_left_where_it_is_no_longer_wanted() -> None:
    goes_on = Event()
    with pytest.raises(Cancelled):
        aside(goes_on.wait, Patient())
    goes_on.set()
    started = []
    with pytest.raises(Cancelled):
        aside(lambda: started.append(1), Impatient())
    assert not started


def test_that_an_error_aside_is_the_callers() -> None:
    assert aside(lambda: 7, QUIET) == 7
    with pytest.raises(ZeroDivisionError):
        aside(lambda: 1 / 0, QUIET)


def test_that_of_too_many_readings_some_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the factor would take more memory than it may; landmarks are as many as ever."""
    monkeypatch.setattr(rpcholesky, "MOST_NUMBERS", 20 * 50)
    ground = Ground(KERNEL, _inputs(300), RIDGE, 0)
    sampling, random = SAMPLINGS["rpcholesky"](), np.random.default_rng(1)
    places = sampling.places(Drawing(ground, 20, random))
    assert len(np.unique(places)) == 20
    assert places.max() > 50
    places = sampling.places(Drawing(ground, 100, random))
    assert len(np.unique(places)) == 100


def test_that_draws_without_replacement_are_one_after_the_other() -> None:
    chances = np.array([0.45, 0.3, 0.15, 0.1, 0.0])
    expected = {}
    for pair in permutations(range(4), 2):
        first, second = chances[list(pair)]
        expected[pair] = first * second / (1.0 - first)
    random = np.random.default_rng(3)
    seen = Counter(tuple(drawn(chances, 2, False, random).tolist()) for _ in range(20_000))
    counts = np.array([seen[pair] for pair in expected])
    assert counts.sum() == 20_000, "nothing of no chance"
    assert chisquare(counts, 20_000 * np.array(list(expected.values()))).pvalue > 0.001


def test_that_what_has_no_chance_comes_when_nothing_else_is_left() -> None:
    chances = np.array([0.0, 1.0, 0.0, 0.0])
    draws = [drawn(chances, 3, False, np.random.default_rng(seed)) for seed in range(200)]
    assert {int(places[0]) for places in draws} == {1}
    assert all(len(set(places)) == 3 for places in draws)
    assert {int(place) for places in draws for place in places} == {0, 1, 2, 3}
    assert sorted(drawn(chances, 9, False, np.random.default_rng(1))) == [0, 1, 2, 3]
