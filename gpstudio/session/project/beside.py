"""What is kept beside a project: its previous versions, its lock, and what is being written.

All of it lies in one hidden folder, so that a person sees projects and nothing else. A save moves
through it like this, and a kill between any two steps leaves the project whole:

1. the new state is written to ``NAME.saving-….gpstudio`` and pushed to the disk;
2. the present file gets a second name, ``NAME.0.gpstudio``, which is pushed to the disk, too;
3. the new one takes the place of the present one, in one step of the file system;
4. 2 becomes 3, 1 becomes 2 and 0 becomes 1.

Whoever holds the project's lock may ``tidy``: finish step 4, or throw away what 1 and 2 left.

Nobody may see more of a project here than in the project itself: all of it has the project's own
rights. And nothing here is reached through a link (``plain``).
"""

from __future__ import annotations

import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.session.project.loading import listing_of
from gpstudio.session.project.plain import PRIVATE, Folder, NotPlain, Rights, handle_of, held

FOLDER = ".gpstudio-kept"
KEPT = 3
"""Previous versions."""
MARK = 6
"""Bytes that make the name of a file that is being written one of its own."""
TRIES = 20
"""How often a folder is made that somebody else is removing at the same moment."""
_NEW = os.O_CREAT | os.O_EXCL | os.O_RDWR


def folder_of(project: Path) -> Path:
    return project.parent / FOLDER


def version_path(project: Path, number: int) -> Path:
    """Previous version 1 is the newest; 0 is the one that is about to become it."""
    return folder_of(project) / _version(project, number)


def lock_path(project: Path) -> Path:
    return folder_of(project) / f"{project.stem}{project.suffix}.lock"


def previous_versions(project: Path) -> tuple[Path, ...]:
    """Newest first; each can be opened as it is."""
    names = (_version(project, number) for number in range(1, KEPT + 1))
    with suppress(OSError), held(folder_of(project)) as folder:
        return tuple(folder.path / name for name in names if folder.has_file(name))
    return ()


@dataclass(frozen=True, eq=False)
class Fresh:
    """A file beside a project that is being written."""

    folder: Folder
    path: Path

    def push(self) -> None:
        """To the disk; raises where what was written by its path went elsewhere."""
        handle = self.folder.open(self.path.name, os.O_RDWR)
        try:
            if not os.path.samestat(os.fstat(handle), os.stat(self.path, follow_symlinks=False)):
                raise NotPlain(self.folder.path.name)
            os.fsync(handle)
        finally:
            os.close(handle)

    def take_place(self, project: Path) -> None:
        self.folder.give_out(self.path.name, project)


@contextmanager
def fresh_file(project: Path) -> Iterator[Fresh]:
    """An empty file with the project's rights, gone at the end if it was not moved away."""
    name = f"{project.stem}.saving-{secrets.token_hex(MARK)}{project.suffix}"
    path, rights = folder_of(project) / name, Rights.of(project)
    handle = made(path, _NEW, 0o666 if rights is None else PRIVATE.mode)
    with held(path.parent) as folder:
        try:
            try:
                if rights is not None:
                    rights.give(handle)
            finally:
                os.close(handle)
            yield Fresh(folder, path)
        finally:
            with suppress(OSError):
                folder.remove(name)


def made(path: Path, flags: int, mode: int) -> int:
    """Open a file of the hidden folder, which others remove whenever it is empty."""
    for _ in range(TRIES):
        _make_folder(path.parent)
        with suppress(FileNotFoundError), held(path.parent) as folder:
            return folder.open(path.name, flags, mode)
    raise FileNotFoundError(path)


def hold_on_to(project: Path) -> None:
    """Step 2: whatever becomes of the next steps, the present file stays under another name."""
    move_on(project)
    if not project.exists():
        return
    pending = _version(project, 0)
    with held(folder_of(project)) as folder:
        try:
            folder.link(project, pending)
        except OSError:  # a disk that knows no second names, such as a memory stick
            _copy(project, folder, pending)
        folder.sync()


def move_on(project: Path) -> None:
    """Step 4, or what is missing of it: each version takes the next number, up to the first gap."""
    with _there(project) as folder:
        if folder is None:
            return
        names = [_version(project, number) for number in range(KEPT + 1)]
        if folder.look(names[0]) is not None:
            if project.exists() and _hold_same(project, folder, names[0]):
                folder.remove(names[0])
            else:
                taken = [folder.look(name) is not None for name in names[1:]]
                gap = taken.index(False) + 1 if False in taken else KEPT
                for number in range(gap - 1, -1, -1):
                    folder.rename(names[number], names[number + 1])
        _share_as(project, folder, names)


def tidy(project: Path) -> None:
    """Finish or undo what a save left half done; only for who holds the project's lock."""
    # the whole of a mark: other projects may be called almost so
    stray = re.compile(
        rf"{re.escape(project.stem)}\.saving-[0-9a-f]{{{2 * MARK}}}{re.escape(project.suffix)}"
    )
    with suppress(OSError):
        with _there(project) as folder:
            if folder is not None:
                for name in filter(stray.fullmatch, folder.names()):
                    folder.remove(name)
        move_on(project)
    leave_folder(project)


def leave_folder(project: Path) -> None:
    """The hidden folder goes with the last thing in it."""
    with suppress(OSError):
        folder_of(project).rmdir()


@contextmanager
def _there(project: Path) -> Iterator[Folder | None]:
    """The hidden folder; None where there is none, as beside most projects."""
    with ExitStack() as stack:
        folder = None
        with suppress(FileNotFoundError):
            folder = stack.enter_context(held(folder_of(project)))
        yield folder


def _version(project: Path, number: int) -> str:
    return f"{project.stem}.{number}{project.suffix}"


def _make_folder(folder: Path) -> None:
    """For everybody who may write beside it, as the folder around it is."""
    with suppress(FileExistsError):
        folder.mkdir()
        with suppress(OSError):
            folder.chmod(folder.parent.stat().st_mode & 0o7777)
        if sys.platform == "win32":
            import ctypes

            ctypes.windll.kernel32.SetFileAttributesW(str(folder), 2)


def _share_as(project: Path, folder: Folder, names: list[str]) -> None:
    """Who made a project private meanwhile means its versions, too."""
    rights = Rights.of(project)
    if rights is None:
        return
    for name in names:
        with suppress(OSError):
            handle = folder.open(name, os.O_RDONLY)
            try:
                rights.give(handle)
            finally:
                os.close(handle)


def _copy(project: Path, folder: Folder, pending: str) -> None:
    with fresh_file(project) as copy:
        source = handle_of(project, os.O_RDONLY)
        target = folder.open(copy.path.name, os.O_WRONLY)
        with open(source, "rb") as original, open(target, "wb") as copied:
            shutil.copyfileobj(original, copied)
        copy.push()
        folder.rename(copy.path.name, pending)


def _hold_same(project: Path, folder: Folder, pending: str) -> bool:
    found = folder.look(pending)
    if found is not None and os.path.samestat(found, project.stat()):
        return True
    try:
        return listing_of(project).holds_same == listing_of(folder.path / pending).holds_same
    except InputError:
        return False
