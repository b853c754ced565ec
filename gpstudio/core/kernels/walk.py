"""What walks have in common: covariances of what has been gathered since an origin.

With u and w the earlier and the later of two times, counted from the origin and zero before it,

    W(u, w) = u,    I(u, w) = u² (3w − u)/6

are the covariances of a Wiener process of variance 1 a unit of time and of its integral. Of several
inputs they are added.

**The origin.** Left out, it lies as far before the first reading as the readings last. So the level
that the readings begin with has a proper prior, whose variance is what the walk gathers over the
range, its slope likewise, and the band widens before the first reading as it does after the last.
With a mean that has a level (``constant``, the usual one) the level is diffuse besides, and of a
random walk the origin is seen nowhere but in predictions before it. Before its origin a walk has
not begun: it is zero there, and sure.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.family import Family
from gpstudio.core.kernels.kernel import Capability
from gpstudio.core.kernels.states.form import MarkovForm


class Walk(Family):
    """A family's numbers are how much of W, of I, or of both it is, and last the origin."""

    carries_variance = True

    @property
    def walks(self) -> bool:
        return True

    @property
    @abstractmethod
    def sizes(self) -> tuple[Floats, Floats]:
        """Of W and of I, each one number or one an input."""

    @property
    def offers(self) -> frozenset[Capability]:
        """A place that learning moves has no state space, as in ``linear``."""
        place = self.numbers[-1]
        single = all(len(group) == 1 for group in self.numbers)
        return frozenset({"markov"}) if single and place[0].held else frozenset()

    def covariance(self, a: Floats, b: Floats) -> Floats:
        nothing = np.zeros((len(a), len(b)))
        return sum((v * u + q * steered(u, w) for v, q, u, w in self._gone(a, b)), nothing)

    def level(self, a: Floats) -> Floats:
        level, slope = self.sizes
        gone = np.maximum(a - self.several(-1), 0.0)
        return np.asarray((level * gone + slope * gone**3 / 3.0).sum(axis=1))

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        each = list(self._gone(a, b))
        kinds = [
            [v * u for v, _, u, _ in each],
            [q * steered(u, w) for _, q, u, w in each],
            [-np.where(u > 0.0, v + q * u * w, 0.0) for v, q, u, w in each],
        ]
        if len(self.numbers) == 2:
            del kinds[1]
        for group, moved in zip(self.numbers, kinds, strict=True):
            yield from moved if len(group) > 1 else [np.add.reduce(moved)]

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        found = []
        for column, (v, q, u, w) in enumerate(self._gone(a, b)):
            here, there = a[:, column, None], b[None, :, column]
            first = np.where(here < there, 1.0, np.where(here > there, 0.0, 0.5))
            earlier, later = v + q * (u * w - 0.5 * u**2), 0.5 * q * u**2
            found.append(np.where(u > 0.0, first * earlier + (1.0 - first) * later, 0.0))
        return np.array(found)

    def markov_form(self) -> MarkovForm:
        if "markov" not in self.offers:
            return super().markov_form()
        level, slope = (float(size[0]) for size in self.sizes)
        own = np.eye(2)[: len(self.numbers) - 1]
        return MarkovForm.walk(level, slope, self.number(-1)).chained(own).padded(0, 1)

    def _gone(self, a: Floats, b: Floats) -> Iterator[tuple[float, float, Floats, Floats]]:
        """Of each input its two sizes, and u and w for every pair of rows."""
        inputs = a.shape[1]
        numbers = [np.broadcast_to(each, inputs) for each in (*self.sizes, self.several(-1))]
        for column, (v, q, origin) in enumerate(zip(*numbers, strict=True)):
            left, right = (np.maximum(rows[:, column] - origin, 0.0) for rows in (a, b))
            yield v, q, np.minimum.outer(left, right), np.maximum.outer(left, right)


def steered(u: Floats, w: Floats) -> Floats:
    """I."""
    return np.asarray(u**2 * (3.0 * w - u) / 6.0)
