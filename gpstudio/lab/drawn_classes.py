"""Classes drawn by a seed: a coin whose luck changes, and the largest of several curves."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.kernels import build_kernel
from gpstudio.core.language import parse
from gpstudio.core.operators.dense import DenseCovariance
from gpstudio.core.task import QUIET

JITTER = 1e-9
"""Of the variance, so that a smooth kernel's matrix has a root."""


@dataclass(frozen=True, eq=False)
class DrawnClasses:
    inputs: Floats
    places: Integers
    """Of each row's class."""


def coin(rows: int, variance: float, length: float, seed: int) -> DrawnClasses:
    """Heads or tails of a coin, at places between 0 and 1; the log odds are a drawn curve."""
    random = np.random.default_rng([seed, 1])
    inputs = np.sort(random.uniform(0.0, 1.0, rows))[:, None]
    curve = _curves(f"{variance} * rbf({length})", inputs, 1, random)[:, 0]
    heads = random.uniform(size=rows) < 1.0 / (1.0 + np.exp(-curve))
    return DrawnClasses(inputs, heads.astype(np.int64))


def largest(rows: int, inputs: int, classes: int, length: float, seed: int) -> DrawnClasses:
    """Of several drawn curves, over one input or two between 0 and 1, which is the largest."""
    random = np.random.default_rng([seed, 2])
    places = random.uniform(0.0, 1.0, (rows, inputs))
    curves = _curves(f"1 * rbf({length})", places, classes, random)
    return DrawnClasses(places, curves.argmax(axis=1))


def _curves(kernel: str, inputs: Floats, count: int, random: np.random.Generator) -> Floats:
    matrix = DenseCovariance(build_kernel(parse(kernel)), inputs).entries(QUIET)
    matrix[np.diag_indices_from(matrix)] += JITTER * len(matrix) * matrix[0, 0]
    root = np.linalg.cholesky(matrix)
    return np.asarray(root @ random.standard_normal((len(inputs), count)))
