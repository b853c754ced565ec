"""Products without the matrix against the matrix's own, for every family and size."""

from __future__ import annotations

import mpmath as mp
import numpy as np
import pytest
from core.kernels.nonstationary_rows import NONSTATIONARY_ROWS
from core.kernels.stationary_rows import STATIONARY_ROWS

from gpstudio.core.compiled import compiled
from gpstudio.core.compiled_exponential import LEAST, faded
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import KERNELS, Kernel, build_kernel, compiled_profiles
from gpstudio.core.language import parse
from gpstudio.core.operators import products
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.operators.products import FromFormulas, FromTerms, maker
from gpstudio.core.task import QUIET, Cancelled, Task

FAMILIES = [row.text for row in (STATIONARY_ROWS | NONSTATIONARY_ROWS).values()]
JOINED = [
    "2 * rbf(1.5) + 0.3 * matern12(4)",
    "rbf(1) * matern32(2)",
    "0.5 * matern52(2) + 0.1 * periodic(1, period=3)",
    "rbf(1) ** 2",
    "constant(2)",
]


def _kernel(text: str, inputs: int) -> Kernel:
    """Some families are for one input, or list one number an input."""
    kernel = build_kernel(parse(text), inputs)
    try:
        kernel.check(inputs)
    except InputError:
        pytest.skip("not for so many inputs")
    return kernel


