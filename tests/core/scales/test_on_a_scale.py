"""A fit on a scale with limits: the fit of readings taken there by hand, told in their own numbers,
with the scale's slope in every density."""

from __future__ import annotations

import re

import numpy as np
import pytest
from scipy import stats
from scipy.special import expit, logit

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.errors import InputError
from gpstudio.core.inference.comparison import compare
from gpstudio.core.inference.posterior import Posterior, posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.language import parse
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.mixtures import Mixture, mixed
from gpstudio.core.recipe import Recipe
from gpstudio.core.scales import SCALES as REGISTRY
from gpstudio.core.task import QUIET

LOW, HIGH = -0.1, 1.05
TEXT = "logit(-0.1, 1.05)"
SCALES = {
    TEXT: (lambda y: logit((y - LOW) / (HIGH - LOW)), lambda x: LOW + (HIGH - LOW) * expit(x)),
    "log(-0.5)": (lambda y: np.log(y + 0.5), lambda x: np.exp(x) - 0.5),
}
noises = pytest.mark.parametrize(
    ("noise", "learning"), [("gaussian", "averaged"), ("student_t(freedom=5)", "map(restarts=0)")]
)
every = pytest.mark.parametrize("text", list(SCALES))
TIMES = np.array([0.0, 3.0, 4.0, 9.0, 15.0, 16.0, 22.0, 30.0, 31.0, 40.0])
VALUES = np.array([0.02, 0.05, 0.31, 0.44, 0.90, 0.97, 0.93, 0.5, 0.41, 0.2])
BETWEEN = np.linspace(-3.0, 60.0, 40)
HELD = "held(1.7) * matern32(held(12))"


def slope(text: str, values: Floats) -> Floats:
    """g', by differences of the formula above."""
    inside, step = SCALES[text][0], 1e-6
    return (inside(values + step) - inside(values - step)) / (2.0 * step)


def held(text: str, values: Floats = VALUES, **more: str) -> Posterior:
    words = {"kernel": HELD, "mean": "zero", "likelihood": "gaussian(held(0.05))", **more}
    return fit(Recipe.of(scale=text, **words), Readings.of(TIMES[:, None], values))


@every
def test_that_the_evidence_is_of_the_readings_own_numbers(text: str) -> None:
    apart = np.sqrt(3.0) * np.abs(TIMES[:, None] - TIMES) / 12.0
    covariance = 1.7 * (1.0 + apart) * np.exp(-apart) + 0.05 * np.eye(len(TIMES))
    inside = stats.multivariate_normal(np.zeros(len(TIMES)), covariance)
    expected = inside.logpdf(SCALES[text][0](VALUES)) + np.log(slope(text, VALUES)).sum()
    assert held(text).log_evidence == pytest.approx(expected, abs=1e-6)


@every
def test_that_a_known_noise_is_taken_to_the_scale_where_its_reading_stands(text: str) -> None:
    known = np.linspace(0.02, 0.06, len(TIMES))
    recipe = Recipe.of(kernel=HELD, mean="zero", scale=text, learning="fixed")
    found = fit(recipe, Readings.of(TIMES[:, None], VALUES, noise_std=known))
    apart = np.sqrt(3.0) * np.abs(TIMES[:, None] - TIMES) / 12.0
    covariance = 1.7 * (1.0 + apart) * np.exp(-apart)
    covariance += np.diag((known * slope(text, VALUES)) ** 2)
    inside = stats.multivariate_normal(np.zeros(len(TIMES)), covariance)
    expected = inside.logpdf(SCALES[text][0](VALUES)) + np.log(slope(text, VALUES)).sum()
    assert found.log_evidence == pytest.approx(expected, abs=1e-5)


