"""One parser for preview and import: from a path to series, with every decision on record.

``read_table`` is the only road in. What the dialog shows, what ``gpstudio inspect`` prints and
what is fitted are the same ``Table``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from gpstudio.core.cached import cached_property
from gpstudio.core.errors import InputError
from gpstudio.core.frozen import frozen
from gpstudio.core.task import QUIET, Task
from gpstudio.data.adding.added_file import AddedFile
from gpstudio.data.decisions import (
    ROLES,
    Decision,
    Question,
    Role,
    Said,
    SetAside,
    TableColumn,
    checked_answers,
    closest,
    open_questions,
)
from gpstudio.data.fields import ByGroup, Fields
from gpstudio.data.preview import Preview
from gpstudio.data.sentence import sentence_of
from gpstudio.data.series import Series, iso_from_days
from gpstudio.data.texts import shown
from gpstudio.phenology.places import Place
from gpstudio.translation import tr

if TYPE_CHECKING:
    import pandas as pd

UNDECIDED = 0.5
"""The confidence in a column that a question is about: it could as well be otherwise."""

_AT_ONCE = 10_000
"""Fields whose first and last days are written together."""

Labels: TypeAlias = Mapping[str, Mapping[str, str]]
"""Words about fields: by field, by heading."""
NOWHERE: Mapping[str, Place] = frozen({})
CROP = "crop"
"""The heading of labels that say what grows in a field."""
UNLABELLED: Labels = frozen({})
AS_NAMED: Mapping[str, str] = frozen({})

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
    columns: tuple[TableColumn, ...]
    rows_in: int
    """Rows of the file below the header; in a wide layout, the cells that may hold readings."""
    rows_used: int
    set_aside: tuple[SetAside, ...]
    series: Sequence[Series]
    decisions: tuple[Decision, ...]
    """Everything that could have been read otherwise, each once; the open ones are questions."""
    preview: Preview
    said: Said
    """What a person had said; the rest was found."""
    remarks: tuple[str, ...] = ()
    """What is worth knowing of the fields: those of which little or nothing is left."""
    places: Mapping[str, Place] = field(default_factory=lambda: NOWHERE)
    """Where the fields lie of which the file says it, by group."""
    labels: Labels = field(default_factory=lambda: UNLABELLED)
    """What the file says of its fields in words, by group and heading."""
    added: tuple[AddedFile, ...] = ()
    """Files whose readings were added since, in their order."""
    renamed: Mapping[str, str] = field(default_factory=lambda: AS_NAMED)
    """What a person calls fields, by what their files call them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "series", Fields.of(self.series))

    @property
    def fields(self) -> Fields:
        """The same as ``series``, with what can be told of all fields without making each."""
        return Fields.of(self.series)

    @property
    def questions(self) -> tuple[Question, ...]:
        return open_questions(self.decisions)

    # looked at with every click, and a table may have ten thousand fields

    @property
    def groups(self) -> Sequence[str]:
        """The names of all fields."""
        return self.fields.groups

    def called(self, group: str) -> str:
        """A field, for people: the only one, where it has no name, is called after its file."""
        if group or not len(self.fields):
            return group
        return self.path.stem if len(self.fields) == 1 else self.series[0].value_name

    @cached_property
    def by_group(self) -> Mapping[str, Series]:
        return ByGroup(self.fields)

    @property
    def is_dated(self) -> bool:
        """Whether there are fields, and times are dates, which they are of all or of none."""
        return bool(self.series) and self.series[0].dated

    @cached_property
    def has_excluded(self) -> bool:
        """Whether a person has taken a reading out."""
        return self.fields.has_excluded

    def with_series(self, series: Series) -> Table:
        """With other readings of one field."""
        return replace(self, series=self.fields.replacing(series))

    @property
    def sentence(self) -> str:
        """What was understood, in plain words."""
        return sentence_of(self)

    def frame(self) -> pd.DataFrame:
        """The readings that take part, with the columns of ``readings.csv``."""
        from gpstudio.data.frames import frame_of
        from gpstudio.data.writing.readings import readings_sheet

        return frame_of(readings_sheet(self.series))

    def as_json(self, with_series: bool = True) -> dict[str, Any]:
        """The shape that ``gpstudio inspect --json`` prints; or without its fields, of which there
        may be ten thousand."""
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
            **({"series": list(self.series_json())} if with_series else {}),
            "questions": [
                {"about": q.about, "text": q.text, "choices": list(q.choices)}
                for q in self.questions
            ],
            "remarks": list(self.remarks),
            "source": self.source,
            "decisions": [
                {"about": d.about, "chosen": d.chosen, "choices": list(d.choices), "why": d.why}
                for d in self.decisions
            ],
        }

    def series_json(self) -> Iterator[dict[str, Any]]:
        """What ``as_json`` tells of each field; of many, without holding all."""
        for begin in range(0, len(self.series), _AT_ONCE):
            part = self.series[begin : begin + _AT_ONCE]
            ends: list[Any] = [float(series.time[at]) for series in part for at in (0, -1)]
            if self.is_dated:
                ends = iso_from_days(ends)
            for series, first, last in zip(part, ends[::2], ends[1::2], strict=True):
                yield {
                    "group": series.group,
                    "n": len(series),
                    "first_time": first,
                    "last_time": last,
                    "first_value": float(series.value[0]),
                    "last_value": float(series.value[-1]),
                    **self._place_json(series.group),
                    **self.labels.get(series.group, {}),
                }

    def _place_json(self, group: str) -> dict[str, Any]:
        """Where a field lies, if the file says it."""
        place = self.places.get(group)
        if place is None:
            return {}
        return {
            "latitude": place.latitude,
            "longitude": place.longitude,
            "altitude": place.altitude,
        }


def read_table(
    source: str | os.PathLike[str] | pd.DataFrame,
    *,
    time: Names = None,
    value: str | None = None,
    group: Names = None,
    roles: Mapping[str, Role] | None = None,
    answers: Mapping[str, str] | None = None,
    task: Task = QUIET,
) -> Table:
    """Read a table of readings; raises ``InputError`` where there is nothing to be read.

    ``source`` is a path or a pandas DataFrame, which is read as a file of its columns would be.
    ``time``, ``value`` and ``group`` name columns; what is not named is found. ``group=""`` says
    that the whole table is one field. ``roles`` says the same and more by column, such as
    ``{"cloud": "quality", "site": "group", "plot": "group"}``. ``answers`` settles questions, and
    takes back decisions: ``{"date": "day first"}``.
    """
    from gpstudio.data.reading import read_source
    from gpstudio.data.source import open_source
    from gpstudio.data.source.framed import framed_source, is_frame

    said = Said(_roles(time, value, group, roles), checked_answers(answers), group == "")
    if is_frame(source):
        return read_source(framed_source(source), said, task)
    path = Path(cast("str | os.PathLike[str]", source))
    task.report(tr("Reading {path}", path=shown(path)), 0.0)
    return read_source(open_source(path, said.answers, task), said, task)


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
                    tr("Time, value and group must be different columns; name one column for each.")
                )
            if name:
                said[name] = role
    for name, role in (roles or {}).items():
        if role not in ROLES:
            raise InputError(
                tr(
                    "{role} is no role of a column; {hint}",
                    role=shown(role),
                    hint=closest(role, ROLES),
                )
            )
        said[name] = role
    return said
