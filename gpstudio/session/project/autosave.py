"""Autosaving: the newest state in a recovery file, written in the background.

A file of its own, not the project: what a person has not saved must not replace what they have.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from gpstudio.session.project.lock import Held, Lock
from gpstudio.session.project.part import Part
from gpstudio.session.project.plain import PRIVATE, place_of
from gpstudio.session.project.recovery_file import ENDING, RecoveryFile, make_private
from gpstudio.session.project.store import bytes_needed, now, worded
from gpstudio.translation import tr

PAUSE = 3.0
"""Seconds from one writing to the next: what a person does meanwhile goes in together."""
ORIGINAL, HANDED_OVER = "original", "handed over"
"""The notes that say which project a state is of (empty: none yet) and when it was made."""
SESSION, STATE = "session", "state"
"""Those that say in which session, and as which of its states."""
LOCK = ".lock"

Making: TypeAlias = Callable[[], Iterable[Part]]
"""Makes the parts of a state that never changes; called in the background."""


@dataclass(frozen=True)
class _State:
    make: Making
    original: Path | None
    when: str
    number: int

    def notes(self, session: str) -> dict[str, str]:
        return {
            ORIGINAL: str(self.original.absolute()) if self.original else "",
            HANDED_OVER: self.when,
            SESSION: session,
            STATE: str(self.number),
        }


class Autosave:
    """One for a session, from its start to its end; every method may be called from any thread."""

    def __init__(
        self,
        folder: Path,
        original: Path | None = None,
        pause: float = PAUSE,
        on_problem: Callable[[str], None] | None = None,
    ) -> None:
        """``folder`` is the user's for such things. ``on_problem`` hears, in the background, the
        sentence about a state that could not be written; it is tried again with the next one."""
        self.original = original
        """The project's path; to be set anew when it is saved under another name."""
        self._folder = place_of(folder)
        self._stem = secrets.token_hex(8)
        self._pause = pause
        self._on_problem = on_problem or (lambda problem: None)
        self._changed = threading.Condition()
        self._newest: _State | None = None
        self._forget = self._closing = False
        self._asked = self._done = self._urgent = self._state = 0
        self._problem = ""
        self._thread = threading.Thread(target=self._run, name="autosave", daemon=True)
        self._thread.start()

    @property
    def notes(self) -> dict[str, str]:
        """To be taken together with a document that is to be saved, and saved with it: they tell,
        to ``saved`` and at the next start, which states are thereby in the project."""
        with self._changed:
            return {SESSION: self._stem, STATE: str(self._state)}

    def hand_over(self, make: Making) -> None:
        """Remember this state; of several within the pause the last one is written."""
        with self._changed:
            self._state += 1
            self._newest = _State(make, self.original, now(), self._state)
            self._ask()

    def saved(self, notes: Mapping[str, str]) -> None:
        """The document of these notes is saved: unless there is a newer one, nothing is left to
        recover."""
        with self._changed:
            if self._state <= int(notes[STATE]):
                self._give_up()

    def forget(self) -> None:
        """Nothing of what was handed over is wanted."""
        with self._changed:
            self._give_up()

    def _give_up(self) -> None:
        self._newest, self._forget = None, True
        self._ask()

    def _ask(self) -> None:
        self._asked += 1
        self._changed.notify_all()

    def flush(self, seconds: float = 30.0) -> bool:
        """Wait until what was handed over is written; False if it was not, or takes longer."""
        with self._changed:
            target = self._urgent = self._asked
            self._changed.notify_all()
            done = self._changed.wait_for(lambda: self._done >= target, seconds)
            return done and not self._problem

    def close(self, keep: bool = False) -> None:
        """End; with ``keep`` the newest state stays to be recovered, as after a crash."""
        if keep:
            self.flush()
        else:
            self.forget()
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join()

    def _run(self) -> None:
        lock: Lock | None = None
        file = RecoveryFile(self._folder / f"{self._stem}{ENDING}")
        written_at = -self._pause
        while True:
            with self._changed:
                self._wait(written_at)
                newest, forget, count = self._newest, self._forget, self._asked
                self._newest, self._forget = None, False
                if newest is None and not forget and self._closing:
                    break
            if forget:
                file.remove()
            if newest is not None:
                lock = lock or self._locked()
                self._write(file, newest)
                written_at = time.monotonic()
            with self._changed:
                self._done = count
                self._changed.notify_all()
        file.close()
        if lock is not None:
            lock.release()

    def _wait(self, written_at: float) -> None:
        """Until there is something to do and it is time to do it."""
        while not self._forget:
            left = written_at + self._pause - time.monotonic()
            if self._newest is None:
                if self._closing:
                    return
                self._changed.wait()
            elif left <= 0.0 or self._closing or self._done < self._urgent:
                return
            else:
                self._changed.wait(left)

    def _locked(self) -> Lock | None:
        """Says that this session lives; without it a state is written all the same."""
        with suppress(Held, OSError):
            make_private(self._folder)
            return Lock.take(self._folder / f"{self._stem}{LOCK}", PRIVATE)
        return None

    def _write(self, file: RecoveryFile, state: _State) -> None:
        self._problem = ""
        try:
            parts = tuple(_gently(state.make()))
            with worded(file.path, bytes_needed(parts), tr("the recovery copy")):
                file.write(parts, state.notes(self._stem))
        except Exception as error:  # whatever it is, the next state deserves its chance
            self._problem = tr("Not autosaved: {error}", error=error)
            with suppress(Exception):  # whoever listened may be gone
                self._on_problem(self._problem)


def _gently(parts: Iterable[Part]) -> Iterator[Part]:
    """Lets whoever waits for Python's lock go first after each part."""
    for part in parts:
        yield part
        time.sleep(0)
