"""How a table is to be read: which columns take part, and as what."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpstudio.data.decisions import Decision, Role


@dataclass(frozen=True)
class Plan:
    """Places are those of columns in the file, from 0."""

    layout: str
    time: tuple[int, ...]
    """The columns that together tell when; empty where the dates stand across the top."""
    time_kind: str
    """How they tell it: one of ``gpstudio.data.dates.KINDS``."""
    values: tuple[int, ...]
    """One in a long table, while it is not asked for; the columns across in a wide one."""
    fields: tuple[int, ...] = ()
    """The columns whose cells together name the field."""
    beside: dict[int, Role] = field(default_factory=dict)
    """Quality, season, sensor and weight columns."""
    across: tuple[str | float, ...] = ()
    """In a wide table what stands above each of ``values``: the field's name, or the day."""
    confidence: dict[int, float] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()

    @property
    def wanted(self) -> list[int]:
        """All columns that take part, each once."""
        return list(dict.fromkeys((*self.time, *self.values, *self.fields, *self.beside)))

    def role_of(self, place: int) -> Role:
        if place in self.time:
            return "time"
        if place in self.values:
            return "value"
        if place in self.fields:
            return "group"
        return self.beside.get(place, "ignored")
