"""The scale that ``auto`` takes for a column: limits that its readings are known to keep."""

from __future__ import annotations

import math

import numpy as np
import pytest

from gpstudio.core.arrays import Floats
from gpstudio.phenology.indices import INDICES, OPEN
from gpstudio.session.scales import BEYOND, FARTHEST, MOST, NEAREST, scale_for

NDVI = 0.15 + 0.7 * np.random.default_rng(6).random(100)


def with_one(values: Floats, one: float) -> Floats:
    return np.append(values, one)


@pytest.mark.parametrize(
    ("name", "values", "text"),
    [
        ("ndvi", NDVI, "logit(-0.1, 1.05)"),
        ("S2_NDVI_mean", NDVI, "logit(-0.1, 1.05)"),
        ("meanNDVI", NDVI, "logit(-0.1, 1.05)"),
        ("gcc_90", 0.3 + 0.2 * NDVI, "logit(0.2, 0.7)"),
        ("fcover", np.append(NDVI, [0.0, 1.0]), "logit(-0.05, 1.05)"),
        ("LAI", np.append(6.0 * NDVI, 0.0), "logit(-0.5, 12)"),
        ("NDWI", NDVI - 0.6, "logit(-1, 1)"),
        ("SR", 20.0 * NDVI, "log(0)"),
        ("GCVI", 10.0 * NDVI - 0.5, "log(-1)"),
    ],
)
def test_that_a_known_index_has_its_own_limits(name: str, values: Floats, text: str) -> None:
    chosen = scale_for(name, values)
    assert chosen.text == text
    assert chosen.reason == f"the limits of {name} are known"


@pytest.mark.parametrize("name", ["height", "t2m", "vi", "", "ndvi_sd", "gcc_std", "ndvi_p05"])
def test_that_other_columns_are_taken_as_given(name: str) -> None:
    """Spreads and percentiles have an index's name, and other limits."""
    assert scale_for(name, NDVI) == ("auto", "no limits are known for this unit")


def test_that_a_reading_a_little_beyond_widens_the_limits_and_is_told() -> None:
    below = scale_for("ndvi", with_one(NDVI, -0.15))
    assert below.text == "logit(-0.21, 1.05)"
    assert "widened to -0.21 and 1.05 by readings from -0.15 to" in below.reason
    assert scale_for("ndvi", with_one(NDVI, 1.1)).text == "logit(-0.1, 1.16)"
    assert scale_for("sr", with_one(8.0 * NDVI, 0.0)).text == "log(-0.34)"


@pytest.mark.parametrize("name", [name for name, index in INDICES.items() if index.limits != OPEN])
@pytest.mark.parametrize("off", [-0.24, -0.1, 0.0, 0.005, 0.02])
def test_that_every_reading_has_a_place_well_inside(name: str, off: float) -> None:
    """``off``: how far inside the limits the extreme readings lie, as a share of the width."""
    limits = INDICES[name].limits
    high = limits.high if limits.is_closed else limits.low + 10.0
    width = high - limits.low
    inside = np.linspace(limits.low + 0.1 * width, high - 0.1 * width, 80)
    extremes = [limits.low + off * width, high - off * width if limits.is_closed else high]
    values = np.append(inside, extremes)
    name, numbers = scale_for(name, values).text[:-1].split("(")
    low, *rest = (float(number) for number in numbers.split(", "))
    room = NEAREST if off > NEAREST else BEYOND
    assert low <= values.min() - room * width * (1.0 - 1e-9)
    assert name == ("logit" if limits.is_closed else "log")
    assert all(high >= values.max() + room * width * (1.0 - 1e-9) for high in rest)
    assert low >= values.min() - (BEYOND + 0.02) * width or low == limits.low


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ndvi", with_one(NDVI, -0.1 - 1.15 * (FARTHEST + 0.01))),
        ("ndvi", with_one(NDVI, 1.05 + 1.15 * (FARTHEST + 0.01))),
        ("ndvi", 10_000.0 * NDVI),
        ("gcc", 100.0 * (0.3 + 0.2 * NDVI)),
        ("ndvi", np.append(NDVI, np.full(math.ceil(MOST * 120) + 1, -0.12))),
        ("gcvi", np.array([-4.0, 2.0, 3.0])),
    ],
)
def test_that_readings_far_beyond_or_many_are_taken_as_given_and_told(
    name: str, values: Floats
) -> None:
    chosen = scale_for(name, values)
    assert chosen.text == "identity"
    assert chosen.reason.startswith(f"no limits, since {name} lies")
    assert f"{values.min():g}" in chosen.reason
