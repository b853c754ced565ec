"""The sketch: its own formula, near the best of its rank, and all that a fit asks of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.linalg import hadamard

from gpstudio import GPRegressor
from gpstudio.core.approximations.approximation import Ground
from gpstudio.core.approximations.nystrom import mixing as mixing_module
from gpstudio.core.approximations.nystrom.mixing import MIXINGS, Signs
from gpstudio.core.approximations.nystrom.sampling import Drawing
from gpstudio.core.approximations.nystrom.sampling.sketch import SketchSampling, make_orthonormal
from gpstudio.core.approximations.nystrom.sketch import SketchedCovariance, sketched
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.problem import Problem
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import Kernel, build_kernel
from gpstudio.core.language import RecipeError, parse
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import QUIET, Cancelled, Task

KERNEL = "1.3 * rbf([1.5, 2.5])"
KERNELS = (
    KERNEL,
    "0.7 * matern32(1) * rbf(4) + matern52([2, 3])",
    "0.5 * linear(1, offset=1, centre=0) * rbf(2) + matern32(1.5)",
)


def _inputs(n: int = 90, seed: int = 7) -> Floats:
    return np.random.default_rng(seed).uniform(-3.0, 3.0, (n, 2))


def _settled(
    kernel: Kernel, inputs: Floats, rank: int, *options: Any, seed: int = 0, task: Task = QUIET
) -> Callable[[Kernel, Floats], SketchedCovariance]:
    sampling, random = SketchSampling(*options), np.random.default_rng([seed, 11])
    ground = Ground(kernel, inputs, 0.05, seed)
    made: Any = sampling.settled(Drawing(ground, rank, random, task=task))
    return made


def _error(kernel: Kernel, inputs: Floats, rank: int, *options: Any, seed: int = 0) -> float:
    operator = _settled(kernel, inputs, rank, *options, seed=seed)(kernel, inputs)
    features = operator.features_at(inputs)
    return float(np.linalg.norm(kernel.block(inputs, inputs) - features @ features.T))


@pytest.mark.parametrize("options", [(1, "gaussian"), (1, "hadamard"), (2, "gaussian"), (3,)])
@pytest.mark.parametrize("text", KERNELS)
def test_that_it_is_the_formula_of_its_test_matrix_everywhere(
    text: str, options: tuple[Any, ...]
) -> None:
    kernel, inputs = build_kernel(parse(text), 2), _inputs()
    operator = _settled(kernel, inputs, 20, *options)(kernel, inputs)
    test, K = operator.sketch.test, kernel.block(inputs, inputs)
    inner = np.linalg.inv(test.T @ K @ test)
    features = operator.features_at(inputs)
    expected = K @ test @ inner @ test.T @ K
    np.testing.assert_allclose(features @ features.T, expected, atol=1e-8)
    targets = _inputs(11, seed=8) * 2.0
    across = kernel.block(targets, inputs) @ test @ inner @ test.T @ K
    np.testing.assert_allclose(operator.cross(targets), across.T, atol=1e-8)
    at_targets = operator.at(targets)
    np.testing.assert_allclose(at_targets.cross(inputs), across, atol=1e-8)
    assert at_targets.sketch is operator.sketch, "the pass is made once"
    assert (operator.missed() >= 0.0).all()


@pytest.mark.parametrize("matrix", MIXINGS)
def test_that_two_passes_come_within_a_quarter_of_the_best_of_that_rank(matrix: str) -> None:
    """Eigenvalues that fall slowly, where one pass is far from the best."""
    inputs = np.random.default_rng(6).standard_normal((600, 7))
    kernel = build_kernel(parse("rbf(2.1213)"), 7)
    values = np.linalg.eigvalsh(kernel.block(inputs, inputs))[::-1]
    best = float(np.sqrt((values[150:] ** 2).sum()))
    ratios = [
        np.mean([_error(kernel, inputs, 150, passes, matrix, seed=s) for s in range(3)]) / best
        for passes in (1, 2, 3)
    ]
    assert 1.0 <= ratios[2] < ratios[1] < 1.35
    assert ratios[0] > 2.0
    assert _error(kernel, inputs, 150) / best < 1.5, "as it comes"


@pytest.mark.parametrize("matrix", MIXINGS)
@pytest.mark.parametrize("n", [1, 3, 64, 90])
def test_that_all_directions_give_the_covariance_itself(n: int, matrix: str) -> None:
    kernel, inputs = build_kernel(parse("1.3 * matern32(1.5)"), 2), _inputs(n)
    assert _error(kernel, inputs, n, 2, matrix) < 1e-9 * max(n, 10)


@pytest.mark.parametrize("options", [(1, "gaussian"), (1, "hadamard"), (2, "gaussian")])
@pytest.mark.parametrize("text", ["2 * linear(1, offset=1, centre=0)", "1.3 * rbf(50)"])
def test_that_more_rank_than_the_covariance_has_does_no_harm(
    text: str, options: tuple[Any, ...]
) -> None:
    kernel, inputs = build_kernel(parse(text), 2), _inputs()
    size = np.linalg.norm(kernel.block(inputs, inputs))
    assert _error(kernel, inputs, 40, *options) < 1e-11 * size


def test_that_repeated_readings_are_no_trouble() -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), np.repeat(_inputs(15), 4, axis=0)
    assert _error(kernel, inputs, 30) < 1e-9


@pytest.mark.parametrize("matrix", MIXINGS)
def test_that_mixtures_are_even_handed_and_multiply_as_they_are_written(matrix: str) -> None:
    n, rank, count = 13, 5, 4_000
    total = np.zeros((n, n))
    for seed in range(count):
        entries = MIXINGS[matrix].drawn(n, rank, np.random.default_rng(seed)).entries(QUIET)
        assert entries.shape == (n, rank)
        total += entries @ entries.T
    # entries' products vary by 1/n each: five standard errors
    expected = rank / n * np.eye(n)
    assert abs(total / count - expected).max() < 5.0 * np.sqrt(2.0 * rank / count) / n
    kernel, inputs = build_kernel(parse(KERNEL), 2), _inputs(70)
    mixing = MIXINGS[matrix].drawn(70, 9, np.random.default_rng(0))
    expected = kernel.block(inputs, inputs) @ mixing.entries(QUIET)
    np.testing.assert_allclose(mixing.mixed(kernel, inputs, QUIET), expected, atol=1e-12)


def test_that_signs_are_scipys_hadamard_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    mixing = Signs.drawn(50, 12, np.random.default_rng(3))
    assert mixing.length == 64
    assert len(set(mixing.columns)) == 12
    expected = mixing.signs[:, None] * hadamard(64)[:50, mixing.columns] / np.sqrt(50)
    np.testing.assert_allclose(mixing.entries(QUIET), expected, rtol=1e-14)
    monkeypatch.setattr(mixing_module, "AT_ONCE", 64 * 7)
    np.testing.assert_allclose(mixing.entries(QUIET), expected, rtol=1e-14)
    kernel, inputs = build_kernel(parse(KERNEL), 2), _inputs(50)
    mixed = mixing.mixed(kernel, inputs, QUIET)
    np.testing.assert_allclose(mixed, kernel.block(inputs, inputs) @ expected, atol=1e-12)


@pytest.mark.parametrize("width", [1, 7, 40])
def test_that_columns_become_orthonormal_whatever_they_were(width: int) -> None:
    random = np.random.default_rng(2)
    full = random.standard_normal((80, width))
    poor = full @ np.diag(np.geomspace(1.0, 1e-18, width)) @ random.standard_normal((width, width))
    flat = full[:, :1] @ random.standard_normal((1, width))
    for columns in (full, poor, flat + 1e-16 * full):
        tall = np.array(columns, order="F")
        make_orthonormal(tall, QUIET)
        np.testing.assert_allclose(tall.T @ tall, np.eye(width), atol=1e-7)
        left = columns - tall @ (tall.T @ columns)
        assert abs(left).max() < 1e-12 * abs(columns).max()


@pytest.mark.parametrize("elsewhere", [False, True])
@pytest.mark.parametrize("text", KERNELS)
def test_that_slopes_are_those_of_differences(text: str, elsewhere: bool) -> None:
    kernel, inputs = build_kernel(parse(text), 2), _inputs(300)
    made = _settled(kernel, inputs, 25)
    x = inputs[5:290] + 0.01 if elsewhere else inputs
    random = np.random.default_rng(4)
    G = random.standard_normal((len(x), len(x)))
    G, own = G + G.T, random.standard_normal(len(x))

    class Plain:
        gathered = np.zeros((25, 0))

        def __call__(self, rows: slice, features: Floats, /) -> Floats:
            return np.array(G[rows] @ features, order="F")

        def inverse_diagonal(self, task: Task = QUIET) -> Floats:
            raise NotImplementedError

    found = made(kernel, x).pulled(Plain(), own)
    pairs, step = kernel.settings, 1e-5

    def at(steps: Floats) -> float:
        moved = [
            setting.at(parameter.at_coordinate(parameter.coordinate(setting.number) + by))
            for (parameter, setting), by in zip(pairs, steps, strict=True)
        ]
        with_numbers = kernel.with_settings(moved)
        features = made(with_numbers, x).features_at(x)
        return float(np.sum(features * (G @ features)) + own @ with_numbers.diagonal(x))

    steps = step * np.eye(len(pairs))
    expected = np.array([(at(up) - at(-up)) / (2.0 * step) for up in steps])
    np.testing.assert_allclose(found, expected, atol=1e-5 * abs(expected).max())


def _problem(text: str, task: Task = QUIET) -> Problem:
    inputs = _inputs(120)
    values = np.sin(2.0 * inputs[:, 0]) + np.cos(inputs[:, 1])
    values[::9] = np.nan
    weights = np.where(np.arange(len(values)) % 2, 1.0, 4.0)
    recipe = Recipe.of(kernel="rbf([1.5, 2.5])", approximation=text, mean="linear")
    return Problem(choose(recipe, 120, 2), Readings.of(inputs, values, weights), task)


@pytest.mark.parametrize("options", ["", ", passes=1, test_matrix='hadamard'"])
def test_that_the_evidence_has_its_slopes_with_weights_gaps_and_trends(options: str) -> None:
    search = _problem(f"nystrom(rank=25, sampling='sketch'{options})").search(0)
    place, step = search.starts[0] + 0.1, 1e-4
    _, gradient = search.evaluate(place)
    for i, slope in enumerate(gradient):
        sides = [place + sign * step * (np.arange(len(place)) == i) for sign in (1, -1)]
        ahead, behind = (search.evaluate(side)[0] for side in sides)
        expected = (ahead - behind) / (2 * step)
        assert slope == pytest.approx(expected, rel=2e-5, abs=2e-5 * abs(gradient).max())


@pytest.mark.parametrize("matrix", MIXINGS)
def test_that_the_fit_comes_to_the_exact_one_as_the_rank_grows(matrix: str) -> None:
    inputs, targets = _inputs(150), _inputs(20, seed=9)
    values = np.sin(2.0 * inputs[:, 0]) + 0.2 * np.random.default_rng(3).standard_normal(150)
    words: dict[str, Any] = {"noise": "held(0.05)", "learning": "fixed"}
    exact = GPRegressor(KERNEL, approximation="exact", **words).fit(inputs, values)
    mean, std = exact.predict(targets, return_std=True)
    errors = []
    for rank in (4, 20, 60, 150):
        text = f"nystrom(rank={rank}, sampling='sketch', test_matrix='{matrix}')"
        near = GPRegressor(KERNEL, approximation=text, **words).fit(inputs, values)
        found, band = near.predict(targets, return_std=True)
        errors.append(max(abs(found - mean).max(), abs(band - std).max()))
    assert errors[0] > 3.0 * errors[1] > 30.0 * errors[2]
    assert errors[-1] < 1e-6


def test_that_its_seed_decides_it() -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), _inputs()
    for matrix in MIXINGS:
        first, again, other = (
            _settled(kernel, inputs, 20, 2, matrix, seed=seed)(kernel, inputs).features_at(inputs)
            for seed in (3, 3, 4)
        )
        np.testing.assert_array_equal(first, again)
        assert abs(first @ first.T - other @ other.T).max() > 1e-12


class Impatient(Task):
    def __init__(self, patience: int) -> None:
        self.left = patience

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled


@pytest.mark.parametrize("matrix", MIXINGS)
@pytest.mark.parametrize("patience", [0, 1, 3])
def test_that_it_can_be_stopped_while_it_is_settled(matrix: str, patience: int) -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), _inputs(600)
    with pytest.raises(Cancelled):
        _settled(kernel, inputs, 50, 2, matrix, task=Impatient(patience))


@pytest.mark.parametrize("patience", [0, 1, 3])
def test_that_every_pass_can_be_stopped(patience: int) -> None:
    kernel, inputs = build_kernel(parse(KERNEL), 2), _inputs(600)
    made = _settled(kernel, inputs, 50)
    with pytest.raises(Cancelled):
        made(kernel, inputs).gram(np.ones(600), Impatient(patience))
    operator = made(kernel, inputs)
    operator.gram(np.ones(600))
    with pytest.raises(Cancelled):
        operator.pulled(lambda _, features: features, np.zeros(600), Impatient(patience))  # type: ignore[arg-type]


def test_that_options_of_a_sketch_are_refused_of_other_samplings() -> None:
    with pytest.raises(InputError, match=r"'uniform' of 'nystrom' has no 'passes'.*'sketch'"):
        _problem("nystrom(rank=20, sampling='uniform', passes=1)")
    with pytest.raises(InputError, match=r"'rpcholesky' of 'nystrom' has no 'test_matrix'"):
        _problem("nystrom(rank=20, test_matrix='hadamard')")


@pytest.mark.parametrize(
    ("options", "words"),
    [("passes=0", "'passes' goes from 1"), ("test_matrix='haar'", "'test_matrix' cannot be")],
)
def test_that_what_a_sketch_cannot_be_is_refused(options: str, words: str) -> None:
    with pytest.raises(RecipeError, match=words):
        _problem(f"nystrom(rank=20, sampling='sketch', {options})")


def test_that_a_kernel_without_a_finite_value_is_refused() -> None:
    inputs = _inputs(20)
    inputs[3, 0] = np.nan
    kernel = build_kernel(parse(KERNEL), 2)
    with pytest.raises(InputError, match="not finite at some readings"):
        sketched(kernel, inputs, inputs, np.eye(20)[:, :4]).features_at(inputs)
