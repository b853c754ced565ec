"""What cells come to when they are read as dates, and columns when they are read as times."""

from __future__ import annotations

from dataclasses import dataclass

from gpstudio.core.arrays import Flags, Floats
from gpstudio.data.decisions import Decision
from gpstudio.translation import tr


@dataclass(frozen=True, eq=False)
class DateReading:
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

    @property
    def reason_of_blank(self) -> str:
        """Why a row that says no time is set aside."""
        return tr("without a date") if self.dated else tr("without a time")

    @property
    def reason_of_unreadable(self) -> str:
        """Why a row whose time cannot be read is set aside."""
        return tr("with an unreadable date") if self.dated else tr("with an unreadable time")
