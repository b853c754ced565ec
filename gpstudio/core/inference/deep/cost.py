"""What learning layers costs, to within a factor of about three."""

from __future__ import annotations

from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.choosing import DRAWN
from gpstudio.core.inference.deep.effort import EVIDENCE, LONGER, Effort, usual
from gpstudio.core.kernels.deep import Deep
from gpstudio.core.learning.mcmc import Mcmc

NANOSECONDS = {"square": 0.4, "point": 30.0, "input": 6.0}
"""Of a row that a step looks at, in a layer: by the square of the points for each curve and its
basis, by the points, and by these and the inputs that the layer has."""
OVERHEAD = 1.5e-3
"""Of a step in a layer, whatever the rows."""
LOOK, CUBE = 1e-6, 2.5e-11
"""Of a look at a drawn curve in a layer: whatever the readings, and by their cube."""
STEPS, LOOKS = 30, 3
"""Until readings count wholly, and how often a move looks."""


def seconds_of_layers(plan: Plan, n: int, dimensions: int) -> float:
    from gpstudio.core.inference.deep.walk import MOST_DRAWS, ROWS, SCOUTED, steps_for

    kernel = plan.kernel
    assert isinstance(kernel, Deep)
    if plan.approximation.spec.name == DRAWN:
        return _drawn(plan, n, len(kernel.parts))
    points = float(plan.rank(n, dimensions))
    deep = len(kernel.parts) > 1
    rows = min(n * (MOST_DRAWS if deep else 1), max(ROWS, min(n, ROWS)))
    each = NANOSECONDS
    one = 0.0
    for curves, inputs in zip(kernel.widths(dimensions), kernel.seen(dimensions), strict=True):
        one += OVERHEAD
        one += 1e-9 * rows * each["square"] * (curves + 1) * points**2
        one += 1e-9 * rows * points * (each["point"] + each["input"] * inputs)
    restarts = plan.learner.restarts if plan.learner.moves else 0
    return steps_for(n) * (1.0 + SCOUTED * restarts) * one


def _drawn(plan: Plan, n: int, layers: int) -> float:
    learner = plan.learner if isinstance(plan.learner, Mcmc) else usual(n)
    effort = Effort.of(learner)
    looks = effort.particles * learner.chains * (STEPS + LONGER) * effort.moves * LOOKS
    seconds = looks * layers * (LOOK + CUBE * n**3)
    return (1.0 + EVIDENCE * plan.learner.moves) * seconds
