"""Landmarks amid clusters: where they lie, and by which lengths clusters are sought."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom.clusters import centres
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS, Drawing, kmeans
from gpstudio.core.approximations.nystrom.sampling.kmeans import swings
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse


def _landmarks(text: str, inputs: Floats, rank: int, seed: int = 0) -> Floats:
    ground = Ground(build_kernel(parse(text), inputs.shape[1]), inputs, 0.1, 0)
    random = np.random.default_rng(seed)
    return SAMPLINGS["kmeans"]().landmarks(Drawing(ground, rank, random))


def _clusters(middles: Floats, each: int, width: float = 0.01) -> Floats:
    random = np.random.default_rng(2)
    rows = np.repeat(middles, each, axis=0)
    return rows + width * random.standard_normal(rows.shape)


def test_that_each_cluster_has_its_mean_for_a_landmark() -> None:
    inputs = _clusters(np.array([[0.0, 0], [5, 0], [0, 5], [5, 5], [9, 9]]), 30)
    found = _landmarks("rbf(1)", inputs, 5)
    expected = inputs.reshape(5, 30, 2).mean(axis=1)
    order, known = np.lexsort(found.round(1).T), np.lexsort(expected.round(1).T)
    np.testing.assert_allclose(found[order], expected[known], atol=1e-12)


def test_that_an_input_the_kernel_does_not_see_makes_no_clusters() -> None:
    """Two inputs of the same spread, one with a long length: clusters are along the other."""
    random = np.random.default_rng(3)
    inputs = np.column_stack([random.choice([0.0, 1.0, 2.0], 300), random.uniform(0, 2, 300)])
    for text in ("rbf([0.5, 500])", "matern32(0.5, dims=0)", "rbf(0.5, dims=0) * rbf(300, dims=1)"):
        found = _landmarks(text, inputs, 3)
        np.testing.assert_allclose(np.sort(found[:, 0]), [0.0, 1.0, 2.0], atol=1e-12)
    turned = _landmarks("rbf([500, 0.5])", inputs, 3)
    assert np.ptp(turned[:, 1]) > 1.0
    assert (abs(turned[:, 0] - 1.0) < 0.3).all()


def test_that_swings_of_an_rbf_are_its_inverse_lengths() -> None:
    inputs = np.random.default_rng(1).standard_normal((500, 3)) * [1.0, 10.0, 0.1]
    lengths = np.array([2.0, 15.0, 4.0])
    kernel = build_kernel(parse("rbf([2, 15, 4])"), 3)
    found = swings(kernel, inputs, np.random.default_rng(1))
    np.testing.assert_allclose(found * lengths, np.ones(3), rtol=0.01)


def test_that_a_kernel_that_sees_nothing_still_has_landmarks() -> None:
    inputs = np.random.default_rng(1).standard_normal((50, 2))
    assert _landmarks("constant(2)", inputs, 4).shape == (4, 2)


def test_that_more_landmarks_than_different_readings_are_those_readings() -> None:
    inputs = np.repeat(np.array([[1.0, 2], [3, 4], [5, 6]]), 7, axis=0)
    found = _landmarks("rbf(1)", inputs, 10)
    np.testing.assert_allclose(found[np.argsort(found[:, 0])], inputs[::7], atol=1e-14)


def test_that_lloyd_ends_where_every_row_is_with_its_nearest_mean() -> None:
    rows = np.random.default_rng(5).standard_normal((400, 3))
    found, names = centres(rows, 12, np.random.default_rng(1))
    squared = ((rows[:, None] - found[None]) ** 2).sum(axis=2)
    assert np.mean(squared.argmin(axis=1) != names) < 0.03
    for name in range(12):
        np.testing.assert_allclose(found[name], rows[names == name].mean(axis=0), atol=1e-12)


def test_that_dates_counted_from_long_ago_lose_no_digits() -> None:
    near = _clusters(np.array([[0.0], [40.0], [90.0]]), 20, width=1.0)
    found = np.sort(_landmarks("rbf(10)", near, 3)[:, 0])
    far = np.sort(_landmarks("rbf(10)", near + 1e6, 3)[:, 0]) - 1e6
    np.testing.assert_allclose(far, found, atol=1e-8)


def test_that_many_readings_are_clustered_by_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kmeans, "FEWEST_ROWS", 100)
    inputs = _clusters(np.array([[0.0, 0], [5, 0], [0, 5]]), 1_000)
    found = _landmarks("rbf(1)", inputs, 3)
    assert len(found) == 3
    assert (np.sort(found.round(1), axis=0)[-1] == 5.0).all()
