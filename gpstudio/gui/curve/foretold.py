"""The rest of the season under way, as earlier seasons let expect it: numbers for drawing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.session.fitting import Fit


@dataclass(frozen=True, eq=False)
class Foretold:
    """Quantiles over the draws, (quantiles, times)."""

    season: str
    time: Floats
    """From the last reading to the season's end."""
    posterior: Floats
    """With what was read of this season."""
    prior_time: Floats
    """The whole season."""
    prior: Floats
    """By earlier seasons alone."""
    words: str
    """What it rests on."""

    def on(self, time: float) -> tuple[float, float, float] | None:
        """Lower end, median and upper end of the 90 % interval."""
        if not self.time[0] <= time <= self.time[-1]:
            return None
        low, middle, high = (
            float(np.interp(time, self.time, self.posterior[place])) for place in (0, 2, 4)
        )
        return low, middle, high


def foretold_of(fit: Fit) -> Foretold | None:
    """None where no season is under way, or nothing is known of earlier ones."""
    ahead = fit.dates.ahead
    if ahead is None:
        return None
    rest = ahead.time >= fit.series.time[-1]
    if np.count_nonzero(rest) < 2:
        return None
    return Foretold(
        season=ahead.season.name,
        time=np.asarray(ahead.time[rest]),
        posterior=ahead.drawn.fan[:, rest],
        prior_time=ahead.time,
        prior=ahead.drawn.prior_fan,
        words=ahead.drawn.words,
    )
