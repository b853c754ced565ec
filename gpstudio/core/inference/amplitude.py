"""Whether one factor scales curve and noise together, and which numbers carry it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gpstudio.core.arrays import Integers
from gpstudio.core.kernels import Kernel
from gpstudio.core.learning.starts import Scales, starts
from gpstudio.core.spec import Parameter, Setting

FACTOR = 4.0
PLACES = 5


def amplitude_of(
    kernel: Kernel,
    settings: Sequence[tuple[Parameter, Setting]],
    free: Sequence[int],
    scales: Scales,
) -> Integers | None:
    """Places, among the free coordinates, of every variance; None where they cannot be scaled
    together: one is held, bounded or has a written prior, or the kernel does not follow.

    ``settings`` are the kernel's and, last, the likelihood's. The kernel is asked by its numbers,
    so that no kernel need declare it: its variances times four must make its covariance four times
    itself.
    """
    of_curve, noises = (
        [i for i, (parameter, _) in enumerate(settings) if parameter.role == role]
        for role in ("variance", "noise")
    )
    variances = [*of_curve, *noises]
    if not of_curve or not noises:
        return None
    if any(i not in free or _is_told(settings[i][1]) for i in variances):
        return None
    numbers = starts(settings, scales)
    rows = np.linspace(0, len(scales.inputs) - 1, min(PLACES, len(scales.inputs))).astype(int)
    some = scales.inputs[np.unique(rows)]

    def block(factor: float) -> np.ndarray:
        scaled = [factor * x if i in of_curve else x for i, x in enumerate(numbers)]
        pairs = zip(settings, scaled, strict=True)
        placed = [setting.at(number) for (_, setting), number in pairs]
        return kernel.with_settings(placed[: len(kernel.settings)]).block(some, some)

    if not np.allclose(block(FACTOR), FACTOR * block(1.0), rtol=1e-9, atol=0.0):
        return None
    return np.array([free.index(i) for i in variances])


def _is_told(setting: Setting) -> bool:
    return setting.low is not None or setting.centre is not None
