"""Layers learnt by a bound: slopes against differences, limits against the shallow model."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.choices import make
from gpstudio.core.inference.deep.begun import Begun
from gpstudio.core.inference.deep.numbers import LayerNumbers, Ways
from gpstudio.core.inference.deep.tellers import OfReadings
from gpstudio.core.inference.deep.walk import Walk, walked
from gpstudio.core.inference.problem import scales_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.kernels import build_kernel
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.language import parse
from gpstudio.core.learning.learner import flat
from gpstudio.core.likelihoods import LIKELIHOODS
from gpstudio.core.task import QUIET

SLOPES = [
    ("deep(2 * matern52(0.4) + linear(1), 2 * rbf(0.7))", 1, "gaussian(0.1)"),
    ("deep(rbf([0.4, 0.8]), rbf(0.5), rbf(0.7) * matern32(2), width=1)", 2, "student_t(0.1)"),
    ("deep(rbf(0.4), rbf(0.8), inputs='beside', width=2)", 2, "gaussian(0.1)"),
    ("deep(rbf(0.4), 3 * rbf(0.8), inputs='once')", 1, "bernoulli"),
]


def begun(
    text: str, x: Floats, y: Floats, likelihood: str, places: Floats, **more: object
) -> Begun:
    kernel = build_kernel(parse(text), x.shape[1])
    assert isinstance(kernel, Deep)
    scatter = make(LIKELIHOODS, parse(likelihood))
    readings = Readings.of(x, y)
    ways = Ways.of(kernel, readings.inputs)
    numbers = LayerNumbers(kernel, scatter.settings, ways, scales_of(scatter, readings))
    start = tuple(numbers.at(numbers.start(0))[1])
    told = OfReadings.of(scatter, readings).with_settings(start)
    given = {
        "level": 0.0, "prior": numbers.prior, "moves": True, "places_move": True, "warms": False,
        "seed": 0, "steps": 10,
    } | more  # fmt: skip
    return Begun(kernel, readings.inputs, told, numbers, ways, places, **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "inputs", "likelihood"), SLOPES)
def test_that_slopes_are_those_of_differences(text: str, inputs: int, likelihood: str) -> None:
    """With the hidden values' normal numbers held; where roots are zero above their diagonal."""
    random = np.random.default_rng(0)
    x = random.normal(size=(9, inputs))
    y = np.sin(3 * x[:, 0]) + 0.1 * random.normal(size=9)
    y = (y > 0.0).astype(float) if likelihood == "bernoulli" else y
    walk = Walk(begun(text, x, y, likelihood, x[::2] + 0.1), 10, 0)
    moved = np.ones(len(walk.ascent.row), dtype=bool)
    end = 0
    for part in walk.moved.starts:
        start, end = end, end + part.size
        if part.ndim == 3:
            moved[start:end] = np.broadcast_to(np.tri(part.shape[-1]) > 0.0, part.shape).ravel()
    at = walk.ascent.row + 0.1 * moved * random.normal(size=len(moved))
    walk.ascent.row, rows = at, np.arange(9)
    normals = walk.normals(18)
    look = walk.look(rows, normals, 2, QUIET)
    walk.last = look.last.stepped(look.asked, 0.5, True, QUIET)  # some other belief

    def height(place: int, step: float) -> float:
        walk.ascent.row = at.copy()
        walk.ascent.row[place] += step
        return walk.look(rows, normals, 2, QUIET).height

    found = walk.look(rows, normals, 2, QUIET).up
    for place in np.flatnonzero(moved)[:: 1 + len(moved) // 60]:
        slope = (height(place, 1e-5) - height(place, -1e-5)) / 2e-5
        assert found[place] == pytest.approx(slope, rel=1e-5, abs=1e-5)


def shallow_bound(x: Floats, y: Floats, places: Floats) -> float:
    """Titsias's, by numpy alone."""
    kernel = build_kernel(parse("2 * rbf(0.3)"), 1)
    inner = kernel.block(places, places) + 2e-8 * np.eye(len(places))
    across = kernel.block(x, places)
    low = across @ np.linalg.solve(inner, across.T)
    covariance = low + 0.05 * np.eye(len(x))
    _, size = np.linalg.slogdet(covariance)
    fit = y @ np.linalg.solve(covariance, y)
    lost = (2.0 * len(x) - np.trace(low)) / 0.05
    return float(-0.5 * (size + fit + len(x) * np.log(2 * np.pi) + lost))


@pytest.mark.parametrize(
    "text",
    [
        "deep(2 * rbf(0.3))",
        "deep(held(1e-20) * rbf(0.4), 2 * rbf(0.3))",
        "deep(held(1e-20) * rbf(0.4), held(1e-20) * rbf(0.4), 2 * rbf(0.3))",
    ],
)
def test_that_one_layer_and_layers_that_bend_nothing_are_the_shallow_model(text: str) -> None:
    random = np.random.default_rng(2)
    x = np.sort(random.uniform(size=30))[:, None]
    y, places = np.sin(8 * x[:, 0]) + 0.2 * random.normal(size=30), np.linspace(0, 1, 7)[:, None]
    asked = begun(
        text, x, y, "gaussian(held(0.05))", places, prior=flat, moves=False, places_move=False,
        steps=3,
    )  # fmt: skip
    found = walked(asked, QUIET)
    lost = sum(layer.divergence for layer in found.net.layers[:-1])
    assert found.bound + lost == pytest.approx(shallow_bound(x, y, places), abs=1e-6)


def test_that_a_seed_says_all() -> None:
    x = np.linspace(0, 1, 12)[:, None]
    asked = begun("deep(rbf, rbf)", x, np.sign(x[:, 0] - 0.5), "gaussian", x[::3], restarts=1)
    first, second = walked(asked, QUIET), walked(asked, QUIET)
    assert first.bound == second.bound
    np.testing.assert_array_equal(first.coordinates, second.coordinates)
    assert len(first.scouted) == 2
