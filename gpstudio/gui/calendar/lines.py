"""What each line of the calendar holds: the stages of one field in the chosen season.

Ten thousand fields have a hundred thousand dates. A line is made once a fit; what is asked of all
lines together, such as their order, is asked of arrays.
"""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.cached import cached_property
from gpstudio.data.series import Clock, days_from_dates
from gpstudio.gui.listing.arranging import natural
from gpstudio.phenology.stages import StageDate
from gpstudio.phenology.templates import shown_stages
from gpstudio.session.document import Document
from gpstudio.session.fitting import Fit
from gpstudio.translation import tr

NEWEST = ""
"""The newest season of each field, whatever its year."""
TABLE, NAME = "table", "name"
"""Orders besides those by the date of a stage."""
NOT_FITTED = tr("not fitted")
DATE, LOWER, UPPER = range(3)
_YEAR = re.compile(r"-?\d+")


@dataclass(frozen=True, eq=False)
class CalendarLine:
    group: str
    name: str
    stages: tuple[StageDate, ...] = ()
    """Those that have a date, in the order of the season."""
    as_of: float | None = None
    reason: str = ""
    """Why there is none, in words."""
    years: frozenset[str] = frozenset()
    """Of all seasons of the field."""
    year: str = ""
    """Of the newest season that is drawn; empty where times are no dates."""
    clock: Clock = Clock.DAYS
    outdated: bool = False
    """Whether other dates are on their way."""
    numbers: tuple[float, ...] = ()
    """Date and 90 % interval of each stage of ``places``, NaN where there is none; empty where
    nothing is dated."""

    @cached_property
    def key(self) -> tuple[float, str]:
        """By which names are sorted."""
        return natural(self.name)


@cache
def places() -> Mapping[str, int]:
    """Of every shown stage, in the order of the season."""
    return {stage.name: place for place, stage in enumerate(shown_stages())}


def _no_numbers() -> tuple[float, ...]:
    return (math.nan,) * (3 * len(places()))


def year_of(season: str) -> str:
    """ "2022" of season "2022b": both crops of a year stand on one line."""
    found = _YEAR.match(season)
    return found[0] if found else season


