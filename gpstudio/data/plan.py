"""How a table is to be read: which columns take part, and as what."""

from __future__ import annotations

from dataclasses import dataclass, field

from gpstudio.core.cached import cached_property
from gpstudio.data.decisions import Decision, Role


@dataclass(frozen=True)
class LayoutPlan:
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
    title: str = ""
    """What names the field of the first rows, where lines between the readings name the others."""
    spans: tuple[int, ...] = ()
    """Those of the columns of names and times in which an empty cell goes on with the one above."""
    beside: dict[int, Role] = field(default_factory=dict)
    """Quality, season, sensor, weight and noise columns."""
    beside_across: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Of a wide table with a column of quality beside each of ``values``: those columns in the same
    order, -1 where one has none, under the first of them, which stands in ``beside`` for all."""
    across: tuple[str | float, ...] = ()
    """In a wide table what stands above each of ``values``: the field's name, or the day."""
    across_format: str = ""
    """How the dates across the top are written."""
    value_name: str = ""
    """What the columns across hold, such as "NDVI"."""
    only: tuple[int, str] | None = None
    """Of a table that holds several variables one below the other: the column that says which,
    and the one that is read."""
    decimal: str = ""
    """How commas are meant where the readings leave it open and other columns do not."""
    confidence: dict[int, float] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()

    @property
    def wanted(self) -> list[int]:
        """All columns that take part, each once."""
        only = () if self.only is None else self.only[:1]
        across = [place for group in self.beside_across.values() for place in group if place >= 0]
        titles = (0,) if self.title else ()
        wanted = (*self.time, *self.values, *self.fields, *self.beside, *across, *only, *titles)
        return list(dict.fromkeys(wanted))

    @cached_property
    def _roles(self) -> dict[int, Role]:
        """Thousands of columns across are normal."""
        roles = dict(self.beside)
        for first, group in self.beside_across.items():
            roles.update(dict.fromkeys(group, self.beside[first]))
        roles.update(dict.fromkeys(self.fields, "group"))
        roles.update(dict.fromkeys(self.values, "value"))
        roles.update(dict.fromkeys(self.time, "time"))
        return roles

    def role_of(self, place: int) -> Role:
        return self._roles.get(place, "ignored")
