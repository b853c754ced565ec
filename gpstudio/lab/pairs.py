"""Two methods beside each other: the ratio of their measurements, or the gain, paired by repeat.

Errors and times differ by factors, so ratios are what is compared: the mean of the logarithm of
a/b over whatever else was varied (budgets), one number a repeat, and Student's interval over the
repeats. Pairs share data, split and seed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.lab.rows import Row, grouped, number
from gpstudio.translation import tr, tr_later

HOLDS = 0.95
ROUNDING = 1e-12
"""Errors below this are rounding: who is ahead there says nothing."""
BEYOND = 1e6
"""Nobody asks how much more than such a factor."""
TIE = 0.05
"""Within this share of each other two methods tie."""


@dataclass(frozen=True)
class Ratio:
    """The geometric mean of a/b, with the interval that holds it with probability 0.95."""

    middle: float
    low: float
    high: float
    repeats: int

    @property
    def outcome(self) -> str:
        """What is said of a, of which less is better; a person reads ``tr`` of it."""
        if self.repeats == 0:
            return tr_later("not measured")
        if not math.isfinite(self.low):
            return tr_later("undecided (one repeat has no interval)")
        if self.low >= 1.0 / (1.0 + TIE) and self.high <= 1.0 + TIE:
            return tr_later("ties")
        if self.high < 1.0:
            return tr_later("wins")
        if self.low > 1.0:
            return tr_later("loses")
        return tr_later("undecided")

    @property
    def told(self) -> str:
        if self.repeats == 0:
            return tr("no pairs")
        if not math.isfinite(self.low):
            return tr("{middle} (one repeat)", middle=_told(self.middle))
        within = f"{_told(self.low)}, {_told(self.high)}"
        return tr(
            "{middle} [{within}] over {repeats} repeats",
            middle=_told(self.middle),
            within=within,
            repeats=self.repeats,
        )


def _told(ratio: float) -> str:
    """To three digits; what is beyond a factor of a million, as that."""
    if not 1.0 / BEYOND <= ratio <= BEYOND:
        return (
            tr("under {beyond:g}", beyond=1.0 / BEYOND)
            if ratio < 1.0
            else tr("over {beyond:,.0f}", beyond=BEYOND)
        )
    return f"{ratio:.3g}" if ratio < 1e3 else f"{float(f'{ratio:.3g}'):,.0f}"


NO_PAIRS = Ratio(math.nan, math.nan, math.nan, 0)


def paired(
    of: Sequence[Row],
    against: Sequence[Row],
    measure: str,
    along: Sequence[str] = ("budget",),
    floor: float = 0.0,
) -> Ratio:
    """The ratio of a measure between rows that share repeat and all of ``along``; what is
    below ``floor``, where rounding speaks, counts as that much, and pairs of which both are say
    nothing. To leave out a pair of which one is would hide where that one is furthest ahead."""
    names = ("repeat", *along)
    there = {key: number(rows[0], measure) for key, rows in grouped(against, *names).items()}
    logs: dict[object, list[float]] = {}
    for key, rows in grouped(of, *names).items():
        own, other = number(rows[0], measure), there.get(key, math.nan)
        if own > 0.0 and other > 0.0 and max(own, other) > floor:
            ratio = max(own, floor) / max(other, floor)
            logs.setdefault(key[0], []).append(math.log(ratio))
    return interval([float(np.mean(some)) for some in logs.values()])


def interval(logs: Sequence[float]) -> Ratio:
    """Student's interval of a mean of logarithms, as a ratio."""
    if not logs:
        return NO_PAIRS
    middle = float(np.mean(logs))
    if len(logs) == 1:
        return Ratio(math.exp(middle), -math.inf, math.inf, 1)
    half = _half(np.asarray(logs))
    return Ratio(math.exp(middle), math.exp(middle - half), math.exp(middle + half), len(logs))


def _half(each: Floats) -> float:
    """Of Student's interval of their mean; infinite of one."""
    if len(each) < 2:
        return math.inf
    from scipy.special import stdtrit

    spread = float(np.std(each, ddof=1)) / math.sqrt(len(each))
    return float(stdtrit(len(each) - 1, 0.5 + 0.5 * HOLDS)) * spread


def mean_of(rows: Sequence[Row], measure: str) -> float:
    """The mean of what is there; NaN where nothing is."""
    numbers = [number(row, measure) for row in rows]
    known = [value for value in numbers if math.isfinite(value)]
    return float(np.mean(known)) if known else math.nan


@dataclass(frozen=True)
class Gain:
    """What one model has more than another of the same readings, a mean over curves."""

    middle: float
    half: float
    """Of the 95 % interval by Student; infinite of a single curve."""
    ahead: int
    curves: int

    @property
    def told(self) -> str:
        if not self.curves:
            return tr("not known")
        return tr(
            "{middle:+.2f} ± {half:.2f}, ahead on {ahead} of {curves}",
            middle=self.middle,
            half=self.half,
            ahead=self.ahead,
            curves=self.curves,
        )


def gain_of(rows: Sequence[Row], others: Sequence[Row], column: str) -> Gain:
    """Paired by curve."""
    there = {row["repeat"]: number(row, column) for row in others}
    pairs = [(number(row, column), there.get(row["repeat"], math.nan)) for row in rows]
    each = np.array([one - other for one, other in pairs if math.isfinite(one - other)])
    if not len(each):
        return Gain(math.nan, math.inf, 0, 0)
    return Gain(float(each.mean()), _half(each), int((each > 0.0).sum()), len(each))
