"""What a model says between its rows: along one input, over two, and along the days of a season.

Of more than two inputs a map is a slice: along the two that tell most, others at their medians.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.classification.averaging import softmax
from gpstudio.core.classification.model import ClassModel, Coupled, TwoClasses
from gpstudio.core.task import QUIET, Task
from gpstudio.session.classified.learning import Classified
from gpstudio.session.classified.rows import ClassRows

ALONG = 161
"""Places along one input."""
ACROSS = 41
"""The same along either of two."""
MARGIN = 0.06
"""Of the range, beyond the outermost rows."""
BAND = 1.6448536269514722
"""Standard deviations that hold 90 % of a normal's draws."""
DRAWS = 400


@dataclass(frozen=True, eq=False)
class Latent:
    """The curves behind the classes, and what their uncertainty makes of probabilities."""

    names: tuple[str, ...]
    """Whose curves: the second class alone where there are two."""
    mean: Floats
    """(places, curves)"""
    std: Floats
    lower: Floats
    """(places, classes): of a probability, in 90 of 100 curves that could be true."""
    upper: Floats


@dataclass(frozen=True, eq=False)
class AlongOne:
    name: str
    x: Floats
    shares: Floats
    """(places, classes)"""
    latent: Latent | None
    """None where models of two classes each have no curves in common."""


@dataclass(frozen=True, eq=False)
class OverTwo:
    names: tuple[str, str]
    places: tuple[int, int]
    """Of these inputs among all."""
    x: Floats
    y: Floats
    shares: Floats
    """(y, x, classes)"""
    others: int
    """Inputs that stand at their medians."""


def along_one(found: Classified, task: Task = QUIET) -> AlongOne | None:
    """None where there are other inputs."""
    rows = found.rows
    if rows.inputs.shape[1] != 1:
        return None
    x = _range(rows.inputs[:, 0], ALONG)
    shares = found.by_all.probabilities(_rows_at(rows, x[:, None]), task)
    return AlongOne(rows.features[0], x, shares, _latent(found, x[:, None], task))


def over_two(found: Classified, places: tuple[int, int], task: Task = QUIET) -> OverTwo | None:
    """Along these inputs; None where there is but one, or rows are seasons."""
    rows = found.rows
    if rows.seasons or rows.inputs.shape[1] < 2:
        return None
    x, y = (_range(rows.inputs[:, place], ACROSS) for place in places)
    inputs = np.tile(np.median(rows.inputs, axis=0), (len(x) * len(y), 1))
    inputs[:, places[0]], inputs[:, places[1]] = np.tile(x, len(y)), np.repeat(y, len(x))
    shares = found.by_all.probabilities(_rows_at(rows, inputs), task)
    names = rows.features[places[0]], rows.features[places[1]]
    others = rows.inputs.shape[1] - 2
    return OverTwo(names, places, x, y, shares.reshape(len(y), len(x), -1), others)


def _range(values: Floats, count: int) -> Floats:
    low, high = float(values.min()), float(values.max())
    margin = MARGIN * (high - low) or 1.0
    return np.linspace(low - margin, high + margin, count)


def _rows_at(rows: ClassRows, inputs: Floats) -> ClassRows:
    nothing = ("",) * len(inputs)
    return ClassRows(rows.file, rows.features, inputs, nothing, nothing, (0,) * len(inputs))


def _latent(found: Classified, inputs: Floats, task: Task) -> Latent | None:
    at, model = found.by_all.metric(inputs), found.model
    if found.by_all.power != 1.0:
        return None  # probabilities are surer than the curves alone would say
    if isinstance(model, TwoClasses):
        mean, variance = model.posterior.latent(at, task)
        std, link = np.sqrt(variance), model.posterior.link
        edges = [link.outside(mean + sign * BAND * std) for sign in (-1.0, 1.0)]
        low, high = (np.column_stack([1.0 - yes, yes]) for yes in edges)
        # the first class is least where the second is most
        lower, upper = np.minimum(low, high), np.maximum(low, high)
        return Latent(found.classes[1:], mean[:, None], std[:, None], lower, upper)
    return _of_coupled(found.classes, model, at, task)


def _of_coupled(
    classes: tuple[str, ...], model: ClassModel, at: Floats, task: Task
) -> Latent | None:
    if not isinstance(model, Coupled):
        return None
    mean, covariance = model.fit.posterior.latent(at, task)
    std = np.sqrt(np.einsum("mcc->mc", covariance))
    variances, along = np.linalg.eigh(covariance)
    roots = along * np.sqrt(np.maximum(variances, 0.0))[:, None, :]
    normals = np.random.default_rng(0).standard_normal((DRAWS, mean.shape[1]))
    drawn = mean[:, None, :] + np.einsum("mck,dk->mdc", roots, normals)
    shares = softmax(drawn.reshape(-1, mean.shape[1])).reshape(drawn.shape)
    lower, upper = np.quantile(shares, [0.05, 0.95], axis=1)
    return Latent(classes, mean, std, lower, upper)
