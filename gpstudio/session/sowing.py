"""Sowing dates: where seasons begin, what grows in them, and what thermal time is counted from.

A row a sowing, with the columns ``group, season, crop, date``; season and crop may be left out.
Order, capitals, delimiter and further columns do not matter. A table of observed dates will do
where it has sowing as a stage or a column.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import iso_day
from gpstudio.data.texts import shown
from gpstudio.phenology.anchors import SOWING
from gpstudio.session.noted.crops import crop_named
from gpstudio.session.noted.dates import holds_dates, noted_days
from gpstudio.session.noted.order import by_key, each_once, refuse_disorder
from gpstudio.session.noted.parts import days_of_parts, part_places
from gpstudio.session.noted.records import ObservedDate, Sowing
from gpstudio.session.noted.rows import (
    CROP,
    GROUP,
    SEASON,
    group_places,
    groups_of,
    refuse_other_years,
    seasons_of,
)
from gpstudio.session.noted.stages import stage_named, stage_of_column
from gpstudio.session.noted.tables import NamedColumn, SmallTable, missing, read_small_table
from gpstudio.session.observed import STAGE
from gpstudio.translation import tr

__all__ = ["COLUMNS", "Sowing", "read_sowing", "refuse_sown_after"]

DATE = NamedColumn(
    "date",
    tr("The day of sowing: YYYY-MM-DD, or any other way that leaves no doubt."),
    also=("datum", "fecha", "data"),
)
COLUMNS = (GROUP, SEASON, CROP, DATE)
"""What the help and the manual tell of the file."""


def read_sowing(
    path: str | os.PathLike[str], by: Sequence[str] = (), task: Task = QUIET
) -> tuple[Sowing, ...]:
    """Read a file of sowing dates; raises ``InputError`` where one could be misread.

    ``by`` are the columns that name the field in the table of readings, as in ``observed_table``.
    """
    table = read_small_table(path, COLUMNS, task)
    stage, season, crop = table.find(STAGE), table.find(SEASON), table.find(CROP)
    taken = {place for place in (season, crop, stage) if place is not None}
    dates, days = _days(table, taken, task)
    groups = groups_of(table, group_places(table, {*taken, *dates}, by))
    seasons, crops = seasons_of(table, season), table.texts(crop)
    _refuse_early_harvests(table, days, task)
    found = []
    for row in _sown_rows(table, dates, stage):
        if not np.isfinite(days[row]):
            continue
        refuse_other_years(table, row, "sowing", float(days[row]), seasons[row], (-2, -1, 0))
        named = crop_named(crops[row]) if crops[row] else ""
        line = table.lines[row]
        found.append(Sowing(groups[row], seasons[row], named, float(days[row]), line))
    if not found:
        raise InputError(
            tr(
                "{file} has no sowing date in any row: fill its column {name} in.",
                file=table.file,
                name=shown(table.names[dates[0]]),
            )
        )
    return _each_once(table, found)


def refuse_sown_after(observed: Iterable[ObservedDate], sowings: Iterable[Sowing]) -> None:
    """Refuse a stage that was seen before its season was sown; groups are the table's by now."""
    sown = {(sowing.group, sowing.season): sowing for sowing in sowings if sowing.season}
    for seen in observed:
        sowing = sown.get((seen.group, seen.season))
        if sowing is not None:
            named = (
                tr("of {group} in {season}", group=shown(seen.group), season=seen.season)
                if seen.group
                else ""
            )
            refuse_disorder(
                tr(
                    "Observed line {observed}, sowing line {sown}",
                    observed=seen.line,
                    sown=sowing.line,
                ),
                named,
                {SOWING: sowing.day, seen.stage: seen.day},
            )


def _days(table: SmallTable, taken: Collection[int], task: Task) -> tuple[tuple[int, ...], Floats]:
    """The columns of the date and its days: what speaks of sowing before what is called date."""
    named = [place for place, name in enumerate(table.names) if stage_of_column(name) == SOWING]
    spoken = [place for place in named if holds_dates(table, place)] or named
    place = spoken[0] if spoken else table.find(DATE)
    if place is not None:
        return (place,), noted_days(table, [place], task)[:, 0]
    parts = part_places(table, taken)
    if not parts:
        raise missing(table, DATE, COLUMNS)
    return tuple(parts.values()), days_of_parts(table, parts, task)


def _sown_rows(table: SmallTable, dates: Sequence[int], stage: int | None) -> list[int]:
    """All rows, but of a table of stages those of sowing."""
    if stage is None or stage_of_column(table.names[dates[0]]) == SOWING:
        return list(range(len(table)))
    rows = [row for row, cell in enumerate(table.texts(stage)) if stage_named(cell) == SOWING]
    if not rows:
        raise InputError(
            tr(
                "{file} has dates of stages, but none of sowing: choose the file of sowing "
                "dates, or add rows with the stage sowing.",
                file=table.file,
            )
        )
    return rows


def _refuse_early_harvests(table: SmallTable, days: Floats, task: Task) -> None:
    """Where the table has harvests too, none comes before its sowing."""
    places = [
        place
        for place, name in enumerate(table.names)
        if stage_of_column(name) == "harvest" and holds_dates(table, place)
    ]
    if not places:
        return
    harvests = noted_days(table, places[:1], task)[:, 0]
    for row in np.flatnonzero(harvests < days).tolist():
        dates = {SOWING: float(days[row]), "harvest": float(harvests[row])}
        refuse_disorder(table.line(row), "", dates)


def _each_once(table: SmallTable, rows: Iterable[Sowing]) -> tuple[Sowing, ...]:
    kept: list[Sowing] = []
    for same in by_key(rows, lambda sown: (sown.group, sown.crop)):
        kept += each_once(
            same,
            day=lambda sown: sown.day,
            season=lambda sown: sown.season,
            disagree=lambda one, other: _disagree(table, one, other),
        )
    return tuple(sorted(kept, key=lambda sown: sown.line))


def _disagree(table: SmallTable, one: Sowing, other: Sowing) -> InputError:
    first, last = sorted([one, other], key=lambda sown: sown.line)
    season = first.season or last.season
    whose = tr(
        "{crop} of {group}",
        crop=first.crop or tr("a crop"),
        group=shown(first.group) if first.group else tr("the field"),
    )
    if season:
        whose = tr("{crop} in {season}", crop=whose, season=season)
    return InputError(
        tr(
            "Lines {first} and {last} of {file} have {day} and {other} as the sowing of {crop}: "
            "keep the one whose crop stood.",
            first=first.line,
            last=last.line,
            file=table.file,
            day=iso_day(first.day),
            other=iso_day(last.day),
            crop=whose,
        )
    )
