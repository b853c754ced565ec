"""What earlier seasons have in common, and how they differ: a template with its spread.

A season is f(t) = b + a · T(w(t)) + r(t). T is the seasons' common shape; w moves and stretches
time so that the half-way days of rise and fall, R and F, fall on the template's; b and a are
ground and amplitude; r is what the template does not explain. What is not known of R, F, b and a
is their spread between the seasons, joined with a weak prior that counts as much as so many
seasons: with one or two of them the prior decides, with ten it hardly matters.

Seasons of other fields count for a third of this field's own, and amplitudes of long ago for less
than recent ones, because varieties, cameras and sensors change.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.phenology.earlier.past import Landmarks, PastSeason, landmarks_of

OTHER_FIELD = 1.0 / 3.0
RECENT = 4.0
"""Years after which an amplitude counts for e times less."""
SPREAD_OF_DAYS, TOGETHER = 12.0, 0.5
"""Prior standard deviation of R and of F between seasons (days), and their correlation."""
SEASONS_OF_DAYS, SEASONS_OF_SIZES = 6.0, 2.0
"""As many seasons as the prior of R and F, and that of sizes and residual, are worth."""
SPREAD_OF_AMPLITUDE, SPREAD_OF_BASE = 0.3, 0.1
"""Prior standard deviation, in amplitudes."""
RESIDUAL_ON_GROUND, RESIDUAL_IN_LEAF = 0.03, 0.1
"""Prior standard deviation of what the template does not explain, in amplitudes."""
BEYOND = 60.0
"""Days on either side of the season for which the template is known."""
SMOOTH, SMOOTH_SPREAD = 3.0, 10.0
"""Standard deviation (days) of the window that smooths the template, and its residual's spread."""
ROUNDS = 4
"""Template and sizes in turn: each is fitted with the other known."""
LEAST_SIZE = 0.3


@dataclass(frozen=True, eq=False)
class Pattern:
    """Days are those of the season under way."""

    time: Floats
    """Daily; of the template, whose half-way days are ``rise`` and ``fall``."""
    shape: Floats
    """From nought on the ground to one at the top."""
    residual: Floats
    """Standard deviation of what the template does not explain, in the unit of the index."""
    rise: float
    fall: float
    days: Floats
    """Where R and F of a season are expected."""
    days_scatter: Floats
    """Their scale, (2, 2), of a Student-t with ``freedom``."""
    freedom: float
    sizes: Floats
    """Ground and amplitude expected."""
    sizes_variance: Floats
    effective: float
    """So many seasons of equal weight are worth as much."""

    def warped(self, time: Floats, days: Floats) -> Floats:
        """The template's day for each time, one row for each row of ``days`` (R and F)."""
        rise, fall = days[:, :1], days[:, 1:]
        between = self.rise + (time - rise) * ((self.fall - self.rise) / (fall - rise))
        early, late = time - rise + self.rise, time - fall + self.fall
        return np.where(time < rise, early, np.where(time > fall, late, between))

    def at(self, time: Floats, days: Floats) -> Floats:
        """The template of seasons with these days, (seasons, times)."""
        place = np.clip(self.warped(time, days) - self.time[0], 0.0, len(self.time) - 1.001)
        before = place.astype(np.intp)
        share = place - before
        return np.asarray(self.shape[before] * (1.0 - share) + self.shape[before + 1] * share)


def pattern_of(pasts: Sequence[PastSeason], start: float, end: float, group: str) -> Pattern:
    """From earlier seasons to what is expected of the one between ``start`` and ``end``."""
    middle = 0.5 * (start + end)
    moved = [past.moved_to(middle) for past in pasts]
    marks = [landmarks_of(time, past.mean) for time, past in zip(moved, pasts, strict=True)]
    whole = [place for place, mark in enumerate(marks) if mark.is_whole]
    if not whole:
        raise InputError("None of the earlier seasons rises and falls: nothing can be learnt.")
    pasts, moved = [pasts[i] for i in whole], [moved[i] for i in whole]
    marks = [marks[i] for i in whole]
    weight = np.array([1.0 if past.group == group else OTHER_FIELD for past in pasts])
    age = np.abs([past.years_to(middle) for past in pasts])
    weight, recent = _shares(weight), _shares(weight * np.exp(-age / RECENT))
    days = np.array([(mark.rise, mark.fall) for mark in marks])
    centre = weight @ days
    time = np.arange(np.floor(start - BEYOND), np.ceil(end + BEYOND) + 1.0)
    curves = _aligned(pasts, moved, days, time, centre)
    shape, base, amplitude = _common(curves, marks, weight, time, centre)
    spread = _unexplained(curves, shape, base, amplitude, weight)
    usual = float(recent @ amplitude)
    variances = [
        _variance(base, recent, SPREAD_OF_BASE * usual),
        _variance(amplitude, recent, SPREAD_OF_AMPLITUDE * usual),
    ]
    counted = _count(weight)
    return Pattern(
        time=time,
        shape=shape,
        residual=spread * usual,
        rise=float(centre[0]),
        fall=float(centre[1]),
        days=np.array([_median(column, weight) for column in days.T]),
        days_scatter=_scatter(days, weight),
        freedom=SEASONS_OF_DAYS + max(counted - 1.0, 0.0),
        sizes=np.array([float(recent @ base), usual]),
        sizes_variance=np.array(variances),
        effective=counted,
    )


