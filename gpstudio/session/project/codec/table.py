"""A table as it was understood: all that is needed to show it again without its file."""

from __future__ import annotations

import threading
from weakref import WeakKeyDictionary

from gpstudio.data.preview import Preview
from gpstudio.data.table import Table
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.series import parts_of_series, series_of
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

NAME = "table"
SERIES, PREVIEW = "series", "preview"
"""Fields that are parts of their own: readings can be whole where a preview is damaged."""
NO_PREVIEW = Preview("", (), (), ())

_made: WeakKeyDictionary[Table, tuple[str, tuple[Part, ...]]] = WeakKeyDictionary()
_making = threading.Lock()


def parts_of_table(table: Table, name: str = NAME) -> tuple[Part, ...]:
    """The same parts for the same table: autosaving then knows that they are written already."""
    with _making:
        made = _made.get(table)
        if made is None or made[0] != name:
            made = _made[table] = name, _parts_of_table(table, name)
        return made[1]


def _parts_of_table(table: Table, name: str) -> tuple[Part, ...]:
    return (
        *parts_of(name, table, without=(PREVIEW, SERIES)),
        *parts_of(f"{name}/{PREVIEW}", table.preview),
        *parts_of_series(table.series, f"{name}/{SERIES}"),
    )


def table_of(contents: Contents, name: str = NAME) -> Table:
    """Raises where the account or the readings are damaged; the preview can be done without."""
    series = series_of(contents, f"{name}/{SERIES}")
    preview = f"{name}/{PREVIEW}"
    shown = value_of(Preview, contents, preview) if preview in contents.parts else NO_PREVIEW
    table: Table = value_of(Table, contents, name, preview=shown, series=series)
    return table
