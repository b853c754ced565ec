"""Random walk: a level that changes by chance, as far as it has gone and no way back."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import KERNELS
from gpstudio.core.kernels.walk import Walk
from gpstudio.core.spec import Spec, inputs, origin, variance
from gpstudio.translation import tr


@KERNELS.register
class RandomWalk(Walk):
    """k(x, x′) = Σ_d v min(x_d − c_d, x′_d − c_d): the local level of Durbin and Koopman (2012),
    where the mean is ``constant``."""

    spec = Spec(
        "random_walk",
        tr("Random walk"),
        tr("A level that drifts by chance: a forecast stays where the curve has come to."),
        (
            variance(
                "variance",
                tr("Level variance"),
                tr("How far the level walks: the variance that it gathers in a unit of time."),
                unit="value²/input",
                several=True,
            ),
            origin(),
            inputs(),
        ),
        formula=tr("Σ v u, u the earlier of x − c and x′ − c"),
    )

    @property
    def sizes(self) -> tuple[Floats, Floats]:
        return self.several(0), np.zeros(1)
