"""Expectation propagation: sites by the moments that each reading gives the curve.

Each reading in turn of all others' Gaussian, the **cavity** N(μ, c), makes of it a density whose
mean and variance its site is to give too (Minka 2001; Rasmussen & Williams 3.6). All sites are
renewed at once from one solution, helped by the rounds before (Anderson 1965), and by half steps
where a round leads away; or, where that is written, by damped rounds or one site after the other
(``in_turn.py``). Where they stay, with Z_i the reading's probability under its cavity,

    log Z = log N(z | A) + Σ (log Z_i + ½ log 2π(V_i + c_i) + ½ (μ_i − z_i)²/(V_i + c_i)),

whose slopes in the kernel's numbers, the sites staying, are those of Gaussian readings z of
variance V (Seeger 2005). Log densities that are concave in the curve have sites of positive
precision only; for others there is ``signed_propagation.py``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.in_turn import WEAKEST, swept
from gpstudio.core.inference.mode import ModeSearch
from gpstudio.core.inference.settling import MEMORY, guessed
from gpstudio.core.inference.spread import LONGEST, Sited, about_readings
from gpstudio.core.likelihoods.foretelling import Tilted
from gpstudio.core.task import Task
from gpstudio.translation import tr

MOST_STEPS = 100
SETTLED = 1e-8
"""A round that moves sites by less, in their standard deviations, is the last."""
STEADY = 1e-4
"""Of what is left when rounds no longer lead nearer: that much is told."""
HALF = 0.5
TURN = 2.0 * math.pi


@dataclass(frozen=True, eq=False)
class Propagated(Sited):
    asked: Floats
    """The place that a round leads to."""
    left: float
    """The longest part of the way there."""

    @classmethod
    def settled(cls, search: ModeSearch, task: Task) -> Propagated:
        usual = search.usual()
        sites = search.expansion(usual).sites(usual[search.here])
        found = best = cls._at(search, np.array([sites.target, -np.log(sites.variance)]), task)
        if search.likelihood.sweeps == "sequential" or search.likelihood.damping:
            return found._by_plain_steps(task)
        moves: list[Floats] = []
        ends: list[Floats] = []
        for _ in range(MOST_STEPS):
            if not best.left > SETTLED:
                break
            fine = np.array([np.exp(-0.5 * found.place[1]), np.ones(found.place.shape[1])])
            moves = [*moves, (found.asked - found.place).ravel()][-MEMORY:]
            ends = [*ends, found.asked.ravel()][-MEMORY:]
            guess = guessed(moves, ends, fine.ravel()).reshape(fine.shape)
            far = abs(guess[1] - found.place[1]).max() > LONGEST
            found = cls._at(search, found.asked if far else guess, task)
            if found.left > 2.0 * best.left:
                found = cls._at(search, best.place + HALF * (best.asked - best.place), task)
                moves, ends = [], []
            if found.left < best.left:
                best = found
        return best

    def _by_plain_steps(self, task: Task) -> Propagated:
        """As it is written how steps are made, with no help from those before."""
        search, found, share = self.search, self, 1.0 - self.search.likelihood.damping
        for _ in range(MOST_STEPS):
            if not found.left > SETTLED:
                break
            if search.likelihood.sweeps == "sequential":
                target, log_precision = found.place
                plain, mean, _ = about_readings(search, target, np.exp(-log_precision), task)
                ahead = swept(search, plain, mean, found.place, share, task)
            else:
                ahead = _towards(found.place, found.asked, share)
            found = self._at(search, ahead, task)
        return found

    @classmethod
    def _at(cls, search: ModeSearch, place: Floats, task: Task) -> Propagated:
        task.check()
        target, precision = place[0], np.exp(place[1])
        plain, mean, spread = about_readings(search, target, 1.0 / precision, task)
        rest = np.maximum(1.0 / spread - precision, WEAKEST / spread)
        cavity = (mean / spread - precision * target) / rest, 1.0 / rest
        tilted = search.tilted(*cavity)
        wanted = np.maximum(1.0 / tilted.variance - rest, WEAKEST * rest)
        asked = np.array(
            [(tilted.mean / tilted.variance - cavity[0] * rest) / wanted, np.log(wanted)]
        )
        near = place[1] - LONGEST, place[1] + LONGEST
        asked[1] = np.clip(asked[1], *near)
        off = (asked - place) * np.array([np.exp(0.5 * place[1]), np.ones(len(mean))])
        return cls(
            plain.solution, plain.sites, plain.coefficients, plain.root,
            plain.log_evidence + normaliser(target, 1.0 / precision, cavity, tilted),
            search, place, asked, float(abs(off).max()),
        )  # fmt: skip

    @property
    def remarks(self) -> tuple[str, ...]:
        if self.left > STEADY:
            return (tr("expectation propagation did not settle"),)
        return ()


def _towards(here: Floats, asked: Floats, share: float) -> Floats:
    """So much of the way, in precisions and precisions × targets."""
    had, wanted = (1.0 - share) * np.exp(here[1]), share * np.exp(asked[1])
    precision = had + wanted
    return np.array([(had * here[0] + wanted * asked[0]) / precision, np.log(precision)])


def normaliser(
    target: Floats, variance: Floats, cavity: tuple[Floats, Floats], tilted: Tilted
) -> float:
    """What sites leave out; of one that takes away both logarithms are of what is below zero."""
    both = variance + cavity[1]
    each = tilted.log_total + 0.5 * (np.log(TURN * abs(both)) + (cavity[0] - target) ** 2 / both)
    return float(each.sum())
