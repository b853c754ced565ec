"""When something was saved or made, as notes and files say it, by the clock of whoever asks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

EARLIEST, LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(9998, 12, 31, tzinfo=UTC)
"""No project is older than computers' time, and every clock can show the other."""


def instant_of(note: str) -> datetime:
    """Raises ``ValueError`` for what is none, of no place, or of no year that a project can be."""
    found = datetime.fromisoformat(note)
    if found.tzinfo is None or not EARLIEST <= found <= LATEST:
        raise ValueError("no instant")
    return found.astimezone()


def changed_at(file: Path) -> datetime:
    """As its folder says; what no clock can show counts as the beginning of time."""
    try:
        found = datetime.fromtimestamp(file.lstat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        found = EARLIEST
    return min(max(found, EARLIEST), LATEST).astimezone()
