"""Poisson: readings are counts about a level above zero, whose logarithm is the curve.

log p(y | f) = y f − e^f − log y!,    pull = y − e^f,    curvature = e^f
"""

from __future__ import annotations

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.likelihoods.likelihood import LIKELIHOODS, Likelihood, Numbers
from gpstudio.core.likelihoods.sites import Expansion, ExpansionSlopes
from gpstudio.core.scales import LOG
from gpstudio.core.spec import Spec
from gpstudio.translation import tr

NONE_SEEN = 0.5
"""Added to a count for a level that is above zero too where none was counted."""


@LIKELIHOODS.register
class Poisson(Likelihood):
    spec = Spec(
        "poisson",
        "Poisson",
        tr("Counts: whole numbers from 0 that vary by as much as their level is high."),
        formula=tr("y ~ Poisson(exp f(x))"),
    )
    link = LOG
    whole = True

    def usual(self, values: Floats) -> Floats:
        return np.asarray(np.log(values + NONE_SEEN))

    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        from scipy.special import gammaln

        of_one = values * curve - self.link.outside(curve) - gammaln(values + 1.0)
        return np.asarray(of_one / relative_noise)

    def tails(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> tuple[Floats, Floats]:
        from scipy.special import pdtr, pdtrc

        level, below = self.link.outside(curve), np.floor(values) - 1.0
        less = np.where(below < 0.0, 0.0, pdtr(np.maximum(below, 0.0), level))
        more = np.where(values < 0.0, 1.0, pdtrc(np.maximum(np.floor(values), 0.0), level))
        return less, more

    def scatter(self, mean: Floats, variance: Floats, numbers: Numbers) -> Floats:
        return self.link.moments(mean, variance)[0]

    def expansion(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Expansion:
        level = self.link.outside(curve)
        variance = relative_noise / level
        density = self.log_density(values, curve, relative_noise, numbers)
        return Expansion(density, (values - level) / relative_noise, variance, variance)

    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        level = self.link.outside(curve)
        return ExpansionSlopes(-level / relative_noise, -relative_noise / level, ())
