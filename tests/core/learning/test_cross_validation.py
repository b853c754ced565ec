"""Cross-validation: how readings go into folds, and what it climbs."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.learning.cross_validation import folds_of
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET


@pytest.mark.parametrize("split", ["interleaved", "stretches", "random"])
@pytest.mark.parametrize(("readings", "folds"), [(23, 5), (4, 5), (10, 2)])
def test_that_every_fold_has_its_share(split: str, readings: int, folds: int) -> None:
    sizes = np.bincount(folds_of(readings, folds, split, seed=3).astype(int))
    assert len(sizes) == min(readings, folds)
    assert sizes.sum() == readings
    assert sizes.max() - sizes.min() <= 1


def test_that_a_split_is_what_its_name_says() -> None:
    np.testing.assert_array_equal(folds_of(7, 3), [0, 1, 2, 0, 1, 2, 0])
    stretches = folds_of(7, 3, "stretches")
    assert (np.diff(stretches) >= 0).all()
    by_lot = folds_of(50, 3, "random", seed=1)
    np.testing.assert_array_equal(by_lot, folds_of(50, 3, "random", seed=1))
    assert not np.array_equal(by_lot, folds_of(50, 3, "random", seed=2))
    assert not np.array_equal(by_lot, folds_of(50, 3))


@pytest.mark.parametrize("split", ["interleaved", "stretches"])
def test_that_what_it_finds_foretells_its_folds_better_than_the_evidences_place(split: str) -> None:
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0.0, 100.0, 30))
    readings = Readings.of(x[:, None], np.sin(x / 10.0) + 0.2 * random.standard_normal(30))
    learning = f"cross_validation(folds=4, split='{split}', restarts=0)"
    density = {}
    for name in (learning, "ml2"):
        posterior = fit(Recipe.of(learning=name), readings)
        problem = Problem(posterior.plan, posterior._readings, QUIET)
        numbers = [*(s.number for _, s in posterior.kernel.settings), posterior.noise]
        folds = folds_of(30, 4, split)
        density[name] = problem.held_out(np.log(numbers), folds).log_density
    assert density[learning] > density["ml2"] + 1e-3
