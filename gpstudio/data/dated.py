"""Days of the year in a file whose name tells which: the year becomes a column of the table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.task import Task
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.time_parts import find_parts
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import Decision, check_choice
from gpstudio.data.source.source import Source
from gpstudio.data.source.spool import Spool, as_our_text
from gpstudio.data.stacking import line
from gpstudio.translation import tr, tr_later

YEAR = "year"
NO_YEAR = tr_later("no year")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_LONG_YEAR, _FEW_STEPS = 366.0, 3.0
_TOLD_APART = ({"doy"}, {"month", "day"}, {"daymonth"}, {"week"})
"""Parts of dates that lack nothing but a year."""


def with_year(
    source: Source,
    seen: Survey,
    profiles: Sequence[Profile],
    answers: Mapping[str, str],
    task: Task,
) -> Source | None:
    """The file with a column for the year in its name; None where it needs none or tells none."""
    years = set(_YEAR.findall(source.path.stem))
    if len(years) != 1 or not _lacks_a_year(profiles):
        return None
    (year,) = years
    chosen = answers.get(YEAR, year)
    check_choice(YEAR, chosen, (year, NO_YEAR))
    why = tr("the name of the file says so")
    told = tr("days are of {year}", year=year)
    if chosen == NO_YEAR:
        told = tr("days without a year")
    decision = Decision(YEAR, chosen, (year, NO_YEAR), why, told=told)
    if chosen == NO_YEAR:
        return replace(source, decisions=(*source.decisions, decision))
    spool = Spool()
    for piece in _pieces(seen, year, task):
        spool.write(piece)
    written = as_our_text(source, spool, source.kind)
    return replace(written, decisions=(*source.decisions, decision))


def _lacks_a_year(profiles: Sequence[Profile]) -> bool:
    """Whether days are told by parts of dates without their year, and by nothing else."""
    if any(p.kind == "date" or p.perhaps for p in profiles):
        return False
    found = find_parts(list(profiles), range(len(profiles)))
    if "year" in found or not any(parts.issubset(found) for parts in _TOLD_APART):
        return False
    return "doy" not in found or not _goes_round(profiles[found["doy"]])


def _goes_round(p: Profile) -> bool:
    """Whether days go on behind the end of a year: then they are of two."""
    days: Floats = read_numbers(p.name, p.cells).values
    steps = np.diff(days[np.isfinite(days)])
    usual = float(np.median(steps[steps > 0])) if (steps > 0).any() else 0.0
    back = steps[steps < 0] + _LONG_YEAR
    return bool((back <= _FEW_STEPS * usual).any())


def _pieces(seen: Survey, year: str, task: Task) -> Iterator[bytes]:
    yield line([*seen.names, YEAR])
    for block in seen.blocks(range(seen.width), task):
        rows = ([block.cell(row, at) for at in range(seen.width)] for row in range(len(block)))
        yield b"".join(line([*cells, year]) for cells in rows)