@every
def test_that_a_weight_counts_as_the_reading_twice_and_a_missing_one_not(text: str) -> None:
    weights = np.ones(len(TIMES))
    weights[[2, 5]] = 2.0, 0.0
    kept = {"kernel": HELD, "scale": text, "noise": "held(0.05)"}
    one = GPRegressor(**kept).fit(TIMES, VALUES, weights)
    rows = np.repeat(np.arange(len(TIMES)), weights.astype(int))
    other = GPRegressor(**kept).fit(TIMES[rows], VALUES[rows])
    expected = other.log_marginal_likelihood_
    assert one.log_marginal_likelihood_ == pytest.approx(expected, abs=1e-9)
    np.testing.assert_allclose(one.predict(BETWEEN), other.predict(BETWEEN), rtol=1e-10)


@every
@noises
def test_that_quantiles_and_draws_are_those_inside_mapped(
    text: str, noise: str, learning: str
) -> None:
    scale, outside = make(REGISTRY, parse(text)), SCALES[text][1]
    words = {"kernel": "matern32", "noise": noise, "learning": learning}
    ours = GPRegressor(**words, scale=text).fit(TIMES, VALUES)
    theirs = GPRegressor(**words).fit(TIMES, scale.inside(VALUES))
    for new in (False, True):
        for edge, other in zip(
            ours.predict_interval(BETWEEN, 0.9, new),
            theirs.predict_interval(BETWEEN, 0.9, new),
            strict=True,
        ):
            np.testing.assert_allclose(edge, outside(other), rtol=0.0, atol=1e-9)
    np.testing.assert_allclose(
        ours.sample_y(BETWEEN, 5, 2), outside(theirs.sample_y(BETWEEN, 5, 2)), rtol=0.0, atol=1e-9
    )
    for mine, other in zip(
        ours.predict_derivative(BETWEEN), theirs.predict_derivative(BETWEEN), strict=True
    ):
        np.testing.assert_allclose(mine, other, rtol=1e-7, atol=1e-12)
    assert ours.kernel_ == theirs.kernel_
    assert ours.noise_ == pytest.approx(theirs.noise_)


@noises
def test_that_means_and_variances_are_those_of_many_draws(noise: str, learning: str) -> None:
    """Of the curve, and of a new reading, whose mean is not the curve's where the scale bends."""
    words = {"kernel": "matern32", "noise": noise, "learning": learning}
    model = GPRegressor(**words, scale=TEXT).fit(TIMES, VALUES)
    curve = model.predict(BETWEEN, return_std=True)
    new = model.predict(BETWEEN, return_std=True, include_noise=True)
    count = 40_000
    for (mean, std), drawn in (
        (curve, model.sample_y(BETWEEN, count)),
        (new, _readings_drawn(model._posterior, noise, count)),
    ):
        assert (np.abs(drawn.mean(axis=1) - mean) < 5.0 / np.sqrt(count) * std).all()
        np.testing.assert_allclose(drawn.std(axis=1), std, rtol=0.03)
    assert np.abs(new[0] - curve[0]).max() > 1e-3


@pytest.mark.parametrize("freedom", [1.5, 4.0, 30.0])
def test_that_a_robust_readings_moments_are_those_of_a_fine_rule(freedom: float) -> None:
    """Over the error by the trapezoid rule in v, e = sinh(sinh v), and over the curve by itself."""
    scale = make(REGISTRY, parse(TEXT))
    likelihood = make(LIKELIHOODS, parse(f"student_t(0.3, freedom={freedom})"))
    mean, spread = np.array([0.1, -2.0, 3.0]), np.array([0.02, 1.0, 0.3])
    curve = Mixture(mean[None], spread[None], np.ones(1), np.inf)
    found = likelihood.reading(curve, [(0.3,)], scale)
    v, step = np.linspace(-3.9, 3.9, 4_001, retstep=True)
    error = np.sinh(np.sinh(v))
    shares = stats.t.pdf(error, freedom) * np.cosh(np.sinh(v)) * np.cosh(v) * step
    centres = mean + np.sqrt(0.3) * error[:, None]
    expected = mixed(shares, *scale.moments(centres, np.tile(spread, (len(v), 1))))
    np.testing.assert_allclose(found, expected, atol=3e-7)


