"""What a stage rule is: from drawn curves of one season to one date a draw."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.registry import Registry
from gpstudio.core.spec import Spec
from gpstudio.phenology.season import Season

Places: TypeAlias = NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class SeasonCurves:
    """Joint draws of one season's curve, on an ascending grid."""

    season: Season
    time: Floats
    curves: Floats
    """(times, draws)"""

    @cached_property
    def peaks(self) -> Places:
        """Where each draw is highest, as a place in ``time``."""
        return np.asarray(np.argmax(self.curves, axis=0))

    @cached_property
    def heights(self) -> Floats:
        return np.asarray(np.max(self.curves, axis=0))

    @cached_property
    def left_base(self) -> Floats:
        """The lowest point before the peak; before a cut edge the curve may have been lower yet,
        so there the lower of both sides counts."""
        left, right = self._sides
        return np.minimum(left, right) if self.season.cut_left else left

    @cached_property
    def right_base(self) -> Floats:
        """The lowest point after the peak; see ``left_base``."""
        left, right = self._sides
        return np.minimum(left, right) if self.season.cut_right else right

    @cached_property
    def _sides(self) -> tuple[Floats, Floats]:
        place = np.arange(len(self.time))[:, None]
        left = np.where(place <= self.peaks, self.curves, np.inf).min(axis=0)
        right = np.where(place >= self.peaks, self.curves, np.inf).min(axis=0)
        return left, right

    def last_rise_through(self, levels: Floats) -> Floats:
        """When each draw last rises through its level before its peak; NaN where it does not."""
        place = np.arange(len(self.time))[:, None]
        below = (self.curves < levels) & (place < self.peaks)
        last = len(self.time) - 1 - np.argmax(below[::-1], axis=0)
        return self._between(last, levels, np.any(below, axis=0))

    def first_fall_through(self, levels: Floats) -> Floats:
        """When each draw first falls through its level after its peak; NaN where it does not."""
        place = np.arange(len(self.time))[:, None]
        below = (self.curves < levels) & (place > self.peaks)
        return self._between(np.argmax(below, axis=0) - 1, levels, np.any(below, axis=0))

    def _between(self, before: Places, levels: Floats, found: Flags) -> Floats:
        """When the line from place ``before`` to the next one meets the level."""
        draw = np.arange(len(levels))
        before = np.clip(before, 0, len(self.time) - 2)
        here, there = self.curves[before, draw], self.curves[before + 1, draw]
        share = np.clip((levels - here) / np.where(there != here, there - here, 1.0), 0.0, 1.0)
        start, stop = self.time[before], self.time[before + 1]
        return np.where(found, start + share * (stop - start), np.nan)


class Rule(ABC):
    """A stage that the curve alone can date; the spec's formula is shown beside each date."""

    spec: ClassVar[Spec]

    @abstractmethod
    def dates(self, drawn: SeasonCurves) -> Floats:
        """One date a draw; NaN where the draw does not reach the stage inside the season."""


RULES: Registry[type[Rule]] = Registry("stage")
