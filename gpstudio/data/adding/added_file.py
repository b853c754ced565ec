"""What a table keeps of a file whose readings were added to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gpstudio.core.frozen import frozen


@dataclass(frozen=True)
class AddedFile:
    path: Path
    answers: Mapping[str, str] = field(default_factory=lambda: frozen({}))
    """What a person said about this file alone; the rest was as in the table."""
    readings: int = 0
    """How many were new."""
