"""What a person said about a table, kept for the next table of the same shape.

Whoever gets the same export every week answers its question once. The shape is what the file shows
of itself before anything is said: the names of its columns and its delimiter. Only what a person
said is kept, never what was found, so that a better importer is not held to an older one's guesses.
The command line knows nothing of this: a script gives the same table on every machine.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.atomic import write_atomic
from gpstudio.data.decisions import ROLES, Said, checked_answers
from gpstudio.data.source.source import Source
from gpstudio.data.table import Table

MOST = 200
"""Shapes; the one that was not used for longest goes first."""
NOTHING = Said()

Opened: TypeAlias = Callable[[Mapping[str, str], Task], Source]
"""The text of a table, given the answers that may say where it stands, such as which sheet."""


class Memory:
    """Shapes and what was said about them, in one file of the user's."""

    def __init__(self, path: Path, most: int = MOST) -> None:
        self._path = path
        self._most = most

    def recall(self, shape: str) -> Said | None:
        return self._read().get(shape)

    def keep(self, shape: str, said: Said) -> None:
        """The newest word counts; nothing said is nothing to keep."""
        kept = self._read()
        before = list(kept.items())
        kept.pop(shape, None)
        if said != NOTHING:
            kept[shape] = said
        if list(kept.items()) != before:
            self._write(dict(list(kept.items())[-self._most :]))

    def forget(self, shape: str) -> None:
        self.keep(shape, NOTHING)

    def __bool__(self) -> bool:
        return bool(self._read())

    def _read(self) -> dict[str, Said]:
        """Oldest first. A file that is no memory is put aside, so that nobody's work is lost."""
        try:
            written = json.loads(self._path.read_text(encoding="utf-8"))
            return dict(_entries(written["shapes"]))
        except OSError:
            return {}
        except (ValueError, TypeError, KeyError, RecursionError):
            with suppress(OSError):
                os.replace(self._path, self._path.with_suffix(".damaged"))
            return {}

    def _write(self, kept: Mapping[str, Said]) -> None:
        shapes = [
            {
                "shape": shape,
                "roles": dict(said.roles),
                "answers": dict(said.answers),
                "one_field": said.one_field,
            }
            for shape, said in kept.items()
        ]
        write_atomic(self._path, lambda file: json.dump({"shapes": shapes}, file, indent=1))


def _entries(shapes: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, Said]]:
    """Those that this version understands; another version may have other decisions."""
    for entry in shapes:
        roles, answers = dict(entry["roles"]), dict(entry["answers"])
        with suppress(InputError):
            if set(roles.values()) <= set(ROLES):
                said = Said(roles, checked_answers(answers), bool(entry["one_field"]))
                yield str(entry["shape"]), said


def shape_of(names: Iterable[str], delimiter: str) -> str:
    """The names may be private and long: their fingerprint is enough."""
    written = json.dumps([delimiter, *names])
    return hashlib.sha256(written.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, eq=False)
class RememberedChoices:
    """A table as a person sees it before taking it."""

    table: Table
    shape: str
    recalled: bool = False
    """Whether what was said before about such files is said here."""
    problem: str = ""
    """Why it cannot be read as was said so far; then the table is only a glance at the file."""


def read_first(opened: Opened, memory: Memory, task: Task = QUIET) -> RememberedChoices:
    """A table about which nothing was said yet, read as was said about others of its shape.

    What was said once may not suit this file after all: then it is read as if for the first time.
    """
    # the rooms that read are loaded with the first file
    from gpstudio.data.glance import look
    from gpstudio.data.reading import read_source

    if memory:
        _, seen = look(opened({}, task), NOTHING, task)
        shape = shape_of(seen.names, seen.dialect.delimiter)
        said = memory.recall(shape)
        if said is not None:
            with suppress(InputError):
                return RememberedChoices(
                    read_source(opened(said.answers, task), said, task), shape, True
                )
    found = _read_or_glance(opened, NOTHING, task)
    names = (column.name for column in found.table.columns)
    return replace(found, shape=shape_of(names, found.table.delimiter))


def read_said(
    opened: Opened, said: Said, shape: str, patient: bool = False, task: Task = QUIET
) -> RememberedChoices:
    """The same table with what a person has said meanwhile.

    ``patient`` is for who has seen only a glance of it so far: more may have to be said than one
    click can say, so what was said is kept although it does not suffice.
    """
    from gpstudio.data.reading import read_source

    checked = Said(said.roles, checked_answers(said.answers), said.one_field)
    if patient:
        return replace(_read_or_glance(opened, checked, task), shape=shape)
    return RememberedChoices(read_source(opened(checked.answers, task), checked, task), shape)


def _read_or_glance(opened: Opened, said: Said, task: Task) -> RememberedChoices:
    """The table; or the problem with it, where it can at least be looked at."""
    from gpstudio.data.glance import glance
    from gpstudio.data.reading import read_source

    source = opened(said.answers, task)
    try:
        return RememberedChoices(read_source(source, said, task), "")
    except InputError as error:
        problem = error
    try:
        return RememberedChoices(glance(source, said, task), "", problem=str(problem))
    except InputError:
        raise problem from None
