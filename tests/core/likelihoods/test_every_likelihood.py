"""One contract for every likelihood: what it says of readings, of the curve, and of itself."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from core.likelihoods.likelihood_rows import ROWS, Row
from scipy import stats
from scipy.integrate import quad
from scipy.special import logsumexp

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.inference.laplace import Laplace
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.language import parse
from gpstudio.core.likelihoods import LIKELIHOODS, Likelihood, Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.likelihoods.likelihood import Held
from gpstudio.core.mixtures import Mixture
from gpstudio.core.recipe import Recipe
from gpstudio.core.scales.logit import Logit
from gpstudio.core.task import QUIET

SOLVERS = ("kalman", "cholesky")
CURVE = np.array([-0.8, -0.2, 0.4, 1.0, 1.9])
"""About which each row's values lie."""
KERNEL = "{} * matern32({})"
NUMBERS = (0.8, 4.0)
STEP = 1e-6

each = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)


def likelihood(row: Row) -> Likelihood:
    made: Likelihood = make(LIKELIHOODS, parse(row.text))
    return made


def written(found: Likelihood) -> Numbers:
    return tuple(setting.number for _, setting in found.settings)


def pairs(row: Row) -> tuple[Floats, Floats, Floats]:
    """Every value about every place of the curve, with weights either side of one."""
    values, curve = (grid.ravel() for grid in np.meshgrid(row.values, CURVE))
    return values, curve, np.resize([1.0, 0.5, 2.5], len(values))


def moved(found: Likelihood, numbers: Numbers, place: int, by: float) -> Numbers:
    """With one number moved in its coordinate."""
    parameter = found.parameters[place]
    number = parameter.at_coordinate(parameter.coordinate(numbers[place]) + by)
    return (*numbers[:place], number, *numbers[place + 1 :])


def wave(x: Floats) -> Floats:
    return np.asarray(0.5 + 1.5 * np.sin(x / 3.0))


def field(row: Row, n: int, seed: int = 0, weighted: bool = False) -> tuple[Floats, ...]:
    """Times, readings and weights of a curve between −1 and 2."""
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 20.0, n))
    curve = wave(x)
    weights = random.uniform(0.4, 2.0, n) if weighted else np.ones(n)
    return x, row.draw(random, curve, 1.0 / weights), weights


def posterior(row: Row, x: Floats, y: Floats, weights: Floats, **words: str) -> Posterior:
    choices = {
        "kernel": KERNEL.format(*NUMBERS), "likelihood": row.text, "learning": "fixed",
    } | words  # fmt: skip
    return fit(Recipe.of(**choices), Readings.of(x[:, None], y, weights))


def test_that_every_likelihood_has_a_row() -> None:
    asked = {text.split(",")[0] for text in ROWS}
    assert asked == set(LIKELIHOODS.names), "each likelihood takes a row in likelihood_rows.ROWS"


@each
def test_that_it_writes_as_many_numbers_as_it_declares(row: Row) -> None:
    found = likelihood(row)
    assert len(found.written) == len(found.parameters)
    plain = make(LIKELIHOODS, parse(found.spec.name))
    starts = [setting.value for setting in plain.written]
    assert starts == [parameter.default for parameter in found.parameters], "what nobody wrote"


@each
@pytest.mark.parametrize("level", [-0.8, 1.9])
def test_that_densities_of_all_readings_are_one_together(row: Row, level: float) -> None:
    """And that the tails are what the density leaves on either side."""
    found, curve, one = likelihood(row), np.array([level]), np.ones(1)
    numbers = written(found)

    def density(value: float) -> float:
        asked = np.array([value]), curve, one, numbers
        return float(np.exp(found.log_density(*asked)[0]))

    for value in row.values[:3]:
        below, above = (
            float(tail[0]) for tail in found.tails(np.array([value]), curve, one, numbers)
        )
        if found.whole:
            counts = np.array([density(float(count)) for count in range(200)])
            place = int(value)
            expected = counts[:place].sum(), counts[place + 1 :].sum()
            assert counts.sum() == pytest.approx(1.0, abs=1e-12)
        else:
            ends = {"epsabs": 1e-12, "limit": 200}
            expected = (
                quad(density, -np.inf, value, **ends)[0],
                quad(density, value, np.inf, **ends)[0],
            )
            assert sum(expected) == pytest.approx(1.0, abs=1e-7)
        np.testing.assert_allclose((below, above), expected, atol=1e-7, err_msg="tails")


