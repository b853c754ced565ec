"""The arrays that the passes work on, for a Matérn of length one.

Another length is another unit of time: the times are divided by it, and the moves stay.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.core.operators.markov import Steps, steps

COLUMNS = 2
"""Readings and level."""
NOTHING = np.empty(0)
NO_ROWS = np.empty((0, 0))


class UnitCurve(NamedTuple):
    """The curve of length one, as the state-space solver's passes take it."""

    plain: Steps
    careful: Steps
    """For quiet readings, whose digits short steps would lose."""
    drift: Floats
    """Slope of F in the logarithm of the length."""
    series: Floats
    """The same of the terms of a short step's noise."""


class Work(NamedTuple):
    """Room that the passes fill, of one thread alone."""

    time: Floats
    """In lengths."""
    noise: Floats
    """Over the curve's variance."""
    store: Floats
    """What the pass forward leaves for the pass back, a row a reading."""
    state: Floats
    spread: Floats
    quadratic: Floats
    adjoint: tuple[Floats, Floats, Floats, Floats]
    sums: Floats
    """What the gradient is made of, a row a matrix: see ``Slopes``."""
    noise_slope: Floats
    mixing: Floats
    signs: Floats
    """(2,), zeros: no reading takes away."""
    length: Floats
    """(1,), what ``time`` was divided by."""


class Data(NamedTuple):
    """One field: readings that are there, in ascending time from zero on."""

    time: Floats
    noise: Floats
    """Each reading's noise as a share of the common one."""
    least: float
    """The smallest of these."""
    columns: Floats
    """Readings, and ones where a level is estimated, (n, 2)."""
    level: float
    """1.0 where a level is estimated, else 0."""
    repeats: float
    """As how many more readings they count."""
    freedom: float
    """Degrees of freedom of the amplitude."""
    floor: float
    """What the amplitude's prior adds to the misfit."""
    quietest: float
    """The least noise of a reading, in the unit of its column: that of rounding."""
    centres: Floats
    """Of the priors of log length and log noise/signal."""
    precisions: Floats
    known: float
    """The common noise where it is known, in the readings' own unit; else 0. The coordinates of a
    place are log variance and log length then, in place of log length and log noise/signal."""
    unit: UnitCurve


class Roomy(NamedTuple):
    """A field with room to work in, as the passes take it."""

    data: Data
    work: Work


@lru_cache(maxsize=8)
def unit_of(order: int) -> UnitCurve:
    """Of ν = order + ½."""
    form = MarkovForm.matern(order, 1.0)
    (chain,) = form.parts
    return UnitCurve(
        steps(form, COLUMNS, careful=False),
        steps(form, COLUMNS, careful=True),
        chain.feedback_slopes()[0, 0].ravel(),
        chain.shaking[1][:, 0, 0].ravel(),
    )


def roomy(data: Data) -> Roomy:
    """For steps that are taken one by one."""
    from gpstudio.core.inference.one_matern.driver import roomy_for

    return roomy_for(len(data.unit.plain.decay))(data)