def _readings_drawn(posterior: Posterior, noise: str, count: int) -> Floats:
    """Place by place, from the members by their weights."""
    random, members = np.random.default_rng(0), posterior.members
    shape = len(BETWEEN), count
    which = random.choice(len(members.weights), shape, p=members.weights)
    means, spreads = (
        part[which, np.arange(len(BETWEEN))[:, None]]
        for part in members.curves(BETWEEN[:, None], QUIET)
    )
    noises = members.noises[which]
    if noise == "gaussian":
        off = np.sqrt(spreads + noises) * random.standard_t(members.freedom, shape)
    else:
        off = np.sqrt(spreads) * random.standard_normal(shape)
        off += np.sqrt(noises) * random.standard_t(5.0, shape)
    return SCALES[TEXT][1](means + off)


@pytest.mark.parametrize("learning", ["averaged", "map(restarts=0)"])
def test_that_the_joint_covariance_is_that_of_draws(learning: str) -> None:
    model = GPRegressor("matern32", scale=TEXT, learning=learning).fit(TIMES, VALUES)
    places, count = BETWEEN[::4], 40_000
    std = model.predict(places, return_std=True)[1]
    covariance = model.predict(places, return_cov=True)[1]
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=1e-5)
    found = covariance / np.outer(std, std)
    far = 4.5 / np.sqrt(count) + (0.015 if learning == "averaged" else 0.0)
    np.testing.assert_allclose(found, np.corrcoef(model.sample_y(places, count)), atol=far)


def test_that_new_readings_hang_together_by_their_curves_alone() -> None:
    model = GPRegressor("matern32", scale=TEXT, learning="map(restarts=0)").fit(TIMES, VALUES)
    places, count = BETWEEN[::4], 40_000
    std = model.predict(places, return_std=True, include_noise=True)[1]
    covariance = model.predict(places, return_cov=True, include_noise=True)[1]
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=1e-12)
    inside, outside = SCALES[TEXT]
    errors = np.random.default_rng(1).standard_normal((len(places), count)) * np.sqrt(model.noise_)
    drawn = outside(inside(model.sample_y(places, count)) + errors)
    found = covariance / np.outer(std, std)
    np.testing.assert_allclose(found, np.corrcoef(drawn), atol=4.5 / np.sqrt(count))


@every
@pytest.mark.parametrize("likelihood", ["gaussian(held(0.05))", "student_t(held(0.05), freedom=9)"])
def test_that_readings_left_out_are_told_in_their_own_numbers(text: str, likelihood: str) -> None:
    inside, _ = SCALES[text]
    ours = held(text, likelihood=likelihood).left_out()
    theirs = held("identity", inside(VALUES), likelihood=likelihood).left_out()
    np.testing.assert_allclose(ours.values, VALUES, rtol=1e-12)
    np.testing.assert_allclose(ours.residuals, theirs.residuals, rtol=1e-9)
    expected = theirs.log_densities + np.log(slope(text, VALUES))
    np.testing.assert_allclose(ours.log_densities, expected, atol=1e-6)
    for place in range(len(TIMES)) if likelihood.startswith("gaussian") else ():
        without = VALUES.copy()
        without[place] = np.nan
        mean, variance = held(text, without).predict(TIMES[place : place + 1, None], True)
        assert ours.mean[place] == pytest.approx(mean[0], rel=1e-9)
        assert ours.variance[place] == pytest.approx(variance[0], rel=1e-8)


def test_that_what_is_held_out_is_scored_in_the_readings_own_numbers() -> None:
    """Twice the unit is half the density of each reading, but for the one that the level takes:
    nothing else of a comparison moves."""
    rows = [
        compare(
            {"": Recipe.of(kernel="matern32", scale=text)},
            Readings.of(TIMES[:, None], times * VALUES),
        )[0]
        for times, text in ((1.0, TEXT), (2.0, "logit(-0.2, 2.1)"))
    ]
    one, two = rows
    assert two.error == pytest.approx(2.0 * one.error, rel=1e-6)
    assert two.log_density == pytest.approx(one.log_density - np.log(2.0), rel=1e-6)
    assert two.left_out == pytest.approx(one.left_out - len(VALUES) * np.log(2.0), rel=1e-6)
    fewer = (len(VALUES) - 1) * np.log(2.0)
    assert two.log_evidence == pytest.approx(one.log_evidence - fewer, rel=1e-6)


