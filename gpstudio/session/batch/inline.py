"""Arrays within a line of JSON, for the forms of projects: their bytes in base64."""

from __future__ import annotations

import binascii
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from typing import Any

import numpy as np

from gpstudio.core.arrays import AnyArray
from gpstudio.core.errors import InputError
from gpstudio.session.project.codec.arrays import DTYPES, word_of
from gpstudio.session.project.codec.pools import Drawn, Misfit, Pool
from gpstudio.translation import tr

UNREAD = (Misfit, LookupError, TypeError, ValueError, AttributeError, RecursionError)


@contextmanager
def understood() -> Iterator[None]:
    """What is read within was written by us, or is told."""
    try:
        yield
    except UNREAD as error:
        raise InputError(
            tr(
                "The journal of the batch is not understood: it was changed, or written by another "
                "version. Remove it and begin anew."
            )
        ) from error


class InlinePool(Pool):
    """An array stands where it is asked for."""

    briefly = True

    def put(self, array: AnyArray) -> list[Any]:
        word = word_of(array)
        flat = np.ascontiguousarray(array, dtype=DTYPES[word])
        return [word, b64encode(flat.data).decode("ascii"), list(array.shape)]


class InlineDrawn(Drawn):
    def __init__(self) -> None:
        """There is nothing besides the line."""

    def get(self, record: Any) -> AnyArray:
        try:
            word, text, shape = record
            flat = np.frombuffer(b64decode(text, validate=True), dtype=DTYPES[word])
            if prod(shape) != flat.size:
                raise Misfit
            # a copy can be written to: compiled code would be compiled again for those that cannot
            return flat.astype(DTYPES[word].newbyteorder("=")).reshape(shape)
        except (TypeError, ValueError, KeyError, binascii.Error):
            raise Misfit from None
