"""Independent frequencies (random Fourier features, Rahimi & Recht 2007)."""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.fourier.drawn import DrawnFeatures, DrawnOut
from gpstudio.core.approximations.fourier.kinds.kind import KINDS, Kind
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@KINDS.register
class Independent(Kind):
    spec = Spec("iid", tr("Independent"), tr("Each frequency by itself."))

    def drawn(self, count: int, inputs: int, random: np.random.Generator) -> DrawnFeatures:
        return DrawnOut(
            random.random(count),
            4.0 * random.random(count),
            int(random.integers(1 << 32)),
            random.standard_normal((count, inputs)),
        )
