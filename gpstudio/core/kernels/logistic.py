"""A smooth change along one input, from zero to one about a place."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats


@dataclass(frozen=True, eq=False)
class Change:
    """σ = 1/(1 + e^{−z}), z = (x − at)/width, with every digit of both its small ends."""

    z: Floats
    after: Floats
    """σ"""
    before: Floats
    """1 − σ"""
    width: float

    @classmethod
    def along(cls, column: Floats, at: float, width: float) -> Change:
        z = (column - at) / width
        faint = np.exp(-np.abs(z))
        small, large = faint / (1.0 + faint), 1.0 / (1.0 + faint)
        return cls(z, np.where(z >= 0.0, large, small), np.where(z >= 0.0, small, large), width)

    @property
    def in_x(self) -> Floats:
        """dσ/dx = −dσ/d at"""
        return self.after * self.before / self.width

    @property
    def in_log_width(self) -> Floats:
        """dσ/d log width"""
        return -self.z * self.after * self.before
