"""The compiled road of one field against the general road, and what both must not mind."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.inference import regression, roads
from gpstudio.core.inference.chooser import choose
from gpstudio.core.inference.one_matern import road
from gpstudio.core.inference.one_matern.data import unit_of
from gpstudio.core.inference.one_matern.road import MaternMembers, OneMatern
from gpstudio.core.inference.posterior import posterior_of
from gpstudio.core.inference.readings import Readings
from gpstudio.core.recipe import Recipe
from gpstudio.core.task import Task


def data(n: int, seed: int = 0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 300.0, n))
    return x, 0.4 + 0.2 * np.sin(x / 30.0) + 0.05 * random.standard_normal(n)


def readings_of(n: int) -> Readings:
    x, y = data(n)
    return Readings.of(x[:, None], y)


TARGETS = np.concatenate([np.linspace(-40.0, 400.0, 45), [0.0, 1e5]])


def both(
    monkeypatch: pytest.MonkeyPatch, *given: Floats, **words: str
) -> tuple[GPRegressor, GPRegressor]:
    """Fitted by the compiled road and by the general one."""
    fast = GPRegressor(**words).fit(*given)
    assert isinstance(fast._posterior.members, MaternMembers)
    with monkeypatch.context() as patched:
        others = tuple(one for one in roads.ROADS if not isinstance(one, OneMatern))
        patched.setattr(roads, "ROADS", others)
        general = GPRegressor(**words).fit(*given)
    assert not isinstance(general._posterior.members, MaternMembers)
    return fast, general


def answers(gp: GPRegressor, targets: Floats = TARGETS) -> list[Floats]:
    mean, std = gp.predict(targets, return_std=True)
    return [mean, std, *gp.predict_interval(targets), *gp.predict_interval(targets, 0.5, False)]


SETS = {
    "usual": data(40),
    "few": data(4, seed=3),
    "duplicates": (np.repeat(np.arange(8.0), 3), np.random.default_rng(1).standard_normal(24)),
    "missing": (np.arange(12.0), np.where(np.arange(12) % 5 == 2, np.nan, np.sin(np.arange(12.0)))),
    "clean": (np.arange(25.0), np.sin(np.arange(25.0) / 6.0)),
    "noise alone": (np.arange(25.0), np.random.default_rng(2).standard_normal(25)),
    "far from nought": (1e9 + np.arange(20.0), 3.0 + np.cos(np.arange(20.0) / 4.0)),
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("kernel", ["matern12", "matern32", "matern52"])
@pytest.mark.parametrize("mean", ["constant", "zero"])
def test_that_both_roads_give_the_same_numbers(
    name: str, kernel: str, mean: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    x, y = SETS[name]
    fast, general = both(monkeypatch, x, y, kernel=kernel, mean=mean)
    targets = np.concatenate([x, x[0] + TARGETS])
    size = np.nanstd(y)
    for mine, other in zip(answers(fast, targets), answers(general, targets), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-9, atol=1e-9 * size)
    assert fast.noise_ == pytest.approx(general.noise_, rel=1e-7)
    assert fast.log_marginal_likelihood_ == pytest.approx(
        general.log_marginal_likelihood_, rel=1e-9, abs=1e-7
    )
    mine, other = fast.report_, general.report_
    assert (mine.members, mine.design) == (other.members, other.design)
    assert mine.readings == other.readings
    assert mine.effective_members == pytest.approx(other.effective_members, rel=1e-6)
    np.testing.assert_allclose(mine.mean, other.mean, rtol=1e-9)
    assert mine.remarks == tuple(r for r in other.remarks if "bound" not in r)


def test_that_both_roads_weigh_readings_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    x, y = data(20)
    weights = np.random.default_rng(5).uniform(0.2, 3.0, 20)
    weights[4] = 0.0
    fast, general = both(monkeypatch, x, y, weights, kernel="matern32")
    for mine, other in zip(answers(fast), answers(general), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-9)
    assert fast.log_marginal_likelihood_ == pytest.approx(general.log_marginal_likelihood_)


def test_that_readings_too_heavy_for_doubles_take_the_road_that_tells() -> None:
    """Two of one time: the first leaves the second nothing but rounding."""
    x = np.repeat(np.arange(12.0), 2)
    y = np.sin(x / 3.0 + np.arange(24.0))
    for heavy, is_compiled in ((1e5, True), (1e12, False)):
        weights = np.where(x < 2.0, heavy, 1.0)
        gp = GPRegressor("matern32").fit(x, y, weights)
        assert isinstance(gp._posterior.members, MaternMembers) is is_compiled
        assert np.isfinite(answers(gp)).all()


def test_that_joint_answers_agree_with_the_single_ones() -> None:
    x, y = data(30)
    gp = GPRegressor("matern32").fit(x, y)
    mean, std = gp.predict(TARGETS, return_std=True)
    same, covariance = gp.predict(TARGETS, return_cov=True)
    np.testing.assert_allclose(same, mean, rtol=1e-12)
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), std, rtol=1e-7)


@pytest.mark.parametrize(
    ("words", "fast"),
    [
        ({"kernel": "matern32"}, True),
        ({"kernel": "matern52", "mean": "zero"}, True),
        ({"kernel": "matern32", "learning": "averaged"}, True),
        ({"kernel": "matern32", "learning": "ml2"}, False),
        ({"kernel": "matern32", "solver": "cholesky"}, False),
        ({"kernel": "matern32(30)"}, False),
        ({"kernel": "matern32 + matern52"}, False),
        ({"kernel": "rbf"}, False),
        ({"kernel": "matern32", "likelihood": "gaussian(0.1)"}, False),
        ({"kernel": "matern32", "likelihood": "student_t"}, False),
    ],
)
def test_that_only_what_it_is_made_for_takes_the_compiled_road(
    words: dict[str, str], fast: bool
) -> None:
    assert OneMatern().suits(choose(Recipe.of(**words), 50, 1), readings_of(50)) is fast


def test_that_what_takes_long_takes_the_road_that_can_be_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The compiled one is one call, in which nobody looks."""

    class Counting(Task):
        looks = 0

        def check(self) -> None:
            self.looks += 1

    recipe, readings = Recipe.of(kernel="matern32", learning="averaged"), readings_of(60)
    monkeypatch.setattr(road, "MOST", 59)
    task = Counting()
    posterior = regression.fit(recipe, readings, task)
    assert not isinstance(posterior.members, MaternMembers)
    assert task.looks > posterior.report.evaluations
    again = posterior_of(posterior.learned, readings)
    rows = np.linspace(0.0, 330.0, 12)[:, None]
    assert again.predict(rows)[1] == pytest.approx(posterior.predict(rows)[1], rel=1e-12)


