"""What the name of a column tells about dates: whether it has some, or which part of them."""

from __future__ import annotations

import re

from gpstudio.data.names import GROUPS, NOT_THE_TIME, TIMES, words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DATE = _words(
    "date datetime datum fecha data acquired acquisition dia excel serial mjd dates obsdate "
    "sampled sampling visited visit päivämäärä pvm tarih dátum дата"
)
"""Names under which a bare number such as 43831 is a date."""

_STAMP = _words(
    "timestamp time dt millis ms epoch unix start seconds observed observation utc julian"
)
"""Further names under which a very large number is a time."""

_YEARS = _words("year years yr decimal fraction jahr ano annee année anno dec")
"""Names under which 2015.0438 is a date."""

_MONTHS = _words("month monat mes mois mese mês yearmonth yyyymm ym period periodo")

_NUMBERED = frozenset(GROUPS) - _words("id name")
"""Names of things that are numbered, and may be numbered like dates."""

PARTS = {
    "year": _words(
        "year years yr yyyy jahr ano año anio annee année anno rok vuosi år jaar yıl год"
    ),
    "month": _words(
        "month months mon mo mm monat mes mês mois mese miesiąc kuukausi månad maand ay месяц"
    ),
    "day": _words(
        "day days dd dy dom mday tag dia día jour giorno dayofmonth dzień päivä dag gün день"
    ),
    "doy": _words("doy yday jday julian dayofyear dyear julianday doty"),
    "week": _words("week weeks wk kw woche semana semaine isoweek settimana"),
    "hour": _words("hour hr hh hora heure stunde std ora"),
    "minute": _words("minute minutes minuto minuten"),
}
"""What columns are called that hold a part of a date."""

_CLOCKS = _words("time hour hora horas heure uhrzeit zeit clock hr ora overpass utc gmt")
_NOT_A_CLOCK = _words("sunrise sunset processing duration") | NOT_THE_TIME
_BESIDE_A_PART = _words(
    "of the do del de l la dell datum fecha data utc gmt local lt lst obs observation acquisition "
    "image reading calendar date c0 system scene sampling sample measurement acq sensing "
    "satellite sat"
)
_PHRASES: dict[tuple[str, ...], str] = {
    ("day", "year"): "doy",
    ("day", "month"): "day",
    ("doy", "day"): "doy",
}
"""Parts that mean one together: "day of the year", "dia do ano"."""


def name_words(name: str) -> list[str]:
    """The words of a name, capitals inside beginning a further one: "obsDate"."""
    return words(re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name))


def tells_dates(name: str) -> bool:
    """Whether a column of this name holds dates even where they look like bare numbers."""
    said = name_words(name)
    if not _NUMBERED.isdisjoint(said) and _DATE.isdisjoint(said):
        return False
    known = _DATE | _STAMP | PARTS["doy"] | (set(TIMES) - {"day"})
    return any(word in known or _ends_in_date(word) for word in said)


def tells_serials(name: str) -> bool:
    """Whether a number of days, such as 43831, is a date under this name."""
    known = _DATE | {"jd", "julian"}
    return any(word in known or _ends_in_date(word) for word in name_words(name))


def tells_stamps(name: str) -> bool:
    return tells_serials(name) or not _STAMP.isdisjoint(name_words(name))


def tells_years(name: str) -> bool:
    return tells_serials(name) or not _YEARS.isdisjoint(name_words(name))


def tells_months(name: str) -> bool:
    """Whether 2020-01 or 202001 is a month under this name, and not a season or a number."""
    return tells_dates(name) or not _MONTHS.isdisjoint(name_words(name))


def tells_identifiers(name: str) -> bool:
    """Whether identifiers under this name tell when a reading was taken."""
    return tells_dates(name) or {"system", "index"}.issubset(name_words(name))


def names_things(name: str) -> bool:
    """Whether the name is that of a field or plot, whose numbers may look like anything."""
    return not _NUMBERED.isdisjoint(name_words(name)) and not tells_dates(name)


def part_of(name: str) -> str:
    """Which part of a date a column of this name holds; empty for none.

    The whole name must say so: "harvest_year" and "heading_doy" are not of the reading.
    """
    said = tuple(word for word in words(name) if word not in _BESIDE_A_PART)
    found = tuple(next((part for part, known in PARTS.items() if w in known), "") for w in said)
    if found[:2] in _PHRASES:
        found = (_PHRASES[found[:2]], *found[2:])
    return found[0] if len(set(found)) == 1 else ""


def beside_a_part(word: str) -> bool:
    """Whether a word leaves open what else the name says: "C0/date", "acquisition date"."""
    return word in _BESIDE_A_PART or word.isdigit()


def tells_clock(name: str) -> bool:
    said = name_words(name)
    return not _CLOCKS.isdisjoint(said) and _NOT_A_CLOCK.isdisjoint(said)


def tells_composite(name: str) -> bool:
    return "composite" in name_words(name)


def _ends_in_date(word: str) -> bool:
    fine = word.endswith(("date", "datum", "fecha")) or word.startswith("date")
    return fine and word not in ("update", "candidate")
