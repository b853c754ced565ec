"""What the studies of classes rest on, against what is known otherwise."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.task import QUIET
from gpstudio.lab.drawn_classes import coin, largest
from gpstudio.lab.studies.coin import fitted, sampled


def test_that_the_sampled_evidence_is_that_of_curves_drawn_from_the_prior() -> None:
    thrown = coin(6, 7.0, 0.2, 8)
    found = fitted(thrown, 7.0, 0.2, "ep", QUIET)
    evidence, error = sampled(found, thrown, 0, QUIET)
    matrix = DenseCovariance(found.kernel, thrown.inputs).entries(QUIET)
    values, vectors = np.linalg.eigh(matrix)
    root = vectors * np.sqrt(np.maximum(values, 0.0))
    curves = root @ np.random.default_rng(0).standard_normal((6, 200_000))
    signs = 2.0 * thrown.places[:, None] - 1.0
    each = np.exp(-np.logaddexp(0.0, -signs * curves).sum(axis=0))
    known = math.log(each.mean())
    both = math.hypot(error, each.std() / each.mean() / math.sqrt(len(each)))
    assert abs(evidence - known) < 4.0 * both
    assert found.log_evidence == pytest.approx(known, abs=0.05)


def test_that_the_largest_curve_is_the_class_and_a_seed_draws_it_again() -> None:
    drawn = largest(300, 2, 6, 0.15, 4)
    assert set(drawn.places.tolist()) <= set(range(6))
    assert len(set(drawn.places.tolist())) > 2
    again = largest(300, 2, 6, 0.15, 4)
    assert np.array_equal(drawn.places, again.places)
    # near places are of one class far more often than others
    gaps = np.abs(drawn.inputs[:, None, :] - drawn.inputs[None, :, :]).max(axis=2)
    same = drawn.places[:, None] == drawn.places[None, :]
    near = (gaps < 0.03) & ~np.eye(300, dtype=bool)
    assert same[near].mean() > 2.0 * same.mean()


def test_that_a_coin_follows_its_luck() -> None:
    thrown = coin(1_000, 60.0, 0.3, 1)
    heads = thrown.places
    runs = np.count_nonzero(np.diff(heads)) + 1
    assert runs < 0.5 * 2.0 * heads.mean() * (1.0 - heads.mean()) * len(heads)