@every
def test_that_residuals_and_noise_are_about_a_level_in_their_own_numbers(text: str) -> None:
    inside, _ = SCALES[text]
    found, readings = held(text), Readings.of(TIMES[:, None], VALUES)
    level = np.full(len(TIMES), 0.4)
    expected = (inside(VALUES) - inside(level)) / np.sqrt(0.05)
    np.testing.assert_allclose(found.residuals(readings, level), expected, rtol=1e-9)
    noise = 0.05 / slope(text, level) ** 2
    np.testing.assert_allclose(found.noise_at(readings, level), noise, rtol=1e-7)


def test_that_what_was_learned_remembers_the_scale_and_its_reason() -> None:
    found = fit(Recipe.of(scale=TEXT), Readings.of(TIMES[:, None], VALUES))
    assert found.learned.written.text("scale") == TEXT
    assert "between -0.1 and 1.05, on a logit scale" in found.report.reason
    again = posterior_of(found.learned, Readings.of(TIMES[:, None], VALUES))
    for one, other in zip(
        found.bands(BETWEEN[:, None]), again.bands(BETWEEN[:, None]), strict=True
    ):
        np.testing.assert_array_equal(one, other)
    plain = fit(Recipe.of(), Readings.of(TIMES[:, None], VALUES))
    assert plain.learned.written.text("scale") == "identity"
    assert "scale" not in plain.report.reason


def test_that_bands_stay_between_the_limits_where_they_would_not_by_themselves() -> None:
    ours = GPRegressor("matern32", scale=TEXT).fit(TIMES, VALUES)
    theirs = GPRegressor("matern32").fit(TIMES, VALUES)
    edges = ours.predict_interval(BETWEEN)
    assert LOW < edges[0].min() < edges[1].max() < HIGH
    assert theirs.predict_interval(BETWEEN)[1].max() > HIGH
    draws = ours.sample_y(BETWEEN, 500)
    assert LOW < draws.min() < draws.max() < HIGH


@pytest.mark.parametrize(
    ("scale", "noise", "told"),
    [
        ("logit(0.1, 1.05)", None, "ends at 0.1 and 1.05, and one reading is 0.02"),
        ("logit(-0.1, 0.97)", None, "ends at -0.1 and 0.97, and one reading is 0.97"),
        ("log(0.02)", None, "above 0.02 only, and one is 0.02"),
        (TEXT, "poisson", "'poisson' has a scale of its own"),
        ("logit(2, 1)", None, "the lower one first: 2 and 1 are none such"),
        ("logot", None, "There is no scale called 'logot': did you mean 'logit'?"),
    ],
)
def test_that_limits_which_do_not_fit_are_one_sentence(
    scale: str, noise: str | None, told: str
) -> None:
    with pytest.raises(InputError, match=re.escape(told)) as caught:
        GPRegressor(scale=scale, noise=noise).fit(TIMES, VALUES)
    assert "\n" not in str(caught.value)


def test_that_readings_of_any_size_have_limits_of_their_own() -> None:
    """Those far from one are computed with in a unit of their own, but not where a scale makes
    numbers near one of them."""
    size = 2.0**150
    words = (f"logit({-0.1 * size!r}, {1.05 * size!r})", TEXT)
    large, usual = (
        GPRegressor("matern32", scale=text).fit(TIMES, VALUES * times)
        for text, times in zip(words, (size, 1.0), strict=True)
    )
    np.testing.assert_allclose(large.predict(BETWEEN), size * usual.predict(BETWEEN), rtol=1e-8)
    assert large.noise_ == pytest.approx(usual.noise_)
    assert large.score(TIMES, size * VALUES) == pytest.approx(usual.score(TIMES, VALUES))
