"""The bound as some rows and drawn hidden values tell it, and where it rises."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.inference.deep.moved import Moved
from gpstudio.core.inference.deep.net import Net, Pulls, Way
from gpstudio.core.inference.sparse.belief import Asked, Belief
from gpstudio.core.inference.sparse.bound import Told
from gpstudio.core.inference.sparse.layer import Layer
from gpstudio.core.inference.sparse.rooted import Rooted
from gpstudio.core.task import Task


@dataclass(frozen=True, eq=False)
class Look:
    height: float
    up: Floats
    """Its slopes in all that steps move."""
    last: Layer
    asked: tuple[Asked, ...]


def look_at(
    moved: Moved, row: Floats, last: tuple[Belief, ...], rows: Integers,
    normals: Sequence[Floats], draws: int, warms: bool, task: Task,
) -> Look:  # fmt: skip
    """Of the layers that a row of numbers stands for, beneath the ``last`` beliefs."""
    begun = moved.begun
    net, tellers = moved.net(row, last, task), moved.tellers(row, warms)
    some = np.tile(rows, draws)
    way = net.up(begun.inputs[some], normals, task)
    moments = way.moments[-1]
    told = tellers.told(some, moments.mean, moments.variance)
    times = len(begun.inputs) / len(some)
    told = Told(times * told.log_density, times * told.pull, times * told.bend, times * told.slopes)
    pulls = net.down(way, told.pull, told.bend, task, numbers=begun.moves, places=begun.places_move)
    held, lean = begun.prior(moved.coordinates(row))
    height = told.log_density - net.divergence + held
    up = [_in_numbers(moved, pulls, told, lean, warms), *_in_places(moved, pulls)]
    up += _in_beliefs(net, way, pulls)
    asked = net.layers[-1].asked(moments, told.pull, told.bend, task)
    return Look(height, np.concatenate(up), net.layers[-1], asked)


def _in_numbers(
    moved: Moved, pulls: Sequence[Pulls], told: Told, lean: Floats, warms: bool
) -> Floats:
    numbers, own = moved.begun.numbers, moved.of_likelihood
    if not moved.begun.moves:
        return np.zeros(numbers.count)
    free = [one.slopes.numbers[places] for one, places in zip(pulls, numbers.free, strict=True)]
    found = np.concatenate([*free, told.slopes[: own.stop - own.start]]) + lean
    if warms:
        found[own] = 0.0
    return np.asarray(found)


def _in_places(moved: Moved, pulls: Sequence[Pulls]) -> list[Floats]:
    found = []
    for one, unit, part in zip(pulls, moved.units, moved.starts[1:], strict=False):
        places = one.slopes.places
        found.append(np.zeros(part.size) if places is None else (places * unit).ravel())
    return found


def _in_beliefs(net: Net, way: Way, pulls: Sequence[Pulls]) -> list[Floats]:
    """In the means of all hidden layers, then in the roots."""
    means, roots = [], []
    for layer, moments, pull in zip(net.layers[:-1], way.moments, pulls, strict=False):
        (seen,) = moments.seen
        for place, belief in enumerate(layer.beliefs):
            assert isinstance(belief, Rooted)
            mean, root = belief.slopes(seen.weights, pull.pull[:, place], pull.bend[:, place])
            means.append(mean)
            roots.append(root.ravel())
    return [*means, *roots]
