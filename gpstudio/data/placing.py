"""Where the fields of a table lie, by the file's own words: columns, ``.geo``, lines above it.

What is no place is told and left out: readings do not depend on it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import FIELDS_ACROSS, LONG, ONE_SERIES, Said
from gpstudio.data.entries.entries import Entries
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.texts import shown
from gpstudio.phenology.places import Place, checked_place
from gpstudio.translation import tr

NAMES = {
    "latitude": ("lat", "latitude", "breite", "breitengrad", "latitud"),
    "longitude": ("lon", "lng", "long", "longitude", "länge", "längengrad", "longitud"),
    "altitude": ("alt", "altitude", "elev", "elevation", "höhe", "altitud"),
}
UNITS = frozenset(["deg", "degrees", "dd", "wgs84", "m", "masl", "ft", "feet"])
FEET = 0.3048
GEOMETRY = ".geo"
LONGEST_SHAPE = 100_000
"""Characters of one shape that are read."""
ABOVE = re.compile(r"[#;%/\s\"]*([^\W\d_]+)[^:=\n]{0,20}[:=,\s]\s*([-+]?\d+(?:\.\d+)?)\s*(\w*)")


@dataclass(frozen=True)
class PlacesFound:
    """Places by field, and what of them could not be used."""

    places: Mapping[str, Place]
    remarks: tuple[str, ...] = ()


def placed_in(
    seen: Survey, plan: LayoutPlan, entries: Entries, said: Said, task: Task = QUIET
) -> PlacesFound:
    """From the columns; where there are none, from the lines above the table, for all fields."""
    columns = place_columns(seen.names, plan, said)
    if not columns:
        above = _above(seen)
        fields = list(map(str, entries.fields))
        return _checked(dict.fromkeys(fields, above) if above is not None else {}, seen)
    read, cells = place_reader(columns, seen.names), cells_a_row_of(seen, plan, entries, task)
    found = _by_field(seen, entries, list(columns.values()), read, cells, task)
    return _checked(dict(found), seen)


Reader = Callable[[list[str]], Place | None]


def place_columns(names: Sequence[str], plan: LayoutPlan, said: Said) -> dict[str, int]:
    """The columns that tell where a field lies, by what each tells; none where a place is wanting,
    or where a person said that they are for something else."""
    if plan.layout == FIELDS_ACROSS:  # a row is of several fields
        return {}
    for name, role in said.roles.items():
        if role == "place" and not part_named(name):
            raise InputError(
                tr(
                    "What column {name} tells of a place is not known; call it latitude, "
                    "longitude or altitude.",
                    name=shown(name),
                )
            )
    return parts_among([n if said.roles.get(n, "place") == "place" else "" for n in names])


def parts_among(names: Sequence[str]) -> dict[str, int]:
    """The same of all columns that are called so."""
    found: dict[str, int] = {}
    for place, name in enumerate(names):
        if part := part_named(name):
            found.setdefault(part, place)
    if GEOMETRY in found:
        return {GEOMETRY: found[GEOMETRY]}
    return found if {"latitude", "longitude"} <= found.keys() else {}


def place_reader(columns: Mapping[str, int], names: Sequence[str]) -> Reader:
    """How the cells of one row of those columns, in their order, are read."""
    if GEOMETRY in columns:
        return lambda cells: _of_shape(cells[0])
    altitude = columns.get("altitude")
    metres = FEET if altitude is not None and _is_in_feet(names[altitude]) else 1.0
    return lambda cells: _of_cells(dict(zip(columns, cells, strict=True)), metres)


def part_named(name: str) -> str:
    """What of a place a column of this name tells; empty for nothing."""
    if name == GEOMETRY:
        return GEOMETRY
    words = [word for word in re.split(r"[^\w]+|_", name.lower()) if word]
    meant = [word for word in words if word not in UNITS]
    if len(meant) != 1:
        return ""
    return next((part for part, names in NAMES.items() if meant[0] in names), "")


def _is_in_feet(name: str) -> bool:
    return bool(re.search(r"(^|[^a-z])(ft|feet)", name.lower()))


def _by_field(
    seen: Survey,
    entries: Entries,
    columns: list[int],
    read: Reader,
    cells_a_row: int,
    task: Task,
) -> Iterator[tuple[str, Place]]:
    """Of each field by the first of its rows that tells one."""
    known: NDArray[np.bool_] = np.zeros(len(entries.fields), dtype=np.bool_)
    row = 0
    if not cells_a_row:
        return
    for block in seen.blocks(columns, task):
        task.check()
        field_of = entries.field_of[row : row + len(block) * cells_a_row : cells_a_row]
        row += len(block) * cells_a_row
        _, first = np.unique(field_of, return_index=True)
        for at in first[~known[field_of[first]]].tolist():
            place = read([block.cell(at, slot) for slot in range(len(columns))])
            if place is not None:
                known[field_of[at]] = True
                yield str(entries.fields[field_of[at]]), place
        if known.all():
            return


def cells_a_row_of(seen: Survey, plan: LayoutPlan, entries: Entries, task: Task) -> int:
    """How many entries stand in a row; 0 where a row holds several fields."""
    if plan.layout in (LONG, ONE_SERIES):
        return 1
    rows = sum(len(block) for block in seen.blocks([0], task)) if len(entries) else 0
    if not rows or len(entries) % rows:
        return 0
    cells = len(entries) // rows
    across = entries.field_of[:cells]
    return cells if (across == across[0]).all() else 0


def _of_cells(cells: Mapping[str, str], metres: float) -> Place | None:
    numbers = {part: _number(cell) for part, cell in cells.items()}
    latitude, longitude = numbers["latitude"], numbers["longitude"]
    altitude = numbers.get("altitude")
    if latitude is None or longitude is None:
        return None
    return Place(latitude, longitude, None if altitude is None else altitude * metres)


def _of_shape(cell: str) -> Place | None:
    """The middle of the corners of a GeoJSON shape, longitudes first."""
    if len(cell) > LONGEST_SHAPE:
        return None
    try:
        corners = np.array(list(_corners(json.loads(cell)["coordinates"])), dtype=np.float64)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not len(corners) or not np.isfinite(corners).all():
        return None
    longitude, latitude = 0.5 * (corners.min(axis=0) + corners.max(axis=0))
    return Place(round(float(latitude), 6), round(float(longitude), 6))


def _corners(nested: list[object]) -> Iterator[tuple[float, float]]:
    if nested and not isinstance(nested[0], list):
        yield float(str(nested[0])), float(str(nested[1]))
        return
    for part in nested:
        if isinstance(part, list):
            yield from _corners(part)


def _number(cell: str) -> float | None:
    try:
        number = float(cell.strip().replace(",", "."))
    except ValueError:
        return None
    return number if np.isfinite(number) else None


def _above(seen: Survey) -> Place | None:
    """Lines such as ``# Lat: 42.4`` before the header."""
    numbers: dict[str, float] = {}
    for line in seen.head.splitlines()[: seen.dialect.header.skipped]:
        found = ABOVE.match(line)
        part = part_named(found[1]) if found else ""
        if found and part:
            feet = found[3].lower() in ("ft", "feet")
            numbers.setdefault(part, float(found[2]) * (FEET if feet else 1.0))
    if not {"latitude", "longitude"} <= numbers.keys():
        return None
    return Place(numbers["latitude"], numbers["longitude"], numbers.get("altitude"))


def _checked(places: Mapping[str, Place], seen: Survey) -> PlacesFound:
    sound: dict[str, Place] = {}
    refused: dict[str, list[str]] = {}
    for field, place in places.items():
        try:
            sound[field] = checked_place(place)
        except InputError as error:
            refused.setdefault(str(error), []).append(field)
    remarks = tuple(
        tr("the place of {field} is not used: {problem}", field=shown(fields[0]), problem=problem)
        if fields[0]
        else tr(
            "the place in {file} is not used: {problem}", file=seen.source.file, problem=problem
        )
        for problem, fields in list(refused.items())[:3]
    )
    return PlacesFound(frozen(sound), remarks)
