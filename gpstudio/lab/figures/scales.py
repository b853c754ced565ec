"""Axes: what they span, where their ticks stand and what these say."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

EDGE = 1e-9
"""Of an axis: what lies so little beyond its end is at its end."""
ROOM = 0.05
"""Of an axis, left free at either end."""
ALIKE = 1e-6
"""Numbers that differ by no more of their size are shown as one."""
LEAST_DECADES = 0.3
"""A logarithmic axis spans a factor of two at least: else noise would fill the panel."""
MANY = 5
"""Ticks with numbers on an axis, about."""
FACTORS = ((1, 2, 5), (1, 2, 3, 4, 6, 8))
"""Of powers of ten, where an axis spans no more than a few of them; the first that gives three."""
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
PLAIN = (-2, 4)
"""Powers of ten between these are written out."""
SMALLEST_PLAIN = 1e-4
"""So are 1, 2 and 5 times them from here on."""


@dataclass(frozen=True)
class AxisScale:
    """From numbers to a share of the axis."""

    low: float
    high: float
    log: bool

    def share(self, number: float) -> float:
        if self.log:
            return math.log(number / self.low) / math.log(self.high / self.low)
        return (number - self.low) / (self.high - self.low)

    @property
    def ticks(self) -> tuple[list[tuple[float, str]], list[float]]:
        """Those with numbers, and those without."""
        majors, minors = _log_ticks(self) if self.log else _even_ticks(self)
        return majors, [tick for tick in minors if self.holds(tick)]

    def holds(self, number: float) -> bool:
        return -EDGE <= self.share(number) <= 1.0 + EDGE


def scale_of(numbers: Iterable[float], log: bool) -> AxisScale:
    """One that shows all numbers, with some room at either end."""
    known = [n for n in numbers if math.isfinite(n) and (n > 0.0 or not log)]
    if not known:
        return AxisScale(1.0, 10.0, True) if log else AxisScale(0.0, 1.0, False)
    low, high = min(known), max(known)
    if log:
        first, last = math.log10(low), math.log10(high)
        lacking = max(0.0, LEAST_DECADES - (last - first)) / 2.0
        room = ROOM * max(last - first, LEAST_DECADES) + lacking
        return AxisScale(10.0 ** (first - room), 10.0 ** (last + room), True)
    alike = high - low <= ALIKE * max(abs(low), abs(high))
    room = (0.1 * abs(high) or 1.0) if alike else ROOM * (high - low)
    return AxisScale(low - room, high + room, False)


def _log_ticks(scale: AxisScale) -> tuple[list[tuple[float, str]], list[float]]:
    first, last = math.ceil(_log10(scale.low)), math.floor(_log10(scale.high))
    if last - first >= 2:
        step = math.ceil((last - first + 1) / MANY)
        powers = [power for power in range(first, last + 1) if power % step == 0]
        plain = PLAIN[0] <= first and last <= PLAIN[1]
        majors = [(10.0**power, power_text(power, plain)) for power in powers]
        between = _multiples(first - 1, last, range(1, 10)) if step <= 2 else []
        return majors, between or [10.0**power for power in range(first, last + 1)]
    for factors in FACTORS:
        wide = [t for t in _multiples(first - 1, last + 1, factors) if scale.holds(t)]
        if len(wide) >= 3:
            text = plain_text if wide[0] >= SMALLEST_PLAIN else scientific
            return [(t, text(t)) for t in wide], _multiples(first - 1, last + 1, range(1, 10))
    return _even_ticks(scale)


def _multiples(first: int, last: int, factors: Iterable[int]) -> list[float]:
    steps = list(factors)
    return [factor * 10.0**power for power in range(first, last + 1) for factor in steps]


def _even_ticks(scale: AxisScale) -> tuple[list[tuple[float, str]], list[float]]:
    rough = (scale.high - scale.low) / (MANY - 1)
    power = 10.0 ** math.floor(_log10(rough))
    step, parts = next(
        (factor * power, parts)
        for factor, parts in ((1.0, 5), (2.0, 4), (2.5, 5), (5.0, 5), (10.0, 5))
        if factor * power >= rough * 0.8
    )
    digits = max(0, -math.floor(_log10(step) + 1e-9))
    digits += 0 if math.isclose(step * 10.0**digits, round(step * 10.0**digits)) else 1
    count = range(math.ceil(scale.low / step - 1e-9), math.floor(scale.high / step + 1e-9) + 1)
    majors = [(k * step, f"{k * step + 0.0:,.{digits}f}") for k in count]
    small = step / parts
    fine = range(math.ceil(scale.low / small), math.floor(scale.high / small) + 1)
    return majors, [k * small for k in fine]


def power_text(power: int, plain: bool) -> str:
    return plain_text(10.0**power) if plain else "10" + str(power).translate(SUPERSCRIPTS)


def plain_text(number: float) -> str:
    """Written out while that is short."""
    return f"{number:,.10g}" if SMALLEST_PLAIN <= number < 1e6 else scientific(number)


def scientific(number: float) -> str:
    """2·10⁻⁵; of a number with one digit."""
    power = math.floor(_log10(number) + 1e-9)
    factor = round(number / 10.0**power)
    tail = "10" + str(power).translate(SUPERSCRIPTS)
    return tail if factor == 1 else f"{factor}·{tail}"


def _log10(number: float) -> float:
    """Without the last bit's noise, so that a power of ten is one."""
    return round(math.log10(number), 12)
