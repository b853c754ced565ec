"""What Python callers hand over as ``X``: numbers, dates or time spans, as rows of numbers.

Dates and spans become days. Which of them a column held is remembered: days since 1970 and days
since sowing are both numbers, and a curve fitted on the one must not be asked for the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np

from gpstudio.core.arguments import WrongKindError, is_missing, numbers
from gpstudio.core.arrays import AnyArray, Floats
from gpstudio.core.errors import InputError
from gpstudio.translation import tr

MICROSECONDS_A_DAY = 86_400e6
"""Microseconds hold every date that a calendar knows; nanoseconds end in 2262, in silence."""
NUMBERS = tr("numbers")
DATES = tr("dates")
ZONED = tr("dates with a time zone")
SPANS = tr("time spans")
WRITTEN = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?")
SPAN_UNITS = frozenset(("W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"))
"""Of a fixed length: months and years have none."""


@dataclass(frozen=True, eq=False)
class Inputs:
    """One row a reading, (n, d)."""

    rows: Floats
    kinds: tuple[str, ...]
    """What each column held."""
    names: tuple[str, ...] | None
    """Of the columns, where they have any."""


def inputs_of(X: AnyArray) -> Inputs:
    """One-dimensional ``X`` is one column."""
    if hasattr(X, "toarray"):
        raise InputError(tr("X is sparse, and sparse input is not supported: pass X.toarray()."))
    if np.ma.isMaskedArray(X) and np.ma.getmaskarray(X).any():
        raise InputError(tr("An input is masked: leave out those rows."))
    array = np.asarray(X)
    if array.ndim == 1:
        array = array[:, None]
    if array.ndim != 2:
        raise InputError(
            tr(
                "X has shape {shape}: it is one row a reading, (n,) or (n, d). Reshape your data.",
                shape=array.shape,
            )
        )
    _refuse_none(array)
    if array.dtype.kind in "OMmUS":
        columns = [_column(column) for column in array.T]
        kinds = tuple(kind for _, kind in columns)
        return Inputs(np.column_stack([days for days, _ in columns]), kinds, _names(X))
    return Inputs(numbers(array, "X"), (NUMBERS,) * array.shape[1], _names(X))


def check_same(fitted: Inputs, asked: Inputs) -> None:
    """Refuse columns that are not those of the fit; ``fitted`` needs no rows for that."""
    if fitted.names and asked.names and fitted.names != asked.names:
        raise InputError(
            tr(
                "The feature names should match those that were passed during fit, in the same "
                "order: {names}, not {given}.",
                names=", ".join(fitted.names),
                given=", ".join(asked.names),
            )
        )
    for place, (kind, given) in enumerate(zip(fitted.kinds, asked.kinds, strict=False)):
        if kind != given:
            raise InputError(
                tr(
                    "Input {place} was {kind} during fit and is {given} now: give {kind} again.",
                    place=place,
                    kind=kind,
                    given=given,
                )
            )


def _refuse_none(array: AnyArray) -> None:
    if array.shape[1] == 0:
        raise InputError(
            tr(
                "X has 0 feature(s) (shape={shape}) while a minimum of 1 is required.",
                shape=array.shape,
            )
        )
    if len(array) == 0:
        raise InputError(
            tr(
                "X holds no row: 0 sample(s) (shape={shape}) while a minimum of 1 is required.",
                shape=array.shape,
            )
        )


def _names(X: Any) -> tuple[str, ...] | None:
    """As scikit-learn takes them: all columns have texts for names, or none has a name."""
    columns = getattr(X, "columns", None)
    if columns is None:
        return None
    texts = [isinstance(name, str) for name in columns]
    if any(texts) and not all(texts):
        raise WrongKindError(
            tr(
                "Feature names are only supported if all input features have string names: "
                "rename the columns of X, such as X.columns = X.columns.astype(str)."
            )
        )
    return tuple(columns) if texts and all(texts) else None


def _column(column: AnyArray) -> tuple[Floats, str]:
    """Days or numbers, and which of them was given."""
    if column.dtype.kind == "M":
        return _days(column), DATES
    if column.dtype.kind == "m":
        return _spans(column), SPANS
    cells = column.tolist()
    known = [cell for cell in cells if not is_missing(cell)]
    for types, made in ((date | np.datetime64, _of_dates), (timedelta | np.timedelta64, _of_spans),
                        (str, _of_texts)):  # fmt: skip
        if known and all(isinstance(cell, types) for cell in known):
            found = made(column, cells)
            if found is not None:
                return found
    if any(isinstance(cell, date | np.datetime64 | timedelta | np.timedelta64) for cell in known):
        raise InputError(
            tr("X holds dates or time spans beside others in one column: give one kind.")
        )
    return numbers(column, "X"), NUMBERS


def _of_dates(_: AnyArray, cells: Sequence[Any]) -> tuple[Floats, str]:
    _refuse_missing(cells)
    zoned = [isinstance(cell, datetime) and cell.utcoffset() is not None for cell in cells]
    if any(zoned) and not all(zoned):
        raise InputError(tr("X holds dates with and without a time zone: give one kind."))
    if all(zoned):
        cells = [cell.astimezone(UTC).replace(tzinfo=None) for cell in cells]
    return _days(np.array(cells, dtype="datetime64[us]")), ZONED if all(zoned) else DATES


def _of_spans(_: AnyArray, cells: Sequence[Any]) -> tuple[Floats, str]:
    _refuse_missing(cells)
    return _spans(np.array(cells, dtype="timedelta64[us]")), SPANS


def _of_texts(column: AnyArray, cells: Sequence[str]) -> tuple[Floats, str] | None:
    """Dates as ISO writes them; None where the texts are something else."""
    if not all(is_missing(cell) or WRITTEN.fullmatch(cell) for cell in cells):
        return None
    _refuse_missing(cells)
    try:
        return _days(np.array(cells, dtype="datetime64[us]")), DATES
    except ValueError as error:
        raise InputError(tr("X holds a day that no calendar has: {error}.", error=error)) from None


def _refuse_missing(cells: Sequence[Any]) -> None:
    if any(map(is_missing, cells)):
        raise InputError(tr("An input date is missing: leave out those readings."))


def _days(dates: AnyArray) -> Floats:
    if np.isnat(dates).any():
        raise InputError(tr("An input date is missing: leave out those readings."))
    return np.asarray(dates.astype("datetime64[us]").astype(np.int64) / MICROSECONDS_A_DAY)


def _spans(spans: AnyArray) -> Floats:
    if np.isnat(spans).any():
        raise InputError(tr("An input time span is missing: leave out those readings."))
    if np.datetime_data(spans.dtype)[0] not in SPAN_UNITS:
        raise InputError(
            tr("X holds time spans whose unit has no fixed length: give days, or numbers.")
        )
    return np.asarray(spans.astype("timedelta64[us]").astype(np.int64) / MICROSECONDS_A_DAY)