@each
def test_that_the_expansions_slopes_are_those_of_its_parts(row: Row) -> None:
    found = likelihood(row)
    values, curve, relative = pairs(row)
    numbers = written(found)

    def expanded(by: float, place: int | None) -> tuple[Floats, Floats, Floats]:
        at = curve + by if place is None else curve
        now = numbers if place is None else moved(found, numbers, place, by)
        told = found.expansion(values, at, relative, now)
        return told.log_density, told.pull, told.variance

    def differences(place: int | None) -> list[Floats]:
        both = zip(expanded(STEP, place), expanded(-STEP, place), strict=True)
        return [(up - down) / (2.0 * STEP) for up, down in both]

    def same(found: Floats, expected: Floats, what: str) -> None:
        size = 1.0 + abs(expected).max()
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-7 * size, err_msg=what)

    told = found.expansion(values, curve, relative, numbers)
    slopes = found.slopes(values, curve, relative, numbers)
    density, pull, variance = differences(None)
    same(told.pull, density, "the pull is the log density's slope in the curve")
    same(slopes.pull, pull, "slopes.pull is the pull's in the curve")
    same(slopes.variance, variance, "slopes.variance is the variance's in the curve")
    assert len(slopes.in_numbers) == len(numbers), "slopes in every number"
    for place, own in enumerate(slopes.in_numbers):
        for name, expected in zip(
            ("log_density", "pull", "variance"), differences(place), strict=True
        ):
            same(getattr(own, name), expected, f"in number {place}: {name}")


@each
def test_that_a_weight_is_so_many_readings_and_steps_lead_uphill(row: Row) -> None:
    found = likelihood(row)
    values, curve, _ = pairs(row)
    numbers, one = written(found), np.ones(len(values))
    told = found.expansion(values, curve, one, numbers)
    assert (told.step > 0.0).all()
    if found.concave:
        np.testing.assert_allclose(told.step, -1.0 / found.slopes(values, curve, one, numbers).pull)
        twice = found.expansion(values, curve, 0.5 * one, numbers)
        np.testing.assert_allclose(twice.pull, 2.0 * told.pull, rtol=1e-12)
        more, _ = found.repeated(0.5 * one, 2.0 * one, numbers)
        whole = twice.log_density.sum() + more
        assert whole == pytest.approx(2.0 * told.log_density.sum(), rel=1e-12)
        np.testing.assert_allclose(twice.variance, 0.5 * told.variance, rtol=1e-12)


@each
def test_that_sites_are_as_high_and_as_steep_as_the_readings(row: Row) -> None:
    found = likelihood(row)
    values, curve, relative = pairs(row)
    numbers = written(found)
    told, sites = (ask(values, curve, relative, numbers) for ask in (found.expansion, found.sites))
    height = stats.norm.logpdf(curve, sites.target, np.sqrt(sites.variance)).sum()
    assert height + sites.log_normaliser == pytest.approx(told.log_density.sum(), rel=1e-10)
    np.testing.assert_allclose((sites.target - curve) * sites.precision, told.pull, atol=1e-9)
    repeats = np.linspace(0.5, 4.0, len(values))
    _, of_repeats = found.repeated(relative, repeats, numbers)
    for place in range(len(numbers)):
        up, down = (moved(found, numbers, place, by) for by in (STEP, -STEP))
        heights = [found.repeated(relative, repeats, by)[0] for by in (up, down)]
        slope = (heights[0] - heights[1]) / (2.0 * STEP)
        assert of_repeats[place] == pytest.approx(slope, rel=1e-6, abs=1e-7), "of repeats"
        if found.closed:
            heights = [found.sites(values, curve, relative, by).log_normaliser for by in (up, down)]
            slope = (heights[0] - heights[1]) / (2.0 * STEP)
            assert sites.slopes[place] == pytest.approx(slope, rel=1e-6, abs=1e-8)


