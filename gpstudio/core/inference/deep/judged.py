"""The end of a way up a bound: the last belief that is best for all rows, and the bound told by
draws that nothing was fitted to."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.net import Net
from gpstudio.core.inference.deep.tellers import Repeated
from gpstudio.core.inference.sparse.bound import Tellers, settled
from gpstudio.core.task import Task

SETTLING_DRAWS, JUDGING_DRAWS = 10, 20
MANY_ROWS = 20_000
"""Rows with draws that are settled and judged, or hardly more."""
AT_ONCE = 1_000
"""Rows that are judged between two looks whether to stop."""


def normals_for(net: Net, rows: int, random: np.random.Generator) -> list[Floats]:
    """For so many rows on their way up."""
    return [random.standard_normal((rows, layer.curves)) for layer in net.layers[:-1]]


def best_for_all(
    net: Net, inputs: Floats, tellers: Tellers, random: np.random.Generator, task: Task
) -> Net:
    """With the last belief that is."""
    draws = int(np.clip(MANY_ROWS // len(inputs), 1, SETTLING_DRAWS)) if net.hidden else 1
    some = np.tile(inputs, (draws, 1))
    way = net.up(some, normals_for(net, len(some), random), task)
    last = net.layers[-1]
    found = settled(last.bases, last.beliefs, way.below[-1], Repeated(tellers, draws), task)
    return replace(net, layers=(*net.layers[:-1], found.layer))


def judged(
    net: Net, inputs: Floats, tellers: Tellers, random: np.random.Generator, task: Task
) -> tuple[float, float]:
    """The bound, and its standard error."""
    each = [_density(net, inputs, tellers, random, task) for _ in range(_draws(net))]
    error = float(np.std(each, ddof=1)) / math.sqrt(len(each)) if net.hidden else 0.0
    return float(np.mean(each)) - net.divergence, error


def _draws(net: Net) -> int:
    return JUDGING_DRAWS if net.hidden else 1


def _density(
    net: Net, inputs: Floats, tellers: Tellers, random: np.random.Generator, task: Task
) -> float:
    found = 0.0
    for first in range(0, len(inputs), AT_ONCE):
        rows = np.arange(first, min(first + AT_ONCE, len(inputs)))
        way = net.up(inputs[rows], normals_for(net, len(rows), random), task)
        moments = way.moments[-1]
        found += tellers.told(rows, moments.mean, moments.variance).log_density
    return found
