"""What is wrong with a fitted parametric curve, in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.rivals.coefficients import Coefficient
from gpstudio.phenology.rivals.rival import Clean, Curve, RivalFit
from gpstudio.translation import tr

AT_BOUND = 1e-6
SIDES = {
    "rise": tr("It rises outside the readings: that half is a guess."),
    "fall": tr("It falls outside the readings: that half is a guess."),
}
CLEAR = 2.0
"""A curve is clear of its scatter when it swings by so many standard deviations."""


def troubles(
    coefficients: Sequence[Coefficient],
    numbers: Floats,
    found: Sequence[RivalFit],
    readings: Clean,
    at: Curve,
    std: float,
    settled: bool,
) -> str:
    """Sentences; none where the fit can be taken at its word."""
    said = [] if settled else [tr("The search had not settled when its steps ran out.")]
    said += _unseen(found, readings)
    bound = [
        f"{one.title} ({one.value:.4g})"
        for c, number, one in zip(coefficients, numbers, found, strict=True)
        if _at_bound(c, float(number))
    ]
    if bound:
        said.append(
            tr(
                "The readings leave open: {listed}, at the edge of what is allowed.",
                listed=", ".join(bound),
            )
        )
    swing = float(np.ptp(at(readings.time)))
    if swing < CLEAR * std:
        said.append(
            tr(
                "The curve swings by {swing:.3g}, not clear of a scatter of {std:.3g}.",
                swing=swing,
                std=std,
            )
        )
    return " ".join(said)


def _unseen(found: Sequence[RivalFit], readings: Clean) -> list[str]:
    """Half a season is drawn, but a step that no reading sees is a guess."""
    first, last = readings.time[0], readings.time[-1]
    return [
        SIDES[one.name] for one in found if one.name in SIDES and not first <= one.value <= last
    ]


def _at_bound(coefficient: Coefficient, number: float) -> bool:
    reach = AT_BOUND * (coefficient.high - coefficient.low)
    if coefficient.positive:
        reach = AT_BOUND * number
    return number <= coefficient.low + reach or number >= coefficient.high - reach
