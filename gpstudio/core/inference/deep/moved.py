"""What steps up a bound move, all in one row of numbers, and the layers that a row stands for."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.deep.begun import Begun
from gpstudio.core.inference.deep.net import Net
from gpstudio.core.inference.sparse.basis import InducingInputs
from gpstudio.core.inference.sparse.belief import Belief
from gpstudio.core.inference.sparse.bound import Tellers
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.inference.sparse.rooted import Rooted
from gpstudio.core.kernels import Kernel
from gpstudio.core.task import QUIET, Task

CERTAIN = 0.03
"""How far hidden curves are uncertain in the beginning, in deviations of an inducing number."""
QUIET_NOISE = 0.2
"""Noise that is held low, as a share of where learning would begin with it."""


@dataclass(frozen=True, eq=False)
class Moved:
    """Coordinates of the free numbers; places of each layer, each measured by the spread of what
    the layer is a function of; inducing means, then roots, of each hidden layer."""

    begun: Begun
    units: tuple[Floats, ...]
    starts: tuple[Floats, ...]
    """Each part as it is begun with, in its own shape."""

    @classmethod
    def of(cls, begun: Begun, attempt: int) -> Moved:
        units = tuple(_units(below) for below in begun.ways.below)
        coordinates = begun.numbers.start(attempt)
        places, means = _begun_layers(begun, coordinates)
        roots = [
            np.broadcast_to(CERTAIN * np.eye(len(one)), (one.shape[1], len(one), len(one)))
            for one in means
        ]
        scaled = [where / unit for where, unit in zip(places, units, strict=True)]
        return cls(begun, units, (coordinates, *scaled, *(one.T for one in means), *roots))

    @property
    def row(self) -> Floats:
        """As it is begun with."""
        return np.concatenate([part.ravel() for part in self.starts])

    @property
    def span(self) -> tuple[Floats, Floats]:
        low, high = self.begun.numbers.span
        free = np.full(len(self.row) - len(low), np.inf)
        return np.append(low, -free), np.append(high, free)

    @property
    def of_likelihood(self) -> slice:
        """Where the likelihood's coordinates stand."""
        count = self.begun.numbers.count
        return slice(count - len(self.begun.tellers.coordinates), count)

    def coordinates(self, row: Floats) -> Floats:
        return row[: self.begun.numbers.count]

    def net(self, row: Floats, last: tuple[Belief, ...], task: Task) -> Net:
        begun = self.begun
        coordinates, places, means, roots = self._split(row)
        settings, _ = begun.numbers.at(coordinates)
        kernels, top = begun.kernel.with_settings(settings).parts, len(places) - 1
        layers = []
        for place, (kernel, where) in enumerate(zip(kernels, places, strict=True)):
            level = begun.level if place == top else 0.0
            basis = InducingInputs.of(kernel, where, level, task)
            hidden = place < top
            beliefs = tuple(map(Rooted.of, means[place], roots[place])) if hidden else last
            layers.append(Layer((basis,), beliefs))
        return Net(tuple(layers), begun.ways.onwards, begun.kernel.carried == "beside")

    def tellers(self, row: Floats, warms: bool) -> Tellers:
        """With the row's numbers, but for the noise while it ``warms``."""
        tellers, own = self.begun.tellers, row[self.of_likelihood].copy()
        if not len(own):
            return tellers
        if warms:
            own[0] = tellers.coordinates[0] + math.log(QUIET_NOISE)
        return tellers.with_coordinates(own)

    def _split(self, row: Floats) -> tuple[Floats, list[Floats], list[Floats], list[Floats]]:
        edges = np.cumsum([part.size for part in self.starts])[:-1]
        found = [
            flat.reshape(part.shape)
            for flat, part in zip(np.split(row, edges), self.starts, strict=True)
        ]
        layers = len(self.units)
        places = [one * unit for one, unit in zip(found[1 : 1 + layers], self.units, strict=True)]
        return found[0], places, found[1 + layers : 2 * layers], found[2 * layers :]


def _begun_layers(begun: Begun, coordinates: Floats) -> tuple[list[Floats], list[Floats]]:
    """Places of each layer, and the inducing means of each hidden one, (points, curves)."""
    places, places_at, means = begun.places, [begun.places], []
    kernels = begun.kernel.with_settings(begun.numbers.at(coordinates)[0]).parts
    for layer, (onwards, wanted) in enumerate(
        zip(begun.ways.onwards, begun.ways.wanted, strict=True)
    ):
        values = np.zeros((len(places), wanted.shape[1]))
        if onwards is None:
            values = wanted[_nearest(begun.ways.below[layer], places)]
        means.append(_whitened(kernels[layer], places, values))
        places = places @ onwards if onwards is not None else values
        if begun.kernel.carried == "beside":
            places = np.column_stack([places, begun.places])
        places_at.append(places)
    return places_at, means


def _units(below: Floats) -> Floats:
    spread = below.std(axis=0)
    return np.asarray(np.where(spread > 0.0, spread, 1.0))


def _whitened(kernel: Kernel, places: Floats, values: Floats) -> Floats:
    """The inducing numbers of a curve with these values there, (points, curves)."""
    if not values.any():
        return np.zeros_like(values)
    lower = InducingInputs.of(kernel, places, 0.0, QUIET).lower
    return np.asarray(np.linalg.solve(np.tril(lower), values))


def _nearest(rows: Floats, places: Floats) -> Integers:
    """The row next to each place."""
    scaled = _units(rows)
    return np.array([(((rows - one) / scaled) ** 2).sum(axis=1).argmin() for one in places])
