"""Further columns of the table that is open: which there are, which are witnesses, and taking them.

The window asks here; ``witnesses`` does the work for every road.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.table import Table, read_table
from gpstudio.data.texts import shown
from gpstudio.phenology.indices import known_index
from gpstudio.session.document import Document
from gpstudio.session.facts import NO_FACTS, Facts
from gpstudio.session.field_commands import TakeFacts
from gpstudio.session.witnesses import indices_of, with_witnesses
from gpstudio.translation import all_of, tr


@dataclass(frozen=True)
class Further:
    """A column of the table that holds another index of its fields."""

    column: str
    index: str


def further_of(table: Table | None, crop: str) -> tuple[Further, ...]:
    """Those of which the crop's template says something; none where the crop is not known."""
    if table is None or not crop or not table.is_dated:
        return ()
    known = {index.lower() for index in indices_of(crop)}
    found = []
    for column in table.columns:
        index = known_index(column.name)
        if index in known and column.role not in ("time", "group", "value"):
            found.append(Further(column.name, index.upper()))
    return tuple(found)


def taken_of(facts: Mapping[str, Facts]) -> frozenset[str]:
    """The columns that are witnesses now."""
    return frozenset(one.column for known in facts.values() for one in known.witnesses)


def take_further(
    document: Document, wanted: Collection[str], anew: bool = False, task: Task = QUIET
) -> TakeFacts:
    """The command after which these columns are witnesses and no others; those that are already
    are not fitted again, unless all are to be made ``anew``."""
    table = document.table
    if table is None:
        raise InputError(tr("Open a table of readings first."))
    kept = frozenset() if anew else taken_of(document.facts) & frozenset(wanted)
    facts = {
        series.group: _with_only(document.facts.get(series.group, NO_FACTS), kept)
        for series in table.series
    }
    columns = [one.column for one in further_of(table, document.request.crop)]
    new = [column for column in columns if column in wanted and column not in kept]
    if new:
        facts = with_witnesses(
            table,
            tuple(new),
            lambda column: _read_again(table, column, task),
            document.request,
            document.recipe,
            facts,
            task,
        )
    named = all_of(shown(column) for column in columns if column in wanted)
    words = tr("dates also from {columns}", columns=named) if named else tr("dates from one index")
    return TakeFacts(dict(facts), words)


def _with_only(facts: Facts, columns: Collection[str]) -> Facts:
    kept = tuple(one for one in facts.witnesses if one.column in columns)
    return facts if kept == facts.witnesses else replace(facts, witnesses=kept)


def _read_again(table: Table, column: str, task: Task) -> Table:
    """The same file with this column as its readings."""
    if not table.path.is_file():
        raise InputError(
            tr("Further indices are read from the table's file, and {path} is not there: save the "
               "table and open it.", path=shown(table.path.name))
        )  # fmt: skip
    roles = {name: role for name, role in table.said.roles.items() if role != "value"}
    roles.pop(column, None)
    group = "" if table.said.one_field else None
    return read_table(
        table.path,
        value=column,
        group=group,
        roles=roles,
        answers=_answers(table, column),
        task=task,
    )


def _answers(table: Table, column: str) -> Mapping[str, str]:
    """What was said of the file, but not of its other column of readings."""
    own = {series.value_name for series in table.series[:1]}
    return {about: choice for about, choice in table.said.answers.items() if about not in own}
