"""Numbers that nobody means but somebody types: they end in an answer, or in a sentence."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.inference import regression
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.kernels.states.fourier_series import cosine_weights
from gpstudio.core.recipe import Recipe
from gpstudio.core.spec import Parameter

TIMES = np.arange(0.0, 200.0, 7.0)[:, None]
READINGS = Readings.of(TIMES, np.sin(TIMES[:, 0] / 30.0))


def test_that_a_coordinate_beyond_all_numbers_is_the_largest() -> None:
    parameter = Parameter("length", "Length", "", role="length")
    assert math.isfinite(parameter.at_coordinate(1e6))
    assert parameter.at_coordinate(math.log(30.0)) == pytest.approx(30.0)


@pytest.mark.parametrize(
    "kernel",
    ["matern32(1e308)", "rbf(1e308)", "periodic(1e308, period=365) * matern52(400)"],
)
@pytest.mark.parametrize("learning", ["averaged", "ml2"])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_that_a_length_without_end_is_fitted_or_refused(kernel: str, learning: str) -> None:
    try:
        mean, variance = fit(Recipe.of(kernel=kernel, learning=learning), READINGS).predict(TIMES)
    except InputError as error:
        assert str(error)
    else:
        assert np.isfinite(mean).all()
        assert (variance >= 0.0).all()


def test_that_a_length_whose_square_doubles_cannot_hold_is_told() -> None:
    with pytest.raises(InputError, match="too far from these readings"):
        fit(Recipe.of(kernel="periodic(1e-200, period=365)"), READINGS)


def test_that_a_matrix_whose_eigenvalues_do_not_converge_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def give_up(*_: object) -> None:
        raise np.linalg.LinAlgError("Eigenvalues did not converge")

    monkeypatch.setattr(regression, "choose", give_up)
    with pytest.raises(InputError, match="too far from these readings"):
        fit(Recipe.of(kernel="rbf(30)"), READINGS)


def test_that_a_period_that_hardly_swings_has_a_wave_and_gives_the_curve_of_the_other_factor() -> (
    None
):
    weights, _ = cosine_weights(1e6, 1e-13)
    np.testing.assert_allclose(weights, [1.0, 1e-12], rtol=1e-6)
    fixed = Recipe.of(kernel="0.3 * matern52(40) + white(0.01)", learning="fixed")
    both = Recipe.of(
        kernel="0.3 * periodic(1e6, period=365) * matern52(40) + white(0.01)", learning="fixed"
    )
    found, wanted = fit(both, READINGS).predict(TIMES), fit(fixed, READINGS).predict(TIMES)
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
