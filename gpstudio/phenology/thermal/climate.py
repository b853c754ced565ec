"""What a day without a temperature is likely to count, from the rest of the record."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats, Integers

WINDOW = 10
"""The mean of a day of the year takes in so many days on either side."""
BLOCK = 30
"""Years are compared by sums over so many days, about as long as a phase of a crop."""
FEWEST_YEARS = 3
USUAL_DOUBT = 0.10
"""How far a phase's degree days stray from their mean, as a share, where the record is too short
to tell: 1.5 °C between years at 15 °C."""
YEAR = 366


@dataclass(frozen=True, eq=False)
class Climate:
    """Mean degree days by day of the year; NaN where the record never comes near."""

    mean: Floats
    doubt: float
    """Standard deviation between years of a phase's sum, as a share of that sum."""

    def at(self, day: Floats) -> Floats:
        return np.asarray(self.mean[day_of_year(day)])


def climate_of(day: Floats, degree_days: Floats) -> Climate:
    """The degree days are averaged, not the temperatures: the response is not straight."""
    place = day_of_year(day)
    sums = np.bincount(place, degree_days, YEAR).astype(np.float64)
    counts = np.bincount(place, minlength=YEAR).astype(np.float64)
    near, seen = _summed_nearby(sums), _summed_nearby(counts)
    mean = np.divide(near, seen, out=np.full(YEAR, np.nan), where=seen > 0.5)
    return Climate(mean, _doubt(day, degree_days))


def day_of_year(day: Floats) -> Integers:
    """Counted from 0; of days since 1 January 1970."""
    dates = np.floor(day).astype(np.int64).astype("datetime64[D]")
    first = dates.astype("datetime64[Y]").astype("datetime64[D]")
    return np.asarray((dates - first).astype(np.int64))


def _summed_nearby(yearly: Floats) -> Floats:
    wrapped = np.concatenate([yearly[-WINDOW:], yearly, yearly[:WINDOW]])
    return np.convolve(wrapped, np.ones(2 * WINDOW + 1), mode="valid")


def _doubt(day: Floats, degree_days: Floats) -> float:
    """From blocks of the year that enough years saw whole, by a typical block's variance; the mean
    of few years is itself uncertain, which adds its share."""
    year = np.floor(day).astype(np.int64).astype("datetime64[D]").astype("datetime64[Y]")
    _, row = np.unique(year, return_inverse=True)
    column = np.minimum(day_of_year(day) // BLOCK, YEAR // BLOCK - 1)
    sums = np.zeros((row.max() + 1, YEAR // BLOCK))
    counts = np.zeros_like(sums)
    np.add.at(sums, (row, column), degree_days)
    np.add.at(counts, (row, column), 1.0)
    variances, means = [], []
    for block in range(sums.shape[1]):
        whole = counts[:, block] >= BLOCK
        years = np.count_nonzero(whole)
        if years >= FEWEST_YEARS:
            daily = sums[whole, block] / counts[whole, block]
            variances.append(float(np.var(daily, ddof=1)) * (1.0 + 1.0 / years))
            means.append(float(np.mean(daily)))
    if not means or max(means) <= 0.0:
        return USUAL_DOUBT
    return float(np.sqrt(np.mean(variances)) / np.mean(means))
