"""One table, as every kind of file can hold it, and what must come out of it whatever it was."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
from collections.abc import Callable
from datetime import date, timedelta

import numpy as np

from gpstudio.data.table import Table

ROWS = [
    (field, date(2021, 3, 1) + timedelta(days=5 * step), round(0.2 + step / 64 + place / 128, 7))
    for place, field in enumerate(("north", "süd, unten", 'the "old" one'))
    for step in range(20)
]


def as_csv() -> str:
    quoted = [(field.replace('"', '""'), day, value) for field, day, value in ROWS]
    lines = [f'"{field}",{day},{value!r}' for field, day, value in quoted]
    return "field,date,ndvi\n" + "\n".join(lines) + "\n"


def zipped(*members: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return held.getvalue()


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": bz2.compress,
    "xz": lzma.compress,
    "lzma": lambda raw: lzma.compress(raw, format=lzma.FORMAT_ALONE),
    "zip": lambda raw: zipped(("readings.csv", raw)),
    "stored zip": lambda raw: zipped(("readings.csv", raw), method=zipfile.ZIP_STORED),
    "bzip2 zip": lambda raw: zipped(("readings.csv", raw), method=zipfile.ZIP_BZIP2),
    "gzip in two parts": lambda raw: (
        gzip.compress(raw[:300]) + gzip.compress(raw[300:]) + bytes(99)
    ),
}


def check_alike(table: Table) -> None:
    """Exactly the numbers of ``ROWS``, by field."""
    assert not table.questions
    fields = dict.fromkeys(field for field, _, _ in ROWS)
    assert {series.group for series in table.series} == set(fields)
    for series in table.series:
        rows = [(day, value) for field, day, value in ROWS if field == series.group]
        days = np.array([day for day, _ in rows], dtype="datetime64[D]").astype(float)
        np.testing.assert_array_equal(series.time, days)
        np.testing.assert_array_equal(series.value, [value for _, value in rows])
