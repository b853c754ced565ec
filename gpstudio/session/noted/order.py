"""The order of a season: what cannot be, and dates of one thing that disagree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar, get_args

from gpstudio.core.errors import InputError
from gpstudio.data.series import iso_day
from gpstudio.phenology.anchors import SOWING
from gpstudio.phenology.rules import STAGES, StageOrder
from gpstudio.translation import tr

ORDERS = tuple(
    (SOWING, *(stage.name for stage in STAGES if order in stage.orders))
    for order in get_args(StageOrder)
)
"""Of stages each of which cannot come before the one before it."""
SAME = 45.0
"""Days: without a season, two dates of one stage nearer than this are of one season."""

Row = TypeVar("Row")


def out_of_order(dates: Mapping[str, float]) -> tuple[str, str] | None:
    """Of the stages of one season the first two of which the later one comes before the earlier."""
    for order in ORDERS:
        known = [stage for stage in order if stage in dates]
        for earlier, later in pairwise(known):
            if dates[later] < dates[earlier]:
                return earlier, later
    return None


def refuse_disorder(
    where: str, whose: str, dates: Mapping[str, float], what_to_do: str = tr("mend one of them")
) -> None:
    """``where`` begins the message, ``whose`` says of which field and season the dates are, where
    that is not plain."""
    found = out_of_order(dates)
    if found is None:
        return
    earlier, later = found
    if whose:
        problem = tr(
            "{where}: {later} {whose} on {later_day} is before {earlier} on {earlier_day}, which "
            "cannot be: {advice}.",
            where=where,
            later=later,
            whose=whose,
            later_day=iso_day(dates[later]),
            earlier=earlier,
            earlier_day=iso_day(dates[earlier]),
            advice=what_to_do,
        )
    else:
        problem = tr(
            "{where}: {later} on {later_day} is before {earlier} on {earlier_day}, which cannot "
            "be: {advice}.",
            where=where,
            later=later,
            later_day=iso_day(dates[later]),
            earlier=earlier,
            earlier_day=iso_day(dates[earlier]),
            advice=what_to_do,
        )
    raise InputError(problem)


def each_once(
    rows: Iterable[Row],
    day: Callable[[Row], float],
    season: Callable[[Row], str],
    disagree: Callable[[Row, Row], InputError],
) -> tuple[Row, ...]:
    """Rows about one thing of one field, each season once: what is said twice alike counts once.

    Rows of one season, or with a season missing and within ``SAME`` days, are about one date.
    """
    kept: list[Row] = []
    of_season: dict[str, Row] = {}
    for row in sorted(rows, key=day):
        known = of_season.get(season(row)) if season(row) else None
        if known is None and kept and _one_season(kept[-1], row, day, season):
            known = kept[-1]
        if known is not None and day(known) != day(row):
            raise disagree(known, row)
        if known is None:
            kept.append(row)
        elif season(row) and not season(known):
            kept[kept.index(known)] = row
        if season(row):
            of_season[season(row)] = row
    return tuple(kept)


def _one_season(
    before: Row, after: Row, day: Callable[[Row], float], season: Callable[[Row], str]
) -> bool:
    named = season(before) and season(after)
    return not named and day(after) - day(before) <= SAME


def by_key(rows: Iterable[Row], key: Callable[[Row], Sequence[str]]) -> list[list[Row]]:
    """Rows that have the same key together, in the order in which keys first occur."""
    found: dict[tuple[str, ...], list[Row]] = {}
    for row in rows:
        found.setdefault(tuple(key(row)), []).append(row)
    return list(found.values())
