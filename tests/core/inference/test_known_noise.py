"""A noise that is known on the readings' own numbers goes with them to the scale."""

import numpy as np
import pytest

from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.regression import fit
from gpstudio.core.recipe import Recipe
from gpstudio.core.scales import LOG

DAYS = np.linspace(0.0, 100.0, 40)[:, None]


def test_that_a_known_noise_is_steeper_where_the_scale_is() -> None:
    random = np.random.default_rng(3)
    level = np.exp(np.sin(DAYS[:, 0] / 15.0))
    own = 0.02 * level * random.uniform(0.5, 2.0, len(level))
    values = level + own * random.standard_normal(len(level))
    recipe = Recipe.of(kernel="matern32(20)", scale="log(0)", learning="fixed")
    on_scale = fit(recipe, Readings.of(DAYS, values, noise_std=own))
    straight = Recipe.of(kernel="matern32(20)", scale="identity", learning="fixed")
    inside = fit(straight, Readings.of(DAYS, np.log(values), noise_std=own / values))
    ours, theirs = on_scale.latent(DAYS), inside.latent(DAYS)
    np.testing.assert_allclose(ours[0], theirs[0], atol=1e-9)
    np.testing.assert_allclose(ours[1], theirs[1], rtol=1e-7)
    counted = len(values) - 1  # the level takes one
    expected = inside.log_evidence - counted * np.log(values).mean()
    assert on_scale.log_evidence == pytest.approx(expected, abs=1e-8)


def test_that_a_noise_beside_others_stays_on_the_scale() -> None:
    values = np.array([1.0, 2.0, 4.0])
    readings = Readings.of(DAYS[:3], values, relative_noise=np.array([1.0, 2.0, 3.0]))
    np.testing.assert_allclose(readings.on(LOG).relative_noise, [1.0, 4.0, 9.0])
