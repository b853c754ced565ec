"""How long the window's thread stays away from its events, and what it does meanwhile.

What the machine gave to other processes while the thread was ready to run is told apart, and so is
what it kept from another thread of ours that this one waited for: it says nothing of the program.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QTimer

HANG = 1.0
"""Seconds after which a person believes that the program has died."""
NEAR = 0.8
BEAT = 20
TASKS = Path("/proc/self/task")
WAITS = ("S", "D")
"""States of a thread that waits for something else than a processor: a lock, a disk."""
LOOK = 0.02


@dataclass(frozen=True)
class Wait:
    seconds: float = 0.0
    own: float = 0.0
    """Seconds of the processor that the window's thread had meanwhile."""
    blocked: float = 0.0
    """Seconds that it waited for something else than a processor, which nobody else of ours had to
    wait for either."""
    doing: str = ""

    @property
    def ours(self) -> float:
        """What is left of the wait on a machine that has nothing else to do."""
        return min(self.seconds, self.own + self.blocked)

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
        self._blocked = 0.0
        self._queued: dict[str, float] = {}
        self.forgive()
        self._window_thread = threading.get_ident()
        self._own = str(threading.get_native_id())
        self._state = TASKS / self._own / "stat"
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
        before, queued_before = self._last, self._queued
        self.forgive()
        seconds, own, blocked = (now - then for now, then in zip(self._last, before, strict=True))
        waited = (
            now - queued_before.get(thread, now)
            for thread, now in self._queued.items()
            if thread != self._own
        )
        wait = Wait(seconds, own, max(0.0, blocked - max(waited, default=0.0)), self.doing)
        if wait.ours > self.longest.ours:
            self.longest = wait
        if wait.ours > self.hang:
            self.hangs.append(wait)
            self._told(f"hang of {wait}")

    def forgive(self) -> None:
        """What has just passed does not count: no window was there."""
        self._last = time.perf_counter(), time.thread_time(), self._blocked
        self._queued = _queued()

    def _look(self) -> None:
        """The stack shortly before it is a hang, so that it is seen where it comes from."""
        seen, before = 0.0, time.perf_counter()
        while not self._over.wait(LOOK):
            now, last = time.perf_counter(), self._last[0]
            if self._waits:
                self._blocked += now - before
            before = now
            if now - last > NEAR * self.hang and last != seen:
                seen = last
                frame = sys._current_frames().get(self._window_thread)
                stack = "".join(traceback.format_stack(frame)[-8:]) if frame else ""
                self._told(f"slow for {NEAR * self.hang:.1f} s at {self.doing}\n{stack}")

    @property
    def _waits(self) -> bool:
        """Whether the window's thread would not run even if a processor were free; where the
        system does not tell (all but Linux) nothing is forgiven."""
        try:
            return self._state.read_text(encoding="ascii").rpartition(")")[2].split()[0] in WAITS
        except OSError:
            return True


def _queued() -> dict[str, float]:
    """Seconds that each thread has stood ready for a processor so far; nothing is forgiven where
    the system does not tell."""
    told = {}
    with suppress(OSError):
        for thread in TASKS.iterdir():
            with suppress(OSError):  # it has just ended
                told[thread.name] = int((thread / "schedstat").read_text().split()[1]) / 1e9
    return told
