"""The other end of ``processes``: a process that does chunks of fields for the one that started it.

It listens on its standard input and answers on its standard output, in pickles: both ends are this
program. Whatever is printed meanwhile goes to the errors. When the other end is gone, so is it.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO, Literal, TypeAlias

from gpstudio.core.task import Cancelled, Task
from gpstudio.jobs.abreast import MOST, abreast
from gpstudio.jobs.chunks import Chunk

WORD = "--worker"
"""With which the frozen program is started as such a process."""
ALONE: Mapping[str, str] = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
"""Its environment: as many processes as processors, and one thread in each."""
IDLE = 300.0
"""Seconds without work after which it leaves: another is started when it is needed."""
SIZE = 8
"""Bytes in which the length of what follows is told."""

AT_ONCE = 0.05
"""Seconds of work whose answers are told together: of quick fields telling each by itself would
take both ends a twentieth of what it takes to fit it."""

Said: TypeAlias = tuple[Literal["here", "answers", "done", "stopped", "fault"], Any, Any]
"""``answers`` come with the number of the first one's field in its chunk, ``done`` with the chunk's
seconds."""


class _Ear(threading.Thread):
    """Hears while a chunk is being done."""

    def __init__(self, stream: BinaryIO) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self.heard: SimpleQueue[bytes] = SimpleQueue()
        """Chunks; nothing marks the place of a Stop, before which no chunk is wanted any more."""
        self.stop = threading.Event()

    def run(self) -> None:
        try:
            while True:
                told = received(self._stream)
                if not told:
                    self.stop.set()
                self.heard.put(told)
        except (EOFError, OSError):
            _leave()


class _Stoppable(Task):
    def __init__(self, stop: threading.Event) -> None:
        self._stop = stop

    def check(self) -> None:
        if self._stop.is_set():
            raise Cancelled


class _Answers:
    """Those of a chunk, some at a time."""

    def __init__(self, say: Callable[[Said], None]) -> None:
        self._say = say
        self.within = AT_ONCE
        self._held: list[Any] = []
        self._first, self._last = 0, time.perf_counter()

    def add(self, answer: Any) -> None:
        self._held.append(answer)
        if time.perf_counter() - self._last >= self.within:
            self.tell()

    def tell(self) -> None:
        if self._held:
            self._say(("answers", self._first, self._held))
        self._first += len(self._held)
        self._held, self._last = [], time.perf_counter()


def send(stream: BinaryIO, told: bytes) -> None:
    stream.write(len(told).to_bytes(SIZE, "big") + told)
    stream.flush()


def received(stream: BinaryIO) -> bytes:
    """What the other end has sent, whole; raises where it is gone."""
    return _exactly(stream, int.from_bytes(_exactly(stream, SIZE), "big"))


def _exactly(stream: BinaryIO, count: int) -> bytes:
    told = stream.read(count)
    if len(told) < count:
        raise EOFError
    return told


def main() -> None:
    """Do what is asked for until nobody asks."""
    # an interrupt from the keyboard goes to all of a terminal's programs: who started this one
    # says Stop, or is gone
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hears, says = _own_pipes()
    ear = _Ear(hears)
    ear.start()

    def say(said: Said) -> None:
        told = pickle.dumps(said, pickle.HIGHEST_PROTOCOL)
        try:
            send(says, told)
        except OSError:
            _leave()

    say(("here", os.getpid(), None))
    with suppress(Empty):
        while True:
            told = ear.heard.get(timeout=IDLE)
            if not told:
                ear.stop.clear()
                say(("stopped", None, None))
            elif not ear.stop.is_set():
                _do(told, _Stoppable(ear.stop), say)


def _do(told: bytes, task: Task, say: Callable[[Said], None]) -> None:
    began, answers = time.perf_counter(), _Answers(say)
    try:
        chunk: Chunk = pickle.loads(told)
        if chunk.tries:
            answers.within = 0.0  # one of its fields ends processes: no other is done again
        # a field that ends processes takes no other with it when it is tried again
        for answer in abreast(chunk.one, chunk.fields, task, 1 if chunk.tries else MOST):
            answers.add(answer)
        answers.tell()
    except Cancelled:
        answers.tell()
        return
    except Exception:
        fault = traceback.format_exc()
        with suppress(Exception):  # it may be the answers that cannot be told
            answers.tell()
        say(("fault", None, fault))
        return
    say(("done", None, time.perf_counter() - began))


def _leave() -> None:
    """Nobody is there any more to hear an answer, nor to read why there is none."""
    os._exit(0)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Input and output, out of reach of everybody who prints."""
    hears, says = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return hears, says
