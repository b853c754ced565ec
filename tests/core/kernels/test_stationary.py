"""Families that know only how far readings are apart: against other books than the contract's."""

from __future__ import annotations

import math

import mpmath as mp
import numpy as np
import pytest
from core.kernels.rows import Covariance, Point
from core.kernels.stationary_rows import (
    STATIONARY_ROWS,
    STATIONARY_VARIANTS,
    matern,
    matern12,
    periodic,
)
from scipy.integrate import quad
from sklearn.gaussian_process import kernels as sklearn_kernels

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.kernels.matern_profile import matern_profile
from gpstudio.core.language import RecipeError, parse

ALL = {**STATIONARY_ROWS, **STATIONARY_VARIANTS}


def kernel(text: str) -> Kernel:
    return build_kernel(parse(text))


def scattered(dimensions: int, count: int = 7, seed: int = 3) -> Floats:
    found = np.random.default_rng(seed).uniform(-4.0, 4.0, (count, dimensions))
    found[1] = found[0]
    found[2] = found[0] + 1e-5
    return found


@pytest.mark.parametrize("dimensions", [1, 2])
@pytest.mark.parametrize(
    ("text", "theirs"),
    [
        *((f"matern(1.7, nu={nu})", sklearn_kernels.Matern(1.7, nu=nu)) for nu in (0.5, 0.8, 1.5)),
        *((f"matern(0.4, nu={nu})", sklearn_kernels.Matern(0.4, nu=nu)) for nu in (2.0, 3.3, 5.5)),
        ("matern12(0.6)", sklearn_kernels.Matern(0.6, nu=0.5)),
        ("rational_quadratic(1.7, alpha=0.6)", sklearn_kernels.RationalQuadratic(1.7, 0.6)),
        ("rational_quadratic(0.2, alpha=40)", sklearn_kernels.RationalQuadratic(0.2, 40)),
    ],
)
def test_that_it_is_scikit_learns(
    text: str, theirs: sklearn_kernels.Kernel, dimensions: int
) -> None:
    a = scattered(dimensions)
    # scikit-learn's Bessel functions near nought keep ten digits
    np.testing.assert_allclose(kernel(text).block(a, a), theirs(a), rtol=1e-9)


def test_that_along_one_input_periodic_is_scikit_learns() -> None:
    a = scattered(1)
    theirs = sklearn_kernels.ExpSineSquared(length_scale=0.7, periodicity=2.3)
    found = kernel("periodic(0.7, period=2.3)").block(a, a)
    np.testing.assert_allclose(found, theirs(a), rtol=1e-12)


@pytest.mark.parametrize(("dimensions", "dims"), [(1, ""), (3, ""), (3, ", dims=[2, 0]")])
@pytest.mark.parametrize("name", ALL)
def test_that_input_gradients_are_the_formulas_slopes(
    name: str, dimensions: int, dims: str
) -> None:
    row = ALL[name]
    a, b = scattered(dimensions, count=4), scattered(dimensions, count=3, seed=5)
    found = kernel(row.text[:-1] + dims + ")").input_gradients(a, b)
    seen = [2, 0] if dims else list(range(dimensions))
    numbers = [mp.mpf(number) for number in row.numbers]

    def value(p: list[mp.mpf], q: Floats) -> mp.mpf:
        chosen = tuple(p[i] for i in seen), tuple(mp.mpf(float(q[i])) for i in seen)
        return row.covariance(*chosen, *numbers)

    with mp.workdps(40):
        for i, p in enumerate(a):
            for j, q in enumerate(b):
                for column in range(dimensions):
                    sides = [[mp.mpf(float(x)) for x in p] for _ in (0, 1)]
                    sides[0][column] += mp.mpf("1e-13")
                    sides[1][column] -= mp.mpf("1e-13")
                    slope = (value(sides[0], q) - value(sides[1], q)) / mp.mpf("2e-13")
                    assert found[column, i, j] == pytest.approx(float(slope), rel=1e-9, abs=1e-13)
    pull = np.random.default_rng(1).normal(size=(4, 3))
    at_once = kernel(row.text[:-1] + dims + ")").pulled_inputs(a + 300.0, b + 300.0, pull)
    np.testing.assert_allclose(at_once, np.einsum("dij,ij->id", found, pull), atol=1e-10)


@pytest.mark.parametrize("name", ALL)
def test_that_at_one_place_the_curve_leans_nowhere(name: str) -> None:
    a = np.array([[0.3, 1.0], [0.3, 1.0], [0.3 + 1e-200, 1.0]])
    found = kernel(ALL[name].text)
    assert not found.input_gradients(a, a).any()
    for gradient in found.gradients(a, a):
        # no number but a variance matters at no distance
        assert np.isfinite(gradient).all()
        assert np.ptp(gradient) == 0.0


