"""Recently opened files, newest first, remembered between sessions."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

KEY = "recent_files"
MOST = 10


def recent_files() -> list[Path]:
    """Those that still exist; a folder that does not answer counts as gone."""
    written = QSettings().value(KEY, [])
    if isinstance(written, str):  # how a list of one is kept in some systems
        written = [written]
    names = [str(name) for name in written] if isinstance(written, list) else []
    found = []
    for name in names:
        try:
            if Path(name).is_file():
                found.append(Path(name))
        except OSError:
            continue
    return found


def remember(path: Path) -> None:
    path = path.absolute()
    others = [other for other in recent_files() if other != path]
    QSettings().setValue(KEY, [str(p) for p in [path, *others][:MOST]])


def forget_all() -> None:
    QSettings().remove(KEY)
