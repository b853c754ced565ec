"""One date from several anchors: their product, each weighed by its precision.

The date D of a stage is what every anchor k says plus that anchor's own error:
D = m_k + e_k, e_k normal with standard deviation sd_k, errors independent. An anchor taken from
the curve says something else in every joint draw i of the curve, m_ki. The posterior of D is then
exactly a mixture over the draws: normal about the precision-weighted mean of m_i with variance
1/Σ 1/sd_k², weighed by how well the anchors of that draw agree, ∫ Π_k N(D; m_ki, sd_k²) dD. With
anchors that do not vary it is the product of normals of the textbooks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats, Integers

SMALLEST_SD = 1e-6
"""An anchor that is the stage's very definition has no error; its precision must stay finite."""
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
    effective: float
    """How many draws still count after weighing."""

    @property
    def disagree(self) -> bool:
        return self.agreement < UNLIKELY


def combine(anchors: Sequence[Anchor], random: np.random.Generator) -> Combined:
    """The date of which all anchors speak; NaN in draws of which none does.

    Whether an anchor speaks at all in a draw is no evidence for or against the draw: draws are
    weighed among those in which the same anchors speak.
    """
    said = np.stack([np.asarray(a.draws, dtype=np.float64) for a in anchors])
    sd = np.maximum([a.sd for a in anchors], SMALLEST_SD)[:, None]
    speaks = np.isfinite(said)
    precision = np.where(speaks, 1.0 / sd**2, 0.0)
    total = precision.sum(axis=0)
    some = total > 0.0
    centre = np.divide(
        (precision * np.where(speaks, said, 0.0)).sum(axis=0),
        total,
        out=np.full(total.shape, np.nan),
        where=some,
    )
    apart = (precision * np.where(speaks, said - centre, 0.0) ** 2).sum(axis=0)
    weights = _weights(apart, speaks)
    picks = _resampled(weights, random)
    spread = np.divide(1.0, np.sqrt(total), out=np.zeros_like(total), where=some)
    dates = centre[picks] + spread[picks] * random.standard_normal(len(picks))
    return Combined(
        dates=dates,
        picks=picks,
        agreement=_agreement(said, sd),
        effective=float(1.0 / np.sum(weights**2)),
    )


def _weights(apart: Floats, speaks: Flags) -> Floats:
    """Of each draw, adding up to one: exp(−½ Σ (m_k − centre)²/sd_k²) up to a factor that is the
    same for all draws in which the same anchors speak."""
    group = (1 << np.arange(len(speaks))) @ speaks
    weights = np.empty(len(apart))
    for number in np.flatnonzero(np.bincount(group)):
        mine = group == number
        raw = np.exp(-0.5 * (apart[mine] - apart[mine].min()))
        weights[mine] = raw / raw.sum() * np.count_nonzero(mine) / len(apart)
    return weights


def _resampled(weights: Floats, random: np.random.Generator) -> Integers:
    """Systematic: as many draws as before, each as often as its weight says, rounded either way;
    equal weights keep every draw in its place."""
    count = len(weights)
    if np.ptp(weights) <= 1e-12 / count:
        return np.arange(count, dtype=np.int64)
    steps = (np.arange(count) + random.uniform()) / count
    picks = np.searchsorted(np.cumsum(weights), steps * weights.sum())
    return np.asarray(np.minimum(picks, count - 1), dtype=np.int64)


def _agreement(said: Floats, sd: Floats) -> float:
    """From the anchors' middles and whole widths: Σ (m_k − m)²/s_k² is chi-squared with one less
    degree of freedom than anchors, if they are sound."""
    heard = np.isfinite(said).any(axis=1)
    if np.count_nonzero(heard) < 2:
        return 1.0
    from scipy.special import gammaincc

    middle = np.nanmean(said[heard], axis=1)
    variance = np.nanvar(said[heard], axis=1) + sd[heard, 0] ** 2
    centre = np.average(middle, weights=1.0 / variance)
    chi_squared = float(np.sum((middle - centre) ** 2 / variance))
    return float(gammaincc(0.5 * (len(middle) - 1), 0.5 * chi_squared))
