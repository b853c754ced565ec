"""Families that are a product over the inputs, each with numbers of its own.

k(a, b) = Π_d κ(a_d − b_d). Waves are made so: of the Euclidean distance they would be no covariance
in two inputs or more (cos r is not positive definite in the plane).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from functools import reduce

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.kernels.distances import differences
from gpstudio.core.kernels.family import Family
from gpstudio.core.spec import Parameter
from gpstudio.translation import tr


class PerInput(Family):
    """A family writes κ and its slopes, of one input's differences and its numbers there."""

    @abstractmethod
    def factor(self, gaps: Floats, numbers: Floats) -> Floats:
        """κ."""

    @abstractmethod
    def factor_slope(self, gaps: Floats, numbers: Floats) -> Floats:
        """dκ / d difference."""

    @abstractmethod
    def factor_gradients(self, gaps: Floats, numbers: Floats) -> tuple[Floats, ...]:
        """dκ / d log of each number."""

    def covariance(self, a: Floats, b: Floats) -> Floats:
        factors = (self.factor(*pair) for pair in self._pairs(a, b))
        return reduce(np.multiply, factors, np.ones((len(a), len(b))))

    def level(self, a: Floats) -> Floats:
        return np.ones(len(a))

    def slopes(self, a: Floats, b: Floats) -> Iterator[Floats]:
        terms = [
            [gradient * rest for gradient in self.factor_gradients(*pair)]
            for pair, rest in self._with_the_rest(a, b)
        ]
        for place, group in enumerate(self.numbers):
            mine = [of_one_input[place] for of_one_input in terms]
            yield from [reduce(np.add, mine)] if len(group) == 1 else mine

    def input_slopes(self, a: Floats, b: Floats) -> Floats:
        return np.array(
            [self.factor_slope(*pair) * rest for pair, rest in self._with_the_rest(a, b)]
        )

    def _pairs(self, a: Floats, b: Floats) -> Iterator[tuple[Floats, Floats]]:
        """Differences and numbers of each input."""
        groups = range(len(self.numbers))
        numbers = [np.broadcast_to(self.several(place), a.shape[1]) for place in groups]
        for column, own in enumerate(np.array(numbers).T):
            yield differences(a, b, column), own

    def _with_the_rest(
        self, a: Floats, b: Floats
    ) -> Iterator[tuple[tuple[Floats, Floats], Floats]]:
        """The same with the product of all other inputs' factors."""
        pairs = list(self._pairs(a, b))
        factors = [self.factor(*pair) for pair in pairs] if len(pairs) > 1 else []
        for place, pair in enumerate(pairs):
            others = [factor for other, factor in enumerate(factors) if other != place]
            yield pair, reduce(np.multiply, others, np.ones((len(a), len(b))))


def period(help: str) -> Parameter:
    """After how far along the input a wave comes again."""
    return Parameter("period", tr("Period"), help, role="period", unit="input", several=True)


def turned(gaps: Floats, period: float) -> Floats:
    """The angle 2πr/p less its whole turns, which keeps its digits where r is many periods."""
    return np.asarray(2.0 * np.pi / period * np.fmod(gaps, period))
