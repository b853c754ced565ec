"""Poisson: readings are counts about a level above zero, whose logarithm is the curve.

log p(y | f) = y f − e^f − log y!,    pull = y − e^f,    curvature = e^f

Of a curve that is normal, of mean m and variance v, e^f is e^{m + v/2} on average.
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
    inference = "variational"

    def usual(self, values: Floats) -> Floats:
        return np.asarray(np.log(values + NONE_SEEN))

    def log_density(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> Floats:
        return self.expansion(values, curve, relative_noise, numbers).log_density

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
        return self.spread_out(values, curve, np.zeros(len(curve)), relative_noise)

    def spread_out(
        self, values: Floats, mean: Floats, variance: Floats, relative_noise: Floats
    ) -> Expansion:
        from scipy.special import gammaln

        level = self.link.outside(mean + 0.5 * variance)
        density = (values * mean - level - gammaln(values + 1.0)) / relative_noise
        own = relative_noise / level
        return Expansion(density, (values - level) / relative_noise, own, own)

    def slopes(
        self, values: Floats, curve: Floats, relative_noise: Floats, numbers: Numbers
    ) -> ExpansionSlopes:
        level = self.link.outside(curve)
        return ExpansionSlopes(-level / relative_noise, -relative_noise / level, ())
