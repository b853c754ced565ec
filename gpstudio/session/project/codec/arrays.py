"""Arrays in a part: their numbers as they are in memory, little-endian, the shape in the kind.

Neither writing nor reading takes a copy. Arrays come back writable, though nobody writes to them:
compiled code would be compiled a second time for those that are not.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.session.project.codec.texts import not_understood
from gpstudio.session.project.contents import Contents
from gpstudio.session.project.part import Part

DTYPES: dict[str, np.dtype[Any]] = {
    "float64": np.dtype("<f8"),
    "int64": np.dtype("<i8"),
    "bool": np.dtype("?"),
}
MOST_AXES, DIGITS = 4, 15
"""Of an array and of each of its sizes: no computer has room for more."""


def word_of(array: AnyArray) -> str:
    """How a kind calls the type of an array; another type is a fault of whoever saves it."""
    word = array.dtype.newbyteorder("=").name
    if word not in DTYPES:
        raise ValueError(f"a project holds no arrays of {array.dtype}")
    return word


def array_part(name: str, array: AnyArray) -> Part:
    """The array must stay as it is for as long as the part is used."""
    return flat_part(name, word_of(array), [array], array.shape)


def flat_part(
    name: str, word: str, arrays: Sequence[AnyArray], shape: Sequence[int] | None = None
) -> Part:
    """Arrays of one type end to end, where they stand in memory; as one row if not said else."""
    sizes = [sum(each.size for each in arrays)] if shape is None else shape
    views = (np.ascontiguousarray(each, dtype=DTYPES[word]).reshape(-1) for each in arrays)
    flat = tuple(view.view(np.uint8) for view in views if view.size)
    return Part(name, " ".join([word, *map(str, sizes)]), flat)


def array_of(contents: Contents, name: str) -> AnyArray:
    part = contents.part(name)
    word, *sizes = part.kind.split(" ")
    if word not in DTYPES or len(sizes) > MOST_AXES or not all(map(_is_size, sizes)):
        raise not_understood(contents, name)
    shape = tuple(map(int, sizes))
    if prod(shape) * DTYPES[word].itemsize != part.size:
        raise not_understood(contents, name)
    held = np.frombuffer(part.content, dtype=DTYPES[word]).reshape(shape)
    return held.astype(DTYPES[word].newbyteorder("="), copy=not held.flags.writeable)


def _is_size(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= DIGITS
