"""Whether machine code is being made at this moment: that can take a hundred times as long as the
work that waits for it, and whoever waits should know.

Nothing here loads numba: who reports progress asks before anything is compiled.
"""

from __future__ import annotations

import time
from typing import Any


class Compiling:
    """Told by numba (``watch``); asked by whoever reports progress."""

    def __init__(self) -> None:
        self._depth, self._since = 0, 0.0

    def begin(self) -> None:
        """Also for what is compiled on the way, inside of something else."""
        self._depth += 1
        if self._depth == 1:
            self._since = time.monotonic()

    def end(self) -> None:
        self._depth -= 1

    @property
    def seconds(self) -> float:
        """For how long by now; nought where nothing is compiled."""
        return time.monotonic() - self._since if self._depth else 0.0


COMPILING = Compiling()


def watch(event: Any) -> None:
    """``event`` is numba's room of that name; the thread that holds its one lock tells."""

    class Listener(event.Listener):  # type: ignore[misc]  # numba has no types
        def on_start(self, event: Any) -> None:
            COMPILING.begin()

        def on_end(self, event: Any) -> None:
            COMPILING.end()

    event.register("numba:compile", Listener())


def leave_locks_untold(ffi: Any) -> None:
    """``ffi`` is llvmlite's room of that name. Around each of LLVM's functions there is a lock, and
    numba makes two events of each time it is taken: ten thousand before the first curve is there,
    a tenth of that time, and nobody listens to them."""
    for pair in tuple(getattr(getattr(ffi.lib, "_lock", None), "_cblist", ())):
        ffi.unregister_lock_callback(*pair)
