"""One parser for preview and import: from a path to series, with every decision on record.

``read_table`` is the only road in. What the dialog shows, what ``gpstudio inspect`` prints and
what is fitted are the same ``Table``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.profile import Profile, profile
from gpstudio.data.cutting.survey import Survey, survey
from gpstudio.data.decisions import (
    ABOUT_TIMES,
    ROLES,
    Column,
    Decision,
    Question,
    Role,
    Said,
    SetAside,
    checked_answers,
    closest,
    credited,
    open_questions,
)
from gpstudio.data.entries.entries import Entries, UnreadableError
from gpstudio.data.entries.series_of import series_of
from gpstudio.data.layouts import plan_table
from gpstudio.data.names import unit_of
from gpstudio.data.plan import Plan
from gpstudio.data.preview import Preview, preview_of
from gpstudio.data.quality import judge
from gpstudio.data.sentence import sentence_of
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.source import open_source
from gpstudio.data.source.encodings import OtherEncodingError, proposed_encoding
from gpstudio.data.source.source import Source
from gpstudio.data.texts import shown

UNDECIDED = 0.5
"""The confidence in a column that a question is about: it could as well be otherwise."""

Names: TypeAlias = str | Sequence[str] | None
"""The name of a column, or of several that play one part together."""


@dataclass(frozen=True, eq=False)
class Table:
    """A file as it was understood; ``series`` is empty while ``questions`` are open."""

    path: Path
    source: str
    """How the text was wrapped, such as "packed with gzip"; empty for plain text."""
    is_ours: bool
    """True where the text was written by us, as a sheet's is: its delimiter says nothing."""
    encoding: str
    delimiter: str
    decimal: str
    layout: str
    """One of ``decisions.ABOUT["layout"]``."""
    columns: tuple[Column, ...]
    rows_in: int
    """Rows of the file below the header; in a wide layout, the cells that may hold readings."""
    rows_used: int
    set_aside: tuple[SetAside, ...]
    series: tuple[Series, ...]
    decisions: tuple[Decision, ...]
    """Everything that could have been read otherwise, each once; the open ones are questions."""
    preview: Preview
    said: Said
    """What a person had said; the rest was found."""

    @property
    def questions(self) -> tuple[Question, ...]:
        return open_questions(self.decisions)

    @property
    def sentence(self) -> str:
        """What was understood, in plain words."""
        return sentence_of(self)

    def as_json(self) -> dict[str, Any]:
        """The shape that ``gpstudio inspect --json`` prints."""
        return {
            "encoding": self.encoding,
            "delimiter": self.delimiter,
            "decimal": self.decimal,
            "layout": self.layout,
            "columns": [
                {
                    "name": c.name,
                    "role": c.role,
                    "unit": c.unit,
                    "format": c.format,
                    "confidence": c.confidence,
                }
                for c in self.columns
            ],
            "rows_in": self.rows_in,
            "rows_used": self.rows_used,
            "rows_set_aside": [{"reason": a.reason, "count": a.count} for a in self.set_aside],
            "series": [_series_json(series) for series in self.series],
            "questions": [
                {"about": q.about, "text": q.text, "choices": list(q.choices)}
                for q in self.questions
            ],
            "source": self.source,
            "decisions": [
                {"about": d.about, "chosen": d.chosen, "choices": list(d.choices), "why": d.why}
                for d in self.decisions
            ],
        }


def read_table(
    path: str | os.PathLike[str],
    *,
    time: Names = None,
    value: str | None = None,
    group: Names = None,
    roles: Mapping[str, Role] | None = None,
    answers: Mapping[str, str] | None = None,
    task: Task = QUIET,
) -> Table:
    """Read a table of readings; raises ``InputError`` where there is nothing to be read.

    ``time``, ``value`` and ``group`` name columns; what is not named is found. ``group=""`` says
    that the whole table is one field. ``roles`` says the same and more by column, such as
    ``{"cloud": "quality", "site": "group", "plot": "group"}``. ``answers`` settles questions, and
    takes back decisions: ``{"date": "day first"}``.
    """
    said = Said(_roles(time, value, group, roles), checked_answers(answers), group == "")
    path = Path(path)
    task.report(f"Reading {shown(path)}", 0.0)
    return read_source(open_source(path, said.answers, task), said, task)


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
                    f"{source.file} is not written in {encoding}; leave the answer out."
                ) from None
            encoding = other.encoding


