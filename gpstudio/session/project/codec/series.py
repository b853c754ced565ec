"""The series of a table in stretches of some fields each.

Whoever changes one field of ten thousand changes one stretch: autosaving writes no more than that,
and damage costs no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.session.project.codec.once import Made, once
from gpstudio.session.project.codec.records import parts_of, value_of
from gpstudio.session.project.codec.texts import json_part, not_understood
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

READINGS, FIELDS = 65_536, 64
"""A stretch ends with the field that brings it to either. With more fields so many small objects
live at once that Python stops everybody to look for rubbish: 140 ms against 20."""

Stretch: TypeAlias = tuple[Series, ...]
Groups: TypeAlias = tuple[tuple[str, ...], ...]
DIGITS = 9


def parts_of_series(
    series: Sequence[Series], name: str, made: Made | None = None
) -> Iterator[Part]:
    """With ``made`` the same parts for the same series: they need not be written again."""
    made = {} if made is None else made
    stretches = list(_stretches(series))
    yield json_part(name, [[each.group for each in stretch] for stretch in stretches])
    for number, stretch in enumerate(stretches):
        yield from _parts_of_stretch(stretch, f"{name}/{number}", made)


def series_of(contents: Contents, name: str, task: Task = QUIET) -> Stretch:
    """Those whose stretch is whole; raises where there were some and none of them is."""
    names = names_of_stretches(contents, name)
    if name in contents.parts and len(groups_of_stretches(contents, name)) != len(names):
        raise not_understood(contents, name)
    damage = {each: contents.damage_of(each) for each in names}
    if damage and all(damage.values()):
        raise InputError(damage[names[0]])
    found: list[Series] = []
    for each in names:
        task.check()
        if not damage[each]:
            found += value_of(Stretch, contents, each)
    return tuple(found)


def lost_fields(contents: Contents, name: str) -> tuple[str, ...]:
    """The fields that are left out because they are damaged, as far as is known."""
    if name not in contents.parts:
        return ()
    groups = zip(
        names_of_stretches(contents, name), groups_of_stretches(contents, name), strict=True
    )
    return tuple(group for each, held in groups if contents.damage_of(each) for group in held)


def _stretches(series: Sequence[Series]) -> Iterator[Stretch]:
    held: list[Series] = []
    readings = 0
    for each in series:
        held.append(each)
        readings += len(each)
        if readings >= READINGS or len(held) == FIELDS:
            yield tuple(held)
            held, readings = [], 0
    if held:
        yield tuple(held)


def _parts_of_stretch(stretch: Stretch, name: str, made: Made) -> tuple[Part, ...]:
    return once(made, name, stretch, lambda: parts_of(name, stretch, Stretch))


def names_of_stretches(contents: Contents, name: str) -> list[str]:
    """In their order, damaged or not."""
    after = len(name) + 1
    all_parts = (*contents.parts, *contents.damaged)
    inside = {each[after:].split("/")[0] for each in all_parts if each.startswith(f"{name}/")}
    return [f"{name}/{number}" for number in sorted(map(int, filter(_is_number, inside)))]


def groups_of_stretches(contents: Contents, name: str) -> Groups:
    """The fields of each, by name."""
    groups: Groups = value_of(Groups, contents, name)
    return groups


def _is_number(text: str) -> bool:
    """As it is written in the name of a stretch."""
    return len(text) <= DIGITS and text.isascii() and text.isdigit() and text == str(int(text))
