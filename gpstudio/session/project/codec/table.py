"""A table as it was understood: all that is needed to show it again without its file."""

from __future__ import annotations

from collections.abc import Iterator

from gpstudio.core.task import QUIET, Task
from gpstudio.data.preview import Preview
from gpstudio.data.table import Table
from gpstudio.session.project.codec.once import Made, once
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.series import lost_fields, parts_of_series, series_of
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

NAME = "table"
SERIES, PREVIEW = "series", "preview"
"""Fields that are parts of their own: readings can be whole where a preview is damaged."""
NO_PREVIEW = Preview("", (), (), ())


def parts_of_table(table: Table, name: str = NAME, made: Made | None = None) -> Iterator[Part]:
    """``made`` is as in ``parts_of_series``."""
    yield from parts_of(name, table, without=(PREVIEW, SERIES))
    made, shown = {} if made is None else made, f"{name}/{PREVIEW}"
    yield from once(made, shown, (table.preview,), lambda: parts_of(shown, table.preview))
    yield from parts_of_series(table.series, f"{name}/{SERIES}", made)


def table_of(contents: Contents, name: str = NAME, task: Task = QUIET) -> Table:
    """Without the fields of a damaged stretch, without a damaged preview; raises where the account
    or all readings are damaged."""
    series = series_of(contents, f"{name}/{SERIES}", task)
    preview = NO_PREVIEW
    if not contents.damage_of(f"{name}/{PREVIEW}"):
        preview = value_of(Preview, contents, f"{name}/{PREVIEW}")
    table: Table = value_of(Table, contents, name, preview=preview, series=series)
    return table


def lost_fields_of_table(contents: Contents, name: str = NAME) -> tuple[str, ...]:
    """The fields that ``table_of`` had to leave out."""
    return lost_fields(contents, f"{name}/{SERIES}")