def test_that_the_slope_of_a_kink_is_right_up_to_it() -> None:
    gaps = np.array([[1e-300], [1e-90], [1e-12], [1e-3]])
    zero = np.zeros((1, 1))
    for text in ("matern12(2)", "matern(2, nu=0.5)"):
        slopes = kernel(text).input_gradients(gaps, zero)[0, :, 0]
        # a distance whose square is no number counts as none
        np.testing.assert_allclose(slopes[1:], -0.5 * np.exp(-gaps[1:, 0] / 2), rtol=1e-12)
        (gradient,) = kernel(text).gradients(gaps, zero)
        s = gaps[1:, 0] / 2
        np.testing.assert_allclose(gradient[1:, 0], s * np.exp(-s), rtol=1e-12)


def book_periodic(a: Point, b: Point, *numbers: mp.mpf) -> mp.mpf:
    lengths, periods = numbers[: len(a)], numbers[len(a) :]
    return mp.fprod(
        periodic((x,), (y,), length, period)
        for x, y, length, period in zip(a, b, lengths, periods, strict=True)
    )


def book_matern(a: Point, b: Point, *lengths: mp.mpf) -> mp.mpf:
    scaled = [tuple(x / length for x, length in zip(p, lengths, strict=True)) for p in (a, b)]
    return matern("0.8")(*scaled, mp.mpf(1))


def book_matern12(a: Point, b: Point, *lengths: mp.mpf) -> mp.mpf:
    scaled = [tuple(x / length for x, length in zip(p, lengths, strict=True)) for p in (a, b)]
    return matern12(*scaled, mp.mpf(1))


@pytest.mark.parametrize(
    ("text", "numbers", "book"),
    [
        ("periodic([0.9, 2], period=[2.3, 4])", (0.9, 2, 2.3, 4), book_periodic),
        ("matern([0.7, 3], nu=0.8)", (0.7, 3), book_matern),
        ("matern12([0.7, 3])", (0.7, 3), book_matern12),
    ],
)
def test_that_each_input_may_have_numbers_of_its_own(
    text: str, numbers: tuple[float, ...], book: Covariance
) -> None:
    a, b = scattered(2), scattered(2, count=3, seed=8)
    found = list(kernel(text).gradients(a, b))
    block = kernel(text).block(a, b)
    kernel(text).check(2)
    with pytest.raises(InputError, match="lists 2 numbers for 3"):
        kernel(text).check(3)
    with mp.workdps(40):
        for i, p in enumerate(a):
            for j, q in enumerate(b):
                points = [tuple(mp.mpf(float(x)) for x in side) for side in (p, q)]
                values = [mp.mpf(number) for number in numbers]
                assert block[i, j] == pytest.approx(float(book(*points, *values)), rel=1e-12)
                for place in range(len(numbers)):
                    sides = []
                    for sign in (1, -1):
                        moved = list(values)
                        moved[place] *= mp.exp(sign * mp.mpf("1e-12"))
                        sides.append(book(*points, *moved))
                    slope = float((sides[0] - sides[1]) / mp.mpf("2e-12"))
                    assert found[place][i, j] == pytest.approx(slope, rel=1e-11, abs=1e-20)


@pytest.mark.parametrize(
    "text", ["periodic(0.9, period=2.3)", "cosine(2.3)", "periodic([0.4, 2], period=[2.3, 0.9])"]
)
def test_that_waves_are_covariances_in_the_plane_too(text: str) -> None:
    grid = np.stack(np.meshgrid(np.linspace(0, 5, 12), np.linspace(0, 5, 12)), -1).reshape(-1, 2)
    block = kernel(text).block(grid, grid)
    assert np.linalg.eigvalsh(block).min() >= -1e-12 * len(grid)


@pytest.mark.parametrize("nu", ["0.1", "0.3", "1", "1.3", "2", "4.5", "7.7", "19.5", "60", "100"])
def test_that_matern_keeps_its_digits_near_and_far_for_any_smoothness(nu: str) -> None:
    places = np.array([1e-90, 1e-12, 1e-6, 1e-3, 0.1, 1.0, 7.0, 40.0, 300.0])
    found = matern_profile(places, float(nu))
    with mp.workdps(40):
        order = mp.mpf(nu)
        size = 2 ** (1 - order) / mp.gamma(order)
        exact = [size * mp.mpf(x) ** order * mp.besselk(order, mp.mpf(x)) for x in places]
    np.testing.assert_allclose(found, [float(value) for value in exact], rtol=1e-12, atol=1e-300)


def test_that_a_very_smooth_matern_is_nearly_rbf() -> None:
    a = scattered(1)
    difference = kernel("matern(2, nu=100)").block(a, a) - kernel("rbf(2)").block(a, a)
    assert 1e-5 < np.abs(difference).max() < 2e-3


