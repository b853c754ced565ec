"""Fourier features as a person meets them: fits, what is refused, and far from the data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.fourier.covariance import FourierCovariance
from gpstudio.core.approximations.fourier.fourier import Fourier
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import RecipeError, parse
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Cancelled, Task


def table(n: int = 150) -> tuple[Floats, Floats]:
    random = np.random.default_rng(2)
    x = random.uniform(-2.0, 2.0, (n, 2))
    return x, np.sin(2.0 * x[:, 0]) * np.cos(x[:, 1]) + 0.2 * random.standard_normal(n)


@pytest.mark.parametrize("kind", ["orthogonal", "qmc", "structured", "iid"])
def test_that_a_fit_with_many_features_is_nearly_the_exact_one(kind: str) -> None:
    x, y = table()
    inside = np.random.default_rng(3).uniform(-1.7, 1.7, (50, 2))
    words: dict[str, Any] = {"kernel": "0.8 * rbf([1, 1.4])", "learning": "fixed", "noise": 0.04}
    exact = GPRegressor(approximation="exact", **words).fit(x, y)
    near = GPRegressor(approximation=f"fourier(features=2000, kind={kind})", **words).fit(x, y)
    mean, std = exact.predict(inside, return_std=True)
    own_mean, own_std = near.predict(inside, return_std=True)
    assert np.sqrt(np.mean((own_mean - mean) ** 2)) < 0.25 * std.mean()
    np.testing.assert_allclose(own_std, std, rtol=0.05)


def test_that_learning_finds_nearly_the_exact_numbers() -> None:
    x, y = table()
    words: dict[str, Any] = {"kernel": "rbf(1)", "learning": "ml2(restarts=0)"}
    exact = GPRegressor(approximation="exact", **words).fit(x, y)
    near = GPRegressor(approximation="fourier(features=600, kind=qmc)", **words).fit(x, y)
    assert abs(near.log_marginal_likelihood_ - exact.log_marginal_likelihood_) < 1.0
    assert near.noise_ == pytest.approx(exact.noise_, rel=0.05)


@pytest.mark.parametrize("kernel", ["linear()", "periodic(1, period=3)", "rbf(1) * matern32(2)"])
def test_that_a_kernel_without_spectral_density_is_refused_with_what_to_do(kernel: str) -> None:
    with pytest.raises(
        InputError, match=r"'fourier' needs a spectral kernel, which .* is not: choose 'exact'"
    ):
        choose(Recipe.of(kernel=kernel, approximation="fourier"), 100, 2)


def test_that_features_that_make_no_pairs_are_refused() -> None:
    with pytest.raises(InputError, match="pairs of a cosine and a sine: write 1,002, or form"):
        choose(Recipe.of(kernel="rbf(1)", approximation="fourier(features=1001)"), 100, 2)
    choose(Recipe.of(kernel="rbf(1)", approximation="fourier(features=101, form=phase)"), 100, 2)


@pytest.mark.parametrize("features", ["1", "0", "-4", "2.5"])
def test_that_too_few_features_are_refused(features: str) -> None:
    with pytest.raises(RecipeError, match="'features'"):
        Recipe.of(kernel="rbf(1)", approximation=f"fourier(features={features})")


def test_that_fewer_features_than_terms_are_refused() -> None:
    x, y = table(30)
    with pytest.raises(InputError, match=r"has 3 terms, for which the 4 features .* write 6"):
        GPRegressor(
            kernel="rbf(1) + rbf(2) + matern32(1)",
            approximation="fourier(features=4)",
            learning="fixed",
            noise=0.1,
        ).fit(x, y)


def test_that_an_input_that_is_not_there_is_refused() -> None:
    x, y = table(30)
    with pytest.raises(InputError, match="looks at input 4"):
        GPRegressor(kernel="rbf(1, dims=4)", approximation="fourier(features=20)").fit(x, y)


@pytest.mark.parametrize("features", [10, 11, 12, 13])
def test_that_terms_share_all_features(features: int) -> None:
    kernel = build_kernel(parse("rbf(1) + 2 * rbf(2) + matern32(1)"))
    x, _ = table(20)
    made = Fourier(features, "iid", "phase").prepared(Ground(kernel, x, 0.1, 0))
    operator = made.operator(kernel, x)
    assert isinstance(operator, FourierCovariance)
    assert operator.rank == made.rank(20, 2) == features
    assert operator.features_at(x).shape == (20, features)
    counts = [len(drawn.uniforms) for drawn in operator.draws]
    assert max(counts) - min(counts) <= 1


def test_that_pairs_have_the_kernels_variance_everywhere_and_no_more_is_known_far_away() -> None:
    kernel = build_kernel(parse("1.7 * rbf(1) + 0.3 * matern32(2)"))
    x, _ = table(20)
    operator = Fourier(40).prepared(Ground(kernel, x, 0.1, 0)).operator(kernel, x)
    assert isinstance(operator, FourierCovariance)
    far = np.array([[1e3, -1e3], [0.0, 0.0], [1e6, 5.0]])
    np.testing.assert_allclose(operator.prior_variance(far), 2.0, rtol=1e-12)
    assert operator.degenerate
    assert not operator.beyond(far, operator.features_at(far)).any()


def test_that_inputs_far_from_nought_keep_their_digits() -> None:
    kernel = build_kernel(parse("rbf(1)"))
    x, _ = table(20)
    x = np.round(x, 6)
    # what is added leaves no remainder
    away = x + 2.0**20
    near, far = (
        Fourier(40).prepared(Ground(kernel, inputs, 0.1, 0)).operator(kernel, inputs)
        for inputs in (x, away)
    )
    assert isinstance(near, FourierCovariance)
    assert isinstance(far, FourierCovariance)
    np.testing.assert_allclose(far.features_at(away), near.features_at(x), atol=1e-8)


def test_that_features_at_other_inputs_are_of_the_same_draw() -> None:
    kernel = build_kernel(parse("rbf(1)"))
    x, _ = table(20)
    operator = Fourier(40).prepared(Ground(kernel, x, 0.1, 0)).operator(kernel, x)
    assert isinstance(operator, FourierCovariance)
    some = operator.at(x[:5])
    assert np.array_equal(some.features_at(x[:5]), operator.features_at(x)[:5])
    assert operator.features_at(x[:0]).shape == (0, 40)


class Impatient(Task):
    def __init__(self, looks: int) -> None:
        self.left = looks

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("looks", [0, 5, 20])
def test_that_a_fit_stops_in_the_middle(looks: int) -> None:
    x, y = table()
    recipe = Recipe.of(kernel="rbf(1)", approximation="fourier(features=100)")
    problem = Problem(choose(recipe, 150, 2), Readings.of(x, y), Impatient(looks))
    with pytest.raises(Cancelled):
        evaluate_often(problem)


def evaluate_often(problem: Problem) -> None:
    for _ in range(10):
        search = problem.search(0)
        search.evaluate(search.starts[0])
