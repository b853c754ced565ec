"""How long the window's thread stays away from its events, and what it does meanwhile.

What the machine gave to other processes while the thread was ready to run is told apart: it says
nothing of the program.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer

HANG = 1.0
"""Seconds after which a person believes that the program has died."""
NEAR = 0.8
BEAT = 20
STATISTICS = Path("/proc/stat")
IDLE = (4, 5)
"""Places of the words that tell how long the processors had nothing to do."""
LOOK = 0.05


@dataclass(frozen=True)
class Wait:
    seconds: float = 0.0
    own: float = 0.0
    """Seconds of the processor that the window's thread had meanwhile."""
    process: float = 0.0
    """Seconds of the processors that the whole program had."""
    idle: float = 0.0
    """Seconds that the processors had nothing to do."""
    doing: str = ""

    @property
    def ours(self) -> float:
        """What is left of the wait without other programs: as far as ours had a processor, or one
        was free and it did not want it. Where the system does not tell, all of it."""
        return min(self.seconds, self.process + self.idle)

    def __str__(self) -> str:
        return (
            f"{1e3 * self.ours:.0f} ms, {1e3 * self.own:.0f} of them its own work "
            f"({1e3 * self.seconds:.0f} with what other programs took) at {self.doing}"
        )


class Watch:
    """A timer in the window's thread notes the gaps between its beats, also in loops within loops;
    a thread beside it looks at the stack where one grows too long."""

    def __init__(
        self, told: Callable[[str], None] = lambda words: None, hang: float = HANG
    ) -> None:
        self.hang = hang
        self.longest = Wait()
        self.hangs: list[Wait] = []
        self.doing = ""
        self._told = told
        self._last = _now()
        self._window_thread = threading.get_ident()
        self._over = threading.Event()
        self._timer = QTimer()
        self._timer.setInterval(BEAT)
        self._timer.timeout.connect(self.beat)
        self._thread = threading.Thread(target=self._look, name="watch", daemon=True)

    def __enter__(self) -> Watch:
        self.forgive()
        self._timer.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._timer.stop()
        self._timer.timeout.disconnect(self.beat)
        self._thread.join()

    def beat(self) -> None:
        now = _now()
        wait = Wait(*(b - a for a, b in zip(self._last, now, strict=True)), self.doing)
        self._last = now
        if wait.ours > self.longest.ours:
            self.longest = wait
        if wait.ours > self.hang:
            self.hangs.append(wait)
            self._told(f"hang of {wait}")

    def forgive(self) -> None:
        """What has just passed does not count: no window was there."""
        self._last = _now()

    def _look(self) -> None:
        """The stack shortly before it is a hang, so that it is seen where it comes from."""
        seen = 0.0
        while not self._over.wait(LOOK):
            last = self._last[0]
            if time.perf_counter() - last > NEAR * self.hang and last != seen:
                seen = last
                frame = sys._current_frames().get(self._window_thread)
                stack = "".join(traceback.format_stack(frame)[-8:]) if frame else ""
                self._told(f"slow for {NEAR * self.hang:.1f} s at {self.doing}\n{stack}")


def _now() -> tuple[float, float, float, float]:
    return time.perf_counter(), time.thread_time(), time.process_time(), _idle()


def _idle() -> float:
    """Seconds that the processors had nothing to do so far, where the system tells (Linux)."""
    try:
        words = STATISTICS.read_text(encoding="ascii").split(maxsplit=8)
        return sum(int(words[place]) for place in IDLE) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return time.perf_counter()  # as if one was free all the time
