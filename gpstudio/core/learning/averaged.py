"""Averaged: predictions over all numbers that are likely, each by its weight."""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.learning import importance as draws
from gpstudio.core.learning import lattice
from gpstudio.core.learning.ascent import ascent_of
from gpstudio.core.learning.climb import climbing
from gpstudio.core.learning.importance import importance
from gpstudio.core.learning.lattice import MOST, lattice_of
from gpstudio.core.learning.learner import (
    LEARNERS,
    UNSCALED,
    Design,
    Learner,
    Learnt,
    Search,
)
from gpstudio.core.learning.shape import PosteriorShape
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr, tr_count

LATTICE_UP_TO = 3
"""Coordinates for which a lattice is walked; beyond, places are drawn.

How far the 2.5 and 97.5 % levels of 40 predictions from 25 to 40 readings are off at most, against
6,000 draws (evaluations): three coordinates, lattice 0.9 points (138), 160 draws 1.7 (188); four,
lattice 1.0 (421), draws 0.8 (182); five, draws 1.1 (358).
"""
DROPPED = 0.005
"""The least likely places that together weigh less are left out of predictions: with 0.01 standard
deviations from seven readings were up to 3.2 % too small, so they are 2.0 %."""
GUESSES, PLACES = 3, 250
"""From where is climbed, and how many places are looked at, about."""
MOST_MEMBERS = 64
"""Predictions are averaged over no more."""


@LEARNERS.register
class Averaged(Learner):
    """What the readings leave open of the numbers is carried into every answer.

    The common amplitude is integrated in closed form where nothing is written about it; over the
    other coordinates a lattice is walked (up to three of them; ``lattice.py``) or places are drawn
    and weighed (``importance.py``). The numbers shown are the mode's.
    """

    spec = Spec(
        "averaged",
        tr("Averaged numbers"),
        tr(
            "Averages over all numbers that are likely, so that bands hold what they say from few "
            "readings too."
        ),
    )

    def evaluations(self, numbers: int) -> float:
        """Climbs from every guess, the curvature by differences, and places about the mode."""
        if not numbers:
            return 1.0
        return climbing(numbers, GUESSES) + 2.0 * numbers + PLACES

    def learn(self, search: Search, task: Task) -> Learnt:
        task.report("learning", 0.0)
        shape = PosteriorShape(search, task)
        design = design_of(shape)
        kept, weights = weighed(design)
        amplitude = search.amplitude
        return Learnt(
            logs=shape.raised(design.mode),
            evaluations=shape.evaluations,
            remarks=() if amplitude is None else amplitude.remarks,
            points=np.array([shape.raised(point) for point in design.points[kept]]),
            weights=weights,
            freedom=np.inf if amplitude is None else amplitude.freedom,
            design=design.name,
            climbs=shape.notebook.climbs(UNSCALED),
        )


def design_of(shape: PosteriorShape) -> Design:
    """Mode, and places about it."""
    p = shape.size
    if p == 0:
        nowhere = np.zeros(0)
        return Design(nowhere, nowhere[None], np.zeros(1), 0, tr("nothing to average over"))
    walked = p <= LATTICE_UP_TO
    flattest = lattice.FLATTEST if walked else draws.FLATTEST
    modes, roots, heights, summits = summits_of(shape, flattest)
    if not walked:
        return importance(shape, modes[:summits], heights[:summits], roots[:summits])
    points, values = np.empty((MOST, p)), np.empty(MOST)
    cover = lattice_of(shape.value)
    count, _ = cover(None, modes, roots, heights, summits, shape.low, shape.high, points, values)
    return Design(modes[0], points[:count], values[:count], shape.evaluations, lattice_name(p))


def summits_of(shape: PosteriorShape, flattest: float) -> tuple[Floats, Floats, Floats, int]:
    """One or two, the higher first: where, their roots (see ``ascent_of``), how high, how many."""
    p = shape.size
    modes, roots, heights = np.empty((2, p)), np.empty((2, p, p)), np.empty(2)
    find = ascent_of(shape.value, shape.slope)
    summits, _ = find(None, shape.starts(), shape.low, shape.high, flattest, modes, roots, heights)
    shape.notebook.close()
    return modes, roots, heights, summits


def lattice_name(p: int) -> str:
    return tr_count(p, "a lattice in {n} coordinate", "a lattice in {n} coordinates")


def weighed(design: Design) -> tuple[Integers, Floats]:
    """Which places are kept, by their first coordinate, and their weights."""
    shares = np.exp(design.values - design.values.max())
    shares /= shares.sum()
    # where priors alone speak many are alike: rounding must not choose among them
    falling = np.argsort(-np.round(design.values, 6), kind="stable")
    count = int(np.searchsorted(np.cumsum(shares[falling]), 1.0 - DROPPED)) + 1
    kept, weights = combed(falling[:count], shares[falling[:count]], MOST_MEMBERS)
    along = np.argsort(design.points[kept, :1].sum(axis=1), kind="stable")
    return kept[along], weights[along]


def combed(places: Integers, shares: Floats, most: int) -> tuple[Integers, Floats]:
    """Weights; where places are too many, those that a comb of even teeth picks from their shares
    laid side by side."""
    weights = shares / shares.sum()
    if len(places) <= most:
        return places, weights
    teeth = (0.5 + np.arange(most)) / most
    picked = np.minimum(np.searchsorted(np.cumsum(weights), teeth), len(places) - 1)
    chosen, counts = np.unique(picked, return_counts=True)
    return places[chosen], counts / most
