"""Elmore et al. (2012), Global Change Biology 18: a double logistic that fades in summer."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rivals.coefficients import Coefficient, date, height, level, slope, width
from gpstudio.phenology.rivals.logistic import logistic
from gpstudio.phenology.rivals.outlines import Outlines
from gpstudio.phenology.rivals.parametric import LOSS, Parametric
from gpstudio.phenology.rivals.rival import METHODS
from gpstudio.translation import tr


@METHODS.register
class Elmore(Parametric):
    """Their m1 … m7 are base, height, rise, rise_width, fall, fall_width and fading."""

    spec = Spec(
        "elmore",
        tr("Double logistic with green-down (Elmore 2012)"),
        tr("As Beck's, but between rise and fall the curve may slope."),
        (LOSS,),
        tr(
            "base + (height − fading·t)·(1/(1 + exp((rise − t)/rise_width)) − "
            "1/(1 + exp((fall − t)/fall_width))), t from the season's start"
        ),
    )
    coefficients: ClassVar[tuple[Coefficient, ...]] = (
        level("base", tr("Base")),
        height("height", tr("Height")),
        date("rise", tr("Date of the rise")),
        width("rise_width", tr("Width of the rise")),
        date("fall", tr("Date of the fall")),
        width("fall_width", tr("Width of the fall")),
        slope("fading", tr("Fading between"), 1.5, -1),
    )

    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        base, high, rise, rise_width, fall, fall_width, fading = numbers.T
        up = logistic(time, rise, rise_width)
        down = logistic(time, fall, fall_width)
        bump = up.value - down.value
        top = high[:, None] - fading[:, None] * time
        slopes = np.stack(
            [
                np.ones_like(bump),
                bump,
                top * up.along_date,
                top * up.along_width,
                -top * down.along_date,
                -top * down.along_width,
                -time * bump,
            ],
            axis=2,
        )
        return base[:, None] + top * bump, slopes

    def starts(self, outlines: Outlines) -> Floats:
        return np.stack(
            [
                outlines.base,
                outlines.height,
                outlines.rise,
                outlines.rise_width,
                outlines.fall,
                outlines.fall_width,
                np.zeros_like(outlines.base),
            ],
            axis=1,
        )
