"""Evenly spread frequencies (quasi-Monte Carlo features, Avron et al. 2016): a Sobol sequence
through the inverse of each input's law.

All its points are shifted digit by digit, in each input by one random number: so each of them is
anywhere alike, and together they leave as few gaps as before.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.fourier.drawn import DrawnFeatures, DrawnOut
from gpstudio.core.approximations.fourier.kinds.kind import KINDS, Kind
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

BITS = 30
"""Of the sequence's numbers."""


@KINDS.register
class Even(Kind):
    spec = Spec(
        "qmc",
        tr("Evenly spread"),
        tr("Frequencies that leave no gaps, by a Sobol sequence: truest for few inputs."),
        short="QMC",
    )

    def drawn(self, count: int, inputs: int, random: np.random.Generator) -> DrawnFeatures:
        from scipy.special import ndtri
        from scipy.stats.qmc import Sobol

        sequence = Sobol(inputs + 2, scramble=False, bits=BITS)
        points = sequence.random_base2(max(0, count - 1).bit_length())[:count]
        cells = (points * 2.0**BITS).astype(np.int64) ^ random.integers(1 << BITS, size=inputs + 2)
        # the middle of each cell, since at its edge a normal number may be infinite
        points = (cells + 0.5) * 0.5**BITS
        return DrawnOut(
            points[:, inputs],
            4.0 * points[:, inputs + 1],
            int(random.integers(1 << 32)),
            ndtri(points[:, :inputs]),
        )
