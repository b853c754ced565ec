"""From a path to a regular file, or to one sentence about what stands there instead."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from gpstudio.core.errors import InputError, nearest
from gpstudio.data.source.source import Source, empty
from gpstudio.data.texts import shown

HEAD = 4096
"""Bytes from which a format is recognised."""


def regular_file(path: Path) -> Source:
    """The file as it is, when it is a regular, readable, non-empty one."""
    with reading(path):
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise InputError(f"{shown(path)} is a folder; choose a CSV file inside it.")
        if not stat.S_ISREG(status.st_mode):
            raise InputError(f"{shown(path)} is a device or a pipe; choose a CSV file instead.")
        with path.open("rb"):
            pass
    if not status.st_size:
        raise empty(shown(path))
    return Source(path, lambda: _opened(path), status.st_size, seekable=True)


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


def _opened(path: Path) -> BinaryIO:
    with reading(path):
        return path.open("rb")


def _missing(path: Path) -> str:
    try:
        beside = {name.lower(): name for name in os.listdir(path.parent)}
    except OSError:
        return f"There is no {shown(path)}: its folder does not exist; check the path."
    close = nearest(path.name, beside)
    end = f"did you mean {shown(beside[close])}?" if close else "check the name."
    return f"There is no file {shown(path)} in that folder; {end}"
