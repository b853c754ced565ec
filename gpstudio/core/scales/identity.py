"""Identity: readings are taken as they are, and may lie anywhere."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.scales.scale import SCALES, Scale, inflation
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@SCALES.register
@dataclass(frozen=True)
class Identity(Scale):
    spec = Spec(
        "identity",
        tr("As given"),
        tr("Readings are taken as they are: bands may reach beyond what an index can be."),
        formula="y",
    )
    is_identity = True

    @property
    def words(self) -> str:
        return ""

    def check(self, values: Floats) -> None:
        pass

    def inside(self, level: Floats) -> Floats:
        return level

    def outside(self, curve: Floats) -> Floats:
        return curve

    def log_slope(self, curve: Floats) -> Floats:
        return np.zeros(np.shape(curve))

    def moments(
        self, mean: Floats, spread: Floats, freedom: float = math.inf
    ) -> tuple[Floats, Floats]:
        return mean, spread * inflation(freedom)

    def covariance(self, mean: Floats, spread: Floats, freedom: float = math.inf) -> Floats:
        return spread * inflation(freedom)


IDENTITY = Identity()
