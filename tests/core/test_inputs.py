"""What Python callers hand over: masks, dates of every kind, time spans, named columns."""

from __future__ import annotations

import datetime as dt
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gpstudio import GPRegressor
from gpstudio.core.errors import InputError
from gpstudio.core.inputs import inputs_of

FIXED = {"kernel": "0.1 * matern32(9)", "noise": 0.01, "learning": "fixed"}
X = np.arange(20.0)
Y = 0.4 + 0.2 * np.sin(X / 3.0)
STARTED = dt.datetime(2021, 3, 1)
DAY = dt.timedelta(days=1)
UTC, AWAY = dt.UTC, dt.timezone(dt.timedelta(hours=-5))


def days_since(start: dt.datetime) -> list[dt.datetime]:
    return [start + n * DAY for n in range(20)]


DATES: dict[str, Any] = {
    "datetime64": np.datetime64("2021-03-01") + np.arange(20),
    "nanoseconds": (np.datetime64("2021-03-01") + np.arange(20)).astype("datetime64[ns]"),
    "a list of days": [moment.date() for moment in days_since(STARTED)],
    "a list of moments": days_since(STARTED),
    "a list of texts": [moment.date().isoformat() for moment in days_since(STARTED)],
    "texts to the second": [moment.isoformat(" ") for moment in days_since(STARTED)],
    "timestamps": [pd.Timestamp(moment) for moment in days_since(STARTED)],
    "an index": pd.date_range(STARTED, periods=20),
    "a column": pd.Series(pd.date_range(STARTED, periods=20)),
    "a frame": pd.DataFrame({"day": pd.date_range(STARTED, periods=20)}),
    "datetime64 in a list": list(np.datetime64("2021-03-01") + np.arange(20)),
}
ZONED: dict[str, Any] = {
    "utc": [moment.replace(tzinfo=UTC) for moment in days_since(STARTED)],
    "away": [m.replace(tzinfo=UTC).astimezone(AWAY) for m in days_since(STARTED)],
    "a column of a zone": pd.Series(pd.date_range(STARTED, periods=20, tz="UTC")).dt.tz_convert(
        "Australia/Perth"
    ),
    "an index of a zone": pd.date_range(STARTED, periods=20, tz="UTC"),
}
SPANS: dict[str, Any] = {
    "timedelta64": np.arange(20) * np.timedelta64(1, "D"),
    "hours": np.arange(20) * np.timedelta64(24, "h"),
    "a list": [n * DAY for n in range(20)],
    "a column": pd.Series(pd.to_timedelta(np.arange(20), "D")),
}
FIRST = 18_687.0
"""The first of March 2021."""


@pytest.mark.parametrize("name", DATES)
def test_that_dates_of_every_kind_are_days(name: str) -> None:
    found = inputs_of(DATES[name])
    np.testing.assert_array_equal(found.rows[:, 0], FIRST + X)
    assert found.kinds == ("dates",)


@pytest.mark.parametrize("name", ZONED)
def test_that_dates_with_a_zone_are_moments(name: str) -> None:
    found = inputs_of(ZONED[name])
    np.testing.assert_array_equal(found.rows[:, 0], FIRST + X)
    assert found.kinds == ("dates with a time zone",)


@pytest.mark.parametrize("name", SPANS)
def test_that_time_spans_are_days(name: str) -> None:
    found = inputs_of(SPANS[name])
    np.testing.assert_array_equal(found.rows[:, 0], X)
    assert found.kinds == ("time spans",)


def test_that_columns_may_be_of_different_kinds() -> None:
    frame = pd.DataFrame({"day": DATES["an index"], "rain": X, "age": SPANS["a column"]})
    found = inputs_of(frame)
    np.testing.assert_array_equal(found.rows, np.column_stack([FIRST + X, X, X]))
    assert found.kinds == ("dates", "numbers", "time spans")
    assert found.names == ("day", "rain", "age")


@pytest.mark.parametrize(
    ("fitted", "asked"),
    [(a, b) for a in range(4) for b in range(4) if a != b],
)
def test_that_another_kind_is_refused_when_it_predicts(fitted: int, asked: int) -> None:
    kinds = (X, DATES["an index"], ZONED["utc"], SPANS["a list"])
    gp = GPRegressor(**FIXED).fit(kinds[fitted], Y)
    assert np.isfinite(gp.predict(kinds[fitted])).all()
    asked_for = gp.predict, gp.predict_interval, gp.predict_quantile, gp.predict_derivative
    for ask in (*asked_for, gp.sample_y):
        with pytest.raises(InputError, match=r"Input 0 was .* during fit and is .* now"):
            ask(kinds[asked])
    assert np.isfinite(gp.fit(kinds[asked], Y).predict(kinds[asked])).all()


