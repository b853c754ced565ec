"""From a text to a table: the whole road of ``data`` on one screen.

It brings in every room of ``data``; ``table`` alone does not, so that the window's first paint
waits for none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.profile import Profile, profile
from gpstudio.data.cutting.survey import Survey, survey
from gpstudio.data.dated import with_year
from gpstudio.data.decisions import (
    ABOUT_TIMES,
    Decision,
    Role,
    Said,
    TableColumn,
    credited,
    open_questions,
)
from gpstudio.data.entries.entries import Entries, UnreadableError
from gpstudio.data.entries.series_of import series_of
from gpstudio.data.entries.thin import remarks_of
from gpstudio.data.labelling import LABEL, LabelsFound, label_columns, labelled_in
from gpstudio.data.layouts import plan_table
from gpstudio.data.names import unit_of
from gpstudio.data.placing import PlacesFound, place_columns, placed_in
from gpstudio.data.plan import LayoutPlan
from gpstudio.data.preview import preview_of
from gpstudio.data.quality import judge
from gpstudio.data.room import refuse_beyond_memory
from gpstudio.data.series import Series
from gpstudio.data.source.encodings import OtherEncodingError, proposed_encoding
from gpstudio.data.source.source import Source
from gpstudio.data.stacking import stacked
from gpstudio.data.table import NOWHERE, UNDECIDED, Table
from gpstudio.data.unfolding import unfolded
from gpstudio.translation import tr


def read_source(source: Source, said: Said, task: Task = QUIET) -> Table:
    """The table in a text, wherever the text came from."""
    encoding = proposed_encoding(source, said.answers.get("encoding"))
    while True:
        try:
            return _read(source, encoding, said, task)
        except InputError as error:
            raise source.complaint(error) from None
        except OtherEncodingError as other:
            if "encoding" in said.answers and source.encoding is None:
                raise InputError(
                    tr(
                        "{file} is not written in {encoding}; leave the answer out.",
                        file=source.file,
                        encoding=encoding,
                    )
                ) from None
            encoding = other.encoding


def _read(source: Source, encoding: str, said: Said, task: Task) -> Table:
    seen, profiles = _looked_at(source, encoding, said.answers, task)
    one = (
        stacked(source, seen, profiles, said.roles, task)
        or unfolded(source, seen, profiles, task)
        or with_year(source, seen, profiles, said.answers, task)
    )
    if one is not None:
        source = replace(
            one, decisions=decided_before(replace(source, decisions=one.decisions), seen)
        )
        encoding = "utf-8"
        seen, profiles = _looked_at(source, encoding, {}, task)
    layout, plan = plan_table(seen, profiles, said)
    try:
        entries = layout.gather(seen, plan, said, task)
    except UnreadableError as error:
        raise error.told(source.file) from None
    decisions = decided_before(source, seen)
    if open_questions(entries.decisions):
        entries.ledger.wait()
    else:
        task.report(tr("Judging the readings"), 0.85)
        judge(entries, plan, seen.names, said, task)
    decisions = _each_once(tuple(credited((*decisions, *entries.decisions), said)))
    series: Sequence[Series] = ()
    remarks: tuple[str, ...] = ()
    placed, labelled = PlacesFound(NOWHERE), LabelsFound()
    if not open_questions(decisions):
        _refuse_nothing(entries, source)
        task.report(tr("Sorting the series"), 0.95)
        series = series_of(entries, task)
        placed = placed_in(seen, plan, entries, said, task)
        labelled = labelled_in(seen, plan, entries, said, task)
        remarks = (*remarks_of(entries, task), *placed.remarks, *labelled.remarks)
    else:
        entries.ledger.wait()
    task.report(tr("Read {file}", file=source.file), 1.0)
    return Table(
        path=source.path,
        source=source.kind,
        is_ours=source.is_ours,
        encoding=encoding,
        delimiter=seen.dialect.delimiter,
        decimal=entries.decimal,
        layout=plan.layout,
        columns=_columns(profiles, plan, entries, said),
        rows_in=len(entries),
        rows_used=int(entries.ledger.used.sum()),
        set_aside=entries.ledger.account(),
        series=series,
        decisions=decisions,
        preview=preview_of(seen, plan, entries),
        said=said,
        remarks=remarks,
        places=placed.places,
        labels=labelled.labels,
    )


def _looked_at(
    source: Source, encoding: str, answers: Mapping[str, str], task: Task
) -> tuple[Survey, list[Profile]]:
    """A first look at the text, and what each of its columns looks like."""
    seen = survey(source, encoding, answers, task)
    refuse_beyond_memory(seen)
    profiles = []
    for name, column in zip(seen.names, seen.typical, strict=True):
        task.check()
        profiles.append(profile(name, column))
    return seen, profiles


def decided_before(source: Source, seen: Survey) -> tuple[Decision, ...]:
    """What was decided on the way to the cells."""
    cut = (*seen.dialect.decisions, *seen.decisions)
    return (*source.decisions, *(d for d in cut if d.about not in source.ours))


def _refuse_nothing(entries: Entries, source: Source) -> None:
    if not entries.ledger.used.any():
        reasons = ", ".join(f"{a.count} {a.reason}" for a in entries.ledger.account())
        if entries.dated:
            problem = tr(
                "No row of {file} has both a date and a value ({reasons}); choose other columns.",
                file=source.file,
                reasons=reasons,
            )
        else:
            problem = tr(
                "No row of {file} has both a time and a value ({reasons}); choose other columns.",
                file=source.file,
                reasons=reasons,
            )
        raise InputError(problem)


def _each_once(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Of several about the same thing an open one stays, else the first."""
    found: dict[str, Decision] = {}
    for decision in decisions:
        if decision.about not in found or (decision.is_open and not found[decision.about].is_open):
            found[decision.about] = decision
    return tuple(found.values())


def _columns(
    profiles: list[Profile], plan: LayoutPlan, entries: Entries, said: Said
) -> tuple[TableColumn, ...]:
    names = [p.name for p in profiles]
    of_fields: dict[int, Role] = dict.fromkeys(label_columns(names, plan, said), LABEL)
    of_fields.update(dict.fromkeys(place_columns(names, plan, said).values(), "place"))
    formats = dict.fromkeys(plan.values, entries.value_format)
    formats.update(dict.fromkeys(plan.time[:1], entries.time_format))
    asked = {question.about for question in open_questions(entries.decisions)}
    open_places = {
        *(plan.time if not asked.isdisjoint(ABOUT_TIMES) else ()),
        *(plan.values if "decimal" in asked else ()),
    }
    return tuple(
        TableColumn(
            name=p.name,
            role=of_fields.get(place, "ignored") if role == "ignored" else role,
            unit="day" if place in plan.time and entries.dated else unit_of(p.name),
            format=formats.get(place, p.format),
            confidence=UNDECIDED
            if place in open_places
            else round(plan.confidence.get(place, p.share), 3),
        )
        for place, p in enumerate(profiles)
        for role in [plan.role_of(place)]
    )
