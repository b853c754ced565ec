"""Constant: the curve swings about a level that is estimated, with its uncertainty carried on."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.means.mean import MEANS, Mean
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@MEANS.register
class ConstantMean(Mean):
    spec = Spec(
        "constant", tr("Constant"), tr("The curve returns to its average far from readings.")
    )

    is_flat = True

    def trends(self, inputs: Floats) -> Floats:
        return np.ones((len(inputs), 1))

    def slopes(self, inputs: Floats, order: int) -> Floats:
        return np.zeros((len(inputs), 1))
