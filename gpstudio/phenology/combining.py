"""One date from several anchors: their product, each weighed by its precision.

The date D of a stage is what every anchor k says plus that anchor's own error:
D = m_k + e_k, e_k normal with standard deviation sd_k, errors independent unless correlations are
given: with covariance Σ. An anchor taken from the curve says something else in every joint draw i
of the curve, m_i. The posterior of D is then exactly a mixture over the draws: normal about
1ᵀΣ⁻¹m_i / 1ᵀΣ⁻¹1 with variance 1/1ᵀΣ⁻¹1, weighed by how well the anchors of that draw agree,
∫ N(m_i; D 1, Σ) dD. With independent anchors that do not vary it is the product of normals of the
textbooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.chance import Random

SMALLEST_SD = 1e-6
"""An anchor that is the stage's very definition has no error; its precision must stay finite."""
EQUAL = 1e-12
"""Weights that differ by less, of their mean, are rounding's."""
UNLIKELY = 0.01
"""Anchors that sound ones would outdo in disagreement so rarely are said to disagree."""


@dataclass(frozen=True, eq=False)
class Anchor:
    """What one anchor says of a date, a number a draw (NaN: nothing), and how far to trust it."""

    name: str
    draws: Floats
    sd: float


@dataclass(frozen=True, eq=False)
class Combined:
    """Equally likely draws of the date; ``picks`` are the draws of the curve they belong to."""

    dates: Floats
    picks: Integers
    agreement: float
    """The probability that sound anchors disagree more than these do; 1 where one is alone."""
    moved: bool = False
    """Whether some draws were preferred to others."""

    @property
    def disagree(self) -> bool:
        return self.agreement < UNLIKELY


def combine(anchors: Sequence[Anchor], random: Random, related: Floats | None = None) -> Combined:
    """The date of which all anchors speak; NaN in draws of which none does. ``related`` are the
    correlations of their errors.

    Whether an anchor speaks at all in a draw is no evidence for or against the draw: draws are
    weighed among those in which the same anchors speak.
    """
    if len(anchors) == 1:
        return _alone(anchors[0], random)
    from gpstudio.phenology.compiled_combining import drawn, picked, weighed

    said = np.array([anchor.draws for anchor in anchors], dtype=np.float64)
    sd = np.array([max(anchor.sd, SMALLEST_SD) for anchor in anchors])
    covariance = np.diag(sd * sd) if related is None else np.outer(sd, sd) * related
    count = said.shape[1]
    centre, spread, weights, dates = np.empty((4, count))
    uneven = weighed(said, covariance, centre, spread, weights)
    picks, moved = np.arange(count, dtype=np.int64), False
    if uneven > EQUAL / count:  # equal weights keep every draw in its place
        moved = picked(weights, random.uniform(), picks)
    drawn(centre, spread, picks, random.standard_normal(count), dates)
    return Combined(dates, picks, _agreement(said, covariance), moved)


def _alone(anchor: Anchor, random: Random) -> Combined:
    """Of one, no draw is likelier than another."""
    count = len(anchor.draws)
    dates = anchor.draws + max(anchor.sd, SMALLEST_SD) * random.standard_normal(count)
    return Combined(dates, np.arange(count), 1.0)


def _agreement(said: Floats, covariance: Floats) -> float:
    """From the anchors' middles and whole widths: with S = Σ + what their draws vary,
    (m − centre 1)ᵀ S⁻¹ (m − centre 1) is chi-squared with one less degree of freedom than anchors,
    if they are sound."""
    from gpstudio.phenology.compiled_combining import disagreement

    speakers, apart = disagreement(said, covariance)
    if speakers < 2:
        return 1.0
    from scipy.special import gammaincc

    return float(gammaincc(0.5 * (speakers - 1), 0.5 * apart))
