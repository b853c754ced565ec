"""Markov forms against formulas, against scipy's matrix exponential, and their joins."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.special import gamma, kv

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.derivative import derived
from gpstudio.core.kernels.states.form import TERMS, MarkovForm

Formula = Callable[[Floats, Floats], Floats]
"""k(t, t′) for times that broadcast."""


def matern(order: int, length: float) -> Formula:
    nu = order + 0.5

    def k(a: Floats, b: Floats) -> Floats:
        scaled = np.maximum(np.sqrt(2 * nu) * np.abs(a - b) / length, 1e-12)
        return np.asarray(2 ** (1 - nu) / gamma(nu) * scaled**nu * kv(nu, scaled))

    return k


def cosine(frequency: float) -> Formula:
    return lambda a, b: np.cos(frequency * (a - b))


def linear(centre: float) -> Formula:
    return lambda a, b: (a - centre) * (b - centre)


C = np.array([1.3 + 0.4j, -0.3 - 0.2j, 0.25 + 0.0j])
MU = np.array([0.7 + 0.9j, 1.1 + 2.3j, 0.4 + 0.0j])


def exponentials(length: float) -> Formula:
    def k(a: Floats, b: Floats) -> Floats:
        r = np.abs(a - b)[..., None]
        return np.asarray((C * np.exp(-MU / length * r)).real.sum(axis=-1))

    return k


def periodic(length: float, period: float) -> Formula:
    weights = np.exp(-np.arange(4.0) * length)

    def k(a: Floats, b: Floats) -> Floats:
        angles = 2 * np.pi / period * np.abs(a - b)[..., None] * np.arange(4.0)
        return np.asarray((weights * np.cos(angles)).sum(axis=-1))

    return k


def cosines(length: float, period: float) -> MarkovForm:
    weights = np.exp(-np.arange(4.0) * length)
    slopes = (-np.arange(4.0) * length * weights)[None]
    return MarkovForm.cosines(weights, 2 * np.pi / period, slopes)


Made = Callable[..., MarkovForm]
Row = tuple[Made, Callable[..., Formula], tuple[float, ...]]
FORMS: dict[str, Row] = {
    **{
        f"matern {order}": (
            lambda length, order=order: MarkovForm.matern(order, length),
            lambda length, order=order: matern(order, length),
            (1.7,),
        )
        for order in range(5)
    },
    "cosine": (
        lambda period: MarkovForm.cosine(2 * np.pi / period),
        lambda period: cosine(2 * np.pi / period),
        (2.5,),
    ),
    "constant": (
        lambda level: MarkovForm.constant().scaled(level),
        lambda level: lambda a, b: level + 0.0 * a * b,
        (0.6,),
    ),
    "linear": (
        lambda slope: MarkovForm.linear(0.8).scaled(slope),
        lambda slope: lambda a, b: slope * linear(0.8)(a, b),
        (0.6,),
    ),
    "cosines": (cosines, periodic, (0.8, 3.0)),
    "exponentials": (
        lambda length: MarkovForm.exponentials(C, MU / length),
        exponentials,
        (1.4,),
    ),
}


def combined(name: str, other: str, join: str) -> Row:
    make, formula, numbers = FORMS[name]
    make_other, formula_other, numbers_other = FORMS[other]
    split = len(numbers)

    def made(*values: float) -> MarkovForm:
        a, b = make(*values[:split]), make_other(*values[split:])
        return a.plus(b) if join == "+" else a.times(b)

    def told(*values: float) -> Formula:
        a, b = formula(*values[:split]), formula_other(*values[split:])
        return lambda s, t: a(s, t) + b(s, t) if join == "+" else a(s, t) * b(s, t)

    return made, told, (*numbers, *(1.1 * number for number in numbers_other))


SOME = ("matern 1", "cosine", "linear", "cosines", "exponentials")
ALL = dict(FORMS) | {
    f"{a} {join} {b}": combined(a, b, join) for a in SOME for b in SOME for join in "+*"
}
for _a, _b in (("matern 2", "linear"), ("matern 2", "cosines")):
    ALL[f"{_a} * {_b}"] = combined(_a, _b, "*")
ALL["triple"] = (
    lambda a, b: (
        ALL["cosines * exponentials"][0](0.8, 3.0, a)
        .chained(np.array([[0.0, 0.0, 1.0]]))
        .times(MarkovForm.linear(0.3).plus(MarkovForm.cosine(2.0).chained(np.zeros((0, 1)))))
        .times(MarkovForm.matern(2, b))
    ),
    lambda a, b: (
        lambda s, t: (
            periodic(0.8, 3.0)(s, t)
            * exponentials(a)(s, t)
            * (linear(0.3)(s, t) + cosine(2.0)(s, t))
            * matern(2, b)(s, t)
        )
    ),
    (1.5, 2.0),
)

TIMES = np.array([-3.0, -1.0, -0.999, 0.0, 0.3, 0.3, 2.0, 7.5, 40.0])


@pytest.mark.parametrize("name", ALL)
def test_that_a_form_is_its_covariance(name: str) -> None:
    make, formula, numbers = ALL[name]
    form = make(*numbers)
    expected = formula(*numbers)(TIMES[:, None], TIMES[None, :])
    scale = np.abs(expected).max()
    np.testing.assert_allclose(form.covariance(TIMES, TIMES), expected, atol=1e-12 * scale)
    np.testing.assert_allclose(form.variance_at(TIMES), np.diag(expected), atol=1e-12 * scale)


@pytest.mark.parametrize("name", ALL)
def test_that_its_state_moves_as_the_matrix_exponential_says(name: str) -> None:
    make, formula, numbers = ALL[name]
    form = make(*numbers)
    assert form.feedback.shape == (form.dimension, form.dimension)
    for step in (0.0, 0.01, 0.7, 5.0):
        expected = expm(form.feedback * step)
        np.testing.assert_allclose(form.transition(step), expected, atol=1e-10)
        here, there = np.array([1.2]), np.array([1.2 + step])
        read = form.readout_at(there) @ expected @ form.stationary @ form.readout_at(here).T
        wanted = formula(*numbers)(here, there)
        np.testing.assert_allclose(read[0], wanted, atol=1e-10 * max(1.0, abs(wanted[0])))


@pytest.mark.parametrize("name", ALL)
def test_that_the_derivatives_travel_along(name: str) -> None:
    make, _, numbers = ALL[name]
    form = make(*numbers)
    assert form.parameters == len(numbers)
    step = 1e-5
    for place in range(len(numbers)):
        sides = []
        for sign in (1, -1):
            moved = list(numbers)
            moved[place] *= math.exp(sign * step)
            sides.append(make(*moved))
        up, down = sides
        for found, high, low in (
            (form.feedback_gradients, up.feedback, down.feedback),
            (form.stationary_gradients, up.stationary, down.stationary),
            (form.shaking_gradients(), up.shaking(), down.shaking()),
        ):
            expected = (high - low) / (2 * step)
            scale = max(1.0, np.abs(high).max())
            np.testing.assert_allclose(found[place], expected, rtol=1e-7, atol=1e-9 * scale)
        np.testing.assert_allclose(up.readout, down.readout)


@pytest.mark.parametrize("name", ALL)
def test_that_the_feedbacks_derivative_commutes_with_it(name: str) -> None:
    form = ALL[name][0](*ALL[name][2])
    for slope in form.feedback_gradients:
        np.testing.assert_allclose(slope @ form.feedback, form.feedback @ slope, atol=1e-11)


@pytest.mark.parametrize("name", [name for name in ALL if "exponentials" not in name])
def test_that_short_steps_add_what_the_series_says(name: str) -> None:
    form = ALL[name][0](*ALL[name][2])
    if name == "triple":
        return
    step = min(form.near, 1.0)
    series = sum(step ** (k + 1) * term for k, term in enumerate(form.shaking()))
    A = form.transition(step)
    expected = form.stationary - A @ form.stationary @ A.T
    np.testing.assert_allclose(series, expected, atol=1e-14 * max(1, np.abs(form.stationary).max()))
    assert len(form.shaking()) == TERMS
    assert np.linalg.eigvalsh(expected).min() > -1e-13 * np.abs(form.stationary).max()


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("matern 0", 0),
        ("matern 1", 1),
        ("matern 2", 2),
        ("matern 3", 3),
        ("cosine", math.inf),
        ("linear", math.inf),
        ("exponentials", math.inf),
        ("matern 1 * cosines", 1),
        ("linear + matern 1", 1),
        ("linear * exponentials", math.inf),
    ],
)
def test_that_it_says_how_often_its_curve_can_be_differentiated(name: str, count: float) -> None:
    assert ALL[name][0](*ALL[name][2]).derivatives == count


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("matern 1", 1),
        ("matern 2", 2),
        ("cosine", 2),
        ("linear", 1),
        ("cosines", 2),
        ("exponentials", 2),
        ("matern 2 * linear", 2),
        ("matern 2 * cosines", 2),
        ("linear * linear", 2),
    ],
)
def test_that_the_derivatives_covariance_with_the_curve_is_the_covariances_derivative(
    name: str, order: int
) -> None:
    make, formula, numbers = ALL[name]
    form, k = make(*numbers), formula(*numbers)
    assert form.derivatives >= order
    earlier, time, step = np.array([0.4]), np.array([1.9]), 1e-3
    readout = (
        np.vander(time - form.origin, form.degree + 1, increasing=True)
        @ derived(form, order).readout
    )
    found = readout @ form.transition(1.5) @ form.stationary @ form.readout_at(earlier).T
    sides = [float(k(time + side * step, earlier)[0]) for side in (-1, 0, 1)]
    slope = (sides[2] - sides[0]) / (2 * step)
    bend = (sides[2] - 2 * sides[1] + sides[0]) / step**2
    assert found[0, 0] == pytest.approx((slope, bend)[order - 1], rel=1e-5, abs=1e-6)


def test_that_a_power_has_its_numbers_once() -> None:
    form = MarkovForm.matern(1, 2.0)
    square = form.times(form).chained(np.ones((1, 2)))
    k = matern(1, 2.0)(TIMES[:, None], TIMES)
    np.testing.assert_allclose(square.covariance(TIMES, TIMES), k**2, atol=1e-13)
    assert square.parameters == 1
    np.testing.assert_allclose(square.feedback_gradients[0], -square.feedback)
