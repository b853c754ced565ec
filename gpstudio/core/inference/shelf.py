"""Room for the solutions that posteriors keep so as not to make them twice, shared by all of them.

A document holds a posterior of every fitted field, and its undo those of tables that were open
before: each may keep its own solutions, all of them together may not. Whoever was used longest ago
gives its own back, and makes them again if it is asked once more.
"""

from __future__ import annotations

import threading
import weakref
from collections import OrderedDict
from typing import Protocol

MOST = 8_000_000
"""Numbers that all may keep together (64 MB), besides those of the newest."""


class Keeper(Protocol):
    def forget(self) -> None:
        """Keep nothing any more; may be called from any thread, at any time."""


class Shelf:
    def __init__(self, most: float = MOST) -> None:
        self._most = most
        self._held: OrderedDict[int, tuple[weakref.ref[Keeper], float]] = OrderedDict()
        self._total = 0.0
        self._lock = threading.Lock()

    def put(self, keeper: Keeper, numbers: float) -> None:
        """The keeper holds so many numbers more; it is the newest now."""
        with self._lock:
            known, before = self._held.pop(id(keeper), (None, 0.0))
            self._total -= before
            if known is not None and known() is keeper:
                numbers += before
            self._held[id(keeper)] = (weakref.ref(keeper), numbers)
            self._total += numbers
            leaving = self._leaving() if self._total > self._most else []
        for each in leaving:
            each.forget()

    def _leaving(self) -> list[Keeper]:
        """First who is gone anyway, then the oldest; never the newest."""
        for key in [key for key, (there, _) in self._held.items() if there() is None]:
            self._total -= self._held.pop(key)[1]
        leaving = []
        while self._total > self._most and len(self._held) > 1:
            there, numbers = self._held.popitem(last=False)[1]
            self._total -= numbers
            keeper = there()
            if keeper is not None:
                leaving.append(keeper)
        return leaving


SHELF = Shelf()
"""The one of this process."""