def _rows(count: int, inputs: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng([seed, inputs]).uniform(0.5, 4.0, (count, inputs))


@pytest.mark.parametrize("inputs", [1, 3, 8])
@pytest.mark.parametrize("text", FAMILIES + JOINED)
def test_that_products_are_those_of_the_matrix(text: str, inputs: int) -> None:
    kernel = _kernel(text, inputs)
    x, asked = _rows(301, inputs), _rows(67, inputs, 1)
    covariance = DenseCovariance(kernel, x)
    for count in (1, 2, 3, 17):
        vectors = np.random.default_rng(count).standard_normal((301, count))
        K, cross = kernel.block(x, x), kernel.block(asked, x)
        scale = 1e-13 * np.abs(K).max() * 301
        np.testing.assert_allclose(covariance.times(vectors), K @ vectors, rtol=0, atol=scale)
        told = covariance.cross_times(asked, vectors)
        assert told.shape == (67, count)
        scale = 1e-13 * np.abs(cross).max() * 301
        np.testing.assert_allclose(told, cross @ vectors, rtol=0, atol=scale)


@pytest.mark.parametrize("n", [0, 1, 7, 127, 128, 129, 511, 513, 1_025])
@pytest.mark.parametrize("text", ["2 * rbf([0.5, 1, 2])", "rbf(1) * matern12(1)"])
@pytest.mark.parametrize("count", [0, 1, 2, 5, 8, 24, 50])
def test_that_tiles_of_every_size_fit_together(n: int, text: str, count: int) -> None:
    kernel, x = build_kernel(parse(text)), _rows(n, 3)
    vectors = np.random.default_rng(n).standard_normal((n, count))
    told = DenseCovariance(kernel, x).times(vectors)
    assert told.shape == (n, count)
    np.testing.assert_allclose(told, kernel.block(x, x) @ vectors, rtol=0, atol=1e-12 * (n + 1))


@pytest.mark.parametrize("threads", ["1", "2", "3"])
def test_that_any_number_of_threads_gives_the_sum(
    threads: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", threads)
    kernel, x = build_kernel(parse("rbf(1)")), _rows(700, 3)
    vectors = np.random.default_rng(0).standard_normal((700, 9))
    covariance = DenseCovariance(kernel, x)
    told = covariance.times(vectors)
    np.testing.assert_allclose(told, kernel.block(x, x) @ vectors, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(told, covariance.times(vectors))


def test_that_a_family_with_a_compiled_profile_takes_the_quick_road() -> None:
    x = _rows(5, 2)
    quick = ["rbf(1)", "2 * matern12(1)", "matern32(1) + 3 * matern52([1, 2])", "rbf(1, dims=[1])"]
    for text in quick:
        assert isinstance(maker(build_kernel(parse(text)), x, x), FromTerms), text
    for text in ("rbf(1) * rbf(2)", "rbf(1) + constant(2)", "exp(rbf(1))"):
        assert isinstance(maker(build_kernel(parse(text)), x, x), FromFormulas), text


@pytest.mark.parametrize("name", KERNELS.names)
def test_that_a_compiled_profile_is_the_familys_own(name: str) -> None:
    profile = getattr(KERNELS[name], "compiled_profile", "")
    if not profile:
        pytest.skip("has none")
    kernel = build_kernel(parse(f"{name}(1)"))
    squared = np.concatenate([[0.0, 1e-300, 1e-16], np.geomspace(1e-8, 1e6, 400)])
    a, b = np.zeros((1, 1)), np.sqrt(squared)[:, None]
    compiled_one = getattr(compiled_profiles, profile)
    told = np.array([compiled_one(float(value) ** 2) for value in b[:, 0]])
    np.testing.assert_allclose(told, kernel.block(a, b)[0], rtol=0, atol=5e-16)


@pytest.mark.parametrize("far", [1e160, np.inf])
@pytest.mark.parametrize("text", ["rbf(1)", "matern12(1)", "matern32(1)", "matern52(1)"])
def test_that_rows_infinitely_far_apart_are_no_trouble(text: str, far: float) -> None:
    x = np.array([[0.0, 0.0], [0.0, far]])
    told = DenseCovariance(build_kernel(parse(text)), x).cross_times(x[:1], np.eye(2))
    np.testing.assert_array_equal(told, [[1.0, 0.0]])


def test_that_a_missing_number_stays_one() -> None:
    x = np.array([[0.0], [np.nan]])
    tile, whole = np.empty((1, 2)), (slice(0, 1), slice(0, 2))
    maker(build_kernel(parse("rbf(1)")), x, x).make(*whole, tile, QUIET)
    np.testing.assert_array_equal(tile, [[1.0, np.nan]])


@compiled
def _faded(x: np.ndarray) -> np.ndarray:
    result = np.empty_like(x)
    for i in range(len(x)):
        result[i] = faded(x[i])
    return result


def test_that_the_exponential_is_right_to_two_units_in_the_last_place() -> None:
    random = np.random.default_rng(0)
    x = np.concatenate([-random.uniform(0, 708, 2_000), -np.geomspace(1e-20, 700, 500), [0.0]])
    with mp.workdps(40):
        exact = np.array([float(mp.exp(mp.mpf(value))) for value in x])
    told = _faded(x)
    assert (np.abs(told - exact) <= 2.0 * np.spacing(exact)).all()
    assert told[-1] == 1.0
    beyond = _faded(np.array([np.nextafter(LEAST, -np.inf), -1e4, -1e300, -np.inf, np.nan]))
    np.testing.assert_array_equal(beyond, [0.0, 0.0, 0.0, 0.0, np.nan])


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("text", ["rbf(1)", "rbf(1) * matern12(1)"])
@pytest.mark.parametrize("patience", [0, 3])
def test_that_a_product_can_be_stopped_between_tiles(text: str, patience: int) -> None:
    covariance = DenseCovariance(build_kernel(parse(text)), _rows(1_500, 3))
    with pytest.raises(Cancelled):
        covariance.times(np.ones((1_500, 1)), Impatient(patience))
    with pytest.raises(Cancelled):
        covariance.cross_times(_rows(900, 3, 1), np.ones((1_500, 30)), Impatient(patience))


def test_that_a_tile_is_small_enough_to_stop_between() -> None:
    """A tile of the quickest road takes a tenth of a millisecond, of the slowest kernel 20."""
    assert products.HEIGHT * products.WIDTH <= products.SIDE**2 <= 256**2
