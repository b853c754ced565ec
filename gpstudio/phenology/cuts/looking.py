"""Looking for cuts: the likeliest is taken, again and again, until nothing speaks for one more.

A reading that is low may be a cloud's: at every step the likeliest cut and the likeliest cloud
stand against each other, each with its prior odds. At the end each cut is asked again, given all
others: that says how surely it is one, and on which day it was.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.phenology.cuts.sward import REGROWTH, Scene, Sward

APART = 20.0
"""Days between two cuts, at least."""
NOISES = (0.03, 0.06, 0.12)
"""Standard deviations of a reading, in ranges of the readings; the likeliest counts."""
RISEN, AGAIN, UNKNOWN = 0.1, 60.0, 30.0
"""Of the range, by which a sward that was cut has risen after so many days; before so many nobody
knows whether it does."""
MOST = 40
"""Steps."""
FEWEST = 6
"""Readings: fewer show no course."""
DAY = 1.0
NOON = 0.45
"""Of a day: when it was read, where nobody says. Satellites pass by about then, and the field may
be cut before or after."""
EVEN = 0.1
"""Of the weight of a gap between readings, so much is spread evenly over its days: how a sward
grows in the first days after a cut is not known that well. Chosen on one generator (without it 87 %
of the cuts lie in their 90 % intervals), judged on another (tests/benchmarks/cuts.py)."""


@dataclass(frozen=True, eq=False)
class Cut:
    """One cut: how surely it is one, and on which day, as the share of each day."""

    probability: float
    days: Floats
    shares: Floats

    @property
    def middle(self) -> float:
        return float(np.interp(0.5, np.cumsum(self.shares), self.days))

    def draws(self, count: int, random: np.random.Generator) -> Floats:
        """Days, anywhere in theirs; NaN as often as there may have been no cut."""
        levels = (random.permutation(count) + random.random(count)) / count
        place = np.searchsorted(np.cumsum(self.shares), levels * self.shares.sum())
        days = self.days[np.minimum(place, len(self.days) - 1)] + DAY * (random.random(count) - 0.5)
        there = random.permutation(count) < round(self.probability * count)
        return np.where(there, days, np.nan)


def cuts_of(time: Floats, value: Floats, smallest: float = 0.0) -> tuple[Cut, ...]:
    """The cuts of one season, in their order; ``smallest`` is the least fall that counts."""
    if len(time) < FEWEST or not np.ptp(value) > 0.0:
        return ()
    low, high = np.quantile(value, [0.05, 0.95])
    unit = max(float(high - low), smallest, 1e-12)
    time = time + (NOON if np.array_equal(time, np.floor(time)) else 0.0)
    days = np.arange(time[0] + 0.5 * DAY, time[-1], DAY)
    scene = Scene(time, value, days, unit, smallest)
    looks = [_Look(scene, share * unit, 0.5 * float(low + high)) for share in NOISES]
    for look in looks:
        look.gather()
    best = max(looks, key=lambda look: look.gained)
    best.ask_again()
    return best.told()


class _Look:
    """One look at a season, at one noise."""

    def __init__(self, scene: Scene, noise: float, tall: float) -> None:
        """``tall``: a sward that is lower is not cut."""
        self._scene = scene
        self._tall = np.where(grows_again(scene), tall, np.inf)
        self._sward = Sward(scene, noise)
        self._gaps = np.searchsorted(scene.time, scene.days, side="right")
        self._firsts = np.flatnonzero(np.diff(self._gaps, prepend=-1))
        self.cuts: list[int] = []
        self.clouds: list[int] = []
        self.gained = _evidence(scene, noise)

    def gather(self) -> None:
        """Take what is likeliest until nothing is likely."""
        for _ in range(MOST):
            odds = self._odds()
            gap, gain = self._likeliest_gap(odds)
            clouds = self._sward.of_clouds()
            clouds[self.clouds] = -np.inf
            cloud = int(np.argmax(clouds))
            if max(gain, clouds[cloud]) <= 0.0:
                return
            if gain >= clouds[cloud]:
                self._take(self._best_of(odds, gap))
                self.gained += gain
            else:
                self._sward.doubt(cloud)
                self.clouds.append(cloud)
                self.gained += float(clouds[cloud])

    def ask_again(self) -> None:
        """Each cut and each cloud, given all others; then what has become likely by that."""
        for cut in list(self.cuts):
            self._drop(cut)
            odds = self._odds()
            gap, gain = self._likeliest_gap(odds)
            if gain > 0.0:
                self._take(self._best_of(odds, gap))
        for cloud in list(self.clouds):
            self._sward.doubt(cloud, -1.0)
            self.clouds.remove(cloud)
            if self._sward.of_clouds()[cloud] > 0.0:
                self._sward.doubt(cloud)
                self.clouds.append(cloud)
        self.gather()

    def told(self) -> tuple[Cut, ...]:
        found = []
        for cut in list(self.cuts):
            self._drop(cut)
            day = cut // len(REGROWTH)
            near = np.abs(self._scene.days - self._scene.days[day]) < APART
            odds = np.where(near, _log_sum(self._odds()), -np.inf)
            self._take(cut)
            total = float(np.logaddexp.reduce(odds))
            if np.isfinite(total):
                probability = float(1.0 / (1.0 + np.exp(-total)))
                shares = self._evened(np.exp(odds - total))
                found.append(Cut(probability, self._scene.days, shares))
        return tuple(sorted(found, key=lambda one: one.middle))

    def _evened(self, shares: Floats) -> Floats:
        counts = np.diff(np.append(self._firsts, len(shares)))
        even = np.repeat(np.add.reduceat(shares, self._firsts) / counts, counts)
        return np.asarray((1.0 - EVEN) * shares + EVEN * even)

    def _odds(self) -> Floats:
        """Of a cut more, on days on which there may be one."""
        may = self._sward.heights(self.cuts) >= self._tall
        for cut in self.cuts:
            may &= np.abs(self._scene.days - self._scene.days[cut // len(REGROWTH)]) >= APART
        return np.where(may[:, None], self._sward.of_cuts(), -np.inf)

    def _likeliest_gap(self, odds: Floats) -> tuple[int, float]:
        """Between two readings one cut is as good as another: days of a gap count together."""
        gaps = np.logaddexp.reduceat(_log_sum(odds), self._firsts)
        best = int(np.argmax(gaps))
        return best, float(gaps[best])

    def _best_of(self, odds: Floats, gap: int) -> int:
        first = self._firsts[gap]
        last = self._firsts[gap + 1] if gap + 1 < len(self._firsts) else len(odds)
        return int(first * odds.shape[1] + np.argmax(odds[first:last]))

    def _take(self, cut: int) -> None:
        self._sward.put(cut)
        self.cuts.append(cut)

    def _drop(self, cut: int) -> None:
        self._sward.put(cut, -1.0)
        self.cuts.remove(cut)


def grows_again(scene: Scene) -> Flags:
    """Whether the sward is seen to rise after each day, or is not read for long enough to know:
    what falls and stays low is autumn, or a field that was ploughed."""
    time, value = scene.time, scene.value
    rise = max(0.5 * scene.smallest, RISEN * scene.unit)
    seen = []
    for first in range(len(time) + 1):
        day = time[first - 1] if first else -np.inf
        after = value[first:][time[first:] <= day + AGAIN]
        risen = len(after) > 0 and np.max(after - np.minimum.accumulate(after)) >= rise
        seen.append(risen or time[-1] < day + UNKNOWN)
    return np.asarray(seen)[np.searchsorted(time, scene.days, side="right")]


def _log_sum(odds: Floats) -> Floats:
    """Over the ways to grow over."""
    return np.asarray(np.logaddexp.reduce(odds, axis=1))


def _evidence(scene: Scene, noise: float) -> float:
    """Of the readings of a sward that nobody cuts."""
    covariance = scene.noiseless + noise**2 * np.eye(len(scene.time))
    factor = np.linalg.cholesky(covariance)
    rest = np.linalg.solve(factor, scene.value - scene.value.mean())
    return float(-0.5 * rest @ rest - np.log(np.diag(factor)).sum())
