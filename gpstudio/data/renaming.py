"""Other names for fields: what a person calls them, whatever their files do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.frozen import frozen
from gpstudio.data.field_names import normal
from gpstudio.data.fields import Fields, Roster
from gpstudio.data.series import Series
from gpstudio.data.table import Table
from gpstudio.data.texts import shown
from gpstudio.translation import tr

T = TypeVar("T")


def rename_fields(table: Table, names: Mapping[str, str]) -> Table:
    """The table with other names for some fields, by their present ones; files that are added later
    find the fields by either."""
    wanted = {before: normal(after) for before, after in names.items()}
    _check(table, wanted)
    groups = [wanted.get(group, group) for group in table.groups]
    fields = Fields(Roster(groups, _Renamed(table.fields, tuple(groups))))
    filed = {called: filed for filed, called in table.renamed.items()}
    renamed = {
        **table.renamed,
        **{filed.get(before, before): after for before, after in wanted.items()},
    }
    return replace(
        table,
        series=fields,
        places=called_otherwise(table.places, wanted),
        labels=called_otherwise(table.labels, wanted),
        renamed=frozen({before: after for before, after in renamed.items() if before != after}),
    )


def called_otherwise(things: Mapping[str, T], names: Mapping[str, str]) -> Mapping[str, T]:
    """Things by field, under the fields' other names."""
    return frozen({names.get(group, group): thing for group, thing in things.items()})


@dataclass(frozen=True, eq=False)
class _Renamed:
    """Each field as it is, but for its name."""

    fields: Fields
    names: tuple[str, ...]

    def __call__(self, place: int) -> Series:
        series = self.fields[place]
        name = self.names[place]
        return series if series.group == name else replace(series, group=name)


def _check(table: Table, wanted: Mapping[str, str]) -> None:
    known = set(table.groups)
    for before, after in wanted.items():
        if before not in known:
            raise InputError(
                tr(
                    "There is no field {name}: {hint}",
                    name=shown(before),
                    hint=suggestion(before, table.groups),
                )
            )
        if not after:
            raise InputError(tr("A field has a name: type one for {name}.", name=shown(before)))
    named = [wanted.get(group, group) for group in table.groups]
    if len(set(named)) < len(named):
        twice = next(name for name in wanted.values() if named.count(name) > 1)
        raise InputError(
            tr("Another field is called {name}: choose a name of its own.", name=shown(twice))
        )
