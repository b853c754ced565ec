"""The last steps up: few, within bounds, never downhill, and honest about what they leave."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.errors import InputError
from gpstudio.core.learning.few_steps import Begun, few_steps, spread_at
from gpstudio.core.task import QUIET

BEND = np.array([[40.0, 12.0, 0.0], [12.0, 9.0, 1.0], [0.0, 1.0, 300.0]])
SUMMIT = np.array([0.5, -1.0, 2.0])
FAR = np.full(3, 50.0)


def hill(place: np.ndarray) -> tuple[float, np.ndarray]:
    off = place - SUMMIT
    return float(7.0 - 0.5 * off @ BEND @ off), -BEND @ off


def crooked(place: np.ndarray) -> tuple[float, np.ndarray]:
    """A summit whose slopes are steeper on one side."""
    value, slope = hill(place)
    lift = np.exp(0.3 * (place - SUMMIT))
    return value - float((lift - 0.3 * (place - SUMMIT)).sum()), slope - 0.3 * (lift - 1.0)


def test_that_a_quadratic_with_its_own_curvature_takes_one_step() -> None:
    begun = Begun(SUMMIT + 0.2, np.linalg.inv(BEND))
    found, _ = few_steps(hill, begun, -FAR, FAR, QUIET)
    np.testing.assert_allclose(found.logs, SUMMIT, atol=1e-9)
    assert found.evaluations == 2
    assert found.remarks == ()


def test_that_a_wrong_curvature_is_mended_on_the_way() -> None:
    begun = Begun(SUMMIT - 0.4, np.linalg.inv(BEND) * 9.0)
    found, _ = few_steps(crooked, begun, -FAR, FAR, QUIET)
    top, _ = crooked(SUMMIT)
    assert crooked(found.logs)[0] > top - 0.02
    assert found.evaluations < 15


def test_that_a_bound_stops_its_coordinate_alone() -> None:
    low = np.array([-50.0, 0.0, -50.0])
    found, _ = few_steps(hill, Begun(SUMMIT + 1.0, np.linalg.inv(BEND)), low, FAR, QUIET)
    free = [0, 2]
    rest = SUMMIT[free] - np.linalg.solve(BEND[np.ix_(free, free)], BEND[free, 1] * 1.0)
    assert found.logs[1] == 0.0
    np.testing.assert_allclose(found.logs[free], rest, atol=0.02)


def test_that_what_it_leaves_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpstudio.core.learning.few_steps.MOST", 2)
    found, _ = few_steps(hill, Begun(SUMMIT + 9.0, np.linalg.inv(BEND)), -FAR, FAR, QUIET)
    assert "in sight" in found.remarks[0]
    assert hill(found.logs)[0] > hill(SUMMIT + 9.0)[0]


def test_that_a_place_that_cannot_be_factored_is_no_better() -> None:
    def walled(place: np.ndarray) -> tuple[float, np.ndarray]:
        if place[0] < SUMMIT[0] - 0.1:
            raise InputError("not definite")
        return hill(place)

    begun = Begun(SUMMIT + 0.5, np.linalg.inv(BEND) * 3.0)
    found, _ = few_steps(walled, begun, -FAR, FAR, QUIET)
    assert walled(found.logs)[0] > 6.98


def test_that_the_curvature_by_differences_is_the_hills() -> None:
    spread = spread_at(hill, SUMMIT + 0.1, np.full(3, 1e-4))
    np.testing.assert_allclose(spread, np.linalg.inv(BEND), rtol=1e-6, atol=1e-9)


def test_that_a_saddle_still_gives_an_upward_way() -> None:
    def saddle(place: np.ndarray) -> tuple[float, np.ndarray]:
        return float(place[0] ** 2 - place[1] ** 2), np.array([2.0, -2.0]) * place

    assert np.linalg.eigvalsh(spread_at(saddle, np.ones(2), np.full(2, 1e-3))).min() > 0
