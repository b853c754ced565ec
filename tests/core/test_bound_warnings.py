"""A number that learning left at its bound is told as Python tells it, by a warning of ``fit``."""

from __future__ import annotations

import sys
import warnings

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning

from gpstudio import GPRegressor
from gpstudio.core.arguments import BoundWarning

X = np.linspace(0.0, 40.0, 30)
Y = np.sin(X / 6.0) + 0.2 * np.random.default_rng(0).standard_normal(30)
TIGHT = "matern32(between(5, 4, 6))"


@pytest.mark.parametrize("loaded", [True, False])
def test_that_a_length_at_its_bound_warns(loaded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not loaded:
        monkeypatch.delitem(sys.modules, "sklearn.exceptions")
    with pytest.warns(ConvergenceWarning if loaded else BoundWarning) as told:
        gp = GPRegressor(TIGHT, learning="ml2").fit(X, Y)
    assert "the length 6 lies at its bound" in str(told[0].message)
    assert told[0].filename == __file__
    assert "the length 6 lies at its bound" in gp.report_.remarks


@pytest.mark.parametrize(
    ("kernel", "learning"),
    [("matern32", "ml2"), ("auto", "auto"), ("matern32(held(6))", "map"), (TIGHT, "fixed")],
)
def test_that_nothing_warns_where_learning_ends_inside(kernel: str, learning: str) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        GPRegressor(kernel, learning=learning).fit(X, Y)
    assert told == []
