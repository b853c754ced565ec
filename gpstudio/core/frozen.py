"""Mappings that nobody changes, and that can be sent to another process; records likewise.

Python's own read-only view of a dict cannot be pickled. Here it is told how: as the dict that it
shows, which is made read-only again on the other side.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")
Record = TypeVar("Record")


def frozen(values: Mapping[Key, Value]) -> Mapping[Key, Value]:
    """A copy that nobody can change."""
    return MappingProxyType(dict(values))


def changed(record: Record, **values: Any) -> Record:
    """As ``dataclasses.replace``, in a tenth of the time, of a record that checks nothing when it
    is made."""
    names = vars(type(record))["__dataclass_fields__"]
    again, held = object.__new__(type(record)), vars(record)
    if len(held) > len(names):  # what was made of it is made anew
        held = {name: held[name] for name in names}
    made = vars(again)
    made.update(held)
    made.update(values)
    assert len(made) == len(names)
    return again


def _sent(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return frozen, (dict(mapping),)


copyreg.pickle(MappingProxyType, _sent)
