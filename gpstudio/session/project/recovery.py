"""What a session that died had not saved: found again, looked at, taken or thrown away."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.session.project.autosave import HANDED_OVER, LOCK, ORIGINAL, SESSION, STATE
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.instants import changed_at, instant_of
from gpstudio.session.project.listing import Listing
from gpstudio.session.project.loading import listing_of, load
from gpstudio.session.project.lock import Held, Lock
from gpstudio.session.project.plain import PRIVATE, place_of
from gpstudio.session.project.project import tidy_up
from gpstudio.session.project.recovery_file import ENDING, remove, settle
from gpstudio.session.project.schema import UNREADABLE
from gpstudio.session.project.store import SAVED
from gpstudio.translation import tr


@dataclass(frozen=True)
class Recovery:
    """A state that was autosaved and then neither saved nor given up."""

    path: Path
    original: Path | None
    """The project it is of, where it had a name; it may have gone since."""
    when: datetime
    """When the state was made."""
    is_older: bool = False
    """Whether the project was saved since, by another session."""
    problem: str = ""
    """Why it cannot be read whole, in a sentence."""
    is_lost: bool = False
    """Whether nothing in it can be read."""

    def load(self, task: Task = QUIET) -> Contents:
        return load(self.path, task=task)

    def discard(self) -> None:
        """To be called once the state is kept elsewhere, or is not wanted."""
        remove(self.path)


@dataclass(frozen=True)
class RecoveryNotes:
    """What a state says of itself."""

    original: Path | None
    handed_over: datetime
    session: str
    state: int

    @classmethod
    def of(cls, notes: Mapping[str, str]) -> RecoveryNotes:
        """Raises ``ValueError`` where it does not say so."""
        if missing := {ORIGINAL, HANDED_OVER, SESSION, STATE} - notes.keys():
            raise ValueError(f"without {missing}")
        written = notes[ORIGINAL]
        original = place_of(written) if written else None
        state = int(notes[STATE])
        return cls(original, instant_of(notes[HANDED_OVER]), notes[SESSION], state)


def recoverable(folder: Path, task: Task = QUIET) -> tuple[Recovery, ...]:
    """What dead sessions left in the folder of autosaves, newest first.

    Clears away the rest that they left, there and beside their projects. To be called at the
    start; a living session's state is not touched. Each stands alone: one that is spoilt is
    offered with its fault, and hides no other.
    """
    found: list[Recovery] = []
    for path in _left_by_the_dead(place_of(folder)):
        task.check()
        found += _recovery(path, task)
    for original in {state.original for state in found}:
        if original is not None:
            task.check()
            tidy_up(original)
    return tuple(sorted(found, key=lambda state: state.when, reverse=True))


def _left_by_the_dead(folder: Path) -> Iterator[Path]:
    """Their recovery files; their locks go."""
    names = {path.name.split(".")[0] for path in folder.glob(f"*{ENDING}*")}
    names |= {path.stem for path in folder.glob(f"*{LOCK}")}
    for name in sorted(names):
        path = folder / f"{name}{ENDING}"
        with ExitStack() as stack:
            try:
                stack.callback(Lock.take(folder / f"{name}{LOCK}", PRIVATE).release)
            except Held:
                continue
            except OSError:
                pass  # what is no lock of ours is held by nobody, and hides no state
            if os.path.lexists(path):
                yield path
            else:
                remove(path)


def _recovery(path: Path, task: Task) -> Iterator[Recovery]:
    """At most one: nothing where no state had been written, or it has been saved."""
    try:
        with suppress(*UNREADABLE):
            settle(path)
        if path.stat().st_size == 0:
            remove(path)
            return
        listing = listing_of(path, task)
        told = RecoveryNotes.of(listing.notes)
    except (OSError, ValueError):
        yield from _damaged(path, task)
        return
    saved = _saved(told.original, task)
    if saved is not None and _has(saved, listing, told):
        remove(path)
        return
    yield Recovery(path, told.original, told.handed_over, _is_later(saved, told))


def _has(saved: Listing, state: Listing, told: RecoveryNotes) -> bool:
    """Whether the project holds the state, or a later one of the same session."""
    if saved.holds_same == state.holds_same:
        return True
    try:
        is_later = int(saved.notes.get(STATE, "0")) >= told.state
    except ValueError:
        return False
    return is_later and saved.notes.get(SESSION) == told.session


def _is_later(saved: Listing | None, told: RecoveryNotes) -> bool:
    """Whether the project was saved after the state was made."""
    try:
        return saved is not None and instant_of(saved.notes.get(SAVED, "")) > told.handed_over
    except ValueError:
        return False


def _saved(original: Path | None, task: Task) -> Listing | None:
    if original is None:
        return None
    try:
        return listing_of(original, task)
    except InputError:
        return None


def _damaged(path: Path, task: Task) -> Iterator[Recovery]:
    """It is still offered, with what is left of it; where nothing was written, it goes."""
    when = changed_at(path)
    try:
        contents = load(path, task=task)
    except InputError as error:
        yield Recovery(path, None, when, problem=str(error), is_lost=True)
        return
    if contents.parts:
        problem = " ".join(contents.problems) or tr(
            "{path} does not say which project it is of.", path=shown(path)
        )
        yield Recovery(path, None, when, problem=problem)
    else:
        remove(path)