def mixtures() -> Mixture:
    means = np.array([[0.2, 1.1, 1.8], [-0.5, 1.3, 2.0]])
    return Mixture(
        means, np.array([[0.04, 0.3, 0.9], [0.2, 0.1, 0.4]]), np.array([0.7, 0.3]), np.inf
    )


def sampled(row: Row, count: int) -> tuple[Floats, Floats]:
    """Curves of the mixture and new readings about them, (places, count)."""
    random, curves = np.random.default_rng(5), mixtures()
    member = random.choice(2, count, p=curves.weights)
    curve = curves.means[member] + np.sqrt(curves.spreads[member]) * random.standard_normal(
        (count, 3)
    )
    return curve.T, row.draw(random, curve, np.ones((count, 3))).T


@each
@pytest.mark.parametrize("probability", [0.5, 0.95])
def test_that_a_new_readings_interval_holds_as_much_as_it_says(
    row: Row, probability: float
) -> None:
    """On drawn readings; of whole numbers no shorter interval of quantiles would."""
    found, count = likelihood(row), 200_000
    low, high = found.interval(mixtures(), [written(found)] * 2, probability)
    readings = sampled(row, count)[1]
    edge = 0.5 * (1.0 - probability)
    under, over = (readings < low[:, None]).mean(axis=1), (readings > high[:, None]).mean(axis=1)
    slack = 4.0 * np.sqrt(edge / count) + row.mixed
    assert (under <= edge + slack).all(), "more readings lie under the interval than it says"
    assert (over <= edge + slack).all(), "more readings lie over the interval than it says"
    at_most = (readings <= low[:, None]).mean(axis=1)
    assert (at_most >= edge - slack).all(), "the lower end is lower than its quantile"
    at_least = (readings >= high[:, None]).mean(axis=1)
    assert (at_least >= edge - slack).all(), "the upper end is higher than its quantile"
    if found.whole:
        np.testing.assert_array_equal([low, high], np.floor([low, high]))
        assert (low >= 0.0).all()


@each
def test_that_the_link_leads_out_and_back_and_tells_the_moments(row: Row) -> None:
    found = likelihood(row)
    curve = np.linspace(-2.0, 3.0, 11)
    outside = found.link.outside(curve)
    np.testing.assert_allclose(found.link.inside(outside), curve, atol=1e-12)
    assert (np.diff(outside) > 0.0).all(), "a link grows with the curve"
    mean, covariance = np.array([0.3, 1.0]), np.array([[0.3, 0.1], [0.1, 0.2]])
    random = np.random.default_rng(0)
    drawn = found.link.outside(random.multivariate_normal(mean, covariance, 400_000).T)
    level, variance = found.link.moments(mean, np.diag(covariance))
    np.testing.assert_allclose(level, drawn.mean(axis=1), rtol=0.01)
    np.testing.assert_allclose(variance, drawn.var(axis=1), rtol=0.04)
    joint = found.link.covariance(mean, covariance)
    np.testing.assert_allclose(joint, np.cov(drawn), rtol=0.04, atol=0.01)
    np.testing.assert_allclose(np.diag(joint), variance, rtol=1e-9)  # as quadrature says


