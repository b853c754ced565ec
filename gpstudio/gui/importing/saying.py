"""From a click on a header to what is said of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpstudio.data.decisions import DATES_ACROSS, FIELDS_ACROSS, Role, Said
from gpstudio.data.table import Table

ALONE: tuple[Role, ...] = ("time", "value", "group")
"""Roles that usually one column has: another one takes it over, unless they share it."""
ASKED: dict[str, Role] = {"time": "time", "value": "value", "field": "group"}
"""Decisions that say which columns have a role."""


def _shared(table: Table) -> tuple[Role, ...]:
    """Roles that several columns may have together, such as year and day of the year."""
    return ("time", "group", "value") if table.layout == FIELDS_ACROSS else ("time", "group")


@dataclass(frozen=True)
class MenuWish:
    """An entry of a column's menu."""

    role: Role
    beside: tuple[str, ...] = ()
    """Columns that keep the same role; the wish is to share it with them."""


def wishes(table: Table, place: int, roles: tuple[Role, ...]) -> list[MenuWish]:
    """What the column may become, in that order."""
    found = []
    for role in roles:
        found.append(MenuWish(role))
        others = tuple(c.name for j, c in enumerate(table.columns) if c.role == role and j != place)
        if role in _shared(table) and others and table.columns[place].role != role:
            found.append(MenuWish(role, others))
    return found


def columns_meant(table: Table, place: int) -> list[str]:
    """Dates across the top are one thing in many columns: what is said of one is said of all."""
    column = table.columns[place]
    if table.layout == DATES_ACROSS and column.role == "value":
        return [c.name for c in table.columns if c.role == "value"]
    return [column.name]


def with_role(said: Said, table: Table, place: int, wish: MenuWish) -> Said:
    """What was said, and this; a role that one column has is taken from the one that had it."""
    meant = columns_meant(table, place)
    kept = {
        name: role
        for name, role in said.roles.items()
        if name not in meant and not (role == wish.role and role in ALONE)
    }
    shared: dict[str, Role] = dict.fromkeys(wish.beside, wish.role)
    here: dict[str, Role] = dict.fromkeys(meant, wish.role)
    dropped = table.columns[place].role == "group" and wish.role != "group"
    last = sum(c.role == "group" for c in table.columns) == 1
    one_field = (said.one_field or (dropped and last)) and wish.role != "group"
    roles = {**kept, **shared, **here}
    # where the column itself is said, the answer to which one it is has lost its object
    answers = {a: c for a, c in said.answers.items() if ASKED.get(a) != wish.role}
    return replace(said, roles=roles, answers=answers, one_field=one_field)


def with_answer(said: Said, about: str, choice: str) -> Said:
    """What was said, and this; the newest word about a column counts, on whichever way it came."""
    roles = {name: role for name, role in said.roles.items() if role != ASKED.get(about)}
    one_field = said.one_field and ASKED.get(about) != "group"
    return replace(said, roles=roles, answers={**said.answers, about: choice}, one_field=one_field)
