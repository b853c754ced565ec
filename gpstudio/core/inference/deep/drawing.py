"""Hidden curves drawn from what readings leave of them, with the numbers where these are learnt.

What is drawn are hidden values and, beside them, how far the free numbers' coordinates are from
where learning would begin, for which a standard normal stands in beforehand: what is held likely of
them takes its place as the readings come to count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.core.inference.deep.many import LayerOfMany
from gpstudio.core.inference.deep.numbers import LayerNumbers
from gpstudio.core.inference.deep.stack import NUGGET, Stack
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.deep import Deep


@dataclass(frozen=True, eq=False)
class Density:
    """Of hidden curves and numbers."""

    kernel: Deep
    stack: Stack
    numbers: LayerNumbers
    start: Floats
    """Coordinates of the free numbers."""
    moves: bool
    """Whether these are drawn too."""

    def stack_at(self, coordinates: Floats) -> Stack:
        settings, of_likelihood = self.numbers.at(coordinates)
        kernels = self.kernel.with_settings(settings).parts
        return replace(self.stack, kernels=kernels, noise=of_likelihood[0].number)

    def layers(self, offsets: Floats) -> tuple[LayerOfMany, ...]:
        """One layer after the other, with the numbers of each row of offsets from the start."""
        return tuple(self.layer(place, offsets) for place in range(self.stack.hidden + 1))

    def layer(self, place: int, offsets: Floats) -> LayerOfMany:
        """One of them."""
        if not self.moves:
            return self._held[place]
        part = self.kernel.parts[place]
        kernels: list[Kernel] = []
        noises: list[float] = []
        for row in self._coordinates(place, offsets):
            settings, of_likelihood = self.numbers.of_layer(place, row)
            kernels.append(part.with_settings(settings))
            noises.extend(setting.number for setting in of_likelihood)
        return self._layer(place, kernels, noises)

    @cached_property
    def _held(self) -> tuple[LayerOfMany, ...]:
        stack = self.stack
        return tuple(
            self._layer(place, [kernel], [stack.noise] if place == stack.hidden else [])
            for place, kernel in enumerate(stack.kernels)
        )

    def _layer(
        self, place: int, kernels: Sequence[Kernel], noises: Sequence[float]
    ) -> LayerOfMany:  # fmt: skip
        stack, n = self.stack, len(self.stack.inputs)
        if place < stack.hidden:
            return LayerOfMany.of(kernels, np.zeros((1, n)), 0.0, NUGGET)
        loud = np.outer(noises, np.broadcast_to(stack.relative, n))
        return LayerOfMany.of(kernels, loud, stack.level)

    def beside(self, place: int, offsets: Floats) -> Floats:
        """What the prior of a layer's numbers adds to the normal that stands in for it."""
        if not self.moves:
            return np.zeros(len(offsets))
        prior, own = self.numbers.each[place].prior, offsets[:, self.numbers.slices[place]]
        held = [prior(row)[0] for row in self._coordinates(place, offsets)]
        return np.asarray(np.array(held) + 0.5 * (own**2).sum(axis=1))

    def _coordinates(self, place: int, offsets: Floats) -> Floats:
        """Of a layer's numbers, one row a particle."""
        some = self.numbers.slices[place]
        return np.asarray(self.start[some] + offsets[:, some])
