"""Scores of probabilities, and parts that are left out."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.classification.folds import folds_of
from gpstudio.core.classification.scores import (
    Scores,
    calibration_error,
    confusion,
    debiased_error,
    perfect_error,
)


def drawn(rows: int, off: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """How sure one is, and whether that was right: too sure by ``off``."""
    random = np.random.default_rng(seed)
    sure = random.uniform(0.55, 0.95, rows)
    return sure, random.uniform(size=rows) < sure - off


def test_that_a_score_is_what_its_definition_says() -> None:
    shares = np.array([[0.8, 0.2], [0.6, 0.4], [0.3, 0.7], [0.25, 0.75]])
    places = np.array([0, 1, 1, 1])
    scores = Scores.of(shares, places)
    assert scores.accuracy == 0.75
    assert scores.log_score == pytest.approx(np.log([0.8, 0.4, 0.7, 0.75]).mean(), abs=1e-15)
    # bins 0.6, 0.7 (two rows) and 0.8: gaps 0.6, 0.55 and 0.2
    assert scores.ece == pytest.approx((0.6 + 0.55 + 0.2) / 4.0, abs=1e-15)
    assert confusion(shares, places).tolist() == [[1, 0], [1, 2]]


def test_that_a_class_nobody_could_learn_is_wrong_and_not_infinite() -> None:
    scores = Scores.of(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([1, 1]))
    assert scores.unseen == 1
    assert scores.log_score == pytest.approx(np.log(0.5))
    assert scores.accuracy == 0.0


def test_that_true_probabilities_show_what_chance_alone_does() -> None:
    found = [drawn(600, 0.0, seed) for seed in range(200)]
    plain = np.array([calibration_error(*one) for one in found])
    told = np.array([perfect_error(sure) for sure, _ in found])
    assert plain.mean() == pytest.approx(told.mean(), rel=0.05)
    squares = np.array([debiased_error(*one) ** 2 for one in found])
    assert np.median(squares) < 0.01**2


@pytest.mark.parametrize("rows", [200, 20_000])
def test_that_what_is_too_sure_shows_by_how_much(rows: int) -> None:
    found = [debiased_error(*drawn(rows, 0.1, seed)) for seed in range(100)]
    assert np.sqrt(np.mean(np.square(found))) == pytest.approx(0.1, abs=0.008)


def test_that_parts_are_alike_and_groups_stay_together() -> None:
    random = np.random.default_rng(1)
    places = np.repeat([0, 1, 2], [50, 25, 10])
    alone = folds_of(places, np.arange(85), 5)
    counts = np.array([np.bincount(alone[places == place], minlength=5) for place in range(3)])
    assert (np.ptp(counts, axis=1) == 0).all()
    groups = random.integers(20, size=85)
    together = folds_of(places, groups, 5)
    assert all(len(set(together[groups == group])) == 1 for group in set(groups.tolist()))
    assert np.bincount(together).min() >= 11
    assert (folds_of(places, groups, 5) == together).all()
    assert folds_of(places, groups % 3, 5).max() == 2
