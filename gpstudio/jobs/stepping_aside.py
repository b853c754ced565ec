"""Work in threads steps aside for a moment while a person is answered.

Python runs in one thread at a time. Work that takes its turns while a click is answered makes the
answer take several times as long, and nobody notices that the work itself comes a few hundredths of
a second later. So whoever answers asks for room, and jobs wait where they look whether they should
go on. Room ends by itself: who forgets to give it back holds nothing up.
"""

from __future__ import annotations

import threading
import time

LONGEST = 0.1
"""Seconds for which one asking makes work wait at most."""


class Room:
    """Asked for by the window's thread, given by all others."""

    def __init__(self) -> None:
        self._until = 0.0
        self._over = threading.Event()

    @property
    def is_taken(self) -> bool:
        return self._until > 0.0 and time.monotonic() < self._until

    def ask(self) -> None:
        """From now on work waits, until it may go on or has waited for long enough."""
        self._over.clear()
        self._until = time.monotonic() + LONGEST

    def give_back(self) -> None:
        self._until = 0.0
        self._over.set()

    def leave(self) -> None:
        """Wait while somebody is answered; work asks this often, so it is quick where nobody is."""
        until = self._until
        if until > 0.0:
            left = until - time.monotonic()
            if left > 0.0:
                self._over.wait(left)


ROOM = Room()
"""Of the process: it has one Python."""
