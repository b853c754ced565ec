"""How much sampling takes upon it, by what a learner was asked for."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.learning.mcmc import Mcmc

SHARE = 0.8
"""Of their number that particles are worth after a step by which readings count more."""
LONGER = 3
"""Times as many moves in the end."""
WARM_UP_OF = 10.0
"""A warm-up of so many draws is a move at every step."""
FEWEST = 8
"""Particles of a run."""


@dataclass(frozen=True)
class Effort:
    particles: int
    """Of a run, one a sample."""
    moves: int
    """At every step."""

    @classmethod
    def of(cls, learner: Mcmc) -> Effort:
        return cls(max(learner.samples, FEWEST), max(round(learner.warm_up / WARM_UP_OF), 1))
