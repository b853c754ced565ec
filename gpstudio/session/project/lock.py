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
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gpstudio.session.project.beside import made
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
    def take(cls, path: Path) -> Lock:
        """Raises ``Held`` where another has it, ``OSError`` where no file can be made there."""
        while True:
            handle = made(path, os.O_CREAT | os.O_RDWR)
            try:
                _hold(handle)
            except OSError as error:
                # a disk that knows no locks guards nothing, and must not keep anybody out
                if error.errno in _HELD:
                    who = _holder(handle)
                    os.close(handle)
                    raise Held(who) from None
            if _is_file(handle, path):
                _sign(handle)
                return cls(path, handle)
            os.close(handle)

    def release(self) -> None:
        """The file goes with the lock; where it cannot go first, as on Windows, afterwards."""
        removed = False
        if sys.platform != "win32":
            with suppress(OSError):
                self.path.unlink()
                removed = True
        with suppress(OSError):
            os.close(self._handle)
        if not removed:
            with suppress(OSError):
                self.path.unlink()


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
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _sign(handle: int) -> None:
    with suppress(OSError):
        if sys.platform != "win32":
            os.fchmod(handle, 0o666)
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
        return tr("on {signed} since {since:%d %b, %H:%M}", signed=signed["host"], since=since)
    except (OSError, ValueError, KeyError, TypeError):
        return ""
