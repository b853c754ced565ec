"""What a session that died had not saved: found again, looked at, taken or thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.session.project.autosave import HANDED_OVER, LOCK, ORIGINAL, SESSION, STATE
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.listing import Listing
from gpstudio.session.project.loading import listing_of, load
from gpstudio.session.project.lock import Held, Lock
from gpstudio.session.project.project import tidy_up
from gpstudio.session.project.recovery_file import ENDING, remove, settle
from gpstudio.session.project.schema import UNREADABLE
from gpstudio.session.project.store import SAVED


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
    """Why it cannot be read, in a sentence."""

    def load(self) -> Contents:
        return load(self.path)

    def discard(self) -> None:
        """To be called once the state is kept elsewhere, or is not wanted."""
        remove(self.path)


def recoverable(folder: Path) -> tuple[Recovery, ...]:
    """What dead sessions left in the folder of autosaves, newest first.

    Clears away the rest that they left, there and beside their projects. To be called at the
    start; a living session's state is not touched.
    """
    found = [state for path in _left_by_the_dead(folder) for state in _recovery(path)]
    for original in {state.original for state in found}:
        if original is not None:
            tidy_up(original)
    return tuple(sorted(found, key=lambda state: state.when, reverse=True))


def _left_by_the_dead(folder: Path) -> Iterator[Path]:
    """Their recovery files; their locks go."""
    names = {path.name.split(".")[0] for path in folder.glob(f"*{ENDING}*")}
    names |= {path.stem for path in folder.glob(f"*{LOCK}")}
    for name in sorted(names):
        try:
            lock = Lock.take(folder / f"{name}{LOCK}")
        except (Held, OSError):
            continue
        try:
            path = folder / f"{name}{ENDING}"
            if path.exists():
                yield path
            else:
                remove(path)
        finally:
            lock.release()


def _recovery(path: Path) -> Iterator[Recovery]:
    """At most one: nothing where no state had been written, or it has been saved."""
    with suppress(*UNREADABLE):
        settle(path)
    if path.stat().st_size == 0:
        remove(path)
        return
    try:
        listing = listing_of(path)
    except InputError:
        yield from _damaged(path)
        return
    original = Path(listing.notes[ORIGINAL]) if listing.notes.get(ORIGINAL) else None
    when = datetime.fromisoformat(listing.notes[HANDED_OVER])
    saved = _saved(original)
    if saved is not None and _has(saved, listing):
        remove(path)
        return
    older = saved is not None and saved.notes.get(SAVED, "") > listing.notes[HANDED_OVER]
    yield Recovery(path, original, when, older)


def _has(saved: Listing, state: Listing) -> bool:
    """Whether the project holds the state, or a later one of the same session."""
    if saved.holds_same == state.holds_same:
        return True
    is_later = int(saved.notes.get(STATE, 0)) >= int(state.notes[STATE])
    return is_later and saved.notes.get(SESSION) == state.notes[SESSION]


def _saved(original: Path | None) -> Listing | None:
    if original is None:
        return None
    try:
        return listing_of(original)
    except InputError:
        return None


def _damaged(path: Path) -> Iterator[Recovery]:
    """It is still offered, with what is left of it; where nothing was written, it goes."""
    when = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    try:
        contents = load(path)
    except InputError as error:
        yield Recovery(path, None, when, problem=str(error))
        return
    if contents.parts:
        yield Recovery(path, None, when, problem=" ".join(contents.problems))
    else:
        remove(path)
