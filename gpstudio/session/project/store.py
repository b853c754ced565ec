"""Saving a project: whole or not at all, and what it takes to say so when it cannot be done."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.data.texts import shown
from gpstudio.session.project.beside import Fresh, fresh_file, hold_on_to, leave_folder, move_on
from gpstudio.session.project.listing import Entry, put, put_list
from gpstudio.session.project.loading import listing_of
from gpstudio.session.project.part import PIECE, Part
from gpstudio.session.project.plain import NotPlain, held, place_of
from gpstudio.session.project.schema import PAGE, VERSION, filling
from gpstudio.translation import tr

SAVED = "saved"
"""The note that says when: ISO, in UTC."""


def save(
    path: str | Path,
    parts: Iterable[Part],
    notes: Mapping[str, str] | None = None,
    version: int = VERSION,
) -> None:
    """Put a project at a path, whole or not at all; what stood there is kept as a version.

    For who holds the project's lock (``project.Project``), or knows to be alone.
    """
    target = place_of(path)
    parts = unique(parts)
    needed = bytes_needed(parts)
    told = {**(notes or {}), SAVED: now()}
    with worded(target, needed):
        _raise_if_unfit(target, needed)
        with fresh_file(target) as fresh:
            write(fresh.path, parts, told, version)
            fresh.push()
            if not _changes_nothing(fresh.path, target):
                hold_on_to(target)
            _take_place(fresh, target)
        move_on(target)
        leave_folder(target)


def write(path: Path, parts: Iterable[Part], notes: Mapping[str, str], version: int) -> None:
    """Fill an empty file."""
    with filling(path) as connection:
        entries: list[Entry] = []
        first = 1
        for part in parts:
            entries.append(put(connection, part, first))
            first += entries[-1].pieces
        put_list(connection, entries, notes, version)


def unique(parts: Iterable[Part]) -> tuple[Part, ...]:
    held = tuple(parts)
    seen = Counter(part.name for part in held)
    if twice := [name for name, times in seen.items() if times > 1]:
        raise ValueError(f"several parts of one name: {twice}")
    return held


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def bytes_needed(parts: Iterable[Part]) -> int:
    """What the file will not be larger than, and, where its parts are large, hardly smaller.

    A blob fills pages that each hold ``PAGE − 4`` of its bytes; up to 600 of it and of what leads
    to it share a page with others. Each part is listed twice.
    """
    total = 8 * PAGE
    for part in parts:
        whole, rest = divmod(part.size, PIECE)
        for size in [PIECE] * whole + [rest]:
            total += 600 + PAGE * -(-size // (PAGE - 4)) if size > PAGE // 8 else 2 * size + 32
        total += 4 * (len(part.name.encode()) + len(part.kind)) + 400
    return -(-total // PAGE) * PAGE


@contextmanager
def worded(target: Path, needed: int, called: str = "") -> Iterator[None]:
    """What the system or SQLite could not do, in one sentence that a person can act on.

    ``called`` is how the sentence speaks of a file whose name nobody knows.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        name = called or shown(target)
        raise InputError(_sentence(error, name, target.parent, needed)) from error


def _sentence(error: Exception, name: str, parent: Path, needed: int) -> str:
    folder = shown(parent, whole=True)
    if _is_full(error):
        return tr(
            "The disk is full: {name} needs {needed:,} bytes, {free} are free in {folder}. Make "
            "room or save elsewhere; what was saved before is untouched.",
            name=name,
            needed=needed,
            free=_free(parent),
            folder=folder,
        )
    if _is_forbidden(error) or isinstance(error, NotPlain):
        return tr(
            "{problem}, so {name} cannot be saved there: choose another folder.",
            problem=why_not(error, folder),
            name=name,
        )
    if isinstance(error, FileNotFoundError):
        return tr(
            "There is no folder {folder} any more: save {name} in another one.",
            folder=folder,
            name=name,
        )
    return tr(
        "{name} ({needed:,} bytes) cannot be saved in {folder} ({error}): choose another "
        "folder, what was saved before is untouched.",
        name=name,
        needed=needed,
        folder=folder,
        error=_reason(error),
    )


def why_not(error: Exception, folder: str) -> str:
    """Why nothing can be written in a folder, which is given as it is shown."""
    if isinstance(error, NotPlain):
        return tr(
            "{folder} has a link or no plain file called {name}",
            folder=folder,
            name=shown(error.name),
        )
    if _is_forbidden(error):
        return tr("{folder} is read-only", folder=folder)
    return tr("{folder} takes no files ({error})", folder=folder, error=_reason(error))


def _reason(error: Exception) -> str:
    """The system's own words, without number and path."""
    return str(getattr(error, "strerror", None) or error)


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
    return _sqlite_code(error) == sqlite3.SQLITE_FULL


def _is_forbidden(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}
    return _sqlite_code(error) in {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}


def _sqlite_code(error: Exception) -> int:
    """Without the details that SQLite puts above the lowest byte."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _free(folder: Path) -> str:
    try:
        return f"{shutil.disk_usage(folder).free:,}"
    except OSError:
        return tr("too few")


def _raise_if_unfit(target: Path, needed: int) -> None:
    """Before anything is written: it is quicker, and nobody else's disk fills up meanwhile."""
    if target.is_dir():
        raise InputError(
            tr("{target} is a folder; give the name of a project.", target=shown(target))
        )
    if os.path.lexists(target) and not target.is_file():
        raise InputError(
            tr("{target} is no plain file: choose another name.", target=shown(target))
        )
    if target.exists() and not os.access(target, os.W_OK):
        raise InputError(
            tr("{target} is write-protected: save it under another name.", target=shown(target))
        )
    if shutil.disk_usage(target.parent).free < needed:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _changes_nothing(fresh: Path, target: Path) -> bool:
    """Saving twice the same must not push out an older version that is not."""
    try:
        return listing_of(fresh).holds_same == listing_of(target).holds_same
    except InputError:
        return False


def _take_place(fresh: Fresh, target: Path) -> None:
    _replace(fresh, target)
    # the new name itself reaches the disk with its folder
    with suppress(OSError), held(target.parent) as folder:
        folder.sync()


def _replace(fresh: Fresh, target: Path) -> None:
    """On Windows a file that another program is reading keeps its name for that moment."""
    for _ in range(20 if sys.platform == "win32" else 0):
        with suppress(PermissionError):
            fresh.take_place(target)
            return
        time.sleep(0.05)
    fresh.take_place(target)
