"""Numbers of an object that are made when they are first asked for, and kept.

Python 3.11's own ``cached_property`` has one lock for a property of all objects. While a thread
makes it for one field, whoever asks for it of another waits: with a batch running, a click on a
fitted field waited half a second. Here nobody waits; two threads that ask for the same thing at the
same time both make it, and it is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class cached_property(Generic[T]):  # noqa: N801 - used as Python's own is
    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> cached_property[T]: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T: ...
    def __get__(self, instance: object, owner: type | None = None) -> cached_property[T] | T:
        """Only called until it is made: what stands in the object comes before this."""
        if instance is None:
            return self
        made = vars(instance)[self._name] = self._make(instance)
        return made


class Portable:
    """A frozen record that travels to other processes without what was made of it: whoever asks
    there makes it again. Copies are made so too."""

    def __getstate__(self) -> dict[str, Any]:
        held = vars(self)
        return {field.name: held[field.name] for field in fields(self)}  # type: ignore[arg-type]
