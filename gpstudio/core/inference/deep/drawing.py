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
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.learner import Evaluate


@dataclass(frozen=True, eq=False)
class Density:
    """Of hidden curves and numbers."""

    kernel: Deep
    stack: Stack
    numbers: LayerNumbers
    start: Floats
    """Coordinates of the free numbers."""
    prior: Evaluate
    moves: bool
    """Whether these are drawn too."""

    def stack_at(self, coordinates: Floats) -> Stack:
        settings, of_likelihood = self.numbers.at(coordinates)
        kernels = self.kernel.with_settings(settings).parts
        return replace(self.stack, kernels=kernels, noise=of_likelihood[0].number)

    def layers(self, offsets: Floats) -> tuple[LayerOfMany, ...]:
        """One layer after the other, with the numbers of each row of offsets from the start."""
        if not self.moves:
            return self._held
        return self._layers([self.stack_at(self.start + own) for own in offsets])

    @cached_property
    def _held(self) -> tuple[LayerOfMany, ...]:
        return self._layers([self.stack])

    def _layers(self, stacks: Sequence[Stack]) -> tuple[LayerOfMany, ...]:
        n, level = len(self.stack.inputs), self.stack.level
        noise = np.array([np.broadcast_to(one.noise * one.relative, n) for one in stacks])
        hidden = [
            LayerOfMany.of([one.kernels[place] for one in stacks], np.zeros((1, n)), 0.0, NUGGET)
            for place in range(self.stack.hidden)
        ]
        return (*hidden, LayerOfMany.of([one.kernels[-1] for one in stacks], noise, level))

    def beside(self, offsets: Floats) -> Floats:
        """What the prior of the numbers adds to the normal that stands in for it."""
        if not self.moves:
            return np.zeros(len(offsets))
        held = [self.prior(self.start + own)[0] for own in offsets]
        return np.asarray(np.array(held) + 0.5 * (offsets**2).sum(axis=1))
