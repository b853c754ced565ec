"""One contract for every kind of frequencies: without bias, smooth, repeatable, ever nearer.

A new kind takes one row in ``ROWS``: how far its covariances may be, over independent ones'.
"""

from __future__ import annotations

import numpy as np
import pytest
from core.kernels.stationary_rows import STATIONARY_ROWS
from scipy import stats

from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.fourier.covariance import FourierCovariance
from gpstudio.core.approximations.fourier.forms import FORMS
from gpstudio.core.approximations.fourier.fourier import Fourier
from gpstudio.core.approximations.fourier.kinds import KINDS
from gpstudio.core.arrays import Floats
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import parse
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET

ROWS: dict[str, float] = {"iid": 1.1, "orthogonal": 0.95, "structured": 0.95, "qmc": 0.75}
SPECTRA = {
    **{name: row.text for name, row in STATIONARY_ROWS.items() if "spectral" in row.offers},
    "rbf": "1.3 * rbf([0.7, 2, 1.2])",
    "matern32": "0.6 * matern32([1, 2, 3])",
    "matern52": "matern52(1.5, dims=[2, 0])",
    "rational_quadratic": "2 * rational_quadratic([1, 2, 1], alpha=0.6)",
    "spectral_mixture": "spectral_mixture([1, 0.4], [0.2, 0.35], [0.1, 0.04], dims=[0, 1])",
    "sum": "0.5 * rbf(2, dims=1) + 2 * (matern32([1, 1.5], dims=[0, 2]) + 0.3 * matern52(3))",
}
EVERY = [(kind, form) for kind in ROWS for form in FORMS.names]


def kernel_of(text: str) -> Kernel:
    return build_kernel(parse(text))


def operator_of(
    kernel: Kernel, inputs: Floats, features: int, kind: str, form: str, seed: int = 0
) -> FourierCovariance:
    made = Fourier(features, kind, form).prepared(Ground(kernel, inputs, 0.1, seed))
    operator = made.operator(kernel, inputs)
    assert isinstance(operator, FourierCovariance)
    return operator


def covariance_of(*words: object) -> Floats:
    features = operator_of(*words).features_at(words[1])  # type: ignore[arg-type]
    return np.asarray(features @ features.T)


def points(count: int, seed: int = 8) -> Floats:
    return np.random.default_rng(seed).uniform(-1.5, 1.5, (count, 3))


def test_that_every_kind_has_its_row() -> None:
    assert set(ROWS) == set(KINDS.names)


@pytest.mark.parametrize("text", SPECTRA.values(), ids=SPECTRA)
@pytest.mark.parametrize(("kind", "form"), EVERY)
def test_that_the_mean_over_seeds_is_the_kernel(kind: str, form: str, text: str) -> None:
    kernel, inputs = kernel_of(text), points(5)
    seeds = 250
    found = np.array([covariance_of(kernel, inputs, 24, kind, form, seed) for seed in range(seeds)])
    pairs = np.triu_indices(len(inputs), 1)
    off = (found.mean(axis=0) - kernel.block(inputs, inputs))[pairs]
    error = found.std(axis=0)[pairs] / np.sqrt(seeds)
    assert np.all(np.abs(off) < 4.5 * error + 1e-12)
    assert error.max() < 0.1 * kernel.diagonal(inputs).max()


@pytest.mark.parametrize("inputs", [1, 2, 3, 8])
@pytest.mark.parametrize("kind", ROWS)
def test_that_each_frequency_is_normal_by_itself(kind: str, inputs: int) -> None:
    """Along any direction, in every row: by Kolmogorov and Smirnov's test."""
    draws = [KINDS[kind]().drawn(5, inputs, np.random.default_rng(seed)) for seed in range(600)]
    normals = np.array([drawn.normals for drawn in draws])
    along = np.random.default_rng(9).standard_normal((inputs, 3))
    along /= np.linalg.norm(along, axis=0)
    for row in (0, 3, 4):
        for seen in (normals[:, row] @ along).T:
            assert stats.kstest(seen, "norm").pvalue > 1e-4
        length = np.sum(normals[:, row] ** 2, axis=1)
        assert stats.kstest(length, "chi2", (inputs,)).pvalue > 1e-4
        for uniforms in ([d.uniforms[row] for d in draws], [d.phases[row] / 4 for d in draws]):
            assert stats.kstest(uniforms, "uniform").pvalue > 1e-4


