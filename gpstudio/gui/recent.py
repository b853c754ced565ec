"""Recently opened files, newest first, remembered between sessions."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QSettings

from gpstudio.core.task import QUIET, Task

KEY, TIMES = "recent_files", "recent_times"
MOST = 10


@dataclass(frozen=True)
class Recent:
    path: Path
    when: datetime | None = None
    """When it was last opened or saved; files of older sessions do not say."""


def remembered() -> tuple[Recent, ...]:
    """Also those that are gone: nothing is asked of any disk."""
    names, times = _listed(KEY), _listed(TIMES)
    if len(names) != len(times):  # written by a version that kept no times
        times = [""] * len(names)
    return tuple(Recent(Path(name), _time(when)) for name, when in zip(names, times, strict=True))


def still_there(entries: Sequence[Recent], task: Task = QUIET) -> tuple[Recent, ...]:
    """A folder that does not answer counts as gone. It may take its time: a job."""
    found = []
    for entry in entries:
        task.check()
        with suppress(OSError):
            if entry.path.is_file():
                found.append(entry)
    return tuple(found)


def recent_files() -> list[Path]:
    """Those that still exist."""
    return [entry.path for entry in still_there(remembered())]


def remember(path: Path) -> None:
    path = path.absolute()
    others = [entry for entry in still_there(remembered()) if entry.path != path]
    _keep([Recent(path, datetime.now().astimezone()), *others][:MOST])


def forget(path: Path) -> None:
    """The file itself stays as it is."""
    _keep([entry for entry in remembered() if entry.path != path])


def forget_all() -> None:
    _keep([])


def _keep(entries: Sequence[Recent]) -> None:
    settings = QSettings()
    settings.setValue(KEY, [str(entry.path) for entry in entries])
    settings.setValue(TIMES, [entry.when.isoformat() if entry.when else "" for entry in entries])


def _listed(key: str) -> list[str]:
    written = QSettings().value(key, [])
    if isinstance(written, str):  # how a list of one is kept in some systems
        written = [written]
    return [str(each) for each in written] if isinstance(written, list) else []


def _time(written: str) -> datetime | None:
    try:
        return datetime.fromisoformat(written).astimezone()
    except ValueError:
        return None