def _shares(weight: Floats) -> Floats:
    return np.asarray(weight / weight.sum())


def _count(share: Floats) -> float:
    """Seasons of equal weight that are worth as much."""
    return float(1.0 / (share @ share))


def _corrected(share: Floats) -> float:
    """What makes a weighted mean square about the weighted mean an unbiased variance."""
    return float(1.0 / (1.0 - share @ share)) if _count(share) > 1.01 else 0.0


def _aligned(
    pasts: Sequence[PastSeason],
    moved: Sequence[Floats],
    days: Floats,
    time: Floats,
    centre: Floats,
) -> Floats:
    """Every season with its time bent so that its R and F are those of the template."""
    rows = []
    for past, when, (rise, fall) in zip(pasts, moved, days, strict=True):
        between = rise + (time - centre[0]) * ((fall - rise) / (centre[1] - centre[0]))
        early, late = time - centre[0] + rise, time - centre[1] + fall
        bent = np.where(time < centre[0], early, np.where(time > centre[1], late, between))
        rows.append(np.interp(bent, when, past.mean))
    return np.array(rows)


def _common(
    curves: Floats, marks: Sequence[Landmarks], weight: Floats, time: Floats, centre: Floats
) -> tuple[Floats, Floats, Floats]:
    """The template, and each season's ground and amplitude by least squares against it."""
    base = np.array([mark.base for mark in marks])
    amplitude = np.array([mark.amplitude for mark in marks])
    near = (time > centre[0] - BEYOND) & (time < centre[1] + BEYOND)
    shape = _template(curves, base, amplitude, weight)
    for _ in range(ROUNDS if len(marks) > 1 else 1):
        low, high = float(shape[near].min()), float(shape[near].max())
        shape = (shape - low) / (high - low)
        design = np.stack([np.ones(np.count_nonzero(near)), shape[near]], axis=1)
        fitted = np.linalg.lstsq(design, curves[:, near].T, rcond=None)[0]
        base, amplitude = fitted[0], np.maximum(fitted[1], LEAST_SIZE * amplitude)
        if len(marks) > 1:
            shape = _template(curves, base, amplitude, weight)
    return shape, base, amplitude


def _template(curves: Floats, base: Floats, amplitude: Floats, weight: Floats) -> Floats:
    return _smoothed(weight @ ((curves - base[:, None]) / amplitude[:, None]), SMOOTH)


def _unexplained(
    curves: Floats, shape: Floats, base: Floats, amplitude: Floats, weight: Floats
) -> Floats:
    """Standard deviation of the seasons about the template, in amplitudes, by the day."""
    apart = (curves - base[:, None]) / amplitude[:, None] - shape
    counted = _count(weight)
    seen = _smoothed(_corrected(weight) * (weight @ apart**2), SMOOTH_SPREAD)
    usual = (RESIDUAL_ON_GROUND + RESIDUAL_IN_LEAF * np.clip(shape, 0.0, 1.0)) ** 2
    more = max(counted - 1.0, 0.0)
    variance = (SEASONS_OF_SIZES * usual + more * seen) / (SEASONS_OF_SIZES + more)
    return np.sqrt(variance * (1.0 + 1.0 / counted))


def _variance(sizes: Floats, weight: Floats, usual: float) -> float:
    """Of one more season: between seasons, joined with the prior, and of their mean."""
    counted = _count(weight)
    more = max(counted - 1.0, 0.0)
    seen = _corrected(weight) * float(weight @ (sizes - weight @ sizes) ** 2)
    variance = (SEASONS_OF_SIZES * usual**2 + more * seen) / (SEASONS_OF_SIZES + more)
    return variance * (1.0 + 1.0 / counted)


def _scatter(days: Floats, weight: Floats) -> Floats:
    """Of R and F of one more season."""
    counted = _count(weight)
    more = max(counted - 1.0, 0.0)
    apart = days - weight @ days
    seen = _corrected(weight) * (apart.T * weight) @ apart
    usual = SPREAD_OF_DAYS**2 * np.array([[1.0, TOGETHER], [TOGETHER, 1.0]])
    joined = (SEASONS_OF_DAYS * usual + more * seen) / (SEASONS_OF_DAYS + more)
    return np.asarray(joined * (1.0 + 1.0 / counted))


def _median(numbers: Floats, weight: Floats) -> float:
    order = np.argsort(numbers)
    reached = np.cumsum(weight[order]) - 0.5 * weight[order]
    return float(np.interp(0.5, reached, numbers[order]))


def _smoothed(numbers: Floats, width: float) -> Floats:
    reach = int(4.0 * width)
    window = np.exp(-0.5 * (np.arange(-reach, reach + 1) / width) ** 2)
    padded = np.pad(numbers, reach, mode="edge")
    return np.convolve(padded, window / window.sum(), mode="valid")