def test_that_days_counted_from_long_ago_make_no_difference() -> None:
    days = np.array([[0.0], [1.0], [30.0], [365.25], [3652.5]])
    for text in (row.text for row in ALL.values()):
        near, far = (kernel(text).block(x, x) for x in (days, days + 2.0**30))
        np.testing.assert_array_equal(near, far)


# The spectrum


LINE = {
    name: row.text
    for name, row in ALL.items()
    if "spectral" in row.offers and name != "rational_quadratic"
}


@pytest.mark.parametrize("text", [*LINE.values(), "rational_quadratic(1.7, alpha=1.8)"])
def test_that_along_one_input_the_density_is_the_covariances_transform(text: str) -> None:
    found = kernel(text)

    def density(frequency: float) -> float:
        return float(found.spectral_density(np.array([[frequency]]))[0])

    for gap in (0.4, 1.3, 3.0):
        # pieces of a wave, and the rest of a slow tail by its oscillation
        inner = quad(lambda w, r=gap: density(w) * math.cos(w * r), 0, 8, limit=400)[0]
        outer = quad(density, 8, np.inf, weight="cos", wvar=gap, limit=400)[0]
        expected = found.block(np.zeros((1, 1)), np.array([[gap]]))[0, 0]
        assert (inner + outer) / math.pi == pytest.approx(expected, abs=2e-7)


@pytest.mark.parametrize(
    "text",
    ["rbf(1.7)", "matern12(1.7)", "matern(1.7, nu=2.2)", "rational_quadratic(1.7, alpha=2.5)"],
)
def test_that_in_space_the_density_is_the_covariances_transform(text: str) -> None:
    """k(r) = ∫ S(ω) ω sin(ωr) dω / 2π²r in three inputs."""
    found = kernel(text)

    def weighted(frequency: float) -> float:
        density = found.spectral_density(np.array([[frequency, 0.0, 0.0]]))[0]
        return float(density) * frequency

    for gap in (0.6, 2.0):
        inner = quad(lambda w, r=gap: weighted(w) * math.sin(w * r), 0, 8, limit=400)[0]
        outer = quad(weighted, 8, np.inf, weight="sin", wvar=gap, limit=400)[0]
        expected = found.block(np.zeros((1, 3)), np.array([[gap, 0.0, 0.0]]))[0, 0]
        assert (inner + outer) / (2 * math.pi**2 * gap) == pytest.approx(expected, abs=2e-6)


def test_that_in_the_plane_the_mixtures_density_is_the_product_of_lines() -> None:
    text = "spectral_mixture(1, frequencies=0.4, scales=0.03)"
    frequencies = np.array([[2.6, 2.4], [2.5, -2.5], [0.1, 2.5]])
    both = kernel(text).spectral_density(frequencies)
    lines = [kernel(text).spectral_density(frequencies[:, [column]]) for column in (0, 1)]
    np.testing.assert_allclose(both, lines[0] * lines[1], rtol=1e-12)


@pytest.mark.parametrize(("alpha", "inputs"), [(0.4, 1), (0.5, 1), (1.0, 2), (1.4, 3)])
def test_that_a_level_kept_for_ever_is_an_infinite_density_at_nought(
    alpha: float, inputs: int
) -> None:
    found = kernel(f"rational_quadratic(1.7, alpha={alpha})")
    near = found.spectral_density(np.array([[1e-3] * inputs, [1e-9] * inputs]))
    assert np.isfinite(near).all()
    assert near[1] > 1.5 * near[0]


# How it is written


def test_that_every_wave_of_a_mixture_needs_its_three_numbers() -> None:
    with pytest.raises(RecipeError, match=r"2 variance.*1 frequency.*1 scale"):
        kernel("spectral_mixture([1, 2], frequencies=0.1, scales=0.2)")
    open_numbers = kernel("spectral_mixture(frequencies=0.1)")
    assert [setting.value for _, setting in open_numbers.settings] == [None, 0.1, None]


def test_that_smoothness_has_bounds_and_says_them() -> None:
    with pytest.raises(RecipeError, match=r"'nu' goes from 0\.1 to 100"):
        kernel("matern(2, nu=0.01)")


@pytest.mark.parametrize(
    ("nu", "states"), [(0.5, 1), (1.5, 2), (2.5, 3), (3.5, 4), (6.5, 7), (7.5, 8)]
)
def test_that_half_whole_smoothness_has_a_state_of_so_many_numbers(nu: float, states: int) -> None:
    found = kernel(f"matern(2, nu={nu})")
    assert "markov" in found.offers
    assert found.markov_form().dimension == states


@pytest.mark.parametrize("nu", [0.8, 1, 2, 8.5, 40])
def test_that_other_smoothness_has_none(nu: float) -> None:
    found = kernel(f"matern(2, nu={nu})")
    assert "markov" not in found.offers
    with pytest.raises(NotImplementedError, match="offers no state space"):
        found.markov_form()
