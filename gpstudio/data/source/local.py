"""From a path to a regular file, or to one sentence about what stands there instead."""

from __future__ import annotations

import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TypeAlias

from gpstudio.core.errors import InputError, nearest
from gpstudio.data.source.source import Source, empty
from gpstudio.data.source.through import Through
from gpstudio.data.texts import shown

HEAD = 4096
"""Bytes from which a format is recognised."""

_State: TypeAlias = tuple[int, int]
"""Size and time of the last change: the same before and after, or the file was written to."""


def regular_file(path: Path) -> Source:
    """The file as it is, when it is a regular, readable, non-empty one."""
    with reading(path):
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError(f"{shown(path)} is a folder; choose a CSV file inside it.")
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"{shown(path)} is a device or a pipe; choose a CSV file instead.")
        with path.open("rb") as handle:
            state = _state(handle)
            if not state[0]:
                raise _no_size(path, handle)
    return Source(path, lambda: _opened(path, state), state[0], seekable=True)


def head_of(source: Source) -> bytes:
    with reading(source.path), source.open() as handle:
        return handle.read(HEAD)


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Whatever goes wrong between here and the disk becomes one sentence."""
    try:
        yield
    except FileNotFoundError:
        raise InputError(_missing(path)) from None
    except PermissionError:
        raise InputError(
            f"No permission to read {shown(path)}; ask its owner or choose a copy."
        ) from None
    except MemoryError:
        raise InputError(
            f"{shown(path)} is too large for the memory of this machine; split it by field."
        ) from None
    except InputError:
        raise
    except (OSError, ValueError):
        raise InputError(f"{shown(path)} cannot be read; check the name and the disk.") from None


class Steady(Through):
    """A file that must stay as it was first seen: half a row, or two versions, are no table."""

    def __init__(self, handle: BinaryIO, path: Path, state: _State) -> None:
        super().__init__(handle)
        self._path, self._state = path, state

    def look(self) -> None:
        if _state(self._handle) != self._state:
            raise InputError(
                f"{shown(self._path)} was written to while it was read; open it again when the "
                "other program has finished."
            )


def _state(handle: BinaryIO) -> _State:
    status = os.fstat(handle.fileno())
    return status.st_size, status.st_mtime_ns


def _opened(path: Path, state: _State) -> BinaryIO:
    with reading(path):
        return io.BufferedReader(Steady(path.open("rb"), path, state))


def _no_size(path: Path, handle: BinaryIO) -> InputError:
    """Files that the system makes up as they are read say that they hold nothing, and hold much."""
    with suppress(AttributeError, OSError):  # a system without such files has no such call
        os.set_blocking(handle.fileno(), False)
    if not handle.read(1):
        return empty(shown(path))
    return InputError(
        f"{shown(path)} is made by the system while it is read; copy it to an ordinary file first."
    )


def _missing(path: Path) -> str:
    if path.is_symlink():
        return f"{shown(path)} is a link to a file that is gone; choose the file itself."
    try:
        beside = {name.lower(): name for name in os.listdir(path.parent)}
    except OSError:
        return f"There is no {shown(path)}: its folder does not exist; check the path."
    close = nearest(path.name, beside)
    end = f"did you mean {shown(beside[close])}?" if close else "check the name."
    return f"There is no file {shown(path)} in that folder; {end}"
