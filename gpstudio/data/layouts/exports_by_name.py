"""Exports that are known by name: what the columns of well-known tables mean.

A further export is a further line in ``EXPORTS``. What it says of columns counts like a good guess:
what a person said goes before it, and the decision about "export" takes all of it back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from gpstudio.data.columns.profile import Profile
from gpstudio.data.columns.roles import Roles
from gpstudio.data.columns.time_choice import kind_of_time
from gpstudio.data.cutting.survey import Survey
from gpstudio.data.decisions import Decision, Said, check_choice
from gpstudio.translation import tr

ANOTHER = "another table"


@dataclass(frozen=True)
class Export:
    """Patterns are for whole names, in any case; those of a role are tried in their order."""

    name: str
    columns: tuple[str, ...]
    """All of them have to be there."""
    time: tuple[str, ...] = ()
    value: tuple[str, ...] = ()
    field: tuple[str, ...] = ()
    """Together they name the field, as far as they are there."""
    ignored: tuple[str, ...] = ()


EXPORTS = (
    Export(
        "AppEEARS point sample",
        ("category", "id", "latitude", "longitude", "date"),
        time=("date",),
        field=("id",),
    ),
    Export(
        "MODIS subset of ORNL DAAC",
        ("band", "calendar_date", "value", "(xllcorner|modis_date|proc_date)"),
        time=("calendar_date",),
        value=("value",),
        field=("site", "pixel"),
    ),
    Export(
        "statistics table of EO Browser or Copernicus Browser",
        (r"c\d+/date", r"c\d+/mean", r"c\d+/stdev"),
        time=(r"c\d+/date",),
        value=(r"c\d+/mean",),
    ),
    Export(
        "Sentinel Hub statistics table",
        ("interval_from", "interval_to", ".*mean"),
        time=("interval_from",),
    ),
    Export(
        "PhenoCam summary product",
        ("date", "image_count", "gcc_90", "gcc_mean"),
        time=("date",),
        value=("gcc_90",),
    ),
    Export(
        "SATVeg series",
        ("data", "(ndvi|evi)", "pr.{1,2}-?filtro"),
        time=("data",),
        value=("ndvi", "evi"),
    ),
    Export("weather table of INMET", ("data.*", "hora.*", "precipita.*")),
    Export("weather table of INMET", ("data medicao", "precipita.*")),
    Export(
        "weather table of MeteoSwiss",
        ("stn|station/location|station_abbr", "time|date|reference_timestamp", "[a-z]{3}.{5}"),
        time=("time|date|reference_timestamp",),
        value=("tre200d0",),
        field=("stn|station/location|station_abbr",),
    ),
    Export(
        "weather table of DWD",
        ("stations_id", "mess_datum"),
        time=("mess_datum",),
        value=("tmk",),
        field=("stations_id",),
        ignored=(r"qn_\d+", "eor"),
    ),
    Export("Earth Engine table", ("system:index", r"\.geo"), ignored=(r"\.geo",)),
    Export("Earth Engine chart", ("system:time_start",), time=("system:time_start",)),
)
"""In the order in which they are tried."""


def known_export(survey: Survey, said: Said) -> Export | None:
    """The export that the table is, unless a person said that it is another one."""
    fitting = {export.name: export for export in reversed(EXPORTS) if _fits(export, survey)}
    answer = said.answers.get("export")
    if answer is not None:
        check_choice("export", answer, (*fitting, ANOTHER))
        return fitting.get(answer)
    return fitting[list(fitting)[-1]] if fitting else None


def known_roles(
    survey: Survey, profiles: list[Profile], said: Said, roles: Roles
) -> tuple[Decision, ...]:
    """Add what the name of the export tells to the roles that were said."""
    export = known_export(survey, said)
    names = dict.fromkeys(e.name for e in EXPORTS if _fits(e, survey))
    if export is None:
        told = tr("no export known by name")
        return (Decision("export", ANOTHER, (*names, ANOTHER), told=told),) if names else ()
    _fill(export, survey.names, profiles, said, roles)
    article = "an" if export.name[0] in "AEIOU" else "a"
    return (
        Decision(
            "export",
            export.name,
            (*names, ANOTHER),
            why=tr("of its column names"),
            told=f"{article} {export.name}",
        ),
    )


def _fill(
    export: Export, names: tuple[str, ...], profiles: list[Profile], said: Said, roles: Roles
) -> None:
    barred = [place for pattern in export.ignored for place in _places(pattern, names)]
    roles.barred.update(place for place in barred if place not in roles.taken)
    if not roles.time and "time" not in said.answers:
        roles.time = _first(export.time, names, roles)
        roles.time_kind = kind_of_time(profiles, roles.time) if roles.time else ""
        roles.confidence.update(dict.fromkeys(roles.time, 1.0))
    numbers = [
        place for place in _first(export.value, names, roles) if profiles[place].kind == "number"
    ]
    roles.preferred = next(iter(numbers), None)
    if not (roles.fields or said.one_field or "field" in said.answers):
        found = [place for pattern in export.field for place in _places(pattern, names)[:1]]
        roles.fields = tuple(place for place in found if place not in roles.taken)
        roles.confidence.update(dict.fromkeys(roles.fields, 0.95))


def _first(patterns: tuple[str, ...], names: tuple[str, ...], roles: Roles) -> tuple[int, ...]:
    """The first free column that a pattern fits."""
    for pattern in patterns:
        for place in _places(pattern, names):
            if place not in roles.taken:
                return (place,)
    return ()


def _fits(export: Export, survey: Survey) -> bool:
    return all(_places(pattern, survey.names) for pattern in export.columns)


def _places(pattern: str, names: tuple[str, ...]) -> list[int]:
    whole = re.compile(pattern, re.IGNORECASE | re.DOTALL)
    return [place for place, name in enumerate(names) if whole.fullmatch(name.strip())]
