"""The curve of a field at given times, as it is drawn, dated and written: predicted once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.fingerprints import fingerprint
from gpstudio.core.inference.posterior import Posterior
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.writing.forecast import Forecast

HOLDS = 0.95
"""How often a band holds what it speaks of."""


@dataclass(frozen=True, eq=False)
class Curve(Portable):
    """Of the curve itself, and of a new reading, whose noise comes to it."""

    time: Floats
    """Ascending, each once."""
    mean: Floats
    std: Floats
    lower: Floats
    upper: Floats
    reading_std: Floats
    reading_lower: Floats
    reading_upper: Floats

    @classmethod
    def of(cls, posterior: Posterior, time: Floats, task: Task = QUIET) -> Curve:
        mean, variance, new, curve, reading = posterior.bands(time[:, None], HOLDS, task)
        return cls(time, mean, np.sqrt(variance), *curve, np.sqrt(new), *reading)

    @classmethod
    def begun(cls, posterior: Posterior, time: Floats, task: Task = QUIET) -> Curve:
        """What dates are made of; its bands, which take longest, when they are first looked at."""
        mean, variance = posterior.predict(time[:, None], task=task)
        return Unfinished(
            lambda: cls.of(posterior, time), time=time, mean=mean, std=np.sqrt(variance)
        )

    def begun_again(self, posterior: Posterior, *told: str) -> Curve:
        """That of another posterior, on which nothing is dated: all of it is made when it is first
        looked at. What is ``told`` of it tells it from this one."""
        time, mark = self.time, fingerprint(self.fingerprint, *told)
        return Unfinished(lambda: Curve.of(posterior, time), time=time, fingerprint=mark)

    @cached_property
    def fingerprint(self) -> str:
        """The same for the same curve, which is what is dated."""
        return fingerprint(self.time, self.mean, self.reading_std)

    def joined(self, other: Curve) -> Curve:
        """At the times of both, none of which they share; the other may have a million."""
        mine = np.arange(len(self.time)) + np.searchsorted(other.time, self.time)
        theirs = np.ones(len(self.time) + len(other.time), dtype=bool)
        theirs[mine] = False

        def line(first: Floats, second: Floats) -> Floats:
            whole = np.empty(len(theirs))
            whole[theirs] = second
            whole[mine] = first
            return whole

        return Curve(*map(line, self.lines, other.lines))

    def at(self, places: AnyArray) -> Curve:
        """As often at each of its times as they are asked for."""
        return Curve(*(line[places] for line in self.lines))

    def forecast(self, series: Series, observed: Floats | None = None) -> Forecast:
        """As rows of a file, with the readings that stand on it."""
        return Forecast(
            group=series.group,
            dated=series.dated,
            time=self.time,
            mean=self.mean,
            std=self.reading_std,
            lower95=self.reading_lower,
            upper95=self.reading_upper,
            curve_lower95=self.lower,
            curve_upper95=self.upper,
            observed=np.full(len(self.time), np.nan) if observed is None else observed,
            is_forecast=self.time > series.time[-1],
        )

    @property
    def lines(self) -> tuple[Floats, ...]:
        return tuple(getattr(self, field.name) for field in fields(Curve))


class Unfinished(Curve):
    """Of which some is known, and the rest is made when it is first looked at."""

    def __init__(self, finish: Callable[[], Curve], **known: Any) -> None:
        vars(self).update(known, _finish=finish)

    @cached_property
    def fingerprint(self) -> str:
        return fingerprint(self.time, self.mean, self.std)

    @cached_property
    def _whole(self) -> Curve:
        whole: Curve = vars(self)["_finish"]()
        return whole

    def __getattr__(self, name: str) -> Any:
        if name not in Curve.__dataclass_fields__:
            raise AttributeError(name)
        return getattr(self._whole, name)

    def __reduce__(self) -> tuple[Any, ...]:
        """It travels whole."""
        return Curve, self.lines
