"""How soon every long action stops when asked, and how long it keeps the window waiting.

    python tests/benchmarks/stop_everywhere.py [--readings N] [--fields N] [--full N] [WORD ...]

Each action of ``tests/long_actions.py`` whose name holds one of the words runs in a thread, as the
window runs it, once to its end or for some seconds, while the main thread beats every 5 ms.
"between looks" is the longest that it went without asking whether to go on, and how much of that
it computed itself, where other work is on the machine: no Stop takes longer.
"Stop" is the longest that three real ones took, at moments spread over the run; "beat" the longest
that the main thread had to wait. Promised are 500 ms and 128 ms. With ``--where`` the two looks
about the longest gap are told.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "qt.qpa.*=false")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from long_actions import ACTIONS, Action, Place, Size, Work
from PySide6.QtCore import QCoreApplication

from gpstudio.core.task import QUIET
from gpstudio.gui.garbage import GarbageCollection
from gpstudio.gui.main import answer_first, make_application
from gpstudio.jobs.events import Failed, Finished
from gpstudio.jobs.job import Job
from gpstudio.phenology.rivals import METHODS

BEAT = 0.005
SHARES = (0.15, 0.5, 0.85)
"""Of the watched run, after which it is asked to stop."""
STOP, HEARTBEAT = 500.0, 128.0


class Watched(Job):
    """A job that knows its longest stretch without a look."""

    def __init__(self, where: bool, work: Callable[..., object]) -> None:
        super().__init__(work)
        self._where = where
        self.looks = 0
        self.gap = self.own = 0.0
        self._computed_in, self._computed = 0, 0.0
        self.about = ("", "")
        self._last, self._place = time.perf_counter(), "the beginning"

    def check(self) -> None:
        self._look()
        super().check()

    def _look(self) -> None:
        now = time.perf_counter()
        self._note_own()
        self.looks += 1
        place = _place() if self._where or now - self._last > STOP / 2000 else ""
        if now - self._last > self.gap:
            self.gap, self.about = now - self._last, (self._place, place)
        self._last, self._place = time.perf_counter(), place

    def _note_own(self) -> None:
        """What the thread itself has computed since its last look: other work on the machine is
        not in it."""
        thread, spent = threading.get_ident(), time.thread_time()
        if thread == self._computed_in:
            self.own = max(self.own, spent - self._computed)
        self._computed_in, self._computed = thread, spent

    def ended(self) -> None:
        now = time.perf_counter()
        if now - self._last > self.gap:
            self.gap, self.about = now - self._last, (self._place, "the end")


SMALL = Size(90, 2, 60, 99)


def _place() -> str:
    """Who looked: the innermost modules of ours."""
    frames = [f for f in traceback.extract_stack()[:-3] if "gpstudio" in f.filename]
    ours = [f for f in frames if "/jobs/" not in f.filename][-4:]
    return " > ".join(f"{Path(f.filename).stem}.{f.name}:{f.lineno}" for f in ours)


@dataclass
class Measured:
    seconds: float
    ended: str
    looks: int
    gap: float
    own: float
    beat: float
    about: tuple[str, str]


def watch(work: Work, longest: float, where: bool) -> Measured:
    job = Watched(where, lambda task: work(task))
    began = last = time.perf_counter()
    beat, ended = 0.0, ""
    job.start()
    while job.is_running:
        time.sleep(BEAT)
        QCoreApplication.processEvents()
        now = time.perf_counter()
        beat, last = max(beat, now - last), now
        if now - began > longest and not ended:
            ended = "stopped"
            job.stop()
    for event in job.events_so_far():
        if isinstance(event, Finished):
            ended = "ended"
        elif isinstance(event, Failed):
            ended = event.sentence
    if ended == "ended":
        job.ended()
    return Measured(
        time.perf_counter() - began, ended, job.looks, 1e3 * job.gap, 1e3 * job.own, 1e3 * beat,
        job.about,
    )  # fmt: skip


def idle(seconds: float = 3.0) -> float:
    """The longest beat where nothing runs here: what other work on the machine does to it."""
    beat = last = 0.0
    end = time.perf_counter() + seconds
    while (now := time.perf_counter()) < end:
        beat, last = max(beat, now - last if last else 0.0), now
        time.sleep(BEAT)
    return 1e3 * beat


def stopped(work: Work, after: float) -> float:
    """Milliseconds from Stop to the thread's end."""
    job = Job(lambda task: work(task)).start()
    end = time.perf_counter() + after
    while job.is_running and time.perf_counter() < end:
        time.sleep(BEAT)
    began = time.perf_counter()
    job.stop()
    job.join()
    return 1e3 * (time.perf_counter() - began)


def measure(action: Action, place: Place, longest: float, where: bool) -> bool:
    # what is compiled once is compiled before
    with suppress(Exception), tempfile.TemporaryDirectory() as folder:
        action.begin(Place(Path(folder), SMALL))(QUIET)
    work = action.begin(place)
    found = watch(work, longest, where)
    stops = [stopped(work, share * found.seconds) for share in SHARES if action.stops] or [0.0]
    worst = max(stops)
    fine = (max(found.gap, worst) <= STOP or not action.stops) and found.beat <= HEARTBEAT
    print(
        f"{'' if fine else '! '}{action.name:30} {found.seconds:6.1f} s  {found.looks:7,} looks  "
        f"between looks {found.gap:6.0f} ms ({found.own:4.0f} of its own)  "
        f"Stop {worst:6.0f} ms  beat {found.beat:5.0f} ms"
        f"{'' if found.ended == 'ended' else '  ' + found.ended}",
        flush=True,
    )
    if where or not fine:
        print(f"      from {found.about[0]}\n        to {found.about[1]}", flush=True)
    return fine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--readings", type=int, default=100_000)
    parser.add_argument("--fields", type=int, default=1_000)
    parser.add_argument("--full", type=int, default=1_500)
    parser.add_argument("--seconds", type=float, default=6.0, help="that each is watched")
    parser.add_argument("--where", action="store_true")
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    make_application()
    answer_first()
    settling = GarbageCollection()
    settling.begin()  # as the window does: full collections are taken in bites
    with tempfile.TemporaryDirectory() as folder:
        size = Size(asked.readings, asked.fields, asked.full, rivals=len(METHODS.names))
        place = Place(Path(folder), size)
        wanted = [a for a in ACTIONS if not asked.words or any(w in a.name for w in asked.words)]
        slow = []
        print(f"the longest beat while nothing runs: {idle():.0f} ms", flush=True)
        for action in wanted:
            try:
                if not measure(action, place, asked.seconds, asked.where):
                    slow.append(action.name)
            except Exception as trouble:  # the others are measured all the same
                print(f"! {action.name}: {trouble}", flush=True)
                slow.append(action.name)
        print(f"{len(wanted) - len(slow)} of {len(wanted)} keep both promises; not: {slow}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
