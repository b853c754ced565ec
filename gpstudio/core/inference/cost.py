"""What a fit costs, told before it is begun: seconds, to within a factor of about three.

    seconds = evaluations × seconds of one,

where the learner says how often it asks for the evidence with so many numbers to find, and one
evaluation with its gradient takes, by what the solver works on,

    markov      n (20 s² + 0.4 s³) ns        two passes; s states, matrices of s × s
    entries     0.03 n³ + 0.2 P n² ns        the factor and its inverse; P passes over the matrix
    toeplitz    25 n µs                      Fourier transforms, for as many probes as ever
    features    0.5 n r² + 4 P n r ns        r features a reading
    products    0.7 n² I ns                  I iterations, each a product made anew

and 12 µs a pass.

A pass is one step that makes a matrix entry by entry: a term's covariance is one, and each of its
numbers one more; a product makes its other factors again for every factor, and raising entries to
a power takes as long as a hundred passes (``_passes``). The numbers were measured on two cores;
``tests/benchmarks/fit_costs.py`` measures them again. They are for telling minutes from hours:
whatever would take less than a minute is simply done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gpstudio.core.errors import InputError
from gpstudio.core.inference.chooser import Plan
from gpstudio.core.inference.deep.cost import seconds_of_layers
from gpstudio.core.kernels import Kernel
from gpstudio.core.kernels.kernel import PowerOf, ProductOf
from gpstudio.translation import tr

PATIENCE = 60.0
"""Seconds that a fit may take unless somebody says that it may take longer."""
NS = 1e-9
A_PASS = 12e-6
"""Seconds, besides its entries."""
A_POWER = 100
"""Passes."""
ITERATIONS = 100
NEWTON = 6
"""Solutions that readings which are not Gaussian take for one evidence."""
FEW = 10
"""Evaluations with all readings where learning begins on some of them."""


def check_cost(plan: Plan, n: int, dimensions: int, begun: bool, patience: float) -> None:
    """Refuse a fit whose estimate is beyond all patience; ``begun``: learning has a head start."""
    cost = seconds(plan, n, dimensions, begun)
    if cost > patience:
        raise InputError(
            tr(
                "This fit would take about {time}: take fewer terms or readings, learn by 'map' "
                "or nothing, or allow it (Fit ▸ Fit anyway, --anyway, patience=inf in Python).",
                time=human_seconds(cost),
            )
        )


def seconds(plan: Plan, n: int, dimensions: int, begun: bool = False) -> float:
    """Of the whole fit, with what is averaged over."""
    if "layers" in plan.kernel.offers:
        return seconds_of_layers(plan, n, dimensions)
    settings = [*plan.kernel.settings, *plan.likelihood.settings]
    numbers = sum(not setting.held for _, setting in settings)
    asked = plan.learner.evaluations(numbers)
    if begun:
        asked = min(asked, FEW)
    newton = 1 if plan.likelihood.closed or plan.likelihood.sorts else NEWTON
    return (asked + 1) * newton * _one(plan, n, dimensions)


def human_seconds(count: float) -> str:
    """Roughly, since no more is known."""
    for most, unit, size in (
        (90.0, tr("{n:.0f} seconds"), 1.0),
        (5_400.0, tr("{n:.0f} minutes"), 60.0),
        (172_800.0, tr("{n:.0f} hours"), 3_600.0),
        (3.0e7, tr("{n:.0f} days"), 86_400.0),
        (3.0e12, tr("{n:,.0f} years"), 3.15e7),
    ):
        if count < most:
            return unit.format(n=count / size)
    return tr("more than a hundred thousand years")


def _one(plan: Plan, n: int, dimensions: int) -> float:
    rank, passes = float(plan.rank(n, dimensions)), _passes(plan.kernel)[1]
    count, needs = float(n), plan.solver.needs
    if needs == "features" and "toeplitz" in plan.approximation.gives:
        # their products are Fourier transforms; what is factored is of the features alone
        return COSTS["toeplitz"](count, rank, passes) + COSTS["entries"](rank, 0.0, 0.0)
    return COSTS[needs](count, rank, float(passes))


COSTS: Mapping[str, Callable[[float, float, float], float]] = {
    "markov": lambda n, s, _: 3e-4 + NS * n * (20.0 * s**2 + 0.4 * s**3),
    "entries": lambda n, _, p: 1e-4 + p * A_PASS + NS * (0.03 * n**3 + 0.2 * p * n**2),
    "toeplitz": lambda n, _, p: p * A_PASS + NS * 25e3 * n,
    "features": lambda n, r, p: p * A_PASS + NS * (0.5 * n * r**2 + 4.0 * p * n * r),
    "products": lambda n, _, p: p * A_PASS + NS * 0.7 * ITERATIONS * n**2,
}
"""By what a solver works on: readings, states or features, and passes to seconds."""


def _passes(kernel: Kernel) -> tuple[int, int]:
    """Of the covariance alone, and with its slopes."""
    parts = [_passes(part) for part in kernel.parts]
    alone = sum(block for block, _ in parts) + 1
    if isinstance(kernel, PowerOf):
        alone += A_POWER
    own = len(kernel.settings) - sum(len(part.settings) for part in kernel.parts)
    slopes = sum(pulled for _, pulled in parts) + alone + own
    if isinstance(kernel, ProductOf):
        slopes += (len(parts) - 1) * alone
    return alone, slopes
