"""Joint draws of the season under way: by earlier seasons alone, and with what is read so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.errors import InputError
from gpstudio.phenology.curves import SeasonCurves
from gpstudio.phenology.earlier.past import PastSeason
from gpstudio.phenology.earlier.pattern import Pattern, pattern_of
from gpstudio.phenology.earlier.weighing import Read, prior_days, weighed
from gpstudio.phenology.measures.thresholds import Fall, Rise
from gpstudio.phenology.season import Season

LENGTH = 12.0
"""Days over which what the template does not explain hangs together (Matérn 3/2)."""
NUGGET = 1e-7
LEAST_SHRUNK = 0.25
"""Of the variance of R and F that is left when that of the drawn curves is taken off."""
LIKELY = (0.16, 0.84)
"""Quantiles one standard deviation on either side of a normal's middle."""


@dataclass(frozen=True, eq=False)
class EarlierDraws:
    """Curves of the season under way, (times, draws)."""

    prior: Floats
    """As earlier seasons alone let expect it."""
    posterior: Floats
    """With the readings so far."""
    words: str
    """What they rest on."""


def current_draws(
    pasts: Sequence[PastSeason],
    time: Floats,
    readings_time: Floats,
    readings_value: Floats,
    noise_variance: Floats,
    count: int,
    random: np.random.Generator,
    group: str = "",
) -> EarlierDraws:
    """On an ascending grid that holds the whole season; ``group`` is the field whose season it is.

    A draw of the posterior is one of the prior with the same R and F, moved by what the readings
    say of it (Matheron's rule), so that it goes through them as closely as their noise says.
    """
    if not len(pasts):
        raise InputError("No earlier season of this crop is known: nothing can be foretold.")
    pattern = pattern_of(pasts, float(time[0]), float(time[-1]), group)
    every = np.concatenate([time, readings_time])
    covariance = _residual(pattern, every)
    root = np.linalg.cholesky(covariance)
    wiggles = root @ random.standard_normal((len(every), count))
    pattern, prior = _prior(pattern, time, wiggles[: len(time)], count, random)
    words = _words(pasts, group)
    if not len(readings_time):
        return EarlierDraws(prior, prior, words)
    among = covariance[len(time) :, len(time) :] + np.diag(noise_variance)
    inverse = np.linalg.inv(np.linalg.cholesky(among))
    particles = weighed(pattern, Read(readings_time, readings_value, inverse), random)
    picks = _resampled(particles.weights, count, random)
    sizes = particles.sizes[picks] + _normals(particles.precision[picks], random)
    curves = _curves(pattern, every, particles.days[picks], sizes) + wiggles
    errors = np.sqrt(noise_variance)[:, None] * random.standard_normal((len(readings_time), count))
    off = readings_value[:, None] - curves[len(time) :] - errors
    across = covariance[: len(time), len(time) :]
    posterior = curves[: len(time)] + across @ (inverse.T @ (inverse @ off))
    return EarlierDraws(prior, posterior, words)


def _prior(
    pattern: Pattern, time: Floats, wiggles: Floats, count: int, random: np.random.Generator
) -> tuple[Pattern, Floats]:
    """Draws without readings, and the pattern with its days set right.

    R and F of earlier seasons were read off whole curves, wiggles and all. The template's own are
    to be such that those of drawn curves, wiggles added, come out as they were.
    """
    sizes = pattern.sizes + np.sqrt(pattern.sizes_variance) * random.standard_normal((count, 2))
    sizes[:, 1] = np.abs(sizes[:, 1])
    days = _resized(prior_days(pattern, 2 * count, random), count)
    curves = _curves(pattern, time, days, sizes) + wiggles
    drawn = SeasonCurves(_season(time), time, curves)
    apart = np.stack([Rise(50.0).of(drawn), Fall(50.0).of(drawn)], axis=1) - days
    seen = np.isfinite(apart).all(axis=1)
    if not seen.any():
        return pattern, curves
    shift = np.median(apart[seen], axis=0)
    low, high = np.quantile(apart[seen], LIKELY, axis=0)
    left = 1.0 - (0.5 * (high - low)) ** 2 / np.diag(pattern.days_scatter)
    shrunk = np.sqrt(np.maximum(left, LEAST_SHRUNK))
    scatter = pattern.days_scatter * shrunk[:, None] * shrunk
    mended = replace(pattern, days=pattern.days - shift, days_scatter=scatter)
    days = (days - pattern.days) * shrunk + mended.days
    return mended, _curves(pattern, time, days, sizes) + wiggles


def _curves(pattern: Pattern, time: Floats, days: Floats, sizes: Floats) -> Floats:
    return np.asarray((sizes[:, :1] + sizes[:, 1:] * pattern.at(time, days)).T)


def _residual(pattern: Pattern, time: Floats) -> Floats:
    """Covariance of what the template does not explain."""
    scale = np.interp(time, pattern.time, pattern.residual)
    far = np.sqrt(3.0) * np.abs(time[:, None] - time) / LENGTH
    covariance = (1.0 + far) * np.exp(-far) * scale[:, None] * scale
    covariance[np.diag_indices(len(time))] += NUGGET * np.mean(scale**2)
    return np.asarray(covariance)


def _season(time: Floats) -> Season:
    start, end = float(time[0]), float(time[-1])
    return Season("", start, 0.5 * (start + end), end, cut_left=False, cut_right=False)


def _resized(days: Floats, count: int) -> Floats:
    return days[np.arange(count) % len(days)]


def _resampled(weights: Floats, count: int, random: np.random.Generator) -> Integers:
    """Systematic, in random order: as many of each as its weight says, rounded either way."""
    steps = (random.random() + np.arange(count)) / count
    picks = np.minimum(np.searchsorted(np.cumsum(weights), steps), len(weights) - 1)
    return np.asarray(random.permutation(picks), dtype=np.int64)


def _normals(precision: Floats, random: np.random.Generator) -> Floats:
    """One draw for each precision matrix."""
    root = np.linalg.cholesky(np.linalg.inv(precision))
    return np.asarray(np.einsum("nij,nj->ni", root, random.standard_normal((len(precision), 2))))


def _words(pasts: Sequence[PastSeason], group: str) -> str:
    own = sum(past.group == group for past in pasts)
    other = len(pasts) - own
    parts = [f"{own} earlier season{'' if own == 1 else 's'} of this field"] * (own > 0)
    parts += [f"{other} of other fields"] * (other > 0)
    return " and ".join(parts)
