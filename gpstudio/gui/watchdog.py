"""Watches whether the window answers, and notes what it was doing when it did not.

A person who says "it hung for a moment" cannot say why; the note can. A thread asks the window's
thread every so often for a sign of life and looks at its stack when none comes in time.
"""

from __future__ import annotations

import sys
import threading
import time
import traceback
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Qt, Signal

from gpstudio import __version__
from gpstudio.translation import tr

ASKED_EVERY = 0.05
"""Seconds."""
LONGEST_WAIT = 0.128
"""Seconds without a sign of life that are worth a note."""
DEEPEST = 30
"""Innermost calls that a note holds."""
MOST_NOTES = 40
"""In the file: the newest."""
BETWEEN = "\n\n"


@dataclass(frozen=True)
class Stall:
    """One wait that was too long."""

    when: datetime
    seconds: float
    doing: str
    """The calls that the window's thread was in, outermost first."""

    @property
    def words(self) -> str:
        head = tr(
            "{when:%Y-%m-%d %H:%M:%S}  {seconds:.0f} ms  GP Studio {version}",
            when=self.when,
            seconds=self.seconds * 1000,
            version=__version__,
        )
        return f"{head}\n{self.doing}"


def notes_path() -> Path:
    place = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppLocalDataLocation)
    return Path(place) / tr("slow moments.txt")


class Watchdog(QObject):
    """Belongs to the window's thread; a thread of its own does the asking."""

    _asked = Signal()

    def __init__(self, path: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.stalls: list[Stall] = []
        self._path = path
        self._window_thread = threading.get_ident()
        self._answered = threading.Event()
        self._ended = threading.Event()
        self._asked.connect(self._answer, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    @property
    def words(self) -> str:
        """For a person who asks how the window is."""
        if not self.stalls:
            return tr(
                "The window has answered within {limit:.0f} ms all the time.",
                limit=LONGEST_WAIT * 1000,
            )
        longest = max(stall.seconds for stall in self.stalls)
        waits = tr(
            "Waits of more than {limit:.0f} ms since it opened: {count}, "
            "the longest {longest:.0f} ms.",
            limit=LONGEST_WAIT * 1000,
            count=len(self.stalls),
            longest=longest * 1000,
        )
        if self._path is None:
            return waits
        noted = tr("Noted in {path}.", path=self._path)
        return f"{waits} {noted}"

    def close(self) -> None:
        self._ended.set()
        self._answered.set()
        self._thread.join(1.0)

    def _answer(self) -> None:
        self._answered.set()

    def _watch(self) -> None:
        while not self._ended.wait(ASKED_EVERY):
            self._answered.clear()
            asked = time.perf_counter()
            self._asked.emit()
            if self._answered.wait(LONGEST_WAIT):
                continue
            doing = stack_of(self._window_thread)
            self._answered.wait()
            if not self._ended.is_set():
                self._note(Stall(datetime.now(), time.perf_counter() - asked, doing))

    def _note(self, stall: Stall) -> None:
        self.stalls.append(stall)
        if self._path is not None:
            keep(stall, self._path)


def stack_of(thread: int) -> str:
    """The innermost calls of a thread; nothing of it is held on to."""
    frame = sys._current_frames().get(thread)
    if frame is None:
        return "  " + tr("(no Python code)")
    lines = traceback.format_list(traceback.extract_stack(frame)[-DEEPEST:])
    return "".join(lines).rstrip()


def keep(stall: Stall, path: Path) -> None:
    """At the end of the file, whose oldest notes go; one that cannot be written is no reason to
    disturb anybody."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8").split(BETWEEN) if path.is_file() else []
        notes = [note for note in before if note.strip()][1 - MOST_NOTES :]
        path.write_text(BETWEEN.join([*notes, stall.words]) + "\n", encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return
