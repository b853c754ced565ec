"""Making many things at once without stopping everybody else.

Python's collection of rubbish stops all threads and looks through everything that has been made
for long, whenever much was made lately: with two thousand fits in memory for 0.4 s. Opening makes
things that stay, saving makes things that are gone in a moment: neither makes rubbish.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_lock = threading.Lock()
_inside: list[bool] = []
"""One for each that is under way: whether rubbish was collected before the first."""


@contextmanager
def unwatched() -> Iterator[None]:
    """No collection begins meanwhile; for several threads at once."""
    with _lock:
        _inside.append(gc.isenabled() if not _inside else _inside[0])
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            if _inside.pop() and not _inside:
                gc.enable()


@contextmanager
def uncollected() -> Iterator[None]:
    """The same, for what stays: it counts as old afterwards, and is looked at when that is due."""
    with unwatched():
        yield
        gc.freeze()
        gc.unfreeze()
