"""Nyström: the covariance through some of the readings, chosen by one of many samplings."""

from __future__ import annotations

from copy import copy

import numpy as np

from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation, Ground
from gpstudio.core.approximations.nystrom.sampling import SAMPLINGS, Drawing, Sampling, Settled
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec, integer, yes_or_no
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr


@APPROXIMATIONS.register
class Nystrom(Approximation):
    """Far from all readings the curve's variance is the kernel's own, as with ``exact``."""

    spec = Spec(
        "nystrom",
        "Nyström",
        tr(
            "The covariance through some of the readings, its landmarks: for many readings of "
            "several inputs."
        ),
        (
            integer(
                "rank", tr("Rank"), tr("How many landmarks."), default=500, low=1, high=1_000_000
            ),
            SAMPLINGS.choice("sampling", tr("Sampling"), tr("How landmarks are chosen.")),
            yes_or_no(
                "replacement",
                tr("Replacement"),
                tr(
                    "Whether a reading may be drawn twice, where landmarks are drawn "
                    "by probabilities."
                ),
            ),
            *(parameter for entry in SAMPLINGS for parameter in entry.spec.parameters),
        ),
    )
    gives = frozenset({"features", "products"})
    by_auto = False
    budget = "rank"
    by_numbers = True

    def __init__(
        self,
        rank: float = 500,
        sampling: str = SAMPLINGS.names[0],
        replacement: str = "no",
        **options: float | str,
    ) -> None:
        self._rank = int(rank)
        self.sampling = _made(SAMPLINGS[sampling], options)
        self.replacement = replacement == "yes"
        if self.replacement and not self.sampling.repeats:
            may = SAMPLINGS.listed(lambda entry: entry.repeats)
            raise InputError(
                tr(
                    "The sampling '{sampling}' of 'nystrom' never draws twice: leave out "
                    "replacement, or choose one of {others}.",
                    sampling=sampling,
                    others=may,
                )
            )
        self._settled: Settled | None = None

    def rank(self, n: int, dimensions: int) -> int:
        return self._rank

    def check(self, n: int, dimensions: int) -> None:
        if self._rank > n:
            raise InputError(
                tr(
                    "The rank {rank:,} of 'nystrom' is above the {n:,} readings: choose a rank "
                    "of at most {n:,}, or approximation 'exact'.",
                    rank=self._rank,
                    n=n,
                )
            )
        self.sampling.check(n)

    def prepared(self, ground: Ground, task: Task = QUIET) -> Approximation:
        rank = min(self._rank, len(ground.inputs))
        random = np.random.default_rng([ground.seed, 11])
        sampling = self.sampling
        sampling.check(len(ground.inputs))
        chances = sampling.probabilities(ground, rank, random, task)
        made = copy(self)
        made._settled = sampling.settled(
            Drawing(ground, rank, random, chances, self.replacement, task)
        )
        return made

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        if self._settled is None:
            raise RuntimeError("landmarks are chosen by prepared()")
        return self._settled(kernel, inputs)


def _made(entry: type[Sampling], options: dict[str, float | str]) -> Sampling:
    """With the options that are its own; those of others must not be written."""
    own = {p.name: options[p.name] for p in entry.spec.parameters if p.name in options}
    for other in SAMPLINGS:
        for parameter in other.spec.parameters:
            name = parameter.name
            if name not in own and options.get(name, parameter.default) != parameter.default:
                raise InputError(
                    tr(
                        "The sampling '{sampling}' of 'nystrom' has no '{option}': leave it out, "
                        "or choose sampling '{other}'.",
                        sampling=entry.spec.name,
                        option=name,
                        other=other.spec.name,
                    )
                )
    return entry(**own)
