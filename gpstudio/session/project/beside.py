"""What is kept beside a project: its previous versions, its lock, and what is being written.

All of it lies in one hidden folder, so that a person sees projects and nothing else. A save moves
through it like this, and a kill between any two steps leaves the project whole:

1. the new state is written to ``NAME.saving-….gpstudio`` and pushed to the disk;
2. the present file gets a second name, ``NAME.0.gpstudio``;
3. the new one takes the place of the present one, in one step of the file system;
4. 2 becomes 3, 1 becomes 2 and 0 becomes 1.

Whoever holds the project's lock may ``tidy``: finish step 4, or throw away what 1 and 2 left.
"""

from __future__ import annotations

import glob
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.session.project.loading import listing_of

FOLDER = ".gpstudio-kept"
KEPT = 3
"""Previous versions."""
MARK = 6
"""Bytes that make the name of a file that is being written one of its own."""
TRIES = 20
"""How often a folder is made that somebody else is removing at the same moment."""


def folder_of(project: Path) -> Path:
    return project.parent / FOLDER


def version_path(project: Path, number: int) -> Path:
    """Previous version 1 is the newest; 0 is the one that is about to become it."""
    return folder_of(project) / f"{project.stem}.{number}{project.suffix}"


def lock_path(project: Path) -> Path:
    return folder_of(project) / f"{project.stem}{project.suffix}.lock"


def previous_versions(project: Path) -> tuple[Path, ...]:
    """Newest first; each can be opened as it is."""
    paths = (version_path(project, number) for number in range(1, KEPT + 1))
    return tuple(path for path in paths if path.exists())


@contextmanager
def fresh_file(project: Path) -> Iterator[Path]:
    """An empty file beside the project, gone at the end if it was not moved away."""
    name = f"{project.stem}.saving-{secrets.token_hex(MARK)}{project.suffix}"
    path = folder_of(project) / name
    os.close(made(path))
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


def made(path: Path, flags: int = os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode: int = 0o666) -> int:
    """Open a file of the hidden folder, which others remove whenever it is empty."""
    for _ in range(TRIES):
        _make_folder(path.parent)
        with suppress(FileNotFoundError):
            return os.open(path, flags, mode)
    raise FileNotFoundError(path)


def hold_on_to(project: Path) -> None:
    """Step 2: whatever becomes of the next steps, the present file stays under another name."""
    move_on(project)
    if not project.exists():
        return
    try:
        os.link(project, version_path(project, 0))
    except OSError:  # a disk that knows no second names, such as a memory stick
        _copy(project, version_path(project, 0))


def move_on(project: Path) -> None:
    """Step 4, or what is missing of it: each version takes the next number, up to the first gap."""
    pending = version_path(project, 0)
    if not pending.exists():
        return
    if project.exists() and _hold_same(project, pending):
        pending.unlink()
        return
    taken = [version_path(project, number).exists() for number in range(1, KEPT + 1)]
    gap = taken.index(False) + 1 if False in taken else KEPT
    for number in range(gap - 1, -1, -1):
        os.replace(version_path(project, number), version_path(project, number + 1))


def tidy(project: Path) -> None:
    """Finish or undo what a save left half done; only for who holds the project's lock."""
    name, ending = glob.escape(project.stem), glob.escape(project.suffix)
    with suppress(OSError):
        # the whole of a mark: other projects may be called almost so
        for stray in folder_of(project).glob(f"{name}.saving-{'[0-9a-f]' * 2 * MARK}{ending}"):
            stray.unlink()
        move_on(project)
    leave_folder(project)


def leave_folder(project: Path) -> None:
    """The hidden folder goes with the last thing in it."""
    with suppress(OSError):
        folder_of(project).rmdir()


def _make_folder(folder: Path) -> None:
    """For everybody who may write beside it, as the folder around it is."""
    with suppress(FileExistsError):
        folder.mkdir()
        with suppress(OSError):
            folder.chmod(folder.parent.stat().st_mode & 0o7777)
        if sys.platform == "win32":
            import ctypes

            ctypes.windll.kernel32.SetFileAttributesW(str(folder), 2)


def _copy(project: Path, pending: Path) -> None:
    with fresh_file(project) as copy:
        shutil.copyfile(project, copy)
        os.replace(copy, pending)


def _hold_same(one: Path, other: Path) -> bool:
    if one.samefile(other):
        return True
    try:
        return listing_of(one).holds_same == listing_of(other).holds_same
    except InputError:
        return False