@pytest.mark.parametrize("order", [0, 1, 2])
def test_that_the_curve_of_length_one_has_variance_one(order: int) -> None:
    steps = unit_of(order).plain
    variance = steps.readout @ steps.stationary.reshape(order + 1, -1) @ steps.readout
    assert variance == pytest.approx(1.0, rel=1e-15)


def test_that_a_fit_can_be_copied_and_stored() -> None:
    gp = GPRegressor("matern32").fit(*data(20))
    for twin in (copy.deepcopy(gp), pickle.loads(pickle.dumps(gp))):
        np.testing.assert_array_equal(answers(twin), answers(gp))


# What must not matter


@pytest.mark.parametrize("kernel", ["matern32", "matern52"])
@pytest.mark.parametrize(
    ("shift", "stretch"), [(1e9, 1.0), (-1e6, 1.0), (0.0, 1 / 365.25), (0.0, 86_400.0), (0.0, 1e9)]
)
def test_that_nought_and_unit_of_time_do_not_matter(
    kernel: str, shift: float, stretch: float
) -> None:
    x, y = data(40)
    x, targets = np.round(x * 64) / 64, np.round(TARGETS[:-1] * 64) / 64
    first = GPRegressor(kernel).fit(x, y)
    second = GPRegressor(kernel).fit(x * stretch + shift, y)
    for one, other in zip(
        answers(first, targets), answers(second, targets * stretch + shift), strict=True
    ):
        np.testing.assert_allclose(other, one, rtol=1e-8)


