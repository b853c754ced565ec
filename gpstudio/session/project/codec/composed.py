"""Forms made of forms: tuples as lists, mappings as pairs, dataclasses as objects.

``form_of`` finds the one of a declared type; a union takes the first form that suits.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, ClassVar, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from gpstudio.core.recipe import Recipe
from gpstudio.session.project.codec.forms import (
    NOTHING,
    TEXT,
    TRUTH,
    WHOLE,
    Array,
    Choice,
    CodecForm,
    NumberForm,
    Own,
    Plain,
    demand,
)
from gpstudio.session.project.codec.pools import Drawn, Misfit, Pool
from gpstudio.session.project.codec.sound import RULES


@dataclass(frozen=True)
class Many:
    """Any number of one kind."""

    by_type: ClassVar[bool] = True
    each: CodecForm

    def suits(self, value: Any) -> bool:
        return isinstance(value, tuple)

    def write(self, value: Any, pool: Pool) -> Any:
        demand(self, value)
        return [self.each.write(one, pool) for one in value]

    def read(self, record: Any, drawn: Drawn) -> Any:
        if type(record) is not list:
            raise Misfit
        return tuple(self.each.read(one, drawn) for one in record)


@dataclass(frozen=True)
class TogetherForm:
    """So many, each of its own kind."""

    by_type: ClassVar[bool] = False
    forms: tuple[CodecForm, ...]

    def suits(self, value: Any) -> bool:
        return isinstance(value, tuple) and len(value) == len(self.forms)

    def write(self, value: Any, pool: Pool) -> Any:
        demand(self, value)
        return [form.write(one, pool) for form, one in zip(self.forms, value, strict=True)]

    def read(self, record: Any, drawn: Drawn) -> Any:
        if type(record) is not list or len(record) != len(self.forms):
            raise Misfit
        return tuple(form.read(one, drawn) for form, one in zip(self.forms, record, strict=True))


@dataclass(frozen=True)
class Named:
    """A mapping from text, in its order."""

    by_type: ClassVar[bool] = False
    each: CodecForm

    def suits(self, value: Any) -> bool:
        return isinstance(value, Mapping) and all(map(TEXT.suits, value))

    def write(self, value: Any, pool: Pool) -> Any:
        demand(self, value)
        return [[str(name), self.each.write(one, pool)] for name, one in value.items()]

    def read(self, record: Any, drawn: Drawn) -> Any:
        pairs = Many(TogetherForm((TEXT, self.each))).read(record, drawn)
        return dict(pairs)


@dataclass(frozen=True)
class OneOf:
    by_type: ClassVar[bool] = False
    forms: tuple[CodecForm, ...]
    _known: dict[type, CodecForm] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Which of them a type was found to suit, where that settles it."""

    def suits(self, value: Any) -> bool:
        return any(form.suits(value) for form in self.forms)

    def write(self, value: Any, pool: Pool) -> Any:
        known = self._known.get(type(value))
        if known is None:
            if value is None and NOTHING in self.forms:
                self._known[type(value)] = NOTHING
                return None
            demand(self, value)
            place = next(at for at, form in enumerate(self.forms) if form.suits(value))
            known = self.forms[place]
            if all(form.by_type for form in self.forms[: place + 1]):
                self._known[type(value)] = known
        return known.write(value, pool)

    def read(self, record: Any, drawn: Drawn) -> Any:
        for form in self.forms:
            try:
                return form.read(record, drawn)
            except Misfit:
                continue
        raise Misfit


