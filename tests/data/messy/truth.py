"""The readings that a messy file holds, and what nobody could know from the file alone."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, timedelta

FIELDS = ("Nord", "Höhe 3", "Acker; Süd", "Río 12", "plot 7")


@dataclass(frozen=True)
class Reading:
    field: str
    day: date
    value: float
    decimals: int


@dataclass
class Messy:
    """A file, and what a true reader must make of it."""

    seed: int
    data: bytes
    facts: dict[str, str]
    """How it was made, for whoever looks at a failure."""
    readings: list[Reading]
    ambiguous: set[str] = field(default_factory=set)
    """Decisions that the file leaves open: each must be asked."""
    answers: dict[str, str] = field(default_factory=dict)
    """What a person who made the file would answer."""

    def series(self) -> dict[str, list[tuple[str, float]]]:
        """By field, sorted by day and value."""
        found: dict[str, list[tuple[str, float]]] = {}
        for reading in self.readings:
            found.setdefault(reading.field, []).append((reading.day.isoformat(), reading.value))
        return {name: sorted(rows) for name, rows in found.items()}


def draw_readings(rng: random.Random, fields: int, decimals: int, scale: float) -> list[Reading]:
    """A season or two of irregular readings of each field, none on the same day."""
    names = rng.sample(FIELDS, fields) if fields > 1 else [""]
    start = date(rng.randint(1999, 2024), rng.randint(1, 12), rng.randint(1, 28))
    readings = []
    for name in names:
        day = start + timedelta(days=rng.randint(0, 9))
        for _ in range(rng.randint(4, 40)):
            value = round(scale * rng.uniform(0.12, 0.95), decimals)
            readings.append(Reading(name, day, value, decimals))
            day += timedelta(days=rng.randint(1, 23))
    return readings
