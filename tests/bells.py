"""Fields of one season, a bell with noise, of any days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from gpstudio.core.arrays import Floats
from gpstudio.data.series import Series, days_from_dates
from gpstudio.data.table import Table, read_table
from gpstudio.resources import SAMPLE, resource

START = float(days_from_dates(["2021-01-01"])[0])
DAYS = START + np.arange(0.0, 360.0, 12.0)


def bell(group: str, days: Floats, middle: float = 150.0) -> Series:
    random = np.random.default_rng([3, *group.encode()])
    curve = 0.2 + 0.6 * np.exp(-(((days - START - middle) / 45.0) ** 2))
    values = curve + random.normal(0.0, 0.02, len(days))
    return Series(group, days, values.round(4), "date", "ndvi", True)


def own_days(number: int) -> Floats:
    """None of which is another field's."""
    return DAYS + number / 16.0


def table_of(series: Sequence[Series]) -> Table:
    return replace(read_table(resource(*SAMPLE)), series=tuple(series))
