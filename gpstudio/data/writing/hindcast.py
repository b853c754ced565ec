"""``hindcast.csv``: what was told of each date on one day after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Annotated

from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.sheet import Means, Number, Sheet, columns_of
from gpstudio.translation import tr


@dataclass(frozen=True)
class HindcastRow:
    """One line; the fields are its columns, in this order."""

    group: Annotated[str, Means("text", GROUP)]
    season: Annotated[str, Means("text", tr("Season, by its name at the last reading."))]
    stage: Annotated[str, Means("text", tr("Name of the stage."))]
    as_of: Annotated[str, Means("time", tr("The day of the question: later readings are hidden."))]
    days_ahead: Annotated[
        Number, Means("number", tr("Days from as_of to date_now; below zero where it has passed."))
    ]
    date: Annotated[
        str | None, Means("time", tr("The date as it was told then; empty without one."))
    ]
    lower90: Annotated[str | None, Means("time", tr("Start of its 90 % interval."))]
    upper90: Annotated[str | None, Means("time", tr("End of its 90 % interval."))]
    lower50: Annotated[str | None, Means("time", tr("Start of its 50 % interval."))]
    upper50: Annotated[str | None, Means("time", tr("End of its 50 % interval."))]
    date_now: Annotated[str, Means("time", tr("The date as all readings tell it."))]
    days_off: Annotated[
        Number,
        Means("number", tr("Days by which date is later than date_now; below zero if earlier.")),
    ]
    quality: Annotated[
        str | None, Means("text", tr("How well the stage showed in what was read by then."))
    ]
    reason: Annotated[str, Means("text", tr("Why there was no date, or what to know about it."))]


HINDCAST = columns_of(HindcastRow)


def hindcast_sheet(rows: Iterable[HindcastRow]) -> Sheet:
    """One row per field, season, stage and day that was asked about."""
    return Sheet.of_rows("hindcast", HINDCAST, (astuple(row) for row in rows))
