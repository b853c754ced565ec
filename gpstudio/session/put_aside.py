"""What undo keeps of a table that is not open any more: all but what is made again when shown.

Joint draws of a season under way are most of what a fit holds, some megabytes; a project file keeps
none either. Who undoes the opening of the next table sees curve and dates at once, and the shown
field is dated once more behind them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.session.overlay import overlay_of


def put_aside(steps: list[tuple[str, Document]], table: object) -> None:
    """The documents of this table among the steps, changed in place; fits that several documents
    share stay shared."""
    light: dict[int, Mapping[str, Fit]] = {}
    for place, (title, document) in enumerate(steps):
        if document.kept.table is table and document.fits:
            fits = document.fits
            if id(fits) not in light:
                light[id(fits)] = _without_draws(fits)
            steps[place] = title, replace(document, fits=light[id(fits)])


def newest_tables(steps: list[tuple[str, Document]], most: int) -> list[tuple[str, Document]]:
    """The steps from the first one on that is about one of so many tables, counted from the end."""
    tables: list[object] = []
    for place in range(len(steps) - 1, -1, -1):
        table = steps[place][1].kept.table
        if not any(table is known for known in tables):
            if len(tables) == most:
                return steps[place + 1 :]
            tables.append(table)
    return steps


def _without_draws(fits: Mapping[str, Fit]) -> Mapping[str, Fit]:
    heavy = {group: fit for group, fit in fits.items() if fit.dates.ahead is not None}
    return overlay_of(fits).with_values(
        {group: fit.with_dates(fit.dates.put_aside()) for group, fit in heavy.items()}
    )
