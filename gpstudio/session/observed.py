"""Observed dates: what people saw in the field, for calibration and for the errors that are told.

A long table has a row a date, with the columns ``group, season, stage, date``; a wide one has a row
a field and season, with a column of dates a stage: ``group, season, heading, flowering``. A column
``crop`` may stand in either. Order, capitals, delimiter and further columns do not matter. The day
may also stand in ``year, month, day`` or ``year, doy``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import iso_day
from gpstudio.data.texts import shown
from gpstudio.phenology.anchors import SOWING
from gpstudio.session.noted.crops import crop_named
from gpstudio.session.noted.dates import noted_days
from gpstudio.session.noted.layouts import (
    NotedFacts,
    NotedRows,
    refuse_days_of_year,
    rows_across,
    rows_down,
    stages_across,
)
from gpstudio.session.noted.order import by_key, each_once, refuse_disorder
from gpstudio.session.noted.parts import days_of_parts, part_places
from gpstudio.session.noted.records import ObservedDate, ObservedTable
from gpstudio.session.noted.rows import CROP, GROUP, SEASON, group_places, groups_of, seasons_of
from gpstudio.session.noted.tables import NamedColumn, SmallTable, missing, read_small_table
from gpstudio.translation import tr

__all__ = ["COLUMNS", "ObservedDate", "ObservedTable", "observed_table", "read_observed"]

STAGE = NamedColumn(
    "stage",
    tr("Name of the stage, such as flowering, or its BBCH code where that is exactly the stage's."),
    also=(
        "growth stage", "growthstage", "phenological stage", "pheno stage", "phenostage",
        "phenophase", "phase", "stage name", "development stage", "stadium", "entwicklungsstadium",
        "stade", "estadio", "estagio", "fase", "event", "bbch", "bbch code", "bbch stage",
        "zadoks", "zadoks stage", "gs", "dc",
    ),
)  # fmt: skip
DATE = NamedColumn(
    "date",
    tr(
        "The day on which the stage was reached: YYYY-MM-DD, or any other way that leaves "
        "no doubt.",
    ),
    also=(
        "observed date", "observation date", "obs date", "date observed", "stage date", "observed",
        "datum", "fecha", "data", "mean date", "paivamaara", "pvm", "tarih",
    ),
)  # fmt: skip
_DAY = NamedColumn("day", "", also=("jour", "tag", "dia", "giorno", "dag", "dzien"))
"""A whole date, where no year stands beside it."""
COLUMNS = (GROUP, SEASON, STAGE, DATE, CROP)
"""What the help and the manual tell of the file."""
_ASKED = (GROUP, SEASON, STAGE, DATE)


def read_observed(
    path: str | os.PathLike[str], by: Sequence[str] = (), crop: str = "", task: Task = QUIET
) -> tuple[ObservedDate, ...]:
    """The dates of ``observed_table``."""
    return observed_table(path, by, crop, task).dates


def observed_table(
    path: str | os.PathLike[str], by: Sequence[str] = (), crop: str = "", task: Task = QUIET
) -> ObservedTable:
    """Read a file of observed dates; raises ``InputError`` where one could be misread.

    ``by`` are the columns that name the field in the table of readings; where the file has all of
    them they do so here. ``crop`` says whose BBCH codes are meant where the file does not.
    """
    table = read_small_table(path, _ASKED, task)
    stage = table.find(STAGE)
    rows = _across(table, by, task) if stage is None else _down(table, stage, by, crop, task)
    return ObservedTable(table.file, _checked(table, rows.dates), tuple(rows.aside))


def _down(table: SmallTable, stage: int, by: Sequence[str], crop: str, task: Task) -> NotedRows:
    date = table.find(DATE)
    known = {stage} | ({date} if date is not None else set())
    parts = part_places(table, known) if date is None else {}
    if date is None and not parts:
        date = table.find(_DAY, known)
        if date is None:
            raise missing(table, DATE, _ASKED)
    facts = _facts(table, {*known, *parts.values()}, by)
    if date is None:
        return rows_down(facts, stage, days_of_parts(table, parts, task), crop)
    return rows_down(facts, stage, noted_days(table, [date], task)[:, 0], crop)


def _across(table: SmallTable, by: Sequence[str], task: Task) -> NotedRows:
    across = stages_across(table)
    if not across:
        refuse_days_of_year(table)
        raise missing(table, STAGE, _ASKED)
    return rows_across(_facts(table, set(across), by), across, task)


def _facts(table: SmallTable, taken: set[int], by: Sequence[str]) -> NotedFacts:
    season, crop = table.find(SEASON, taken), table.find(CROP, taken)
    taken = taken | {place for place in (season, crop) if place is not None}
    return NotedFacts(
        table,
        groups_of(table, group_places(table, taken, by)),
        seasons_of(table, season),
        [crop_named(cell) if cell else "" for cell in table.texts(crop)],
    )


def _checked(table: SmallTable, rows: Iterable[ObservedDate]) -> tuple[ObservedDate, ...]:
    """Each date once, in an order that can be; sowing has done its part then."""
    kept: list[ObservedDate] = []
    for same in by_key(rows, lambda seen: (seen.group, seen.stage)):
        kept += each_once(
            same,
            day=lambda seen: seen.day,
            season=lambda seen: seen.season,
            disagree=lambda one, other: _disagree(table, one, other),
        )
    for season in by_key(kept, lambda seen: (seen.group, seen.season)):
        if season[0].season:
            lines = sorted({seen.line for seen in season})
            refuse_disorder(
                tr(
                    "Lines {first} to {last} of {file}",
                    first=lines[0],
                    last=lines[-1],
                    file=table.file,
                ),
                _whose(season[0]),
                {seen.stage: seen.day for seen in season},
            )
    stages = [seen for seen in kept if seen.stage != SOWING]
    if not stages:
        raise InputError(
            tr(
                "{file} has no date of a stage that is dated here: add some, or leave it out.",
                file=table.file,
            )
        )
    return tuple(sorted(stages, key=lambda seen: seen.line))


def _disagree(table: SmallTable, one: ObservedDate, other: ObservedDate) -> InputError:
    first, last = sorted([one, other], key=lambda seen: seen.line)
    if first.line == last.line:
        return InputError(
            tr(
                "Line {line} of {file} has {day} and {other} as the date of {stage} {whose}: keep "
                "one, or give each plot its own group.",
                line=first.line,
                file=table.file,
                day=iso_day(first.day),
                other=iso_day(last.day),
                stage=first.stage,
                whose=_whose(first),
            )
        )
    return InputError(
        tr(
            "Lines {first} and {last} of {file} have {day} and {other} as the date of {stage} "
            "{whose}: keep one, or give each plot its own group.",
            first=first.line,
            last=last.line,
            file=table.file,
            day=iso_day(first.day),
            other=iso_day(last.day),
            stage=first.stage,
            whose=_whose(first),
        )
    )


def _whose(seen: ObservedDate) -> str:
    if seen.group and seen.season:
        return tr("of {group} in {season}", group=shown(seen.group), season=seen.season)
    if seen.group:
        return tr("of {group}", group=shown(seen.group))
    if seen.season:
        return tr("of the field in {season}", season=seen.season)
    return tr("of the field")
