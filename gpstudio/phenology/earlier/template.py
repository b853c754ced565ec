"""The common shape of earlier seasons: their curves with time bent until rise and fall agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.phenology.earlier.past import Landmarks, PastSeason

BEYOND = 60.0
"""Days on either side of the season for which the template is known."""
SMOOTH, SMOOTH_SPREAD = 3.0, 10.0
"""Standard deviation (days) of the window that smooths the template, and its residual's spread."""
ROUNDS = 4
"""Template and sizes in turn: each is fitted with the other known."""
LEAST_SIZE = 0.3
RESIDUAL_ON_GROUND, RESIDUAL_IN_LEAF = 0.03, 0.12
"""Prior standard deviation of what the template does not explain, in amplitudes."""


@dataclass(frozen=True, eq=False)
class Aligned:
    """Earlier seasons on the template's days, (seasons, days)."""

    time: Floats
    mean: Floats
    std: Floats
    weight: Floats
    """One a season; they sum to one."""
    rise: float
    fall: float

    @property
    def near(self) -> slice:
        """Days about the season, where ground and amplitude are fitted."""
        first, last = np.searchsorted(self.time, (self.rise - BEYOND, self.fall + BEYOND))
        return slice(int(first), int(last))


@dataclass(frozen=True, eq=False)
class Template:
    """A season is ground + amplitude · shape, and a residual."""

    shape: Floats
    """From zero on the ground to one at the top."""
    spread: Floats
    """Standard deviation of one more season about it, in amplitudes."""
    base: Floats
    amplitude: Floats
    """Of each earlier season."""


def bent(time: Floats, days: Floats, onto: Floats) -> Floats:
    """Times with the rise and fall of ``days`` moved onto those of ``onto``: flanks are shifted,
    what lies between them is stretched."""
    length = days[..., 1:2] - days[..., :1]
    stretch = (onto[..., 1:2] - onto[..., :1]) / length - 1.0
    since = time - days[..., :1]
    between = np.minimum(np.maximum(since, 0.0), length)
    between *= stretch
    between += since
    between += onto[..., :1]
    return np.asarray(between)


def aligned(
    pasts: Sequence[PastSeason],
    moved: Sequence[Floats],
    marks: Sequence[Landmarks],
    weight: Floats,
    window: tuple[float, float],
) -> Aligned:
    """Every season with its time bent so that its rise and fall are those of the mean season."""
    days = np.array([(mark.rise, mark.fall) for mark in marks])
    centre = weight @ days
    time = np.arange(np.floor(window[0] - BEYOND), np.ceil(window[1] + BEYOND) + 1.0)
    whens = [bent(time, centre, own) for own in days]
    together = list(zip(whens, moved, pasts, strict=True))
    mean = np.array([np.interp(when, at, past.mean) for when, at, past in together])
    std = np.array([np.interp(when, at, past.std) for when, at, past in together])
    return Aligned(time, mean, std, weight, float(centre[0]), float(centre[1]))


def template_of(seasons: Aligned, marks: Sequence[Landmarks], prior_worth: float) -> Template:
    """Shape, and each season's ground and amplitude by least squares against it."""
    base = np.array([mark.base for mark in marks])
    amplitude = np.array([mark.amplitude for mark in marks])
    near = seasons.near
    full = _mean_shape(seasons, base, amplitude)
    for _ in range(ROUNDS):
        shape = _without_humps(seasons, full)
        low, high = float(shape[near].min()), float(shape[near].max())
        fitted = _sizes(seasons, (shape - low) / (high - low), amplitude)
        base, amplitude = fitted[0], np.maximum(fitted[1], LEAST_SIZE * amplitude)
        full = _mean_shape(seasons, base, amplitude)
    shape = _without_humps(seasons, full)
    spread = _spread(seasons, shape, full, base, amplitude, prior_worth)
    return Template(shape, spread, base, amplitude)


def counted(weight: Floats) -> float:
    """Seasons of equal weight that are worth as much."""
    return float(weight.sum() ** 2 / (weight @ weight))


def corrected(weight: Floats) -> float:
    """What makes a weighted mean square about the weighted mean an unbiased variance."""
    return float(1.0 / (1.0 - weight @ weight)) if counted(weight) > 1.01 else 0.0


def _sizes(seasons: Aligned, shape: Floats, amplitude: Floats) -> tuple[Floats, Floats]:
    """Ground and amplitude of each season: a straight line of its curve on the shape."""
    near = seasons.near
    weight, x, y = _sure(seasons, amplitude)[:, near], shape[near], seasons.mean[:, near]
    total = weight.sum(axis=1)
    middle, mean = weight @ x / total, (weight * y).sum(axis=1) / total
    apart = x - middle[:, None]
    slope = (weight * apart * y).sum(axis=1) / (weight * apart**2).sum(axis=1)
    return mean - slope * middle, slope


def _sure(seasons: Aligned, amplitude: Floats) -> Floats:
    """How far a curve is known, from zero to one: days in a gap, where it is a guess, count
    less."""
    return np.asarray(1.0 / (1.0 + (seasons.std / (RESIDUAL_IN_LEAF * amplitude[:, None])) ** 2))


def _mean_shape(seasons: Aligned, base: Floats, amplitude: Floats) -> Floats:
    weight = seasons.weight[:, None] * _sure(seasons, amplitude)
    scaled = (seasons.mean - base[:, None]) / amplitude[:, None]
    return _smoothed((weight * scaled).sum(axis=0) / weight.sum(axis=0), SMOOTH)


def _without_humps(seasons: Aligned, shape: Floats) -> Floats:
    """What rises and falls again before the season's own rise, or after its fall, is weeds or a
    catch crop. It need not come again: not to see it says nothing of the season."""
    rise, fall = np.searchsorted(seasons.time, (seasons.rise, seasons.fall))
    plain = shape.copy()
    plain[: rise + 1] = np.minimum.accumulate(shape[: rise + 1][::-1])[::-1]
    plain[fall:] = np.minimum.accumulate(shape[fall:])
    return plain


def _spread(
    seasons: Aligned,
    shape: Floats,
    full: Floats,
    base: Floats,
    amplitude: Floats,
    prior_worth: float,
) -> Floats:
    """By the day: what was seen between the seasons, joined with the prior; humps may return."""
    apart = (seasons.mean - base[:, None]) / amplitude[:, None] - shape
    usual = (RESIDUAL_ON_GROUND + RESIDUAL_IN_LEAF * np.clip(shape, 0.0, 1.0)) ** 2
    usual = _smoothed(usual + (full - shape) ** 2, SMOOTH_SPREAD)
    seen = _smoothed(corrected(seasons.weight) * (seasons.weight @ apart**2), SMOOTH_SPREAD)
    count = counted(seasons.weight)
    more = max(count - 1.0, 0.0)
    variance = (prior_worth * usual + more * seen) / (prior_worth + more)
    return np.sqrt(variance * (1.0 + 1.0 / count))


def _smoothed(numbers: Floats, width: float) -> Floats:
    reach = int(4.0 * width)
    window = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    padded = np.pad(numbers, reach, mode="edge")
    return np.convolve(padded, window / window.sum(), mode="valid")
