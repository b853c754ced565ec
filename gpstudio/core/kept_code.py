"""Machine code on disk: each piece in one file, whose name says all that decides what is in it.

numba keeps an index beside the code, stamped with the source file and lying in a folder named after
the clone. Then no clone finds what another one compiled, an edited line makes every kernel of its
file new, and of two processes that write the index at once one may name the other's code its own.
Where the name says it all there is no index to be wrong: whoever has the same code to compile, in
another clone, another version or the frozen program, finds it; whoever has another, finds nothing.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import tempfile
import time
import uuid
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import numba
from llvmlite.binding import ffi  # type: ignore[import-untyped]
from numba.core import event
from numba.core.caching import CompileResultCacheImpl, UserProvidedCacheLocator
from numba.core.serialize import dumps

from gpstudio.core.brought_code import brought
from gpstudio.core.compiling import leave_locks_untold, watch
from gpstudio.core.kept_library import LATER, with_names
from gpstudio.resources import machine_code

KEPT = ".nbc"
UNUSED_FOR = 7 * 86_400.0
"""Seconds after which what nobody loaded is dropped: changed code leaves its past behind."""
_A_DAY = 86_400.0
_LENGTH = 32
_SUM = 4
"""Bytes before the rest of a file that tell damage."""

watch(event)
leave_locks_untold(ffi)

_MADE_BY = f"{numba.__version__} {llvmlite.__version__} {sys.version} {LATER}, checked"


class _ByModule(UserProvidedCacheLocator):  # type: ignore[misc]  # numba has no types
    """The folder of a module, wherever its file lies."""

    def __init__(self, function: Any, file: str) -> None:
        super().__init__(function, file)
        self._cache_path = str(machine_code() / function.__module__)

    @classmethod
    def from_function(cls, function: Any, file: str) -> Any:
        # not numba's own, which finds nothing where no folder is named, nor for a function without
        # a file, as all are in the frozen program's archive
        made = cls(function, file)
        return made if made.can_be_written() else None

    def can_be_written(self) -> bool:
        """There are a hundred of them: the folder in which they lie is tried, once, and each is
        made when something is to be kept."""
        folder = Path(self._cache_path)
        return os.access(folder, os.W_OK) if folder.exists() else _has_been_tried(folder.parent)

    def get_source_stamp(self) -> None:
        """Nobody asks: what a file's name says does not grow old."""


@cache
def _has_been_tried(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


class _Unwritable(_ByModule):
    """The same where nothing can be written anywhere: compiling anew at every start is less evil
    than numba's way, which is to let nobody import us."""

    def can_be_written(self) -> bool:
        """As if."""
        return True

    def ensure_cache_path(self) -> None:
        """As it is."""


class Places(CompileResultCacheImpl):  # type: ignore[misc]
    """Our folder; where it cannot be written, one of numba's: beside the source, the user's."""

    _locator_classes = (_ByModule, *CompileResultCacheImpl._locator_classes[1:], _Unwritable)

    def reduce(self, result: Any) -> Any:
        library, *others = super().reduce(result)
        return with_names(result.library, library), *others


class KeptCode:
    """What is kept of one function, in ``folder``: in the place of numba's index and data files."""

    def __init__(self, folder: str, name: str) -> None:
        self._folder = Path(folder)
        self._name = "".join(c if c.isalnum() or c in "._" else "-" for c in name)

    def load(self, key: Any) -> Any:
        """What was saved under this very ``key``, or came with the program; None where nothing."""
        path = self._path(key)
        whole = brought(path.name) or _read(path)
        if whole is None or not _is_sound(whole):
            return None
        kept_for, data = pickle.loads(whole[_SUM:])
        return data if kept_for == key else None

    def save(self, key: Any, data: Any) -> None:
        """Whole or not at all: a second process may be writing, or reading, the same."""
        path = self._path(key)
        beside = path.with_name(f"{path.name}.{uuid.uuid4().hex[:16]}")
        try:
            kept = dumps((key, data))
            beside.write_bytes(zlib.crc32(kept).to_bytes(_SUM) + kept)
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        self._drop_unused()

    def flush(self) -> None:
        """Forget all that is kept of this function."""
        for path in self._files(self._name):
            path.unlink(missing_ok=True)

    def _path(self, key: Any) -> Path:
        types, *others = key
        said = repr([_MADE_BY, *map(_said, types), *others])
        digest = hashlib.sha256(said.encode()).hexdigest()[:_LENGTH]
        return self._folder / f"{self._name}-{digest}{KEPT}"

    def _files(self, name: str) -> Iterator[Path]:
        """Ours alone: numba keeps others under other names. With those half written."""
        return self._folder.glob(f"{name}-{'[0-9a-f]' * _LENGTH}{KEPT}*")

    def _drop_unused(self) -> None:
        oldest = time.time() - UNUSED_FOR
        for path in self._files("*"):
            try:
                if path.stat().st_mtime < oldest:
                    path.unlink()
            except OSError:
                continue  # another process was quicker, or may and we may not


def _said(kind: Any) -> list[Any]:
    """A type in words, with the order of a named tuple's fields, which numba's own name lacks."""
    fields, parts = getattr(kind, "fields", ()), getattr(kind, "types", ())
    return [str(kind), list(fields), *map(_said, parts)]


def _read(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            age = time.time() - os.fstat(file.fileno()).st_mtime
            whole = file.read()
    except FileNotFoundError:
        return None
    if age > _A_DAY:
        _touch(path)
    return whole


def _is_sound(whole: bytes) -> bool:
    """Machine code with one wrong byte would end the process, or worse, go on."""
    return zlib.crc32(whole[_SUM:]).to_bytes(_SUM) == whole[:_SUM]


def _touch(path: Path) -> None:
    try:
        os.utime(path)
    except OSError:
        return  # somebody else's folder: its owner drops what he does not use
