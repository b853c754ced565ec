"""What files of noted dates come to: frozen records."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class ObservedDate:
    """One date of one stage; ``season`` and ``crop`` are empty where the file does not say."""

    group: str
    season: str
    stage: str
    day: float
    """Since 1970-01-01."""
    crop: str = ""
    line: int = field(default=0, compare=False)
    """Of the file, for messages."""


@dataclass(frozen=True)
class ObservedTable:
    """The dates of a file, and in words what of it is not used."""

    file: str
    """As messages call it."""
    dates: tuple[ObservedDate, ...]
    aside: tuple[str, ...]


@dataclass(frozen=True)
class Sowing:
    """One sowing; ``season`` and ``crop`` are empty where the file does not say."""

    group: str
    season: str
    crop: str
    day: float
    """Since 1970-01-01."""
    line: int = field(default=0, compare=False)
    """Of the file, for messages."""
