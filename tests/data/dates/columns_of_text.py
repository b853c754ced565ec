"""Columns written in the test, and what they come to."""

from __future__ import annotations

from datetime import datetime

import numpy as np

from gpstudio.data.columns.coded import Coded
from gpstudio.data.columns.profile import Profile, profile
from gpstudio.data.columns.time_choice import TimeColumns, choose_time
from gpstudio.data.dates import ColumnDates, read_dates
from gpstudio.data.dates.times import Times, read_times


def column(*cells: str) -> np.ndarray:
    return np.array([*cells, None], dtype=object)[:-1]


def read(*cells: str, name: str = "date", **answers: str) -> ColumnDates:
    dates = read_dates(name, column(*cells), answers)
    assert dates is not None
    return dates


def coded(*cells: str) -> Coded:
    known: dict[str, int] = {}
    codes = [known.setdefault(cell, len(known)) for cell in cells]
    return Coded(np.array(codes, dtype=np.int32), column(*known))


def times_of(kind: str, answers: dict[str, str] | None = None, **columns: list[str]) -> Times:
    cells = [coded(*column) for column in columns.values()]
    times = read_times(kind, list(columns), cells, answers or {})
    assert times is not None
    return times


def profiles_of(**columns: list[str]) -> list[Profile]:
    return [profile(name, column(*cells)) for name, cells in columns.items()]


def chosen(answers: dict[str, str] | None = None, **columns: list[str]) -> TimeColumns:
    """The time that is found among columns, to which one of readings is added."""
    rows = len(next(iter(columns.values())))
    found = profiles_of(**columns, ndvi=[f"0.{k % 7 + 1}" for k in range(rows)])
    return choose_time(found, {len(columns)}, "table.csv", answers or {})


def days_of(*moments: datetime) -> list[float]:
    """By Python's own calendar."""
    zero = datetime(1970, 1, 1)
    return [(moment - zero).total_seconds() / 86_400 for moment in moments]
