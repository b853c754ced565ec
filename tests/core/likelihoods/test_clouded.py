"""Clear or clouded: to the last digits, and on a scale with limits."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from gpstudio.core.choices import make
from gpstudio.core.language import parse
from gpstudio.core.likelihoods import LIKELIHOODS, Likelihood
from gpstudio.core.likelihoods.clouded_parts import Parts
from gpstudio.core.mixtures import Mixture
from gpstudio.core.scales import SCALES, Scale

NUMBERS = (0.01, 0.15, 0.3)


@pytest.fixture
def clouded() -> Likelihood:
    made: Likelihood = make(LIKELIHOODS, parse("clouded(0.01, 0.15, 0.3)"))
    return made


@pytest.mark.parametrize("depth", [1e-4, 0.03, 1.0, 1e3])
def test_that_densities_and_depths_have_their_digits_far_out(depth: float) -> None:
    """Against fifty digits: readings far above and far below, clouds thin and thick."""
    misfits, variance, odds = np.array([-2e3, -30.0, -1.0, 0.0, 0.7, 9.0, 60.0]), 0.04, 0.15
    parts = Parts.of(misfits, np.full(len(misfits), variance), (variance, odds, depth))
    with mpmath.workdps(50):
        root, mean = mpmath.sqrt(variance), mpmath.mpf(depth)
        for i, z in enumerate(misfits):
            u = z / root + root / mean
            below = mpmath.erfc(u / mpmath.sqrt(2)) / 2
            low = mpmath.exp(variance / (2 * mean**2) + z / mean) * below / mean
            clear = mpmath.npdf(z, 0, root)
            density = float(mpmath.log((clear + odds * low) / (1 + odds)))
            expected = float(root * (mpmath.npdf(u) / below - u))
            assert parts.log_density[i] == pytest.approx(density, rel=1e-9)
            assert parts.clear[i] == pytest.approx(float(clear / (clear + odds * low)), abs=1e-9)
            # what is left of two large numbers where clouds are much thinner than the noise
            assert parts.depth[i] == pytest.approx(expected, rel=1e-5, abs=1e-12)


def test_that_a_new_readings_variance_is_about_the_curve_on_a_scale_with_limits(
    clouded: Likelihood,
) -> None:
    scale: Scale = make(SCALES, parse("logit(-0.1, 1.05)"))
    curves = Mixture(np.array([[0.4, 1.5]]), np.array([[0.05, 0.2]]), np.ones(1), np.inf)
    mean, variance = clouded.reading(curves, [NUMBERS], scale)
    random, count = np.random.default_rng(3), 400_000
    curve = curves.means + np.sqrt(curves.spreads) * random.standard_normal((count, 2))
    low = random.random((count, 2)) < NUMBERS[1] / (1.0 + NUMBERS[1])
    readings = curve + np.sqrt(NUMBERS[0]) * random.standard_normal((count, 2))
    readings -= low * NUMBERS[2] * random.standard_exponential((count, 2))
    np.testing.assert_allclose(mean, scale.outside(curve).mean(axis=0), atol=1e-3)
    about = ((scale.outside(readings) - mean) ** 2).mean(axis=0)
    np.testing.assert_allclose(variance, about, rtol=0.03)


def test_that_copies_count_as_clear_readings_do(clouded: Likelihood) -> None:
    gaussian: Likelihood = make(LIKELIHOODS, parse("gaussian(0.01)"))
    asked = np.array([0.5, 1.0, 0.2]), np.array([2.0, 1.0, 5.0])
    height, slopes = clouded.repeated(*asked, NUMBERS)
    plain, slope = gaussian.repeated(*asked, NUMBERS[:1])
    assert height == pytest.approx(plain)
    np.testing.assert_allclose(slopes, [slope[0], 0.0, 0.0])


@pytest.mark.parametrize(("odds", "widened"), [(0.01, 1.1), (0.02, 1.25), (0.1, 4.0)])
def test_that_a_new_reading_reaches_down_to_clouds_that_are_not_rare(
    clouded: Likelihood, odds: float, widened: float
) -> None:
    """The lowest 2.5 % are left out: clouds that are fewer hardly widen the interval."""
    curves = Mixture(np.zeros((1, 1)), np.full((1, 1), 0.25), np.ones(1), np.inf)
    low, high = clouded.interval(curves, [(1.0, odds, 8.0)], 0.95)
    clear = 1.959964 * np.sqrt(1.25)
    assert high[0] == pytest.approx(clear, rel=0.05)
    assert (-low[0] > widened * clear) == (odds > 0.025)
    assert -low[0] > clear
