"""Derivatives in time of a Markov curve."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels.states.form import MarkovForm
from gpstudio.translation import tr

NO_SLOPE = tr(
    "There is no slope of a curve where a linear kernel multiplies a fitted one, such as rbf: "
    "choose matern52 instead."
)


class Derivative(NamedTuple):
    readout: Floats
    """g, (degree + 1, D)."""
    shift: Floats
    """What P g lacks of the state's covariance with it, (D,)."""
    missing: float
    """What gᵀP g lacks of its variance."""


def derived(form: MarkovForm, order: int) -> Derivative:
    """The curve's derivative of that order.

    f = h(t)ᵀx and x′ = F x but for the shaking, so its readout is g = h′ + Fᵀh. Of the state
    now with the derivative now P g is the covariance, for whole blocks. Of others P says only
    what P h is; from that follow (−F)ᵐ P h, and the variance (−1)ᵐ hᵀ F²ᵐ P h.
    """
    if any(not part.whole and len(part.trend) > 1 for part in form.parts):
        raise InputError(NO_SLOPE)
    readout, fitted = form.readout, _fitted(form)
    held = readout[0] * fitted
    reach, back = held, form.stationary @ held
    for _ in range(order):
        slope = np.zeros_like(readout)
        slope[:-1] = readout[1:] * np.arange(1.0, len(readout))[:, None]
        readout = slope + readout @ form.feedback
        reach, back = reach @ form.feedback, -form.feedback @ back
    covariance = form.stationary @ reach
    return Derivative(readout, back - covariance, float(reach @ back - reach @ covariance))


def _fitted(form: MarkovForm) -> Floats:
    """1 for the states of blocks that are not whole, else 0."""
    kinds = [np.full(part.count * part.width, float(not part.whole)) for part in form.parts]
    return np.concatenate(kinds)
