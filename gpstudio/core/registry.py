"""Registries: the lists from which forms, help and recipes take their choices.

A choice is added by writing its class with a ``spec``, decorating it with its registry's
``register``, and naming its module once in the room's ``__init__``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.spec import Parameter, Spec
from gpstudio.translation import tr


class Specified(Protocol):
    """Anything with a spec; the spec's name is its key."""

    @property
    def spec(self) -> Spec: ...


T = TypeVar("T", bound=Specified)
Entry = TypeVar("Entry", bound=Specified)


class Registry(Generic[T]):
    """The choices of one kind, in the order in which forms show them."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._entries: dict[str, T] = {}

    def register(self, entry: T) -> T:
        name = entry.spec.name
        if name in self._entries:
            raise RuntimeError(f"two {self.kind}s are called '{name}'")
        self._entries[name] = entry
        return entry

    def __getitem__(self, name: str) -> T:
        try:
            return self._entries[name]
        except KeyError:
            hint = suggestion(name, self._entries)
            raise InputError(
                tr(
                    "There is no {kind} called '{name}': {hint}",
                    kind=self.kind,
                    name=name,
                    hint=hint,
                )
            ) from None

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._entries)

    @property
    def specs(self) -> tuple[Spec, ...]:
        return tuple(entry.spec for entry in self)

    def listed(self, which: Callable[[T], bool]) -> str:
        """The names of those that are so, as a sentence lists them."""
        return ", ".join(f"'{entry.spec.name}'" for entry in self if which(entry))

    def choice(self, name: str, title: str, help: str, default: str = "") -> Parameter:
        """The parameter that says which of these is meant; the first, where none is named."""
        legends = tuple(spec.word for spec in self.specs)
        return Parameter(
            name,
            title,
            help,
            "choice",
            default=default or self.names[0],
            choices=self.names,
            titles=tuple(spec.title for spec in self.specs),
            legends=legends,
        )
