"""Curves drawn from layers before any reading is seen, with what becomes of inputs on the way."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.paths import root_of_covariance
from gpstudio.core.kernels.deep import Deep


def drawn_beforehand(kernel: Deep, inputs: Floats, random: np.random.Generator) -> list[Floats]:
    """What each layer is a function of, and in the end the curve, (rows, curves) each."""
    found = [inputs]
    widths = kernel.widths(inputs.shape[1])
    for place, (part, width) in enumerate(zip(kernel.parts, widths, strict=True)):
        below = found[-1]
        root = root_of_covariance(part.block(below, below))
        values = root @ random.standard_normal((len(inputs), width))
        if place < len(widths) - 1:
            if kernel.carried == "added":
                values[:, : below.shape[1]] += below[:, :width]
            elif kernel.carried == "beside":
                values = np.column_stack([values, inputs])
        found.append(values)
    return found
