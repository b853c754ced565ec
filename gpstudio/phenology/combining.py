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


def combine(
    anchors: Sequence[Anchor], random: np.random.Generator, related: Floats | None = None
) -> Combined:
    """The date of which all anchors speak; NaN in draws of which none does. ``related`` are the
    correlations of their errors.

    Whether an anchor speaks at all in a draw is no evidence for or against the draw: draws are
    weighed among those in which the same anchors speak.
    """
    said = np.stack([np.asarray(a.draws, dtype=np.float64) for a in anchors])
    sd = np.maximum([a.sd for a in anchors], SMALLEST_SD)
    covariance = np.outer(sd, sd) * (np.eye(len(sd)) if related is None else related)
    speaks = np.isfinite(said)
    groups = _alike(speaks)
    centre, spread, apart = np.full((3, said.shape[1]), np.nan)
    for mine in groups:
        heard = speaks[:, mine[0]]
        if heard.any():
            within = said[heard][:, mine] if len(groups) > 1 else said[heard]
            centre[mine], spread[mine], apart[mine] = _joined(within, covariance, heard)
    picks: Integers = np.arange(said.shape[1], dtype=np.int64)
    effective = float(len(picks))
    if len(anchors) > 1:  # draws of one anchor are as likely as each other
        weights = _weights(apart, groups)
        picks, effective = _resampled(weights, random), float(1.0 / np.sum(weights**2))
        centre, spread = centre[picks], spread[picks]
    dates = centre + spread * random.standard_normal(len(picks))
    return Combined(dates, picks, _agreement(said, covariance), effective)


def _joined(said: Floats, covariance: Floats, heard: Flags) -> tuple[Floats, float, Floats]:
    """Centre and spread of every draw, and (m − centre 1)ᵀ Σ⁻¹ (m − centre 1)."""
    from gpstudio.phenology.compiled_combining import joined

    if len(said) == 1:
        (own,) = np.sqrt(covariance[heard, heard]).tolist()
        return said[0], own, np.zeros(said.shape[1])
    precision: Floats = np.asarray(np.linalg.inv(covariance[np.ix_(heard, heard)]))
    whole = float(precision.sum())
    centre, apart = np.empty((2, said.shape[1]))
    joined(np.ascontiguousarray(said), precision, precision.sum(axis=0) / whole, centre, apart)
    return centre, float(1.0 / np.sqrt(whole)), apart


def _alike(speaks: Flags) -> list[Integers]:
    """The draws in which the same anchors speak, together."""
    if speaks.all():
        return [np.arange(speaks.shape[1])]
    patterns = (1 << np.arange(len(speaks))) @ speaks
    return [np.flatnonzero(patterns == number) for number in np.unique(patterns)]


def _weights(apart: Floats, groups: Sequence[Integers]) -> Floats:
    """Of each draw, adding up to one: exp(−½ apart) up to a factor that is the same for all draws
    of a group, in which the same anchors speak."""
    weights = np.full(len(apart), 1.0 / len(apart))
    for mine in groups:
        if np.isfinite(apart[mine[0]]):
            own = apart if len(groups) == 1 else apart[mine]
            raw = np.exp(-0.5 * (own - own.min()))
            weights[mine] = raw * (len(mine) / (float(raw.sum()) * len(apart)))
    return weights


def _resampled(weights: Floats, random: np.random.Generator) -> Integers:
    """Systematic: as many draws as before, each as often as its weight says, rounded either way;
    equal weights keep every draw in its place."""
    from gpstudio.phenology.compiled_combining import picked

    count = len(weights)
    picks = np.arange(count, dtype=np.int64)
    if weights.max() - weights.min() > 1e-12 / count:
        picked(weights, random.uniform(), picks)
    return picks


def _agreement(said: Floats, covariance: Floats) -> float:
    """From the anchors' middles and whole widths: with S = Σ + what their draws vary,
    (m − centre 1)ᵀ S⁻¹ (m − centre 1) is chi-squared with one less degree of freedom than anchors,
    if they are sound."""
    from gpstudio.phenology.compiled_combining import middles

    if len(said) < 2:
        return 1.0
    middle, varied = np.empty((2, len(said)))
    middles(said, middle, varied)
    heard: Flags = np.isfinite(middle)
    if np.count_nonzero(heard) < 2:
        return 1.0
    from scipy.special import gammaincc

    whole = covariance + np.diag(varied)
    _, _, apart = _joined(middle[heard, None], whole, heard)
    return float(gammaincc(0.5 * (np.count_nonzero(heard) - 1), 0.5 * float(apart[0])))