def _read(source: Source, encoding: str, said: Said, task: Task) -> Table:
    seen = survey(source, encoding, said.answers, task)
    profiles = []
    for name, column in zip(seen.names, seen.typical, strict=True):
        task.check()
        profiles.append(profile(name, column))
    layout, plan = plan_table(seen, profiles, said)
    try:
        entries = layout.gather(seen, plan, said, task)
    except UnreadableError as error:
        raise error.told(source.file) from None
    decisions = decided_before(source, seen)
    if open_questions(entries.decisions):
        entries.ledger.wait()
    else:
        task.report("Judging the readings", 0.85)
        judge(entries, plan, seen.names, said, task)
    decisions = _each_once(tuple(credited((*decisions, *entries.decisions), said)))
    series: tuple[Series, ...] = ()
    if not open_questions(decisions):
        _refuse_nothing(entries, source)
        task.report("Sorting the series", 0.95)
        series = series_of(entries, task)
    else:
        entries.ledger.wait()
    task.report(f"Read {source.file}", 1.0)
    return Table(
        path=source.path,
        source=source.kind,
        is_ours=source.is_ours,
        encoding=encoding,
        delimiter=seen.dialect.delimiter,
        decimal=entries.decimal,
        layout=plan.layout,
        columns=_columns(profiles, plan, entries),
        rows_in=len(entries),
        rows_used=int(entries.ledger.used.sum()),
        set_aside=entries.ledger.account(),
        series=series,
        decisions=decisions,
        preview=preview_of(seen, plan, entries),
        said=said,
    )


def decided_before(source: Source, seen: Survey) -> tuple[Decision, ...]:
    """What was decided on the way to the cells."""
    cut = (*seen.dialect.decisions, *seen.decisions)
    return (*source.decisions, *(d for d in cut if d.about not in source.ours))


def _roles(
    time: Names, value: Names, group: Names, roles: Mapping[str, Role] | None
) -> dict[str, Role]:
    """Column name to role, from the three words and the mapping."""
    said: dict[str, Role] = {}
    given: tuple[tuple[Role, Names], ...] = (("time", time), ("value", value), ("group", group))
    for role, names in given:
        for name in [names] if isinstance(names, str) else names or ():
            if said.get(name, role) != role:
                raise InputError(
                    "Time, value and group must be different columns; name one column for each."
                )
            if name:
                said[name] = role
    for name, role in (roles or {}).items():
        if role not in ROLES:
            raise InputError(f"{shown(role)} is no role of a column; {closest(role, ROLES)}")
        said[name] = role
    return said


def _refuse_nothing(entries: Entries, source: Source) -> None:
    if not entries.ledger.used.any():
        when = "date" if entries.dated else "time"
        listed = ", ".join(f"{a.count} {a.reason}" for a in entries.ledger.account())
        raise InputError(
            f"No row of {source.file} has both a {when} and a value ({listed}); choose other "
            "columns."
        )


def _each_once(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Of several about the same thing an open one stays, else the first."""
    found: dict[str, Decision] = {}
    for decision in decisions:
        if decision.about not in found or (decision.is_open and not found[decision.about].is_open):
            found[decision.about] = decision
    return tuple(found.values())


def _columns(profiles: list[Profile], plan: Plan, entries: Entries) -> tuple[Column, ...]:
    formats = dict.fromkeys(plan.values, entries.value_format)
    formats.update(dict.fromkeys(plan.time[:1], entries.time_format))
    asked = {question.about for question in open_questions(entries.decisions)}
    open_places = {
        *(plan.time if not asked.isdisjoint(ABOUT_TIMES) else ()),
        *(plan.values if "decimal" in asked else ()),
    }
    return tuple(
        Column(
            name=p.name,
            role=plan.role_of(place),
            unit="day" if place in plan.time and entries.dated else unit_of(p.name),
            format=formats.get(place, p.format),
            confidence=UNDECIDED
            if place in open_places
            else round(plan.confidence.get(place, p.share), 3),
        )
        for place, p in enumerate(profiles)
    )


def _series_json(series: Series) -> dict[str, Any]:
    ends = series.time[[0, -1]]
    first, last = iso_from_days(ends) if series.dated else ends.tolist()
    return {
        "group": series.group,
        "n": len(series),
        "first_time": first,
        "last_time": last,
        "first_value": float(series.value[0]),
        "last_value": float(series.value[-1]),
    }
