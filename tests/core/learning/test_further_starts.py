"""Where evidence has many summits, as with a free period, it says itself from which starts to climb
besides the usual ones: never in their place."""

from __future__ import annotations

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.build import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.learning.climb import Climb
from gpstudio.core.learning.learner import Search
from gpstudio.core.learning.starts import Scales, others
from gpstudio.core.task import QUIET

LOW, HIGH = np.array([-10.0]), np.array([10.0])
SUMMITS = {-6.0: 1.0, 0.0: 2.0, 5.0: 4.0, 8.0: 3.0}


def heights(at: Floats) -> tuple[float, Floats]:
    """Narrow bells, one above the other's foot."""
    bells = [h * np.exp(-2.0 * (at - place) ** 2) for place, h in SUMMITS.items()]
    slopes = [-4.0 * (at - p) * bell for p, bell in zip(SUMMITS, bells, strict=True)]
    return float(np.sum(bells)), np.asarray(np.sum(slopes, axis=0))


def best(restarts: int) -> float:
    starts = (np.array([-6.3]), np.array([0.2]))
    alike = [[[8.4], [8.2]], [[4.2], [4.5]], [[-9.0]]]
    further = tuple(tuple(np.array(start) for start in some) for some in alike)
    climb = Climb(heights, Search(heights, starts, LOW, HIGH, 0, lambda: further), QUIET)
    climb.run_all(restarts)
    return float(climb.best[0])


@pytest.mark.parametrize(("restarts", "place"), [(0, -6.0), (1, 8.0), (3, 5.0)])
def test_that_the_highest_of_the_further_starts_are_climbed_from_too(
    restarts: int, place: float
) -> None:
    """Of those that are alike one: 8.2 is higher than 4.5, and 8.4 is never climbed from."""
    assert best(restarts) == pytest.approx(place, abs=1e-3)


TIME = np.linspace(0.0, 100.0, 80)
VALUES = np.sin(2.0 * np.pi * TIME / 20.0) + 0.7 * np.sin(2.0 * np.pi * TIME / 7.0)


@pytest.mark.parametrize(
    ("written", "count"), [("periodic", 5), ("periodic(1, period=20)", 0), ("matern32", 0)]
)
def test_that_a_free_period_has_further_starts(written: str, count: int) -> None:
    settings = build_kernel(parse(written)).settings
    found = others(settings, Scales.of(TIME[:, None], VALUES))
    assert len(found) == count
    if count:
        place = next(k for k, (one, _) in enumerate(settings) if one.role == "period")
        assert all(len({numbers[place] for numbers in alike}) == 1 for alike in found)
        periods = [alike[0][place] for alike in found]
        assert min(abs(period - 7.0) for period in periods) < 0.2
        assert periods[-2:] == [100.0, 130.0]
