"""What is particular to kernels that know where readings are, and to those made of others."""

from __future__ import annotations

from collections.abc import Callable

import mpmath as mp
import numpy as np
import pytest
from core.kernels.nonstationary_rows import NONSTATIONARY_ROWS, NONSTATIONARY_VARIANTS
from core.kernels.rows import Row

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.build import with_multipliers
from gpstudio.core.language import parse

ROWS = {**NONSTATIONARY_ROWS, **NONSTATIONARY_VARIANTS}
WITH_MARKOV = [name for name, row in ROWS.items() if "markov" in row.offers]


def kernel(text: str) -> Kernel:
    return build_kernel(parse(text))


def points(count: int, dimensions: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).uniform(-4.0, 4.0, (count, dimensions))


@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("name", ROWS)
def test_that_input_gradients_are_the_formulas_slopes(name: str, dimensions: int) -> None:
    row: Row = ROWS[name]
    a, b = points(5, dimensions), points(4, dimensions, seed=1)
    found = kernel(row.text).input_gradients(a, b)
    assert found.shape == (dimensions, 5, 4)
    step = mp.mpf("1e-15")
    with mp.workdps(50):
        numbers = [mp.mpf(number) for number in row.numbers]
        for d in range(dimensions):
            for i, p in enumerate(a):
                up, down = ([mp.mpf(float(x)) for x in p] for _ in range(2))
                up[d] += step
                down[d] -= step
                for j, q in enumerate(b):
                    other = tuple(mp.mpf(float(x)) for x in q)
                    rise = row.covariance(tuple(up), other, *numbers) - row.covariance(
                        tuple(down), other, *numbers
                    )
                    expected = float(rise / (2 * step))
                    assert found[d, i, j] == pytest.approx(expected, rel=1e-10, abs=1e-13)


@pytest.mark.parametrize("name", ROWS)
def test_that_what_learning_pulls_is_the_sum_over_the_gradients(name: str) -> None:
    made, a, b = kernel(ROWS[name].text), points(6, 1), points(5, 1, seed=2)
    pull = np.random.default_rng(3).standard_normal((6, 5))
    expected = [float((pull * gradient).sum()) for gradient in made.gradients(a, b)]
    np.testing.assert_allclose(made.pulled(a, b, pull), expected, rtol=1e-11, atol=1e-13)


@pytest.mark.parametrize(
    "text",
    [
        "linear(1.3, offset=0.4, centre=0.2)",
        "linear([1.3, 0.2], offset=0.3, centre=[0.7, -2], dims=[2, 0])",
        "2 * linear([0.3, 2, 0.1], offset=0, centre=-1)",
        "linear(1.3, offset=0.3, centre=0.7, dims=1)",
    ],
)
def test_that_a_plane_pulls_by_sums_as_its_gradients_do(text: str) -> None:
    made, a, b = kernel(text), points(6, 3), points(5, 3, seed=2)
    pull = np.random.default_rng(3).standard_normal((6, 5))
    expected = [float((pull * gradient).sum()) for gradient in made.gradients(a, b)]
    np.testing.assert_allclose(made.pulled(a, b, pull), expected, rtol=1e-11, atol=1e-13)
    moved = np.einsum("dij,ij->id", made.input_gradients(a, b), pull)
    np.testing.assert_allclose(made.pulled_inputs(a, b, pull), moved, rtol=1e-11, atol=1e-13)


# The state space


@pytest.mark.parametrize("name", WITH_MARKOV)
def test_that_the_state_has_the_covariance(name: str) -> None:
    made, times = kernel(ROWS[name].text), np.array([-3.0, -1.0, -1.0, 0.4, 2.0, 50.0])
    form = made.markov_form()
    expected = made.block(times[:, None], times[:, None])
    np.testing.assert_allclose(form.covariance(times, times), expected, rtol=1e-11, atol=1e-12)
    assert form.parameters == len(made.settings)


def test_that_a_polynomial_needs_a_state_a_power_and_no_more() -> None:
    assert kernel("polynomial(7, length=1, centre=held(0))").markov_form().dimension == 8


