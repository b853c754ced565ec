"""MCMC: the numbers sampled, so that the answer carries what the readings leave open of them."""

from __future__ import annotations

import math

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.learning.climb import Climb, climbing
from gpstudio.core.learning.diagnostics import effective_size, split_rhat
from gpstudio.core.learning.learner import LEARNERS, POSTERIOR, Learner, Learnt, Search
from gpstudio.core.learning.map import priors_parameter, with_prior
from gpstudio.core.learning.sampler import Inside, run_chain
from gpstudio.core.spec import Spec, integer
from gpstudio.core.task import Task
from gpstudio.translation import tr

RESTARTS = 1
LEAPS = 6
"""Evaluations a draw, or so."""
MOST_RHAT = 1.01
FEWEST_PER_CHAIN = 100.0
"""An effective size below this for each chain is too little to trust the two numbers themselves."""


@LEARNERS.register
class Mcmc(Learner):
    """Samples evidence × prior by Hamiltonian Monte Carlo; ``sampler.py`` says how.

    The numbers shown are those of the mode; predictions are averaged over the samples kept.
    """

    spec = Spec(
        "mcmc",
        tr("Sampled numbers"),
        tr(
            "Draws likely numbers by Hamiltonian Monte Carlo and averages over them; seconds "
            "where the evidence takes a millisecond."
        ),
        (
            integer(
                "samples", tr("Samples"), tr("Draws a chain after its warm-up."), 500, 10, 100_000
            ),
            integer("chains", tr("Chains"), tr("Chains begun at different places."), 4, 2, 32),
            integer(
                "warm_up",
                tr("Warm-up"),
                tr("Draws a chain that are thrown away."),
                200,
                10,
                100_000,
            ),
            integer(
                "kept",
                tr("Kept"),
                tr("Draws, in all, that predictions average over."),
                128,
                1,
                10_000,
            ),
            priors_parameter(),
        ),
    )

    def __init__(
        self,
        samples: float = 500,
        chains: float = 4,
        warm_up: float = 200,
        kept: float = 128,
        priors: str = "weak",
    ) -> None:
        self.samples, self.chains, self.warm_up = int(samples), int(chains), int(warm_up)
        self.kept = int(kept)
        self.priors = priors

    def evaluations(self, numbers: int) -> float:
        steps = self.chains * (self.warm_up + self.samples) * LEAPS
        return climbing(numbers, 1 + RESTARTS) + steps if numbers else 1.0

    def learn(self, search: Search, task: Task) -> Learnt:
        density = with_prior(search, self.priors)
        climb = Climb(density, search, task)
        climb.run_all(RESTARTS)
        inside = Inside(density, search.low, search.high, task)
        if not inside.size:
            climbs = climb.climbs(POSTERIOR)
            return Learnt(climb.best, climb.evaluations, climb.remarks(), climbs=climbs)
        draws = self._sample(inside, climb.best, search.seed, task)
        points = thinned(draws, self.kept)
        return Learnt(
            climb.best,
            climb.evaluations + inside.evaluations,
            told(draws, search.names),
            points=points,
            design=tr(
                "{kept} of {drawn} samples",
                kept=len(points),
                drawn=draws.shape[0] * draws.shape[1],
            ),
            climbs=climb.climbs(POSTERIOR),
        )

    def _sample(self, inside: Inside, best: Floats, seed: int, task: Task) -> Floats:
        """(chains, samples, coordinates)"""
        mode = inside.mode(inside.of(best))
        root = inside.root(mode)
        chains = []
        for number in range(self.chains):
            task.report(
                tr("sampling, chain {number} of {chains}", number=number + 1, chains=self.chains),
                number / self.chains,
            )
            random = np.random.default_rng([seed, 7, number])
            chain = run_chain(inside, mode, root, self.samples, self.warm_up, random)
            chains.append(inside.at(chain.draws))
        return np.array(chains)


def thinned(draws: Floats, kept: int) -> Floats:
    """So many of all draws, evenly along the chains."""
    together = draws.reshape(-1, draws.shape[-1])
    places = np.linspace(0, len(together) - 1, min(kept, len(together))).round().astype(int)
    return np.asarray(together[places])


def told(draws: Floats, names: tuple[str, ...]) -> tuple[str, ...]:
    """What the chains say of themselves, the worst number by name."""
    chains, samples, size = draws.shape
    names = names or tuple(tr("number {place}", place=place + 1) for place in range(size))
    moving = [place for place in range(size) if np.ptp(draws[:, :, place]) > 0.0]
    if not moving:
        return (tr("the chains never moved: the samples say nothing"),)
    sizes = {names[i]: effective_size(draws[:, :, i]) for i in moving}
    rhats = {names[i]: split_rhat(draws[:, :, i]) for i in moving}
    fewest = min(sizes, key=lambda name: _or(sizes[name], -math.inf))
    widest = max(rhats, key=lambda name: _or(rhats[name], math.inf))
    remarks = [
        tr(
            "sampled {chains} chains of {samples}: effective sample size {size:.0f} or more, "
            "split-R̂ {rhat:.3f} or less",
            chains=chains,
            samples=samples,
            size=sizes[fewest],
            rhat=rhats[widest],
        )
    ]
    if not rhats[widest] <= MOST_RHAT:
        remarks.append(
            tr(
                "the chains do not agree on the {number} (split-R̂ {rhat:.3f}, wanted "
                "{most_rhat}): sample longer",
                number=widest,
                rhat=rhats[widest],
                most_rhat=MOST_RHAT,
            )
        )
    if not sizes[fewest] >= FEWEST_PER_CHAIN * chains:
        remarks.append(
            tr(
                "the {number} is worth {worth:.0f} independent draws, fewer than "
                "{wanted:.0f}: sample longer",
                number=fewest,
                worth=sizes[fewest],
                wanted=FEWEST_PER_CHAIN * chains,
            )
        )
    return tuple(remarks)


def _or(number: float, instead: float) -> float:
    return instead if math.isnan(number) else number
