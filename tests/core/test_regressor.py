"""``GPRegressor`` as Python callers use it: what must not matter, and what is refused."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

from gpstudio import GPRegressor
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError

ROADS = {
    "state space": {"kernel": "matern32"},
    "full matrix": {"kernel": "matern32", "solver": "cholesky"},
    "smooth": {"kernel": "rbf"},
}
roads = pytest.mark.parametrize("road", list(ROADS.values()), ids=list(ROADS))


def data(n: int = 40, seed: int = 0) -> tuple[Floats, Floats]:
    random = np.random.default_rng(seed)
    x = np.sort(random.uniform(0.0, 100.0, n))
    return x, 0.4 + 0.2 * np.sin(x / 10.0) + 0.03 * random.standard_normal(n)


X, Y = data()
TARGETS = np.linspace(-10.0, 115.0, 60)


def answers(gp: GPRegressor, targets: Floats = TARGETS) -> tuple[Floats, Floats]:
    mean, std = gp.predict(targets, return_std=True)
    return mean, std


@roads
def test_that_the_three_ways_to_predict_agree(road: dict[str, str]) -> None:
    gp = GPRegressor(**road).fit(X, Y)
    mean, std = answers(gp)
    np.testing.assert_array_equal(gp.predict(TARGETS), mean)
    same_mean, cov = gp.predict(TARGETS, return_cov=True)
    np.testing.assert_array_equal(same_mean, mean)
    np.testing.assert_allclose(np.sqrt(np.diag(cov)), std, rtol=1e-6)
    np.testing.assert_allclose(cov, cov.T, atol=1e-15)
    assert np.linalg.eigvalsh(cov).min() > -1e-10


@roads
def test_that_noise_is_added_where_it_is_asked_for(road: dict[str, str]) -> None:
    gp = GPRegressor(**road, learning="ml2").fit(X, Y)
    mean, std = answers(gp)
    noisy_mean, noisy_std = gp.predict(TARGETS, return_std=True, include_noise=True)
    np.testing.assert_array_equal(noisy_mean, mean)
    np.testing.assert_allclose(noisy_std**2, std**2 + gp.noise_, rtol=1e-12)
    _, cov = gp.predict(TARGETS, return_cov=True)
    _, noisy_cov = gp.predict(TARGETS, return_cov=True, include_noise=True)
    np.testing.assert_allclose(noisy_cov - cov, gp.noise_ * np.eye(60), atol=1e-15)


def test_that_std_and_cov_together_are_refused() -> None:
    with pytest.raises(InputError, match="not both"):
        GPRegressor().fit(X, Y).predict(X, return_std=True, return_cov=True)


@roads
def test_that_draws_have_the_mean_and_covariance_of_the_curve(road: dict[str, str]) -> None:
    gp = GPRegressor(**road).fit(X[::4], Y[::4])
    targets = np.array([-20.0, 30.0, 31.0, 90.0, 140.0])
    mean, cov = gp.predict(targets, return_cov=True)
    draws = gp.sample_y(targets, 5_000, random_state=1)
    spread = np.sqrt(np.diag(cov))
    assert draws.shape == (5, 5_000)
    assert (abs(draws.mean(axis=1) - mean) < 5 * spread / np.sqrt(5_000)).all()
    error = np.sqrt((np.outer(spread, spread) ** 2 + cov**2) / 5_000)
    assert (abs(np.cov(draws) - cov) < 5 * error).all()


def test_that_draws_repeat_with_their_seed_and_differ_without_one() -> None:
    gp = GPRegressor().fit(X, Y)
    np.testing.assert_array_equal(gp.sample_y(X, 2, 5), gp.sample_y(X, 2, 5))
    assert not np.array_equal(gp.sample_y(X, 2, None), gp.sample_y(X, 2, None))
    assert gp.sample_y(X).shape == (40, 1)


# What must not matter


@roads
def test_that_the_order_of_the_readings_does_not_matter(road: dict[str, str]) -> None:
    shuffled = np.random.default_rng(1).permutation(40)
    first = GPRegressor(**road).fit(X, Y)
    second = GPRegressor(**road).fit(X[shuffled], Y[shuffled])
    np.testing.assert_allclose(answers(second), answers(first), rtol=1e-8)
    back = np.random.default_rng(2).permutation(60)
    np.testing.assert_allclose(
        answers(first, TARGETS[back]), np.array(answers(first))[:, back], rtol=1e-12
    )


@roads
@pytest.mark.parametrize("learning", ["fixed", "ml2"])
@pytest.mark.parametrize("shift", [1e3, 1e6, 1e9])
def test_that_the_nought_of_time_does_not_matter(
    road: dict[str, str], learning: str, shift: float
) -> None:
    x = np.round(X * 1024) / 1024  # so that the shifted times are the very same apart
    first = GPRegressor(**road, learning=learning).fit(x, Y)
    second = GPRegressor(**road, learning=learning).fit(x + shift, Y)
    targets = np.round(TARGETS)
    np.testing.assert_allclose(answers(second, targets + shift), answers(first, targets), rtol=1e-8)
    assert second.log_marginal_likelihood_ == pytest.approx(first.log_marginal_likelihood_)


@roads
@pytest.mark.parametrize("factor", [1 / 365.25, 86_400.0, 1e9])
def test_that_the_unit_of_time_does_not_matter(road: dict[str, str], factor: float) -> None:
    first, second = GPRegressor(**road).fit(X, Y), GPRegressor(**road).fit(X * factor, Y)
    # learning ends within its own tolerance, from starts that differ by rounding
    np.testing.assert_allclose(answers(second, TARGETS * factor), answers(first), rtol=1e-4)
    fixed = {**road, "learning": "fixed"}
    first, second = GPRegressor(**fixed).fit(X, Y), GPRegressor(**fixed).fit(X * factor, Y)
    np.testing.assert_allclose(answers(second, TARGETS * factor), answers(first), rtol=1e-8)


@roads
@pytest.mark.parametrize("factor", [1e-12, 1e-3, 1e12])
def test_that_the_unit_of_the_readings_does_not_matter(road: dict[str, str], factor: float) -> None:
    first, second = GPRegressor(**road).fit(X, Y), GPRegressor(**road).fit(X, Y * factor)
    np.testing.assert_allclose(np.array(answers(second)) / factor, answers(first), rtol=1e-4)
    assert second.noise_ / factor**2 == pytest.approx(first.noise_, rel=1e-3)
    fixed = {**road, "learning": "fixed"}
    fixed["kernel"] = f"0.04 * {road['kernel']}(9)"
    first = GPRegressor(**fixed, noise=1e-3).fit(X, Y)
    fixed["kernel"] = f"{0.04 * factor**2!r} * {road['kernel']}(9)"
    second = GPRegressor(**fixed, noise=1e-3 * factor**2).fit(X, Y * factor)
    np.testing.assert_allclose(np.array(answers(second)) / factor, answers(first), rtol=1e-8)


@roads
@pytest.mark.parametrize("shift", [-1e3, 1e6])
def test_that_the_level_of_the_readings_does_not_matter(road: dict[str, str], shift: float) -> None:
    first = GPRegressor(**road, learning="fixed").fit(X, Y)
    second = GPRegressor(**road, learning="fixed").fit(X, Y + shift)
    # adding a million has cost the readings themselves ten of their digits
    lost = 1e-15 * abs(shift)
    np.testing.assert_allclose(second.predict(TARGETS) - shift, first.predict(TARGETS), atol=lost)
    np.testing.assert_allclose(answers(second)[1], answers(first)[1], rtol=1e-7)


def test_that_the_columns_order_does_not_matter() -> None:
    random = np.random.default_rng(4)
    inputs = random.uniform(0.0, 10.0, (50, 3))
    values = np.sin(inputs[:, 0]) + 0.1 * random.standard_normal(50)
    first = GPRegressor().fit(inputs, values)
    second = GPRegressor().fit(inputs[:, ::-1], values)
    np.testing.assert_allclose(
        second.predict(inputs[:, ::-1]), first.predict(inputs), rtol=1e-4, atol=1e-4
    )


def test_that_dates_are_days() -> None:
    days = np.round(X).astype(int)
    dates = np.datetime64("2021-03-01") + days
    first, second = GPRegressor().fit(days, Y), GPRegressor().fit(dates, Y)
    np.testing.assert_allclose(
        second.predict(dates[:5] + np.timedelta64(3, "D")), first.predict(days[:5] + 3), rtol=1e-8
    )
    stamps = dates.astype("datetime64[ns]") + np.timedelta64(12, "h")
    noon = GPRegressor().fit(stamps, Y)
    np.testing.assert_allclose(noon.predict(stamps), first.predict(days), rtol=1e-8)


def test_that_dates_beyond_the_reach_of_nanoseconds_are_themselves() -> None:
    dates = np.array(["1500-01-01", "1500-02-01", "2900-01-01", "2900-02-01"], "datetime64[D]")
    days = (dates - np.datetime64("1970-01-01")).astype(float)
    first = GPRegressor(learning="fixed").fit(dates, np.arange(4.0))
    second = GPRegressor(learning="fixed").fit(days, np.arange(4.0))
    np.testing.assert_array_equal(first.predict(dates), second.predict(days))
    assert first.kernel_ == second.kernel_


# What a series may be like


@roads
@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([5.0], [0.4]),
        ([5.0, 5.0], [0.4, 0.5]),
        ([5.0, 6.0], [0.4, 0.5]),
        ([5.0] * 6, [0.4, 0.5, 0.45, 0.43, 0.47, 0.41]),
        ([5.0] * 6, [0.4] * 6),
        (np.arange(20.0), [0.4] * 20),
        (np.arange(20.0), [0.0] * 20),
        (np.arange(20.0), [-1e-300] * 20),
        ([0.0, 1.0, 2.0, 365_000.0], [0.1, 0.2, 0.3, 0.4]),
        ([0.0, 1e-9, 1.0, 1.0 + 1e-12], [0.1, 0.9, 0.3, 0.4]),
        (np.arange(20.0), np.where(np.arange(20) == 7, np.nan, 0.4)),
        ([np.pi, 5.0, np.e], [np.nan, 0.3, np.nan]),
    ],
)
def test_that_every_odd_series_has_a_finite_answer(
    road: dict[str, str], x: object, y: object
) -> None:
    given = np.array(x), np.array(y)
    gp = GPRegressor(**road).fit(*given)
    low, high = np.nanmin(given[1]), np.nanmax(given[1])
    for inputs in (given[0], np.array([-1e6, 4.5, 1e6])):
        mean, std = gp.predict(inputs, return_std=True)
        assert np.isfinite(mean).all()
        assert np.isfinite(std).all()
        assert (std >= 0.0).all()
        room = (high - low) + 1e-9
        assert (mean >= low - room).all()
        assert (mean <= high + room).all()
        assert np.isfinite(gp.sample_y(inputs, 3)).all()
    assert np.isfinite(gp.log_marginal_likelihood_)
    assert gp.noise_ > 0


@roads
def test_that_readings_at_one_time_are_averaged(road: dict[str, str]) -> None:
    gp = GPRegressor(**road).fit(np.zeros(5), np.array([1.0, 2.0, 3.0, 4.0, 5.0]))
    assert gp.predict(np.zeros(1))[0] == pytest.approx(3.0)


def test_that_a_missing_reading_is_predicted_like_any_other_time() -> None:
    y = Y.copy()
    y[10:14] = np.nan
    gp = GPRegressor().fit(X, y)
    assert gp.report_.missing == 4
    assert gp.report_.readings == 36
    assert np.isfinite(gp.predict(X)).all()


# What a person may ask wrongly


class Wrong:
    def __array__(self, dtype: object = None, copy: object = None) -> Floats:
        raise TypeError("no array")


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: GPRegressor().predict(X), "not fitted yet: call fit"),
        (lambda: GPRegressor().sample_y(X), "not fitted yet: call fit"),
        (lambda: GPRegressor().score(X, Y), "not fitted yet: call fit"),
        (lambda: GPRegressor().fit([], []), "X holds no row"),
        (lambda: GPRegressor().fit(np.zeros((0, 2)), []), "X holds no row"),
        (lambda: GPRegressor().fit(np.zeros((3, 0)), Y[:3]), "0 feature"),
        (lambda: GPRegressor().fit(3.0, [1.0]), "one row a reading"),
        (lambda: GPRegressor().fit(np.zeros((2, 2, 2)), Y[:2]), "one row a reading"),
        (lambda: GPRegressor().fit(X, Y[:-1]), "X has 40 rows and y has shape"),
        (lambda: GPRegressor().fit(X, np.ones((40, 2))), "y is one number a row"),
        (lambda: GPRegressor().fit(X, None), "y is None"),
        (lambda: GPRegressor().fit(["a", "b"], [1.0, 2.0]), "X is not all numbers.*'a'"),
        (lambda: GPRegressor().fit([1.0, 2.0], ["a", "b"]), "y is not all numbers.*'a'"),
        (lambda: GPRegressor().fit([1.0, 2.0], [1j, 2.0]), "Complex data not supported"),
        (lambda: GPRegressor().fit([1.0, np.nan], [1.0, 2.0]), "missing or infinite"),
        (lambda: GPRegressor().fit([1.0, np.inf], [1.0, 2.0]), "missing or infinite"),
        (lambda: GPRegressor().fit([1.0, 2.0], [1.0, np.inf]), "A reading is infinite"),
        (lambda: GPRegressor().fit([1.0, 2.0], [np.nan, np.nan]), "No reading has a value"),
        (
            lambda: GPRegressor().fit(np.array(["2020-01-01", "NaT"], "M8[D]"), [1.0, 2.0]),
            "date is missing",
        ),
        (lambda: GPRegressor().fit(X, Y, -np.ones(40)), "Weights are finite numbers"),
        (lambda: GPRegressor().fit(X, Y, np.ones(3)), "Weights are finite numbers"),
        (lambda: GPRegressor().fit(X, Y, np.zeros(40)), "weight above zero"),
        (lambda: GPRegressor().fit(X, Y, np.full(40, np.inf)), "Weights are finite"),
        (lambda: GPRegressor().fit(X, Y).predict(np.ones((3, 2))), "expecting 1 feature"),
        (lambda: GPRegressor().fit(X, Y).predict([np.nan]), "missing or infinite"),
        (lambda: GPRegressor().fit(X, Y).predict([]), "X holds no row"),
        (lambda: GPRegressor().fit(X, Y).sample_y(X, 0), "n_samples is a whole number from 1"),
        (lambda: GPRegressor().fit(X, Y).sample_y(X, 1, -3), "random_state is a whole number"),
        (lambda: GPRegressor(kernel="matrn").fit(X, Y), "did you mean"),
        (lambda: GPRegressor(kernel=None).fit(X, Y), "The kernel is a text"),
        (lambda: GPRegressor(kernel=3).fit(X, Y), "The kernel is a text"),
        (lambda: GPRegressor(noise=-1.0).fit(X, Y), "must be more than 0"),
        (lambda: GPRegressor(noise=0).fit(X, Y), "must be more than 0"),
        (lambda: GPRegressor(noise=np.nan).fit(X, Y), "The noise is a variance"),
        (lambda: GPRegressor(noise=np.inf).fit(X, Y), "The noise is a variance"),
        (lambda: GPRegressor(noise="held").fit(X, Y), "'noise' is a number"),
        (lambda: GPRegressor(random_state=-1).fit(X, Y), "random_state is a whole number"),
        (lambda: GPRegressor(random_state="x").fit(X, Y), "random_state is a whole number"),
        (lambda: GPRegressor(mean="quadratic").fit(X, Y), "no mean called"),
        (lambda: GPRegressor(solver="kalman").fit(np.ones((3, 2)), Y[:3]), "cannot use"),
        (lambda: GPRegressor().set_params(kernal="rbf"), "did you mean 'kernel'"),
    ],
)
def test_that_a_wrong_question_is_answered_in_one_sentence(call: object, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        call()  # type: ignore[operator]
    assert isinstance(caught.value, ValueError)
    assert "\n" not in str(caught.value)


# scikit-learn's manners


def test_that_parameters_are_stored_as_given_and_fit_changes_none() -> None:
    words = {
        "kernel": "matern32(3)",
        "approximation": "exact",
        "solver": "cholesky",
        "learning": "fixed",
        "noise": 0.1,
        "mean": "zero",
        "random_state": 4,
        "patience": 30.0,
        "scale": "log(-1)",
    }
    gp = GPRegressor(**words)
    assert gp.get_params() == words
    assert gp.fit(X, Y) is gp
    assert gp.get_params() == words
    assert GPRegressor().set_params(**words).get_params() == words
    assert repr(GPRegressor(kernel="rbf", noise=0.1)) == "GPRegressor(kernel='rbf', noise=0.1)"


def test_that_a_fitted_regressor_can_be_copied_and_stored() -> None:
    for road in ROADS.values():
        gp = GPRegressor(**road).fit(X, Y)
        for twin in (copy.deepcopy(gp), pickle.loads(pickle.dumps(gp))):
            np.testing.assert_array_equal(answers(twin), answers(gp))
            np.testing.assert_array_equal(twin.sample_y(X, 2, 1), gp.sample_y(X, 2, 1))


def test_that_the_same_seed_gives_the_same_fit() -> None:
    first, second = (GPRegressor(random_state=3).fit(X, Y) for _ in range(2))
    assert first.kernel_ == second.kernel_
    np.testing.assert_array_equal(answers(first), answers(second))


def test_that_what_was_learnt_can_be_written_and_kept() -> None:
    """kernel_ and noise_ are recipe text: fitted again as fixed, they give the same curve."""
    gp = GPRegressor(learning="ml2").fit(X, Y)
    again = GPRegressor(kernel=gp.kernel_, noise=gp.noise_, learning="fixed").fit(X, Y)
    np.testing.assert_array_equal(answers(again), answers(gp))
    assert again.log_marginal_likelihood_ == gp.log_marginal_likelihood_


def test_that_score_is_the_share_of_variance_explained() -> None:
    gp = GPRegressor().fit(X, Y)
    residual = Y - gp.predict(X)
    assert gp.score(X, Y) == pytest.approx(1 - residual @ residual / np.sum((Y - Y.mean()) ** 2))
    constant = GPRegressor().fit(X, np.full(40, 3.0))
    assert constant.score(X, np.full(40, 3.0)) in (0.0, 1.0)


def test_that_a_failed_fit_leaves_the_data_as_they_were() -> None:
    x, y = X.copy(), Y.copy()
    GPRegressor().fit(x[::-1], y[::-1], np.ones(40))
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, Y)
