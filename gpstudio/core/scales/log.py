"""Log: readings lie above a limit, and scatter by shares of their height above it.

exp of a Student-t has no mean; where members or errors are, moments are those of a normal as wide.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.language import print_number
from gpstudio.core.scales.scale import HIGHEST, SCALES, Scale, inflation
from gpstudio.core.spec import Spec, decimal
from gpstudio.translation import tr


@SCALES.register
@dataclass(frozen=True)
class Log(Scale):
    spec = Spec(
        "log",
        tr("Logarithm"),
        tr("For readings that lie above a limit and vary more where they are high, such as LAI."),
        (
            decimal(
                "low",
                tr("Lowest"),
                tr("The limit that no reading reaches."),
                default=0.0,
                low=-math.inf,
            ),
        ),
        formula="log(y − low)",
    )

    takes_heavy = False
    swing = 0.45
    """Of the same 15 columns as for ``logit``: medians of 0.06 to 1.2, their geometric mean is
    0.43."""
    low: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.low):
            raise InputError(tr("The limit of a scale is a finite number."))

    @property
    def lowest(self) -> float:  # type: ignore[override]
        return self.low

    @property
    def words(self) -> str:
        return tr("above {low}, on a log scale", low=print_number(self.low))

    def check(self, values: Floats) -> None:
        wrong = values[~(values > self.low)]
        if len(wrong):
            raise InputError(
                tr(
                    "The scale 'log' holds readings above {low} only, and one is {number}: write a "
                    "lower limit, such as log(low), or choose the scale 'identity'.",
                    low=print_number(self.low),
                    number=print_number(float(wrong[0])),
                )
            )

    def inside(self, level: Floats) -> Floats:
        with np.errstate(divide="ignore"):
            return np.asarray(np.log(np.maximum(level - self.low, 0.0)))

    def outside(self, curve: Floats) -> Floats:
        return np.asarray(self.low + np.exp(np.minimum(curve, HIGHEST)))

    def log_slope(self, curve: Floats) -> Floats:
        return -curve

    def moments(
        self, mean: Floats, spread: Floats, freedom: float = math.inf
    ) -> tuple[Floats, Floats]:
        variance = spread * inflation(freedom)
        with np.errstate(over="ignore", invalid="ignore"):
            level = np.exp(mean + 0.5 * variance)
            return self.low + level, level**2 * np.expm1(variance)

    def covariance(self, mean: Floats, spread: Floats, freedom: float = math.inf) -> Floats:
        level = self.moments(mean, np.diag(spread), freedom)[0] - self.low
        with np.errstate(over="ignore", invalid="ignore"):
            return np.asarray(np.outer(level, level) * np.expm1(spread * inflation(freedom)))


LOG = Log()
