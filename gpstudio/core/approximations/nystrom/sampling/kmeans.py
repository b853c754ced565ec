"""k-means: landmarks amid clusters of readings, which are no readings themselves.

Zhang, Tsang & Kwok 2008. Clusters are sought where the kernel sees them: an input counts by how far
the curve swings on a step of a tenth of its spread in that input alone,

    s_d² = mean of k(x, x) + k(x′, x′) − 2 k(x, x′),    x′ = x + δ_d e_d,

which is δ²/ℓ² for one length an input, and zero for an input that the kernel does not look at.
Standardised inputs would not know that; distances measured by the kernel itself, which all end at
the same value where readings are far apart, have no means to move a landmark to.
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.approximations.nystrom.sampling.sampling import SAMPLINGS, Drawing, Sampling
from gpstudio.core.arrays import Floats
from gpstudio.core.kernels import Kernel
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

STEP = 0.1
"""Of an input's spread."""
ASKED = 100
"""Readings at which the kernel is asked for its steps."""
ROWS_A_LANDMARK, FEWEST_ROWS = 20, 10_000
"""Of more readings than these, so many at random are clustered: the means would hardly differ."""


@SAMPLINGS.register
class KMeans(Sampling):
    spec = Spec(
        "kmeans",
        tr("k-means"),
        tr("The means of clusters of readings, sought in the lengths of the kernel."),
        short=tr("k-means"),
    )

    def landmarks(self, drawing: Drawing) -> Floats:
        from gpstudio.core.approximations.nystrom.clusters import centres, means

        ground, rank, random = drawing.ground, drawing.rank, drawing.random
        inputs, most = ground.inputs, max(FEWEST_ROWS, ROWS_A_LANDMARK * rank)
        scales = swings(ground.kernel, inputs, random)
        if len(inputs) > most:
            inputs = inputs[random.choice(len(inputs), most, replace=False)]
        # about their middle, where the numbers have most digits to spare
        middle = inputs.mean(axis=0)
        found, names = centres((inputs - middle) * scales, rank, random, drawing.task)
        nowhere = np.zeros((len(found), inputs.shape[1]))
        return np.asarray(middle + means(inputs - middle, names, nowhere))


def swings(kernel: Kernel, inputs: Floats, random: np.random.Generator) -> Floats:
    """How far the curve swings on a step in each input, for steps of one."""
    some = inputs[random.choice(len(inputs), min(ASKED, len(inputs)), replace=False)]
    steps = STEP * inputs.std(axis=0)
    result = np.zeros(inputs.shape[1])
    for column in np.flatnonzero(steps):
        moved = some.copy()
        moved[:, column] += steps[column]
        across = kernel.block(some, moved).diagonal()
        squared = kernel.diagonal(some) + kernel.diagonal(moved) - 2.0 * across
        result[column] = np.sqrt(max(float(squared.mean()), 0.0)) / steps[column]
    return result if result.any() else np.ones(inputs.shape[1])
