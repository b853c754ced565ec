"""Who has a project open: a file beside it that the operating system holds for its process.

The system lets go when the process ends, however it ends: a lock file that is left over holds
nothing. What stands in it is for the message only.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from gpstudio.session.project.beside import made
from gpstudio.session.project.plain import NotPlain, Rights, held
from gpstudio.translation import tr

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FAR = 1 << 20
"""Windows locks bytes, and others cannot read those: one that nobody reads."""
_HELD = {errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK}


class Held(Exception):
    """Another one has it; the text says who, as far as is known."""


@dataclass(frozen=True, eq=False)
class Lock:
    path: Path
    _handle: int

    @classmethod
    def take(cls, path: Path, rights: Rights | None) -> Lock:
        """With the rights of what it guards, where that is there already.

        Raises ``Held`` where another has it, ``OSError`` where no file can be made there.
        """
        if rights is not None:
            rights = replace(rights, mode=rights.mode & 0o666)
        while True:
            handle = _opened(path, rights)
            try:
                _hold(handle)
            except OSError as error:
                # a disk that knows no locks guards nothing, and must not keep anybody out
                if error.errno in _HELD:
                    who = _holder(handle)
                    os.close(handle)
                    raise Held(who) from None
            if _is_file(handle, path):
                _sign(handle, rights)
                return cls(path, handle)
            os.close(handle)

    def release(self) -> None:
        """The file goes with the lock; where it cannot go first, as on Windows, afterwards."""
        removed = sys.platform != "win32" and self._remove()
        with suppress(OSError):
            os.close(self._handle)
        if not removed:
            self._remove()

    def _remove(self) -> bool:
        with suppress(OSError), held(self.path.parent) as folder:
            folder.remove(self.path.name)
            return True
        return False


def _opened(path: Path, rights: Rights | None) -> int:
    """Who may not write in a lock may still hold it, or hear who does."""
    try:
        handle = made(path, os.O_CREAT | os.O_RDWR, 0o666 if rights is None else rights.mode)
    except PermissionError:
        return made(path, os.O_RDONLY, 0)
    if os.fstat(handle).st_nlink > 1:  # what is written in it would be written elsewhere, too
        os.close(handle)
        raise NotPlain(path.name)
    return handle


def _hold(handle: int) -> None:
    if sys.platform == "win32":
        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)
    else:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_file(handle: int, path: Path) -> bool:
    """Not so when its last holder removed it after we had opened it."""
    try:
        return os.path.samestat(os.fstat(handle), path.lstat())
    except FileNotFoundError:
        return False


def _sign(handle: int, rights: Rights | None) -> None:
    if rights is not None:
        rights.give(handle)
    with suppress(OSError):
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        since = datetime.now().astimezone().isoformat(timespec="minutes")
        signed = {"host": socket.gethostname(), "process": os.getpid(), "since": since}
        os.write(handle, json.dumps(signed).encode())


def _holder(handle: int) -> str:
    """Such as "on greenhouse since 14:03"; empty where it does not say."""
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        signed = json.loads(os.read(handle, 4096))
        since = datetime.fromisoformat(signed["since"])
        return tr("on {host} since {since:%d %b, %H:%M}", host=signed["host"], since=since)
    except (OSError, ValueError, KeyError, TypeError):
        return ""
