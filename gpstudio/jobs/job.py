"""Running a plain function away from its caller.

The function gets a task as its keyword argument ``task`` and knows nothing else of us. It must
release the GIL while it computes (compiled kernels, numpy's linear algebra), since it runs in a
thread of this process.
"""

from __future__ import annotations

import queue
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Any

from gpstudio.core.compiling import COMPILING
from gpstudio.core.errors import InputError
from gpstudio.core.memory import available_bytes, short_of
from gpstudio.core.task import Cancelled, Task
from gpstudio.jobs.events import END, Event, Failed, Finished, Partial, Progress, Stopped
from gpstudio.jobs.stepping_aside import ROOM
from gpstudio.translation import tr

SECONDS_BETWEEN_REPORTS = 0.05
LONG_TO_COMPILE = 0.5
"""Seconds."""
LEAST_FREE = 40e6
"""Bytes without which nothing is begun: libraries take room for themselves when they are first
needed, and some end the process where they get none."""
LONGEST_SAYING = 200
"""Characters of a fault's own words that its sentence shows."""


class Job(Task):
    """One piece of work in a thread of its own, and the task that is handed to it."""

    def __init__(self, work: Callable[..., Any], *arguments: Any) -> None:
        self._work = work
        self._arguments = arguments
        self._stop = threading.Event()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._last_report = 0.0
        self._unsaid: Progress | None = None
        """The newest report, while it is too soon after the one before it to be told."""
        self._said = Progress("", None)
        self._says_compiling = self._has_ended = False
        name = tr("job {work}", work=getattr(work, "__name__", type(work).__name__))
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> Job:
        self._thread.start()
        return self

    def stop(self) -> None:
        """Ask the work to end; it says ``Stopped`` when it has."""
        self._stop.set()

    @property
    def is_running(self) -> bool:
        return self._thread.is_alive()

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the thread's end; True when it has ended."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def events_so_far(self) -> Iterator[Event]:
        """The events nobody has taken yet; does not wait."""
        while True:
            try:
                yield self._events.get_nowait()
            except queue.Empty:
                yield from self._overdue()
                return

    def events(self) -> Iterator[Event]:
        """Every event to the last, waiting for each; for callers that have nothing else to do.

        It waits in short turns, so that an interrupt from the keyboard is heard.
        """
        while True:
            try:
                event = self._events.get(timeout=0.1)
            except queue.Empty:
                yield from self._overdue()
                continue
            yield event
            if isinstance(event, END):
                return

    def report(self, status: str, fraction: float | None = None) -> None:
        ROOM.leave()
        now, progress = time.monotonic(), Progress(status, fraction)
        self._said = progress
        if now - self._last_report >= SECONDS_BETWEEN_REPORTS:
            self._last_report, self._unsaid = now, None
            self._events.put(progress)
        else:
            self._unsaid = progress

    def _overdue(self) -> Iterator[Progress]:
        """A report that came too soon and that no other followed: it is what is being done now."""
        progress, now = self._unsaid, time.monotonic()
        if progress is not None and now - self._last_report >= SECONDS_BETWEEN_REPORTS:
            self._last_report, self._unsaid = now, None
            yield progress
        else:
            yield from self._compiling()

    def _compiling(self) -> Iterator[Progress]:
        """That everybody waits for the compiler, once it takes a while; what was said before, when
        that is over."""
        compiling = COMPILING.seconds > LONG_TO_COMPILE
        if compiling != self._says_compiling and not self._has_ended:
            self._says_compiling = compiling
            yield Progress(tr("compiling, once on this machine"), None) if compiling else self._said

    def partial(self, result: object) -> None:
        self._events.put(Partial(result))

    def check(self) -> None:
        ROOM.leave()
        if self._stop.is_set():
            raise Cancelled

    def _run(self) -> None:
        end = self._end()
        self._has_ended, self._unsaid = True, None  # nothing is said after the end
        self._events.put(end)

    def _end(self) -> Finished | Failed | Stopped:
        """Do the work, and say how it ended."""
        began = time.monotonic()
        # whoever waits for the thread to end holds the job, but not what it worked on
        work, arguments = self._work, self._arguments
        self._work, self._arguments = _nothing, ()
        try:
            ROOM.leave()
            if available_bytes() < LEAST_FREE:
                raise MemoryError
            result = work(*arguments, task=self)
            # a stop that came too late is a stop all the same: nobody waits for this answer
            self.check()
            return Finished(result, time.monotonic() - began)
        except Cancelled:
            return Stopped(time.monotonic() - began)
        except InputError as error:
            return Failed(str(error), fault=False)
        except MemoryError as error:
            return Failed(short_of(error), fault=False)
        except BaseException as error:
            # whatever it is, somebody waits for the end of this stream
            sentence = tr("Something went wrong inside GP Studio ({error}).", error=_briefly(error))
            return Failed(sentence, fault=True, details=traceback.format_exc())


def _nothing(task: Task) -> None:
    """What is left to do once a job has been begun."""


def _briefly(error: BaseException) -> str:
    """The error's kind and the beginning of what it says; all of it stands in the details."""
    said = str(error).partition("\n")[0][:LONGEST_SAYING]
    return f"{type(error).__name__}: {said}" if said else type(error).__name__
