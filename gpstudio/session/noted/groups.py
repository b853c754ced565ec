"""Whose dates they are: groups of a file of dates against the fields of the table of readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from gpstudio.core.errors import nearest
from gpstudio.data.field_names import fields_named
from gpstudio.data.texts import shown
from gpstudio.translation import all_of, some_of, tr, tr_count

_MOST = 5
"""So many names are listed."""


class Grouped(Protocol):
    @property
    def group(self) -> str: ...


def fields_of(rows: Iterable[Grouped], groups: Sequence[str]) -> dict[str, str]:
    """Which field of the table each group of the rows is; those that are none are left out.

    Names that look the same are the same; capitals and blanks do not count, unless two fields
    differ by them alone. Where the table has one field, rows that name none are of it; so are those
    of one group where the table names none.
    """
    return fields_named(dict.fromkeys(row.group for row in rows), groups)


def strange_groups(rows: Iterable[Grouped], groups: Sequence[str], what: str) -> str:
    """Words for groups that match no field; empty where all do. ``what`` is the file, as shown."""
    rows = tuple(rows)
    known = fields_of(rows, groups)
    strange = [name for name in dict.fromkeys(row.group for row in rows) if name not in known]
    if not strange:
        return ""
    fields = _list([shown(group) for group in groups if group])
    if strange == [""]:
        return tr(
            "{file} does not say of which of {count} fields its dates are: add a column group "
            "with their names, {fields}.",
            file=what,
            count=len(groups),
            fields=fields,
        )
    if not fields:
        return tr(
            "{file} has dates of {count} groups, and the table names no fields: leave "
            "those of one field in it.",
            file=what,
            count=len(strange),
        )
    told = _list([_told(name, groups) for name in strange])
    return tr_count(
        len(strange),
        "{groups} of {file} matches no field of the table, which has {fields}.",
        "{groups} of {file} match no field of the table, which has {fields}.",
        groups=told,
        file=what,
        fields=fields,
    )


def _told(name: str, groups: Sequence[str]) -> str:
    if not name:
        return tr("rows without a group")
    close = nearest(name, groups)
    return (
        tr("{name} (did you mean {close}?)", name=shown(name), close=shown(close))
        if close
        else shown(name)
    )


def _list(names: Sequence[str]) -> str:
    return some_of(names, _MOST) if len(names) > _MOST else all_of(names)
