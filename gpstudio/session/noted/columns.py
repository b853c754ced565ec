"""Columns of a second file that say something of fields: crop, place, and any other in words.

A row a field, with its name in a column such as ``group`` or ``field``. A column ``crop`` says what
grows there, ``lat`` and ``lon`` (``alt``) where it lies; every other column is a label of its own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.labelling import heading_of
from gpstudio.data.placing import parts_among, place_reader
from gpstudio.data.table import CROP
from gpstudio.data.texts import shown
from gpstudio.phenology.places import Place, checked_place
from gpstudio.session.noted.crops import crop_named
from gpstudio.session.noted.rows import GROUP, group_places, groups_of
from gpstudio.session.noted.tables import NamedColumn, SmallTable, missing, read_small_table
from gpstudio.translation import tr

FIELD_COLUMNS = (
    GROUP,
    NamedColumn("crop", tr("What grows in the field, such as wheat; optional.")),
    NamedColumn("lat, lon, alt", tr("Where it lies, in degrees and metres; optional.")),
    NamedColumn("…", tr("Any other column, such as variety or soil: a word about the field.")),
)
"""What the help and the manual tell of the file."""


@dataclass(frozen=True)
class FieldWords:
    """What one row says of a field."""

    group: str
    labels: Mapping[str, str]
    crop: str = ""
    """By its name here; empty where the row says none."""
    place: Place | None = None
    line: int = 0


def read_field_words(
    path: str | os.PathLike[str], by: Sequence[str] = (), task: Task = QUIET
) -> tuple[FieldWords, ...]:
    """``by`` are the columns that name the field in the table of readings."""
    table = read_small_table(path, FIELD_COLUMNS[:1], task, all_words=True)
    placed = parts_among(table.names)
    named = group_places(table, set(placed.values()), by)
    if not named:
        raise missing(table, GROUP, FIELD_COLUMNS[:1])
    groups = groups_of(table, named)
    rest = [
        place
        for place in range(len(table.names))
        if place not in named and place not in placed.values()
    ]
    headings = {place: heading_of(table.names[place]) or table.names[place] for place in rest}
    places = _places(table, placed)
    found = []
    for row, group in enumerate(groups):
        labels = {headings[place]: table.texts(place)[row] for place in rest}
        labels = {heading: word for heading, word in labels.items() if word}
        crop = crop_named(labels[CROP]) if CROP in labels else ""
        found.append(FieldWords(group, labels, crop, places[row], table.lines[row]))
    return _each_once(table, found)


def _places(table: SmallTable, columns: Mapping[str, int]) -> list[Place | None]:
    if not columns:
        return [None] * len(table)
    read = place_reader(columns, table.names)
    found: list[Place | None] = []
    for row in range(len(table)):
        place = read([table.texts(place)[row] for place in columns.values()])
        try:
            found.append(None if place is None else checked_place(place))
        except InputError as error:
            raise InputError(tr("{line}: {problem}", line=table.line(row), problem=error)) from None
    return found


def _each_once(table: SmallTable, rows: Sequence[FieldWords]) -> tuple[FieldWords, ...]:
    """A field that several rows tell of says the same in each."""
    found: dict[str, FieldWords] = {}
    for row in rows:
        before = found.setdefault(row.group, row)
        if (before.labels, before.place) != (row.labels, row.place):
            raise InputError(
                tr(
                    "Lines {first} and {last} of {file} say different things of {field}: keep one "
                    "row a field.",
                    first=before.line,
                    last=row.line,
                    file=table.file,
                    field=shown(row.group) if row.group else tr("the field"),
                )
            )
    return tuple(found.values())
