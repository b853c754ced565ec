"""Layers one upon the other: a way up through them by drawn hidden values, and slopes back down.

With the rows' inputs x, of hidden layer l every curve c at h_{l−1} is believed to be normal, and

    h_l = W_l h_{l−1} + mean_l + √variance_l ε_l,

ε standard normal and held while slopes are taken (Salimbeni & Deisenroth 2017). W leads what a
layer is a function of on to the next; there is none where hidden curves swing about zero. With ḡ
the slope of anything in h_l, the mean's is ḡ and the variance's ḡ ε/(2 √variance), from which the
layer tells those in its numbers, places and inputs; W takes ḡ straight down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.sparse.basis import InducingInputs, Slopes
from gpstudio.core.inference.sparse.layer import Layer, Moments
from gpstudio.core.task import Task

NARROWEST = 1e-12
"""Of a hidden curve's variance, as a share of its kernel's: below, rounding is all there is."""


@dataclass(frozen=True, eq=False)
class Way:
    """Rows on their way up."""

    below: tuple[Floats, ...]
    """What each layer is a function of, (rows, inputs)."""
    moments: tuple[Moments, ...]
    roots: tuple[Floats, ...]
    """√variance of each hidden layer, (rows, curves)."""
    normals: tuple[Floats, ...]


@dataclass(frozen=True, eq=False)
class Pulls:
    """Slopes of a layer: in its mean and variance at every row, and what follows from these."""

    pull: Floats
    bend: Floats
    slopes: Slopes


@dataclass(frozen=True, eq=False)
class Net:
    layers: tuple[Layer, ...]
    onwards: tuple[Floats | None, ...]
    """W of each hidden layer, (inputs, curves)."""
    beside: bool
    """Whether every layer sees the rows' inputs too."""

    @property
    def hidden(self) -> int:
        return len(self.layers) - 1

    @property
    def divergence(self) -> float:
        return sum(layer.divergence for layer in self.layers)

    def up(self, inputs: Floats, normals: Sequence[Floats], task: Task) -> Way:
        below, moments, roots = [inputs], [], []
        for place in range(self.hidden):
            task.check()
            layer, here = self.layers[place], below[-1]
            found = layer.at(here, task)
            roots.append(np.sqrt(np.maximum(found.variance, self._narrowest(place))))
            values = led_on(self.onwards[place], here, found.mean) + roots[-1] * normals[place]
            moments.append(found)
            below.append(np.column_stack([values, inputs]) if self.beside else values)
        moments.append(self.layers[-1].at(below[-1], task))
        return Way(tuple(below), tuple(moments), tuple(roots), tuple(normals))

    def down(
        self, way: Way, pull: Floats, bend: Floats, task: Task, *, numbers: bool, places: bool
    ) -> tuple[Pulls, ...]:
        """From slopes in the last layer's mean and variance, those of every layer."""
        found: list[Pulls] = []
        for place in range(self.hidden, -1, -1):
            task.check()
            layer, moments = self.layers[place], way.moments[place]
            slopes = layer.back(
                moments, pull, bend, task, numbers=numbers, places=places, inputs=place > 0
            )
            found.insert(0, Pulls(pull, bend, slopes))
            if place == 0:
                break
            assert slopes.inputs is not None
            above = slopes.inputs
            if place < self.hidden and (onwards := self.onwards[place]) is not None:
                above = above + pull @ onwards.T
            pull = np.ascontiguousarray(above[:, : self.layers[place - 1].curves])
            bend = 0.5 * pull * way.normals[place - 1] / way.roots[place - 1]
            # where rounding holds the variance up nothing moves it
            bend[way.moments[place - 1].variance < self._narrowest(place - 1)] = 0.0
        return tuple(found)

    def _narrowest(self, place: int) -> float:
        """Of the variance at the first place, which is there whatever the rows."""
        basis = self.layers[place].bases[0]
        assert isinstance(basis, InducingInputs)
        return NARROWEST * float(basis.kernel.diagonal(basis.places[:1])[0])


def led_on(onwards: Floats | None, below: Floats, mean: Floats) -> Floats:
    return mean if onwards is None else mean + below @ onwards
