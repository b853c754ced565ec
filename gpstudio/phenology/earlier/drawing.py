"""Joint draws of the season under way: by earlier seasons alone, and with what is read so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers
from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.quantiles import quantiles
from gpstudio.core.task import QUIET, Task
from gpstudio.phenology.earlier.gathering import gathered
from gpstudio.phenology.earlier.past import PastSeason, by_sowing
from gpstudio.phenology.earlier.pattern import Pattern, pattern_of
from gpstudio.phenology.earlier.weighing import (
    LENGTH,
    NUGGET,
    Particles,
    Read,
    by_grade,
    prior_traits,
    weighed,
)
from gpstudio.translation import tr, tr_count

LEVELS = (0.05, 0.25, 0.5, 0.75, 0.95)
"""Of the quantiles by which draws are shown."""


@dataclass(frozen=True, eq=False)
class EarlierDraws:
    """Curves of the season under way, (times, draws)."""

    prior: Floats
    """As earlier seasons alone let expect it."""
    posterior: Floats
    """With the readings so far."""
    words: str
    """What they rest on."""

    @cached_property
    def prior_fan(self) -> Floats:
        """Quantiles of each time, (levels, times)."""
        return quantiles(self.prior, LEVELS)

    @cached_property
    def fan(self) -> Floats:
        return quantiles(self.posterior, LEVELS)

    @property
    def middle(self) -> Floats:
        """The median of each time."""
        return np.asarray(self.fan[LEVELS.index(0.5)])


def current_draws(
    pasts: Sequence[PastSeason],
    time: Floats,
    readings_time: Floats,
    readings_value: Floats,
    noise_variance: Floats,
    count: int,
    random: np.random.Generator,
    group: str = "",
    sowing: float | None = None,
    task: Task = QUIET,
) -> EarlierDraws:
    """On an ascending grid that holds the whole season; ``group`` is the field whose season it is,
    ``sowing`` its sowing day.

    A draw of the posterior is one of the seasons that agree with the readings, moved through them
    as closely as their noise says (Matheron's rule). Matrices are made of the readings, so very
    many are gathered first.
    """
    if not len(pasts):
        raise InputError(tr("No earlier season of this crop is known: nothing can be foretold."))
    pattern = pattern_of(pasts, float(time[0]), float(time[-1]), group, sowing)
    noise = np.asarray(noise_variance, dtype=np.float64)
    readings_time, readings_value, noise = gathered(readings_time, readings_value, noise)
    every = np.concatenate([time, readings_time])
    alike = _alike(every)
    task.check()
    wiggles = np.linalg.cholesky(alike) @ random.standard_normal((len(every), count))
    prior = _prior(pattern, time, wiggles[: len(time)], random)
    words = _words(pasts, group, by_sowing(pasts, sowing))
    if not len(readings_time):
        return EarlierDraws(prior, prior, words)
    across = alike[: len(time), len(time) :]
    read = Read(readings_time, readings_value, noise)
    particles = weighed(pattern, read, random, task)
    drawn = _posterior(pattern, particles, read, time, across, wiggles, random, task)
    return EarlierDraws(prior, drawn, words)


def _prior(pattern: Pattern, time: Floats, wiggles: Floats, random: np.random.Generator) -> Floats:
    count = wiggles.shape[1]
    traits = prior_traits(pattern, 2 * count, random)
    traits = traits[np.arange(count) % len(traits)]
    base = pattern.base + np.sqrt(pattern.base_variance) * random.standard_normal(count)
    return _curves(pattern, time, traits, base, wiggles)


def _posterior(
    pattern: Pattern,
    particles: Particles,
    read: Read,
    time: Floats,
    across: Floats,
    wiggles: Floats,
    random: np.random.Generator,
    task: Task,
) -> Floats:
    """``across`` is the residual's correlation between grid and readings, ``wiggles`` standard
    normal draws of it at both."""
    from gpstudio.phenology.earlier.chain import whiten, whiten_back

    count = wiggles.shape[1]
    picks = _resampled(particles.weights, count, random)
    traits = particles.traits[picks]
    base = particles.base[picks]
    base = base + np.sqrt(particles.base_variance[picks]) * random.standard_normal(count)
    drawn = _curves(pattern, time, traits, base, wiggles[: len(time)])
    foretold = _curves(pattern, read.time, traits, base, wiggles[len(time) :])
    errors = np.sqrt(read.noise)[:, None] * random.standard_normal(foretold.shape)
    off = read.value[:, None] - foretold - errors
    for grade, mine in by_grade(pattern, traits):
        task.check()
        there, here = (pattern.residual(t, np.array([grade]))[0] for t in (time, read.time))
        steps, pull = read.steps(here), np.ascontiguousarray(off[:, mine].T)
        whiten(steps, here, pull)
        whiten_back(steps, here, pull)
        drawn[:, mine] += there[:, None] * (across @ (here * pull).T)
    return drawn


def _curves(
    pattern: Pattern, time: Floats, traits: Floats, base: Floats, wiggles: Floats
) -> Floats:
    """With their residuals, (times, seasons)."""
    residual = pattern.residual(time, pattern.grades(traits))
    return np.asarray(pattern.curves(time, traits, base).T + residual.T * wiggles)


def _alike(time: Floats) -> Floats:
    """Correlation of what the template does not explain."""
    far = np.sqrt(3.0) * np.abs(time[:, None] - time) / LENGTH
    correlation = (1.0 + far) * np.exp(-far)
    correlation[np.diag_indices(len(time))] += NUGGET
    return np.asarray(correlation)


def _resampled(weights: Floats, count: int, random: np.random.Generator) -> Integers:
    """Systematic, in random order: as many of each as its weight says, rounded either way."""
    steps = (random.random() + np.arange(count)) / count
    picks = np.minimum(np.searchsorted(np.cumsum(weights), steps), len(weights) - 1)
    return np.asarray(random.permutation(picks), dtype=np.int64)


def _words(pasts: Sequence[PastSeason], group: str, sown: bool) -> str:
    own = sum(past.group == group for past in pasts)
    other = len(pasts) - own
    of_this = tr_count(own, "{n} earlier season of this field", "{n} earlier seasons of this field")
    of_others = tr_count(
        other, "{n} earlier season of other fields", "{n} earlier seasons of other fields"
    )
    if own and other:
        seasons = tr("{seasons} and {count} of other fields", seasons=of_this, count=other)
    else:
        seasons = of_this if own else of_others
    words = tr("{seasons}, by days since sowing", seasons=seasons) if sown else seasons
    if len(pasts) > 1:
        return words
    return tr("{seasons}; with one alone the dates are wide", seasons=words)
