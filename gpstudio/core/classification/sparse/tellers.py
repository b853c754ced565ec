"""What labelled rows say of curves that are uncertain, some rows at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.averaging import PLACES, Averaging
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.softmax.nearest import said_of
from gpstudio.core.inference.sparse.bound import Told
from gpstudio.core.likelihoods import Likelihood

FEW_PLACES = 64
"""Which err by far less than some rows do from others."""
NARROWEST = 1e-12
"""A variance that rounding left below is this."""


class Classes(ABC):
    """Tellers of rows that are of one class each."""

    name: str
    share = 0.5
    level = False
    curves: int
    rows: int

    @property
    def before(self) -> Classes | None:
        return None

    @property
    def coordinates(self) -> Floats:
        return np.zeros(0)

    def with_coordinates(self, coordinates: Floats) -> Classes:
        return self

    def __str__(self) -> str:
        """As a report tells it."""
        return self.name

    def roughly(self) -> Classes:
        """The same, quicker, for steps of many that each look at some rows."""
        return self

    @abstractmethod
    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told: ...

    @abstractmethod
    def probabilities(self, mean: Floats, variance: Floats, averaging: Averaging) -> Floats:
        """(m, classes), where the curves are normal, each by itself."""


@dataclass(frozen=True, eq=False)
class YesOrNo(Classes):
    """One curve, of the second class."""

    likelihood: Likelihood
    yes: Floats
    """1 or 0."""
    weights: Floats
    name = "bernoulli"
    share = 1.0
    level = True
    curves = 1

    @property
    def rows(self) -> int:  # type: ignore[override]
        return len(self.yes)

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told:
        spread = np.maximum(variance[:, 0], NARROWEST)
        said = self.likelihood.spread_out(
            self.yes[some], mean[:, 0], spread, 1.0 / self.weights[some]
        )
        return Told(
            float(said.log_density.sum()), said.pull[:, None], -0.5 / said.variance[:, None]
        )

    def probabilities(self, mean: Floats, variance: Floats, averaging: Averaging) -> Floats:
        yes = averaging.binary(self.likelihood.link, mean[:, 0], variance[:, 0])
        return np.column_stack([1.0 - yes, yes])


@dataclass(frozen=True, eq=False)
class Softmax(Classes):
    """One curve a class."""

    labelled: Labelled
    places: int = PLACES
    name = "softmax"

    @property
    def curves(self) -> int:  # type: ignore[override]
        return int(self.labelled.ones.shape[1])

    def roughly(self) -> Softmax:
        return replace(self, places=FEW_PLACES)

    @property
    def rows(self) -> int:  # type: ignore[override]
        return len(self.labelled.ones)

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told:
        labelled = Labelled(self.labelled.ones[some], self.labelled.weights[some])
        said = said_of(labelled, mean, np.maximum(variance, NARROWEST), self.places)
        return Told(said.log_density, said.pull, -0.5 * said.precision)

    def probabilities(self, mean: Floats, variance: Floats, averaging: Averaging) -> Floats:
        return averaging.softmax(mean, variance[:, :, None] * np.eye(self.curves))
