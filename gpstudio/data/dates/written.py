"""Dates as texts: the way they are written, decided on the whole column.

Where dates can be read in more than one order (day or month first) every cell is a witness. One
witness such as 17/03/2021 settles it; none, or witnesses that contradict each other, make it a
question. Time zones are honoured: all times end up in UTC.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import Task
from gpstudio.data.columns.arena import Cells
from gpstudio.data.dates.asking import (
    calendar_decision,
    day_decision,
    order_decision,
    period_decision,
    ways_decision,
    zone_decisions,
)
from gpstudio.data.dates.cells import Cut, cut
from gpstudio.data.dates.days_or_years import can_be_days, can_be_years
from gpstudio.data.dates.families import FAMILIES, DateFamily, may_be_date
from gpstudio.data.dates.reading import DateReading
from gpstudio.data.decisions import (
    BUDDHIST,
    DAY_ONLY,
    FIRST_DAY,
    MAIN_WAY,
    MONTH_FIRST,
    SWAPPED,
    YEAR_FIRST,
    YEAR_MONTH,
    Decision,
)
from gpstudio.data.texts import Texts, sample

_FEW = 0.05
"""Dates written otherwise than the rest are set aside below this part, where they are open."""
_MOST_WAYS = 4
_HALF = 0.5
_BUDDHIST = 543
FEWEST_MONTHS = 3
"""Of each year, where years are numbers of two digits beside months."""
_FAR_AHEAD = (189_000.0, 246_000.0)
"""Days since 1970-01-01 of the years 2487 to 2643."""
_LOOKS = ("plain", "digits", "inside")


def best_family(cells: Cells, looks: tuple[str, ...] = _LOOKS) -> tuple[DateFamily | None, float]:
    """The family that reads most of a sample, and how much: a pattern shows on any part.

    What is plainly a date goes before digits, and these before identifiers, where it reads half.
    """
    if not any(may_be_date(cell) for cell in sample(cells, 25)):
        return None, 0.0
    chosen: Texts = np.array(
        [cell for cell in sample(cells, 500) if may_be_date(cell)], dtype=object
    )
    few = sample(chosen, 25)
    best: tuple[DateFamily | None, float] = (None, 0.0)
    size = min(len(cells), 500)
    for look in looks:
        shaped = 0.0
        for family in FAMILIES:
            if family.look != look or not any(family.matches(cell) for cell in few):
                continue
            parts = cut(family, chosen)
            if family.in_a_row and not _are_years_in_a_row(parts):
                continue
            share = float(_readable(parts).sum()) / size
            if share > best[1]:
                best, shaped = (family, share), float(parts.matched.sum()) / size
        if shaped >= _HALF:
            break
    return best


def _are_years_in_a_row(parts: Cut) -> bool:
    """Whether numbers beside months are years, and not days of a year that nobody says: none is
    left out, and each has months enough."""
    days = np.concatenate([parts.days(order) for order in parts.family.orders])
    if parts.family.may_be_days and not can_be_years(days):
        return False
    months = np.unique(days[np.isfinite(days)].astype("datetime64[D]").astype("datetime64[M]"))
    years = np.unique(months.astype("datetime64[Y]").astype(int))
    in_a_row = bool(len(years)) and int(years[-1] - years[0]) == len(years) - 1
    return in_a_row and len(months) >= FEWEST_MONTHS * len(years)


def _readable(parts: Cut) -> Flags:
    found = [np.isfinite(parts.days(order)) for order in parts.family.orders]
    return np.asarray(np.logical_or.reduce(found))


def read_written(
    name: str, family: DateFamily, cells: Cells, answers: Mapping[str, str], task: Task
) -> DateReading:
    """All cells; those of the family, and those written otherwise if that is beyond doubt."""
    parts = cut(family, cells, task, answers.get("period") == FIRST_DAY)
    reading = _read_family(name, parts, cells, answers)
    rest = ~parts.matched
    if family.look != "plain" or not rest.any():
        return reading
    return _with_other_ways(name, reading, parts, cells, answers, task)


def _read_family(name: str, parts: Cut, cells: Cells, answers: Mapping[str, str]) -> DateReading:
    family = parts.family
    orders = _orders(family, cells, parts.matched)
    readings = {order: parts.days(order) for order in orders}
    candidates = _candidates(readings)
    decisions: list[Decision] = []
    order = candidates[0]
    if len(readings) > 1:
        decision = order_decision(name, cells, readings, candidates, answers.get("date"))
        decisions, order = [decision], decision.chosen
    if family.may_be_days and can_be_days(readings[order]):
        decisions.append(day_decision(name, cells, readings[order], answers.get("date")))
    if family.span != "day" or order == YEAR_MONTH:
        span = "month" if family.span == "day" else family.span
        decisions.append(period_decision(span, answers.get("period")))
    zones = zone_decisions(name, parts.clocks, answers.get("zone"))
    days = readings[order]
    if _is_far_ahead(days):
        cell = str(cells[int(np.argmax(np.isfinite(days)))])
        calendar = calendar_decision(name, cell, answers.get("calendar"))
        decisions.append(calendar)
        days = parts.days(order, _BUDDHIST if calendar.chosen == BUDDHIST else 0)
    if any(zone.chosen == DAY_ONLY for zone in zones):
        days = np.floor(days)
    written = _written(parts, order, cells)
    return DateReading(days, written, family.look, (*decisions, *zones))


def _is_far_ahead(days: Floats) -> bool:
    """Whether all dates are as far ahead as those of Buddhist years."""
    least, most = (extreme.reduce(days, initial=np.nan) for extreme in (np.fmin, np.fmax))
    return bool(least > _FAR_AHEAD[0] and most < _FAR_AHEAD[1])


def _orders(family: DateFamily, cells: Cells, matched: Flags) -> tuple[str, ...]:
    """The orders worth trying: nobody writes the year 2005 as 5."""
    if not family.short:
        return family.orders
    if any(not cell[1:2].isdigit() for cell in (cells if matched.all() else cells[matched])):
        return tuple(order for order in family.orders if order != YEAR_FIRST)
    return family.orders


def _candidates(readings: dict[str, Floats]) -> list[str]:
    """The orders that no cell speaks against; all that read anything when each has an enemy.

    Orders that come to the same days throughout (01/01, 02/02) are one.
    """
    reads = {order: np.isfinite(days) for order, days in readings.items()}
    readable = np.logical_or.reduce(list(reads.values()))
    candidates = [order for order, flags in reads.items() if bool(flags[readable].all())]
    if not readable.any():
        return candidates[:1]
    if not candidates:
        candidates = [order for order, flags in reads.items() if bool(flags.any())]
    first = readings[candidates[0]]
    if all(np.array_equal(first, readings[o], equal_nan=True) for o in candidates[1:]):
        return candidates[:1]
    return candidates


def _with_other_ways(
    name: str, main: DateReading, parts: Cut, cells: Cells, answers: Mapping[str, str], task: Task
) -> DateReading:
    """The cells of the main family, and the others where they are dates beyond doubt, stated."""
    days, decisions = main.days.copy(), list(main.decisions)
    rest, first = ~parts.matched, str(cells[int(np.argmax(parts.matched))])
    for _ in range(_MOST_WAYS):
        family, _ = best_family(cells[rest], ("plain",)) if rest.any() else (None, 0.0)
        if family is None:
            break
        others = cut(family, cells[rest], task, answers.get("period") == FIRST_DAY)
        reading = _read_family(name, others, cells[rest], answers)
        places = np.flatnonzero(rest)[others.matched]
        if not reading.is_open or len(places) > _FEW * len(cells):
            swapped = _looks_swapped(parts, others, days, reading.days)
            decision = ways_decision(
                name, first, str(cells[places[0]]), answers.get("ways"), swapped=swapped
            )
            decisions += [decision, *reading.decisions]
            if decision.chosen == SWAPPED:
                days, reading = _swapped(parts, days), _swap(others, reading)
            if decision.chosen != MAIN_WAY:
                days[places] = reading.days[others.matched]
        rest[places] = False
    return replace(main, days=days, decisions=tuple(decisions))


def _looks_swapped(parts: Cut, others: Cut, days: Floats, other_days: Floats) -> bool:
    """Whether dates of a day up to 12 are written one way, and the others another.

    A spreadsheet that takes 04/03/2020 for 3 April turns it into one of its dates, and leaves
    17/03/2020 the text that it was.
    """
    if {parts.family.name, others.family.name} != {"YYYY-MM-DD", "DD/MM/YYYY"}:
        return False
    iso, texts = days[parts.matched], other_days[others.matched]
    if parts.family.name != "YYYY-MM-DD":
        iso, texts = texts, iso
    return bool((_day_of_month(iso) <= 12).all() and (_day_of_month(texts) > 12).all())


def _day_of_month(days: Floats) -> Floats:
    whole = np.floor(days[np.isfinite(days)]).astype(np.int64).astype("datetime64[D]")
    return np.asarray((whole - whole.astype("datetime64[M]")).astype(np.int64) + 1.0)


def _swapped(parts: Cut, days: Floats) -> Floats:
    """The days, with day and month of ISO dates changing places."""
    if parts.family.name != "YYYY-MM-DD":
        return days
    return np.asarray(np.where(parts.matched, parts.days(SWAPPED), days))


def _swap(others: Cut, reading: DateReading) -> DateReading:
    return replace(reading, days=_swapped(others, reading.days))


def _written(parts: Cut, order: str, cells: Cells) -> str:
    """The format in letters, with the separator and the parts of the time that occur."""
    family = parts.family
    found = [m.groupdict() for cell in sample(cells, 500) if (m := family.matches(cell))]
    text = family.name
    if family.short and not any(len(part.get("c") or "") == 4 for part in found):
        text = text.replace("YYYY", "YY") if order != YEAR_MONTH else text
    if order == MONTH_FIRST:
        text = {"YYMM": "MMDDYY"}.get(text, text.replace("DD/MM", "MM/DD"))
    elif order == YEAR_FIRST and family.short:
        text = {"YYMM": "YYMMDD"}.get(text, "YY/MM/DD")
    separators = Counter(part["sep"] for part in found if part.get("sep"))
    if separators:
        separator = separators.most_common(1)[0][0]
        text = text.translate({ord(mark): separator for mark in "-/ "})
    if parts.clocks and "hh" not in text:
        finest = max(clock.finest for clock in parts.clocks)
        text += " hh" + "".join(f":{mark}" for mark in ("mm", "ss")[: finest - 1])
    return text + " UTC" * any(clock.zone for clock in parts.clocks)
