"""How columns of dates are asked about, and what is said where they settle it themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.core.errors import InputError
from gpstudio.data.columns.arena import Cells
from gpstudio.data.dates.clock import TimeOfDay
from gpstudio.data.decisions import (
    ALL_WAYS,
    AS_WRITTEN,
    BUDDHIST,
    CLOCK_AS_IT_STANDS,
    DAY_FIRST,
    DAY_ONLY,
    FIRST_DAY,
    FROM_ONE,
    FROM_ZERO,
    MAIN_WAY,
    MIDDLE,
    OBSERVED,
    START,
    SWAPPED,
    YEAR_MONTH,
    Decision,
    closest,
)
from gpstudio.data.series import iso_from_days
from gpstudio.data.texts import shown
from gpstudio.translation import all_of, any_of, tr, tr_count


def order_decision(
    name: str,
    cells: Cells,
    readings: Mapping[str, Floats],
    candidates: Sequence[str],
    answer: str | None,
) -> Decision:
    """The order of day and month: answered, settled by a witness, or asked."""
    if answer is not None:
        chosen = _confirmed(answer, name, cells, readings, candidates)
        why = _witness(cells, readings, chosen)
        choices = tuple(dict.fromkeys((*candidates, chosen)))
        return Decision("date", chosen, choices, why, told=tr("dates {order}", order=tr(chosen)))
    if len(candidates) > 1:
        text = _which_order(name, cells, readings, candidates)
        return Decision("date", candidates[0], tuple(candidates), question=text)
    only = candidates[0]
    why = _witness(cells, readings, only)
    orders = tuple(order for order, days in readings.items() if np.isfinite(days).any())
    return Decision("date", only, orders, why, told=tr("dates {order}", order=tr(only)))


def _witness(cells: Cells, readings: Mapping[str, Floats], chosen: str) -> str:
    """A cell that only this order can read; empty where none is needed."""
    others = [days for order, days in readings.items() if order != chosen]
    alone = np.isfinite(readings[chosen])
    for days in others:
        alone = alone & ~np.isfinite(days)
    return tr("{cell} occurs", cell=_plain(cells[int(np.argmax(alone))])) if alone.any() else ""


def _confirmed(
    answer: str,
    name: str,
    cells: Cells,
    readings: Mapping[str, Floats],
    candidates: Sequence[str],
) -> str:
    """The answer, unless the column itself says otherwise."""
    if answer in candidates:
        return answer
    if len(candidates) > 1:
        raise InputError(
            tr(
                "{answer} cannot be right for column {name}; {hint}",
                answer=shown(answer),
                name=shown(name),
                hint=closest(answer, candidates),
            )
        )
    only = readings[candidates[0]]
    other = readings.get(answer, np.full_like(only, np.nan))
    if np.array_equal(only, other, equal_nan=True):
        return answer
    witness = cells[int(np.argmax(np.isfinite(only) & ~np.isfinite(other)))]
    raise InputError(
        tr(
            "Column {name} is {order}, as {witness} shows, not {answer}; leave the answer out.",
            name=shown(name),
            order=candidates[0],
            witness=shown(witness),
            answer=answer,
        )
    )


def _which_order(
    name: str, cells: Cells, readings: Mapping[str, Floats], candidates: Sequence[str]
) -> str:
    days = np.array([readings[order] for order in candidates])
    either = np.isfinite(days).all(axis=0) & (days != days[0]).any(axis=0)
    if either.any():
        row = int(np.argmax(either))
        return _which(name, cells[row], dict(zip(candidates, days[:, row], strict=True)))
    examples = [
        _as(_plain(cells[int(np.argmax(np.isfinite(reading)))]), order)
        for reading, order in zip(days, candidates, strict=True)
    ]
    return tr(
        "Column {name} mixes {examples}: which order is right?",
        name=shown(name),
        examples=all_of(examples),
    )


def _which(name: str, cell: str, dates: Mapping[str, float]) -> str:
    options = [_as(iso_from_days([day])[0], choice) for choice, day in dates.items()]
    return tr(
        "Column {name}: is {cell} the date {dates}?",
        name=shown(name),
        cell=_plain(cell),
        dates=any_of(options),
    )


def _as(date: str, choice: str) -> str:
    """A date, and by which choice it is that."""
    return tr("{date} ({choice})", date=date, choice=tr(choice))


def day_decision(name: str, cells: Cells, days: Floats, answer: str | None) -> Decision:
    """Whether "10-Jan" is a month of a year, or a day: then the year has to stand elsewhere."""
    row = int(np.argmax(np.isfinite(days)))
    cell, choices = _plain(cells[row]), (YEAR_MONTH, DAY_FIRST)
    if answer == DAY_FIRST:
        raise yearless(name, cell)
    if answer is not None:
        return Decision("date", YEAR_MONTH, choices, told=tr("dates {order}", order=tr(YEAR_MONTH)))
    text = tr(
        "Column {name}: is {cell} in {month} (year and month), or the day of a year that is not "
        "written (day first)?",
        name=shown(name),
        cell=cell,
        month=iso_from_days([days[row]])[0][: len("2010-01")],
    )
    return Decision("date", YEAR_MONTH, choices, question=text)


def yearless(name: str, cell: str) -> InputError:
    return InputError(
        tr(
            "Column {name} gives days without their year, such as {cell}; write the year with "
            "them, or add a column 'year'.",
            name=shown(name),
            cell=shown(cell),
        )
    )


def count_decision(
    name: str, cell: str, dates: Mapping[str, float], offered: Sequence[str]
) -> Decision:
    """What the numbers of a column count; asked where more than one way comes to a date."""
    ways = tuple(dates)
    choices = tuple(dict.fromkeys((*ways, *offered)))
    if len(ways) > 1:
        text = _which(name, cell, dates)
        return Decision("numbers", ways[0], choices, question=text)
    first = iso_from_days(list(dates.values()))[0][: len("2021-07-02")]
    why = tr("{cell} is then {date}", cell=_plain(cell), date=first)
    return Decision("numbers", ways[0], choices, why, told=tr("dates as {way}", way=ways[0]))


_TOLD_WAYS = {
    ALL_WAYS: tr("dates written in more than one way"),
    MAIN_WAY: tr("dates read where they are written the main way"),
    SWAPPED: tr("day and month swapped back"),
}


def ways_decision(
    name: str, main: str, other: str, answer: str | None, *, swapped: bool
) -> Decision:
    """Two ways to write dates in one column; ``swapped`` where a spreadsheet's hand shows."""
    choices = (ALL_WAYS, MAIN_WAY, *((SWAPPED,) if swapped else ()))
    why = tr("both {main} and {other} occur", main=_plain(main), other=_plain(other))
    if answer is not None or not swapped:
        chosen = answer or ALL_WAYS
        return Decision("ways", chosen, choices, why, told=_TOLD_WAYS[chosen])
    text = tr(
        "Column {name} mixes {main} (no day above 12) and {other} (none below 13), as if a "
        "spreadsheet had swapped day and month: read all as they stand, the main way alone, or "
        "swap back?",
        name=shown(name),
        main=_plain(main),
        other=_plain(other),
    )
    return Decision("ways", ALL_WAYS, choices, question=text)