@pytest.mark.parametrize(
    "text",
    [
        "linear({0}, offset={1}, centre=held(19990))",
        "{0} * polynomial(3, length={1}, offset=2, centre=held(20005))",
        "{0} * matern32({1})**2",
        "linear({0}, offset={1}, centre=held(19990)) + 2 * matern32(3)",
        "linear({0}, offset={1}, centre=held(19990)) * matern32(3)",
    ],
)
def test_that_both_roads_give_one_evidence_with_one_gradient(text: str) -> None:
    """State space against the full matrix: evidence, slopes in each number, prediction."""
    random = np.random.default_rng(0)
    x = 20_000.0 + np.sort(random.uniform(0.0, 10.0, 25))
    y = np.sin(x) + 0.3 * (x - 20_000.0) + 0.1 * random.standard_normal(25)
    found = []
    for approximation in ("markov", "exact"):
        evidences = []
        for first, second in ((0.5, 4.0), (0.5 * np.exp(1e-4), 4.0), (0.5, 4.0 * np.exp(1e-4))):
            gp = GPRegressor(
                text.format(float(first), float(second)),
                approximation=approximation,
                learning="fixed",
                noise=0.1,
                mean="zero",
            ).fit(x, y)
            evidences.append(gp.log_marginal_likelihood_)
        mean, std = gp.predict([19_995.0, 20_004.4, 20_030.0], return_std=True)
        found.append(np.concatenate([evidences, np.diff(evidences) * 1e4, mean, std]))
    np.testing.assert_allclose(found[0], found[1], rtol=1e-6, atol=1e-7)


def test_that_learning_finds_the_same_by_both_roads() -> None:
    random = np.random.default_rng(1)
    x = 20_000.0 + np.sort(random.uniform(0.0, 100.0, 30))
    y = 3.0 + 0.2 * (x - 20_000.0) + np.sin(x / 4.0) + 0.1 * random.standard_normal(30)
    best = [
        GPRegressor("linear() + matern52(5)", approximation=road, mean="zero")
        .fit(x, y)
        .log_marginal_likelihood_
        for road in ("markov", "exact")
    ]
    assert best[0] == pytest.approx(best[1], abs=1e-3)


# Numbers


def test_that_a_centre_nobody_wrote_is_the_middle_of_each_input() -> None:
    X = points(30, 2) + np.array([20_000.0, -5.0])
    gp = GPRegressor("linear() + 2 * polynomial(2, dims=[1])").fit(X, X @ [1.0, 2.0])
    low, high = X.min(axis=0), X.max(axis=0)
    line, bend = build_kernel(parse(gp.kernel_)).parts
    centres = [setting for p, setting in line.settings if p.name == "centre"]
    assert all(setting.held for setting in centres)
    np.testing.assert_allclose([s.number for s in centres], (low + high) / 2, rtol=1e-12)
    place = next(setting for p, setting in bend.settings if p.name == "centre")
    assert place.number == pytest.approx((low[1] + high[1]) / 2, rel=1e-12)


def test_that_lists_have_one_variance_an_input() -> None:
    a, b = points(5, 2), points(3, 2, seed=4)
    found = kernel("linear([2, 0.3], offset=0.5, centre=[held(1), held(-1)])")
    expected = 0.5 + 2 * np.outer(a[:, 0] - 1, b[:, 0] - 1)
    expected += 0.3 * np.outer(a[:, 1] + 1, b[:, 1] + 1)
    np.testing.assert_allclose(found.block(a, b), expected, rtol=1e-13)
    gradients = list(found.gradients(a, b))
    assert len(gradients) == len(found.settings) == 5
    np.testing.assert_allclose(gradients[1], 0.3 * np.outer(a[:, 1] + 1, b[:, 1] + 1))
    np.testing.assert_allclose(gradients[3], -2 * (a[:, 0] - 1)[:, None] - 2 * (b[:, 0] - 1))
    bent = kernel("polynomial(2, length=[2, 0.3], offset=1, centre=[held(1), held(-1)])")
    base = 1 + np.outer(a[:, 0] - 1, b[:, 0] - 1) / 4 + np.outer(a[:, 1] + 1, b[:, 1] + 1) / 0.09
    np.testing.assert_allclose(bent.block(a, b), base**2, rtol=1e-13)
    slope = 2 * base * -2 * np.outer(a[:, 1] + 1, b[:, 1] + 1) / 0.09
    np.testing.assert_allclose(list(bent.gradients(a, b))[1], slope, rtol=1e-13)


