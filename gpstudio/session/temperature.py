"""Reading a file of temperatures: time, tmin and tmax or tmean, and a group where it has several.

The columns are read by the one road that every table takes, once for each, so that dates, decimal
commas and groups are understood here as they are there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from gpstudio.core.errors import InputError
from gpstudio.core.task import QUIET, Task
from gpstudio.data.series import Series
from gpstudio.data.table import Table, read_table
from gpstudio.phenology.thermal import (
    TemperatureSeries,
    temperatures_from_extremes,
    temperatures_from_means,
)
from gpstudio.translation import tr

LOW, HIGH, MEAN = "tmin", "tmax", "tmean"
PARTS = {LOW: ("min", "minimum"), HIGH: ("max", "maximum"), MEAN: ("mean", "avg", "average")}
TEMPERATURE_WORDS = ("t", "temp", "temperature", "air", "2m")
PLAIN_NAMES = ("t", "temp", "temperature", "tas", "t2m")


def read_temperatures(
    path: str | os.PathLike[str],
    answers: Mapping[str, str] | None = None,
    task: Task = QUIET,
) -> dict[str, TemperatureSeries]:
    """One record a group; a file without groups has one under the empty name."""
    path = Path(path)
    first = read_table(path, answers=answers, task=task)
    names = _columns(path, first)
    found = {part: _series(path, name, answers, task) for part, name in names.items()}
    if MEAN in found:
        return {
            name: temperatures_from_means(series.time, series.value)
            for name, series in found[MEAN].items()
        }
    low, high = found[LOW], found[HIGH]
    return {name: _joined(low[name], high[name]) for name in low if name in high}


def temperatures_of(
    records: Mapping[str, TemperatureSeries], group: str
) -> TemperatureSeries | None:
    """The record of a field: its own, or that of a file that has no groups."""
    return records.get(group, records.get(""))


def _columns(path: Path, table: Table) -> dict[str, str]:
    """Which column is which: minimum and maximum where both are there, else the mean."""
    free = [c.name for c in table.columns if c.role not in ("time", "group")]
    found = {part: _named(free, part) for part in (LOW, HIGH, MEAN)}
    low, high, mean = found[LOW], found[HIGH], found[MEAN]
    if low and high:
        return {LOW: low, HIGH: high}
    if mean:
        return {MEAN: mean}
    if low or high:
        there, missing = (LOW, HIGH) if low else (HIGH, LOW)
        raise InputError(
            tr(
                "{name} has {found} but no {missing}: add a column {missing}, or one tmean.",
                name=path.name,
                found=there,
                missing=missing,
            )
        )
    plain = [name for name in free if name.lower() in PLAIN_NAMES] or free
    if len(plain) == 1:
        return {MEAN: plain[0]}
    raise InputError(
        tr(
            "{name} does not say which column is the temperature: call its columns time, tmin "
            "and tmax, or time and tmean.",
            name=path.name,
        )
    )


def _named(names: Sequence[str], part: str) -> str:
    """The first column that is called so, else one whose words say so; empty if none."""
    for name in names:
        if name.lower() == part:
            return name
    for name in names:
        words = re.findall(r"[a-z]+|[0-9]+[a-z]*", name.lower())
        joined = "".join(words)
        if any(word in PARTS[part] for word in words) and (
            any(word in TEMPERATURE_WORDS for word in words)
        ):
            return name
        if joined in {f"{temp}{word}" for temp in ("t", "temp") for word in PARTS[part]}:
            return name
        if joined in {f"{word}{temp}" for temp in ("t", "temp") for word in PARTS[part]}:
            return name
    return ""


def _series(
    path: Path, name: str, answers: Mapping[str, str] | None, task: Task
) -> dict[str, Series]:
    table = read_table(path, value=name, answers=answers, task=task)
    if table.questions:
        raise InputError(
            tr(
                "{name}: {text} Write its dates as YYYY-MM-DD and name its "
                "columns time, tmin, tmax, tmean and group to leave nothing open.",
                name=path.name,
                text=table.questions[0].text,
            )
        )
    if any(not series.dated for series in table.series):
        raise InputError(
            tr("{name} has no dates: degree days need a column of days, time.", name=path.name)
        )
    return {series.group: series for series in table.series}


def _joined(low: Series, high: Series) -> TemperatureSeries:
    """Days that have both."""
    _, left, right = np.intersect1d(low.time, high.time, return_indices=True)
    if not len(left):
        raise InputError(
            tr(
                "The temperature table has no day with both minimum and maximum: fill the two "
                "columns in the same rows."
            )
        )
    return temperatures_from_extremes(low.time[left], low.value[left], high.value[right])
