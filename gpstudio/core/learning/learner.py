"""What learning is given and gives, and the registry of learners."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, TypeAlias

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers
from gpstudio.core.learning.climbs import NO_CLIMBS, Climbs
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.core.task import Task
from gpstudio.translation import tr

if TYPE_CHECKING:
    from gpstudio.core.learning.few_steps import Begun

Evaluate: TypeAlias = Callable[[Floats], tuple[float, Floats]]
"""Log evidence and its gradient at the logarithms of the free numbers."""
HeldOut: TypeAlias = Callable[[Floats, Floats], float]
"""The mean log density of readings held out, fold by fold, at the logarithms of the free numbers;
the second argument says the fold of each reading that is there, in the order of time."""


def flat(coordinates: Floats) -> tuple[float, Floats]:
    """The prior of who holds everything equally likely."""
    return 0.0, np.zeros_like(coordinates)


@dataclass(frozen=True, eq=False)
class Search:
    """Where to look: starts, best guess first, and bounds, in each number's coordinate: its
    logarithm, or for a place along the input the number itself."""

    evaluate: Evaluate
    starts: tuple[Floats, ...]
    low: Floats
    high: Floats
    seed: int
    others: Callable[[], tuple[tuple[Floats, ...], ...]] = tuple
    """Further starts where there are many summits, those that are alike together: a learner climbs
    from the highest of them too."""
    prior: Evaluate = flat
    """Log prior of the coordinates with its gradient: what is written, else weak ones by role."""
    written: Evaluate = flat
    """Of the written priors alone."""
    units: Floats = field(default_factory=lambda: np.zeros(0))
    """How far a step of each coordinate is; empty: 1 each."""
    noise: int | None = None
    """Which coordinate is the noise's, if it is free."""
    names: tuple[str, ...] = ()
    """What each coordinate's number is called."""
    readings: int = 0
    """How many readings are there."""
    left_out: Callable[[Floats], float] | None = None
    """Leave-one-out log score at the coordinates."""
    left_out_slope: Evaluate | None = None
    """The same with its gradient, where there is one in closed form."""
    held_out: HeldOut | None = None
    noise_floor: float = -np.inf
    """Of the noise's coordinate: no learner goes below, however far it goes beyond its bounds."""
    walled: Flags = field(default_factory=lambda: np.zeros(0, dtype=bool))
    """Which coordinates have bounds that a person wrote; empty: none."""
    height: Callable[[Floats], float] | None = None
    """What ``evaluate`` gives without the gradient, where that is cheaper."""
    amplitude: Amplitude | None = None
    """Where one factor common to curve and noise can be integrated out."""


@dataclass(frozen=True, eq=False)
class Amplitude:
    """One factor on curve and noise together, c, integrated out in closed form with the prior 1/c.

    Given the shape, the factor is that of a scaled inverse χ²; the curve is a Student-t's.
    """

    places: Integers
    """The coordinates that grow with it."""
    freedom: float
    evaluate: Callable[[Floats, bool], tuple[float, Floats, float]]
    """Log evidence with c integrated out (but for a constant), its gradient (where asked for) and
    the logarithm of the c by which these coordinates are to be raised: that of the curve's mean
    precision."""
    remarks: tuple[str, ...] = ()
    """Where the readings are too few to tell the amplitude by themselves."""
    heights: Callable[[Floats], Floats] | None = None
    """The first of these of many places, one a row, where that is quicker than one by one."""


@dataclass(frozen=True, eq=False)
class Design:
    """Places that stand for a likely region: the exponentials of ``values`` are their weights."""

    mode: Floats
    points: Floats
    values: Floats
    evaluations: int
    name: str


@dataclass(frozen=True, eq=False)
class Learnt:
    """Where learning ended."""

    logs: Floats
    """The mode's; ``kernel_``, ``noise_`` and the evidence are of these."""
    evaluations: int
    remarks: tuple[str, ...] = ()
    points: Floats | None = None
    """(members, coordinates) that predictions are averaged over; None: the mode alone."""
    weights: Floats | None = None
    """One a member, 1 together; None: equal."""
    freedom: float = np.inf
    """Of the members' curves: Student-t's where the amplitude is integrated out."""
    design: str = ""
    """How the members were found, in a few words."""
    climbs: Climbs = NO_CLIMBS
    """The way there."""
    shares: Floats | None = None
    """How much each reading counts, where readings are of two sorts."""


EVIDENCE, POSTERIOR = tr("log evidence"), tr("log evidence + log prior")
UNSCALED = "log posterior + constant"
"""What most learners climb."""


class Learner(ABC):
    spec: ClassVar[Spec]
    moves: ClassVar[bool] = True
    """False where the written numbers stay; then terms get no learnt multiplier either."""
    restarts: int = 0
    """How many further starts are tried."""
    taught_by: int = 0
    """Of how many fields what they have in common is taken for likely; none of a field alone."""

    @abstractmethod
    def learn(self, search: Search, task: Task) -> Learnt:
        """The numbers to use."""

    @abstractmethod
    def evaluations(self, numbers: int) -> float:
        """About how often the evidence is asked for, with its slopes, to find so many numbers."""

    def beside(self, prior: Evaluate, written: Evaluate) -> Evaluate | None:
        """What is climbed beside the evidence, of all priors and of the written ones alone, by one
        that ends at a single best place; None where it does otherwise."""
        return None

    def continued(self, search: Search, begun: Begun, task: Task) -> Learnt:
        """The same from where learning on some of the readings ended."""
        return self.learn(replace(search, starts=(begun.place,)), task)


def unheard(search: Search) -> Search:
    """The same for readings that say nothing: whatever is climbed, drawn from or weighed is what
    was held likely before."""
    return replace(
        search,
        evaluate=flat,
        height=None,
        left_out=lambda coordinates: 0.0,
        left_out_slope=None if search.left_out_slope is None else flat,
        held_out=lambda coordinates, folds: 0.0,
    )


LEARNERS: Registry[type[Learner]] = Registry("learning")
