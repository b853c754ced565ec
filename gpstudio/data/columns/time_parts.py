"""Which columns hold parts of dates, and which of them together tell a time."""

from __future__ import annotations

from collections.abc import Iterable

from gpstudio.data.columns.profile import Profile
from gpstudio.data.dates.months import month_of
from gpstudio.data.dates.names import part_of, tells_clock
from gpstudio.data.dates.parts import BASES, base_of, day_and_month
from gpstudio.data.texts import is_missing

_RANGES = {
    "year": (1800, 2200),
    "month": (1, 12),
    "day": (1, 31),
    "doy": (0, 366),
    "week": (1, 53),
    "hour": (0, 2400),
    "minute": (0, 59),
}


def find_parts(profiles: list[Profile], places: Iterable[int]) -> dict[str, int]:
    """Part to the first column that holds it, by its name and its numbers."""
    found: dict[str, int] = {}
    for place in places:
        p = profiles[place]
        part = part_of(p.name)
        if part == "day" and p.high > _RANGES["day"][1]:
            part = "doy"
        if part and fits(p, part):
            found.setdefault(part, place)
        elif fits(p, "daymonth"):
            found.setdefault("daymonth", place)
        elif p.clock and tells_clock(p.name):
            found.setdefault("clock", place)
    if "clock" in found:
        found.pop("hour", None)
    return found


def fits(p: Profile, part: str) -> bool:
    """Whether the cells can be this part of a date."""
    if part == "month" and p.kind == "text":
        said = [cell.strip() for cell in p.cells if not is_missing(cell)]
        return all(month_of(cell.rstrip(".")) for cell in said)
    if part == "daymonth":
        said = [cell for cell in p.cells if not is_missing(cell)]
        return p.kind in ("text", "date") and bool(said) and all(map(day_and_month, said))
    if part == "hour" and p.clock:
        return True
    if part == "hour" and p.kind == "text":
        return all(cell.strip()[:2].isdigit() for cell in p.cells if not is_missing(cell))
    low, high = _RANGES[part]
    whole = p.whole or part not in ("hour", "minute")
    return p.kind == "number" and whole and p.low >= low and p.high < high + 1


def whole_sets(parts: dict[str, int]) -> list[tuple[str, ...]]:
    """The sets of parts that tell a day, the finest first, with the time of day where it is."""
    bases = [base for base in BASES if base <= set(parts)]
    return [with_clock(base, parts) for base in bases]


def with_clock(base: Iterable[str], parts: dict[str, int]) -> tuple[str, ...]:
    """The parts in their usual order, the time of day last."""
    wanted = set(base)
    if "clock" in parts:
        wanted.add("clock")
    elif "hour" in parts:
        wanted |= {"hour", "minute"} & set(parts)
    return tuple(part for part in _USUAL if part in wanted)


_USUAL = ("date", "year", "month", "week", "doy", "daymonth", "day", "hour", "minute", "clock")
_BY_POSITION = (("year", "month", "day"), ("year", "doy"))


def named_parts(profiles: list[Profile], places: tuple[int, ...]) -> tuple[str, ...] | None:
    """What columns that a person named hold, in the order named: by names, else by position."""
    columns = [profiles[place] for place in places]
    parts = tuple(_part_named(p) for p in columns)
    if base_of(frozenset(parts)) is not None and len(set(parts)) == len(parts):
        return parts
    for usual in _BY_POSITION:
        same = all(part in ("", known) for part, known in zip(parts, usual, strict=False))
        if len(usual) == len(columns) and same and all(map(fits, columns, usual)):
            return usual
    return None


def _part_named(p: Profile) -> str:
    if fits(p, "daymonth"):
        return "daymonth"
    if p.kind == "date" or p.perhaps:
        return "date"
    part = part_of(p.name)
    if part == "day" and p.high > _RANGES["day"][1]:
        part = "doy"
    if part and fits(p, part):
        return part
    return "clock" if p.clock else ""
