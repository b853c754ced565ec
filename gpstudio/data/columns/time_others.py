"""Times where no column is plainly one of dates: parts of dates, digits, and plain numbers."""

from __future__ import annotations

import re
from collections import Counter

from gpstudio.core.errors import InputError
from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.time_dates import which_time
from gpstudio.data.columns.time_parts import whole_sets
from gpstudio.data.columns.time_trial import Bench, TimeColumns
from gpstudio.data.dates.asking import yearless
from gpstudio.data.dates.months import month_of
from gpstudio.data.dates.names import name_words, names_things, part_of
from gpstudio.data.dates.parts import FINE
from gpstudio.data.dates.times import DATES, NUMBERS
from gpstudio.data.decisions import Decision
from gpstudio.data.names import GROUPS, NOT_THE_TIME, NUMERIC_TIMES, words
from gpstudio.data.texts import is_missing, shown
from gpstudio.translation import tr


def choose_parts(bench: Bench) -> TimeColumns | None:
    """Year with day of the year or month and day; months or weeks where nothing finer is."""
    sets = whole_sets(bench.parts)
    fine = [parts for parts in sets if FINE & set(parts)]
    found = [bench.of_parts(parts) for parts in fine or sets]
    if not found or (not fine and _perhaps(bench)):
        return None
    trials = [bench.try_out(time.places, time.kind) for time in found]
    labels = tuple(bench.label(time.places) for time in found)
    first = found[0]
    rivals = [
        label
        for label, trial in zip(labels[1:], trials[1:], strict=True)
        if fine and trial is not None and trials[0] is not None and not trial.agrees(trials[0])
    ]
    if rivals:
        text = which_time((labels[0], *rivals))
        decision = Decision("time", labels[0], labels, question=text)
    else:
        why = tr("no one column holds dates")
        decision = Decision(
            "time", labels[0], labels, why, told=tr("dates from {columns}", columns=labels[0])
        )
    return TimeColumns(first.places, first.kind, first.confidence, (decision,), tuple(found))


def choose_perhaps(bench: Bench) -> TimeColumns | None:
    """The one column of digits or identifiers that read as dates, though its name is silent."""
    places = _perhaps(bench)
    if len(places) != 1:
        return None
    place = places[0]
    p = bench.profiles[place]
    why = tr(
        "no other column of dates is there and {cell!r} holds one", cell=p.cells[0].strip()[:40]
    )
    decision = Decision(
        "time", p.name, (p.name,), why, told=tr("dates from column {name}", name=shown(p.name))
    )
    return TimeColumns((place,), DATES, 0.6 * p.share, (decision,))


def _perhaps(bench: Bench) -> list[int]:
    """Digits must not be a name of a thing, and must come in order as times do."""
    found = []
    for place in bench.free:
        p = bench.profiles[place]
        if not p.perhaps or p.distinct < 2:
            continue
        silent = {*GROUPS, *NOT_THE_TIME, *NUMERIC_TIMES}.isdisjoint(name_words(p.name))
        if p.perhaps == "inside" or (silent and p.ascending):
            found.append(place)
    return found


def choose_numbers(bench: Bench) -> TimeColumns | None:
    """Times that are plain numbers: days, days after sowing, hours."""
    profiles = bench.profiles
    numbers = [i for i in bench.free if profiles[i].kind == "number"]
    if len(numbers) + len(profiles) - len(bench.free) < 2:
        return None
    stems = Counter(_stem(p.name) for p in profiles)
    numbers = [i for i in numbers if stems[_stem(profiles[i].name)] < _ACROSS]
    named = [
        (NUMERIC_TIMES.index(word), i)
        for i in numbers
        for word in words(profiles[i].name)
        if word in NUMERIC_TIMES
    ]
    if named:
        best = min(named)[1]
        plain = TimeColumns((best,), NUMBERS, 0.8 * profiles[best].share)
        return _with_a_year(bench, plain)
    for i in numbers:
        p = profiles[i]
        if p.ascending and p.distinct > p.size / 2 and not names_things(p.name):
            return TimeColumns((i,), NUMBERS, 0.5 * p.share)
    return None


_ACROSS = 3
"""So many columns called alike but for a number, and times stand across the top."""


def _stem(name: str) -> str:
    words = re.split(r"([^\W\d_]+)", re.sub(r"\d+", "", name))
    stem = "".join(word for word in words if not month_of(word.lower()))
    return stem if stem != name else tr("{name} alone", name=name)


def _with_a_year(bench: Bench, plain: TimeColumns) -> TimeColumns:
    """Days of the year of several seasons lie on top of each other without their year: asked."""
    if part_of(bench.profiles[plain.places[0]].name) != "doy":
        return plain
    years = [i for i in range(len(bench.profiles)) if _could_be_year(bench.profiles[i])]
    if not years:
        return plain
    joined = TimeColumns((years[0], *plain.places), "year doy", 0.5)
    labels = (bench.label(joined.places), bench.label(plain.places))
    text = tr(
        "Is column {name} the calendar year of the day in column "
        "{days}, or are the days times by themselves?",
        name=shown(bench.profiles[years[0]].name),
        days=shown(labels[1]),
    )
    decision = Decision("time", labels[0], labels, question=text)
    return TimeColumns(joined.places, joined.kind, 0.5, (decision,), (joined, plain))


def _could_be_year(p: Profile) -> bool:
    said = {"year", "season", "harvest", "campaign"} & set(words(p.name))
    inside = p.kind == "number" and p.whole and p.low >= 1900 and p.high <= 2100
    return bool(said) and inside and p.distinct > 1


def refuse_days_alone(bench: Bench) -> None:
    """A day of the month is no time by itself, nor is a day of a year that nobody says."""
    parts = bench.parts
    if "daymonth" in parts and "year" not in parts:
        p = bench.profiles[parts["daymonth"]]
        raise yearless(p.name, next(cell.strip() for cell in p.cells if not is_missing(cell)))
    if "day" not in parts or ("month" not in parts and "year" not in parts):
        return
    day, other = (bench.profiles[parts[part]].name for part in _day_and_other(parts))
    if "year" in parts:
        problem = tr(
            "Columns {other} and {day} have no month beside them; add one, or say which column "
            "is the time.",
            other=shown(other),
            day=shown(day),
        )
    else:
        problem = tr(
            "Columns {other} and {day} have no year beside them; add one, or say which column is "
            "the time.",
            other=shown(other),
            day=shown(day),
        )
    raise InputError(problem)


def _day_and_other(parts: dict[str, int]) -> tuple[str, str]:
    return "day", "month" if "month" in parts else "year"
