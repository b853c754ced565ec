"""Readings as clear and as clouded ones: both densities, and how they bend; see ``clouded.py``."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods.likelihood import Numbers

LEAST = 1e-3
"""What a surely clouded reading counts: it says that the curve is higher, and little else."""
HALF_LOG = 0.5 * math.log(2.0 * math.pi)


@dataclass(frozen=True, eq=False)
class Parts:
    """Readings about a curve, as clear and as clouded ones; one row a reading."""

    clear: Floats
    """How probable it is that a reading is clear."""
    log_density: Floats
    variance: Floats
    depth: Floats
    """How far below a clear reading it is expected to be, were it clouded."""
    pulls: tuple[Floats, Floats]
    """On the curve: of a clear reading, and of a clouded one."""
    curvature: Floats
    """Of the log density of a clouded one, times the variance; that of a clear one is one."""
    beyond: Floats
    """u."""

    @classmethod
    def of(cls, misfit: Floats, variance: Floats, numbers: Numbers) -> Parts:
        from scipy.special import erfcx, log_ndtr

        _, odds, depth = numbers
        root = np.sqrt(variance)
        scaled, far = misfit / root, root / depth
        u = scaled + far
        # e^{u²/2} Φ(−u) has all its digits above zero, and its logarithm below
        over = np.maximum(u, 0.0)
        ratio = np.where(u > 0.0, np.log(0.5 * erfcx(over / math.sqrt(2.0))), 0.0)
        ratio = np.where(u > 0.0, ratio, log_ndtr(-np.minimum(u, 0.0)) + 0.5 * u * u)
        mills = np.exp(-HALF_LOG - ratio)
        of_clear = -0.5 * scaled * scaled - np.log(root) - HALF_LOG
        of_clouded = math.log(odds / depth) - 0.5 * scaled * scaled + ratio
        highest = np.maximum(of_clear, of_clouded)
        both = highest + np.log(np.exp(of_clear - highest) + np.exp(of_clouded - highest))
        excess = mills - u
        return cls(
            np.exp(of_clear - both), both - math.log1p(odds), variance, root * excess,
            (scaled / root, mills / root - 1.0 / depth), mills * excess, u,
        )  # fmt: skip

    @property
    def pull(self) -> Floats:
        clear, clouded = self.pulls
        return np.asarray(self.clear * clear + (1.0 - self.clear) * clouded)

    @property
    def counting(self) -> Floats:
        """As what share of a clear reading one counts."""
        return np.asarray(self.clear + LEAST * (1.0 - self.clear))

    @property
    def apart(self) -> Floats:
        """How much more a clear reading pulls than a clouded one."""
        return np.asarray(self.pulls[0] - self.pulls[1])

    @property
    def bend(self) -> Floats:
        """The second derivative of the log density in the curve."""
        each = -(self.clear + (1.0 - self.clear) * self.curvature) / self.variance
        return np.asarray(each + self.clear * (1.0 - self.clear) * self.apart**2)

    @property
    def turn(self) -> Floats:
        """The third."""
        clear, clouded = self.clear, 1.0 - self.clear
        mills = self.depth / np.sqrt(self.variance) + self.beyond
        # λ' = λ(λ − u) is the curvature; its slope in u, and −1/√s that of u in the curve
        sharper = self.curvature * (2.0 * mills - self.beyond) - mills
        own = clouded * sharper / self.variance**1.5
        differ = -(1.0 - self.curvature) / self.variance
        return np.asarray(
            own + clear * clouded * self.apart * (3.0 * differ + (clouded - clear) * self.apart**2)
        )