@pytest.mark.parametrize("factor", [1e-12, -1.0, 3.7, 1e12])
def test_that_the_unit_of_the_readings_does_not_matter(factor: float) -> None:
    x, y = data(40)
    first, second = GPRegressor("matern32").fit(x, y), GPRegressor("matern32").fit(x, y * factor)
    mean, std = first.predict(TARGETS, return_std=True)
    same, spread = second.predict(TARGETS, return_std=True)
    np.testing.assert_allclose(same / factor, mean, rtol=1e-8)
    np.testing.assert_allclose(spread / abs(factor), std, rtol=1e-8)


@pytest.mark.parametrize("shift", [-3.0, 1e3])
def test_that_the_level_of_the_readings_does_not_matter(shift: float) -> None:
    x, y = data(40)
    y = np.round(y * 2.0**30) / 2.0**30
    first, second = GPRegressor("matern32").fit(x, y), GPRegressor("matern32").fit(x, y + shift)
    mean, std = first.predict(TARGETS, return_std=True)
    same, spread = second.predict(TARGETS, return_std=True)
    np.testing.assert_allclose(same - shift, mean, rtol=1e-8, atol=1e-12 * abs(shift))
    np.testing.assert_allclose(spread, std, rtol=1e-8)


def test_that_the_order_of_the_readings_does_not_matter() -> None:
    x, y = data(40)
    shuffled = np.random.default_rng(1).permutation(40)
    first = GPRegressor("matern32").fit(x, y)
    second = GPRegressor("matern32").fit(x[shuffled], y[shuffled])
    for one, other in zip(answers(first), answers(second), strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-8)


# What a series may be like


@pytest.mark.parametrize("kernel", ["matern32", "matern32(9)", "rbf"])
@pytest.mark.parametrize("mean", ["constant", "zero"])
@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([5.0], [0.4]),
        ([5.0], [0.0]),
        ([5.0, 5.0], [0.4, 0.4]),
        ([5.0, 6.0], [0.4, 0.5]),
        ([5.0, 6.0, 7.0], [0.4, 0.5, 0.3]),
        ([5.0] * 6, [0.4, 0.5, 0.45, 0.43, 0.47, 0.41]),
        (np.arange(20.0), [0.4] * 20),
        (np.arange(20.0), [0.0] * 20),
        (1e9 + np.arange(9.0), np.sin(np.arange(9.0))),
        (np.arange(9.0), 1e-12 * np.sin(np.arange(9.0))),
        (np.arange(9.0), 1e12 * np.sin(np.arange(9.0))),
        (np.arange(9.0), np.where(np.arange(9) == 3, np.nan, np.arange(9.0))),
    ],
)
def test_that_every_odd_series_has_a_finite_band(
    kernel: str, mean: str, x: object, y: object
) -> None:
    given = np.array(x), np.array(y)
    gp = GPRegressor(kernel, mean=mean).fit(*given)
    reach = max(float(np.ptp(given[0])), 1.0)
    for inputs in (given[0], given[0][-1] + np.array([-100.0, 0.3, 1.0, 100.0]) * reach):
        middle, std = gp.predict(inputs, return_std=True)
        low, high = gp.predict_interval(inputs)
        inner = gp.predict_interval(inputs, include_noise=False)
        for found in (middle, std, low, high, *inner):
            assert np.isfinite(found).all()
        assert (std >= 0.0).all()
        assert (low <= inner[0]).all()
        assert (inner[0] <= inner[1]).all()
        assert (inner[1] <= high).all()
        assert np.isfinite(gp.sample_y(inputs, 3)).all()
    assert np.isfinite(gp.log_marginal_likelihood_)


def test_that_where_readings_do_not_tell_the_amplitude_it_is_said() -> None:
    three = GPRegressor("matern32").fit([5.0, 6.0, 7.0], [0.4, 0.5, 0.45])
    assert three._posterior.members.freedom == 3.0
    assert any("so few readings" in remark for remark in three.report_.remarks)
    five = GPRegressor("matern32").fit([5.0, 6.0, 7.0, 8.0, 9.0], [0.4, 0.5, 0.45, 0.4, 0.5])
    assert five._posterior.members.freedom == 4.0
    assert five.report_.remarks == ()
