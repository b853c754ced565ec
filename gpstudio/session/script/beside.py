"""What is known of the fields besides their readings, as the files that the command line reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gpstudio.data.series import iso_from_days
from gpstudio.data.writing.cells import lines
from gpstudio.phenology.thermal import TemperatureSeries
from gpstudio.session.facts import Facts

Rows = Iterator[Sequence[str | float]]


def observed_file(facts: Mapping[str, Facts]) -> str:
    """Empty where nothing was observed."""
    rows = (
        (group, seen.season, seen.stage, iso_from_days([seen.day])[0])
        for group, known in facts.items()
        for seen in known.seen
    )
    return _table(("group", "season", "stage", "date"), rows)


def sowing_file(facts: Mapping[str, Facts]) -> str:
    rows = (
        (group, sown.season, sown.crop, iso_from_days([sown.day])[0])
        for group, known in facts.items()
        for sown in known.sowings
    )
    return _table(("group", "season", "crop", "date"), rows)


def temperature_file(facts: Mapping[str, Facts]) -> str:
    """With a column of fields only where they differ; means alone where no extremes are known."""
    records = {g: f.temperatures for g, f in facts.items() if f.temperatures is not None}
    shared = len({id(record) for record in records.values()}) == 1
    if shared and len(records) == len(facts):
        records = {"": next(iter(records.values()))}
    extremes = all(record.extremes for record in records.values())
    head = ("group", "time", *(("tmin", "tmax") if extremes else ("tmean",)))
    rows = (row for group, record in records.items() for row in _days(group, record, extremes))
    return _table(head, rows, without_group=list(records) == [""])


def _days(group: str, record: TemperatureSeries, extremes: bool) -> Rows:
    for day, low, high in zip(iso_from_days(record.day), record.low, record.high, strict=True):
        yield group, day, *((float(low), float(high)) if extremes else (float(low),))


def _table(head: Sequence[str], rows: Rows, without_group: bool = False) -> str:
    start = 1 if without_group else 0
    listed = [row[start:] for row in rows]
    return lines([head[start:], *listed]) if listed else ""