@pytest.mark.parametrize(
    ("text", "learnt"),
    [
        ("linear", ["variance", "offset", "centre"]),
        ("basis([x, x**2])", ["variance"]),
        ("polynomial", ["variance", "length", "offset", "centre"]),
        ("gibbs", ["variance", "before", "after", "at", "width"]),
        ("changepoint(rbf, linear)",
         ["variance", "length", "variance", "offset", "centre", "at", "width"]),
        ("2 * changepoint(3 * rbf, rbf)",
         ["variance", "variance", "length", "variance", "length", "at", "width"]),
        ("exp(rbf)", ["variance", "variance", "length"]),
        ("matern32 * exp(rbf + matern32)",
         ["variance", "length", "variance", "length", "variance", "length"]),
        ("modulated(rbf, x)", ["variance", "length"]),
    ],
)  # fmt: skip
def test_that_each_term_gets_one_variance_to_learn(text: str, learnt: list[str]) -> None:
    made = with_multipliers(kernel(text))
    assert [parameter.name for parameter, _ in made.settings] == learnt
    assert with_multipliers(made) == made
    assert str(made) == str(kernel(text))


def test_that_a_variance_in_an_exponent_has_no_unit() -> None:
    roles = [p.role for p, _ in with_multipliers(kernel("exp(rbf + linear)")).settings]
    assert roles == ["variance", "shape", "length", "shape", "shape", "place"]


@pytest.mark.parametrize(
    ("text", "inputs", "sentence"),
    [
        ("gibbs", 2, "looks at one input and here are 2: name it, as in dims=[0]"),
        ("gibbs(dims=[0, 1])", 2, "looks at one input"),
        ("linear([1, 2, 3])", 2, "lists 3 numbers for 2 input(s)"),
        ("basis([x, x**2], variance=[1, 2, 3])", 1, "lists 3 variances for 2 functions"),
        ("basis(x3)", 2, "looks at x3, and the inputs are x0, x1"),
        ("exp(modulated(rbf, x1))", 1, "looks at x1, and the inputs are x0"),
        ("changepoint(rbf, rbf, along=2)", 2, "changes along input 2, and the inputs are 0 to 1"),
        ("exp(rbf(dims=[3]))", 2, "looks at input 3"),
    ],
)
def test_that_what_does_not_suit_the_inputs_is_refused(
    text: str, inputs: int, sentence: str
) -> None:
    X = points(6, inputs)
    with pytest.raises(InputError) as caught:
        GPRegressor(text).fit(X, X[:, 0])
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["gibbs(dims=[1])", "changepoint(rbf, rbf, along=1)"])
def test_that_a_place_knows_which_input_it_lies_along(text: str) -> None:
    places = [p for p, _ in kernel(text).settings if p.role == "place"]
    assert [place.column for place in places] == [1]


# What they are for


def two_halves(count: int = 60) -> tuple[Floats, Floats]:
    """Quick until 50, slow from there on."""
    random = np.random.default_rng(0)
    x = np.sort(random.uniform(0.0, 100.0, count))
    y = np.where(x < 50.0, np.sin(x), np.sin(50.0) + 0.02 * (x - 50.0))
    return x, y + 0.05 * random.standard_normal(count)


@pytest.mark.parametrize(
    "text", ["gibbs(3, after=30, at=40, width=5)", "changepoint(rbf(2), rbf(40), at=40, width=3)"]
)
def test_that_learning_finds_where_the_curve_changes(text: str) -> None:
    x, y = two_halves()
    plain = GPRegressor("rbf").fit(x, y).log_marginal_likelihood_
    gp = GPRegressor(text).fit(x, y)
    settings = build_kernel(parse(gp.kernel_)).settings
    place = next(setting.number for p, setting in settings if p.role == "place")
    assert place == pytest.approx(50.0, abs=10.0)
    assert gp.log_marginal_likelihood_ > plain + 5.0


CURVES: dict[str, Callable[[Floats], Floats]] = {
    "basis([x, sin(x / 5)])": lambda x: 0.3 * x - 4.0 * np.sin(x / 5.0),
    "polynomial(3)": lambda x: (x / 10.0 - 3.0) ** 3 - x,
    "linear": lambda x: 7.0 - 0.2 * x,
}


@pytest.mark.parametrize("text", CURVES)
def test_that_curves_of_their_own_kind_are_carried_far_beyond_the_readings(text: str) -> None:
    x = np.linspace(0.0, 50.0, 40)
    z = np.array([80.0, 120.0])
    gp = GPRegressor(text, approximation="exact", noise="held(1e-6)").fit(x, CURVES[text](x))
    mean, std = gp.predict(z, return_std=True)
    expected = CURVES[text](z)
    np.testing.assert_allclose(mean, expected, rtol=1e-3)
    assert (abs(mean - expected) < 5 * std + 1e-4 * abs(expected)).all()


def test_that_an_exponent_beyond_all_reason_stays_finite() -> None:
    block = kernel("exp(1e6 * rbf(1))").block(points(4, 1), points(4, 1))
    assert np.isfinite(block).all()
