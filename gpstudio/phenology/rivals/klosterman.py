"""Klosterman et al. (2014), Biogeosciences 11, equation 7: bent logistics on sloping ground."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rivals.coefficients import (
    Coefficient,
    date,
    height,
    level,
    power,
    slope,
    width,
)
from gpstudio.phenology.rivals.logistic import bent_logistic
from gpstudio.phenology.rivals.outlines import Outlines
from gpstudio.phenology.rivals.parametric import LOSS, Parametric
from gpstudio.phenology.rivals.rival import METHODS
from gpstudio.translation import tr


@METHODS.register
class Klosterman(Parametric):
    """Published with thirteen numbers, of which q1 and q2 only shift n1 and n2: they are one here,
    and eleven are left, a1, b1, a2, b2, c and (n, 1/h, v) of either step."""

    spec = Spec(
        "klosterman",
        tr("Generalised sigmoids (Klosterman 2014)"),
        tr("As Gu's, on a base that may slope and under a top that may bend; needs many readings."),
        (LOSS,),
        tr(
            "drift·t + base + (bend·t² + lean·t + height)·(1/(1 + exp(−(t − "
            "rise)/rise_width))^rise_power − 1/(1 + exp(−(t − fall)/fall_width))^fall_power), t "
            "from the season's start"
        ),
    )
    coefficients: ClassVar[tuple[Coefficient, ...]] = (
        slope("drift", tr("Drift of the base"), 1.0, -1),
        level("base", tr("Base")),
        slope("bend", tr("Bend of the top"), 3.0, -2),
        slope("lean", tr("Lean of the top"), 3.0, -1),
        height("height", tr("Height"), 3.0),
        date("rise", tr("Date of the rise")),
        width("rise_width", tr("Width of the rise"), high=0.4),
        power("rise_power", tr("Power of the rise"), 0.1, 20.0),
        date("fall", tr("Date of the fall")),
        width("fall_width", tr("Width of the fall"), high=0.4),
        power("fall_power", tr("Power of the fall"), 0.1, 20.0),
    )

    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        drift, base, bend, lean, high = numbers[:, :5].T[:, :, None]
        up = bent_logistic(time, *numbers[:, 5:8].T)
        down = bent_logistic(time, *numbers[:, 8:].T)
        bump = up.value - down.value
        top = (bend * time + lean) * time + high
        slopes = np.stack(
            [
                np.broadcast_to(time, bump.shape),
                np.ones_like(bump),
                time**2 * bump,
                time * bump,
                bump,
                top * up.along_date,
                top * up.along_width,
                top * up.along_power,
                -top * down.along_date,
                -top * down.along_width,
                -top * down.along_power,
            ],
            axis=2,
        )
        return drift * time + base + top * bump, slopes

    def starts(self, outlines: Outlines) -> Floats:
        zero, one = np.zeros_like(outlines.base), np.ones_like(outlines.base)
        return np.stack(
            [
                zero,
                outlines.base,
                zero,
                zero,
                outlines.height,
                outlines.rise,
                outlines.rise_width,
                one,
                outlines.fall,
                outlines.fall_width,
                one,
            ],
            axis=1,
        )
