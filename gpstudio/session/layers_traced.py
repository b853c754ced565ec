"""A drawn curve on its way through the layers of a deep model: where every input comes to lie."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

POINTS = 200


@dataclass(frozen=True, eq=False)
class Traced:
    steps: tuple[Floats, ...]
    """The times, what each layer above is a function of there, and in the end the curve."""

    @property
    def layers(self) -> tuple[tuple[Floats, Floats], ...]:
        """What goes into each layer and what comes out of it."""
        return tuple(zip(self.steps[:-1], self.steps[1:], strict=True))

    @property
    def whole(self) -> tuple[Floats, Floats]:
        return self.steps[0], self.steps[-1]


def traced(fit: Fit, task: Task = QUIET) -> Traced:
    # what draws is compiled, and the plots are listed before the window is painted
    from gpstudio.core.inference.deep.members import DeepMembers
    from gpstudio.core.inference.deep.paths import root_of_covariance

    members = fit.posterior.members
    if not isinstance(members, DeepMembers):
        raise InputError(
            tr("This model has one layer: choose a kernel such as deep(rbf, rbf) to see several.")
        )
    time = np.linspace(fit.series.time[0], fit.series.time[-1], POINTS)[:, None]
    random = np.random.default_rng([fit.recipe.seed, 73])
    below, mean, covariance = members.paths.together(0, time, random, task)
    curve = mean + root_of_covariance(covariance) @ random.standard_normal(POINTS)
    curve = fit.posterior.link.outside(curve + members.readings.centre)
    return Traced((*(values[:, 0] for values in below), curve))
