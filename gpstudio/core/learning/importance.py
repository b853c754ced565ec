"""Places drawn where a Student-t about the mode would have them, weighted by what is true there.

For more than three coordinates, where a lattice has too many places. The draws are even ones: a
lattice of rank one (multiples of the generalised golden ratio) through the inverse of the normal,
and of χ² for the tails. Where the weights show that the region is elsewhere, the draws are taken
once more about the mean and spread that the weights tell.
"""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.learning.learner import Design
from gpstudio.core.learning.shape import PosteriorShape
from gpstudio.translation import tr

FREEDOM = 6.0
FLATTEST = 1.0
"""The mode's curvature is taken for no less; with 2.0 a second round was needed twice as often."""
DRAWS = 160
ENOUGH = 0.4
"""An effective number of draws above this share of them needs no second round."""
ROUNDS = 3


def importance(shape: PosteriorShape, mode: Floats, best: float, root: Floats) -> Design:
    """Values are log densities over that of the draws, so that their exponentials are weights."""
    # in an order of its own, so that the order of the inputs does not matter
    order = np.argsort(np.einsum("ij,ij->i", root, root), kind="stable")
    back = np.argsort(order)
    centre, spread = mode, _root(_believable(root @ root.T, shape)[np.ix_(order, order)])
    for round_ in range(ROUNDS):
        points, ratio = _weighed(shape, centre, spread, back, best, round_)
        if not np.isfinite(ratio).any():
            alone = tr("the mode alone: no place drawn about it has a density")
            return Design(mode, mode[None], np.zeros(1), shape.evaluations, alone)
        share = np.exp(ratio - ratio.max())
        share /= share.sum()
        if 1.0 / float(share @ share) >= ENOUGH * len(points):
            break
        wide = np.maximum(share, 0.25 / len(points))
        wide /= wide.sum()
        centre = share @ points
        off = (points - centre)[:, order]
        spread = _root((off * wide[:, None]).T @ off)
    worth = 1.0 / float(share @ share)
    name = tr(
        "{count} even draws about the mode, worth {worth:.0f}", count=len(points), worth=worth
    )
    return Design(mode, points, ratio, shape.evaluations, name)


def _believable(scatter: Floats, shape: PosteriorShape) -> Floats:
    """Steps of one unit, where the mode's curvature would have draws leave the bounds: a period
    over a gap of ages is held to a hair, and differences across many of its hairs are no
    curvature."""
    spans = shape.high - shape.low
    return scatter if (np.diag(scatter) < spans**2).all() else np.eye(len(scatter))


def _root(scatter: Floats) -> Floats:
    tiny = 1e-9 * float(np.trace(scatter))
    return np.asarray(np.linalg.cholesky(scatter + tiny * np.eye(len(scatter))))


def _weighed(
    shape: PosteriorShape, centre: Floats, spread: Floats, back: Integers, best: float, round_: int
) -> tuple[Floats, Floats]:
    p = len(centre)
    normals, stretch = even_draws(p, DRAWS, round_)
    steps = normals * stretch[:, None]
    points = centre + (steps @ spread.T)[:, back]
    inside = np.all((points >= shape.low) & (points <= shape.high), axis=1).tolist()
    values = np.array(
        [shape.value(None, x) if i else -math.inf for x, i in zip(points, inside, strict=True)]
    )
    drawn = -0.5 * (FREEDOM + p) * np.log1p((steps**2).sum(axis=1) / FREEDOM)
    return points, values - best - drawn


def even_draws(p: int, count: int, round_: int = 0) -> tuple[Floats, Floats]:
    """(count, p) normals and the factor that makes each row a Student-t's."""
    from scipy.special import chdtri, ndtri

    ratio = 2.0
    for _ in range(60):
        ratio = (1.0 + ratio) ** (1.0 / (p + 2.0))
    steps = ratio ** -np.arange(1.0, p + 2.0)
    places = np.arange(1.0 + count * round_, 1.0 + count * (round_ + 1))
    u = (0.5 + places[:, None] * steps) % 1.0
    u = np.clip(u, 1e-9, 1.0 - 1e-9)
    return np.asarray(ndtri(u[:, :p])), np.sqrt(FREEDOM / chdtri(FREEDOM, u[:, p]))
