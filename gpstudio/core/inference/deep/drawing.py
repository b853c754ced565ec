"""Hidden curves drawn from what readings leave of them, with the numbers where these are learnt.

What is drawn are the normal numbers behind the curves (``stack.py``) and, beside them, how far the
free numbers' coordinates are from where learning would begin, for which a standard normal stands in
beforehand: what is held likely of them takes its place as the readings come to count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.deep.numbers import LayerNumbers
from gpstudio.core.inference.deep.particles import Cloud, cloud
from gpstudio.core.inference.deep.stack import Layered, Stack
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.learner import Evaluate
from gpstudio.core.learning.mcmc import Mcmc
from gpstudio.core.task import Task
from gpstudio.translation import tr

MOVES_OF, AFTER_OF = 100.0, 100.0
"""A warm-up of so many draws is a move at every warmth; so many samples one more in the end."""
FEWEST = 8
"""Particles of a run."""
BEYOND = (np.linalg.LinAlgError, FloatingPointError, OverflowError)


@dataclass(frozen=True, eq=False)
class Density:
    """Of hidden curves and numbers, as a function of independent normal ones."""

    kernel: Deep
    stack: Stack
    numbers: LayerNumbers
    start: Floats
    """Coordinates of the free numbers."""
    prior: Evaluate
    moves: bool
    """Whether these are drawn too."""

    @property
    def size(self) -> int:
        return self.stack.hidden * len(self.stack.inputs) + len(self.start) * self.moves

    def split(self, place: Floats) -> tuple[Floats, Floats]:
        """Drives of the hidden layers, and coordinates."""
        edge = self.stack.hidden * len(self.stack.inputs)
        drives = place[:edge].reshape(self.stack.hidden, len(self.stack.inputs))
        return drives, self.start + place[edge:] if self.moves else self.start

    def stack_at(self, coordinates: Floats) -> Stack:
        settings, of_likelihood = self.numbers.at(coordinates)
        kernels = self.kernel.with_settings(settings).parts
        return replace(self.stack, kernels=kernels, noise=of_likelihood[0].number)

    def layered(self, place: Floats) -> tuple[Stack, Layered]:
        drives, coordinates = self.split(place)
        stack = self.stack_at(coordinates) if self.moves else self.stack
        return stack, stack.at(drives)

    def __call__(self, place: Floats) -> tuple[float, Floats]:
        nowhere = -np.inf, np.zeros_like(place)
        try:
            stack, here = self.layered(place)
            if not np.isfinite(here.height):
                return nowhere
            slopes = stack.slopes(here, self.moves)
        except BEYOND:
            return nowhere
        height, up = here.height, slopes.drives.ravel()
        if not self.moves:
            return height, up
        coordinates = self.split(place)[1]
        held, lean = self.prior(coordinates)
        off = coordinates - self.start
        free = [own[places] for own, places in zip(slopes.numbers, self.numbers.free, strict=True)]
        own = np.concatenate(free)
        if len(own) < len(coordinates):
            own = np.append(own, slopes.noise)
        # the normal that stands in for the prior goes as that comes
        return height + held + 0.5 * float(off @ off), np.append(up, own + lean + off)


def clouds(
    density: Density, runs: int, count: int, moves: int, after: int, seed: int, task: Task
) -> list[Cloud]:
    """Runs that know nothing of each other."""
    found = []
    for run in range(runs):

        def done(share: float, run: int = run) -> None:
            task.report(tr("drawing hidden curves"), (run + share) / runs)

        random = np.random.default_rng([seed, 37, run])
        found.append(cloud(density, density.size, count, random, moves, after, task, done))
    return found


def moves_of(learner: Mcmc) -> tuple[int, int]:
    """How often particles move at every warmth, and how often more in the end."""
    return round(learner.warm_up / MOVES_OF) or 1, round(learner.samples / AFTER_OF) or 1


def particles_of(learner: Mcmc) -> int:
    """Of each run."""
    return max(learner.kept // learner.chains, FEWEST)
