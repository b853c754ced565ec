"""Observed dates row by row: a row a date, or a row a season with a column a stage."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.texts import shown
from gpstudio.phenology.anchors import SOWING
from gpstudio.session.noted.dates import holds_dates, noted_days
from gpstudio.session.noted.order import refuse_disorder
from gpstudio.session.noted.records import ObservedDate
from gpstudio.session.noted.rows import refuse_other_years
from gpstudio.session.noted.stages import OTHER, hint, stage_named, stage_of_column
from gpstudio.session.noted.tables import SmallTable, folded
from gpstudio.translation import tr, tr_count


@dataclass(frozen=True, eq=False)
class NotedFacts:
    """What every row says beside its dates."""

    table: SmallTable
    groups: list[str]
    seasons: list[str]
    crops: list[str]

    def seen(self, row: int, stage: str, day: float) -> ObservedDate:
        season = self.seasons[row]
        refuse_other_years(self.table, row, stage, day, season, (-1, 0, 1))
        line = self.table.lines[row]
        return ObservedDate(self.groups[row], season, stage, day, self.crops[row], line)


@dataclass(frozen=True)
class NotedRows:
    """Dates, those of sowing among them, and in words what is not used."""

    dates: list[ObservedDate]
    aside: list[str]


def rows_down(facts: NotedFacts, stage: int, days: Floats, crop: str) -> NotedRows:
    """A row a date; ``crop`` says whose codes are meant where the row does not."""
    table, name = facts.table, facts.table.names[stage]
    found: list[ObservedDate] = []
    others, dateless = Counter[str](), 0
    for row, cell in enumerate(table.texts(stage)):
        if not np.isfinite(days[row]):
            dateless += 1
            continue
        known = _stage(table, row, cell, name, facts.crops[row] or crop)
        if known == OTHER:
            others[cell] += 1
        else:
            found.append(facts.seen(row, known, float(days[row])))
    if dateless == len(table):
        raise InputError(
            tr("{file} has no date in any row: write the days as YYYY-MM-DD.", file=table.file)
        )
    aside = [
        tr("{rows} of {cell}, which is not dated here", rows=_rows(count), cell=shown(cell))
        for cell, count in others.items()
    ]
    return NotedRows(
        found,
        [
            *aside,
            *([tr("{rows} without a date", rows=_rows(dateless))] if dateless else []),
        ],
    )


def _stage(table: SmallTable, row: int, cell: str, name: str, crop: str) -> str:
    if not cell:
        raise InputError(
            tr("{line} names no stage: write one, or leave the row out.", line=table.line(row))
        )
    # under a name such as "bbch" bare numbers are codes
    of_a_scale = not {"bbch", "zadoks"}.isdisjoint(folded(name).split())
    text = tr("BBCH {cell}", cell=cell) if of_a_scale and cell[:1].isdigit() else cell
    known = stage_named(text, crop)
    if known is None:
        raise InputError(
            tr(
                "{line} has {cell} as its stage, which is not known: {hint}",
                line=table.line(row),
                cell=shown(cell),
                hint=hint(text, crop),
            )
        )
    return known


def stages_across(table: SmallTable) -> dict[int, str]:
    """Columns that are called as a stage is, and what stage; a file of sowings alone has none."""
    named = {place: stage_of_column(name) for place, name in enumerate(table.names)}
    found = {place: stage for place, stage in named.items() if stage is not None}
    return found if any(stage not in (OTHER, SOWING) for stage in found.values()) else {}


def rows_across(facts: NotedFacts, across: dict[int, str], task: Task = QUIET) -> NotedRows:
    """A row a field and season."""
    table = facts.table
    dated = [place for place in across if holds_dates(table, place)]
    aside = [
        tr("column {name}, which is not dated here", name=shown(table.names[place]))
        if place in dated
        else tr("column {name}, which holds no dates", name=shown(table.names[place]))
        for place, stage in across.items()
        if place not in dated or stage == OTHER
    ]
    places = [place for place in dated if across[place] != OTHER]
    if all(across[place] == SOWING for place in places):
        name = next(table.names[place] for place, stage in across.items() if stage != SOWING)
        raise InputError(
            tr(
                "{file} has no dates under {name}: write them there as YYYY-MM-DD, or "
                "name its columns group,season,stage,date.",
                file=table.file,
                name=shown(name),
            )
        )
    days = noted_days(table, places, task)
    found: list[ObservedDate] = []
    for row in range(len(table)):
        mine = [
            facts.seen(row, across[place], float(day))
            for place, day in zip(places, days[row], strict=True)
            if np.isfinite(day)
        ]
        refuse_disorder(table.line(row), "", {seen.stage: seen.day for seen in mine})
        found += mine
    if not found:
        raise InputError(
            tr("{file} has no date in any row: write the days as YYYY-MM-DD.", file=table.file)
        )
    return NotedRows(found, aside)


def refuse_days_of_year(table: SmallTable) -> None:
    """Columns such as "heading_doy" do not say of which year."""
    for name in table.names:
        words = folded(name).removesuffix(" doy").removesuffix(" day of year")
        if words != folded(name) and stage_of_column(words):
            raise InputError(
                tr(
                    "{file} has days of the year under {name}, which do not say in which "
                    "year: write dates as YYYY-MM-DD under {plain}.",
                    file=table.file,
                    name=shown(name),
                    plain=shown(words),
                )
            )


def _rows(count: int) -> str:
    return tr_count(count, "{n:,} row", "{n:,} rows")
