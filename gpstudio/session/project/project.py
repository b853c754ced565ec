"""A project that is open: its lock, what was found in it, and how it is saved.

    with Project.open(path) as project:
        document = document_of(project.contents)
        project.save(parts_of(document))

Whoever keeps one open closes it; a process that dies leaves nothing that the next one minds.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.session.project.beside import (
    folder_of,
    leave_folder,
    lock_path,
    previous_versions,
    tidy,
)
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.loading import load
from gpstudio.session.project.lock import Held, Lock
from gpstudio.session.project.part import Part
from gpstudio.session.project.plain import Rights, place_of
from gpstudio.session.project.store import bytes_needed, save, why_not, worded
from gpstudio.translation import tr

PATIENCE = 0.4
"""Seconds for which somebody else may have a project before that is told."""


class Project:
    """Made by ``open`` or ``create``; may be saved from any thread, one save at a time."""

    def __init__(self, contents: Contents, lock: Lock | None, read_only: str = "") -> None:
        self.contents = contents
        """As it was opened; what is saved later is known to who saves it."""
        self.read_only = read_only
        """Why it cannot be saved under its name, in one sentence; empty where it can."""
        self._lock = lock
        self._saving = threading.Lock()

    @classmethod
    def open(cls, path: str | Path, task: Task = QUIET) -> Self:
        """The project, read-only where another one has it or its folder cannot be written to."""
        target = place_of(path)
        lock, read_only = _lock_or_why(target)
        try:
            if lock is not None:
                tidy(target)
            return cls(load(target, task=task), lock, read_only)
        except BaseException:
            _release(lock, target)
            raise

    @classmethod
    def create(
        cls, path: str | Path, parts: Iterable[Part], notes: Mapping[str, str] | None = None
    ) -> Self:
        """Save under a name of which this becomes the open project; a file there is kept as a
        version."""
        target = place_of(path)
        parts = tuple(parts)
        with worded(target, bytes_needed(parts)):
            lock = _lock(target)
        try:
            tidy(target)
            save(target, parts, notes)
        except BaseException:
            _release(lock, target)
            raise
        held = {part.name: part for part in parts}
        return cls(Contents(target, held, notes or {}), lock)

    @property
    def path(self) -> Path:
        return self.contents.path

    @property
    def previous_versions(self) -> tuple[Path, ...]:
        """Newest first, as paths that ``loading.load`` reads."""
        return previous_versions(self.path)

    def save(self, parts: Iterable[Part], notes: Mapping[str, str] | None = None) -> None:
        if self.read_only:
            raise InputError(self.read_only)
        with self._saving:
            save(self.path, parts, notes)

    def close(self) -> None:
        """Let others have it; closing twice does no harm."""
        with self._saving:
            lock, self._lock = self._lock, None
            _release(lock, self.path)
            self.read_only = self.read_only or tr("{path} is closed.", path=shown(self.path))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def tidy_up(path: Path) -> None:
    """Clear what a dead process left beside a project, unless a living one has it open."""
    try:
        target = place_of(path)
        if not folder_of(target).exists():
            return
        lock = Lock.take(lock_path(target), Rights.of(target))
    except (Held, OSError, InputError):
        return
    try:
        tidy(target)
    finally:
        _release(lock, target)


def _taken(target: Path) -> Lock:
    """Raises ``Held`` only where somebody stays: a start that tidies up beside its recent projects
    has each of them for a moment."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            return Lock.take(lock_path(target), Rights.of(target))
        except Held:
            if time.monotonic() > deadline:
                raise
        time.sleep(PATIENCE / 10.0)


def _lock(target: Path) -> Lock:
    try:
        return _taken(target)
    except Held as held:
        raise InputError(_held(target, held, tr("choose another name"))) from None


def _lock_or_why(target: Path) -> tuple[Lock | None, str]:
    try:
        return _taken(target), ""
    except Held as held:
        return None, _held(
            target, held, tr("it can be looked at here, and saved under another name")
        )
    except OSError as error:
        return None, tr(
            "{problem}: {target} can be looked at, and saved in another folder.",
            problem=why_not(error, shown(target.parent, whole=True)),
            target=shown(target),
        )


def _held(target: Path, held: Held, advice: str) -> str:
    if not str(held):
        return tr(
            "{target} is open in another window of GP Studio: {advice}.",
            target=shown(target),
            advice=advice,
        )
    return tr(
        "{target} is open in another window of GP Studio ({holder}): {advice}.",
        target=shown(target),
        holder=held,
        advice=advice,
    )


def _release(lock: Lock | None, target: Path) -> None:
    if lock is not None:
        lock.release()
        leave_folder(target)
