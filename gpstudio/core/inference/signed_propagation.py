"""Expectation propagation where readings may take away from what the others say.

A log density that is not concave in the curve, such as Student-t's, makes a curve that is far from
the reading less sure than it was: the site with these moments has a precision below zero (Jylänki,
Vanhatalo & Vehtari 2011). Here a site is a pull, precision × target, and a precision, which pass
through zero. Rounds begin about the mode, where sites of clouds say next to nothing; a step after
which there would be no curve is halved. Where readings disagree so that the posterior has two
summits, no such sites may be found: then Laplace's stand, as is told.

Where sites stay, the evidence is that of ``propagation.py``, and its slope in a number of the
likelihood is Σ ∂ log Z_i, the cavities staying.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.inference.mode import ModeSearch
from gpstudio.core.inference.propagation import HALF, MOST_STEPS, SETTLED, STEADY, normaliser
from gpstudio.core.inference.settling import MEMORY, guessed
from gpstudio.core.inference.spread import Sited, about_readings
from gpstudio.core.task import Task

SHORTEST = 1e-3
"""Share of a step that is tried last."""
NEAR = 0.3
"""From farther off the steps before do not help the next one."""
MOST_LOST = 15
"""Steps to where a reading is alone with what it says, all others having taken more than they gave:
such a reading is taken at half its word. Beyond so many they lead nowhere."""
HARDLY = 1e-10
"""A site whose precision is a smaller share of the curve's own says so much."""


@dataclass(frozen=True, eq=False)
class SignedPropagated(Sited):
    """``place`` is pulls and precisions."""

    asked: Floats
    """The place that a round leads to."""
    fine: Floats
    """How far a site moves by which the curve moves by its standard deviation."""
    left: float
    """The longest part of the way to what is asked, so measured."""
    in_numbers: Floats
    """Slopes in the numbers of the likelihood."""

    @classmethod
    def settled(
        cls, search: ModeSearch, repeated: tuple[float, Floats], task: Task
    ) -> SignedPropagated:
        """``repeated`` is what rows do not say of all readings, with its slopes."""
        curve = search.mode(task).curve
        sites = search.expansion(curve).sites(curve[search.here])
        start = np.array([sites.target / sites.variance, 1.0 / sites.variance])
        found = best = cls._at(search, start, repeated, task)
        moves: list[Floats] = []
        ends: list[Floats] = []
        lost = 0
        for _ in range(MOST_STEPS):
            if not best.left > SETTLED or lost > MOST_LOST:
                break
            moves = [*moves, (found.asked - found.place).ravel()][-MEMORY:]
            ends = [*ends, found.asked.ravel()][-MEMORY:]
            way = guessed(moves, ends, found.fine.ravel()) if found.left < NEAR else ends[-1]
            ahead = found._ahead(way.reshape(found.place.shape), 1.0, repeated, task)
            if found.left < NEAR and not ahead.left < 2.0 * found.left:
                ahead, moves, ends = found._ahead(found.asked, HALF, repeated, task), [], []
            if ahead is found:
                break
            found = ahead
            lost += math.isinf(found.left)
            if found.left < best.left:
                best = found
        return best

    @property
    def is_steady(self) -> bool:
        return self.left <= STEADY

    def _ahead(
        self, way: Floats, share: float, repeated: tuple[float, Floats], task: Task
    ) -> SignedPropagated:
        """So much of the ``way``, or less; itself where all along it there is no curve."""
        while share > SHORTEST:
            try:
                place = self.place + share * (way - self.place)
                return self._at(self.search, place, repeated, task)
            except InputError:
                share *= HALF
        return self

    @classmethod
    def _at(
        cls, search: ModeSearch, place: Floats, repeated: tuple[float, Floats], task: Task
    ) -> SignedPropagated:
        task.check()
        pull, precision = place
        target, variance = pull / precision, 1.0 / precision
        plain, mean, spread = about_readings(search, target, variance, task)
        rest = 1.0 / spread - precision
        alone = ~(rest > 0.0)
        rest[alone] = 1.0 / spread[alone]
        cavity = (mean / spread - pull) / rest, 1.0 / rest
        tilted = search.tilted(*cavity)
        wanted = 1.0 / tilted.variance - rest
        wanted = np.where(abs(wanted) < HARDLY * rest, HARDLY * rest, wanted)
        asked = np.array([tilted.mean / tilted.variance - cavity[0] * rest, wanted])
        asked[:, alone] = HALF * place[:, alone]
        more = asked[1] - precision
        off = np.array([asked[0] - pull - more * mean, more])
        fine = np.array([1.0 / np.sqrt(spread), 1.0 / spread])
        height = plain.log_evidence + normaliser(target, variance, cavity, tilted) + repeated[0]
        return cls(
            plain.solution, plain.sites, plain.coefficients, plain.root, height, search, place,
            asked, fine, math.inf if alone.any() else float(abs(off / fine).max()),
            np.array([slope.sum() for slope in tilted.slopes]) + repeated[1],
        )  # fmt: skip

    def gradient(self, task: Task) -> Floats:
        return np.append(super().gradient(task), self.in_numbers)