class Record:
    """A dataclass by the names of its fields; ``without`` names those that are kept elsewhere.

    A field may declare that it is not saved: it has meaning only while the program runs.
    """

    by_type: ClassVar[bool] = True

    def __init__(self, kind: Any, without: Iterable[str] = ()) -> None:
        self._kind = kind
        self._is_sound = RULES.get(kind)
        hints = get_type_hints(kind)
        saved = (f for f in fields(kind) if f.init and f.metadata.get("saved", True))
        kept = (f for f in saved if f.name not in set(without))
        self._forms: dict[str, CodecForm] = {}
        self._due: set[str] = set()
        self._written: list[tuple[str, CodecForm, Any, frozenset[type]]] = []
        """With its default, and the types of which nothing but the value itself is written."""
        for one in kept:
            form = self._forms[one.name] = form_of(hints[one.name])
            self._due |= {one.name} if _has_no_default(one) else set()
            self._written.append((one.name, form, one.default, as_they_are(form)))

    def suits(self, value: Any) -> bool:
        return type(value) is self._kind

    def write(self, value: Any, pool: Pool) -> Any:
        if type(value) is not self._kind:
            demand(self, value)
        if pool.briefly:
            values = vars(value)
            return {
                name: held if type(held) in plain else form.write(held, pool)
                for name, form, usual, plain in self._written
                if (held := values[name]) is not usual
            }
        return {name: form.write(getattr(value, name), pool) for name, form in self._forms.items()}

    def read(self, record: Any, drawn: Drawn) -> Any:
        return self.read_with(record, drawn, {})

    def read_with(self, record: Any, drawn: Drawn, others: Mapping[str, Any]) -> Any:
        """``others`` are the fields that were kept elsewhere."""
        if type(record) is not dict or not self._due <= record.keys() <= self._forms.keys():
            raise Misfit
        held = {name: self._forms[name].read(one, drawn) for name, one in record.items()}
        try:
            made = self._kind(**held, **others)
            if self._is_sound is None or self._is_sound(made):
                return made
        except (TypeError, ValueError, ArithmeticError):
            pass
        raise Misfit


@cache
def form_of(kind: Any) -> CodecForm:
    """The form of a declared type; a type that has none is a fault of whoever declared it."""
    if kind in _SINGLE:
        return _SINGLE[kind]
    origin = get_origin(kind)
    if origin in _COMPOSED:
        return _COMPOSED[origin](get_args(kind))
    if is_dataclass(kind):
        return Record(kind)
    raise TypeError(f"a project has no form for {kind}")


def as_they_are(form: CodecForm) -> frozenset[type]:
    """Types whose values stand in JSON as they are, in such a form."""
    forms = form.forms if isinstance(form, OneOf) else (form,)
    kinds = {one.kind for one in forms if isinstance(one, Plain)}
    return frozenset(kinds - {int}) if _SINGLE[float] in forms else frozenset(kinds)


def _has_no_default(field: Field[Any]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING


def _tuple(kinds: tuple[Any, ...]) -> CodecForm:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return Many(form_of(kinds[0]))
    return TogetherForm(tuple(map(form_of, kinds)))


def _union(kinds: tuple[Any, ...]) -> CodecForm:
    return OneOf(tuple(map(form_of, kinds)))


def _mapping(kinds: tuple[Any, ...]) -> CodecForm:
    if kinds[0] is not str:
        raise TypeError("a project has mappings from text only")
    return Named(form_of(kinds[1]))


def _array(kinds: tuple[Any, ...]) -> CodecForm:
    (kind,) = get_args(kinds[1]) or (Any,)
    return Array(None if kind is Any else np.dtype(kind))


@lru_cache(maxsize=256)
def _recipe(written: tuple[tuple[str, str | int], ...]) -> Recipe:
    """Ten thousand fields share a recipe: it is parsed once. Those written before there were scales
    took readings as they were given."""
    return Recipe.from_json({"scale": "identity", **dict(written)})


_SINGLE: dict[Any, CodecForm] = {
    str: TEXT,
    int: WHOLE,
    float: NumberForm(),
    bool: TRUTH,
    type(None): NOTHING,
    Path: Own(Path, str, Path),
    Recipe: Own(Recipe, Recipe.as_json, lambda record: _recipe(tuple(record.items()))),
}
_COMPOSED: dict[Any, Callable[[tuple[Any, ...]], CodecForm]] = {
    tuple: _tuple,
    Mapping: _mapping,
    dict: _mapping,
    Union: _union,
    types.UnionType: _union,
    Literal: Choice,
    np.ndarray: _array,
}
