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
from gpstudio.translation import tr

HEAD = 4096
"""Bytes from which a format is recognised."""

_State: TypeAlias = tuple[int, int]
"""Size and time of the last change: the same before and after, or the file was written to."""


def regular_file(path: Path) -> Source:
    """The file as it is, when it is a regular, readable, non-empty one."""
    with reading(path):
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError(
                tr("{path} is a folder; choose a CSV file inside it.", path=shown(path))
            )
        if not stat.S_ISREG(status.st_mode):
            raise InputError(
                tr("{path} is a device or a pipe; choose a CSV file instead.", path=shown(path))
            )
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
            tr("No permission to read {path}; ask its owner or choose a copy.", path=shown(path))
        ) from None
    except MemoryError:
        raise InputError(
            tr(
                "{path} is too large for the memory of this machine; split it by field.",
                path=shown(path),
            )
        ) from None
    except InputError:
        raise
    except (OSError, ValueError):
        raise InputError(
            tr("{path} cannot be read; check the name and the disk.", path=shown(path))
        ) from None


class Steady(Through):
    """A file that must stay as it was first seen: half a row, or two versions, are no table."""

    def __init__(self, handle: BinaryIO, path: Path, state: _State) -> None:
        super().__init__(handle)
        self._path, self._state = path, state

    def look(self) -> None:
        if _state(self._handle) != self._state:
            raise InputError(
                tr(
                    "{path} was written to while it was read; open it again when the "
                    "other program has finished.",
                    path=shown(self._path),
                )
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
        tr(
            "{path} is made by the system while it is read; copy it to an ordinary file first.",
            path=shown(path),
        )
    )


def _missing(path: Path) -> str:
    if path.is_symlink():
        return tr(
            "{path} is a link to a file that is gone; choose the file itself.", path=shown(path)
        )
    try:
        beside = {name.lower(): name for name in os.listdir(path.parent)}
    except OSError:
        return tr(
            "There is no {path}: its folder does not exist; check the path.", path=shown(path)
        )
    close = nearest(path.name, beside)
    if close is None:
        return tr("There is no file {path} in that folder; check the name.", path=shown(path))
    return tr(
        "There is no file {path} in that folder; did you mean {close}?",
        path=shown(path),
        close=shown(beside[close]),
    )
