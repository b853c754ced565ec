"""Readings at the edge of what can be fitted: a finite, honest answer or one clear sentence."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError

KERNELS = {
    "auto": "auto",
    "season and departure": "periodic(1, period=4) + matern32",
    "rbf": "rbf",
    "matrix": "gibbs(2, after=4, at=3, width=1)",
}
kernels = pytest.mark.parametrize("kernel", list(KERNELS.values()), ids=list(KERNELS))


def wave(count: int = 9) -> Floats:
    return np.sin(np.arange(float(count)))


SERIES = {
    "one": ([5.0], [0.4]),
    "two": ([5.0, 6.0], [0.4, 0.5]),
    "two alike": ([5.0, 5.0], [0.4, 0.4]),
    "two at one time": ([5.0, 5.0], [0.4, 0.9]),
    "all at one time": ([5.0] * 5, [0.4, 0.5, 0.45, 0.43, 0.47]),
    "each twice": (np.repeat(np.arange(6.0), 2), np.repeat(wave(6), 2)),
    "all one value": (np.arange(9.0), [0.4] * 9),
    "all nought": (np.arange(9.0), [0.0] * 9),
    "some missing": (np.arange(9.0), np.where(np.arange(9) % 4 == 1, np.nan, wave())),
    "one left": ([1.0, 2.0, 3.0], [np.nan, 0.4, np.nan]),
    "unsorted": (np.arange(9.0)[::-1], wave()),
    "far from nought": (1e9 + np.arange(9.0), wave()),
    "tiny": (np.arange(9.0), 1e-12 * wave()),
    "huge": (np.arange(9.0), 1e12 * wave()),
    "huge level": (np.arange(9.0), 1e12 + wave()),
    "one far off": (np.arange(9.0), np.where(np.arange(9) == 3, 1e9, wave())),
    "a gap of ages": (np.append(np.arange(8.0), 1e7), wave()),
}

HARDEST = ("one", "two at one time", "all one value", "one left", "huge level", "a gap of ages")


def check(gp: GPRegressor, inputs: Floats) -> None:
    """Nothing missing, nothing infinite, no variance below nought."""
    mean, std = gp.predict(inputs, return_std=True)
    noisy = gp.predict(inputs, return_std=True, include_noise=True)[1]
    low, high = gp.predict_interval(inputs)
    draws = gp.sample_y(inputs, 3)
    for found in (mean, std, noisy, low, high, draws):
        assert np.isfinite(found).all()
    assert (std >= 0.0).all()
    assert (noisy >= std).all()
    assert (low <= high).all()
    assert np.isfinite(gp.log_marginal_likelihood_)
    assert np.isfinite(gp.noise_)
    assert gp.noise_ > 0.0


@kernels
@pytest.mark.parametrize("name", SERIES)
def test_that_every_series_has_a_finite_answer_up_to_a_hundred_spans_on(
    kernel: str, name: str
) -> None:
    x, y = (np.array(side, dtype=float) for side in SERIES[name])
    gp = GPRegressor(kernel).fit(x, y)
    reach = 100.0 * max(float(np.ptp(x)), 1.0)
    check(gp, x)
    check(gp, x.max() + np.array([-2.0, -0.01, 0.0, 1e-3, 0.01, 1.0]) * reach)


@pytest.mark.parametrize("kernel", ["auto", "rbf"])
@pytest.mark.parametrize("name", SERIES)
def test_that_three_inputs_have_a_finite_answer_too(kernel: str, name: str) -> None:
    """The second is the first turned about, the third always the same."""
    x, y = (np.array(side, dtype=float) for side in SERIES[name])
    X = np.column_stack([x, -x[::-1], np.full(len(x), 3.0)])
    gp = GPRegressor(kernel).fit(X, y)
    check(gp, X)
    check(gp, X + 100.0 * max(float(np.ptp(x)), 1.0))


@pytest.mark.parametrize(
    "words",
    [
        {"learning": "ml2"},
        {"learning": "map"},
        {"learning": "leave_one_out"},
        {"mean": "zero"},
        {"kernel": "cosine * matern32", "learning": "averaged"},
        {"kernel": "linear + polynomial"},
    ],
    ids=str,
)
@pytest.mark.parametrize("name", HARDEST)
def test_that_every_learner_has_a_finite_answer(words: dict[str, str], name: str) -> None:
    x, y = (np.array(side, dtype=float) for side in SERIES[name])
    gp = GPRegressor(**{"kernel": "matern32", **words}).fit(x, y)
    check(gp, x)
    check(gp, x.max() + np.array([-0.5, 0.01, 1.0]) * 100.0 * max(float(np.ptp(x)), 1.0))


@kernels
@pytest.mark.parametrize(
    ("x", "y", "sentence"),
    [
        ([], [], "X holds no row"),
        ([1.0, 2.0], [np.nan, np.nan], "No reading has a value"),
        ([1.0, np.nan], [1.0, 2.0], "missing or infinite"),
        ([1.0, -np.inf], [1.0, 2.0], "missing or infinite"),
        ([1.0, 2.0], [1.0, np.inf], "A reading is infinite"),
    ],
)
def test_that_what_cannot_be_fitted_is_refused_in_one_sentence(
    kernel: str, x: list[float], y: list[float], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        GPRegressor(kernel).fit(x, y)
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)
