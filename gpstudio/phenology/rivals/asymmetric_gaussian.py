"""Jönsson & Eklundh (2002), IEEE Transactions on Geoscience and Remote Sensing 40 (TIMESAT)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rivals.coefficients import (
    Coefficient,
    date,
    height,
    level,
    power,
    width,
)
from gpstudio.phenology.rivals.outlines import Outlines
from gpstudio.phenology.rivals.parametric import LOSS, Parametric
from gpstudio.phenology.rivals.rival import METHODS
from gpstudio.translation import tr

FIRST_POWER = 2.5
"""Between a bell and a plateau."""


@METHODS.register
class AsymmetricGaussian(Parametric):
    """Their c1, c2 and a1 … a5: base, height, peak, and width and power of either side. Powers
    from 2 up keep the peak smooth, as they ask."""

    spec = Spec(
        "asymmetric_gaussian",
        tr("Asymmetric Gaussian (Jönsson & Eklundh 2002)"),
        tr("A bell whose two sides have widths and flatness of their own."),
        (LOSS,),
        tr(
            "base + height·exp(−(|t − peak|/width)^power); rise_width, rise_power up to the peak, "
            "fall_width, fall_power after it"
        ),
    )
    coefficients: ClassVar[tuple[Coefficient, ...]] = (
        level("base", tr("Base")),
        height("height", tr("Height")),
        date("peak", tr("Date of the peak"), -0.1, 1.1),
        width("rise_width", tr("Width of the rise"), 0.01, 1.2),
        power("rise_power", tr("Power of the rise"), 2.0, 20.0, FIRST_POWER),
        width("fall_width", tr("Width of the fall"), 0.01, 1.2),
        power("fall_power", tr("Power of the fall"), 2.0, 20.0, FIRST_POWER),
    )

    def sound(self, numbers: Floats) -> Flags:
        return np.ones(len(numbers), dtype=bool)

    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        base, high, peak, *sides = (column[:, None] for column in numbers.T)
        before = time <= peak
        side = np.where(before, sides[0], sides[2])
        bent = np.where(before, sides[1], sides[3])
        far = np.maximum(np.abs(time - peak) / side, 1e-30)
        depth = np.exp(np.minimum(bent * np.log(far), 7.0))
        bell = np.exp(-depth)
        steep = high * bell * depth
        along_peak = steep * bent / far * np.where(before, -1.0, 1.0) / side
        along_side, along_bent = steep * bent, -steep * bent * np.log(far)
        slopes = np.stack(
            [
                np.ones_like(bell),
                bell,
                along_peak,
                np.where(before, along_side, 0.0),
                np.where(before, along_bent, 0.0),
                np.where(before, 0.0, along_side),
                np.where(before, 0.0, along_bent),
            ],
            axis=2,
        )
        return base + high * bell, slopes

    def starts(self, outlines: Outlines) -> Floats:
        half = np.log(2.0) ** (1.0 / FIRST_POWER)
        side = np.clip(0.5 * (outlines.fall - outlines.rise) / half, 0.02, 1.0)
        bent = np.full_like(side, FIRST_POWER)
        return np.stack(
            [outlines.base, outlines.height, outlines.peak, side, bent, side, bent], axis=1
        )
