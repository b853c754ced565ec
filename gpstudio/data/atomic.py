"""Files that are either as they were or complete, never in between.

What is written goes to a temporary file in the same folder, is pushed to the disk, and takes the
name of the target in one step. A failure, a full disk or a Stop half-way leaves the old file
untouched and no litter behind.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from gpstudio.core.errors import InputError
from gpstudio.data.texts import shown
from gpstudio.translation import tr

NAMES = "surrogateescape"
"""How Python holds names of files that are not UTF-8, and writes them back."""


@contextmanager
def atomic_path(path: str | Path) -> Iterator[Path]:
    """A temporary path to write to; it becomes ``path`` when the block ends without an error.

    The temporary name keeps the target's ending, because writers of pictures read the format
    off it. A link is followed, so that it still points to the file afterwards.
    """
    target = Path(path)
    try:
        target = target.resolve()
        if target.is_dir():
            raise InputError(
                tr("{target} is a folder; give the name of a file to write.", target=shown(target))
            )
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = _fresh(target)
    except (OSError, ValueError, RuntimeError) as error:
        raise cannot_write(target, error) from error
    try:
        yield temporary
        try:
            settle(temporary, target)
        except OSError as error:
            raise cannot_write(target, error) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def replace_file(path: str | Path, make: Callable[[Path], object]) -> Path:
    """Let ``make`` fill a file of any kind at the path it is given, whole or not at all."""
    with atomic_path(path) as temporary:
        try:
            make(temporary)
        except OSError as error:
            raise cannot_write(Path(path), error) from error
    return Path(path)


def write_atomic(path: str | Path, write: Callable[[TextIO], object]) -> Path:
    """Let ``write`` fill a UTF-8 text file (line ends as given), whole or not at all.

    Names of files that are not UTF-8 themselves are written as the very bytes they are on disk.
    """

    def make(temporary: Path) -> None:
        with temporary.open("w", encoding="utf-8", errors=NAMES, newline="") as handle:
            write(handle)

    return replace_file(path, make)


def _fresh(target: Path) -> Path:
    """An empty file beside the target, made with the permissions any new file would get."""
    temporary = target.with_name(f".{target.stem[:40]}-{secrets.token_hex(6)}{target.suffix}")
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return temporary


def settle(temporary: Path, target: Path) -> None:
    """Give a complete file the name of the target, and the mode of what had it."""
    with temporary.open("r+b") as handle:
        os.fsync(handle.fileno())
    with suppress(OSError):
        temporary.chmod(target.stat().st_mode & 0o777)
    os.replace(temporary, target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """A new name itself reaches the disk with its folder; Windows cannot and need not do this."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def cannot_write(target: Path, error: Exception) -> InputError:
    """The sentence for whatever kept a file or folder from being written."""
    if isinstance(error, InputError):
        return error
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.ENOSPC:
        return InputError(
            tr("The disk is full: {target} was not written; make room.", target=shown(target))
        )
    if isinstance(error, PermissionError):
        return InputError(
            tr(
                "No permission to write {target} in {parent}; "
                "close it in other programs or choose another folder.",
                target=shown(target),
                parent=shown(target.parent, whole=True),
            )
        )
    if isinstance(error, (FileExistsError, NotADirectoryError)):
        return InputError(
            tr(
                "{parent} is not a folder; choose another place for {target}.",
                parent=shown(target.parent, whole=True),
                target=shown(target),
            )
        )
    return InputError(
        tr(
            "{target} cannot be written in {parent}; choose another name or folder.",
            target=shown(target),
            parent=shown(target.parent, whole=True),
        )
    )
