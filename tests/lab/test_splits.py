"""Splits: four fifths and one fifth, no row in both, and the exact model's numbers."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.task import QUIET
from gpstudio.lab.data_sets import DataSet, DataShelf
from gpstudio.lab.sources import source
from gpstudio.lab.splits import Split, learn, split


def test_that_no_row_is_in_both_parts_and_none_twice() -> None:
    wine = DataShelf()["wine"]
    parts = split(wine, 10_000, 3)
    whole = np.concatenate([parts.train, parts.test])
    target = np.concatenate([parts.train_target, parts.test_target])
    assert len(np.unique(np.column_stack([whole, target]), axis=0)) == len(whole) == 4_898 - 937
    assert len(parts.train) == round(0.8 * 3_961)


def test_that_the_target_is_scaled_by_the_training_part() -> None:
    parts = split(DataShelf()["abalone"], 500, 1)
    assert (len(parts.train), len(parts.test)) == (400, 100)
    assert parts.train_target.mean() == pytest.approx(0.0, abs=1e-12)
    assert parts.train_target.std() == pytest.approx(1.0)
    assert abs(parts.test_target.mean()) > 1e-6


def test_that_the_seed_decides_the_split() -> None:
    data = DataShelf()["road"]
    first, again, other = (split(data, 200, seed) for seed in (1, 1, 2))
    assert (first.test == again.test).all()
    assert (first.test != other.test).any()


def test_that_repeated_rows_do_not_make_noise_vanish() -> None:
    random = np.random.default_rng(4)
    inputs = random.standard_normal((120, 2))
    target = np.sin(inputs[:, 0]) + 0.5 * random.standard_normal(120)
    doubled = DataSet(source("road"), np.tile(inputs, (2, 1)), np.tile(target, 2), "")
    parts = split(doubled, 1_000, 0)
    assert len(parts.train) + len(parts.test) == 120
    assert learn(parts, 0, QUIET).noise * parts.scale**2 == pytest.approx(0.25, rel=0.4)


def test_that_the_learnt_numbers_are_those_that_made_the_data() -> None:
    random = np.random.default_rng(5)
    x = np.sort(random.uniform(0.0, 60.0, 300))[:, None]
    covariance = np.exp(-((x - x.T) ** 2) / 3.0**2) + 1e-10 * np.eye(300)
    y = np.linalg.cholesky(covariance) @ random.standard_normal(300)
    y += 0.2 * random.standard_normal(300)
    parts = Split(x, x[:5], y, y[:5], 0.0, 1.0)
    learnt = learn(parts, 0, QUIET)
    assert learnt.sigma == pytest.approx(3.0, rel=0.15)
    assert learnt.noise == pytest.approx(0.04, rel=0.25)
    assert learnt.rows == 300


def clouded(seed: int) -> Split:
    """A curve along time with one reading in ten far below it."""
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 40.0, 160))[:, None]
    y = np.sin(x[:, 0]) + 0.1 * random.standard_normal(160)
    y[random.random(160) < 0.1] -= 2.0
    y = (y - y.mean()) / y.std()
    return Split(x, x[:5], y, y[:5], 0.0, 1.0)


def evidence(parts: Split, sigma: float, variance: float, noise: float) -> float:
    x, y = parts.train, parts.train_target
    matrix = variance * np.exp(-((x - x.T) ** 2) / sigma**2) + noise * np.eye(len(y))
    size = np.linalg.slogdet(matrix)[1]
    return float(-0.5 * (y @ np.linalg.solve(matrix, y) + size))


def test_that_the_exact_model_s_noise_is_normal_whatever_the_readings() -> None:
    """Approximations and solvers are compared with it: no number of it may be learnt for another
    likelihood, such as that of clouds."""
    parts = clouded(1)
    learnt = learn(parts, 0, QUIET)
    numbers = np.array([learnt.sigma, learnt.variance, learnt.noise])
    top = evidence(parts, *numbers)
    for place in range(3):
        for factor in (0.98, 1.02):
            assert evidence(parts, *np.where(np.arange(3) == place, factor, 1.0) * numbers) < top


def test_that_a_climb_from_near_by_ends_on_the_same_summit() -> None:
    whole, other = (learn(clouded(seed), 0, QUIET) for seed in (1, 2))
    near = learn(clouded(1), 0, QUIET, other)
    for name in ("sigma", "variance", "noise"):
        assert getattr(near, name) == pytest.approx(getattr(whole, name), rel=1e-4)


def test_that_a_class_is_wrong_where_its_sign_is_in_the_targets_own_unit() -> None:
    """Of uneven classes the middle of the scaled target is not where they part."""
    true = np.array([-1.0, 1.0, 1.0, 1.0])
    centre, scale = 0.5, 0.8
    parts = Split(true[:, None], true[:, None], true, (true - centre) / scale, centre, scale)
    told = np.array([-0.2, 0.2, 0.4, -0.1])
    assert parts.wrong((told - centre) / scale) == 0.25
