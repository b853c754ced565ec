"""Several files that belong together: all of them appear in their folder, or none.

They are written to a temporary folder first. Where their folder is not there yet, the temporary one
takes its name in one step. Where it is, its files are replaced one after the other once all are
complete, and whatever goes wrong between (a file that another program holds, an interrupt) puts the
old ones back. Only a process that is killed within these few renames leaves files of both.
"""

from __future__ import annotations

import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.data.atomic import atomic_path, cannot_write, settle, sync_folder
from gpstudio.data.texts import shown
from gpstudio.translation import tr

OLD = "old"
"""The folder within the temporary one in which replaced files wait for the end."""


@contextmanager
def filled_together(folder: str | Path) -> Iterator[Path]:
    """A folder to write to; its files are in ``folder`` when the block ends without an error."""
    target = Path(folder)
    made: list[Path] = []
    try:
        target = target.resolve()
        _refuse_a_file(target)
        made += _made_above(target)
        staged = _staged(target)
    except (OSError, ValueError, RuntimeError) as error:
        _remove_empty(made)
        raise cannot_write(target, error) from error
    try:
        yield staged
        try:
            _appear(staged, target)
        except OSError as error:
            raise cannot_write(target, error) from error
    finally:
        shutil.rmtree(staged, ignore_errors=True)
        _remove_empty(made)


def _refuse_a_file(target: Path) -> None:
    if target.exists() and not target.is_dir():
        raise InputError(
            tr(
                "{target} is a file; give the name of a folder for the results.",
                target=shown(target),
            )
        )


def _made_above(target: Path) -> list[Path]:
    """The folders above that were not there, the innermost first."""
    missing = [folder for folder in target.parents if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    return missing


def _staged(target: Path) -> Path:
    """Within the folder where there is one: its neighbours may be another's, or another disk."""
    place = target if target.is_dir() else target.parent
    staged = place / f".{target.name[:40]}-{secrets.token_hex(6)}"
    staged.mkdir()
    return staged


def _appear(staged: Path, target: Path) -> None:
    if not target.exists():
        os.rename(staged, target)
        sync_folder(target.parent)
        return
    finished = [(path, (target / path.name).resolve()) for path in sorted(staged.iterdir())]
    for _, place in finished:
        if place.is_dir():
            raise InputError(
                tr("{path} is a folder; move it away or write elsewhere.", path=shown(place))
            )
    _replace_all(staged / OLD, finished)


def _replace_all(old: Path, finished: Sequence[tuple[Path, Path]]) -> None:
    """What is replaced is set by first, since it is wanted again if any cannot be replaced."""
    old.mkdir()
    kept = {place: _set_by(place, old / path.name) for path, place in finished if place.exists()}
    try:
        for path, place in finished:
            _replace(path, place)
    except BaseException:
        for _, place in finished:
            with suppress(OSError):
                if place in kept:
                    os.replace(kept[place], place)
                else:
                    place.unlink(missing_ok=True)
        raise


def _replace(path: Path, place: Path) -> None:
    """Where a link leads to another disk, the new file must be there before it takes the name."""
    if os.stat(path).st_dev == os.stat(place.parent).st_dev:
        settle(path, place)
        return
    with atomic_path(place) as temporary:
        shutil.copyfile(path, temporary)


def _set_by(place: Path, aside: Path) -> Path:
    """The same file under a second name, or its copy where the disk knows no second names."""
    try:
        os.link(place, aside)
    except OSError:
        shutil.copy2(place, aside)
    return aside


def _remove_empty(folders: Sequence[Path]) -> None:
    """Those that were made for a folder that did not come to be."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
