"""How far apart two rows are: by what tells classes apart, not by what differs within each.

Inputs that are told in one unit, such as readings of the days of a season, go together; rows of one
class differ in ways that they share. Inputs are turned and stretched so that the scatter within
classes is one in every direction, of which learning needs to find but one length (Fisher's linear
discriminant makes the same turn). The scatter is that of few rows: it is shrunk towards its own
diagonal.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.language import print_number
from gpstudio.translation import tr

SHRUNK = 0.3
"""Of the scatter, at least so much is its diagonal; on Mato Grosso's seasons and on Chile's parcels
0.1 to 0.5 did about as well. Fewer rows than inputs leave most directions unseen, and say less of
them: the diagonal's share is as the inputs' among inputs and rows together."""
LEAST = 1e-6
"""Of the mean variance of an input that does not differ within classes."""


ONE_LENGTH = tr("rows as far apart as the scatter within classes says: one length for all")


@dataclass(frozen=True, eq=False)
class Metric:
    """Inputs on which Euclid's distance is meant."""

    turned: Floats
    """(inputs, inputs)"""

    @classmethod
    def plain(cls, inputs: Floats) -> Metric:
        """As the inputs are."""
        return cls(np.eye(inputs.shape[1]))

    @classmethod
    def within(cls, inputs: Floats, places: Integers) -> Metric:
        """By labelled rows."""
        off = inputs - _means(inputs, places)[places]
        scatter = off.T @ off / len(off)
        own = np.diag(scatter)
        own = own + LEAST * max(float(own.mean()), np.finfo(float).tiny)
        rows, size = len(off) - int(places.max()) - 1, len(scatter)
        share = max(SHRUNK, size / (size + max(rows, 0)))
        shrunk = (1.0 - share) * scatter
        shrunk[np.diag_indices_from(shrunk)] = own
        variances, along = np.linalg.eigh(shrunk)
        return cls(along / np.sqrt(variances))

    def __call__(self, inputs: Floats) -> Floats:
        return np.asarray(inputs @ self.turned)


def one_length(inputs: int) -> str:
    """The kernel that ``auto`` takes where the metric says how far apart rows are."""
    return f"4 * matern32({print_number(float(f'{math.sqrt(2.0 * inputs):.3g}'))})"


def _means(inputs: Floats, places: Integers) -> Floats:
    """Of each class."""
    counts = np.bincount(places)
    sums = np.zeros((len(counts), inputs.shape[1]))
    np.add.at(sums, places, inputs)
    return np.asarray(sums / np.maximum(counts, 1)[:, None])
