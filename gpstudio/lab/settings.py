"""What a study is asked for: the values of its spec's parameters, checked.

A form hands over values, the command line texts; both become the same settings, and study.json
holds them so that a second run can see whether it is the same study.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from gpstudio.core.errors import InputError, suggestion
from gpstudio.core.spec import Parameter, Spec
from gpstudio.translation import tr

Value: TypeAlias = float | int | str | None
Values: TypeAlias = Value | tuple[Value, ...]


REPEATS = "repeats"


@dataclass(frozen=True)
class Settings:
    values: tuple[tuple[str, Values], ...]

    @classmethod
    def of(cls, spec: Spec, **given: object) -> Settings:
        """What is not given keeps the spec's default; raises where a value does not fit."""
        for name in given:
            if spec.parameter(name) is None:
                hint = suggestion(name, [parameter.name for parameter in spec.parameters])
                raise InputError(
                    tr(
                        "The study '{study}' has no '{name}': {hint}",
                        study=spec.name,
                        name=name,
                        hint=hint,
                    )
                )
        return cls(
            tuple(
                (parameter.name, _read(parameter, given.get(parameter.name, parameter.default)))
                for parameter in spec.parameters
            )
        )

    def __getitem__(self, name: str) -> Any:
        return dict(self.values)[name]

    def get(self, name: str) -> Any:
        """The value, or None where the study has no such setting."""
        return dict(self.values).get(name)

    def with_value(self, name: str, value: Values) -> Settings:
        return Settings(tuple((n, value if n == name else v) for n, v in self.values))

    def as_json(self) -> dict[str, Any]:
        return {name: list(v) if isinstance(v, tuple) else v for name, v in self.values}

    def difference(self, there: Mapping[str, Any]) -> str:
        """The first setting that is another one there, in words; empty where none is, or where
        only more repeats are asked for than there were: those go on from these."""
        here = self.as_json()
        for name in {**here, **there}:
            if here.get(name) != there.get(name) and not _goes_on(name, here, there):
                return tr(
                    "{name} {theirs} there, {ours} here",
                    name=name,
                    theirs=_told(there.get(name)),
                    ours=_told(here.get(name)),
                )
        return ""


def _goes_on(name: str, here: Mapping[str, Any], there: Mapping[str, Any]) -> bool:
    ours, theirs = here.get(name), there.get(name)
    return name == REPEATS and type(ours) is type(theirs) is int and ours > theirs


def _read(parameter: Parameter, given: object) -> Values:
    if given is None:
        return None
    if not parameter.several:
        return _one(parameter, given)
    parts = given.split(",") if isinstance(given, str) else given
    parts = parts if isinstance(parts, Iterable) else (parts,)
    values = tuple(_one(parameter, part) for part in parts if str(part).strip())
    if not values:
        raise InputError(
            tr(
                "'{name}' lists at least one, such as {example}.",
                name=parameter.name,
                example=_example(parameter),
            )
        )
    return tuple(dict.fromkeys(values))


def _one(parameter: Parameter, given: object) -> Value:
    text = str(given).strip()
    if parameter.kind == "choice":
        if text not in parameter.choices:
            hint = suggestion(text, parameter.choices)
            raise InputError(
                tr("'{name}' cannot be '{text}': {hint}", name=parameter.name, text=text, hint=hint)
            )
        return text
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    whole = parameter.kind == "integer"
    if not math.isfinite(number) or (whole and number != int(number)):
        kind = tr("whole numbers") if whole else "numbers"
        raise InputError(
            tr(
                "'{name}' takes {kind}, such as {example}, not '{text}'.",
                name=parameter.name,
                kind=kind,
                example=_example(parameter),
                text=text,
            )
        )
    if not parameter.low <= number <= parameter.high:
        raise InputError(
            tr(
                "'{name}' goes from {low:g} to {high:g}, not '{text}'.",
                name=parameter.name,
                low=parameter.low,
                high=parameter.high,
                text=text,
            )
        )
    return int(number) if whole else number


def _example(parameter: Parameter) -> str:
    return str(parameter.default if parameter.default is not None else max(1.0, parameter.low))


def _told(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)
