"""The curve given readings of two sorts, each counting for the share that it is of the first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut, foretold_without
from gpstudio.core.inference.readings import Readings
from gpstudio.core.likelihoods import Likelihood, Numbers
from gpstudio.core.likelihoods.sites import Sites
from gpstudio.core.solvers import Solution
from gpstudio.core.task import Task


@dataclass(frozen=True, eq=False)
class Sorted(Trended):
    """The Gaussian's solution, of readings that count for their shares."""

    likelihood: Likelihood
    numbers: Numbers

    @classmethod
    def of_sites(
        cls, solution: Solution, sites: Sites, likelihood: Likelihood, numbers: Numbers
    ) -> Sorted:
        told = Trended.of(solution, sites)
        return cls(
            solution, sites, told.coefficients, told.root, told.log_evidence, likelihood, numbers
        )

    def left_out(self, pull: Floats, own: Floats, readings: Readings) -> LeftOut:
        """What the others tell of the curve at each reading, and of what sort it may be."""
        return foretold_without(self.likelihood, self.numbers, self.sites, pull, own, readings)

    def _in_numbers(self, mixing: Floats, task: Task) -> Floats:
        """What only tells the sorts is not learnt from the curve."""
        own = super()._in_numbers(mixing, task)
        return np.append(own, np.zeros(len(self.numbers) - 1))
