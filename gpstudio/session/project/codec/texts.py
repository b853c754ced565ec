"""JSON in a part: UTF-8, keys in order, numbers exact.

A double is written with the digits that bring it back to the last bit. Long lists are written in
stretches, because Python's encoder keeps its lock for as long as one call takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from gpstudio.core.errors import InputError
from gpstudio.data.texts import shown
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.parsing import parsed
from gpstudio.session.project.part import Part
from gpstudio.translation import tr

JSON = "json"
STRETCH = 256


def json_part(name: str, value: Any) -> Part:
    """``value`` as ``json`` takes it; NaN and infinities are none of JSON's numbers."""
    text = "".join(_written(value))
    try:
        return Part.of(name, JSON, text.encode())
    except UnicodeEncodeError:  # half of a surrogate pair, as bad file names have them
        return Part.of(name, JSON, _dumps(value, True).encode())


def json_of(contents: Contents, name: str) -> Any:
    part = contents.part(name)
    try:
        if part.kind == JSON:
            return parsed(bytes(part.content))
    except ValueError:
        pass
    raise not_understood(contents, name)


def not_understood(contents: Contents, name: str) -> InputError:
    """Whole, and yet not what this version writes there: a fault of whoever wrote it."""
    return InputError(
        tr(
            "The part {name} of {path} does not hold what it should; was it "
            "written by another program?",
            name=shown(name),
            path=shown(contents.path),
        )
    )


def _written(value: Any) -> Iterator[str]:
    if type(value) is dict:
        yield "{"
        for place, key in enumerate(sorted(value)):
            yield f"{',' * (place > 0)}{_dumps(key)}:"
            yield from _written(value[key])
        yield "}"
    elif type(value) is list and len(value) > STRETCH:
        yield "["
        for first in range(0, len(value), STRETCH):
            yield "," * (first > 0) + _dumps(value[first : first + STRETCH])[1:-1]
        yield "]"
    else:
        yield _dumps(value)


def _dumps(value: Any, ascii_only: bool = False) -> str:
    return json.dumps(
        value, ensure_ascii=ascii_only, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
