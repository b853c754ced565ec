"""Linear: the curve swings about a straight line, or a plane over several inputs."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.means.mean import MEANS, Mean
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@MEANS.register
class LinearMean(Mean):
    spec = Spec(
        "linear",
        tr("Linear"),
        tr("The curve returns to a straight line far from readings: a level and a slope an input."),
        formula="β₀ + Σ β x",
    )

    def trends(self, inputs: Floats) -> Floats:
        return np.column_stack([np.ones(len(inputs)), inputs])

    def slopes(self, inputs: Floats, order: int) -> Floats:
        return np.tile([0.0, 1.0 if order == 1 else 0.0], (len(inputs), 1))
