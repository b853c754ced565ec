"""A height alone is the evidence that comes with the gradient; forms are made once or anew."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.roads import made_ready
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.learning.learner import unheard
from gpstudio.core.operators.markov import MarkovCovariance
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

X = np.arange(0.0, 60.0, 5.0)
COUNTS = np.array([0.0, 2, 1, 3, 5, 4, 6, 9, 7, 4, 3, 1])


@pytest.mark.parametrize("likelihood", ["gaussian", "student_t", "poisson"])
@pytest.mark.parametrize("approximation", ["markov", "exact"])
def test_that_a_height_is_that_of_the_gradients_place(likelihood: str, approximation: str) -> None:
    recipe = Recipe.of(0, kernel="matern32", likelihood=likelihood, approximation=approximation)
    plan, readings = made_ready(choose(recipe, 12, 1), Readings.of(X[:, None], COUNTS))
    search = Problem(plan, readings, QUIET).search(0)
    assert search.height is not None
    for start in search.starts:
        assert search.height(start) == search.evaluate(start)[0]
    assert unheard(search).height is None


def test_that_only_a_form_that_is_no_series_serves_every_noise() -> None:
    exact, series = (
        MarkovCovariance(build_kernel(parse(text)), X[:, None])
        for text in ("matern52(20)", "periodic(1, period=20)")
    )
    loud, quiet = np.full(12, 0.1), np.full(12, 1e-4)
    assert exact.form(loud) is exact.form(quiet)
    assert series.form(quiet).dimension > series.form(loud).dimension
