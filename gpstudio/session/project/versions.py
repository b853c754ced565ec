"""Earlier versions of a project: which there are, and going back to one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.project.beside import previous_versions
from gpstudio.session.project.loading import listing_of, load
from gpstudio.session.project.store import SAVED
from gpstudio.session.project.whole import Opened, look_into


@dataclass(frozen=True)
class Version:
    path: Path
    saved: datetime
    """By the clock of the person."""

    @property
    def when(self) -> str:
        """Such as "14 May 2025, 10:32"."""
        return when_of(self.saved)


def when_of(time: datetime) -> str:
    return f"{time.day} {time:%B %Y, %H:%M}"


def versions_of(project: Path, task: Task = QUIET) -> tuple[Version, ...]:
    """Newest first."""
    task.report("Looking for earlier versions")
    return tuple(Version(path, _saved(path)) for path in previous_versions(project))


def open_version(version: Version, task: Task = QUIET) -> Opened:
    task.report("Opening an earlier version")
    return look_into(load(version.path))


def _saved(path: Path) -> datetime:
    try:
        return datetime.fromisoformat(listing_of(path).notes[SAVED]).astimezone()
    except (InputError, KeyError, ValueError):
        return datetime.fromtimestamp(path.stat().st_mtime).astimezone()


@dataclass(frozen=True, eq=False)
class TakeVersion(Command):
    """Go back to what an earlier version holds; saving it makes it the newest."""

    document: Document
    when: str

    @property
    def title(self) -> str:
        return f"open the version of {self.when}"

    def apply(self, document: Document) -> Document:
        return self.document
