"""Zero: the curve swings about nought."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.means.registered import MEANS, Mean
from gpstudio.core.spec import Spec


@MEANS.register
class Zero(Mean):
    spec = Spec("zero", "Zero", "The curve returns to nought far from readings.")

    def trends(self, inputs: Floats) -> Floats:
        return np.zeros((len(inputs), 0))

    def slopes(self, inputs: Floats, order: int) -> Floats:
        return np.zeros((len(inputs), 0))
