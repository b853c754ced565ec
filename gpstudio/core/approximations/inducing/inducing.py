"""Inducing points: the covariance through a few inputs, chosen or learnt, and a bound to learn by.

Learnt inputs are first only chosen; once the learner has found the numbers that go with them, they
climb the bound together with those, and the learner goes on from there.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from gpstudio.core.approximations.approximation import APPROXIMATIONS, Approximation, Ground
from gpstudio.core.approximations.inducing.bounds import BOUNDS
from gpstudio.core.approximations.inducing.choosing import CHOICES
from gpstudio.core.approximations.inducing.climbing import climbed
from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.kernels import Kernel
from gpstudio.core.operators.operator import Operator
from gpstudio.core.spec import Spec, choice, integer, yes_or_no
from gpstudio.core.task import QUIET, Task
from gpstudio.translation import tr

_BOUNDS_IN_WORDS = " ".join(f"{entry.spec.name}: {entry.spec.help}" for entry in BOUNDS)


@APPROXIMATIONS.register
class Inducing(Approximation):
    spec = Spec(
        "inducing",
        tr("Inducing points"),
        tr(
            "The covariance through a few inputs that need not be readings: for many readings and "
            "a smooth curve."
        ),
        (
            integer(
                "points", tr("Points"), tr("How many inputs."), default=100, low=1, high=1_000_000
            ),
            BOUNDS.choice("bound", tr("Bound"), _BOUNDS_IN_WORDS),
            choice(
                "choose",
                tr("Chosen by"),
                tr(
                    "How the inputs are chosen: centres of clusters, or readings one after the "
                    "other where those before it explain least."
                ),
                {"kmeans": tr("Clusters"), "pivoting": tr("What is explained least")},
            ),
            yes_or_no(
                "learn",
                tr("Learn the inputs"),
                tr(
                    "Whether they then move to where the bound is highest; takes many times "
                    "as long."
                ),
            ),
        ),
    )
    gives = frozenset({"features", "products"})
    by_auto = False
    budget = "points"
    by_numbers = True

    def __init__(
        self,
        points: float = 100,
        bound: str = BOUNDS.names[0],
        choose: str = next(iter(CHOICES)),
        learn: str = "no",
    ) -> None:
        self._points = int(points)
        self._covariance = BOUNDS[bound]
        self._choose = CHOICES[choose]
        self._learn = learn == "yes"
        self._places: Floats | None = None

    def rank(self, n: int, dimensions: int) -> int:
        return self._points

    def check(self, n: int, dimensions: int) -> None:
        if self._points > n:
            raise InputError(
                tr(
                    "The {points:,} points of 'inducing' are more than the {n:,} readings: "
                    "choose at most {n:,}, or approximation 'exact'.",
                    points=self._points,
                    n=n,
                )
            )

    @property
    def learns(self) -> bool:
        """Whether the places are moved to where a bound is highest."""
        return self._learn

    def prepared(self, ground: Ground, task: Task = QUIET) -> Inducing:
        """Chosen anew; learnt from there or from where they were, whichever is higher."""
        random = np.random.default_rng([ground.seed, 17])
        points = min(self._points, len(ground.inputs))
        places = self._choose(ground, points, random, task)
        if self._learn and ground.bound is not None:
            starts = [places] if self._places is None else [places, self._places]
            places = climbed(self._covariance, ground.inputs, ground.bound, starts, task)
        return self.with_kept(places)

    def kept(self) -> Floats | None:
        """The places, which may have been learnt."""
        return self._places

    def with_kept(self, kept: Floats) -> Inducing:
        made = copy(self)
        made._places = kept
        return made

    def operator(self, kernel: Kernel, inputs: Floats) -> Operator:
        if self._places is None:
            raise RuntimeError("inducing inputs are chosen by prepared()")
        return self._covariance(kernel, inputs, self._places)
