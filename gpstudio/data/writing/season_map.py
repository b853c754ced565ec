"""``season_map.csv``: where every year of every field lies on the map of seasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Annotated

from gpstudio.data.writing.forecast import GROUP
from gpstudio.data.writing.sheet import Means, Number, Sheet, columns_of
from gpstudio.translation import tr


@dataclass(frozen=True)
class MapRow:
    """One line; the fields are its columns, in this order."""

    group: Annotated[str, Means("text", GROUP)]
    year: Annotated[Number, Means("number", tr("Year of the middle of the growing year."))]
    across: Annotated[Number, Means("number", tr("Its place across, of what tells most apart."))]
    up: Annotated[Number, Means("number", tr("Its place up."))]
    across_std: Annotated[Number, Means("number", tr("Standard deviation of across."))]
    up_std: Annotated[Number, Means("number", tr("Standard deviation of up."))]
    surprise: Annotated[
        Number,
        Means("number", tr("How unlike its neighbours it ran, in deviations of a reading.")),
    ]
    odd: Annotated[str, Means("text", tr("yes, where it ran as no other did."))]


SEASON_MAP = columns_of(MapRow)


def map_sheet(rows: Iterable[MapRow]) -> Sheet:
    """One row a field and year."""
    return Sheet.of_rows("season_map", SEASON_MAP, (astuple(row) for row in rows))
