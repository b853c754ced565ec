"""Files and folders that are what they seem to be.

A project may come out of an archive or a clone, which can carry links, and others may write in the
folder around it. So whatever is opened, made, renamed or removed there is reached through its
folder, held open, and never through a link; whoever swaps one for the other in between gains
nothing. Where the system has no handles of folders, as Windows, each step looks first.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.data.texts import shown
from gpstudio.translation import tr

HANDLES = {os.open, os.stat, os.rename, os.unlink, os.link} <= os.supports_dir_fd
"""Whether a folder can be held open, so that its name may change hands meanwhile."""
MAY_FOLLOW = os.link not in os.supports_follow_symlinks
"""Where a second name can only be given to what a link leads to."""
LINKS = {0xA000000C, 0xA0000003}
"""Windows' symbolic links and junctions, among the tags of files that are more than they seem:
folders that are kept in step with other machines are made of such files, too."""
MOST_STRETCHES = 1_000
_QUIETLY = sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC")
) | getattr(os, "O_BINARY", 0)
_A_FOLDER = getattr(os, "O_DIRECTORY", 0)


class NotPlain(OSError):
    """Something else stands where a plain file or folder should."""

    def __init__(self, name: str) -> None:
        super().__init__(tr("{name} is a link or no plain file", name=shown(name)))
        self.name = name


def place_of(path: str | Path) -> Path:
    """Where a path leads that a person gave: they may well mean a link of their own. From here on
    none is followed. A link that leads to itself stays what it is."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        raise InputError(
            tr("{path} cannot be the name of a file: choose another.", path=shown(path))
        ) from None


def is_link(found: os.stat_result) -> bool:
    return stat.S_ISLNK(found.st_mode) or getattr(found, "st_reparse_tag", 0) in LINKS


def handle_of(name: str | Path, flags: int, mode: int = 0o600, folder: int | None = None) -> int:
    """Of a plain file, made if ``flags`` say so; neither waits nor disturbs what is none.

    ``folder`` is the handle that the name belongs to.
    """
    with suppress(FileNotFoundError):
        _raise_if_odd(os.stat(name, dir_fd=folder, follow_symlinks=False), name)
    handle = os.open(name, flags | _QUIETLY, mode, dir_fd=folder)
    try:
        _raise_if_odd(os.fstat(handle), name)
        if not HANDLES:  # nothing kept a link from being followed after the look
            now = os.stat(name, follow_symlinks=False)
            if is_link(now) or not os.path.samestat(now, os.fstat(handle)):
                raise NotPlain(str(name))
    except BaseException:
        os.close(handle)
        raise
    return handle


def _raise_if_odd(found: os.stat_result, name: str | Path) -> None:
    if is_link(found) or not stat.S_ISREG(found.st_mode):
        raise NotPlain(os.path.basename(name))


@dataclass(frozen=True, eq=False)
class Folder:
    """Every name is of what lies in it, and is never followed further."""

    path: Path
    _handle: int | None

    def open(self, name: str, flags: int, mode: int = 0o600) -> int:
        return handle_of(self._at(name), flags, mode, self._handle)

    def look(self, name: str) -> os.stat_result | None:
        """What stands there; None where nothing does."""
        with suppress(FileNotFoundError):
            return os.stat(self._at(name), dir_fd=self._handle, follow_symlinks=False)
        return None

    def has_file(self, name: str) -> bool:
        found = self.look(name)
        return found is not None and stat.S_ISREG(found.st_mode) and not is_link(found)

    def names(self) -> list[str]:
        return os.listdir(self.path if self._handle is None else self._handle)

    def rename(self, old: str, new: str) -> None:
        handle = self._handle
        os.replace(self._at(old), self._at(new), src_dir_fd=handle, dst_dir_fd=handle)

    def remove(self, name: str) -> None:
        os.unlink(self._at(name), dir_fd=self._handle)

    def link(self, file: Path, name: str) -> None:
        """Give a file of elsewhere a second name in here."""
        os.link(file, self._at(name), dst_dir_fd=self._handle, follow_symlinks=MAY_FOLLOW)

    def give_out(self, name: str, file: Path) -> None:
        """Let one of its files take the place of another elsewhere."""
        os.replace(self._at(name), file, src_dir_fd=self._handle)

    def sync(self) -> None:
        """Push its names to the disk; Windows cannot and need not do this."""
        if self._handle is not None:
            with suppress(OSError):
                os.fsync(self._handle)

    def _at(self, name: str) -> str | Path:
        return name if self._handle is not None else self.path / name


@contextmanager
def held(path: Path) -> Iterator[Folder]:
    """A folder that is there, and no link to one."""
    found = os.stat(path, follow_symlinks=False)
    if is_link(found) or not stat.S_ISDIR(found.st_mode):
        raise NotPlain(path.name)
    if not HANDLES:
        yield Folder(path, None)
        return
    handle = os.open(path, os.O_RDONLY | _A_FOLDER | _QUIETLY)
    try:
        yield Folder(path, handle)
    finally:
        os.close(handle)


@dataclass(frozen=True)
class Rights:
    """Who may read and write a file."""

    mode: int
    group: int | None = None

    @classmethod
    def of(cls, file: Path) -> Rights | None:
        """None where there is no such file, or no rights as POSIX has them."""
        with suppress(OSError):
            found = os.stat(file, follow_symlinks=False)
            if stat.S_ISREG(found.st_mode) and hasattr(os, "fchmod"):
                return cls(stat.S_IMODE(found.st_mode) & 0o777, found.st_gid)
        return None

    def give(self, handle: int) -> None:
        """To a file of one's own. A group that it cannot have gets what everybody has."""
        if os.name == "nt":
            return
        mode, own = self.mode, os.fstat(handle)
        if own.st_uid != os.geteuid():
            return
        with suppress(OSError):
            if self.group not in (None, own.st_gid):
                try:
                    os.fchown(handle, -1, self.group)
                except OSError:
                    mode = mode & ~0o070 | (mode & 0o007) << 3 & mode
            if stat.S_IMODE(os.fstat(handle).st_mode) != mode:
                os.fchmod(handle, mode)


PRIVATE = Rights(0o600)
"""Of what no project shares: states that nobody saved."""


def bytes_in(handle: int) -> int:
    """What a file really holds: holes that its size counts are left out, where the system tells.

    No project has holes; of a file with very many only the first stretches are counted.
    """
    size = os.fstat(handle).st_size
    if not hasattr(os, "SEEK_DATA"):
        return size
    total = at = 0
    try:
        for _ in range(MOST_STRETCHES):
            begin = os.lseek(handle, at, os.SEEK_DATA)
            at = os.lseek(handle, begin, os.SEEK_HOLE)
            total += at - begin
    except OSError as error:
        if error.errno != errno.ENXIO:  # that is where the data end
            return size
    return total
