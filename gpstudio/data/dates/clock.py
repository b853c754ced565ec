"""Times of day: what a clock shows, moved to UTC where it says its zone."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

CLOCK = (
    r"(?P<hh>\d{1,2})(?:[:h](?P<mm>\d{2})(?::(?P<ss>\d{2}(?:[.,]\d{1,9})?))?)?h?"
    r" *(?P<half>[AaPp]\.?[Mm]\.?)? *(?P<zone>[Zz]|(?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?|[A-Z]{2,5})?"
    r"(?: Uhr)?(?: *\([A-Za-z ]{2,40}\))?"
)
"""13:30, 1:30:05.25 pm, 13:30+02:00, 13h30, 13:30 CET; hours alone only stand beside a date."""

PACKED_CLOCK = r"(?P<hh>\d{2})(?:(?P<mm>\d{2})(?P<ss>\d{2})?)?(?P<zone>Z)?"
"""133005Z"""

_PATTERNS = tuple(re.compile(text, re.ASCII) for text in (PACKED_CLOCK, CLOCK))
_WORDS_FOR_UTC = ("", "Z", "z", "UTC", "GMT")
_DAY = 86_400


@dataclass(frozen=True)
class TimeOfDay:
    """What one text says."""

    seconds: float
    """Of the day, in UTC where the zone is known; NaN for a time that no clock shows."""
    zone: str
    """As written; empty where none is."""
    finest: int
    """1 for hours alone, 2 with minutes, 3 with seconds."""

    @property
    def unknown_zone(self) -> bool:
        """True for a zone by name: CET and CST are of several minds, summer time apart."""
        return self.zone.isalpha() and self.zone not in _WORDS_FOR_UTC


def read_clock(text: str) -> TimeOfDay | None:
    """The time of day a text shows; None where it shows none."""
    match = next((m for pattern in _PATTERNS if (m := pattern.fullmatch(text))), None)
    if match is None:
        return None
    part = match.groupdict()
    zone = part["zone"] or ""
    finest = 3 if part["ss"] else 2 if part["mm"] else 1
    return TimeOfDay(_seconds(part) - _offset(zone), zone, finest)


_FARTHEST = 14 * 3600
"""No clock on Earth is further from Greenwich."""


def _seconds(part: dict[str, str | None]) -> float:
    hours, minutes = int(part["hh"] or 0), int(part["mm"] or 0)
    seconds = float((part["ss"] or "0").replace(",", "."))
    half = (part.get("half") or "").lower().replace(".", "")
    if half and not 1 <= hours <= 12:
        return np.nan
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    if hours == 24 and minutes == seconds == 0:
        return float(_DAY)  # how a day ends
    if hours > 23 or minutes > 59 or seconds >= 60:
        return np.nan
    return hours * 3600 + minutes * 60 + seconds


def _offset(zone: str) -> float:
    """Seconds east of Greenwich; 0 where the zone says none."""
    digits = zone.removeprefix("UTC").removeprefix("GMT")
    if digits[:1] not in ("+", "-"):
        return 0.0
    sign = -60 if digits[0] == "-" else 60
    offset = sign * (int(digits[1:3]) * 60 + int(digits[3:].replace(":", "") or 0))
    return offset if abs(offset) <= _FARTHEST else np.nan


def is_clock(cell: str) -> bool:
    """Whether a cell shows a time of day and nothing else: hours alone could be any number."""
    return ":" in cell and len(cell) < 32 and _PATTERNS[1].fullmatch(cell) is not None
