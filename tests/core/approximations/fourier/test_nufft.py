"""Sums of equispaced waves against sums written out."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.approximations.fourier.nufft import Nufft, library
from gpstudio.core.approximations.fourier.nufft_plain import halved, whole
from gpstudio.core.arrays import Floats
from gpstudio.core.task import Cancelled, Task

MOST = {1: (40,), 2: (9, 13), 3: (4, 5, 6)}
STEP = np.array([0.41, 0.3, 0.5])


def _points(axes: int, n: int = 200) -> Floats:
    """Over more than one period, and beyond nought on either side."""
    return np.random.default_rng(axes).uniform(-17.0, 29.0, (n, axes))


def _waves(inputs: Floats, most: tuple[int, ...]) -> np.ndarray:
    """exp(−iω_j·x), (n, every j)"""
    axes = [np.arange(-m, m + 1) for m in most]
    orders = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, len(most))
    return np.exp(-1j * (inputs * STEP[: len(most)]) @ orders.T)


@pytest.mark.parametrize("axes", MOST)
@pytest.mark.parametrize("tolerance", [1e-2, 1e-4, 1e-7, 1e-10, 1e-13])
def test_that_both_sums_are_those_written_out_to_the_tolerance(axes: int, tolerance: float) -> None:
    inputs, most = _points(axes), MOST[axes]
    strengths = np.random.default_rng(9).standard_normal(len(inputs))
    sums = Nufft(inputs, STEP[:axes], most, tolerance, own=True)
    waves = _waves(inputs, most)
    expected = strengths @ waves
    found = sums.gathered(strengths)
    error = abs(whole(found, axes).ravel() - expected).max()
    assert error < tolerance * max(abs(expected).max(), abs(strengths).sum() / 10)
    back = (np.conj(waves) @ expected).real
    assert abs(sums.spread(found) - back).max() < 3 * tolerance * abs(expected).sum()


def test_that_one_is_the_transpose_of_the_other() -> None:
    inputs, random = _points(2), np.random.default_rng(3)
    sums = Nufft(inputs, STEP[:2], MOST[2], own=True)
    strengths, others = random.standard_normal((2, len(inputs)))
    left, right = whole(sums.gathered(strengths), 2), whole(sums.gathered(others), 2)
    # ⟨E s, E t⟩ = ⟨s, Eᵀ E t⟩
    product = float((left * np.conj(right)).sum().real)
    assert strengths @ sums.spread(halved(right)) == pytest.approx(product, rel=1e-11)


@pytest.mark.parametrize("axes", MOST)
def test_that_the_least_of_everything_is_right(axes: int) -> None:
    """One point and the wave of frequency nought alone; and no points at all."""
    sums = Nufft(_points(axes, 1), STEP[:axes], (0,) * axes, own=True)
    assert sums.gathered(np.array([2.5])).ravel() == pytest.approx([2.5], rel=1e-12)
    assert sums.spread(np.full((1,) * axes, 1.5 + 0j)) == pytest.approx([1.5], rel=1e-12)
    none = Nufft(np.zeros((0, axes)), STEP[:axes], MOST[axes], own=True)
    assert not none.gathered(np.zeros(0)).any()
    assert none.spread(sums.gathered(np.ones(1))).shape == (0,)


def test_that_points_on_a_cells_edge_and_a_whole_period_off_are_right() -> None:
    period = 2.0 * np.pi
    inputs = np.array([0.0, -0.0, -1e-17, period, -period, np.nextafter(period, 0.0)])[:, None]
    sums = Nufft(inputs, np.ones(1), (5,), own=True)
    waves = np.exp(-1j * np.arange(6)[:, None] * inputs[:, 0]) @ np.arange(1.0, 7.0)
    np.testing.assert_allclose(sums.gathered(np.arange(1.0, 7.0)), waves, atol=1e-12)


@pytest.mark.parametrize("axes", MOST)
@pytest.mark.parametrize("tolerance", [1e-6, 1e-12])
def test_that_the_library_gives_the_same(axes: int, tolerance: float) -> None:
    if library() is None:
        pytest.skip("finufft is not installed: pip install gpstudio[fast]")
    inputs = _points(axes)
    strengths = np.random.default_rng(9).standard_normal(len(inputs))
    own = Nufft(inputs, STEP[:axes], MOST[axes], tolerance, own=True)
    theirs = Nufft(inputs, STEP[:axes], MOST[axes], tolerance)
    waves = own.gathered(strengths)
    scale = abs(strengths).sum()
    np.testing.assert_allclose(theirs.gathered(strengths), waves, atol=2 * tolerance * scale)
    back = own.spread(waves)
    limit = 4 * tolerance * abs(waves).sum()
    np.testing.assert_allclose(theirs.spread(waves), back, atol=limit)


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("patience", [0, 1, 2])
def test_that_sums_of_many_points_can_be_stopped(patience: int) -> None:
    inputs = np.zeros((20_000, 3))
    sums = Nufft(inputs, STEP, MOST[3], own=True)
    with pytest.raises(Cancelled):
        sums.gathered(np.ones(len(inputs)), Impatient(patience))
    waves = sums.gathered(np.ones(len(inputs)))
    with pytest.raises(Cancelled):
        sums.spread(waves, Impatient(patience))
