"""Tables out: the forecast and the stages, as files any program opens and none misreads.

UTF-8, commas, a line feed after each row, ISO dates, an empty cell for what is missing. A number
is written with as many digits as bring back the very same number. A text that a spreadsheet would
take for a formula gets a leading apostrophe; numbers are never touched.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TextIO, TypeAlias

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.task import QUIET, Task
from gpstudio.data.atomic import write_atomic
from gpstudio.data.series import iso_from_days

Cell: TypeAlias = str | float | None

_TRIGGERS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_MUST_QUOTE = frozenset(',"\n\r')


@dataclass(frozen=True, eq=False)
class Forecast:
    """The curve of one field at given times, with its 95 % bands."""

    group: str
    dated: bool
    time: Floats
    mean: Floats
    std: Floats
    lower95: Floats
    """Of a new reading: noise included, as is ``upper95``."""
    upper95: Floats
    curve_lower95: Floats
    curve_upper95: Floats
    observed: Floats
    """NaN where there was no reading."""
    is_forecast: Flags
    """True after the last reading."""


@dataclass(frozen=True)
class StageRow:
    """One line of ``stages.csv``; the fields are its columns, in this order.

    Dates are ISO texts where the series is dated, else the user's own numbers.
    """

    group: str
    season: str
    stage: str
    date: str | float | None
    lower90: str | float | None
    upper90: str | float | None
    lower50: str | float | None
    upper50: str | float | None
    std_days: float | None
    probability_passed: float | None
    probability_reached: float | None
    as_of: str | float | None
    crop: str | None
    index: str | None
    bbch: str | None
    quality: str | None
    reason: str | None
    definition: str | None


FORECAST_COLUMNS = tuple(f.name for f in fields(Forecast) if f.name != "dated")
STAGE_COLUMNS = tuple(f.name for f in fields(StageRow))


def write_forecast(path: str | Path, forecasts: Iterable[Forecast], task: Task = QUIET) -> Path:
    """Write ``forecast.csv``: one row per field and time."""

    def write(handle: TextIO) -> None:
        handle.write(_line(FORECAST_COLUMNS))
        for forecast in forecasts:
            task.check()
            handle.writelines(_forecast_lines(forecast))

    return write_atomic(path, write)


def write_stages(path: str | Path, rows: Iterable[StageRow]) -> Path:
    """Write ``stages.csv``: one row per field, season and stage."""

    def write(handle: TextIO) -> None:
        handle.write(_line(STAGE_COLUMNS))
        handle.writelines(_line([getattr(row, name) for name in STAGE_COLUMNS]) for row in rows)

    return write_atomic(path, write)


def harmless(text: str) -> str:
    """The text, with an apostrophe before it when a spreadsheet would start a formula there."""
    return "'" + text if text.startswith(_TRIGGERS) else text


def _forecast_lines(forecast: Forecast) -> Iterator[str]:
    group = _written(forecast.group)
    times = iso_from_days(forecast.time) if forecast.dated else _numbers(forecast.time)
    numbers = (
        _numbers(getattr(forecast, name)) for name in FORECAST_COLUMNS[2:] if name != "is_forecast"
    )
    ahead = ("true" if flag else "false" for flag in forecast.is_forecast.tolist())
    for row in zip(times, *numbers, ahead, strict=True):
        yield f"{group},{','.join(row)}\n"


def _numbers(values: Floats) -> list[str]:
    return ["" if math.isnan(v) else repr(v) for v in values.tolist()]


def _line(cells: Iterable[Cell]) -> str:
    return ",".join(map(_written, cells)) + "\n"


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if not isinstance(cell, str):
        return "" if math.isnan(cell) else repr(float(cell))
    safe = harmless(cell)
    if _MUST_QUOTE.isdisjoint(safe):
        return safe
    return '"' + safe.replace('"', '""') + '"'