def test_that_columns_in_another_order_are_refused() -> None:
    frame = pd.DataFrame({"time": X, "rain": X[::-1] ** 2})
    gp = GPRegressor("0.1 * rbf([5, 50])", noise=0.01, learning="fixed").fit(frame, Y)
    assert gp.feature_names_in_.tolist() == ["time", "rain"]
    with pytest.raises(ValueError, match="should match those that were passed during fit"):
        gp.predict(frame[["rain", "time"]])
    with pytest.raises(ValueError, match="should match"):
        gp.predict(frame.rename(columns={"rain": "Rain"}))
    right = gp.predict(frame)
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        np.testing.assert_array_equal(gp.predict(frame.to_numpy()), right)
    gp.fit(frame.to_numpy(), Y)
    assert not hasattr(gp, "feature_names_in_")
    with pytest.warns(UserWarning, match="was fitted without feature names"):
        np.testing.assert_array_equal(gp.predict(frame), right)
    with pytest.raises(TypeError, match="string names"):
        gp.fit(frame.set_axis(["time", 1], axis=1), Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        gp.fit(frame.set_axis([0, 1], axis=1), Y).predict(frame.to_numpy())


def test_that_masked_readings_are_missing() -> None:
    wild = np.where(X == 7, 1e6, Y)
    masked = GPRegressor(**FIXED).fit(X, np.ma.masked_greater(wild, 100.0))
    left_out = GPRegressor(**FIXED).fit(X, np.where(X == 7, np.nan, Y))
    np.testing.assert_array_equal(masked.predict(X), left_out.predict(X))
    assert masked.report_.missing == 1
    plain = GPRegressor(**FIXED).fit(np.ma.masked_array(X), np.ma.masked_array(Y))
    np.testing.assert_array_equal(plain.predict(X), GPRegressor(**FIXED).fit(X, Y).predict(X))
    whole = np.ma.masked_equal(np.arange(20), 7)
    assert GPRegressor(**FIXED).fit(X, whole).report_.missing == 1


def test_that_the_gaps_of_tables_are_missing_readings() -> None:
    for gap in (None, pd.NA, np.nan, pd.NaT):
        given = [gap if place == 7 else value for place, value in enumerate(Y)]
        assert GPRegressor(**FIXED).fit(X, given).report_.missing == 1
    nullable = pd.Series(Y).where(X != 7).astype("Float64")
    assert GPRegressor(**FIXED).fit(X, nullable).report_.missing == 1


WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: GPRegressor().fit(np.ma.masked_equal(X, 3.0), Y), "An input is masked"),
    (lambda: GPRegressor().fit(X, Y, np.ma.masked_equal(X, 3.0)), "Weights are finite numbers"),
    (lambda: GPRegressor().fit(X, SPANS["timedelta64"]), "y holds dates or time spans"),
    (lambda: GPRegressor().fit(X, DATES["datetime64"]), "y holds dates or time spans"),
    (lambda: GPRegressor().fit(X, Y, SPANS["timedelta64"]), "sample_weight holds dates"),
    (lambda: inputs_of([STARTED, 3.0]), "beside others in one column"),
    (lambda: inputs_of([DAY, 3.0]), "beside others in one column"),
    (lambda: inputs_of([STARTED, DAY]), "beside others in one column"),
    (lambda: inputs_of([STARTED, STARTED.replace(tzinfo=UTC)]), "with and without a time zone"),
    (lambda: inputs_of([STARTED, None]), "date is missing"),
    (lambda: inputs_of([STARTED, pd.NaT]), "date is missing"),
    (lambda: inputs_of(["2021-03-01", None]), "date is missing"),
    (lambda: inputs_of(np.array([1, "NaT"], "m8[D]")), "time span is missing"),
    (lambda: inputs_of([DAY, None]), "date is missing"),
    (lambda: inputs_of(["2021-02-30"]), "day that no calendar has"),
    (lambda: inputs_of(np.array([1, 2], "m8[M]")), "no fixed length"),
    (lambda: inputs_of(np.array([1, 2], "m8")), "no fixed length"),
    (lambda: inputs_of([[X, X], [X, X]]), "one row a reading"),
    (lambda: GPRegressor().fit(X, Y).sample_y(X, 2.5), "whole number from 1, not 2.5"),
    (lambda: GPRegressor().fit(X, Y).sample_y(X, "3"), "whole number from 1, not '3'"),
    (lambda: GPRegressor().fit(X, Y).sample_y(X, True), "whole number from 1, not True"),
    (lambda: GPRegressor(noise=[1]).fit(X, Y), r"noise is one number, not \[1\]"),
    (lambda: GPRegressor(noise=np.array([1.0])).fit(X, Y), "noise is one number"),
    (lambda: GPRegressor().fit(X, Y).predict_interval(X, [0.9]), "probability is one number"),
    (lambda: GPRegressor().fit(X, Y).predict_quantile(X, [0.5, 1.0]), "between 0 and 1"),
    (lambda: GPRegressor().fit(X, Y).predict_quantile(X, "low"), "probability is not all"),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("call", "sentence"), WRONG, ids=[said for _, said in WRONG])
def test_that_what_cannot_be_meant_is_answered_in_one_sentence(
    call: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert "float()" not in str(caught.value)
