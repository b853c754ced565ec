"""Readings made ready, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.inference.readings import Readings


def test_that_readings_are_sorted_and_marked_where_missing() -> None:
    inputs = np.array([[3.0], [1.0], [2.0], [1.0]])
    readings = Readings.of(
        inputs, np.array([5.0, np.nan, 7.0, 9.0]), np.array([1.0, 1.0, 0.0, 4.0])
    )
    np.testing.assert_array_equal(readings.inputs[:, 0], [1.0, 1.0, 2.0, 3.0])
    assert readings.centre == 0.0
    np.testing.assert_array_equal(readings.values, [0.0, 9.0, 0.0, 5.0])
    np.testing.assert_array_equal(readings.as_given, [np.nan, 9.0, np.nan, 5.0])
    centred = readings.centred()
    assert centred.centre == 7.0
    np.testing.assert_array_equal(centred.values, [0.0, 2.0, 0.0, -2.0])
    for again in (centred.centred(), readings.uncentred().centred()):
        np.testing.assert_array_equal(again.as_given, readings.as_given)
        assert again.centre == 7.0
    np.testing.assert_array_equal(centred.uncentred().values, readings.values)
    np.testing.assert_array_equal(readings.relative_noise, [np.inf, 0.25, np.inf, 1.0])
    assert readings.present == 2


def test_that_what_is_given_is_left_as_it_was() -> None:
    inputs, values = np.array([[3.0], [1.0]]), np.array([5.0, np.nan])
    Readings.of(inputs, values)
    np.testing.assert_array_equal(inputs[:, 0], [3.0, 1.0])
    np.testing.assert_array_equal(values, [5.0, np.nan])


@pytest.mark.parametrize(
    ("inputs", "values", "weights", "sentence"),
    [
        ([[1.0], [np.nan]], [1.0, 2.0], None, "An input is missing or infinite"),
        ([[1.0], [np.inf]], [1.0, 2.0], None, "An input is missing or infinite"),
        ([[1.0], [2.0]], [1.0, np.inf], None, "A reading is infinite"),
        ([[1.0], [2.0]], [np.nan, np.nan], None, "No reading has a value"),
        (np.zeros((0, 1)), [], None, "No reading has a value"),
        ([[1.0], [2.0]], [1.0, 2.0], [0.0, 0.0], "weight above zero"),
        ([[1.0], [2.0]], [1.0, 2.0], [1.0, -1.0], "Weights are finite numbers from 0"),
        ([[1.0], [2.0]], [1.0, 2.0], [1.0, np.nan], "Weights are finite numbers from 0"),
        ([[1.0], [2.0]], [1.0, 2.0], [1.0, np.inf], "Weights are finite numbers from 0"),
        ([[1.0], [2.0]], [1.0, 2.0], [1.0], "one for each reading"),
    ],
)
def test_that_what_cannot_be_fitted_is_refused_in_one_sentence(
    inputs: object, values: object, weights: object, sentence: str
) -> None:
    given = None if weights is None else np.array(weights)
    with pytest.raises(InputError, match=sentence) as caught:
        Readings.of(np.array(inputs), np.array(values), given)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("size", [1e61, 1e155, 1e300, 1e-61, 1e-200, 1e-300])
def test_that_readings_too_far_from_one_are_refused_in_words(size: float) -> None:
    with pytest.raises(InputError, match="write them in another unit"):
        Readings.of(np.arange(3.0)[:, None], size * np.array([0.1, 0.2, 0.4]))


@pytest.mark.parametrize("values", [[1e59, 3e59], [1e-59, 3e-59], [1e-300, 1e-300], [0.0, 0.0]])
def test_that_readings_of_any_usual_size_are_taken(values: list[float]) -> None:
    assert Readings.of(np.arange(2.0)[:, None], np.array(values)).present == 2
