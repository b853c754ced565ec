"""Mappings that nobody changes, and records that travel without what was made of them."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, cast

import pytest

from gpstudio.core.cached import Portable, cached_property
from gpstudio.core.frozen import changed, frozen


def test_that_nobody_changes_a_frozen_mapping() -> None:
    held = {"a": 1}
    mapping = frozen(held)
    held["a"] = 2
    assert mapping == {"a": 1}
    with pytest.raises(TypeError):
        cast("dict[str, int]", mapping)["a"] = 3


def test_that_a_frozen_mapping_travels_and_stays_frozen() -> None:
    for mapping in (frozen({"a": frozen({"b": 1.0})}), MappingProxyType({"a": {"b": 1.0}})):
        again = pickle.loads(pickle.dumps(mapping))
        assert isinstance(again, MappingProxyType)
        assert list(again) == ["a"]
        assert dict(again["a"]) == {"b": 1.0}


@dataclass(frozen=True)
class Squared(Portable):
    number: int

    @cached_property
    def made(self) -> Any:
        """What no other process could be sent."""
        return lambda: self.number**2


def test_that_a_record_travels_without_what_was_made_of_it() -> None:
    record = Squared(3)
    assert record.made() == 9
    again = pickle.loads(pickle.dumps(record))
    assert again == record
    assert vars(again) == {"number": 3}
    assert again.made() == 9
    assert "made" in vars(record), "it stays where it is"


def test_that_a_changed_record_has_nothing_of_what_was_made_of_the_first() -> None:
    first = Squared(3)
    assert first.made() == 9
    again = changed(first, number=4)
    assert (again.number, again.made(), first.number) == (4, 16, 3)
    with pytest.raises(AssertionError):
        changed(first, numbre=4)
