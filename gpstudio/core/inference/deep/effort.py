"""How much sampling takes upon it, by what a learner was asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpstudio.core.learning.mcmc import Mcmc

SHARE = 0.8
"""Of their number that particles are worth after a step by which readings count more."""
LONGER = 3
"""Times as many moves in the end."""
WARM_UP_OF = 4.0
"""A warm-up of so many draws is a move at every step."""
FEWEST = 8
"""Particles of a run."""
MOST_SAMPLES, FEWEST_SAMPLES, ALL_OF = 200, 100, 50
"""Where nobody says: all of them for so many readings, of more in proportion fewer. Moves are worth
more than particles: of three layers about the inputs, runs of 300 with 60 moves found the same
within a nat, where a run of 1,000 with 20 was 5 nats short of it."""
EVIDENCE = 0.5
"""The share of particles that tell the evidence of numbers at one place."""
KEPT = 512
"""Draws in all that predictions average over: the tails of 128 are left to chance."""


def usual(readings: int) -> Mcmc:
    """What is taken where nobody says."""
    samples = int(min(max(MOST_SAMPLES * ALL_OF / readings, FEWEST_SAMPLES), MOST_SAMPLES))
    return Mcmc(samples=samples, kept=KEPT)


@dataclass(frozen=True)
class Effort:
    particles: int
    """Of a run, one a sample."""
    moves: int
    """At every step."""

    @classmethod
    def of(cls, learner: Mcmc) -> Effort:
        return cls(max(learner.samples, FEWEST), max(round(learner.warm_up / WARM_UP_OF), 1))

    @property
    def of_evidence_alone(self) -> Effort:
        """Nothing is kept of such runs but one number, which tells its error."""
        return replace(self, particles=max(round(EVIDENCE * self.particles), FEWEST))
