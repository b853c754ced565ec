"""Earlier versions of a project: which there are, and going back to one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gpstudio.core.task import QUIET, Task
from gpstudio.session.commands import Command
from gpstudio.session.document import Document
from gpstudio.session.project.beside import previous_versions
from gpstudio.session.project.instants import changed_at, instant_of
from gpstudio.session.project.loading import listing_of, load
from gpstudio.session.project.store import SAVED
from gpstudio.session.project.whole import Opened, look_into
from gpstudio.translation import tr


@dataclass(frozen=True)
class Version:
    path: Path
    saved: datetime
    """By the clock of the person."""

    @property
    def when(self) -> str:
        """Such as "2025-05-14 10:32"."""
        return when_of(self.saved)

    @property
    def exactly(self) -> str:
        """With the seconds."""
        return f"{self.when}:{self.saved:%S}"


def when_of(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def names_of(versions: Sequence[Version]) -> tuple[str, ...]:
    """When each was saved, as exactly as tells them apart."""
    whens = [version.when for version in versions]
    return tuple(v.when if whens.count(v.when) == 1 else v.exactly for v in versions)


def versions_of(project: Path, task: Task = QUIET) -> tuple[Version, ...]:
    """Newest first."""
    return tuple(Version(path, _saved(path, task)) for path in previous_versions(project))


def open_version(version: Version, task: Task = QUIET) -> Opened:
    task.report(tr("Opening an earlier version"))
    return look_into(load(version.path, task=task), task)


def _saved(path: Path, task: Task) -> datetime:
    try:
        return instant_of(listing_of(path, task).notes[SAVED])
    except (KeyError, ValueError):
        return changed_at(path)


@dataclass(frozen=True, eq=False)
class TakeVersion(Command):
    """Go back to what an earlier version holds; saving it makes it the newest."""

    document: Document
    when: str

    @property
    def title(self) -> str:
        return tr("open the version of {when}", when=self.when)

    def apply(self, document: Document) -> Document:
        return self.document
