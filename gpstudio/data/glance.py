"""What can be shown of a table that cannot be read yet, so that a person can say how to.

"Choose other columns" helps only where the columns can be seen.
"""

from __future__ import annotations

from gpstudio.core.task import QUIET, Task
from gpstudio.data.columns.profile import profile
from gpstudio.data.cutting.survey import FIRST_ROWS, Survey, survey
from gpstudio.data.decisions import ONE_SERIES, Said, TableColumn
from gpstudio.data.names import unit_of
from gpstudio.data.preview import CHARACTERS, Preview
from gpstudio.data.reading import decided_before
from gpstudio.data.source.encodings import OtherEncodingError, proposed_encoding
from gpstudio.data.source.source import Source
from gpstudio.data.table import Table

_CELLS = 50_000


def look(source: Source, said: Said, task: Task = QUIET) -> tuple[str, Survey]:
    """The encoding, and a first look at what is written in it."""
    encoding = proposed_encoding(source, said.answers.get("encoding"))
    while True:
        try:
            return encoding, survey(source, encoding, said.answers, task)
        except OtherEncodingError as other:
            encoding = other.encoding


def glance(source: Source, said: Said, task: Task = QUIET) -> Table:
    """A table without readings: the columns have the roles that were said, and no others."""
    encoding, seen = look(source, said, task)
    profiles = [profile(name, cells) for name, cells in zip(seen.names, seen.columns, strict=True)]
    columns = tuple(
        TableColumn(p.name, said.roles.get(p.name, "ignored"), unit_of(p.name), p.format, 0.0)
        for p in profiles
    )
    return Table(
        path=source.path,
        source=source.kind,
        is_ours=source.is_ours,
        encoding=encoding,
        delimiter=seen.dialect.delimiter,
        decimal=".",
        layout=ONE_SERIES,
        columns=columns,
        rows_in=0,
        rows_used=0,
        set_aside=(),
        series=(),
        decisions=decided_before(source, seen),
        preview=_preview(seen),
        said=said,
    )


def _preview(seen: Survey) -> Preview:
    count = min(FIRST_ROWS, max(10, _CELLS // max(1, seen.width)), seen.size)
    rows = tuple(tuple(str(cells[row]) for cells in seen.columns) for row in range(count))
    return Preview(seen.head[:CHARACTERS], seen.lines[:count], rows, (("",),) * count)
