"""Lines between the readings that name the field of the rows below them, as one block each.

Such a line has a single cell, in the first column, that is no date. It is a title where the times
begin again below most of them; a line amid times that go on is a remark.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gpstudio.core.arrays import Flags
from gpstudio.core.errors import InputError
from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.field_join import told_fields
from gpstudio.data.columns.numbers import read_numbers
from gpstudio.data.columns.roles import Roles
from gpstudio.data.cutting.kinds import WORDS, kind_of
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.dates import read_dates
from gpstudio.data.decisions import ONE_FIELD, TITLES, Decision, Said
from gpstudio.data.names import GROUPS
from gpstudio.data.texts import is_missing, shown
from gpstudio.translation import tr

NAMING = tr("that name the field of the rows below them")


def settle_titles(survey: Survey, roles: Roles, said: Said) -> str:
    """The title of the first rows where such lines name the fields; empty where none do."""
    answer = said.answers.get("field")
    if roles.fields or said.one_field or answer not in (None, TITLES):
        return ""
    titles = [row for row in range(survey.size) if _is_title(survey, row)]
    if not titles or not (answer == TITLES or _begin_again(survey, roles, titles)):
        return ""
    first = _first_title(survey, roles, titles)
    if not first:
        raise InputError(
            tr(
                "Line {line} of {file} holds only {cell}, and the times begin again below it; if "
                "it names a field, write the name of each row's field in a column of its own.",
                line=survey.lines[titles[0]],
                file=survey.source.file,
                cell=shown(str(survey.columns[0][titles[0]]).strip()),
            )
        )
    others = [d for d in roles.decisions if d.about == "field"]
    choices = tuple(dict.fromkeys((TITLES, *(c for d in others for c in d.choices), ONE_FIELD)))
    why = tr("the times begin again below line {line}", line=survey.lines[titles[0]])
    decision = Decision("field", TITLES, choices, why, told=told_fields(tr(TITLES)))
    roles.decisions = [d for d in roles.decisions if d.about != "field"] + [decision]
    return first


def _is_title(survey: Survey, row: int) -> bool:
    first = str(survey.columns[0][row])
    alone = all(is_missing(str(column[row])) for column in survey.columns[1:])
    return alone and kind_of(first) == WORDS


def _begin_again(survey: Survey, roles: Roles, titles: list[int]) -> bool:
    """Whether below at least half of the titles the times begin before those above end."""
    whens = list(_whens(survey, roles, titles))
    begun = sum(bool(below[0] <= above[-1]) for above, below in pairwise(whens))
    return len(whens) > 1 and 2 * begun >= len(whens) - 1


def _whens(survey: Survey, roles: Roles, titles: list[int]) -> Iterator[list[tuple[float, ...]]]:
    """The times of each block that has some, as far as they are read."""
    columns = []
    for place in roles.time:
        name, cells = survey.names[place], survey.columns[place]
        days = read_dates(name, cells)
        columns.append(read_numbers(name, cells).values if days is None else days.days)
    whens = np.stack(columns, axis=1)
    for begin, end in pairwise([-1, *titles, survey.size]):
        block = whens[begin + 1 : end]
        found = block[np.isfinite(block).all(axis=1)]
        if len(found):
            yield [tuple(when) for when in found.tolist()]


def _first_title(survey: Survey, roles: Roles, titles: list[int]) -> str:
    """The last of the titles above the first reading."""
    times = survey.columns[roles.time[0]]
    timed = (row for row in range(survey.size) if not is_missing(str(times[row])))
    reading = next((row for row in timed if row not in titles), 0)
    before = [row for row in titles if row < reading]
    return named_by(str(survey.columns[0][before[-1]])) if before else _title_above(survey)


def _title_above(survey: Survey) -> str:
    """What stands alone on the last row of the header, or on the line right above it."""
    rows = [[cell for cell in row if cell.strip()] for row in survey.header]
    if len(rows) > 1 and len(rows[-1]) == 1:
        return named_by(rows[-1][0])
    header = survey.dialect.header
    above = [line for line in survey.head.splitlines()[: header.skipped] if line.strip()]
    line = above[-1].strip().strip(survey.dialect.delimiter + '"') if above else ""
    return "" if survey.dialect.delimiter.strip() in line[1:] else named_by(line)


def named_by(title: str) -> str:
    """The field's name: "North" of "Field: North"."""
    head, mark, name = title.strip().strip("#").strip().partition(":")
    if mark and name.strip() and head.strip().lower() in GROUPS:
        return name.strip()
    return title.strip().strip("#").strip().rstrip(":")


def fields_by_titles(
    first: str, titles: Flags, cells: Coded
) -> tuple[list[str], NDArray[np.int32]]:
    """The fields' names, and which of them each row belongs to; ``cells`` are the first column."""
    known = {first: 0}
    codes = np.full(len(titles), -1, dtype=np.int32)
    for row in np.flatnonzero(titles).tolist():
        name = named_by(str(cells.distinct[int(cells.codes[row])]))
        codes[row] = known.setdefault(name, len(known))
    above = np.maximum.accumulate(np.where(titles, np.arange(len(titles)), -1))
    return list(known), np.where(above < 0, 0, codes[above]).astype(np.int32)
