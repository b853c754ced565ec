"""From files beside the readings to what is known of each field: temperatures, sowing, dates seen.

A file that matches no field is refused; one that matches some is used, and what is left over is
told, because a table of a region often holds more fields than were exported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.table import UNLABELLED, Table
from gpstudio.phenology.anchors import SOWING
from gpstudio.phenology.templates import crops
from gpstudio.session.document import Document
from gpstudio.session.facts import NO_FACTS, Facts, Seen, Sown, facts_in
from gpstudio.session.field_commands import TakeFacts
from gpstudio.session.noted.columns import FieldWords, read_field_words
from gpstudio.session.noted.crops import unknown_crops
from gpstudio.session.noted.groups import Grouped, fields_of, strange_groups
from gpstudio.session.noted.records import ObservedDate, Sowing
from gpstudio.session.observed import observed_table
from gpstudio.session.sowing import read_sowing, refuse_sown_after
from gpstudio.session.temperature import read_temperatures, temperatures_of
from gpstudio.translation import some_of, tr


@dataclass(frozen=True)
class FactFiles:
    """Paths of what is to be read; None for what there is not."""

    temperature: Path | None = None
    sowing: Path | None = None
    observed: Path | None = None
    fields: Path | None = None

    @property
    def words(self) -> str:
        """What undo calls them."""
        named = {
            "temperatures": self.temperature,
            "sowing dates": self.sowing,
            "observed dates": self.observed,
            "columns of fields": self.fields,
        }
        return " and ".join(name for name, path in named.items() if path is not None)


@dataclass(frozen=True, eq=False)
class Told:
    """What the files say of each field, by group, and in words what of them is not used."""

    facts: Mapping[str, Facts]
    remarks: tuple[str, ...] = ()
    labels: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: UNLABELLED)
    """Words about fields, by group and heading: those that the files say anew."""


def facts_from(document: Document, files: FactFiles, task: Task = QUIET) -> tuple[TakeFacts, Told]:
    """The command that brings what the files say into a document."""
    if document.table is None:
        raise InputError(tr("Open a table of readings first: dates belong to its fields."))
    told = read_facts(document.table, files, document.request.crop, document.facts, task)
    return TakeFacts(dict(told.facts), files.words, told.labels), told


def read_facts(
    table: Table,
    files: FactFiles,
    crop: str = "",
    present: Mapping[str, Facts] | None = None,
    task: Task = QUIET,
) -> Told:
    """Every field's facts: the present ones, with what the files say in place of it."""
    groups = table.groups
    by = [column.name for column in table.columns if column.role == "group"]
    known = dict(facts_in(table) if present is None else present)
    facts = {group: known.get(group, NO_FACTS) for group in groups}
    remarks: list[str] = []
    labels: Mapping[str, Mapping[str, str]] = UNLABELLED
    if files.fields is not None:
        words = read_field_words(files.fields, by, task)
        labels, unused = _worded(facts, words, files.fields, groups)
        remarks += unused
    sowings: tuple[Sowing, ...] = ()
    if files.sowing is not None:
        sowings = read_sowing(files.sowing, by, task)
        remarks += _sown(facts, sowings, files.sowing, groups)
    if files.observed is not None:
        noted = observed_table(files.observed, by, crop, task)
        remarks += noted.aside
        refuse_sown_after(noted.dates, sowings)
        remarks += _seen(facts, noted.dates, files.observed, groups)
    if files.temperature is not None:
        remarks += _warm(facts, files.temperature, task)
    return Told(facts, tuple(remarks), labels)


def _worded(
    facts: dict[str, Facts], rows: Sequence[FieldWords], path: Path, groups: Sequence[str]
) -> tuple[Mapping[str, Mapping[str, str]], list[str]]:
    fields = _matched(rows, path, groups)
    labels = {}
    for row in rows:
        group = fields.get(row.group)
        if group is None:
            continue
        known = facts[group]
        crop, place = row.crop or known.crop, row.place or known.place
        facts[group] = replace(known, crop=crop, place=place)
        labels[group] = row.labels
    strange = strange_groups(rows, groups, path.name)
    unknown = unknown_crops((row.crop for row in rows), crops())
    return labels, [words for words in (strange, unknown) if words]


def _sown(
    facts: dict[str, Facts], rows: Sequence[Sowing], path: Path, groups: Sequence[str]
) -> list[str]:
    fields = _matched(rows, path, groups)
    for group in fields.values():
        mine = [row for row in rows if fields.get(row.group) == group]
        sown = tuple(Sown(row.day, row.crop, row.season) for row in mine)
        facts[group] = replace(facts[group], sowings=sown)
    strange = strange_groups(rows, groups, path.name)
    unknown = unknown_crops((row.crop for row in rows), crops())
    return [words for words in (strange, unknown) if words]


def _seen(
    facts: dict[str, Facts], rows: Sequence[ObservedDate], path: Path, groups: Sequence[str]
) -> list[str]:
    """A sowing among the observed stages is a sowing."""
    fields = _matched(rows, path, groups)
    for group in fields.values():
        mine = [row for row in rows if fields.get(row.group) == group]
        seen = tuple(Seen(row.stage, row.day, row.season) for row in mine if row.stage != SOWING)
        facts[group] = replace(facts[group], seen=seen)
        sown = tuple(Sown(row.day, row.crop, row.season) for row in mine if row.stage == SOWING)
        if sown and not facts[group].sowings:
            facts[group] = replace(facts[group], sowings=sown)
    strange = strange_groups(rows, groups, path.name)
    return [strange] if strange else []


def _matched(rows: Sequence[Grouped], path: Path, groups: Sequence[str]) -> dict[str, str]:
    fields = fields_of(rows, groups)
    if not fields:
        raise InputError(
            strange_groups(rows, groups, path.name)
            or tr("{name} holds no date: add rows, one for each field and season.", name=path.name)
        )
    return fields


def _warm(facts: dict[str, Facts], path: Path, task: Task) -> list[str]:
    records = read_temperatures(path, task=task)
    without = []
    for group, known in list(facts.items()):
        record = temperatures_of(records, group)
        if record is None:
            without.append(group)
        else:
            facts[group] = replace(known, temperatures=record)
    if len(without) == len(facts):
        names = ", ".join(list(records)[:3])
        raise InputError(
            tr(
                "{name} has temperatures of {names}, none of which is a field of the table: name "
                "them as the fields, or leave the column group out.",
                name=path.name,
                names=names,
            )
        )
    if without:
        return [
            tr(
                "{name} has no temperatures for {fields}: their days are counted at a "
                "mean temperature.",
                name=path.name,
                fields=some_of(without, 3),
            )
        ]
    return []
