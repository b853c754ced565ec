"""The Gaussian nearest to the posterior, where readings are not Gaussian but have one summit.

Laplace's Gaussian stands about the most probable curve. Where readings say much more against a
curve that is too high than against one that is too low, as few counts do, that is not its mean: of
levels drawn with their numbers (``tests/benchmarks/calibration.py``) 30 % lay in the lowest fifth
of what it held likely. So the Gaussian q is taken that makes

    L(q) = Σ E_q log p(y | f) − KL(q ‖ prior)

largest, below the log evidence by how far q is from the posterior (Opper & Archambeau 2009). At the
largest a reading's site has the precision 1/V = −E d² log p/df² and pulls with E d log p/df, both
over q; of sites that are anything, with m and v the curve's mean and variance at the reading,

    L = log N(z | A) + Σ (E log p + ½ log 2πV + ½ ((z − m)² + v)/V),

whose slopes in the kernel's numbers, q staying, are those of Gaussian readings z of variance V. A
step goes from a site's precision and precision × target to what it should have, or a part of that
way: uphill, since it is that of the natural gradient.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut, foretold_without
from gpstudio.core.inference.mode import LEVEL, SHORTEST, ModeSearch
from gpstudio.core.inference.readings import Readings
from gpstudio.core.inference.settling import MEMORY, MOST_STEPS, SETTLED, guessed
from gpstudio.core.likelihoods.sites import Expansion, Sites
from gpstudio.core.task import Task
from gpstudio.translation import tr

LOG_TURN = math.log(2.0 * math.pi)
LONGEST = 3.0
"""Of a step, in the logarithm of a precision: where hardly anything is known of the curve, the
average of its level has no bounds."""


@dataclass(frozen=True, eq=False)
class Sited(Trended):
    """Under sites of the readings that are there."""

    search: ModeSearch
    place: Floats
    """Of the sites: targets and the logarithms of their precisions, or as a way has them."""

    def left_out(self, pull: Floats, own: Floats, readings: Readings) -> LeftOut:
        """The Gaussian that stands for each reading, divided out of that for all."""
        search = self.search
        return foretold_without(search.likelihood, search.numbers, self.sites, pull, own, readings)

    def gradient(self, task: Task) -> Floats:
        """There is no noise that all readings share."""
        return super().gradient(task)[:-1]


@dataclass(frozen=True, eq=False)
class Spread(Sited):
    """With what readings say of it, one row a reading that is there."""

    mean: Floats
    """Of the curve."""
    said: Expansion
    left: float = math.inf
    """The longest part of the step that readings ask for, in standard deviations of a site."""

    @classmethod
    def nearest(cls, search: ModeSearch, task: Task) -> Spread:
        """Uphill from what each reading says by itself: about the mode a curve of which hardly
        anything is known may have a level without end."""
        usual = search.usual()
        sites = search.expansion(usual).sites(usual[search.here])
        found = cls._at(search, np.array([sites.target, -np.log(sites.variance)]), task)
        moves: list[Floats] = []
        ends: list[Floats] = []
        while len(moves) < MOST_STEPS:
            here, end = found.place, found.asked
            fine = np.array([np.sqrt(found.said.variance), np.ones(len(found.mean))])
            move = end - here
            left = float(abs(move / fine).max())
            found = replace(found, left=left)
            if not left > SETTLED:
                break
            moves, ends = [*moves, move.ravel()], [*ends, end.ravel()]
            guess = guessed(moves[-MEMORY:], ends[-MEMORY:], fine.ravel()).reshape(fine.shape)
            found = found._higher(guess, task)
        return found

    @property
    def asked(self) -> Floats:
        """The place of the sites that readings ask for, no farther than a step goes."""
        own = self.said.variance
        near = np.clip(-np.log(own), self.place[1] - LONGEST, self.place[1] + LONGEST)
        return np.array([self.mean + own * self.said.pull, near])

    def _higher(self, guess: Floats, task: Task) -> Spread:
        """At the guess, unless that is lower; then as far towards what is asked as leads up."""
        lowest = self.log_evidence - LEVEL * abs(self.log_evidence)
        ahead, share = self._at(self.search, guess, task), 1.0
        while not ahead.log_evidence >= lowest and share > SHORTEST:
            ahead = self._at(self.search, self._towards(share), task)
            share *= 0.5
        return ahead

    def _towards(self, share: float) -> Floats:
        """So much of the way to what readings ask for, in precision and precision × target."""
        (old, old_log), (new, new_log) = self.place, self.asked
        had, wanted = (1.0 - share) * np.exp(old_log), share * np.exp(new_log)
        precision = had + wanted
        return np.array([(had * old + wanted * new) / precision, np.log(precision)])

    @classmethod
    def _at(cls, search: ModeSearch, place: Floats, task: Task) -> Spread:
        task.check()
        target, log_precision = place
        variance = np.exp(-log_precision)
        plain, mean, spread = about_readings(search, target, variance, task)
        said = search.spread_out(mean, spread)
        kept = 0.5 * (((target - mean) ** 2 + spread) / variance - log_precision + LOG_TURN)
        height = plain.log_evidence + float(np.sum(said.log_density + kept))
        return cls(
            plain.solution, plain.sites, plain.coefficients, plain.root, height, search, place,
            mean, said,
        )  # fmt: skip

    @property
    def remarks(self) -> tuple[str, ...]:
        if self.left > SETTLED:
            return (tr("the nearest Gaussian was not found to the last digit"),)
        return ()


def about_readings(
    search: ModeSearch, target: Floats, variance: Floats, task: Task
) -> tuple[Trended, Floats, Floats]:
    """The curve under sites of these targets and variances: with its mean and variance, one row a
    reading that is there."""
    here = search.here
    sites = Sites(search.whole(target, 0.0), search.whole(variance, np.inf), 0.0, np.zeros(0))
    plain = Trended.of(search.solve(sites.variance, search.with_values(sites.target)), sites)
    weights = plain.solution.weights(task)[here]
    mean = target - variance * (weights[:, 0] - weights[:, 1:] @ plain.coefficients)
    return plain, mean, variance_at_readings(plain, search, task)[here]


def variance_at_readings(trended: Trended, search: ModeSearch, task: Task) -> Floats:
    """Of the curve with its level, as far as the evidence knows of it."""
    here = search.here
    variance = np.array(trended.solution.variance_at_readings(search.inputs, task))
    sites = trended.sites.variance[here, None]
    drift = sites * trended.solution.weights(task)[here, 1:] @ trended.root
    variance[here] += np.einsum("nq,nq->n", drift, drift)
    return variance
