"""Zhang et al. (2003), Remote Sensing of Environment 84: one logistic up, another down."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.spec import Spec
from gpstudio.phenology.rivals.coefficients import Coefficient, date, height, level, width
from gpstudio.phenology.rivals.logistic import logistic
from gpstudio.phenology.rivals.outlines import Outlines
from gpstudio.phenology.rivals.parametric import LOSS, Parametric
from gpstudio.phenology.rivals.rival import METHODS
from gpstudio.translation import tr


@METHODS.register
class Zhang(Parametric):
    """Each piece is c/(1 + exp(a + b·t)) + d as published; both are fitted together and meet at
    the same height on the turning date, which stands for the two free heights c."""

    spec = Spec(
        "zhang",
        tr("Piecewise logistic (Zhang 2003)"),
        tr("One logistic up to the turn, another after it, each with a base of its own."),
        (LOSS,),
        tr(
            "up to turn: top − rise_height·(1 − L(t)/L(turn)), L(t) = 1/(1 + exp(−(t − rise)/"
            "rise_width)); after it the same with L(t) = 1/(1 + exp((t − fall)/fall_width))"
        ),
    )
    coefficients: ClassVar[tuple[Coefficient, ...]] = (
        level("top", tr("Height at the turn"), 1.0),
        height("rise_height", tr("Height of the rise")),
        date("rise", tr("Date of the rise")),
        width("rise_width", tr("Width of the rise")),
        height("fall_height", tr("Height of the fall")),
        date("fall", tr("Date of the fall")),
        width("fall_width", tr("Width of the fall")),
        date("turn", tr("Turning date"), 0.0, 1.0),
    )

    def sound(self, numbers: Floats) -> Flags:
        rise, fall, turn = (numbers[:, self.places(n)] for n in ("rise", "fall", "turn"))
        return np.asarray((rise <= turn) & (turn <= fall) & (rise < fall))

    def curve(self, time: Floats, numbers: Floats) -> tuple[Floats, Floats]:
        top, rise_height, rise, rise_width, fall_height, fall, fall_width, turn = numbers.T
        before = time <= turn[:, None]
        up, up_slopes = _piece(time, turn, rise_height, rise, rise_width)
        down, down_slopes = _piece(time, turn, fall_height, fall, -fall_width)
        curves = top[:, None] + np.where(before, up, down)
        first = [np.where(before, slope, 0.0) for slope in up_slopes]
        then = [np.where(before, 0.0, slope) for slope in down_slopes]
        slopes = [np.ones_like(curves), *first[:3], *then[:3], first[3] + then[3]]
        return curves, np.stack(slopes, axis=2)

    def starts(self, outlines: Outlines) -> Floats:
        return np.stack(
            [
                outlines.base + outlines.height,
                outlines.height,
                outlines.rise,
                outlines.rise_width,
                outlines.height,
                outlines.fall,
                outlines.fall_width,
                outlines.peak,
            ],
            axis=1,
        )


def _piece(
    time: Floats, turn: Floats, high: Floats, date: Floats, width: Floats
) -> tuple[Floats, tuple[Floats, Floats, Floats, Floats]]:
    """How far below the turn, with slopes along height, date, width and turn."""
    here = logistic(time, date, width)
    there = logistic(turn[:, None], date, width)
    share = here.value / there.value
    high = high[:, None]
    slopes = (
        share - 1.0,
        high * (here.along_date - share * there.along_date) / there.value,
        high * (here.along_width - share * there.along_width) / there.value,
        high * share * there.along_date / there.value,
    )
    return high * (share - 1.0), slopes
