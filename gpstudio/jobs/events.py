"""What a job says while it runs: frozen records on a queue.

Window, command line and tests consume the same stream. Every job ends with exactly one of
``Finished``, ``Failed`` and ``Stopped``, and says nothing after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Progress:
    status: str
    fraction: float | None
    """Share of the whole that is done; None where it is not known."""


@dataclass(frozen=True, eq=False)
class Partial:
    """A result that is already worth showing."""

    result: Any


@dataclass(frozen=True, eq=False)
class Finished:
    result: Any
    seconds: float


@dataclass(frozen=True, eq=False)
class Failed:
    """``sentence`` is for the person; ``fault`` is True where the mistake was ours."""

    sentence: str
    fault: bool
    details: str = ""


@dataclass(frozen=True)
class Stopped:
    """The work has ended because it was asked to."""

    seconds: float


Event: TypeAlias = Progress | Partial | Finished | Failed | Stopped
END = (Finished, Failed, Stopped)
