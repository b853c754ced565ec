"""How long work will still take, told from how long it took so far."""

from __future__ import annotations

import time

from gpstudio.translation import tr

WORTH_TELLING = 2.0
"""Seconds that nobody minds to wait for."""


class Pace:
    """What was there before the first look took no time, and is not counted."""

    def __init__(self) -> None:
        self._made = self._began = time.monotonic()
        self._first: float | None = None

    @property
    def seconds(self) -> float:
        """Since the run was asked for."""
        return time.monotonic() - self._made

    def left(self, fraction: float) -> float | None:
        """Seconds; None while that cannot be told."""
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = fraction, now
        passed, done = now - self._began, fraction - self._first
        if passed < WORTH_TELLING or done <= 0.0:
            return None
        return passed * (1.0 - fraction) / done

    def with_left(self, status: str, fraction: float | None) -> str:
        """What is being done, and how long still."""
        left = "" if fraction is None else told(self.left(fraction))
        return " · ".join(part for part in (status, left) if part)


def told(seconds: float | None) -> str:
    """In words that promise no more than is known."""
    if seconds is None:
        return ""
    if seconds < 10:
        return tr("a few seconds left")
    if seconds < 90:
        return tr("about {seconds} s left", seconds=10 * round(seconds / 10))
    if seconds < 5400:
        return tr("about {minutes} min left", minutes=round(seconds / 60))
    return tr("about {hours:.1f} h left", hours=seconds / 3600)


def roughly(seconds: float) -> str:
    """With the one digit that is known."""
    if seconds < 90:
        return f"{float(f'{seconds:.1g}'):g} s"
    if seconds < 5400:
        return tr("{minutes} min", minutes=round(seconds / 60))
    return tr("{hours:.1g} h", hours=seconds / 3600)


def lasted(seconds: float) -> str:
    return f"{seconds:.2g} s" if seconds < 100 else tr("{minutes:.1f} min", minutes=seconds / 60)