def zone_decisions(
    name: str, clocks: Sequence[TimeOfDay], answer: str | None
) -> tuple[Decision, ...]:
    """Zones by name are asked about, and some times without a zone amid others are stated."""
    choices = (CLOCK_AS_IT_STANDS, DAY_ONLY)
    named = next((clock.zone for clock in clocks if clock.unknown_zone), None)
    if answer is not None and clocks:
        return (
            Decision("zone", answer, choices, told=tr("times by the {choice}", choice=tr(answer))),
        )
    if named is not None:
        text = tr(
            "Column {name} gives times in {zone}, which has several distances from UTC: keep the "
            "clock as it stands, or the day only? Offsets such as +01:00 need no question.",
            name=shown(name),
            zone=_plain(named),
        )
        return (Decision("zone", CLOCK_AS_IT_STANDS, choices, question=text),)
    if any(clock.zone for clock in clocks) and not all(clock.zone for clock in clocks):
        why = tr("some times have no zone and are taken for UTC")
        told = tr("times by the {choice}", choice=CLOCK_AS_IT_STANDS)
        return (Decision("zone", CLOCK_AS_IT_STANDS, choices, why, told=told),)
    return ()


_YEARS = {AS_WRITTEN: tr("years as written"), BUDDHIST: tr("Buddhist years")}


def calendar_decision(name: str, cell: str, answer: str | None) -> Decision:
    """Years about 2563 are asked about: in Thailand they are those of 2020."""
    choices = (AS_WRITTEN, BUDDHIST)
    if answer is not None:
        return Decision(
            "calendar", answer, choices, told=tr("dates with {years}", years=_YEARS[answer])
        )
    text = tr(
        "Column {name} is far in the future, as {cell}: take its years as written, "
        "or as Buddhist years, 543 less?",
        name=shown(name),
        cell=_plain(cell),
    )
    return Decision("calendar", AS_WRITTEN, choices, question=text)


def period_decision(span: str, answer: str | None) -> Decision:
    chosen = answer or MIDDLE
    if span == "week":
        why = tr("only weeks are given")
        told = tr("dates at the {choice} of each week", choice=tr(chosen))
    elif span == "quarter":
        why = tr("only quarters are given")
        told = tr("dates at the {choice} of each quarter", choice=tr(chosen))
    else:
        why = tr("only months are given")
        told = tr("dates at the {choice} of each month", choice=tr(chosen))
    return Decision("period", chosen, (MIDDLE, FIRST_DAY), why, told=told)


def doy_decision(name: str, days: Floats, answer: str | None) -> Decision | None:
    """Whether 1 January is day 1; only where a day 0 occurs could it be otherwise."""
    if not (days == 0).any():
        return None
    choices = (FROM_ONE, FROM_ZERO)
    if answer is not None:
        return Decision(
            "doy", answer, choices, told=tr("days of the year counted {choice}", choice=tr(answer))
        )
    text = tr(
        "Column {name} has a day 0: are days of the year counted from 1 or from 0?",
        name=shown(name),
    )
    return Decision("doy", FROM_ONE, choices, question=text)


def composite_decision(name: str, without: int, answer: str | None) -> Decision:
    """The day of a composite's reading, which column ``name`` gives, before its first day."""
    why = tr("column {name} gives it", name=shown(name))
    if without:
        why = tr_count(
            without,
            "column {name} gives it, but for {n:,} row that keeps the start",
            "column {name} gives it, but for {n:,} rows that keep the start",
            name=shown(name),
        )
    return Decision(
        "composite",
        answer or OBSERVED,
        (OBSERVED, START),
        why if answer != START else "",
        told=tr("dates by the day of the reading"),
    )


def _plain(cell: str) -> str:
    """A cell that may stand in a sentence without quotes."""
    return shown(cell)[1:-1]
