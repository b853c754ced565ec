"""Whether drawn dates come in several groups: "either about 12 May (60 %) or about 3 June (40 %)".

A density is laid over the draws, as wide as Silverman's rule (1986, eq. 3.31) says. A dip in it
parts two groups where it has at most half the height of the lower of the highest summits on its two
sides, where that is more than chance, and where each side has at least a tenth of the draws. Where
the draws are spread much wider than their middle half, a second, wider density is looked at too: it
sees a broad group beside a narrow one.

The variance of a density of n draws by a kernel k on a grid is its height times Σ k² (counts are
Poisson), so that chance is told from the dip's depth over √((summit + dip) Σ k²).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.quantiles import ascending
from gpstudio.translation import any_of, tr

LEAST_SHARE = 0.1
"""Of the draws that reach the stage: fewer are a tail."""
DIP = 0.5
"""Of the lower summit: what a dip is at most."""
SURE = 4.0
"""Standard deviations of the density's noise between dip and summit."""
TAIL = 0.01
"""Of the draws, at either end, is not looked at."""
FEWEST = 50
"""Draws below which nothing is said."""
APART = 5.0
"""Days between the middles of two groups: nearer ones are one date to anybody."""
_STEPS = 2.0
"""Steps of the grid in one standard deviation of the kernel."""
_MOST_STEPS = 4_096
_KERNEL = np.exp(-0.5 * (np.arange(-7, 8) / _STEPS) ** 2)
_KERNEL /= _KERNEL.sum()
_BARS = np.array([DIP, SURE**2 * float(np.sum(_KERNEL**2))])
_MOST_CUTS = int(1.0 / LEAST_SHARE)


@dataclass(frozen=True)
class DrawsMode:
    """One group of draws: where half of them lie on either side, and how many it has."""

    middle: float
    share: float


@dataclass(frozen=True)
class Modes:
    """In the order of time; one where the draws agree, none where there are none."""

    modes: tuple[DrawsMode, ...]

    @property
    def several(self) -> bool:
        return len(self.modes) > 1

    def told(self, say: Callable[[float], str]) -> str:
        """In words, where there are several; ``say`` writes a time for people."""
        if not self.several:
            return ""
        each = [
            tr("about {date} ({share:.0f} %)", date=say(mode.middle), share=100.0 * mode.share)
            for mode in self.modes
        ]
        return tr("either {dates}", dates=any_of(each))


def modes_of(draws: Floats, apart: float = APART) -> Modes:
    """The groups of the draws that are dates; ``apart`` in the unit of the time axis."""
    return modes_in(ascending(draws), apart)


def modes_in(dates: Floats, apart: float = APART) -> Modes:
    """The same of dates in their order."""
    if not len(dates):
        return Modes(())
    whole = Modes((DrawsMode(_middle(dates), 1.0),))
    tail = int(TAIL * len(dates))
    if len(dates) < FEWEST or not dates[-1 - tail] - dates[tail] > apart:
        return whole
    for width in _widths(dates, apart):
        cuts = _cuts(dates, tail, width)
        if not cuts:
            continue
        ends = pairwise([0, *cuts, len(dates)])
        groups = _apart([dates[first:after] for first, after in ends], apart)
        if len(groups) > 1:
            shares = (len(group) / len(dates) for group in groups)
            return Modes(tuple(map(DrawsMode, map(_middle, groups), shares)))
    return whole


def _middle(dates: Floats) -> float:
    """The median of dates in their order."""
    return 0.5 * float(dates[(len(dates) - 1) // 2] + dates[len(dates) // 2])


def _widths(dates: Floats, apart: float) -> list[float]:
    """Of the kernel: Silverman's, and that of all draws where these are spread much wider."""
    from gpstudio.phenology.quality.compiled_modes import widths_of

    usual, wide = widths_of(dates, apart)
    return [usual, wide] if wide > 1.5 * usual else [usual]


def _cuts(dates: Floats, tail: int, width: float) -> list[int]:
    """Places in the sorted draws between which groups lie."""
    from gpstudio.phenology.quality.compiled_modes import cut_at

    found, least = np.empty(_MOST_CUTS, dtype=np.int64), LEAST_SHARE * len(dates)
    count = cut_at(dates, tail, width, _KERNEL, _STEPS, _MOST_STEPS, least, _BARS, found)
    return sorted(found[:count].tolist())


def _apart(groups: list[Floats], apart: float) -> list[Floats]:
    """Neighbours that are too near to be told apart become one."""
    found = [groups[0]]
    for group in groups[1:]:
        if _middle(group) - _middle(found[-1]) < apart:
            found[-1] = np.concatenate([found[-1], group])
        else:
            found.append(group)
    return found
