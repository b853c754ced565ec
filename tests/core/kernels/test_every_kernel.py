"""One contract for every kernel, over one table: a new family takes one row in ``ROWS``.

A row says how the kernel is written and, independently of the code, what its covariance is: a
plain function of two points (tuples of numbers) in mpmath, so that derivatives can be taken from
it to many digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import mpmath as mp
import numpy as np
import pytest
from core.kernels.nonstationary_rows import NONSTATIONARY_ROWS, NONSTATIONARY_VARIANTS
from core.kernels.rows import MARKOV, MARKOV_ONLY, Row
from core.kernels.stationary_rows import (
    FLAT_ROWS,
    STATIONARY_ROWS,
    STATIONARY_VARIANTS,
    matern32,
    rbf,
)
from scipy.linalg import expm

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import KERNELS, Kernel, build_kernel
from gpstudio.core.kernels.build import split_noise, with_multipliers
from gpstudio.core.kernels.distances import squares
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.language import parse
from gpstudio.core.spec import Setting

ROWS = {**STATIONARY_ROWS, **NONSTATIONARY_ROWS, **FLAT_ROWS}
"""One a family; what white is besides has a test below."""

COMPOSITIONS = {
    "scaled": Row("4 * matern32(3)", (4, 3), lambda a, b, s, l: s * matern32(a, b, l), MARKOV),
    "sum": Row(
        "4 * matern32(3) + 0.5 * rbf(2)",
        (4, 3, 0.5, 2),
        lambda a, b, s, l, t, m: s * matern32(a, b, l) + t * rbf(a, b, m),
        MARKOV,
    ),
    "markov sum": Row(
        "matern32(0.2) + 3 * matern32(40) + constant(2)",
        (0.2, 3, 40, 2),
        lambda a, b, l, s, m, c: matern32(a, b, l) + s * matern32(a, b, m) + c,
        MARKOV_ONLY,
    ),
    "product": Row(
        "4 * matern32(3) * rbf(2)",
        (4, 3, 2),
        lambda a, b, s, l, m: s * matern32(a, b, l) * rbf(a, b, m),
        MARKOV_ONLY,
    ),
    "markov product": Row(
        "2 * matern32(3) * matern32(0.7)",
        (2, 3, 0.7),
        lambda a, b, s, l, m: s * matern32(a, b, l) * matern32(a, b, m),
        MARKOV_ONLY,
    ),
    "product of three": Row(
        "matern32(3) * matern32(0.7) * constant(5)",
        (3, 0.7, 5),
        lambda a, b, l, m, c: matern32(a, b, l) * matern32(a, b, m) * c,
        MARKOV_ONLY,
    ),
    "scaled sum": Row(
        "2 * (matern32(3) + 0.1 * matern32(0.7))",
        (2, 3, 0.1, 0.7),
        lambda a, b, s, l, t, m: s * (matern32(a, b, l) + t * matern32(a, b, m)),
        MARKOV,
    ),
    "product of sums": Row(
        "3 * (matern32(3) + constant(0.2)) * (matern32(1) + 2 * matern32(9))",
        (3, 3, 0.2, 1, 2, 9),
        lambda a, b, s, l, c, m, t, n: (
            s * (matern32(a, b, l) + c) * (matern32(a, b, m) + t * matern32(a, b, n))
        ),
        MARKOV_ONLY,
    ),
    "held and between": Row(
        "held(4) * matern32(between(3, 1, 9)) + constant(held(2))",
        (4, 3, 2),
        lambda a, b, s, l, c: s * matern32(a, b, l) + c,
        MARKOV_ONLY,
    ),
}

ALL = {**ROWS, **STATIONARY_VARIANTS, **NONSTATIONARY_VARIANTS, **COMPOSITIONS}
NOISELESS = [name for name in ALL if name != "white"]
WITH_MARKOV = [name for name in ALL if "markov" in ALL[name].offers]


def kernel_of(name: str) -> Kernel:
    return build_kernel(parse(ALL[name].text))


def points(dimensions: int, count: int = 6, seed: int = 0) -> Floats:
    """Some at one place, some close together, some far apart."""
    found = np.random.default_rng(seed).uniform(-4.0, 4.0, (count, dimensions))
    found[1] = found[0]
    found[2] = found[0] + 1e-7
    found[3] = found[0] + 300.0
    return found


def from_the_book(row: Row, a: Floats, b: Floats, numbers: tuple[float, ...] = ()) -> Floats:
    values = [mp.mpf(number) for number in numbers or row.numbers]
    as_points = [[tuple(mp.mpf(float(x)) for x in p) for p in side] for side in (a, b)]
    return np.array([[float(row.covariance(p, q, *values)) for q in as_points[1]]
                     for p in as_points[0]])  # fmt: skip


def slope_from_the_book(row: Row, place: int, a: Floats) -> Floats:
    """d k(a, a) / d coordinate of one number, by central differences in 50 digits."""
    step = mp.mpf("1e-15")
    parameter, _ = build_kernel(parse(row.text)).settings[place]
    with mp.workdps(50):
        sides = []
        for sign in (1, -1):
            values = [mp.mpf(number) for number in row.numbers]
            if parameter.positive:
                values[place] *= mp.exp(sign * step)
            else:
                values[place] += sign * step
            as_points = [tuple(mp.mpf(float(x)) for x in p) for p in a]
            sides.append([[row.covariance(p, q, *values) for q in as_points] for p in as_points])
        return np.array(
            [
                [float((up - down) / (2 * step)) for up, down in zip(*rows, strict=True)]
                for rows in zip(*sides, strict=True)
            ]
        )


def test_that_every_registered_kernel_has_its_row() -> None:
    assert set(ROWS) == set(KERNELS.names)


@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("name", ALL)
def test_that_the_covariance_is_the_formulas(name: str, dimensions: int) -> None:
    a, b = points(dimensions), points(dimensions, count=4, seed=1)
    expected = from_the_book(ALL[name], a, b)
    # far apart, an exponent of some hundreds multiplies its own rounding
    np.testing.assert_allclose(kernel_of(name).block(a, b), expected, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("name", ALL)
def test_that_the_numbers_stand_in_the_order_in_which_they_are_written(name: str) -> None:
    settings = [setting.number for _, setting in kernel_of(name).settings]
    assert tuple(settings) == ALL[name].numbers


@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("name", NOISELESS)
def test_that_it_is_symmetric_and_positive_semidefinite_with_its_own_diagonal(
    name: str, dimensions: int
) -> None:
    a = points(dimensions, count=30)
    kernel = kernel_of(name)
    block = kernel.block(a, a)
    np.testing.assert_array_equal(block, block.T)
    np.testing.assert_array_equal(block, kernel.block(a.copy(), a.copy()))
    np.testing.assert_allclose(np.diag(block), kernel.diagonal(a), rtol=1e-15)
    assert np.linalg.eigvalsh(block).min() >= -1e-13 * np.trace(block)


@pytest.mark.parametrize("name", NOISELESS)
def test_that_it_is_finite_for_points_beyond_all_reason(name: str) -> None:
    most = 1e12 if ALL[name].grows else 1e150
    far = np.array([[-most], [-1e9], [0.0], [5e-324], [1e9], [most]])
    with np.errstate(all="raise", under="ignore"):
        assert np.isfinite(kernel_of(name).block(far, far)).all()


@pytest.mark.parametrize("name", ALL)
def test_that_no_points_give_an_empty_block(name: str) -> None:
    kernel, none, some = kernel_of(name), np.zeros((0, 2)), np.ones((3, 2))
    assert kernel.block(none, some).shape == (0, 3)
    assert kernel.block(some, none).shape == (3, 0)
    assert kernel.diagonal(none).shape == (0,)


@pytest.mark.parametrize("dimensions", [1, 3])
@pytest.mark.parametrize("name", NOISELESS)
def test_that_gradients_are_the_formulas_slopes(name: str, dimensions: int) -> None:
    a = points(dimensions, count=5)
    gradients = list(kernel_of(name).gradients(a, a))
    assert len(gradients) == len(ALL[name].numbers)
    for place, gradient in enumerate(gradients):
        expected = slope_from_the_book(ALL[name], place, a)
        lost = max(1e-24, ALL[name].rounding * float(np.abs(expected).max()))
        np.testing.assert_allclose(gradient, expected, rtol=1e-12, atol=lost)


@pytest.mark.parametrize("name", ALL)
def test_that_it_offers_what_the_table_says(name: str) -> None:
    kernel = kernel_of(name)
    assert kernel.offers == ALL[name].offers
    if "markov" not in kernel.offers:
        with pytest.raises(NotImplementedError):
            kernel.markov_form()


@pytest.mark.parametrize("name", ALL)
def test_that_it_prints_as_text_that_builds_it_again(name: str) -> None:
    kernel = kernel_of(name)
    assert build_kernel(parse(str(kernel))) == kernel
    assert str(kernel) == ALL[name].text


@pytest.mark.parametrize("name", ALL)
def test_that_new_numbers_make_the_same_tree_with_new_numbers(name: str) -> None:
    kernel = kernel_of(name)
    settings = [setting for _, setting in kernel.settings]
    assert kernel.with_settings(settings) == kernel
    other = kernel.with_settings([Setting(1.0 + i) for i in range(len(settings))])
    assert [s.number for _, s in other.settings] == [1.0 + i for i in range(len(settings))]
    assert build_kernel(parse(str(other))) == other
    if name == "white":
        return
    a = points(1)
    expected = from_the_book(ALL[name], a, a, tuple(1.0 + i for i in range(len(settings))))
    np.testing.assert_allclose(other.block(a, a), expected, rtol=1e-12, atol=1e-300)


@pytest.mark.parametrize("family", list(KERNELS), ids=KERNELS.names)
def test_that_a_family_says_in_words_what_it_is(family: type[Kernel]) -> None:
    spec = family.spec  # type: ignore[attr-defined]
    assert spec.title
    assert spec.help.endswith(".")
    assert spec.formula
    for parameter in spec.parameters:
        assert parameter.title
        assert parameter.help.endswith(".")


# The state space


def drift(form: MarkovForm, step: float) -> Floats:
    return np.asarray(expm(form.feedback * step))


STEPS = (0.0, 1e-9, 1e-3, 0.05, 0.3, 2.0, 15.0, 400.0)


WHOLE = [n for n in WITH_MARKOV if all(part.whole for part in kernel_of(n).markov_form().parts)]
"""All but those that are a fitted sum: what holds of each term of these is tested here."""


@pytest.mark.parametrize("name", WITH_MARKOV)
def test_that_the_state_has_the_covariance_of_the_books(name: str) -> None:
    form, times = kernel_of(name).markov_form(), np.array([-3.0, -1.0, -1.0, 0.4, 2.0, 50.0])
    expected = from_the_book(ALL[name], times[:, None], times[:, None])
    lost = 1e-13 + kernel_of(name).markov_error()
    size = float(np.abs(expected).max())
    found = form.covariance(times, times)
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=lost * size)
    np.testing.assert_allclose(form.variance_at(times), np.diag(found), rtol=1e-12)
    assert form.parameters == len(ALL[name].numbers)


@pytest.mark.parametrize("name", WHOLE)
def test_that_the_stationary_covariance_is_one_and_what_is_added_too(name: str) -> None:
    form = kernel_of(name).markov_form()
    np.testing.assert_allclose(form.stationary, form.stationary.T)
    for time in (-9.0, 0.0, 40.0):  # of a walk it is none itself
        assert np.linalg.eigvalsh(form.started(time)).min() >= -1e-14 * np.abs(
            form.started(time)
        ).max(initial=1.0)
    for step in STEPS:
        A = drift(form, step)
        added = form.stationary - A @ form.stationary @ A.T
        size = np.trace(form.stationary) + np.abs(added).max()
        assert np.linalg.eigvalsh(added).min() >= -1e-12 * size


@pytest.mark.parametrize("name", WHOLE)
def test_that_the_feedbacks_derivative_commutes_with_it(name: str) -> None:
    """The evidence gradient relies on d exp(FΔ) = Δ · dF · exp(FΔ)."""
    form = kernel_of(name).markov_form()
    for slope in form.feedback_gradients:
        np.testing.assert_allclose(slope @ form.feedback, form.feedback @ slope, atol=1e-13)


def moved(kernel: Kernel, place: int, by: float) -> MarkovForm:
    settings = [setting for _, setting in kernel.settings]
    settings[place] = settings[place].at(settings[place].number * np.exp(by))
    return kernel.with_settings(settings).markov_form()


def slopes(kernel: Kernel, read: Callable[[MarkovForm], Floats]) -> Iterator[Floats]:
    """Central differences in the logarithm of each number, good to ten digits."""
    step = 1e-5
    for place in range(len(kernel.settings)):
        yield (read(moved(kernel, place, step)) - read(moved(kernel, place, -step))) / (2 * step)


@pytest.mark.parametrize("name", WHOLE)
def test_that_derivatives_travel_along_with_the_state(name: str) -> None:
    kernel = kernel_of(name)
    form = kernel.markov_form()
    for found, read in (
        (form.feedback_gradients, lambda f: f.feedback),
        (form.stationary_gradients, lambda f: f.stationary),
        (form.shaking_gradients(), lambda f: f.shaking()),
    ):
        expected = list(slopes(kernel, read))
        assert len(found) == len(expected)
        for mine, theirs in zip(found, expected, strict=True):
            np.testing.assert_allclose(
                mine, theirs, rtol=1e-8, atol=1e-9 * max(1e-300, np.abs(theirs).max())
            )


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("share", [1e-6, 1e-2, 1.0])
def test_that_the_series_for_short_steps_keeps_the_digits_of_what_is_added(
    name: str, share: float
) -> None:
    form = kernel_of(name).markov_form()
    step = share * form.near if np.isfinite(form.near) else share
    terms = form.shaking()
    series = sum(step ** (k + 1) * term for k, term in enumerate(terms))
    with mp.workdps(60):
        F, P = mp.matrix(form.feedback.tolist()), mp.matrix(form.stationary.tolist())
        A = mp.expm(F * mp.mpf(step), method="taylor")
        exact = P - A * P * A.T
        expected = np.array(exact.tolist(), dtype=float).reshape(P.rows, P.cols)
    # Each entry against what its row and column could make it. BLAS fuses multiplications and
    # additions, so that coefficients which cancel exactly keep 1e-17 of what they cancelled.
    diagonal = np.maximum(np.diag(expected), 0.0)  # rounding may take it below nought
    scale = np.sqrt(np.outer(diagonal, diagonal))
    fused = 1e-16 * step * np.abs(form.feedback).max() * np.abs(form.stationary).max()
    assert (abs(series - expected) <= 1e-13 * scale + fused).all()


# What becomes of white


def test_that_white_is_the_noise_of_a_reading_with_itself_alone() -> None:
    kernel, a = kernel_of("white"), np.zeros((3, 1))
    np.testing.assert_array_equal(kernel.block(a, a), np.zeros((3, 3)))
    np.testing.assert_array_equal(kernel.diagonal(a), [0.3, 0.3, 0.3])
    np.testing.assert_array_equal(next(iter(kernel.gradients(a, a))), np.zeros((3, 3)))


@pytest.mark.parametrize(
    ("text", "curve", "noise"),
    [
        ("matern32(3) + white(0.3)", "matern32(3)", Setting(0.3)),
        ("white(held(0.3)) + matern32(3)", "matern32(3)", Setting(0.3, held=True)),
        ("rbf(1) + white(between(2, 1, 3)) + rbf(4)", "rbf(1) + rbf(4)", Setting(2, False, 1, 3)),
        ("matern32 + white", "matern32", Setting()),
        ("matern32(3)", "matern32(3)", None),
    ],
)
def test_that_white_is_taken_out_as_the_noise(text: str, curve: str, noise: Setting | None) -> None:
    left, found = split_noise(build_kernel(parse(text)))
    assert str(left) == curve
    assert found == noise


@pytest.mark.parametrize(
    ("text", "learnt"),
    [
        ("matern32(3)", 2),
        ("2 * matern32(3)", 2),
        ("held(2) * matern32(3)", 2),
        ("matern32(3) + rbf(2)", 4),
        ("matern32(3) * rbf(2)", 3),
        ("constant(3)", 1),
        ("matern32(3) + constant(2)", 3),
        ("2 * (matern32(3) + rbf(2))", 3),
    ],
)
def test_that_learning_gives_a_multiplier_to_every_term_that_has_none(
    text: str, learnt: int
) -> None:
    kernel = with_multipliers(build_kernel(parse(text)))
    assert len(kernel.settings) == learnt
    assert with_multipliers(kernel) == kernel
    # what nobody has given a number yet is not printed
    assert str(kernel) == text


def test_that_distances_keep_their_digits_far_from_nought() -> None:
    days = 1e9 + np.array([[0.0], [1e-6], [1.0]])
    expected = (days[:, 0] - days[0, 0]) ** 2
    np.testing.assert_allclose(squares(days, days, np.ones(1))[0], expected, rtol=1e-15)
    wide = np.hstack([days, days])
    np.testing.assert_allclose(squares(wide, wide, np.ones(2))[0], 2 * expected, rtol=1e-15)