@each
def test_that_scatter_is_the_variance_of_drawn_readings_about_the_curve(row: Row) -> None:
    found = likelihood(row)
    scatter = found.scatter(np.array([0.2, 1.1]), np.array([0.04, 0.3]), written(found))
    if "freedom=1.5" in row.text:
        assert np.isinf(scatter), "up to two degrees of freedom no reading has a variance"
        return
    random = np.random.default_rng(1)
    curve = np.array([[0.2], [1.1]]) + np.sqrt([[0.04], [0.3]]) * random.standard_normal(
        (2, 400_000)
    )
    readings = row.draw(random, curve, np.ones(curve.shape))
    spread = ((readings - found.link.outside(curve)) ** 2).mean(axis=1)
    np.testing.assert_allclose(np.broadcast_to(scatter, 2), spread, rtol=0.06)


@each
@pytest.mark.parametrize(("mean", "variance"), [(0.3, 1e-8), (1.5, 0.3), (0.0, 40.0)])
def test_that_what_is_foretold_is_the_integral_over_the_curve(
    row: Row, mean: float, variance: float
) -> None:
    """By the rule for all likelihoods, and by its own where it has one; a Student-t's own mixture
    of normals leaves out what is rarer than e⁻⁴¹."""
    found, values = likelihood(row), np.array(row.values[:4])
    numbers, size = written(found), np.sqrt(variance)
    curve = mean + size * np.linspace(-30.0, 30.0, 60_001)
    share = stats.norm.pdf(curve, mean, size)
    share /= share.sum()
    one = np.ones(len(curve))
    density, below, above = [], [], []
    for value in values:
        asked = value * one, curve, one, numbers
        density.append(logsumexp(found.log_density(*asked), b=share))
        less, more = found.tails(*asked)
        below.append(share @ less)
        above.append(share @ more)
    alike = [np.full(len(values), part) for part in (mean, variance, 1.0)]
    for ask in (found.foretold, lambda *a: Likelihood.foretold(found, *a)):
        told, residual = ask(values, *alike, numbers)
        seen = np.array(density) > (-40.0 if "student" in row.text else -np.inf)
        np.testing.assert_allclose(told[seen], np.array(density)[seen], rtol=2e-5, atol=2e-5)
        left = stats.norm.cdf(residual)
        if found.whole:
            assert (left >= np.array(below) - 1e-6).all()
            assert (left <= 1.0 - np.array(above) + 1e-6).all()
        else:
            np.testing.assert_allclose(left, below, atol=1e-6)
            np.testing.assert_allclose(stats.norm.sf(residual), above, atol=1e-6)


@each
def test_that_residuals_of_drawn_readings_are_standard_normal(row: Row) -> None:
    found, curves = likelihood(row), mixtures()
    random, count = np.random.default_rng(8), 4_000
    mean, variance = np.full(count, curves.means[0, 1]), np.full(count, curves.spreads[0, 1])
    curve = mean + np.sqrt(variance) * random.standard_normal(count)
    readings, one = row.draw(random, curve, np.ones(count)), np.ones(count)
    _, foretold = found.foretold(readings, mean, variance, one, written(found))
    _, again = found.foretold(readings, mean, variance, one, written(found))
    np.testing.assert_array_equal(foretold, again, err_msg="the same every time")
    general = Likelihood.residuals(found, readings, curve, one, written(found))
    for name, residuals in {"of a left-out reading": foretold, "about the curve": general}.items():
        assert stats.kstest(residuals, "norm").pvalue > 0.001, name


@each
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("mean", ["constant", "zero"])
def test_that_the_evidence_has_its_slope_in_every_number(row: Row, solver: str, mean: str) -> None:
    """Of kernel and likelihood, with weights, a missing reading and one time twice."""
    x, y, weights = field(row, 24, weighted=True)
    x[7], y[11] = x[6], np.nan
    found = likelihood(row)
    numbers = np.array([*NUMBERS, *written(found)])
    told = posterior(row, x, y, weights, solver=solver, mean=mean)
    problem = told.members.problem

    def evidence(logs: Floats) -> float:
        kernel = problem.plan.kernel.with_settings(
            [
                setting.at(float(np.exp(log)))
                for (_, setting), log in zip(problem.plan.kernel.settings, logs, strict=False)
            ]
        )
        return problem.condition(kernel, tuple(np.exp(logs[2:]))).log_evidence

    slopes = told._trended.gradient(QUIET)
    assert len(slopes) == len(numbers), "one slope a number of kernel and likelihood"
    logs, step = np.log(numbers), 1e-4
    expected = [
        (evidence(logs + step * e) - evidence(logs - step * e)) / (2.0 * step)
        for e in np.eye(len(logs))
    ]
    np.testing.assert_allclose(slopes, expected, rtol=1e-5, atol=2e-6)


