"""From uncertain curves to the probability of each class.

``quadrature`` averages the link over the curves: exactly for two classes, for more over 512
places of a low-discrepancy sequence, half of them the others' mirror images, the same every time.
``corrected`` shrinks the curve by what its variance takes from it, √(1 + π v/8) for the logistic
function (MacKay 1992; Spiegelhalter & Lauritzen 1990), and ``plug_in`` takes the most probable
curve for known: both are here to be compared with.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.scales import Scale
from gpstudio.translation import tr

How: TypeAlias = Literal["quadrature", "corrected", "plug_in"]
WAYS = get_args(How)
PLACES = 256
"""Of which each has a mirror image."""
ROWS = 256
"""Places of the curves that are averaged over at once."""
SEED = 20


@dataclass(frozen=True)
class Averaging:
    how: How = "quadrature"

    @classmethod
    def of(cls, how: str) -> Averaging:
        if how not in WAYS:
            raise InputError(
                tr(
                    "Probabilities are averaged by {ways}, not by '{how}'.",
                    ways=", ".join(WAYS),
                    how=how,
                )
            )
        return cls(how)  # type: ignore[arg-type]

    def binary(self, link: Scale, mean: Floats, variance: Floats) -> Floats:
        """How probable a yes is where the curve is normal."""
        if self.how == "quadrature":
            return link.moments(mean, variance)[0]
        if self.how == "corrected":
            return link.outside(mean / np.sqrt(1.0 + SHRINKING[link.spec.name] * variance))
        return link.outside(mean)

    def softmax(self, mean: Floats, covariance: Floats) -> Floats:
        """(m, C), of jointly normal curves."""
        if self.how == "plug_in":
            return softmax(mean)
        if self.how == "corrected":
            own = np.einsum("mcc->mc", covariance)
            return softmax(mean / np.sqrt(1.0 + SHRINKING["logit"] * own))
        found = np.empty_like(mean)
        places = normals(mean.shape[1])
        for start in range(0, len(mean), ROWS):
            rows = slice(start, start + ROWS)
            off = places @ _root(covariance[rows]).transpose(0, 2, 1)
            found[rows] = softmax(mean[rows, None] + off).mean(axis=1)
        return found


SHRINKING = {"logit": math.pi / 8.0, "probit": 1.0}
"""What one of variance takes: exact for the probit."""


def softmax(curves: Floats) -> Floats:
    shares = np.exp(curves - curves.max(axis=-1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=-1, keepdims=True))


def _root(covariance: Floats) -> Floats:
    """A with A Aᵀ = covariance, (m, C, C), which may be singular."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0.0))[:, None, :])


@lru_cache(maxsize=16)
def normals(classes: int, count: int = PLACES) -> Floats:
    """Twice so many standard normal places, (places, classes): their mean is zero and their
    variance one, to the last digit."""
    from scipy.special import ndtri
    from scipy.stats.qmc import Sobol

    sequence = Sobol(classes, scramble=True, rng=np.random.default_rng(SEED))
    half = ndtri(np.clip(sequence.random(count), 1e-12, 1.0 - 1e-12))
    places = np.concatenate([half, -half])
    return np.asarray(places / np.sqrt(np.mean(places**2, axis=0)))
