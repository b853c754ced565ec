"""The curve given readings of two sorts, each counting for the share that it is of the first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.inference.evidence import Trended
from gpstudio.core.inference.left_out import LeftOut, foretold_about
from gpstudio.core.inference.mode import Solve
from gpstudio.core.inference.readings import Readings
from gpstudio.core.likelihoods import Likelihood, Numbers
from gpstudio.core.likelihoods.gaussian import Gaussian
from gpstudio.core.spec import Setting

OPEN = Setting()


@dataclass(frozen=True, eq=False)
class Sorted(Trended):
    """The Gaussian's solution, of readings that count for their shares."""

    likelihood: Likelihood
    numbers: Numbers

    @classmethod
    def of_shares(
        cls, likelihood: Likelihood, solve: Solve, columns: Floats, relative: Floats,
        numbers: Numbers,
    ) -> Sorted:  # fmt: skip
        values = columns[:, 0]
        sites = Gaussian(OPEN).sites(values, values, relative, numbers)
        told = Trended.of(solve(sites.variance, columns), sites)
        return cls(
            told.solution, sites, told.coefficients, told.root, told.log_evidence, likelihood,
            numbers,
        )  # fmt: skip

    def left_out(self, pull: Floats, own: Floats, readings: Readings) -> LeftOut:
        """What the others tell of the curve at each reading, and of what sort it may be."""
        mean = self.sites.target + readings.centre - pull / own
        variance = np.maximum(1.0 / own - self.sites.variance, 0.0)
        relative, values = readings.relative_noise, readings.as_given
        return foretold_about(self.likelihood, self.numbers, values, relative, mean, variance)

    def _in_numbers(self, gradient: Floats) -> Floats:
        """What only tells the sorts is not learnt from the curve."""
        own = super()._in_numbers(gradient)
        return np.append(own, np.zeros(len(self.numbers) - 1))
