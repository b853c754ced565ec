"""Partial pivoted Cholesky: its pivots' distribution, its factor, and where it stops."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from scipy.linalg.lapack import dpstrf
from scipy.stats import chisquare

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.pivots import SHARE, Rule, pivoted
from gpstudio.core.task import Cancelled, Task

LINE = "linear(1, offset=1, centre=0)"
RULES: tuple[Rule, ...] = ("random", "greedy")


def _kernel(text: str, inputs: int = 1) -> Kernel:
    return build_kernel(parse(text), inputs)


def _inputs(n: int, columns: int, seed: int = 3) -> Floats:
    return np.random.default_rng(seed).standard_normal((n, columns))


def _brute_force(matrix: Floats, rank: int) -> dict[tuple[int, ...], float]:
    """The probability of every sequence of pivots, by dense elimination."""
    result = {}
    for sequence in permutations(range(len(matrix)), rank):
        left, chance = matrix.copy(), 1.0
        for place in sequence:
            chance *= left[place, place] / left.trace()
            left = left - np.outer(left[:, place], left[place]) / left[place, place]
        result[sequence] = chance
    return result


@pytest.mark.parametrize("block", [1, 3, 9], ids=lambda block: f"block-{block}")
def test_that_pivots_are_drawn_as_one_at_a_time_whatever_the_block(block: int) -> None:
    kernel = _kernel(f"rbf(1) * {LINE} + 0.5 * matern12(2)")
    inputs = np.array([[0.1], [0.3], [1.0], [1.1], [2.5]])
    expected = _brute_force(kernel.block(inputs, inputs), 3)
    random, runs = np.random.default_rng(17), 3_000
    seen = Counter(
        tuple(pivoted(kernel, inputs, 3, "random", random, block=block).places.tolist())
        for _ in range(runs)
    )
    counts = np.array([seen[sequence] for sequence in expected])
    chances = np.array(list(expected.values()))
    often = chances * runs >= 5
    assert counts.sum() == runs
    counts = np.append(counts[often], counts[~often].sum())
    chances = np.append(chances[often], chances[~often].sum())
    assert chisquare(counts, chances * runs).pvalue > 0.001


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("block", [1, None], ids=["one-by-one", "blocks"])
@pytest.mark.parametrize(
    "text", ["2 * rbf(1.5)", f"matern12(1) + {LINE}", f"rbf(0.3) * rbf(2) * {LINE}"]
)
def test_that_the_factor_is_the_projection_on_its_pivots(
    rule: Rule, block: int | None, text: str
) -> None:
    kernel, inputs = _kernel(text, 2), _inputs(300, 2)
    found = pivoted(kernel, inputs, 25, rule, np.random.default_rng(1), block=block)
    matrix = kernel.block(inputs, inputs)
    across = matrix[:, found.places]
    expected = across @ np.linalg.solve(across[found.places], across.T)
    np.testing.assert_allclose(found.factor @ found.factor.T, expected, atol=1e-9)
    np.testing.assert_allclose(found.residual, np.diag(matrix - expected), atol=1e-9)
    np.testing.assert_allclose(np.triu(found.factor[found.places], 1), 0.0, atol=1e-12)
    assert found.rank == 25
    assert found.factor.flags.f_contiguous
    assert len(set(found.places)) == 25


def test_that_greedy_one_by_one_is_the_pivoted_cholesky_of_lapack() -> None:
    kernel, inputs = _kernel("matern32([1, 2])", 2), _inputs(60, 2)
    found = pivoted(kernel, inputs, 20, "greedy", np.random.default_rng(1), block=1)
    _, order, _, _ = dpstrf(kernel.block(inputs, inputs) * np.linspace(1, 1, 60), lower=1)
    # all variances are alike at first: the first pivot is anybody's
    assert found.places[0] == order[0] - 1
    np.testing.assert_array_equal(found.places, order[:20] - 1)


def test_that_greedy_blocks_take_no_pivot_far_below_the_largest() -> None:
    kernel, inputs = _kernel("rbf(0.7)", 2), _inputs(400, 2)
    found = pivoted(kernel, inputs, 60, "greedy", np.random.default_rng(1))
    left = kernel.block(inputs, inputs)
    for place in found.places:
        assert left[place, place] >= SHARE * left.diagonal().max() - 1e-12
        left = left - np.outer(left[:, place], left[place]) / left[place, place]


@pytest.mark.parametrize("rule", RULES)
def test_that_it_stops_where_the_residual_is_used_up(rule: Rule) -> None:
    inputs, random = _inputs(200, 3), np.random.default_rng(2)
    found = pivoted(_kernel(LINE, 3), inputs, 50, rule, random)
    assert found.rank == np.linalg.matrix_rank(_kernel(LINE, 3).block(inputs, inputs))
    assert found.factor.shape == (200, found.rank)
    assert (found.residual == 0.0).all()
    twins = np.repeat(_inputs(20, 3), 5, axis=0)
    found = pivoted(_kernel("matern12(1)", 3), twins, 100, rule, random)
    assert found.rank == 20
    assert len(np.unique(twins[found.places], axis=0)) == 20


@pytest.mark.parametrize("rule", RULES)
def test_that_it_stops_at_a_share_of_the_trace(rule: Rule) -> None:
    kernel, inputs = _kernel("rbf(1)", 2), _inputs(300, 2)
    whole = pivoted(kernel, inputs, 200, rule, np.random.default_rng(1), block=1)
    found = pivoted(kernel, inputs, 200, rule, np.random.default_rng(1), stop=0.01, block=1)
    assert found.residual.sum() <= 0.01 * 300
    assert 1 < found.rank < whole.rank
    shorter = pivoted(kernel, inputs, found.rank - 1, rule, np.random.default_rng(1), block=1)
    assert shorter.residual.sum() > 0.01 * 300


@pytest.mark.parametrize("rule", RULES)
def test_that_a_rank_above_the_readings_takes_them_all(rule: Rule) -> None:
    kernel, inputs = _kernel("matern12(0.5)"), _inputs(7, 1)
    found = pivoted(kernel, inputs, 1_000, rule, np.random.default_rng(1))
    assert sorted(found.places) == list(range(7))
    exact = kernel.block(inputs, inputs)
    np.testing.assert_allclose(found.factor @ found.factor.T, exact, atol=1e-13)


def test_that_a_variance_of_nought_is_no_pivot() -> None:
    kernel, inputs = _kernel("basis([x], 2)"), np.array([[0.0], [0.0], [1.0], [2.0]])
    found = pivoted(kernel, inputs, 3, "random", np.random.default_rng(1))
    assert found.rank == 1
    exact = kernel.block(inputs, inputs)
    np.testing.assert_allclose(found.factor @ found.factor.T, exact, atol=1e-14)
    nothing = pivoted(kernel, inputs[:2], 2, "random", np.random.default_rng(1))
    assert nothing.rank == 0


def test_that_what_is_not_finite_or_no_rank_is_refused() -> None:
    inputs, random = _inputs(20, 1), np.random.default_rng(1)
    with pytest.raises(InputError, match="at least 1"):
        pivoted(_kernel("rbf(1)"), inputs, 0, "random", random)
    inputs[3] = np.nan
    with pytest.raises(InputError, match="remove rows"):
        pivoted(_kernel("rbf(1)"), inputs, 5, "greedy", random)


@pytest.mark.parametrize("rule", RULES)
def test_that_the_seed_decides_the_pivots(rule: Rule) -> None:
    kernel, inputs = _kernel("rbf(0.5)", 2), _inputs(500, 2)
    first, again, other = (
        pivoted(kernel, inputs, 40, rule, np.random.default_rng(seed)) for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first.places, again.places)
    np.testing.assert_array_equal(first.factor, again.factor)
    assert (first.places != other.places).any()


@pytest.mark.parametrize("rule", RULES)
def test_that_it_keeps_little_more_than_the_factor(rule: Rule) -> None:
    kernel, inputs = _kernel("rbf(0.3)", 2), _inputs(20_000, 2)
    pivoted(kernel, inputs[:500], 50, rule, np.random.default_rng(1))
    tracemalloc.start()
    pivoted(kernel, inputs, 100, rule, np.random.default_rng(1))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # the factor, some lines as long as the readings, tiles
    assert peak < 8 * 20_000 * 100 + 8 * 20_000 * 8 + 4e6


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("patience", [0, 5, 30])
def test_that_it_can_be_stopped_in_the_middle(rule: Rule, patience: int) -> None:
    kernel, inputs = _kernel("rbf(0.3)", 2), _inputs(3_000, 2)
    with pytest.raises(Cancelled):
        pivoted(kernel, inputs, 200, rule, np.random.default_rng(1), Impatient(patience))
