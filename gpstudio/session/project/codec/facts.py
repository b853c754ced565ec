"""What is known of each field besides its readings.

A weather station serves many fields: its record is one part, named after what is in it, and facts
refer to it by that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any

from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.facts import Facts
from gpstudio.session.project.codec.composed import Record
from gpstudio.session.project.codec.once import Made, once
from gpstudio.session.project.codec.pools import Drawn, Misfit, Pool
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.texts import json_of, json_part, not_understood
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

NAME, STATIONS = "facts", "temperatures"
STATION = "temperatures"
"""The field of the facts that is kept apart."""

Stations = Mapping[str, TemperatureSeries | None]
"""By name; None where the record is damaged."""


def parts_of_facts(facts: Mapping[str, Facts], made: Made) -> Iterator[Part]:
    """Without the stations."""

    def written() -> Iterator[Part]:
        pool = Pool()
        yield json_part(NAME, [[group, record_of(one, pool)] for group, one in facts.items()])
        yield from pool.parts(NAME)

    yield from once(made, NAME, (facts,), written)


def facts_of(contents: Contents, stations: Stations) -> dict[str, Facts]:
    listed, drawn = json_of(contents, NAME), Drawn(contents, NAME)
    try:
        found = {group: read_facts(record, drawn, stations) for group, record in listed}
        if all(type(group) is str for group in found):
            return found
    except (Misfit, TypeError, ValueError):
        pass
    raise not_understood(contents, NAME)


def parts_of_stations(facts: Iterable[Facts], made: Made) -> Iterator[Part]:
    """Each record once, however many fields have it."""
    records = {f.temperatures.fingerprint: f.temperatures for f in facts if f.temperatures}
    for name, record in records.items():
        part = f"{STATIONS}/{name}"
        yield from once(made, part, (record,), partial(parts_of, part, record))


def stations_of(contents: Contents) -> Stations:
    found: dict[str, TemperatureSeries | None] = {}
    for part in (*contents.parts, *contents.damaged):
        folder, _, name = part.partition("/")
        if folder == STATIONS and "/" not in name:
            whole = not contents.damage_of(part)
            found[name] = value_of(TemperatureSeries, contents, part) if whole else None
    return found


def record_of(facts: Facts, pool: Pool) -> dict[str, Any]:
    """What JSON holds of the facts of one field."""
    record: dict[str, Any] = _form().write(facts, pool)
    station = facts.temperatures
    return {**record, STATION: None if station is None else station.fingerprint}


def read_facts(record: Any, drawn: Drawn, stations: Stations) -> Facts:
    """Raises ``Misfit`` where it is no such record."""
    if type(record) is not dict or STATION not in record:
        raise Misfit
    name = record[STATION]
    if name is not None and (type(name) is not str or name not in stations):
        raise Misfit
    rest = {key: value for key, value in record.items() if key != STATION}
    others = {STATION: None if name is None else stations[name]}
    facts: Facts = _form().read_with(rest, drawn, others)
    return facts


@cache
def _form() -> Record:
    return Record(Facts, (STATION,))
