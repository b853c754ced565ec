"""Beck et al. (2006), Remote Sensing of Environment 100: two logistics over one base."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rivals.coefficients import Coefficient, date, height, level, width
from gpstudio.phenology.rivals.logistic import logistic
from gpstudio.phenology.rivals.outlines import Outlines
from gpstudio.phenology.rivals.parametric import LOSS, Parametric
from gpstudio.phenology.rivals.rival import METHODS
from gpstudio.translation import tr


@METHODS.register
class Beck(Parametric):
    """Their rates mS and mA are one over the widths; the width keeps the unit of time."""

    spec = Spec(
        "beck",
        tr("Double logistic (Beck 2006)"),
        tr("One base on both sides of a rise and a fall."),
        (LOSS,),
        tr(
            "base + height·(1/(1 + exp(−(t − rise)/rise_width)) + "
            "1/(1 + exp((t − fall)/fall_width)) − 1)"
        ),
    )
    coefficients: ClassVar[tuple[Coefficient, ...]] = (
        level("base", tr("Base")),
        height("height", tr("Height")),
        date("rise", tr("Date of the rise")),
        width("rise_width", tr("Width of the rise")),
        date("fall", tr("Date of the fall")),
        width("fall_width", tr("Width of the fall")),
    )

    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        base, high, rise, rise_width, fall, fall_width = numbers.T
        up = logistic(time, rise, rise_width)
        down = logistic(time, fall, -fall_width)
        bump = up.value + down.value - 1.0
        high = high[:, None]
        slopes = np.stack(
            [
                np.ones_like(bump),
                bump,
                high * up.along_date,
                high * up.along_width,
                high * down.along_date,
                high * down.along_width,
            ],
            axis=2,
        )
        return base[:, None] + high * bump, slopes

    def starts(self, outlines: Outlines) -> Floats:
        return np.stack(
            [
                outlines.base,
                outlines.height,
                outlines.rise,
                outlines.rise_width,
                outlines.fall,
                outlines.fall_width,
            ],
            axis=1,
        )
