"""Zero: the curve swings about zero."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.means.mean import MEANS, Mean
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@MEANS.register
class Zero(Mean):
    spec = Spec("zero", tr("Zero"), tr("The curve returns to zero far from readings."))

    is_flat = True

    def trends(self, inputs: Floats) -> Floats:
        return np.zeros((len(inputs), 0))

    def slopes(self, inputs: Floats, order: int) -> Floats:
        return np.zeros((len(inputs), 0))
