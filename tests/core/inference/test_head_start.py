"""Learning begun on some of the rows: where, and that it ends where learning on all does."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.inference import head_start
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.head_start import wants_head_start
from gpstudio.core.inference.readings import Readings
from gpstudio.core.recipe import Recipe


def table(n: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(4)
    inputs = random.normal(size=(n, 2))
    return inputs, np.sin(2.0 * inputs).sum(axis=1) + 0.1 * random.standard_normal(n)


@pytest.mark.parametrize(
    ("words", "n", "wanted"),
    [
        ({"approximation": "nystrom(rank=50)"}, 8_000, True),
        ({"approximation": "nystrom(rank=50)"}, 7_999, False),
        ({"approximation": "nystrom(rank=50)", "learning": "fixed", "kernel": "rbf(1)"}, 9_000, 0),
        ({"approximation": "exact"}, 9_000, False),
    ],
)
def test_that_only_long_learning_by_features_or_products_begins_on_some_rows(
    words: dict[str, str], n: int, wanted: bool
) -> None:
    plan = choose(Recipe.of(**{"likelihood": "gaussian(0.1)", **words}), n, 2)
    assert wants_head_start(plan, Readings.of(*table(n))) == bool(wanted)


def test_that_it_ends_where_learning_on_all_rows_does(monkeypatch: pytest.MonkeyPatch) -> None:
    inputs, values = table(900)
    words = {"kernel": "rbf", "approximation": "nystrom(rank=150)", "learning": "ml2(restarts=0)"}
    whole = GPRegressor(**words).fit(inputs, values)
    monkeypatch.setattr(head_start, "SOME", 200)
    begun = GPRegressor(**words).fit(inputs, values)
    assert begun.log_marginal_likelihood_ == pytest.approx(whole.log_marginal_likelihood_, abs=0.2)
    assert begun.noise_ == pytest.approx(whole.noise_, rel=0.02)
    assert begun.report_.evaluations < whole.report_.evaluations


def test_that_missing_readings_are_not_begun_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(head_start, "SOME", 100)
    inputs, values = table(600)
    values[::3] = np.nan
    begun = GPRegressor(kernel="rbf", approximation="nystrom(rank=80)").fit(inputs, values)
    assert np.isfinite(begun.log_marginal_likelihood_)
    assert begun.report_.missing == 200


def test_that_very_many_rows_are_gone_on_with_by_the_approximation_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inputs, values = table(1_200)
    words = {"kernel": "rbf", "approximation": "nystrom(rank=120)", "learning": "ml2(restarts=0)"}
    whole = GPRegressor(**words).fit(inputs, values)
    monkeypatch.setattr(head_start, "SOME", 100)
    two = GPRegressor(**words).fit(inputs, values)
    monkeypatch.setattr(head_start, "MORE", 300)
    three = GPRegressor(**words).fit(inputs, values)
    for begun in (two, three):
        evidence = begun.log_marginal_likelihood_
        assert evidence == pytest.approx(whole.log_marginal_likelihood_, abs=0.2)
    assert three.report_.evaluations <= two.report_.evaluations
    assert three.report_.evaluations < whole.report_.evaluations
