"""``forecast.csv``: the curve of each field at given times, with its bands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

import numpy as np

from gpstudio.core.arrays import Flags, Floats
from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.writing.form import PLAIN, WrittenAs
from gpstudio.data.writing.sheet import Block, Means, Sheet, columns_of
from gpstudio.data.writing.write import write_sheet
from gpstudio.translation import tr

GROUP = tr("Name of the field; empty where the table is one field.")
STD = "Standard deviation of a new reading, noise included; `inf` where heavy tails give it none."


@dataclass(frozen=True, eq=False)
class Forecast:
    """The curve of one field; the fields that say what they mean are the columns."""

    group: Annotated[str, Means("text", GROUP)]
    dated: bool
    time: Annotated[Floats, Means("time", "Date, or the table's own number where it has none.")]
    mean: Annotated[Floats, Means("number", "The curve: the expected value.")]
    std: Annotated[Floats, Means("number", STD)]
    lower95: Annotated[Floats, Means("number", "A new reading is above it in 97.5 % of cases.")]
    upper95: Annotated[Floats, Means("number", "A new reading is below it in 97.5 % of cases.")]
    curve_lower95: Annotated[Floats, Means("number", "The curve is above it in 97.5 % of cases.")]
    curve_upper95: Annotated[Floats, Means("number", "The curve is below it in 97.5 % of cases.")]
    observed: Annotated[Floats, Means("number", "The reading of that time; empty without one.")]
    is_forecast: Annotated[Flags, Means("flag", "Whether the time is after the last reading.")]


FORECAST = columns_of(Forecast)
FORECAST_COLUMNS = tuple(column.name for column in FORECAST)


def forecast_sheet(forecasts: Iterable[Forecast]) -> Sheet:
    """One row per field and time."""
    waiting = iter(forecasts)
    first = next(waiting, None)
    if first is None:
        return Sheet.of("forecast", FORECAST, ())
    blocks = _blocks(chain([first], waiting), first.dated)
    return Sheet.of("forecast", FORECAST, blocks, first.dated)


def write_forecast(
    path: str | Path, forecasts: Iterable[Forecast], task: Task = QUIET, form: WrittenAs = PLAIN
) -> Path:
    return write_sheet(path, forecast_sheet(forecasts), form, task)


def _blocks(forecasts: Iterable[Forecast], dated: bool) -> Iterator[Block]:
    for forecast in forecasts:
        if forecast.dated != dated:
            raise InputError(
                tr("Fields with dates and fields without cannot stand in one file; write two.")
            )
        group = np.full(len(forecast.time), forecast.group, dtype=object)
        yield group, *(getattr(forecast, name) for name in FORECAST_COLUMNS[1:])