@pytest.mark.parametrize("solver", SOLVERS)
def test_that_laplace_is_exact_where_readings_are_gaussian(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y, weights = field(ROWS["gaussian"], 30, weighted=True)
    y[4] = np.nan
    exact = posterior(ROWS["gaussian"], x, y, weights, solver=solver)
    targets = np.array([[-3.0], [7.7], [25.0]])
    expected = exact.predict(targets), exact._trended.gradient(QUIET), exact.left_out().variance
    monkeypatch.setattr(Gaussian, "closed", False)
    found = posterior(ROWS["gaussian"], x, y, weights, solver=solver)
    assert isinstance(found._trended, Laplace)
    assert found.log_evidence == pytest.approx(exact.log_evidence, rel=1e-10)
    answers = found.predict(targets), found._trended.gradient(QUIET), found.left_out().variance
    for one, other in zip(answers, expected, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)


@each
def test_that_both_solvers_tell_the_same(row: Row) -> None:
    x, y, weights = field(row, 40, weighted=True)
    first, second = (posterior(row, x, y, weights, solver=solver) for solver in SOLVERS)
    targets = np.linspace(-3.0, 25.0, 9)[:, None]
    answers: tuple[Callable[[Posterior], object], ...] = (
        lambda p: p.log_evidence,
        lambda p: p.predict(targets),
        lambda p: p.predict(targets, include_noise=True),
        lambda p: p.interval(targets, 0.9),
        lambda p: p.interval(targets, 0.9, include_noise=True),
        lambda p: p.covariance(targets),
        lambda p: p.left_out().log_densities,
        lambda p: p._trended.gradient(QUIET),
    )
    for ask in answers:
        np.testing.assert_allclose(ask(first), ask(second), rtol=1e-5, atol=1e-7)


@each
def test_that_a_reading_left_out_is_foretold_as_by_a_fit_without_it(row: Row) -> None:
    x, y, weights = field(row, 24)
    found = posterior(row, x, y, weights)
    quick = found.left_out()
    slow = []
    for i in range(len(x)):
        other = posterior(row, *(np.delete(part, i) for part in (x, y, weights)))
        mean, variance = other.latent(x[i : i + 1, None])
        one = np.ones(1)
        told = found.plan.likelihood.foretold(y[i : i + 1], mean, variance, one, found.numbers)
        slow.append(float(told[0][0]))
    assert quick.told == len(x)
    off = abs(quick.log_densities - slow)
    assert np.median(off) <= 0.15 * row.left_out
    assert off.max() < row.left_out


EVEN = [row for row in ROWS.values() if likelihood(row).shifts and not likelihood(row).sorts]
"""Those that sort readings tell a mean of the curve's, and what they vary by about that."""


@pytest.mark.parametrize("row", EVEN, ids=lambda row: row.text)
def test_that_a_new_readings_moments_on_a_scale_are_those_of_its_tails(row: Row) -> None:
    """E g(y) = g(−∞) + ∫ g'(y) P(Y > y) dy, of the logistic function and of its square."""
    found = likelihood(row)
    numbers, one = written(found), Logit()
    mean = np.array([0.3, -1.5, 2.0])
    curves = Mixture(mean[None], np.full((1, 3), 1e-12), np.ones(1), np.inf)
    y = np.linspace(-60.0, 60.0, 24_001)
    level = one.outside(y)
    for relative in (1.0, 3.0):
        level_found, variance = found.reading(curves, [numbers], one, relative)
        for place, curve in enumerate(mean):
            at = np.full(len(y), curve), np.full(len(y), relative), numbers
            above = found.tails(y, *at)[1]
            first = np.trapezoid(level * (1.0 - level) * above, y)
            second = np.trapezoid(2.0 * level**2 * (1.0 - level) * above, y)
            assert level_found[place] == pytest.approx(first, abs=1e-5)
            assert variance[place] == pytest.approx(second - first**2, abs=1e-5)


@each
def test_that_the_bands_hold_on_drawn_readings(row: Row) -> None:
    """Numbers learnt, each field's next readings drawn anew."""
    held = []
    for seed in range(3):
        x, y, weights = field(row, 60, seed)
        found = posterior(row, x, y, weights, kernel="matern32", learning="ml2(restarts=0)")
        random = np.random.default_rng([seed, 1])
        lower, upper = found.interval(x[:, None], 0.9, include_noise=True)
        fresh = row.draw(random, np.tile(wave(x), (200, 1)), np.ones((200, 60)))
        held.append(float(((fresh >= lower) & (fresh <= upper)).mean()))
    assert 0.86 < np.mean(held) < row.most


@each
def test_that_values_which_cannot_be_readings_are_refused_by_name(row: Row) -> None:
    found = likelihood(row)
    found.check(np.array(row.values))
    if found.whole:
        for wrong in (-1.0, 2.5):
            with pytest.raises(ValueError, match=rf"{wrong:g}") as caught:
                posterior(row, np.arange(4.0), np.array([1.0, 0.0, wrong, -7.5]), np.ones(4))
            assert "\n" not in str(caught.value)
            assert str(caught.value).count(". ") == 0


@each
def test_that_readings_of_two_sorts_are_judged_by_their_densities(row: Row) -> None:
    """EM's bound with the shares is the log density itself, and the numbers that come next make
    readings likelier, with what is held likely of them, unless they are held."""
    found = likelihood(row)
    if not found.sorts:
        with pytest.raises(NotImplementedError):
            found.judged(*np.zeros((4, 2)), written(found), ())
        return
    values, mean, relative = pairs(row)
    values = np.maximum(values, -9.0)  # a reading that is surely of one sort counts least, not 0
    numbers, variance = written(found), np.linspace(0.01, 0.5, len(values))
    held = [Held(0.3, 2.0, -9.0, 9.0) for _ in numbers[1:]]
    judged = found.judged(values, mean, variance, relative, numbers, held)
    whole = variance + numbers[0] * relative
    log_density = found.log_density(values, mean, whole / numbers[0], numbers)
    assert ((judged.shares > 0.0) & (judged.shares <= 1.0)).all()
    of_first = stats.norm.logpdf(values, mean, np.sqrt(whole))
    bound = judged.log_density + float(judged.shares @ of_first)
    assert bound == pytest.approx(log_density.sum(), rel=5e-3), "the sorts' own log density"
    assert judged.numbers[0] == numbers[0], "the noise is learnt elsewhere"

    def likely(at: Numbers) -> float:
        density = found.log_density(values, mean, whole / at[0], at).sum()
        prior = sum(
            0.5 * ((math.log(n) - h.centre) / h.spread) ** 2
            for n, h in zip(at[1:], held, strict=True)
        )
        return float(density - prior)

    assert likely(judged.numbers) > likely(numbers), "EM's step leads uphill"
    for _ in range(400):
        judged = found.judged(values, mean, variance, relative, judged.numbers, held)
    best = judged.numbers
    for place in range(1, len(best)):
        for by in (-0.01, 0.01):
            assert likely(moved(found, best, place, by)) < likely(best), "EM ends on the summit"
    stays = [Held(0.0, 1.0, x, x) for x in (-2.0, 0.7)]
    left = found.judged(values, mean, variance, relative, numbers, stays).numbers[1:]
    np.testing.assert_allclose(np.log(left), (-2.0, 0.7), err_msg="what is held stays")
