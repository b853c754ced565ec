"""Trying numbers: the recipe they make, and what a slider's place means."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter
from gpstudio.data.table import read_table
from gpstudio.resources import SAMPLE, resource
from gpstudio.session.fitting import Fit, Request, fit_series
from gpstudio.session.trial import (
    SliderScale,
    TriedNumbers,
    kept_recipe,
    live_recipe,
    short,
    try_numbers,
    turnables,
)


def fit_of(**choices: str) -> Fit:
    series = read_table(resource(*SAMPLE)).series[0]
    return fit_series(series, Recipe.of(**choices), Request(stages="none"))


@pytest.fixture(scope="module")
def fit() -> Fit:
    return fit_of(kernel="matern32 + rbf(300)", learning="ml2(restarts=0)")


def mean_of(fit: Fit, trial: Fit) -> Floats:
    """A fit's curve at the times of a trial, which are fewer."""
    return fit.posterior.predict(trial.curve.time[:, None])[0]


def test_that_the_learnt_numbers_give_the_learnt_curve(fit: Fit) -> None:
    trial = try_numbers(fit, TriedNumbers.of(fit))
    np.testing.assert_allclose(trial.curve.mean, mean_of(fit, trial), atol=1e-8)
    assert trial.report.log_evidence == pytest.approx(fit.report.log_evidence, abs=1e-6)
    assert trial.stages == ()


def test_that_a_number_with_a_prior_is_tried_from_where_it_was_learnt() -> None:
    """The report says the number, not the middle of its prior."""
    fit = fit_of(kernel="matern32(around(20, 2)) + white(around(0.1, 3))", learning="map")
    length = fit.posterior.kernel.settings[1][1].number
    assert length != 20.0
    found = TriedNumbers.of(fit)
    assert found.handles[1].setting.number == length
    trial = try_numbers(fit, found)
    np.testing.assert_allclose(trial.curve.mean, mean_of(fit, trial), atol=1e-8)
    assert "around" not in fit.report.kernel


def test_that_every_number_can_be_turned_and_no_other_moves(fit: Fit) -> None:
    start = TriedNumbers.of(fit)
    found = turnables(fit)
    assert [turnable.title for turnable in found] == [
        "Variance of Matérn 3/2", "Length of Matérn 3/2", "Variance of RBF", "Length of RBF",
        "Noise",
    ]  # fmt: skip
    for place, turnable in enumerate(found):
        turned = turnable.turned(start, 2.0 * turnable.scale.middle)
        before = [*(h.setting.number for h in start.handles), start.noise]
        after = [*(h.setting.number for h in turned.handles), turned.noise]
        before[place] *= 2.0
        assert after == pytest.approx(before)


def test_that_another_length_gives_the_curve_of_a_recipe_with_that_length(fit: Fit) -> None:
    length = turnables(fit)[1]
    trial = try_numbers(fit, length.turned(TriedNumbers.of(fit), 17.0))
    kernel = trial.report.kernel
    assert "matern32(17)" in kernel
    noise = f"gaussian({fit.report.noise!r})"
    scale = fit.learned.written.text("scale")
    expected = fit_of(kernel=kernel, likelihood=noise, learning="fixed", scale=scale)
    np.testing.assert_allclose(trial.curve.mean, mean_of(expected, trial), atol=1e-10)


def test_that_kept_numbers_stay_whatever_the_learning(fit: Fit) -> None:
    recipe = kept_recipe(fit.recipe, turnables(fit)[1].turned(TriedNumbers.of(fit), 17.0))
    assert "matern32(held(17))" in recipe.text("kernel")
    assert recipe.text("likelihood") == f"gaussian(held({short(fit.report.noise)}))"
    assert recipe.learning == fit.recipe.learning
    again = fit_series(fit.series, recipe, Request(stages="none"))
    trial = try_numbers(fit, turnables(fit)[1].turned(TriedNumbers.of(fit), 17.0))
    np.testing.assert_allclose(mean_of(again, trial), trial.curve.mean, atol=1e-4)


def test_that_a_written_noise_term_is_kept_in_the_kernel() -> None:
    fit = fit_of(kernel="matern32 + white", learning="ml2(restarts=0)")
    numbers = replace(TriedNumbers.of(fit), noise=0.02)
    assert kept_recipe(fit.recipe, numbers).text("kernel").endswith("+ white(held(0.02))")
    assert live_recipe(fit.recipe, numbers).text("kernel").endswith("+ white(0.02)")
    assert try_numbers(fit, numbers).report.noise == 0.02


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("role", ["length", "place"])
def test_that_a_place_on_the_slider_and_its_number_belong_together(share: float, role: str) -> None:
    scale = SliderScale.about(40.0, Parameter("n", "N", "", role=role), reach=1_000.0)  # type: ignore[arg-type]
    assert scale.share(scale.number(share)) == pytest.approx(share)
    assert scale.number(0.5) == 40.0
    assert scale.holds(-3.0) == (role == "place")
