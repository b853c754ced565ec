"""Arrays beside JSON, for the forms of projects: within a line as base64, or behind it as they are
in memory."""

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


class Behind(Pool):
    """Arrays follow what is written of the value, end to end; even steps are told in the line, as
    days that follow each other are."""

    briefly = True
    MARK = b"@"
    """How a section begins that has some, before the length of its line: no JSON begins so."""

    def __init__(self) -> None:
        self._rows: list[bytes] = []
        self._end = 0

    def put(self, array: AnyArray) -> list[Any]:
        word = word_of(array)
        even = _even(array) if word == "float64" else None
        if even is not None:
            return even
        held = np.ascontiguousarray(array, dtype=DTYPES[word]).tobytes()
        at = self._end
        self._rows.append(held)
        self._end += len(held)
        return [word, at, list(array.shape)]

    def behind(self, line: bytes) -> bytes:
        return b"".join((b"%b%d\n" % (self.MARK, len(line)), line, *self._rows))


class DrawnBehind(Drawn):
    def __init__(self, held: bytes) -> None:
        self._held = held

    @classmethod
    def parted(cls, section: bytes) -> tuple[bytes, DrawnBehind]:
        """The line of a section, and what follows it."""
        length, _, rest = section[len(Behind.MARK) :].partition(b"\n")
        size = int(length)
        return rest[:size], cls(rest[size:])

    def get(self, record: Any) -> AnyArray:
        try:
            word, at, shape = record
            if word == EVEN:
                return self._evenly(at, shape)
            flat = np.frombuffer(self._held, DTYPES[word], prod(shape), at)
            return flat.astype(DTYPES[word].newbyteorder("=")).reshape(shape)
        except (TypeError, ValueError, KeyError):
            raise Misfit from None

    @staticmethod
    def _evenly(steps: Any, count: int) -> AnyArray:
        first, step = steps
        if not 0 <= count <= MOST_EVEN:
            raise Misfit
        return _evenly(first, step, count)


EVEN = "even"
FEWEST, MOST_EVEN = 3, 10_000_000
"""Numbers of which even steps are told: what is read makes no more memory of a line."""


def _even(array: AnyArray) -> list[Any] | None:
    """Its first number, its step and how many, where these make it to the last digit."""
    if array.ndim != 1 or not FEWEST <= len(array) <= MOST_EVEN:
        return None
    first, second, third = array[:FEWEST].tolist()
    step = second - first
    if third - second != step or not np.array_equal(_evenly(first, step, len(array)), array):
        return None
    return [EVEN, [first, step], len(array)]


def _evenly(first: float, step: float, count: int) -> AnyArray:
    return np.asarray(first + step * np.arange(count))
