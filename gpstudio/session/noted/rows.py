"""What every row of noted dates has: a group and a season, found and read the same way."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from gpstudio.core.errors import InputError
from gpstudio.data.names import GROUPS
from gpstudio.data.series import iso_day
from gpstudio.data.texts import shown
from gpstudio.session.noted.dates import year_of
from gpstudio.session.noted.tables import NamedColumn, SmallTable, folded
from gpstudio.translation import tr

GROUP = NamedColumn(
    "group",
    "The field, as the table of readings calls it; left out where that has one field only.",
)
SEASON = NamedColumn(
    "season",
    "Year of harvest, such as 2022, with a, b where a year has several; where it is left out or "
    "empty, it follows from the date.",
    also=(
        "harvest year", "crop year", "growing season", "season year", "campaign", "campana",
        "safra", "saison", "erntejahr", "campagne", "temporada",
    ),
)  # fmt: skip
CROP = NamedColumn(
    "crop",
    "The crop, such as wheat; optional.",
    also=("crop type", "crop name", "culture", "kultur", "fruchtart", "frucht", "cultivo",
          "cultura"),
)  # fmt: skip

JOINED = " / "
"""Between the parts of a field's name that stand in several columns, as the importer joins them."""
_NOT_OF_A_NAME = frozenset("area ha size type manager owner count lat lon x y".split())
_SEASON = re.compile(r"((?:19|20)\d\d)(?:\.0+)? ?([a-z]?)")
_TWO_YEARS = re.compile(r"((?:19|20)\d\d) ?[-/–_] ?((?:19|20)?\d\d) ?([a-z]?)")


def group_places(table: SmallTable, taken: Collection[int], by: Sequence[str]) -> tuple[int, ...]:
    """The columns that name the field: those of the table of readings, else by their names."""
    called = {folded(name): place for place, name in reversed(list(enumerate(table.names)))}
    known = [called.get(folded(name)) for name in by]
    if known and all(place is not None and place not in taken for place in known):
        return tuple(place for place in known if place is not None)
    ranks = {
        place: rank
        for place, name in enumerate(table.names)
        if place not in taken and (rank := _rank(folded(name).split())) is not None
    }
    return (min(ranks, key=lambda place: (ranks[place], place)),) if ranks else ()


def _rank(words: Sequence[str]) -> int | None:
    """How well a name tells of a field; ``group`` before all others."""
    found = [GROUPS.index(word) for word in words if word in GROUPS]
    if not found or not _NOT_OF_A_NAME.isdisjoint(words):
        return None
    return -1 if words == ["group"] else min(found)


def groups_of(table: SmallTable, places: Sequence[int]) -> list[str]:
    """A name a row, empty where no column names the field; a row without one is refused."""
    columns = [table.texts(place) for place in places]
    for place, column in zip(places, columns, strict=True):
        if "" in column and any(column):
            raise InputError(
                tr(
                    "{line} names no field under {name}: fill the cell in, or leave the row out.",
                    line=table.line(column.index("")),
                    name=shown(table.names[place]),
                )
            )
    return [JOINED.join(parts) for parts in zip(*columns, strict=True)] or [""] * len(table)


def seasons_of(table: SmallTable, place: int | None) -> list[str]:
    """A season a row, empty where none is given."""
    found = []
    for row, cell in enumerate(table.texts(place)):
        season = season_named(cell)
        if season is None:
            raise InputError(
                tr(
                    "{line} has {cell} as its season: write the year of harvest, "
                    "such as 2022 or 2022a, or leave the cell empty.",
                    line=table.line(row),
                    cell=shown(cell),
                )
            )
        found.append(season)
    return found


def season_named(text: str) -> str | None:
    """As seasons are called here: "2021/22" is harvested in 2022; None for no season."""
    words = text.strip().casefold()
    if not words:
        return ""
    if one := _SEASON.fullmatch(words):
        return one[1] + one[2]
    two = _TWO_YEARS.fullmatch(words)
    if two is None:
        return None
    first, last = int(two[1]), int(two[1][: 4 - len(two[2])] + two[2])
    if len(two[2]) == 2 and last < first:
        last += 100
    return f"{last}{two[3]}" if last - first in (0, 1) else None


def refuse_other_years(
    table: SmallTable, row: int, what: str, day: float, season: str, years: Collection[int]
) -> None:
    """A date so many years from its season's is a slip of the pen."""
    if season and year_of(day) - int(season[:4]) not in years:
        raise InputError(
            tr(
                "{line} has {event} on {day} for the season {season}, which is "
                "harvested in that year: mend the date or the season.",
                line=table.line(row),
                event=what,
                day=iso_day(day),
                season=season,
            )
        )
