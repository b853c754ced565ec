"""What a person sees of a table before importing it: its first rows, as text and as understood."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpstudio.data.cutting.survey import Survey
    from gpstudio.data.entries.entries import Entries
    from gpstudio.data.plan import LayoutPlan

CHARACTERS = 64_000
_CELLS = 50_000
_FEWEST = 10
"""Rows that are shown however wide the table is."""


@dataclass(frozen=True)
class Preview:
    head: str
    """The beginning of the text as it stands in the file."""
    lines: tuple[int, ...]
    """On which line of the file each row begins."""
    rows: tuple[tuple[str, ...], ...]
    """The first rows by cell, as many as there are columns."""
    verdicts: tuple[tuple[str, ...], ...]
    """Why a row is set aside, one text a row in a long table, one for each of its reading cells
    in a wide one; empty where it is used."""


def preview_of(survey: Survey, plan: LayoutPlan, entries: Entries) -> Preview:
    from gpstudio.data.cutting.survey import FIRST_ROWS

    columns = range(survey.width)
    across = max(1, len(plan.across))
    most = min(FIRST_ROWS, max(_FEWEST, _CELLS // max(1, survey.width)))
    count = min(most, survey.size, len(entries) // across)
    rows = [tuple(str(survey.columns[j][i]) for j in columns) for i in range(count)]
    verdicts = [
        tuple(entries.ledger.reason(row * across + k) for k in range(across))
        for row in range(count)
    ]
    head = survey.head[:CHARACTERS]
    return Preview(head, survey.lines[:count], tuple(rows), tuple(verdicts))
