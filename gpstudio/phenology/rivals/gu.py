"""Gu et al. (2009), in Noormets (ed.), Phenology of Ecosystem Processes: two bent logistics."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rivals.coefficients import Coefficient, date, height, level, power, width
from gpstudio.phenology.rivals.logistic import bent_logistic
from gpstudio.phenology.rivals.outlines import Outlines
from gpstudio.phenology.rivals.parametric import LOSS, Parametric
from gpstudio.phenology.rivals.rival import METHODS
from gpstudio.translation import tr


@METHODS.register
class Gu(Parametric):
    """Their y0, a1, t01, b1, c1, a2, t02, b2, c2, in this order."""

    spec = Spec(
        "gu",
        tr("Bent double logistic (Gu 2009)"),
        tr(
            "Rise and fall have heights of their own and may be quicker at one end than at "
            "the other."
        ),
        (LOSS,),
        tr(
            "base + rise_height/(1 + exp(−(t − rise)/rise_width))^rise_power − "
            "fall_height/(1 + exp(−(t − fall)/fall_width))^fall_power"
        ),
    )
    coefficients: ClassVar[tuple[Coefficient, ...]] = (
        level("base", tr("Base")),
        height("rise_height", tr("Height of the rise")),
        date("rise", tr("Date of the rise")),
        width("rise_width", tr("Width of the rise"), high=0.4),
        power("rise_power", tr("Power of the rise"), 0.1, 20.0),
        height("fall_height", tr("Height of the fall")),
        date("fall", tr("Date of the fall")),
        width("fall_width", tr("Width of the fall"), high=0.4),
        power("fall_power", tr("Power of the fall"), 0.1, 20.0),
    )

    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        base, rise_height, rise, rise_width, rise_power = numbers[:, :5].T
        fall_height, fall, fall_width, fall_power = numbers[:, 5:].T
        up = bent_logistic(time, rise, rise_width, rise_power)
        down = bent_logistic(time, fall, fall_width, fall_power)
        high, low = rise_height[:, None], fall_height[:, None]
        slopes = np.stack(
            [
                np.ones_like(up.value),
                up.value,
                high * up.along_date,
                high * up.along_width,
                high * up.along_power,
                -down.value,
                -low * down.along_date,
                -low * down.along_width,
                -low * down.along_power,
            ],
            axis=2,
        )
        return base[:, None] + high * up.value - low * down.value, slopes

    def starts(self, outlines: Outlines) -> Floats:
        one = np.ones_like(outlines.base)
        return np.stack(
            [
                outlines.base,
                outlines.height,
                outlines.rise,
                outlines.rise_width,
                one,
                outlines.height,
                outlines.fall,
                outlines.fall_width,
                one,
            ],
            axis=1,
        )
