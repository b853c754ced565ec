"""Bytes written once and then read from their beginning as often as asked."""

from __future__ import annotations

import io
import tempfile
from dataclasses import replace
from threading import Lock
from typing import Any, BinaryIO

from gpstudio.core.errors import InputError
from gpstudio.core.task import Task
from gpstudio.data.source.limits import MB, MOST_INSIDE
from gpstudio.data.source.source import Source
from gpstudio.data.source.through import Through
from gpstudio.translation import tr

_IN_MEMORY = 32 * MB
_BLOCK = MB


class Spool:
    """In memory while they are few, else in a nameless file that vanishes with the program."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
        self._lock = Lock()
        self.size = 0

    def write(self, data: bytes) -> None:
        """Only before the first ``open``."""
        self._file.write(data)
        self.size += len(data)

    def open(self) -> BinaryIO:
        return io.BufferedReader(_Reader(self), _BLOCK)

    def read_at(self, place: int, count: int) -> bytes:
        with self._lock:
            self._file.seek(place)
            return self._file.read(count)


def as_our_text(source: Source, spool: Spool, kind: str, delimiter: str | None = "\t") -> Source:
    """What stands in a source, as text that we wrote; ``kind`` is what the sentence says of it."""
    return replace(
        source,
        open=spool.open,
        size=spool.size,
        seekable=True,
        share=None,
        encoding="utf-8",
        delimiter=delimiter,
        kind=", ".join(filter(None, [kind, source.kind])),
    )


class _Reader(io.RawIOBase):
    """One of several readers of the same bytes, each at its own place."""

    def __init__(self, spool: Spool) -> None:
        super().__init__()
        self._spool, self._place = spool, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        self._place = offset + (0, self._place, self._spool.size)[whence]
        return self._place

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        data = self._spool.read_at(self._place, len(view))
        view[: len(data)] = data
        self._place += len(data)
        return len(data)


class Watched(Through):
    """Lets a Stop through to libraries that know nothing of it: they all have to read."""

    def __init__(self, handle: BinaryIO, task: Task) -> None:
        super().__init__(handle)
        self._task = task

    def look(self) -> None:
        self._task.check()


def spooled(source: Source, task: Task) -> Source:
    """The same, when one can jump about in it; what comes out of an archive is copied first."""
    if source.seekable:
        return source
    spool = Spool()
    with source.open() as handle:
        while block := handle.read(_BLOCK):
            task.check()
            spool.write(block)
            if spool.size > MOST_INSIDE:
                raise InputError(
                    tr(
                        "{file} holds a file of more than {most:,} MB; unpack it first.",
                        file=source.file,
                        most=MOST_INSIDE // MB,
                    )
                )
    return replace(source, open=spool.open, size=spool.size, seekable=True, share=None)


def watched(source: Source, task: Task) -> BinaryIO:
    """The file for a library that jumps about in it."""
    return io.BufferedReader(Watched(source.open(), task))
