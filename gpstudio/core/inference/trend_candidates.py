"""A trend beside a course that repeats: where ``auto`` asks for one, and what decides.

Between readings a course that slowly changes tells a trend nearly as well as a trend does; beyond
the last one it falls back to the mean. So evidence, which is of the readings at hand, often cannot
tell the two apart where a forecast can. Offered is

    what won + local_linear_trend(0)

a level that goes on as it went, ever less surely (a cubic smoothing spline), to readings that cover
``PERIODS_NEEDED`` periods or more. It is taken where its evidence, less the price of its number, is
clearly higher; and where the evidence itself is no lower, if learnt from the first two thirds of
the readings it foretells the last third better.

How clearly, was settled on the airline passengers (24 months ahead, from 72 to 120 months) and on
CO2: there it gains −1.6 to 3.2 nats; where there is no trend it loses its price, 2.8 nats of 300
readings.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.inference.readings import Readings
from gpstudio.core.language import Call, Expression, Number, Sum

PERIODS_NEEDED = 5.0
TREND = Call("local_linear_trend", (Number(0.0),))
BETTER = 0.1
"""Nats a reading by which it must foretell the end better where evidence cannot tell."""
FIRST = 2.0 / 3.0


def trend_offered(readings: Readings, period: float) -> bool:
    """To a course that repeats after so long; zero: to none."""
    times = readings.inputs[readings.here, 0]
    return 0.0 < PERIODS_NEEDED * period <= float(np.ptp(times))


def with_trend(kernel: Expression) -> Expression:
    terms = kernel.terms if isinstance(kernel, Sum) else (kernel,)
    return Sum((*terms, TREND))


def parted(readings: Readings) -> tuple[Readings, Readings]:
    """The first two thirds of the readings that are there, and the rest."""
    rows = np.flatnonzero(readings.here)
    edge = round(FIRST * len(rows))
    return readings.at(rows[:edge]), readings.at(rows[edge:])