class Lines:
    """Makes the lines of a document; a field whose fit is the same keeps its line."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[Fit, str, bool, CalendarLine]] = {}

    def of(
        self, document: Document, unfitted: Mapping[str, str], year: str
    ) -> Iterator[CalendarLine]:
        """One after the other: who has much else to do may take some and come back."""
        series = document.table.series if document.table is not None else ()
        outdated = set(document.outdated)
        for one in series:
            fit = document.fits.get(one.group)
            if fit is None:
                name = document.called(one.group)
                yield CalendarLine(one.group, name, reason=unfitted.get(one.group, NOT_FITTED))
            else:
                yield self._line(fit, document.called(one.group), year, one.group in outdated)

    def _line(self, fit: Fit, name: str, year: str, outdated: bool) -> CalendarLine:
        group = fit.series.group
        kept = self._kept.get(group)
        if kept is None or kept[0] is not fit or kept[1:3] != (year, outdated):
            kept = (fit, year, outdated, line_of(fit, name, year, outdated))
            self._kept[group] = kept
        return kept[3]


def line_of(fit: Fit, name: str, year: str, outdated: bool = False) -> CalendarLine:
    seasons = [season.name for season in fit.seasons]
    wanted = set(seasons[-1:])
    if year != NEWEST:
        wanted = {season for season in seasons if year_of(season) == year}
    mine = [stage for stage in fit.stages if stage.season in wanted]
    dated = tuple(stage for stage in mine if stage.date is not None)
    as_of = mine[0].as_of if mine else None
    reason = ""
    if not dated:
        reason = mine[0].reason if mine else _why_none(fit, year)
    years = frozenset(map(year_of, seasons))
    drawn = year_of(dated[-1].season) if dated and fit.series.dated else ""
    return CalendarLine(
        fit.series.group, name, dated, as_of, reason, years, drawn, fit.series.clock, outdated,
        _numbers(dated),
    )  # fmt: skip


def _numbers(stages: Sequence[StageDate]) -> tuple[float, ...]:
    """Of a stage that comes twice, in two crops of a year: the first date, the widest interval."""
    numbers = list(_no_numbers())
    for stage in stages:
        place = places().get(stage.stage)
        if place is None or stage.date is None:
            continue
        lower = stage.date if stage.lower90 is None else stage.lower90
        upper = stage.date if stage.upper90 is None else stage.upper90
        if numbers[3 * place] == numbers[3 * place]:  # not NaN: the second of two
            lower = min(lower, numbers[3 * place + LOWER])
            upper = max(upper, numbers[3 * place + UPPER])
            numbers[3 * place : 3 * place + 3] = [numbers[3 * place], lower, upper]
        else:
            numbers[3 * place : 3 * place + 3] = [stage.date, lower, upper]
    return tuple(numbers)


def _why_none(fit: Fit, year: str) -> str:
    if not fit.request.wants_stages:
        return tr("no stages were asked for")
    return fit.dates.findings.reason or (
        tr("no season in {year}", year=year) if year else tr("no season")
    )


class CalendarSheet:
    """All lines, and their numbers in one array; filled a line at a time.

    ``aligned``: where fields were read in different years, all are drawn in the newest of these, so
    that days of the season can be compared.
    """

    def __init__(self, lines: Iterable[CalendarLine] = (), aligned: bool = False) -> None:
        self.aligned = aligned
        self.lines: list[CalendarLine] = []
        self.dated = 0
        """How many lines have a date."""
        self._flat = array("d")
        self._years: set[str] = set()
        self._drawn: set[str] = set()
        for line in lines:
            self.add(line)

    def add(self, line: CalendarLine) -> None:
        self.lines.append(line)
        self.dated += bool(line.stages)
        self._flat.extend(line.numbers or _no_numbers())
        self._years |= line.years
        if line.year:
            self._drawn.add(line.year)

    @cached_property
    def shifts(self) -> Mapping[str, float]:
        """Days by which lines of a year are moved; empty where nothing is."""
        if not self.aligned or len(self._drawn) < 2:
            return {}
        begins = {
            year: float(days_from_dates([f"{int(year):04d}-01-01"])[0]) for year in self._drawn
        }
        return {year: max(begins.values()) - begin for year, begin in begins.items()}

    @cached_property
    def _numbers(self) -> Floats:
        """A row a line, in it a row a stage of ``places``; asked for when all lines are there."""
        numbers = np.array(self._flat).reshape(-1, len(places()), 3)
        if self.shifts:
            moved = [self.shifts.get(line.year, 0.0) for line in self.lines]
            numbers = numbers + np.array(moved)[:, None, None]
        return numbers

    @property
    def stages(self) -> tuple[str, ...]:
        """Those that any field reaches, in the order of the season; templates, which may declare
        more of them, are only read where there is a line."""
        if not self.lines:
            return ()
        there = np.isfinite(self._numbers[:, :, DATE]).sum(axis=0).tolist()
        return tuple(name for name, count in zip(places(), there, strict=True) if count)

    @property
    def years(self) -> tuple[str, ...]:
        """Of every season of every field, the newest first."""
        return tuple(sorted(self._years, key=natural, reverse=True))

    def in_order(self, order: str) -> Sequence[CalendarLine]:
        """By name, or by the date of a stage; those without one last, as in the table."""
        if order == NAME:
            return sorted(self.lines, key=lambda line: line.key)
        if order not in places() or not self.lines:
            return self.lines
        dates = self._numbers[:, places()[order], DATE]
        return [self.lines[place] for place in np.argsort(dates, kind="stable").tolist()]

    def span(self, shown: Sequence[str]) -> tuple[float, float] | None:
        """First and last time that is drawn, with a little room on either side."""
        wanted = self._numbers[:, [places()[name] for name in shown if name in places()]]
        ends = wanted[np.isfinite(wanted)]
        if not len(ends):
            return None
        first, last = float(ends.min()), float(ends.max())
        room = 0.03 * (last - first) or 1.0
        return first - room, last + room
