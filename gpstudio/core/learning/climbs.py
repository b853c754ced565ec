"""What is noted of the way up: the height at each place that was looked at, start by start."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

MOST_STARTS, MOST_HEIGHTS = 12, 200
"""More are not kept: a fit is one of ten thousand, and nobody looks at more lines."""


@dataclass(frozen=True)
class Climbs:
    measure: str = ""
    """What was climbed; empty: nothing was noted."""
    heights: tuple[tuple[float, ...], ...] = ()
    """Of each start, in the order of looking."""
    begun: int = 0
    """How many starts there were: the highest is among those that are noted."""

    def raised(self, by: float) -> Climbs:
        """With so much added to every height."""
        heights = tuple(tuple(height + by for height in heights) for heights in self.heights)
        return replace(self, heights=heights)


NO_CLIMBS = Climbs()


class Notebook:
    """Heights as they come; costs a look nothing that could be measured."""

    def __init__(self) -> None:
        self._heights: list[list[float]] = []
        self._is_open = True

    def begin(self) -> None:
        """Another start."""
        self._heights.append([])

    def note(self, height: float) -> None:
        """Places where it is no number are not noted."""
        heights = self._heights[-1]
        if self._is_open and len(heights) < MOST_HEIGHTS and math.isfinite(height):
            heights.append(float(height))

    def close(self) -> None:
        """What is looked at from now on is no way up."""
        self._is_open = False

    def climbs(self, measure: str) -> Climbs:
        held = [tuple(heights) for heights in self._heights if heights]
        kept = held[:MOST_STARTS]
        best = max(held, key=max, default=())
        if held and best not in kept:
            kept[-1] = best
        return Climbs(measure, tuple(kept), len(held)) if held else NO_CLIMBS
