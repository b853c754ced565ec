"""Frequencies at right angles to each other (orthogonal random features, Yu et al. 2016)."""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.fourier.drawn import DrawnFeatures, DrawnOut
from gpstudio.core.approximations.fourier.kinds.kind import KINDS, Kind
from gpstudio.core.arrays import Floats
from gpstudio.core.spec import Spec
from gpstudio.translation import tr


@KINDS.register
class Orthogonal(Kind):
    spec = Spec(
        "orthogonal",
        tr("Orthogonal"),
        tr(
            "As many frequencies at right angles as there are inputs, again and again: truer at "
            "no cost."
        ),
    )

    def drawn(self, count: int, inputs: int, random: np.random.Generator) -> DrawnFeatures:
        normals = directions(count, inputs, random)
        normals *= np.sqrt(random.chisquare(inputs, count))[:, None]
        return DrawnOut(
            random.random(count), 4.0 * random.random(count), int(random.integers(1 << 32)), normals
        )


def directions(count: int, inputs: int, random: np.random.Generator) -> Floats:
    """Unit vectors, blocks of them orthogonal; each is in any direction alike: the Q of a normal
    matrix is, once its signs are those that make R's diagonal positive."""
    blocks = -(-count // inputs)
    q, r = np.linalg.qr(random.standard_normal((blocks, inputs, inputs)))
    q *= np.sign(np.diagonal(r, axis1=1, axis2=2))[:, None, :]
    return np.ascontiguousarray(q.reshape(blocks * inputs, inputs)[:count])
