"""Names and times that stand only in the first of the rows that they hold for, as merged cells do.

An empty cell then goes on with the one above it. That is so where most cells are empty, no name
follows itself, and what else tells the rows apart never comes twice below one name: a table in
which cells are missing here and there is none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from gpstudio.data.cutting.survey import FIRST_ROWS, Survey
from gpstudio.data.decisions import AS_WRITTEN, GOES_ON, Decision, Said
from gpstudio.data.texts import is_missing, shown
from gpstudio.translation import all_of, tr, tr_count


def spanning(
    survey: Survey, places: Sequence[int], said: Said
) -> tuple[tuple[int, ...], tuple[Decision, ...]]:
    """Those of the columns, which together tell the rows apart, that stand so; and the decision."""
    rows = [
        [str(survey.columns[place][row]).strip() for place in places]
        for row in range(min(survey.size, FIRST_ROWS))
    ]
    found: list[int] = []
    for at in range(len(places)):
        if len(places) > 1 and _goes_on(rows, at, found):
            found.append(at)
    if not found:
        return (), ()
    names = [survey.names[places[at]] for at in found]
    chosen = said.answers.get("gaps", GOES_ON)
    why = tr_count(
        len(names),
        "{columns} stands only in the first of the rows that it holds for",
        "{columns} stand only in the first of the rows that they hold for",
        columns=all_of(map(shown, names)),
    )
    told = (
        tr("empty cells go on with the one above") if chosen == GOES_ON else tr("empty cells empty")
    )
    decision = Decision("gaps", chosen, (GOES_ON, AS_WRITTEN), why, told=told)
    return tuple(places[at] for at in found if chosen == GOES_ON), (decision,)


def rows_of(survey: Survey, spans: Sequence[int], only: tuple[int, str]) -> Survey:
    """The sample's rows of one variable, with what goes on in the columns of spans."""
    columns = list(survey.columns)
    for place in spans:
        filled: list[str] = []
        for cell in map(str, columns[place]):
            filled.append(filled[-1] if filled and is_missing(cell) else cell)
        columns[place] = np.array([*filled, None], dtype=object)[:-1]
    chosen = np.array([str(cell).strip() == only[1] for cell in columns[only[0]]], dtype=np.bool_)
    lines = tuple(line for line, kept in zip(survey.lines, chosen, strict=True) if kept)
    return replace(survey, columns=tuple(column[chosen] for column in columns), lines=lines)


@dataclass
class _Span:
    cell: str
    begins: bool
    """Whether a span of another column begins with it."""
    others: list[tuple[str, ...]]
    """What else tells its rows apart."""


def _goes_on(rows: Sequence[Sequence[str]], at: int, known: Sequence[int]) -> bool:
    """Whether the cells at a place of each row are those of spans; ``known`` are other such."""
    spans: list[_Span] = []
    for cells in rows:
        others = tuple(cells[place] for place in range(len(cells)) if place not in (at, *known))
        if all(map(is_missing, others)):  # a sum, a note
            continue
        if not is_missing(cells[at]):
            begins = any(not is_missing(cells[place]) for place in known)
            spans.append(_Span(cells[at], begins, []))
        elif not spans:
            return False
        spans[-1].others.append(others)
    size = sum(len(span.others) for span in spans)
    return (
        bool(spans)
        and 2 * len(spans) <= size
        and all(above.cell != below.cell or below.begins for above, below in pairwise(spans))
        and all(len(set(span.others)) == len(span.others) for span in spans)
    )
