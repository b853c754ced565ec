"""What cells come to when they are read as dates, and columns when they are read as times."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Flags, Floats
from gpstudio.data.decisions import Decision


@dataclass(frozen=True, eq=False)
class Reading:
    """One date per cell that says something."""

    days: Floats
    """Since 1970-01-01; NaN where a cell cannot be read."""
    format: str
    look: str
    decisions: tuple[Decision, ...] = ()

    @property
    def is_open(self) -> bool:
        return any(decision.is_open for decision in self.decisions)


@dataclass(frozen=True, eq=False)
class Times:
    """One entry per row; NaN where it is blank or cannot be read."""

    when: Floats
    blank: Flags
    format: str
    dated: bool
    """True when ``when`` counts days since 1970-01-01."""
    decisions: tuple[Decision, ...] = ()
