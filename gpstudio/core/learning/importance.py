"""Places drawn where a Student-t about the mode would have them, weighted by what is true there.

For more than three coordinates, where a lattice has too many places. The draws are even ones: a
lattice of rank one (multiples of the generalised golden ratio) through the inverse of the normal,
and of χ² for the tails. Where the weights show that the region is elsewhere, the draws are taken
once more about the mean and spread that the weights tell. Two summits have as many draws each, all
of them weighted by the density of both together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

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


def importance(shape: PosteriorShape, modes: Floats, heights: Floats, roots: Floats) -> Design:
    """Values are log densities over that of the draws, so that their exponentials are weights."""
    # in an order of its own, so that the order of the inputs does not matter
    order = np.argsort(np.einsum("ij,ij->i", roots[0], roots[0]), kind="stable")
    about = [
        _About(mode, _root(_believable(root @ root.T, shape)[np.ix_(order, order)]), order)
        for mode, root in zip(modes, roots, strict=True)
    ]
    for round_ in range(ROUNDS):
        points, ratio, owned = _weighed(shape, about, float(heights[0]), round_)
        if not np.isfinite(ratio).any():
            alone = tr("the mode alone: no place drawn about it has a density")
            return Design(modes[0], modes[:1], np.zeros(1), shape.evaluations, alone)
        share = np.exp(ratio - ratio.max())
        share /= share.sum()
        if 1.0 / float(share @ share) >= ENOUGH * len(points):
            break
        about = [_seen(points, share * own, own, order) for own in owned]
    worth = 1.0 / float(share @ share)
    name = tr(
        "{count} even draws about the mode, worth {worth:.0f}", count=len(points), worth=worth
    )
    return Design(modes[0], points, ratio, shape.evaluations, name)


class _About(NamedTuple):
    """What draws are taken about."""

    centre: Floats
    root: Floats
    """Of the scatter, coordinates in ``order``."""
    order: Integers

    def places(self, normals: Floats) -> Floats:
        return np.asarray(self.centre + (normals @ self.root.T)[:, np.argsort(self.order)])

    def log_density(self, points: Floats) -> Floats:
        """But for what is the same of all."""
        off = np.linalg.solve(self.root, (points - self.centre)[:, self.order].T)
        p, volume = len(self.centre), float(np.log(np.diag(self.root)).sum())
        return np.asarray(-volume - 0.5 * (FREEDOM + p) * np.log1p((off**2).sum(axis=0) / FREEDOM))


def _seen(points: Floats, share: Floats, own: Floats, order: Integers) -> _About:
    """Mean and spread that weights tell of the places that are one summit's."""
    total = float(share.sum())
    share = share / total if total > 0.0 else own / own.sum()
    wide = np.maximum(share, 0.25 * own / own.sum())
    wide /= wide.sum()
    centre = share @ points
    off = (points - centre)[:, order]
    return _About(centre, _root((off * wide[:, None]).T @ off), order)


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
    shape: PosteriorShape, about: Sequence[_About], best: float, round_: int
) -> tuple[Floats, Floats, Floats]:
    """Places, their log density over that of the draws, and how far each is each summit's."""
    normals, stretch = even_draws(len(shape.low), DRAWS, round_)
    steps = normals * stretch[:, None]
    points = np.empty_like(steps)
    for turn, one in enumerate(about):
        points[turn :: len(about)] = one.places(steps[turn :: len(about)])
    inside = np.all((points >= shape.low) & (points <= shape.high), axis=1)
    values = np.full(len(points), -math.inf)
    values[inside] = shape.values(points[inside])
    logs = np.array([one.log_density(points) for one in about])
    drawn = np.logaddexp.reduce(logs, axis=0)
    return points, values - best - drawn, np.exp(logs - drawn)


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
