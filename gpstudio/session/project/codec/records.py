"""Frozen dataclasses to parts and back, by the types that they declare.

What a field may hold is known from its declaration alone, so nothing in a file decides what is
made of it. A field that a file does not have yet takes its default; one that it has and we do not
is refused, because leaving it out in silence would lose what somebody saved.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import Any

from gpstudio.session.project.codec.composed import Record, form_of
from gpstudio.session.project.codec.pools import Drawn, Misfit, Pool
from gpstudio.session.project.codec.texts import json_of, json_part, not_understood
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part


def parts_of(
    name: str, value: Any, kind: Any = None, without: Collection[str] = ()
) -> tuple[Part, ...]:
    """The value as a part of JSON, and its arrays as parts of numbers.

    ``kind`` is its declared type where that is more than its class: ``tuple[StageDate, ...]``.
    ``without`` names fields of a dataclass that are kept elsewhere.
    """
    pool = Pool()
    declared: Any = kind or type(value)
    form = _record(declared, tuple(without)) if without else form_of(declared)
    return json_part(name, form.write(value, pool)), *pool.parts(name)


def value_of(kind: Any, contents: Contents, name: str, **others: Any) -> Any:
    """A value of this type; ``others`` are the fields of a dataclass that were kept elsewhere.

    Raises where a part of it is damaged, or holds something else.
    """
    record, drawn = json_of(contents, name), Drawn(contents, name)
    try:
        if others:
            return _record(kind, tuple(others)).read_with(record, drawn, others)
        return form_of(kind).read(record, drawn)
    except Misfit:
        raise not_understood(contents, name) from None


@cache
def _record(kind: Any, without: tuple[str, ...]) -> Record:
    return Record(kind, without)
