"""Chunks of fields in processes of their own: pipes, one thread each, warm until nobody needs them.

A process that dies costs no field: what it had answered stays, and the rest of its chunk is begun
once more, then field by field, and only a field that ends its process even so is told. A Stop is
heard within a tenth of a second by those who compute; who does not hear it in time is ended.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO, TypeAlias, cast

from gpstudio.core.memory import available_bytes
from gpstudio.core.task import Cancelled, Task
from gpstudio.core.threads import processors
from gpstudio.jobs.chunks import Again, Chunk, Cutter
from gpstudio.jobs.fields import One, Placed, Refused, in_turn
from gpstudio.jobs.worker import ALONE, WORD, Said, received, send
from gpstudio.translation import tr

TURN = 0.05
"""Seconds between two looks whether to go on."""
STOPS_WITHIN = 0.35
"""Seconds in which a process that is asked to stop has stopped, or is ended."""
AHEAD = 2
"""Chunks that a process has before it: it never waits for the next one."""
BYTES_EACH = 300e6
"""What a process takes with its libraries and a field of usual size."""
MOST_STILLBORN = 3
"""Processes that ended before they said a word, after which no more are started."""
NOTHING = b""
"""In place of a chunk: stop."""
START = "import sys; sys.path[:] = sys.argv[1:]; from gpstudio.jobs.worker import main; main()"

_Heard: TypeAlias = "tuple[_Worker, Said | None]"
"""None: it has ended."""


class Processes:
    """An engine. They are started when they are first needed."""

    def __init__(self, count: int = 0) -> None:
        """``count``: as many as there are processors where it is zero."""
        self._count = count
        self._workers: list[_Worker] = []
        self._heard: SimpleQueue[_Heard] = SimpleQueue()
        self._again = Again()
        self._stillborn = 0
        self._turn = threading.Lock()

    @property
    def hands(self) -> int:
        return self._count or max(1, min(processors(), int(available_bytes() // BYTES_EACH)))

    @property
    def threads(self) -> int:
        return self.hands

    def run(self, chunks: Cutter, task: Task) -> Iterator[Placed[Any]]:
        if not self._turn.acquire(blocking=False):
            yield from _done_here(chunks, Again(), task)  # another walk has the processes
            return
        try:
            yield from self._run(chunks, task)
        finally:
            self._turn.release()

    def _run(self, chunks: Cutter, task: Task) -> Iterator[Placed[Any]]:
        self._again = Again()
        self._stillborn = 0
        hands = self.hands
        try:
            while self._hand_out(chunks, hands):
                try:
                    heard = self._heard.get(timeout=TURN)
                except Empty:
                    pass
                else:
                    yield from self._taken(*heard, chunks)
                task.check()
            yield from _done_here(chunks, self._again, task)
        except Cancelled:
            yield from self._halted(chunks)
            raise
        finally:
            if any(worker.waits_for for worker in self._workers):
                list(self._halted(chunks))

    def begin(self, one: One[Any], fields: int) -> None:
        """Start them, and have them load what the work takes: a chunk of no fields."""
        if not self._turn.acquire(blocking=False):
            return
        try:
            while len(self._workers) < min(self.hands, fields):
                self._workers.append(_Worker(self._heard))
                self._workers[-1].do(Chunk(one, (), ()))
        finally:
            self._turn.release()

    def close(self) -> None:
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _hand_out(self, chunks: Cutter, hands: int) -> bool:
        """Whether there is anything to wait for."""
        self._workers = [worker for worker in self._workers if worker.is_there]
        left = len(self._again) + chunks.left
        wanted = min(hands, left) if self._stillborn < MOST_STILLBORN else 0
        while sum(not worker.waits_for for worker in self._workers) < wanted and (
            len(self._workers) < hands
        ):
            self._workers.append(_Worker(self._heard))
        for ahead in range(AHEAD):  # everybody has one before anybody has two
            for worker in self._workers:
                if worker.has_spoken and len(worker.waits_for) <= ahead:
                    chunk = self._again.next(chunks)
                    if chunk is not None:
                        worker.do(chunk)
        left = len(self._again) + chunks.left
        return any(worker.waits_for or left for worker in self._workers)

    def _taken(self, worker: _Worker, said: Said | None, chunks: Cutter) -> Iterator[Placed[Any]]:
        if said is None:
            yield from self._of_dead(worker)
            return
        word, number, told = said
        if word == "here":
            worker.has_spoken = True
        elif word == "fault":
            raise RuntimeError(told)
        elif word == "answers" and worker.waits_for:
            yield from self._answered(worker, number, told)
        elif word == "done" and worker.waits_for:
            chunks.took(len(worker.waits_for.popleft()), told)
            worker.answered = 0

    def _answered(self, worker: _Worker, first: int, answers: list[Any]) -> Iterator[Placed[Any]]:
        chunk = worker.waits_for[0]
        worker.answered = first + len(answers)
        for number, answer in enumerate(answers, first):
            if not self._again.is_short(chunk, number, answer):
                yield chunk.places[number], answer

    def _of_dead(self, worker: _Worker) -> Iterator[Placed[Any]]:
        """What it was doing is begun again; what it had not begun waits for another."""
        if worker in self._workers:
            self._workers.remove(worker)
        how = worker.end()
        self._stillborn += not worker.has_spoken
        if worker.waits_for:
            chunk = worker.waits_for.popleft()
            self._again.put_back(worker.waits_for)
            worker.waits_for.clear()
            yield from self._again.of_lost(chunk, worker.answered, Refused(_ended(how)))

    def _halted(self, chunks: Cutter) -> Iterator[Placed[Any]]:
        """Ask all to stop, and take what they have answered meanwhile."""
        asked = [worker for worker in self._workers if worker.waits_for]
        for worker in asked:
            worker.stop()
        until = time.monotonic() + STOPS_WITHIN
        while asked and (left := until - time.monotonic()) > 0.0:
            try:
                worker, said = self._heard.get(timeout=left)
            except Empty:
                break
            if said is None or said[0] in ("stopped", "fault"):
                asked = [one for one in asked if one is not worker]
                worker.waits_for.clear()
                worker.answered = 0
            else:
                yield from self._taken(worker, said, chunks)
        for worker in asked:
            worker.waits_for.clear()
            worker.end()
        self._workers = [worker for worker in self._workers if worker not in asked]


def _done_here(chunks: Cutter, again: Again, task: Task) -> Iterator[Placed[Any]]:
    """Where no process can be had, the work is done all the same."""
    while (chunk := again.next(chunks)) is not None:
        for number, answer in in_turn(chunk.one, chunk.fields, _Unheard(task)):
            yield chunk.places[number], answer


class _Unheard(Task):
    """Its reports are those of a part: whoever yields the answers reports of all."""

    def __init__(self, task: Task) -> None:
        self._task = task

    def check(self) -> None:
        self._task.check()


class _Worker:
    """One process, and what it has before it."""

    def __init__(self, heard: SimpleQueue[_Heard]) -> None:
        self.waits_for: deque[Chunk] = deque()
        self.answered = 0
        """Fields of the first of them for which there is an answer."""
        self.has_spoken = False
        self._process = subprocess.Popen(
            _words(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, **ALONE},
            stderr=subprocess.DEVNULL if sys.stderr is None else None,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )  # fmt: skip
        self._into = cast(BinaryIO, self._process.stdin)
        self._out_of = cast(BinaryIO, self._process.stdout)
        self._listener = threading.Thread(
            target=self._listen, args=(heard,), daemon=True, name=f"worker of fields {self.pid}"
        )
        self._listener.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_there(self) -> bool:
        """Or its end has not been told yet."""
        return bool(self.waits_for) or self._process.poll() is None

    def do(self, chunk: Chunk) -> None:
        self.waits_for.append(chunk)
        self._send(pickle.dumps(chunk, pickle.HIGHEST_PROTOCOL))

    def stop(self) -> None:
        self._send(NOTHING)

    def end(self) -> int:
        """How it ended: zero, the code it left with, or less than zero where it was killed."""
        with suppress(OSError):
            self._into.close()
        if self._process.poll() is None:
            self._process.kill()
        how = self._process.wait()
        self._listener.join()
        self._out_of.close()
        return how

    def _send(self, told: bytes) -> None:
        with suppress(OSError):  # its end is told by whoever listens to it
            send(self._into, told)

    def _listen(self, heard: SimpleQueue[_Heard]) -> None:
        with suppress(EOFError, OSError, ValueError):
            while True:
                heard.put((self, pickle.loads(received(self._out_of))))
        heard.put((self, None))


def _words() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable, WORD]
    return [sys.executable, "-c", START, *sys.path]


def _ended(how: int) -> str:
    if how < 0:
        return tr(
            "The system ended its process three times (signal {number}), perhaps for want of "
            "memory: close other programs, or take fewer readings.",
            number=-how,
        )
    return tr(
        "The process that fitted it ended three times (code {number}); fit this field alone to "
        "see why.",
        number=how,
    )
