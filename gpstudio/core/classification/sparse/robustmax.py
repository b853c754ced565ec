"""RobustMax: a row is of the class whose curve is highest, but for a share ε of mistakes.

    p(y = c | f) = 1 − ε where f_c is the highest, else ε / (C − 1)

(Hernández-Lobato, Hernández-Lobato & Dupont 2011). Of curves that are normal, each by itself, c is
highest with the probability

    P_c = ∫ N(t | m_c, v_c) Π_{b≠c} Φ((t − m_b) / √v_b) dt,

one integral, by the trapezoid rule. What a row says is linear in it,

    E log p = P log(1 − ε) + (1 − P) log(ε / (C − 1)),

which is no concave function of the curves: a row may ask for less than no precision. ε is learnt in
its log odds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.classification.asked import MOST_MISTAKES, USUAL_MISTAKES
from gpstudio.core.classification.averaging import Averaging
from gpstudio.core.classification.softmax.mode import Labelled
from gpstudio.core.classification.sparse.tellers import NARROWEST, Classes, Softmax
from gpstudio.core.inference.sparse.bound import Told
from gpstudio.core.language import print_number
from gpstudio.core.spec import Setting

REACH, STEPS = 7.0, 141
"""How far the rule goes, in standard deviations, and at how many points."""


def rule() -> tuple[Floats, Floats]:
    points = np.linspace(-REACH, REACH, STEPS)
    shares = np.exp(-0.5 * points**2)
    return points, np.asarray(shares / shares.sum())


@dataclass(frozen=True, eq=False)
class Highest:
    """That one's own curve is the highest, each row (C columns of slopes)."""

    probability: Floats
    in_means: Floats
    in_variances: Floats


def highest(places: Integers, mean: Floats, variance: Floats) -> Highest:
    """Whether the curve in each row's place is, and the rule's own slopes."""
    from scipy.special import log_ndtr

    (count, classes), rows = mean.shape, np.arange(len(mean))
    size = np.sqrt(np.maximum(variance, NARROWEST))
    points, shares = rule()
    own = size[rows, places]
    at = mean[rows, places] + points[:, None] * own
    others = np.array([np.delete(np.arange(classes), place) for place in range(classes)])[places]
    z = (at[:, :, None] - mean[rows[:, None], others]) / size[rows[:, None], others]
    logs = log_ndtr(z)
    all_below = shares[:, None] * np.exp(logs.sum(axis=2))
    # φ(z) of one with Φ of all others
    rising = np.exp(logs.sum(axis=2, keepdims=True) - logs - 0.5 * z**2)
    rising *= shares[:, None, None] / math.sqrt(2.0 * math.pi) / size[rows[:, None], others]
    in_means, in_variances = np.zeros((2, count, classes))
    in_means[rows[:, None], others] = -rising.sum(axis=0)
    spread = size[rows[:, None], others]
    in_variances[rows[:, None], others] = -0.5 * (rising * z).sum(axis=0) / spread
    steep = rising.sum(axis=2)
    in_means[rows, places] = steep.sum(axis=0)
    in_variances[rows, places] = 0.5 * (points @ steep) / own
    return Highest(all_below.sum(axis=0), in_means, in_variances)


@dataclass(frozen=True, eq=False)
class RobustMax(Classes):
    places: Integers
    """Each row's class."""
    weights: Floats
    curves: int
    epsilon: float = USUAL_MISTAKES
    learnt: bool = True
    """Whether ε is."""
    name = "robustmax"

    @classmethod
    def of(cls, places: Integers, weights: Floats, classes: int, epsilon: Setting) -> RobustMax:
        start = epsilon.value if epsilon.value is not None else USUAL_MISTAKES
        return cls(places, weights, classes, start, not epsilon.held)

    def __str__(self) -> str:
        return f"robustmax({print_number(float(f'{self.epsilon:.4g}'))})"

    @property
    def rows(self) -> int:  # type: ignore[override]
        return len(self.places)

    @property
    def before(self) -> Softmax:
        """From beliefs that know nothing a Gaussian may end on a lower summit."""
        return Softmax(Labelled(np.eye(self.curves)[self.places], self.weights)).roughly()

    @property
    def coordinates(self) -> Floats:
        if not self.learnt:
            return np.zeros(0)
        return np.array([math.log(self.epsilon / (1.0 - self.epsilon))])

    def with_coordinates(self, coordinates: Floats) -> RobustMax:
        if not self.learnt:
            return self
        odds = math.exp(-max(float(coordinates[0]), -700.0))
        return replace(self, epsilon=min(1.0 / (1.0 + odds), MOST_MISTAKES))

    def told(self, some: Integers | slice, mean: Floats, variance: Floats) -> Told:
        weights = self.weights[some]
        found = highest(self.places[some], mean, variance)
        right, wrong = math.log1p(-self.epsilon), math.log(self.epsilon / (self.curves - 1))
        share = found.probability
        density = float(weights @ (share * right + (1.0 - share) * wrong))
        steep = weights[:, None] * (right - wrong)
        by_odds = float(weights @ ((1.0 - share) * (1.0 - self.epsilon) - share * self.epsilon))
        slopes = np.array([by_odds]) if self.learnt else np.zeros(0)
        return Told(density, steep * found.in_means, steep * found.in_variances, slopes)

    def probabilities(self, mean: Floats, variance: Floats, averaging: Averaging) -> Floats:
        """The integral, whatever the ``averaging``; of known curves, ``plug_in``, the highest."""
        if averaging.how == "plug_in":
            variance = np.zeros_like(variance)
        rows = np.ones(len(mean), dtype=np.int64)
        each = [highest(place * rows, mean, variance).probability for place in range(self.curves)]
        shares = np.column_stack(each)
        shares /= shares.sum(axis=1, keepdims=True)
        rest = self.epsilon / (self.curves - 1)
        return np.asarray((1.0 - self.epsilon) * shares + rest * (1.0 - shares))