@pytest.mark.parametrize("kind", ROWS)
def test_that_signs_are_even_and_each_as_likely(kind: str) -> None:
    draws = [KINDS[kind]().drawn(8, 3, np.random.default_rng(seed)) for seed in range(400)]
    signs = np.array([drawn.signs for drawn in draws])
    assert set(np.unique(signs)) == {-1.0, 1.0}
    # four rows hold each choice of signs once, but for all turned at once
    products = signs[:, :4] * signs[:, :4, :1]
    assert all(len({tuple(row) for row in one}) == 4 for one in products)
    assert np.abs(signs.mean(axis=0)).max() < 4.5 / np.sqrt(400)


@pytest.mark.parametrize("text", SPECTRA.values(), ids=SPECTRA)
@pytest.mark.parametrize(("kind", "form"), EVERY)
def test_that_the_evidence_has_its_gradient(kind: str, form: str, text: str) -> None:
    inputs = points(60)
    values = np.sin(inputs).sum(axis=1) + 0.1 * np.random.default_rng(4).standard_normal(60)
    recipe = Recipe.of(kernel=text, approximation=f"fourier(features=40, kind={kind}, form={form})")
    problem = Problem(choose(recipe, 60, 3), Readings.of(inputs, values), QUIET)
    search = problem.search(0)
    start = search.starts[0]

    def change(step: Floats) -> float:
        return float(search.evaluate(start + step)[0] - search.evaluate(start - step)[0])

    # rough kernels have waves that turn quickly with the length: only a small step sees their slope
    h = 2e-5
    steps = np.eye(len(start))
    slopes = [(8.0 * change(h * e) - change(2.0 * h * e)) / (12.0 * h) for e in steps]
    _, gradient = search.evaluate(start)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-6 * np.abs(gradient).max())


@pytest.mark.parametrize(("kind", "form"), EVERY)
def test_that_a_seed_says_all(kind: str, form: str) -> None:
    kernel, inputs = kernel_of(SPECTRA["sum"]), points(6)
    once, again, other = (covariance_of(kernel, inputs, 30, kind, form, seed) for seed in (3, 3, 4))
    assert np.array_equal(once, again)
    assert np.abs(once - other).max() > 1e-3


@pytest.mark.parametrize("text", [SPECTRA["rbf"], SPECTRA["sum"]], ids=["rbf", "sum"])
@pytest.mark.parametrize("kind", ROWS)
def test_that_many_features_come_near_the_exact_covariance(kind: str, text: str) -> None:
    kernel, inputs = kernel_of(text), points(40)
    exact = kernel.block(inputs, inputs)

    def error(features: int) -> float:
        far = [
            np.linalg.norm(covariance_of(kernel, inputs, features, kind, "cosine_sine", s) - exact)
            for s in range(6)
        ]
        return float(np.mean(far) / np.linalg.norm(exact))

    few, many = error(64), error(8_192)
    # with the root of the number, 11 times, or better
    assert many < few / 7.0
    assert many < 0.03


@pytest.mark.parametrize("kind", ROWS)
def test_that_the_error_is_no_larger_than_its_kind_promises(kind: str) -> None:
    inputs = np.random.default_rng(6).standard_normal((150, 7))
    kernel = kernel_of(f"rbf({3 / 2**0.5!r})")
    exact = kernel.block(inputs, inputs)
    k2 = exact**4
    expected = float(np.sqrt(np.sum(1.0 + k2 - 2.0 * exact**2) / 500))
    found = [covariance_of(kernel, inputs, 1_000, kind, "cosine_sine", s) for s in range(20)]
    error = float(np.sqrt(np.mean([np.sum((one - exact) ** 2) for one in found])))
    assert error < ROWS[kind] * expected
